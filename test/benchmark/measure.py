#!/usr/bin/env python3
"""Measures steps and compilers, and writes the tables of docs/performance.md.

    measure.py --root FOLDER --bin FOLDER --layout FOLDER [--only run|compile] [--print]

Between `<!-- measured NAME -->` and `<!-- end -->` the page has one table; with --print they go to stdout instead.
"""
import argparse
import os
import re
import shutil
import subprocess
import sys

COMPILERS = {
    "g++": ["-fconstexpr-ops-limit=1000000000000", "-fconstexpr-loop-limit=2000000000", "-fconstexpr-depth=4096",
            "-ftemplate-depth=4096"],
    "clang++-16": ["-fconstexpr-steps=2147483647", "-fconstexpr-depth=4096", "-fbracket-depth=1024",
                   "-ftemplate-depth=4096"],
}


def output(command, **more):
    env = dict(os.environ, OPENBLAS_NUM_THREADS="1", OMP_NUM_THREADS="1", OMPI_ALLOW_RUN_AS_ROOT="1",
               OMPI_ALLOW_RUN_AS_ROOT_CONFIRM="1", OMPI_MCA_rmaps_base_oversubscribe="1",
               OMPI_MCA_btl_vader_single_copy_mechanism="none")
    env.pop("OPENBLAS_CORETYPE", None)
    return subprocess.run(command, check=True, text=True, stdout=subprocess.PIPE, env=env, **more).stdout


def cost(command):
    """CPU seconds and the most memory in MB of one command."""
    process = subprocess.Popen(command)
    _, status, used = os.wait4(process.pid, 0)
    if status:
        sys.exit(f"failed: {' '.join(command)}")
    return used.ru_utime + used.ru_stime, used.ru_maxrss / 1024


def step_table(args):
    rows = ["| devices | rows | width | Shardwise, ms | by hand, ms | ratio |", "|---|---|---|---|---|---|"]
    program = os.path.join(args.bin, "bench_microbatch")
    runs = [[program, "--devices", "2"]]
    if shutil.which("mpiexec"):
        runs.append(["mpiexec", "-n", "2", program])
    for run in runs:
        for m in re.finditer(r"^(\w+) +rows +(\d+) d +(\d+): ours +([\d.]+) ms, by hand +([\d.]+) ms, ratio ([\d.]+)",
                             output(run), re.M):
            name = "2 threads" if m[1] == "threads" else "2 ranks"
            rows.append(f"| {name} | {m[2]} | {m[3]} | {float(m[4]):.1f} | {float(m[5]):.1f} | {float(m[6]):.2f} |")
    return rows


def scalar_table(args):
    return [output([os.path.join(args.bin, "bench_scalars")]).strip()]


def compile_table(args):
    rows = ["| file | equations | " + " | ".join(f"{c}, s | {c}, MB" for c in COMPILERS) + " |",
            "|---|---|" + "---|" * 2 * len(COMPILERS)]
    files = [("examples/microbatch.cpp", None), ("examples/fashion_mnist.cpp", None)]
    files += [("test/benchmark/straight_line.cpp", n) for n in (22, 45, 90)]
    for file, length in files:
        cells = []
        for compiler, limits in COMPILERS.items():
            if not shutil.which(compiler):
                cells += ["", ""]
                continue
            seconds, megabytes = cost(
                [compiler, "-std=c++20", "-O2", "-c", "-o", os.devnull, *limits,
                 *([f"-DLENGTH={length}"] if length else []), f"-I{args.root}/include", f"-I{args.layout}",
                 os.path.join(args.root, file)])
            cells += [f"{seconds:.1f}", f"{megabytes:.0f}"]
        rows.append(f"| `{file}` | {11 * length + 6 if length else ''} | {' | '.join(cells)} |")
    return rows


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--root", required=True)
    parser.add_argument("--bin", required=True, help="where the programs are")
    parser.add_argument("--layout", required=True, help="the folder that has shardwise/dsl")
    parser.add_argument("--only", choices=["run", "compile"])
    parser.add_argument("--print", action="store_true")
    args = parser.parse_args()

    tables = {}
    if args.only != "compile":
        tables |= {"step": step_table(args), "scalars": scalar_table(args)}
    if args.only != "run":
        tables["compile"] = compile_table(args)
    page = os.path.join(args.root, "docs/performance.md")
    text = open(page).read()
    for name, rows in tables.items():
        body = "\n".join(rows)
        if args.print:
            print(f"{name}:\n{body}\n")
        text, n = re.subn(rf"(<!-- measured {name} -->\n)(?:.*\n)*?(<!-- end -->)", lambda m: f"{m[1]}{body}\n{m[2]}", text)
        if n != 1:
            sys.exit(f"{page}: no place for the table {name}")
    if not args.print:
        open(page, "w").write(text)
        print("docs/performance.md has the new tables")


if __name__ == "__main__":
    main()
