"""What the peers share: two processes, a core and a thread each, the sizes, medians, and rows of JSON."""
import json
import multiprocessing
import os
import statistics
import sys
import time

PORT = int(os.environ.get("PEER_PORT", "29512"))


def sizes(quick):
    """(benchmark, sizes as the table writes them, arguments), the same as the C++ benchmarks'."""
    for rows in (16, 64, 256):
        for d in (256, 512, 1024):
            if not (quick and rows == 256 and d == 1024):
                yield "microbatch", f"rows {rows}, D {d}", (rows, d)
    for rows in (60, 240):
        yield "mlp", f"2 microbatches of {rows}", (2, rows)
    for batch in (8, 16):
        yield "transformer", f"batch {batch}", (batch,)


def median(step, barrier, quick):
    """Median milliseconds of step(), which all processes call together; two calls warm up."""
    for _ in range(2):
        barrier.wait()
        start = time.perf_counter()
        step()
        once = time.perf_counter() - start
    # The processes must agree on the number of rounds: both round the same way only if one says it.
    rounds.value = max(3, min(101, int((0.3 if quick else 1.0) / once))) if rank == 0 else rounds.value
    barrier.wait()
    n, times = rounds.value, []
    for _ in range(n):
        barrier.wait()
        start = time.perf_counter()
        step()
        times.append((time.perf_counter() - start) * 1e3)
    return statistics.median(times)


def worker(me, start_line, shared_rounds, run, arguments):
    global rank, rounds
    rank, rounds = me, shared_rounds
    cores = sorted(os.sched_getaffinity(0))
    os.sched_setaffinity(0, {cores[me % len(cores)]})
    run(me, 2, start_line, arguments)


def main(run):
    """Calls run(rank, processes, barrier, (quick, names, emit)) in two processes. usage: PEER OUT [--quick] [NAME ...]"""
    out, quick, names = sys.argv[1], "--quick" in sys.argv, [a for a in sys.argv[2:] if not a.startswith("--")]
    for name in ("OMP_NUM_THREADS", "MKL_NUM_THREADS", "OPENBLAS_NUM_THREADS"):
        os.environ[name] = "1"

    def emit(benchmark, sizes_text, **figures):
        with open(out, "a") as file:
            json.dump({"benchmark": benchmark, "sizes": sizes_text, **figures}, file)
            file.write("\n")
        print(f"{benchmark}, {sizes_text}: " + ", ".join(f"{k} {v:.2f}" for k, v in figures.items()), flush=True)

    context = multiprocessing.get_context("fork")
    barrier, shared = context.Barrier(2), context.Value("i", 3)
    todo = [s for s in sizes(quick) if not names or any(n in s[0] for n in names)]
    processes = [context.Process(target=worker, args=(r, barrier, shared, run, (quick, todo, emit))) for r in range(2)]
    for p in processes:
        p.start()
    for p in processes:
        p.join()
    sys.exit(max(abs(p.exitcode) for p in processes))
