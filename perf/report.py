#!/usr/bin/env python3
"""Makes one table, and a results file, of what Google Benchmark measured.

Benchmarks are named workload/contender/task and have the counters `examples` (the size of the batch) and
`relative_error` (against a gradient in double precision). A time is the median over the repetitions. A contender
whose relative error exceeds 1e-5, or is not known, has failed. Those with the counter `is_limit` compute nothing: a
workload's limit is the time to move its bytes, by the faster of two ways, or to do its operations, whichever is longer.
Benchmarks named machine/what/where say what the machine can do, in their counter `per_second`.
"""
import argparse
import json
import math
import os
import platform
import re
import statistics
import subprocess
import sys

REFERENCE = "hand-scalar"
BAR = "hand-vectorised"
LIBRARIES = ["eigen-autodiff", "jet"]
# How far from the limit the kernels by hand may be, to be a bar worth the name.
LARGEST_RATIO = {"W1": 1.1, "W2": 1.1, "W3": 1.45, "W4": 1.4, "W5": 2.4, "W6": 1.1}
LARGEST_ERROR = 1e-5
NANOSECONDS = {"ns": 1, "us": 1e3, "ms": 1e6, "s": 1e9}


def groups_of(benchmarks):
    """workload, contender and task, or machine, what and where -> their entries."""
    groups = {}
    for entry in benchmarks:
        key = tuple(entry.get("run_name", entry["name"]).split("/")[:3])
        if len(key) != 3:
            sys.exit(f"perf/report.py: `{'/'.join(key)}` is not named workload/contender/task")
        groups.setdefault(key, []).append(entry)
    return groups


def machine_of(groups):
    """`read L2` -> giga a second, of all that was measured of the machine."""
    rates = {}
    for (workload, what, where), entries in sorted(groups.items()):
        if workload == "machine":
            medians = [e for e in entries if e.get("aggregate_name") == "median"] or entries
            rates[f"{what} {where}"] = float(f"{statistics.median(e['per_second'] for e in medians) / 1e9:.3g}")
    return rates


def rows_of(groups):
    """One row for each workload/contender/task, sorted; the limits of a workload are one row, of contender `limit`."""
    rows, limits = [], {}
    for (workload, contender, task), entries in groups.items():
        if workload == "machine":
            continue
        row = {"workload": workload, "n": None, "contender": contender, "task": task,
               "ns_per_example": None, "relative_error": None}
        runs = [e for e in entries if e.get("aggregate_name") == "median"]
        runs = runs or [e for e in entries if e.get("run_type") == "iteration"]
        if runs and not any(e.get("error_occurred") for e in entries):
            row["n"] = round(runs[0]["examples"])
            nanoseconds = statistics.median(e["real_time"] * NANOSECONDS[e["time_unit"]] for e in runs)
            row["ns_per_example"] = float(f"{nanoseconds / row['n']:.4g}")
            if runs[0].get("is_limit"):
                limits.setdefault((workload, task), {})[contender] = row
                continue
            error = max(e.get("relative_error", math.nan) for e in runs)
            row["relative_error"] = float(f"{error:.2g}") if math.isfinite(error) else None
        rows.append(row)
    for kinds in limits.values():
        moved = [row["ns_per_example"] for kind, row in kinds.items() if kind != "operations"]
        done = [row["ns_per_example"] for kind, row in kinds.items() if kind == "operations"]
        limit = max(done + ([min(moved)] if moved else []))
        rows.append(next(iter(kinds.values())) | {"contender": "limit", "ns_per_example": limit})
    return sorted(rows, key=lambda row: (row["workload"], row["task"], row["contender"]))


def failed(row):
    return row["contender"] != "limit" and (row["relative_error"] is None or row["relative_error"] > LARGEST_ERROR)


def mark_low_bars(rows):
    """A kernel by hand that is too far from the limit is no bar: its row says so, as `ratio_to_limit`."""
    limits = {(row["workload"], row["task"]): row["ns_per_example"] for row in rows if row["contender"] == "limit"}
    for row in rows:
        limit = limits.get((row["workload"], row["task"]))
        if row["contender"] == BAR and limit and not failed(row):
            ratio = row["ns_per_example"] / limit
            if ratio > LARGEST_RATIO.get(row["workload"], math.inf):
                row["ratio_to_limit"] = float(f"{ratio:.4g}")


def ratio(times, slower, faster):
    """How many times as long the one takes as the other; of several, the fastest."""
    a, b = ([times[c] for c in names if c in times] for names in (slower, faster))
    return f"{min(a) / min(b):.2f}" if a and b else "-"


