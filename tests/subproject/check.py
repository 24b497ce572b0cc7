#!/usr/bin/env python3
"""Makes a Meson project of what README.md shows, its program and its meson.build, with pergrad as a subproject; builds
it with Meson's default options, checks that nothing of pergrad's tests, measurements and examples is configured there,
and that the program prints what README.md says.

    check.py ROOT     ROOT is pergrad's own folder
"""
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile


def run(*command):
    print("$", *command, flush=True)
    return subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout


def first_block(readme, language):
    block = re.search(rf"^```{language}\n(.*?)^```$", readme, re.DOTALL | re.MULTILINE)
    return block.group(1) if block else sys.exit(f"README.md has no block of {language}")


def main():
    root = os.path.abspath(sys.argv[1])
    with open(os.path.join(root, "README.md")) as file:
        readme = file.read()
    with tempfile.TemporaryDirectory() as folder:
        user, build = os.path.join(folder, "user"), os.path.join(folder, "build")
        leave_out = shutil.ignore_patterns(".git", "build", "results", "__pycache__",
                                           "xsimd-*", "benchmark-*", "packagecache")
        shutil.copytree(root, os.path.join(user, "subprojects", "pergrad"), ignore=leave_out)
        for name, language in (("main.cpp", "cpp"), ("meson.build", "meson")):
            with open(os.path.join(user, name), "w") as file:
                file.write(first_block(readme, language))

        run("meson", "setup", build, user)
        strangers = [target["name"] for target in json.loads(run("meson", "introspect", "--targets", build))
                     if target["defined_in"] != os.path.join(user, "meson.build")]
        strangers += [test["name"] for test in json.loads(run("meson", "introspect", "--tests", build))]
        if strangers:
            sys.exit("the subproject brings along: " + ", ".join(strangers))
        run("meson", "compile", "-C", build)
        printed, promised = run(os.path.join(build, "mine")), first_block(readme, "text")
        if printed != promised:
            sys.exit(f"README.md says:\n{promised}\nits program prints:\n{printed}")


main()
