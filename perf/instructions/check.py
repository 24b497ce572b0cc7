#!/usr/bin/env python3
"""Counts the instructions that the tasks of the workloads take, which no other program on the machine disturbs.

    check.py COUNTS PROGRAM...             compares them with COUNTS, a JSON file: 3% more or less is a fault
    check.py --update COUNTS PROGRAM...    writes them there

Each PROGRAM is count.cpp, built for one workload, g++ -O3 -march=x86-64-v3, and called NAME_of_WORKLOAD. Counts depend
on the compiler: where it is not the one they were made with, nothing is compared (exit code 77).
"""
import json
import os
import re
import subprocess
import sys

TASKS = ["each", "sum", "clipped"]
LARGEST_DIFFERENCE = 0.03
SKIPPED = 77


def compiled_with(program):
    return subprocess.run([program], check=True, text=True, capture_output=True).stdout.strip()


def count(program, task):
    """Examples and instructions of a task; None if the workload has no such task."""
    environment = {name: value for name, value in os.environ.items() if name != "MALLOC_PERTURB_"}  # fills memory
    run = subprocess.run(["valgrind", "--tool=callgrind", "--toggle-collect=counted", "--callgrind-out-file=/dev/null",
                          program, task], text=True, capture_output=True, env=environment)
    if run.returncode == 2:
        return None
    collected = re.search(r"Collected : (\d+)", run.stderr)
    if run.returncode != 0 or collected is None or int(collected[1]) == 0:
        sys.exit(f"{program} {task}: nothing was counted\n{run.stderr}")
    return {"examples": int(run.stdout), "instructions": int(collected[1])}


def counts_of(programs):
    """`W1 each` -> its count, for all programs and tasks."""
    counts = {}
    for program in programs:
        workload = os.path.basename(program).rsplit("_", 1)[-1].upper()
        counts |= {f"{workload} {task}": found for task in TASKS if (found := count(program, task))}
    return counts


def faults_of(found, recorded):
    for name in sorted(found.keys() | recorded.keys()):
        now, before = found.get(name), recorded.get(name)
        if now is None or before is None:
            yield f"{name}: {'not measured' if now is None else 'not on record'}"
        elif now["examples"] != before["examples"]:
            yield f"{name}: {now['examples']} examples, on record {before['examples']}"
        elif abs(now["instructions"] / before["instructions"] - 1) > LARGEST_DIFFERENCE:
            yield (f"{name}: {now['instructions']:,} instructions, on record {before['instructions']:,}: "
                   f"{now['instructions'] / before['instructions'] - 1:+.1%}")


def main():
    update = sys.argv[1:2] == ["--update"]
    arguments = sys.argv[1 + update:]
    if len(arguments) < 2:
        sys.exit(__doc__)
    path, programs = arguments[0], arguments[1:]
    compiler = compiled_with(programs[0])
    if update:
        counts = counts_of(programs)
        with open(path, "w") as file:  # a count a line, so that differences can be read
            lines = ",\n".join(f"{json.dumps(name)}: {json.dumps(counts[name])}" for name in counts)
            file.write(f'{{"compiled with": {json.dumps(compiler)},\n"counts": {{\n{lines}\n}}}}\n')
        return
    with open(path) as file:
        record = json.load(file)
    if compiler != record["compiled with"]:
        print(f"compiled with {compiler}, the record with {record['compiled with']}: nothing to compare")
        sys.exit(SKIPPED)
    found = counts_of(programs)
    for name, now in found.items():
        print(f"{name}: {now['instructions'] / now['examples']:,.1f} instructions an example")
    faults = list(faults_of(found, record["counts"]))
    if faults:
        print("\n".join(["", *faults, "", "If that is meant to be: check.py --update, as this test calls it"]))
        sys.exit(1)


main()