def table(rows):
    """Workloads down, contenders across: ns an example, and the ratios that matter."""
    contenders = list(dict.fromkeys(row["contender"] for row in rows))
    last = ["batched", "batched, double", "batched, AVX2", "batched-dual", "looped", REFERENCE, BAR, "limit"]
    contenders.sort(key=lambda contender: (contender == "limit", contender not in last,
                                           last.index(contender) if contender in last else 0))
    cells, sizes = {}, {}
    for row in rows:
        line = (row["workload"], row["task"])
        cells[line, row["contender"]] = row
        sizes[line] = sizes.get(line) or row["n"]
    ratios = {f"{REFERENCE} / batched": ([REFERENCE], ["batched"]), "looped / batched": (["looped"], ["batched"]),
              "library / batched": (LIBRARIES, ["batched"]), f"batched / {BAR}": (["batched"], [BAR]),
              f"{BAR} / limit": ([BAR], ["limit"]), "batched / limit": (["batched"], ["limit"]),
              "double / batched": (["batched, double"], ["batched"]),
              "AVX2 / batched": (["batched, AVX2"], ["batched"])}
    lines = [["workload", "n", "task", *contenders, *ratios]]
    for line, n in sizes.items():
        out = [line[0], f"{n:,}" if n else "-", line[1]]
        times = {}
        for contender in contenders:
            row = cells.get((line, contender))
            if row and not failed(row):
                times[contender] = row["ns_per_example"]
            out.append("-" if not row else "FAILED" if failed(row) else f"{row['ns_per_example']:.2f}")
        lines.append(out + [ratio(times, *names) for names in ratios.values()])
    widths = [max(map(len, column)) for column in zip(*lines)]
    text = ["ns an example (median); `a / b`: how many times as long a takes", ""]
    for out in lines:
        text.append("  ".join(cell.ljust(w) if i in (0, 2) else cell.rjust(w)
                              for i, (cell, w) in enumerate(zip(out, widths))).rstrip())
    for row in filter(failed, rows):
        error = row["relative_error"]
        why = "did not run, or has no finite relative error" if error is None else f"relative error {error:.1e}"
        text.append(f"FAILED: {row['workload']}/{row['contender']}/{row['task']}: {why}; "
                    f"at most {LARGEST_ERROR:.0e} is allowed")
    for row in rows:
        if "ratio_to_limit" in row:
            text.append(f"FAILED AS A BAR: {row['workload']}/{row['contender']}/{row['task']}: {row['ratio_to_limit']} "
                        f"times the limit; at most {LARGEST_RATIO[row['workload']]} is allowed")
    return "\n".join(text)


def said_by(*command):
    try:
        return subprocess.run(command, check=True, text=True, capture_output=True, stdin=subprocess.DEVNULL).stdout
    except (OSError, subprocess.CalledProcessError):
        return ""


def facts_of(context, compiler, flags):
    """The machine and how the code was compiled for it; nothing that names a host or a folder."""
    cpu = platform.processor() or platform.machine()
    if os.path.exists("/proc/cpuinfo"):
        with open("/proc/cpuinfo") as file:
            cpu = next((line.split(":", 1)[1].strip() for line in file if line.startswith("model name")), cpu)
    macros = said_by(compiler, *flags.split(), "-dM", "-E", "-x", "c++", "-")
    isas = [("AVX512F", "avx512"), ("AVX2", "avx2"), ("SSE4_2", "sse4.2"), ("SSE2", "sse2"), ("ARM_NEON", "neon")]
    version = said_by(compiler, "--version").splitlines()
    facts = {
        "cpu": cpu,
        "isa": next((name for macro, name in isas if f"__{macro}__" in macros), platform.machine()),
        "cores": context.get("num_cpus"),
        "mhz": context.get("mhz_per_cpu"),
        "caches": [f"L{c['level']} {c['type']} {c['size'] // 1024} KiB" for c in context.get("caches", [])],
        "system": f"{platform.system()} {platform.machine()}",
        "compiler": version[0] if version else compiler,
        "flags": flags,
        "xsimd": said_by("pkg-config", "--modversion", "xsimd").strip() or None,
        "date": context.get("date", "")[:10],
    }
    # what the program itself has to say (AddCustomContext)
    known = {"date", "host_name", "executable", "num_cpus", "mhz_per_cpu", "cpu_scaling_enabled", "caches", "load_avg",
             "library_build_type", "library_version", "json_schema_version", "aslr_enabled"}
    return facts | {key: value for key, value in context.items() if key not in known}


def file_name_of(facts):
    plain = re.sub(r"\(.*?\)|@.*|\bCPU\b|\bProcessor\b", " ", facts["cpu"])
    return re.sub(r"[^a-z0-9.]+", "-", f"{plain} {facts['isa']}".lower()).strip("-")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("benchmarks", nargs="+", help="JSON outputs of Google Benchmark")
    parser.add_argument("--compiler", default="g++")
    parser.add_argument("--flags", default="")
    parser.add_argument("--machine", help="name of the results file, instead of one made from CPU and ISA")
    parser.add_argument("--results", help="folder to write the results file to")
    options = parser.parse_args()

    measured = []
    for name in options.benchmarks:
        with open(name) as file:
            measured.append(json.load(file))
    facts = facts_of(measured[0]["context"], options.compiler, options.flags)
    groups = groups_of(entry for one in measured for entry in one["benchmarks"])
    rows, rates = rows_of(groups), machine_of(groups)
    mark_low_bars(rows)
    if not rows and not rates:
        sys.exit("perf/report.py: nothing was measured")
    print(f"{facts['cpu']}, {facts['isa']}; {facts['compiler']}; {facts['flags']}; xsimd {facts['xsimd']}\n")
    print(table(rows))
    if rates:
        print("\none core: " + ", ".join(f"{what} {rate:g} {'GFLOP' if 'operations' in what else 'GB'}/s"
                                         for what, rate in rates.items()))

    if options.results:
        os.makedirs(options.results, exist_ok=True)
        path = os.path.join(options.results, (options.machine or file_name_of(facts)) + ".json")
        with open(path, "w") as file:  # a row a line, so that differences can be read
            file.write('{"machine": ' + json.dumps(facts | {"giga_per_second": rates}, indent=2) + ',\n"rows": [\n')
            file.write(",\n".join(json.dumps(row) for row in rows) + "\n]}\n")
        print(f"\nwritten: {path}")
    sys.exit(1 if any(map(failed, rows)) else 0)


main()
