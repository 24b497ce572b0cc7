#!/usr/bin/env python3
"""Checks the architecture of lib/pergrad: includes run one way, downwards, without circles.

    architecture.py FOLDER        checks FOLDER (lib/pergrad)
    architecture.py --self-test   checks that each kind of fault is noticed

A header may include its own room and every floor below. Rooms on one floor don't know each other.
"""
import os
import re
import sys
import tempfile

# From the ground up. A room is a folder, or a header that lies directly in lib/pergrad.
FLOORS = [
    ["primitive"],
    ["expression"],
    ["graph"],
    ["derive"],
    ["batch"],
    ["reduce"],
    ["transform"],
    ["pergrad.hpp"],
    ["inspect", "privacy"],
    ["inspect.hpp", "privacy.hpp"],
]
FLOOR_OF = {room: floor for floor, rooms in enumerate(FLOORS) for room in rooms}
PRINTING_ROOMS = {"inspect", "inspect.hpp"}  # the others don't make every user pay for iostream


def room_of(header):
    return header.split("/")[0]


def headers_of(folder):
    """Path below `folder` -> text, for every file."""
    found = {}
    for where, _, names in os.walk(folder):
        for name in names:
            path = os.path.join(where, name)
            with open(path, errors="replace") as file:
                found[os.path.relpath(path, folder).replace(os.sep, "/")] = file.read()
    return dict(sorted(found.items()))


def includes_of(header, text, headers):
    """(line number, included header or None if there is no such header, as spelled) of our own includes."""
    for number, line in enumerate(text.splitlines(), 1):
        match = re.match(r'\s*#\s*include\s*([<"])([^>"]+)[>"]', line)
        if not match:
            continue
        quoted, name = match[1] == '"', match[2]
        if name.startswith("pergrad/"):
            target = name.removeprefix("pergrad/")
        elif quoted:
            target = os.path.normpath(os.path.join(os.path.dirname(header), name)).replace(os.sep, "/")
        else:
            if name in ("iostream", "ostream", "istream", "sstream", "fstream", "iomanip", "print"):
                yield number, "<stream>", name
            continue
        yield number, target if target in headers else None, name


def circle_in(includes):
    """Headers that include each other, first one repeated at the end; None if there are none."""
    done, path = set(), []

    def visit(header):
        if header in path:
            return path[path.index(header):] + [header]
        if header in done:
            return None
        path.append(header)
        for target in includes[header]:
            found = visit(target)
            if found:
                return found
        path.pop()
        done.add(header)
        return None

    return next(filter(None, map(visit, includes)), None)


def check(folder):
    """Every fault, as a sentence that starts with the file and the line."""
    headers = headers_of(folder)
    if not headers:
        return [f"{folder}: holds no headers"]
    faults, graph = [], {header: [] for header in headers}
    for header, text in headers.items():
        room = room_of(header)
        if room not in FLOOR_OF:
            faults.append(f"{header}: `{room}` has no floor; give it one in FLOORS of tests/architecture.py")
            continue
        if not re.match(r"\s*(#pragma once\s+)?(//|/\*)", text):
            faults.append(f"{header}:1: does not start with a comment that says what it is for")
        if not re.search(r"^#pragma once$", text, re.MULTILINE):
            faults.append(f"{header}:1: has no `#pragma once`")
        for number, target, name in includes_of(header, text, headers):
            at = f"{header}:{number}:"
            if target is None:
                faults.append(f"{at} includes {name}, which does not exist")
            elif target == "<stream>":
                if room not in PRINTING_ROOMS:
                    faults.append(f"{at} includes <{name}>; only inspect prints")
            else:
                graph[header].append(target)
                to = room_of(target)
                if to in FLOOR_OF and FLOOR_OF[to] > FLOOR_OF[room]:
                    faults.append(f"{at} includes {name}: {to} (floor {FLOOR_OF[to]}) is above {room} "
                                  f"(floor {FLOOR_OF[room]}); includes run downwards")
                elif to in FLOOR_OF and to != room and FLOOR_OF[to] == FLOOR_OF[room]:
                    faults.append(f"{at} includes {name}: {to} and {room} are neighbours on floor {FLOOR_OF[room]}; "
                                  "they don't know each other")
    circle = circle_in(graph)
    if circle:
        faults.append(f"{circle[0]}: includes itself by way of " + " -> ".join(circle))
    return faults


def self_test():
    """A good house has no fault; each bad one has exactly the fault it was built with."""
    top = "// What it is for.\n#pragma once\n"
    good = {"primitive/a.hpp": top, "graph/b.hpp": top + "#include <pergrad/primitive/a.hpp>\n",
            "graph/c.hpp": top + '#include "b.hpp"\n#include <vector>\n',
            "pergrad.hpp": top + "#include <pergrad/graph/c.hpp>\n"}
    cases = [
        (None, {}),
        ("is above", {"primitive/a.hpp": top + "#include <pergrad/graph/d.hpp>\n", "graph/d.hpp": top}),
        ("is above", {"primitive/a.hpp": top + '#include "../graph/d.hpp"\n', "graph/d.hpp": top}),
        ("is above", {"derive/e.hpp": top + "#  include <pergrad/batch/f.hpp>\n", "batch/f.hpp": top}),
        ("neighbours", {"inspect/g.hpp": top + "#include <pergrad/privacy/h.hpp>\n", "privacy/h.hpp": top}),
        ("by way of", {"graph/b.hpp": top + "#include <pergrad/graph/c.hpp>\n"}),
        ("by way of", {"graph/b.hpp": top + "#include <pergrad/graph/b.hpp>\n"}),
        ("does not exist", {"graph/b.hpp": top + "#include <pergrad/graph/gone.hpp>\n"}),
        ("comment", {"graph/b.hpp": "#pragma once\n#include <vector>\n// late\n"}),
        ("pragma once", {"graph/b.hpp": "// What it is for.\n"}),
        ("has no floor", {"cellar/i.hpp": top}),
        ("only inspect prints", {"graph/b.hpp": top + "#include <iostream>\n"}),
        (None, {"inspect/j.hpp": top + "#include <iostream>\n"}),
    ]
    missed = 0
    for wanted, changes in cases:
        with tempfile.TemporaryDirectory() as folder:
            for header, text in {**good, **changes}.items():
                path = os.path.join(folder, header)
                os.makedirs(os.path.dirname(path), exist_ok=True)
                with open(path, "w") as file:
                    file.write(text)
            faults = check(folder)
        if len(faults) != (wanted is not None) or (wanted and wanted not in faults[0]):
            missed += 1
            print(f"{changes}: wanted {wanted or 'no fault'}, found {faults}")
    with tempfile.TemporaryDirectory() as empty:
        if not check(empty):
            missed += 1
            print("an empty house passes")
    return missed


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    if sys.argv[1] == "--self-test":
        sys.exit(1 if self_test() else 0)
    faults = check(sys.argv[1])
    print("\n".join(faults) or f"{len(headers_of(sys.argv[1]))} headers, includes run one way")
    sys.exit(1 if faults else 0)


main()
