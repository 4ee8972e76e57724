#!/usr/bin/env python3
"""Compile time and peak memory of the examples, and of straight-line programs with gradient.

usage: compile_time.py SOURCE_DIR LAYOUT_DIR [COMPILER ...]
LAYOUT_DIR holds shardwise/dsl and shardwise/backends (a build's layout folder).
"""
import os
import resource
import subprocess
import sys
import tempfile

LIMITS = {
    "g++": ["-fconstexpr-ops-limit=1000000000000", "-fconstexpr-loop-limit=2000000000", "-fconstexpr-depth=4096"],
    "clang++-16": ["-fconstexpr-steps=2147483647", "-fbracket-depth=1024"],
}


def straight_line(layers):
    """About 12 equations a layer, with its gradient."""
    body = "".join(f"  auto h{i + 1} = sw::tanh(sw::matmul(h{i}, w) + b);\n" for i in range(layers))
    return f"""#include <shardwise/dsl.hpp>
#include <cstdio>
namespace sw = shardwise;
inline constexpr auto f = [](auto w, auto b, auto x) {{
  auto h0 = x;
{body}  return sw::sum(sw::square(h{layers}));
}};
inline constexpr auto step = [](auto w, auto b, auto x) {{ return sw::grad<0, 1>(f)(w, b, x); }};
using Step = sw::Program<step, "f32[d,d]{{R:X}}", "f32[d]{{R:X}}", "f32[batch@X,d]">;
int main() {{ std::printf("%zu\\n", Step::frozen.equations.size()); }}
"""


def compile_one(compiler, source, output, includes):
    command = [compiler, "-std=c++20", "-O2", *LIMITS.get(compiler, []), *includes, "-c", source, "-o", output]
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    process = subprocess.Popen(command)
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        sys.exit(f"{' '.join(command)}: failed")
    del before
    return usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024


def main():
    source, layout = sys.argv[1], sys.argv[2]
    compilers = sys.argv[3:] or ["g++", "clang++-16"]
    includes = ["-I", layout, "-I", os.path.join(source, "include"), "-I", os.path.join(source, "examples")]
    with tempfile.TemporaryDirectory() as folder:
        out = os.path.join(folder, "out.o")
        for compiler in compilers:
            previous = None
            for layers in (21, 42, 84):
                text = os.path.join(folder, f"line{layers}.cpp")
                with open(text, "w") as file:
                    file.write(straight_line(layers))
                seconds, megabytes = compile_one(compiler, text, out, includes)
                subprocess.run([compiler, out, "-o", out + ".run"], check=True)
                equations = subprocess.run([out + ".run"], capture_output=True, text=True, check=True).stdout.strip()
                growth = f", {seconds / previous:.2f} times the one before" if previous else ""
                print(f"{compiler}: {equations} equations with gradient: {seconds:.1f} s, {megabytes:.0f} MB{growth}", flush=True)
                previous = seconds
            for example in ("microbatch", "fashion_mnist"):
                seconds, megabytes = compile_one(compiler, os.path.join(source, "examples", example + ".cpp"), out, includes)
                print(f"{compiler}: examples/{example}.cpp: {seconds:.1f} s, {megabytes:.0f} MB", flush=True)


main()
