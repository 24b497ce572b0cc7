#!/usr/bin/env python3
"""What the library costs the compiler: processor seconds and memory for programs of different kinds.

    compile_time.py -- COMPILER FLAGS...                  a table of all programs, medians of three compilations each
    compile_time.py --check PROGRAM -- COMPILER FLAGS...  compiles one with the compiler's default limits, within the
                                                          memory it may take, and runs it

The programs check their derivative: the compiler must have done the work.
"""
import os
import re
import resource
import statistics
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
LARGEST_MEMORY = 1024  # MiB

START = """#include <pergrad/pergrad.hpp>

namespace pg = pergrad;
using namespace pg::literals;

constexpr auto x = pg::scalar<"x">;
"""


def headers_alone():
    """What pergrad includes of xsimd and Hana."""
    includes = set()
    for folder, _, names in os.walk(os.path.join(ROOT, "lib", "pergrad")):
        for name in names:
            with open(os.path.join(folder, name)) as file:
                includes.update(re.findall(r"#include <((?:xsimd|boost/hana)/[^>]*)>", file.read()))
    return "".join(f"#include <{name}>\n" for name in sorted(includes)) + "int main() {}\n"


def affine_loss():
    """Each example's gradient of the affine loss, whose 40 derivatives are all 2 (0 + 0 - 1) x or 2 (0 + 0 - 1)."""
    return """#include <pergrad/pergrad.hpp>

namespace pg = pergrad;

constexpr auto w = pg::matrix<"w", 5, 7>;
constexpr auto b = pg::vector<"b", 5>;
constexpr auto x = pg::vector<"x", 7>;
constexpr auto t = pg::vector<"t", 5>;
constexpr auto loss = pg::sum(pg::square(t - (pg::dot(w, x) + b)));

int main() {
    const float W[5][7] = {}, B[5] = {}, X[2][7] = {{1, 1, 1, 1, 1, 1, 1}, {1, 1, 1, 1, 1, 1, 1}},
                T[2][5] = {{1, 1, 1, 1, 1}, {1, 1, 1, 1, 1}};
    const auto gradients = pg::vmap(pg::grad(loss, pg::wrt(w, b)))(w = W, b = B, x = pg::each(X), t = pg::each(T));
    for (int i = 0; i < 80; ++i)
        if (gradients.flat().data()[i] != -2) return 1;
}
"""


def terms(count):
    """x (x - 0) + x (x - 1) + ..., written from left to right; its derivative at 1 is the sum of 2 - i."""
    text = " + ".join(f"x * (x - {i}_c)" for i in range(count))
    return f"""{START}constexpr auto loss = {text};

int main() {{
    const double slope = pg::grad(loss, pg::wrt(x))(x = 1.0)[x];
    return slope == {sum(2 - i for i in range(count))} ? 0 : 1;
}}
"""


def levels(count):
    """h <- h h / 2 + h / 2 at h = 1 stays 1, and each level's slope is 3/2. The tree has 3^count leaves."""
    parts = ["constexpr auto h0 = pg::let([] { return x * 1_c; });"]
    for i in range(count):
        parts.append(f"constexpr auto h{i + 1} = pg::let([] {{ return 0.5_c * (h{i} * h{i}) + 0.5_c * h{i}; }});")
    body = "\n".join(parts)
    return f"""#include <cmath>

{START}{body}

int main() {{
    const double slope = pg::grad(h{count}, pg::wrt(x))(x = 1.0)[x];
    return std::abs(slope / std::pow(1.5, {count}) - 1) < 1e-12 ? 0 : 1;
}}
"""


def network(workload, task, expected):
    """A workload of perf/workloads, compared with the gradient written out by hand."""
    return f"""#include <workloads/{workload}.hpp>

int main() {{
    using workload = workloads::{workload};
    const auto batch = workload::make<float>(20);
    const auto gradients = pergrad::vmap(pergrad::grad(workload::loss, workload::wrt));
    const auto found = batch.run({task});
    const std::vector<double> expected = {expected};
    double error = 0, size = 0;
    for (std::size_t i = 0; i < expected.size(); ++i) {{
        const double distance = double(found.flat().data()[i]) - expected[i];
        error += distance * distance;
        size += expected[i] * expected[i];
    }}
    return error <= 1e-10 * size ? 0 : 1;
}}
"""


