#!/usr/bin/env python3
"""Writes what scripts/bench prints into the tables of docs/performance.md: scripts/bench | test/benchmark/page.py"""
import os
import re
import sys

PAGE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../docs/performance.md")


def step(text):
    rows = ["| devices | rows | width | Shardwise, ms | by hand, ms | ratio |", "|---|---|---|---|---|---|"]
    for m in re.finditer(r"^(threads|mpi) +rows +(\d+) d +(\d+): ours +([\d.]+) ms, by hand +([\d.]+) ms, ratio ([\d.]+)",
                         text, re.M):
        name = {"threads": "2 threads", "mpi": "2 ranks"}[m[1]]
        rows.append(f"| {name} | {m[2]} | {m[3]} | {float(m[4]):.1f} | {float(m[5]):.1f} | {float(m[6]):.2f} |")
    return rows


def scalars(text):
    return re.findall(r"^100 dependent scalar equations: .*", text, re.M)


def compilers(text):
    rows = ["| compiler | program | s | MB |", "|---|---|---|---|"]
    for m in re.finditer(r"^(\S+): (\d+ equations with gradient|examples/\S+): ([\d.]+) s, (\d+) MB", text, re.M):
        program = f"`{m[2]}`" if m[2].startswith("examples") else m[2]
        rows.append(f"| {m[1]} | {program} | {m[3]} | {m[4]} |")
    return rows


def main():
    text = sys.stdin.read()
    page = open(PAGE).read()
    for name, rows, least in (("step", step(text), 3), ("scalars", scalars(text), 1), ("compile", compilers(text), 3)):
        if len(rows) < least:
            print(f"nothing measured for the table `{name}`: it stays")
            continue
        body = "\n".join(rows)
        page, n = re.subn(rf"(<!-- measured {name} -->\n)(?:.*\n)*?(<!-- end -->)", lambda m: f"{m[1]}{body}\n{m[2]}", page)
        if n != 1:
            sys.exit(f"{PAGE}: no place for the table `{name}`")
    open(PAGE, "w").write(page)


main()
