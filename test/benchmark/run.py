#!/usr/bin/env python3
"""Runs the benchmarks of a build, on threads and under MPI, and the peers; prints the table and writes JSON.

usage: run.py BUILD_DIR [NAME ...] [--quick] [--json FILE] [--peers] [--threads-only]
A row is {name, config, ours_ms, hand_ms, ratio_to_hand, target, ...}; what was not measured is null.
"""
import argparse
import ctypes
import datetime
import json
import os
import platform
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
# Debian's own Python, for Debian's PyTorch (python3-torch) where it is installed.
DEBIAN = ("/usr/bin/python3", "-c")
# The benchmarks by program: what each can be asked for, and whether it runs under MPI too.
PROGRAMS = [
    ("bench_microbatch", ["microbatch", "reduced", "weak"], True),
    ("bench_mlp", ["mlp"], True),
    ("bench_transformer", ["transformer"], True),
    ("bench_collectives", ["collectives", "all_reduce"], True),
    ("bench_kernels", ["kernel", "gemm", "packed"], False),
    ("bench_scalars", ["scalars"], False),
]


def cpu_flags():
    with open("/proc/cpuinfo") as file:
        return next((line.split() for line in file if line.startswith("flags")), [])


def openblas_environment():
    """The variable that tells OpenBLAS whose kernels to take, where it does not know the CPU (kernels::blas::knows_cpu):
    with those without AVX what is written by hand would be no opponent. Users run without it; docs/performance.md."""
    try:
        library = ctypes.CDLL("libopenblas.so.0")
        library.openblas_get_corename.restype = ctypes.c_char_p
        unknown = library.openblas_get_corename() == b"Prescott"
    except (OSError, AttributeError):
        return {}
    core_of = {"avx2": "HASWELL", "avx512f": "SKYLAKEX"}
    return next(({"OPENBLAS_CORETYPE": core_of[f]} for f in ("avx512f", "avx2") if unknown and f in cpu_flags()), {})


OPENBLAS = openblas_environment()


def environment():
    env = dict(os.environ, OPENBLAS_NUM_THREADS="1", OMP_NUM_THREADS="1", **OPENBLAS)
    env.update(OMPI_ALLOW_RUN_AS_ROOT="1", OMPI_ALLOW_RUN_AS_ROOT_CONFIRM="1")
    return env


def run(command, **more):
    print("$", " ".join(command), flush=True)
    status = subprocess.run(command, env={**environment(), **more}).returncode
    if status:
        print(f"{command[0]}: status {status}", flush=True)
    return status


def machine():
    """A row that says where the others were measured."""
    facts = {}
    with open("/proc/cpuinfo") as file:
        for line in file:
            key, _, value = line.partition(":")
            facts.setdefault(key.strip(), value.strip())
    cores = len(os.sched_getaffinity(0))
    caches = []
    for index in range(8):
        folder = f"/sys/devices/system/cpu/cpu0/cache/index{index}"
        if not os.path.exists(folder):
            break
        level, kind, size = (open(f"{folder}/{name}").read().strip() for name in ("level", "type", "size"))
        if kind != "Instruction":
            caches.append(f"L{level} {size}")
    flags = cpu_flags()
    vectors = next((name for flag, name in (("avx512f", "AVX-512"), ("avx2", "AVX2")) if flag in flags), "SSE")
    told = "".join(f", OpenBLAS told to take {core}" for core in OPENBLAS.values())
    gcc = subprocess.run(["g++", "-dumpfullversion"], capture_output=True, text=True).stdout.strip()
    return {"name": "machine", "ours_ms": None, "hand_ms": None, "ratio_to_hand": None, "target": None,
            "config": f"{facts.get('model name', platform.machine())}, {cores} cores, {vectors}, {', '.join(caches)}, "
                      f"GCC {gcc}{told}, {datetime.date.today()}"}


def mpiexec(program):
    return ["mpiexec", "--mca", "rmaps_base_oversubscribe", "1", "--mca", "btl_vader_single_copy_mechanism", "none",
            "-n", "2", *program]


def peers(options, names):
    """What PyTorch and JAX took, by benchmark and sizes; runs them in a virtual environment in the build folder."""
    folder = os.path.join(os.path.abspath(options.build), "peers")
    if run([os.path.join(HERE, "peers/setup"), folder]):
        return {}, ["peers/setup"]
    figures, failed = {}, []
    with tempfile.NamedTemporaryFile(suffix=".jsonl") as out:
        python = os.path.join(folder, "bin/python")
        peers_found = [(python, "torch_peer.py", "torch"), (python, "jax_peer.py", "jax")]
        if os.path.exists(DEBIAN[0]) and subprocess.run([*DEBIAN, "import torch"], capture_output=True).returncode == 0:
            peers_found.append((DEBIAN[0], "torch_peer.py", "torch_debian"))
        for python, peer, name in peers_found:
            command = [python, os.path.join(HERE, "peers", peer), out.name, *names,
                       *(["--quick"] if options.quick else [])]
            failed += [name] * bool(run(command, PEER_NAME=name))
        for line in out.read().splitlines():
            row = json.loads(line)
            figures.setdefault((row.pop("benchmark"), row.pop("sizes")), {}).update(row)
    return figures, failed


