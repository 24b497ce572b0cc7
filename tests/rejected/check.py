#!/usr/bin/env python3
"""Checks that a program is refused by the compiler, for the reason and with the words that it names.

    check.py NAME.cpp -- COMPILER FLAGS...
    check.py --self-test -- COMPILER FLAGS...

NAME.cpp starts with comment lines `// expect: TEXT`. Compiled with -DACCEPTED it must be accepted (so that it isn't
refused for a slip elsewhere); without, it must be refused, and the first error line must contain each TEXT.
"""
import os
import re
import subprocess
import sys
import tempfile


def compile_it(command, source, *flags):
    """The exit code and what the compiler says, uncut and in English."""
    done = subprocess.run([*command, *flags, "-fsyntax-only", source], text=True, errors="replace",
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT, env={**os.environ, "LC_ALL": "C"})
    return done.returncode, done.stdout


def head(text, lines=12):
    return "".join("    | " + line + "\n" for line in text.splitlines()[:lines])


def check(source, command):
    """What is wrong with the program, as text; empty if it is refused as it says."""
    with open(source) as file:
        expected = re.findall(r"^// expect: (.*\S)\s*$", file.read(), re.MULTILINE)
    if not expected:
        return "has no line `// expect: TEXT`\n"

    code, said = compile_it(command, source, "-DACCEPTED")
    if code != 0:
        return "its twin (-DACCEPTED) is refused, but must be accepted:\n" + head(said)
    code, said = compile_it(command, source)
    if code == 0:
        return "is accepted, but must be refused\n"
    errors = [line for line in said.splitlines() if re.search(r"\berror: ", line)]
    if not errors:
        return "is refused without an error line (did the compiler crash?):\n" + head(said)
    missing = [text for text in expected if text not in errors[0].split("error: ", 1)[1]]
    if missing:
        return ("is refused, but its first error line lacks\n" + "".join(f"      {text}\n" for text in missing)
                + "    the line is\n" + head(errors[0]))
    print(errors[0])
    return ""


def self_test(command):
    """Each way to be wrong must be noticed."""
    refused = "#ifdef ACCEPTED\nint n = 1;\n#else\nundeclared n = 1;\n#endif\n"
    cases = [
        ("", "// expect: undeclared\n" + refused),
        ("", "// expect: late\ntemplate<class> struct late;\ntemplate<class T> auto f(T t) {\n#ifndef ACCEPTED\n"
             "using stop = typename late<T>::stop;\n#endif\nreturn t; }\nint main() { return f(0); }\n"),
        ("no line", refused),
        ("lacks", "// expect: undeclared\n// expect: some other reason\n" + refused),
        ("lacks", "// expect: second_one\n#ifndef ACCEPTED\nfirst_one a;\nsecond_one b;\n#endif\n"),
        ("is accepted", "// expect: undeclared\nint n = 1;\n"),
        ("twin", "// expect: undeclared\nundeclared n = 1;\n"),
    ]
    missed = 0
    with tempfile.TemporaryDirectory() as folder:
        for wanted, text in cases:
            source = os.path.join(folder, "program.cpp")
            with open(source, "w") as file:
                file.write(text)
            found = check(source, command)
            if (wanted == "") != (found == "") or wanted not in found:
                missed += 1
                print(f"wanted `{wanted or 'nothing wrong'}`, got `{found}` for\n{text}")
    return missed


def main():
    if len(sys.argv) < 4 or sys.argv[2] != "--":
        sys.exit(__doc__)
    source, command = sys.argv[1], sys.argv[3:]
    if source == "--self-test":
        sys.exit(1 if self_test(command) else 0)
    wrong = check(source, command)
    if wrong:
        sys.exit(f"{source}, with {command[0]}: {wrong}")


main()
