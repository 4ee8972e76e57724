#!/usr/bin/env python3
"""Writes measurements into the tables of docs/performance.md: scripts/bench --json FILE && test/benchmark/page.py FILE"""
import json
import os
import re
import sys

PAGE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../docs/performance.md")


def number(value, digits=2):
    """Three figures, or what `digits` says of ratios; empty for what was not measured."""
    if value is None:
        return ""
    return f"{value:.{digits}f}" if value < 100 else f"{value:.0f}"


def ratio(value, target):
    if value is None:
        return ""
    return f"{value:.2f}" + (f" (target {target:.2f})" if target and value > target else "")


def at_least(value, target):
    return f"{value:.2f}" + (f" (target {target:.2f})" if target and value < target else "")


def devices(config):
    kind, _, rest = config.partition(", ")
    return {"threads 2": "2 threads", "mpi 2": "2 ranks"}.get(kind, kind), rest


def table(heads, rows):
    return ["| " + " | ".join(heads) + " |", "|" + "---|" * len(heads)] + ["| " + " | ".join(r) + " |" for r in rows]


def machine(rows):
    return [f"Measured on: {r['config']}." for r in rows if r["name"] == "machine"]


def steps(rows):
    heads = ["step", "devices", "sizes on each", "ours, ms", "by hand, ms", "ratio", "to PyTorch", "to JAX",
             "to Debian's PyTorch"]
    return table(heads, [[r["name"], *devices(r["config"]), number(r["ours_ms"]), number(r["hand_ms"]),
                          ratio(r["ratio_to_hand"], r["target"]), ratio(r.get("ratio_to_torch"), r.get("target_peers")),
                          ratio(r.get("ratio_to_jax"), r.get("target_peers")),
                          ratio(r.get("ratio_to_torch_debian"), r.get("target_peers"))]
                         for r in rows if r["name"] in ("microbatch", "mlp", "transformer")])


def peak(rows):
    heads = ["devices", "sizes on each", "ours", "by hand", "the products alone, by OpenBLAS", "temporaries, MB",
             "activations at least, MB", "weights, MB"]
    return table(heads, [[*devices(r["config"]), at_least(r["of_fma_peak"], r.get("target_of_fma_peak")), number(r["hand_of_fma_peak"]),
                          number(r["products_of_fma_peak"]), number(r["temporaries_mb"]),
                          number(r["activations_bound_mb"]), number(r["weights_mb"])]
                         for r in rows if r["name"] == "microbatch"])


def reduced(rows):
    heads = ["devices", "sizes on each", "reduced, ms", "replicated, ms", "by hand: reduced", "replicated"]
    return table(heads, [[*devices(r["config"]), number(r["ours_ms"]), number(r["replicated_ms"]), number(r["hand_ms"]),
                          number(r["hand_replicated_ms"])] for r in rows if r["name"] == "reduced"])


def weak(rows):
    heads = ["sizes on each device", "1 device, ms", "2 devices, ms", "efficiency"]
    return table(heads, [[r["config"].partition(", ")[2], number(r["one_device_ms"]), number(r["ours_ms"]),
                          at_least(r["efficiency"], r.get("target_efficiency"))]
                         for r in rows if r["name"] == "weak scaling"])


def kernels(rows):
    heads = ["kernel", "ours, us", "by hand, us", "ratio", "of copy bandwidth", "by hand"]
    return table(heads, [[r["config"], number(r["ours_ms"] * 1e3, 1), number(r["hand_ms"] * 1e3, 1),
                          ratio(r["ratio_to_hand"], r["target"]),
                          at_least(r["of_copy_bandwidth"], r.get("target_of_copy_bandwidth")),
                          number(r["hand_of_copy_bandwidth"])] for r in rows if r["name"] == "kernel"])


def gemm(rows):
    heads = ["product", "ours, GF/s", "OpenBLAS, GF/s", "ratio of times"]
    return table(heads, [[r["config"], number(r["gigaflops"], 0), number(r["hand_gigaflops"], 0),
                          ratio(r["ratio_to_hand"], r["target"])] for r in rows if r["name"] == "gemm"])


def packed(rows):
    heads = ["product", "ours, GF/s", "OpenBLAS, GF/s", "ratio of times"]
    return table(heads, [[r["config"], number(r["gigaflops"], 0), number(r["hand_gigaflops"], 0),
                          number(r["ratio_to_hand"])] for r in rows if r["name"] == "packed"])


def all_reduce(rows):
    heads = ["", "devices", "bytes", "ours, us", "limit, us", "ratio", "copying once, us",
             "MPI's call, us", "link, us"]
    us = lambda value: number(value * 1e3, 0) if value is not None else ""
    return table(heads, [[r["name"], *devices(r["config"]), us(r["ours_ms"]), us(r["hand_ms"]),
                          ratio(r["ratio_to_hand"], r["target"]), us(r.get("copy_ms")), us(r.get("mpi_call_ms")),
                          number(r.get("link_us"))]
                         for r in rows if r["name"].startswith("all_reduce")])


def scalars(rows):
    return [f"100 dependent scalar equations: {r['ours_ms'] * 1e6:.0f} ns a call, {r['ns_an_equation']:.1f} ns an "
            f"equation; a call with 2 equations: {r['ns_of_2_equations']:.0f} ns" for r in rows if r["name"] == "scalars"]


def compilers(rows):
    out = []
    for r in rows:
        if r["name"] == "compile":
            compiler, program = r["config"].split(", ", 1)
            program = f"`{program}`" if program.startswith("examples") else program
            seconds, target = r["ours_ms"] / 1e3, (r.get("target_ms") or 0) / 1e3
            missed = f" (target {target:.0f})" if target and seconds > target else ""
            out.append([compiler, program, number(seconds, 1) + missed, number(r["peak_bytes"] / 1e6, 0)])
    return table(["compiler", "program", "s", "MB"], out)


TABLES = {"machine": machine, "steps": steps, "peak": peak, "reduced": reduced, "weak": weak, "kernels": kernels, "gemm": gemm, "packed": packed,
          "all_reduce": all_reduce, "scalars": scalars, "compile": compilers}


def main():
    with open(sys.argv[1]) as file:
        rows = json.load(file)
    with open(PAGE) as file:
        page = file.read()
    for name, make in TABLES.items():
        lines = make(rows)
        if len(lines) < (1 if name in ("machine", "scalars") else 3):
            print(f"nothing measured for the table `{name}`: it stays")
            continue
        body = "\n".join(lines)
        page, n = re.subn(rf"(<!-- measured {name} -->\n)(?:.*\n)*?(<!-- end -->)", lambda m: f"{m[1]}{body}\n{m[2]}",
                          page)
        if n != 1:
            sys.exit(f"{PAGE}: no place for the table `{name}`")
    with open(PAGE, "w") as file:
        file.write(page)


main()
