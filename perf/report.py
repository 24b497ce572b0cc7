#!/usr/bin/env python3
"""Makes one table, and a results file, of what Google Benchmark measured.

Benchmarks are named workload/contender/task and have the counters `examples` (the size of the batch) and
`relative_error` (against a gradient in double precision). A time is the median over the repetitions. A contender
whose relative error exceeds 1e-5, or is not known, has failed.
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
LARGEST_ERROR = 1e-5
NANOSECONDS = {"ns": 1, "us": 1e3, "ms": 1e6, "s": 1e9}


def rows_of(benchmarks):
    """One row for each workload/contender/task, sorted."""
    groups = {}
    for entry in benchmarks:
        groups.setdefault(tuple(entry.get("run_name", entry["name"]).split("/")[:3]), []).append(entry)
    rows = []
    for key, entries in groups.items():
        if len(key) != 3:
            sys.exit(f"perf/report.py: `{'/'.join(key)}` is not named workload/contender/task")
        workload, contender, task = key
        row = {"workload": workload, "n": None, "contender": contender, "task": task,
               "ns_per_example": None, "relative_error": None}
        runs = [e for e in entries if e.get("aggregate_name") == "median"]
        runs = runs or [e for e in entries if e.get("run_type") == "iteration"]
        if runs and not any(e.get("error_occurred") for e in entries):
            row["n"] = round(runs[0]["examples"])
            nanoseconds = statistics.median(e["real_time"] * NANOSECONDS[e["time_unit"]] for e in runs)
            row["ns_per_example"] = float(f"{nanoseconds / row['n']:.4g}")
            error = max(e.get("relative_error", math.nan) for e in runs)
            row["relative_error"] = float(f"{error:.2g}") if math.isfinite(error) else None
        rows.append(row)
    return sorted(rows, key=lambda row: (row["workload"], row["task"], row["contender"]))


def failed(row):
    return row["relative_error"] is None or row["relative_error"] > LARGEST_ERROR


def table(rows):
    """Workloads down, contenders across: ns an example, and how many times as fast as the reference."""
    contenders = list(dict.fromkeys(row["contender"] for row in rows))
    contenders.sort(key=lambda contender: contender == REFERENCE)  # the reference last
    cells, sizes = {}, {}
    for row in rows:
        line = (row["workload"], row["task"])
        cells[line, row["contender"]] = row
        sizes[line] = sizes.get(line) or row["n"]
    lines = [["workload", "n", "task", *contenders, *(f"{c} x" for c in contenders if c != REFERENCE)]]
    for line, n in sizes.items():
        out = [line[0], f"{n:,}" if n else "-", line[1]]
        times = {}
        for contender in contenders:
            row = cells.get((line, contender))
            if row and not failed(row):
                times[contender] = row["ns_per_example"]
            out.append("-" if not row else "FAILED" if failed(row) else f"{row['ns_per_example']:.2f}")
        for contender in contenders:
            if contender != REFERENCE:
                known = contender in times and REFERENCE in times
                out.append(f"{times[REFERENCE] / times[contender]:.2f}" if known else "-")
        lines.append(out)
    widths = [max(map(len, column)) for column in zip(*lines)]
    text = [f"ns an example (median); `x`: times as fast as {REFERENCE}, above 1 is faster", ""]
    for out in lines:
        text.append("  ".join(cell.ljust(w) if i in (0, 2) else cell.rjust(w)
                              for i, (cell, w) in enumerate(zip(out, widths))).rstrip())
    for row in filter(failed, rows):
        error = row["relative_error"]
        why = "did not run, or has no finite relative error" if error is None else f"relative error {error:.1e}"
        text.append(f"FAILED: {row['workload']}/{row['contender']}/{row['task']}: {why}; "
                    f"at most {LARGEST_ERROR:.0e} is allowed")
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
    parser.add_argument("benchmarks", help="the JSON output of Google Benchmark")
    parser.add_argument("--compiler", default="g++")
    parser.add_argument("--flags", default="")
    parser.add_argument("--machine", help="name of the results file, instead of one made from CPU and ISA")
    parser.add_argument("--results", help="folder to write the results file to")
    options = parser.parse_args()

    with open(options.benchmarks) as file:
        measured = json.load(file)
    facts = facts_of(measured["context"], options.compiler, options.flags)
    rows = rows_of(measured["benchmarks"])
    if not rows:
        sys.exit("perf/report.py: nothing was measured")
    print(f"{facts['cpu']}, {facts['isa']}; {facts['compiler']}; {facts['flags']}; xsimd {facts['xsimd']}\n")
    print(table(rows))

    if options.results:
        os.makedirs(options.results, exist_ok=True)
        path = os.path.join(options.results, (options.machine or file_name_of(facts)) + ".json")
        with open(path, "w") as file:  # a row a line, so that differences can be read
            file.write('{"machine": ' + json.dumps(facts, indent=2) + ',\n"rows": [\n')
            file.write(",\n".join(json.dumps(row) for row in rows) + "\n]}\n")
        print(f"\nwritten: {path}")
    sys.exit(1 if any(map(failed, rows)) else 0)


main()