def peer_versions(options):
    program = "import torch, jax; print(f', PyTorch {torch.__version__}, JAX {jax.__version__}', end='')"
    pypi = [os.path.join(os.path.abspath(options.build), "peers/bin/python"), "-c", program]
    debian = [*DEBIAN, "import torch; print(f', PyTorch of Debian {torch.__version__}', end='')"]
    return "".join(subprocess.run(command, capture_output=True, text=True).stdout for command in (pypi, debian)
                   if os.path.exists(command[0]))


def peer_target(name, sizes):
    """The most that our time may be of a peer's."""
    if name == "mlp":
        return 0.7
    if name == "transformer" or sizes.endswith("D 256"):
        return 0.4
    if sizes.endswith("D 512"):
        return 0.7
    return 0.85 if sizes == "rows 256, D 1024" else None


def add_peers(rows, figures):
    for r in rows:
        sizes = r["config"].partition(", ")[2]
        found = figures.get((r["name"], sizes))
        if not found:
            continue
        r.update(found)
        for peer in ("torch", "jax", "torch_debian"):
            if r.get("ours_ms") and found.get(f"{peer}_ms"):
                r[f"ratio_to_{peer}"] = r["ours_ms"] / found[f"{peer}_ms"]
        r["target_peers"] = peer_target(r["name"], sizes)


def cell(value, form):
    return "" if value is None else format(value, form)


def against(ratio, target):
    """A ratio with its target, and a mark where it is missed."""
    if not ratio:
        return ""
    if not target:
        return f"{ratio:.2f}"
    return f"{ratio:.2f} (at most {target:.2f}{': missed' if ratio > target else ''})"


def more(r):
    """Other figures that have a target."""
    out = []
    for key, target, text in (("of_fma_peak", "target_of_fma_peak", "of FMA peak"),
                              ("efficiency", "target_efficiency", "efficiency"),
                              ("of_copy_bandwidth", "target_of_copy_bandwidth", "of copy bandwidth")):
        if key in r:
            least = r.get(target)
            missed = ": missed" if least and r[key] < least else ""
            out.append(f"{text} {r[key]:.2f}" + (f" (at least {least:.2f}{missed})" if least else ""))
    if "peak_bytes" in r:
        limits = ((r["ours_ms"] / 1e3, r.get("target_ms") and r["target_ms"] / 1e3, "s"),
                  (r["peak_bytes"] / 1e9, r.get("target_bytes") and r["target_bytes"] / 1e9, "GB"))
        out += [f"{value:.1f} {unit}" + (f" (at most {most:.0f}{': missed' if value > most else ''})" if most else "")
                for value, most, unit in limits]
    return ", ".join(out)


def table(rows):
    """What was measured, as Markdown."""
    lines = ["| benchmark | devices and sizes | ours, ms | by hand, ms | ratio | ratio to PyTorch | ratio to JAX"
             " | to Debian's PyTorch | more |", "|---|---|---|---|---|---|---|---|---|"]
    for r in rows:
        if r["name"] == "machine":
            continue
        target = r.get("target_peers")
        lines.append(f"| {r['name']} | {r['config']} | {cell(r.get('ours_ms'), '.3f')} | {cell(r.get('hand_ms'), '.3f')}"
                     f" | {against(r.get('ratio_to_hand'), r.get('target'))}"
                     f" | {against(r.get('ratio_to_torch'), target)} | {against(r.get('ratio_to_jax'), target)}"
                     f" | {against(r.get('ratio_to_torch_debian'), target)} | {more(r)} |")
    return "\n".join(lines)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("build")
    parser.add_argument("names", nargs="*", help="parts of names of benchmarks; all without")
    parser.add_argument("--quick", action="store_true", help="fewer rounds")
    parser.add_argument("--json", help="write the rows to this file")
    parser.add_argument("--peers", action="store_true", help="JAX and PyTorch too")
    parser.add_argument("--threads-only", action="store_true", help="not under MPI")
    options = parser.parse_intermixed_args()
    wanted = lambda name: not options.names or any(n in name for n in options.names)

    failed = []
    with tempfile.NamedTemporaryFile(suffix=".jsonl") as out:
        for program, names, mpi in PROGRAMS:
            path = os.path.join(options.build, "test/benchmark", program)
            picked = [n for n in names if wanted(n)]
            if not picked or not os.path.exists(path):
                continue
            arguments = [path, *picked, "--out", out.name, *(["--quick"] if options.quick else [])]
            runs = [[*arguments, "--devices", "2"]]
            if mpi and not options.threads_only:
                runs.append(mpiexec(arguments))
            failed += [" ".join(command) for command in runs if run(command)]
        if wanted("compile"):
            failed += ["compile_time.py"] * bool(run([sys.executable, os.path.join(HERE, "compile_time.py"),
                                                      os.path.join(HERE, "../.."), os.path.join(options.build, "layout"),
                                                      "--out", out.name, *(["--quick"] if options.quick else [])]))
        rows = [machine(), *(json.loads(line) for line in out.read().splitlines())]

    def write():
        if options.json:
            with open(options.json, "w") as file:
                json.dump(rows, file, indent=1)

    write()  # what was measured is there, whatever becomes of the peers
    with_peers = [n for n in ("microbatch", "mlp", "transformer") if wanted(n)]
    if options.peers and with_peers:
        figures, missing = peers(options, with_peers)
        failed += missing
        add_peers(rows, figures)
        rows[0]["config"] += peer_versions(options)

    print("\n" + table(rows))
    write()
    if failed:
        sys.exit("failed: " + "; ".join(failed))


main()
