#!/usr/bin/env python3
"""Runs a command and checks how it ends: its status, its time, and what it prints.

    expect.py [--status 0|nonzero] [--within SECONDS] [--match REGEX]... -- command...

Every regular expression must be found in what the command prints (stdout and stderr together).
"""
import argparse
import os
import re
import signal
import subprocess
import sys
import time


def main():
    split = sys.argv.index("--")
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--status", choices=["0", "nonzero"], default="0")
    parser.add_argument("--within", type=float)
    parser.add_argument("--match", action="append", default=[])
    args = parser.parse_args(sys.argv[1:split])

    start = time.monotonic()
    # A group of its own, so that nothing of it outlives the test.
    process = subprocess.Popen(sys.argv[split + 1:], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                               stderr=subprocess.STDOUT, text=True, errors="replace", start_new_session=True)
    hung = False
    try:
        output, _ = process.communicate(timeout=args.within)
    except subprocess.TimeoutExpired:
        hung = True
        os.killpg(process.pid, signal.SIGTERM)  # lets mpiexec end its ranks
        try:
            output, _ = process.communicate(timeout=5)
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            output, _ = process.communicate()
    seconds = time.monotonic() - start

    print(output, end="")
    wrong = []
    if hung:
        wrong.append(f"it did not end within {args.within:g} seconds")
    if (process.returncode == 0) != (args.status == "0"):
        wrong.append(f"its status is {process.returncode}, expected {args.status}")
    wrong += [f"its output does not match: {r}" for r in args.match if not re.search(r, output, re.M)]
    for what in wrong:
        print(f"expect: {what}")
    print(f"expect: ended after {seconds:.1f} seconds")
    return bool(wrong)


if __name__ == "__main__":
    sys.exit(main())
