#!/usr/bin/env python3
"""Compile time and peak memory of the examples, and of straight-line programs with gradient.

LAYOUT_DIR holds shardwise/dsl and shardwise/backends (a build's layout folder).
"""
import os
import argparse
import glob
import json
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
    command = [compiler, "-std=c++20", "-O2", "-march=native", *LIMITS.get(compiler, []), *includes, "-c", source, "-o", output]
    process = subprocess.Popen(command)
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        sys.exit(f"{' '.join(command)}: failed")
    return usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024


# CPU seconds and bytes that an example may take with GCC.
TARGETS = {"transformer_block": (40, 3e9), "microbatch": (10, None)}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("source")
    parser.add_argument("layout")
    parser.add_argument("compilers", nargs="*", default=["g++", "clang++-16"])
    parser.add_argument("--quick", action="store_true", help="the examples that have a target only")
    parser.add_argument("--out", help="append rows as JSON to this file")
    options = parser.parse_intermixed_args()
    includes = ["-I", options.layout, "-I", os.path.join(options.source, "include"), "-I",
                os.path.join(options.source, "examples")]

    def report(compiler, what, seconds, megabytes, more=""):
        print(f"{compiler}: {what}: {seconds:.1f} s, {megabytes:.0f} MB{more}", flush=True)
        if not options.out:
            return
        target, memory = TARGETS.get(os.path.basename(what).split(".")[0], (None, None)) if compiler == "g++" else (None, None)
        with open(options.out, "a") as file:
            json.dump({"name": "compile", "config": f"{compiler}, {what}", "ours_ms": seconds * 1e3, "hand_ms": None,
                       "ratio_to_hand": None, "target": None, "target_ms": target and target * 1e3,
                       "peak_bytes": megabytes * 1e6, "target_bytes": memory}, file)
            file.write("\n")

    with tempfile.TemporaryDirectory() as folder:
        out = os.path.join(folder, "out.o")
        for compiler in options.compilers:
            previous = None
            for layers in () if options.quick else (21, 42, 84):
                text = os.path.join(folder, f"line{layers}.cpp")
                with open(text, "w") as file:
                    file.write(straight_line(layers))
                seconds, megabytes = compile_one(compiler, text, out, includes)
                subprocess.run([compiler, out, "-o", out + ".run"], check=True)
                equations = subprocess.run([out + ".run"], capture_output=True, text=True, check=True).stdout.strip()
                growth = f", {seconds / previous:.2f} times the one before" if previous else ""
                report(compiler, f"{equations} equations with gradient", seconds, megabytes, growth)
                previous = seconds
            for source in sorted(glob.glob(os.path.join(options.source, "examples", "*.cpp"))):
                example = os.path.basename(source)
                if not options.quick or example.removesuffix(".cpp") in TARGETS:
                    report(compiler, f"examples/{example}", *compile_one(compiler, source, out, includes))


main()