def second_order():
    """Hessians and Hessian-vector products of the logistic loss: at 0, 1/4 x x^T, times a vector of ones 16 x."""
    return """#include <vector>

#include <workloads/w4.hpp>

int main() {
    using workload = workloads::w4;
    const std::vector<float> zeros(64, 0), ones(64, 1), X(128, 1), Y(2, 1);
    const auto hessians = pergrad::vmap(pergrad::hessian(workload::loss, workload::wrt))(
        workload::p = zeros, workload::x = pergrad::each(X), workload::y = pergrad::each(Y));
    const auto products = pergrad::vmap(pergrad::hvp(workload::loss, workload::wrt))(
        workload::p = zeros, workload::x = pergrad::each(X), workload::y = pergrad::each(Y),
        pergrad::tangent(workload::p) = ones);
    for (int i = 0; i < 64; ++i)
        if (products.flat()(1, i) != 16 || hessians.flat()(1, i, 63 - i) != 0.25f) return 1;
}
"""


# name: the program, the flags that belong to it, whether it is run
PROGRAMS = {
    "headers": (headers_alone, ["-c"]),
    "pergrad": (lambda: "#include <pergrad/pergrad.hpp>\nint main() {}\n", ["-c"]),
    "affine": (affine_loss, ["-O2"]),
    "W5": (lambda: network("w5", "gradients", "batch.gradients()"), ["-O2"]),
    "W6": (lambda: network("w6", "gradients | pergrad::clip_norm(1) | pergrad::sum()", "batch.sum(1)"), ["-O2"]),
    "second-order": (second_order, ["-O2"]),
    "256-terms": (lambda: terms(256), []),
    "600-terms": (lambda: terms(600), []),
    "64-levels": (lambda: levels(64), ["-g"]),
}
ABOUT = {
    "headers": "the headers of xsimd and Hana that pergrad uses",
    "pergrad": "pergrad.hpp alone",
    "affine": "each example's gradient of the affine loss, -O2",
    "W5": "each example's gradient of W5, a network 16-32-32-1, -O2",
    "W6": "the clipped sum of W6, a classifier 784-64-10, -O2",
    "second-order": "hessian and hvp of W4, the logistic loss of 64 features, for each example, -O2",
    "256-terms": "a loss of 256 terms",
    "600-terms": "a loss of 600 terms",
    "64-levels": "a loss of 64 levels, each used twice by the next, -g",
}


def compile_it(name, command):
    """Compiles and runs a program. Processor seconds and MiB (of the largest process) that it took to compile."""
    text, flags = PROGRAMS[name]
    with tempfile.TemporaryDirectory() as folder:
        source, output, usage = (os.path.join(folder, file) for file in ("program.cpp", "program", "usage"))
        with open(source, "w") as file:
            file.write(text())
        # in a process of its own: what all children took is all that can be asked for
        child = os.fork()
        if child == 0:
            done = subprocess.run([*command, f"-I{ROOT}/lib", f"-I{ROOT}/perf", *flags, "-o", output, source], text=True,
                                  errors="replace", stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
            if done.returncode != 0:
                lines = [line[:300] for line in done.stdout.splitlines() if "error" in line]
                print(f"{name} does not compile:", *(lines[:5] or done.stdout[:1000].splitlines()), sep="\n", flush=True)
                os._exit(1)
            taken = resource.getrusage(resource.RUSAGE_CHILDREN)
            with open(usage, "w") as file:
                print(taken.ru_utime + taken.ru_stime, taken.ru_maxrss / 1024, file=file)
            os._exit(0)
        if os.waitpid(child, 0)[1] != 0:
            sys.exit(1)
        if "-c" not in flags:
            subprocess.run([output], check=True)
        with open(usage) as file:
            seconds, mib = map(float, file.read().split())
        return seconds, mib


def main():
    if "--" not in sys.argv or len(sys.argv) < 3:
        sys.exit(__doc__)
    split = sys.argv.index("--")
    options, command = sys.argv[1:split], sys.argv[split + 1:]
    if not options:
        taken = {name: [] for name in PROGRAMS}
        for _ in range(3):
            for name, runs in taken.items():
                runs.append(compile_it(name, command))
        print(f"processor seconds and MiB to compile, {' '.join(command)}\n")
        for name, runs in taken.items():
            print(f"{statistics.median(run[0] for run in runs):8.2f} s {max(run[1] for run in runs):6.0f} MiB  {ABOUT[name]}")
    elif options[0] == "--check" and len(options) == 2 and options[1] in PROGRAMS:
        seconds, mib = compile_it(options[1], command)
        print(f"{ABOUT[options[1]]}: {seconds:.1f} s, {mib:.0f} MiB")
        if mib > LARGEST_MEMORY:
            sys.exit(f"took {mib:.0f} MiB, allowed: {LARGEST_MEMORY}")
    else:
        sys.exit(__doc__)


main()
