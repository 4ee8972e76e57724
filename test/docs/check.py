#!/usr/bin/env python3
"""Checks one page: its code is that of compiled files, its outputs are what programs and compilers print.

What follows the language after ``` says where a block comes from:

    cpp FILE             lines of FILE, in order and without gaps (`// ...` alone on a line: a gap);
                         also cmake, python, sh
    text output COMMAND  what the command prints: `first --devices 2`, `mpiexec -n 4 network`
    text fails COMMAND   the same, of a command that must fail
    text gcc|clang FILE  what the compiler says of FILE
    text, console, sh    alone: not checked

In outputs `...` stands for anything, and blanks and quotation marks do not count. Between `<!-- table COMMAND -->` and `<!-- end -->`
stands what the command prints, line by line; --update writes it there.

    check.py PAGE --root FOLDER --bin FOLDER... [--compiler CXX --id GNU|Clang --flags FILE] [--mpiexec PATH] [--update]
"""
import argparse
import os
import re
import shlex
import subprocess
import sys

BLOCK = re.compile(r"^```(\w+)(.*)\n((?:.*\n)*?)```$", re.M)
TABLE = re.compile(r"^<!-- table (.*) -->\n((?:.*\n)*?)<!-- end -->$", re.M)


def dedented(lines):
    indent = min((len(l) - len(l.lstrip()) for l in lines if l.strip()), default=0)
    return [l[indent:].rstrip() for l in lines]


def is_excerpt(part, lines):
    """Whether the lines of `part` stand in `lines` one after the other, indented alike."""
    part = dedented(part)
    return any(dedented(lines[i:i + len(part)]) == part for i in range(len(lines) - len(part) + 1))


def squeezed(text):
    text = re.sub(r"^ *\d* \|", "", text, flags=re.M)  # GCC's line numbers
    return re.sub(r"[\s‘’']+", "", text)


class Page:
    def __init__(self, args):
        self.args = args
        self.wrong = []

    def path_of(self, word):
        for folder in self.args.bin:
            for name in (word, "program_" + word):
                if os.path.isfile(os.path.join(folder, name)):
                    return os.path.join(folder, name)
        return None

    def run(self, command):
        """Status and output, or None where the command cannot run here."""
        words = shlex.split(command)
        if words[0] == "mpiexec":
            if not self.args.mpiexec:
                return None
            words[0] = self.args.mpiexec
        paths = [self.path_of(w) for w in words]
        if not any(paths):
            return 127, f"no such program in {self.args.bin}"
        result = subprocess.run([p or w for p, w in zip(paths, words)], stdin=subprocess.DEVNULL, text=True,
                                stdout=subprocess.PIPE, stderr=subprocess.STDOUT, errors="replace", timeout=100)
        return result.returncode, result.stdout

    def compile(self, path):
        with open(self.args.flags) as file:
            flags = [f for line in file for f in shlex.split(line) if f != "-I"]
        result = subprocess.run([self.args.compiler, *flags, "-fsyntax-only", path], text=True, errors="replace",
                                stdout=subprocess.PIPE, stderr=subprocess.STDOUT, env=dict(os.environ, LC_ALL="C"))
        return result.stdout

    def compare(self, what, block, output):
        at, whole = 0, squeezed(output)
        for part in re.split(r"\.\.\.", block):
            found = whole.find(squeezed(part), at)
            if found < 0:
                self.wrong.append(f"{what}: this does not come (or not there):\n{part}\nit prints:\n{output[:6000]}")
                return
            at = found + len(squeezed(part))

    def block(self, language, info, body):
        words = info.split()
        if not words:
            if language in ("cpp", "cmake", "python"):
                self.wrong.append(f"a block of {language} names no file:\n{body}")
        elif words[0] in ("output", "fails"):
            ran = self.run(" ".join(words[1:]))
            if ran is None:
                return
            if (ran[0] == 0) != (words[0] == "output"):
                self.wrong.append(f"{info}: its status is {ran[0]}:\n{ran[1]}")
            self.compare(info, body, ran[1])
        elif words[0] in ("gcc", "clang"):
            if self.args.id == {"gcc": "GNU", "clang": "Clang"}[words[0]]:
                self.compare(info, body, self.compile(os.path.join(self.args.root, words[1])))
        else:
            path = os.path.join(self.args.root, words[0])
            if not os.path.exists(path):
                self.wrong.append(f"no such file: {words[0]}")
                return
            lines = open(path).read().splitlines()
            for part in re.split(r"^\s*// \.\.\.\n", body, flags=re.M):
                if not is_excerpt(part.strip("\n").splitlines(), lines):
                    self.wrong.append(f"{words[0]} does not contain:\n{part}")

    def check(self):
        text = open(self.args.page).read()
        for match in BLOCK.finditer(text):
            self.block(*match.groups())
        # Links to files of the repository.
        for link in re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", BLOCK.sub("", text)):
            if not os.path.exists(os.path.join(os.path.dirname(self.args.page), link)):
                self.wrong.append(f"a link leads nowhere: {link}")
        updated = text
        for command, old in TABLE.findall(text):
            ran = self.run(command)
            if ran is None:
                continue
            status, new = ran
            if status:
                self.wrong.append(f"{command}: its status is {status}:\n{new}")
            elif old.strip() != new.strip():
                updated = updated.replace(f"<!-- table {command} -->\n{old}", f"<!-- table {command} -->\n{new}")
                if not self.args.update:
                    self.wrong.append(f"the table is not what `{command}` prints (check.py --update writes it):\n{new}")
        if self.args.update and updated != text:
            open(self.args.page, "w").write(updated)
        for what in self.wrong:
            print(f"{self.args.page}: {what}")
        return bool(self.wrong)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("page")
    parser.add_argument("--root", required=True)
    parser.add_argument("--bin", action="append", default=[])
    parser.add_argument("--compiler")
    parser.add_argument("--id")
    parser.add_argument("--flags")
    parser.add_argument("--mpiexec")
    parser.add_argument("--update", action="store_true")
    sys.exit(Page(parser.parse_args()).check())


if __name__ == "__main__":
    main()
