#!/usr/bin/env python3
"""Checks one program that must not compile.

The program carries comments that say what the compiler must answer:

    // GCC: <regex>     searched in GCC's first line that contains "error:"
    // ERRORS: any      without it the mistake must be the only error
    // CLANG: <text>    contained in Clang's output, blanks aside, once the pieces of a sentence that
                        Clang prints as separate template arguments are joined

Compiled with -DREPAIRED the same file must be accepted: so it fails for the one mistake it shows, not
for a typing error.
"""
import argparse
import os
import re
import shlex
import subprocess
import sys


def flags_of(args):
    with open(args.flags) as file:
        return [f for line in file for f in shlex.split(line) if f != "-I"]


# What all programs include, compiled once: most of the time goes there.
HEADER = "shardwise/dsl/program/program.hpp"


def precompile(args):
    header = os.path.join(args.precompiled, "precompiled.hpp")
    os.makedirs(args.precompiled, exist_ok=True)
    with open(header, "w") as file:
        file.write(f"#include <{HEADER}>\n")
    compiled = header + (".gch" if args.id == "GNU" else ".pch")
    subprocess.run([args.compiler, *flags_of(args), "-x", "c++-header", header, "-o", compiled], check=True)


def compile_source(args, extra):
    header = os.path.join(args.precompiled, "precompiled.hpp")
    command = [args.compiler, *flags_of(args), "-fsyntax-only", "-include", header, *extra, args.source]
    # One language and no line breaks, whatever the terminal.
    env = dict(os.environ, LC_ALL="C")
    result = subprocess.run(command, capture_output=True, text=True, errors="replace", env=env)
    return result.returncode, result.stderr + result.stdout


def expectations(source, compiler):
    with open(source) as file:
        found = re.findall(r"^\s*//\s*" + compiler + r":\s*(.*\S)\s*$", file.read(), re.M)
    if not found:
        sys.exit(f"{source}: no comment `// {compiler}: ...` says which message is expected")
    return found


def first_error(output):
    return next((line for line in output.splitlines() if "error:" in line), "")


# `"...meets a v"}, sw::fixed_string<31>{"alue..."`: from the end of one piece to the start of the next.
SEAM = re.compile(r'"[\s})\]]*,\s*(?:[\w:]+\s*(?:<[^<>"]*>)?\s*)?[\s{(\[]*"')


def joined(text):
    return re.sub(r"\s+", "", SEAM.sub("", text).replace('\\"', '"'))


def indent(text, lines=40):
    return "\n".join("    " + line for line in text.splitlines()[:lines])


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("source", nargs="?", help="without it the header is precompiled")
    parser.add_argument("--compiler", required=True)
    parser.add_argument("--id", required=True, choices=["GNU", "Clang"])
    parser.add_argument("--flags", required=True, help="a file of compiler flags")
    parser.add_argument("--precompiled", required=True, help="the folder of the precompiled header")
    parser.add_argument("--mistake-only", action="store_true", help="do not compile the repaired version")
    args = parser.parse_args()
    if not args.source:
        return precompile(args)

    wrong = []
    status, output = compile_source(args, [])
    first = first_error(output)
    if status == 0:
        wrong.append("it compiles, and must not")
    elif not first:
        wrong.append("the compiler failed without an error line:\n" + indent(output))
    elif args.id == "GNU":
        for regex in expectations(args.source, "GCC"):
            if not re.search(regex, first):
                wrong.append(f"the first error line\n{indent(first)}\n  does not match\n    {regex}")
    else:
        whole = joined(output)
        for text in expectations(args.source, "CLANG"):
            if joined(text) not in whole:
                wrong.append(f"the output\n{indent(output)}\n  does not contain\n    {text}")

    errors = [line for line in output.splitlines() if "error:" in line]
    if len(errors) > 1 and "// ERRORS: any" not in open(args.source).read():
        wrong.append("the mistake is not the only error:\n" + indent("\n".join(errors)))

    if "REPAIRED" not in open(args.source).read():
        wrong.append("it has no repaired version (#ifdef REPAIRED)")
    elif not args.mistake_only:
        status, output = compile_source(args, ["-DREPAIRED"])
        if status != 0:
            wrong.append("the repaired version does not compile:\n" + indent(output))

    for what in wrong:
        print(f"{args.source}: {what}")
    if not wrong:
        print(first)
    return bool(wrong)


if __name__ == "__main__":
    sys.exit(main())
