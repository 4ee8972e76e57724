#!/usr/bin/env python3
"""Compares the pages that `rulebook --markdown` writes with those that are committed: no difference is allowed.

    pages.py RULEBOOK FOLDER
"""
import difflib
import pathlib
import subprocess
import sys
import tempfile

rulebook, folder = sys.argv[1], pathlib.Path(sys.argv[2])
wrong = 0
with tempfile.TemporaryDirectory() as new:
    subprocess.run([rulebook, "--markdown", new], check=True)
    names = {p.name for p in pathlib.Path(new).iterdir()} | {p.name for p in folder.glob("*")}
    for name in sorted(names):
        pages = [p / name for p in (folder, pathlib.Path(new))]
        old, now = (p.read_text().splitlines() if p.exists() else [] for p in pages)
        if old == now and all(p.exists() for p in pages):
            continue
        wrong += 1
        diff = difflib.unified_diff(old, now, f"docs/rules/{name}", "what the rules say now", lineterm="", n=1)
        print("\n".join(list(diff)[:40]))
if wrong:
    print(f"\n{wrong} pages differ. If the rules are right, write them anew:\n  {rulebook} --markdown {folder}")
sys.exit(1 if wrong else 0)
