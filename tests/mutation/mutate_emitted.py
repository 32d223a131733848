#!/usr/bin/env python3
"""Changes one token of emitted C at a time, and looks whether the library's own self-test notices.

    mutate_emitted.py --hlo2c build/bin/hlo2c --count 200 --seed 1 tests/programs/*.mlir

A mutant is an operator, a constant, a bound, a stride or an index of a kernel or of the entry file that became another
one. It is caught where the self-test fails, crashes or takes too long; equivalent where the C compiler makes the same
instructions of it; else it survives. Exit status 1 where fewer than --least percent of those that are not equivalent
are caught, but for survivors that --survivors lists: "PROGRAM FILE:LINE OLD -> NEW: why".
"""

import argparse
import random
import re
import resource
import subprocess
import sys
import tempfile
from collections import Counter
from pathlib import Path

# (kind, what is matched, what it becomes)
TOKENS = [
    ("operator", re.compile(r" \+ "), " - "),
    ("operator", re.compile(r" - "), " + "),
    ("operator", re.compile(r" \* "), " + "),
    ("operator", re.compile(r"\badd_(?=[fiu]\d)"), "sub_"),
    ("operator", re.compile(r"\bmul_(?=[fiu]\d)"), "add_"),
    ("operator", re.compile(r"\bmax_(?=[fiu]\d)"), "min_"),
    ("operator", re.compile(r"\bmin_(?=[fiu]\d)"), "max_"),
    ("bound", re.compile(r" < (?=\w)"), " <= "),
    ("bound", re.compile(r"(?<= < )(\d+)(?=;)"), None),
    ("stride", re.compile(r"(?<= \+= )(\d+)(?=\))"), None),
    ("stride", re.compile(r"(?<= \* )(\d+)\b(?!\.)"), None),
    ("index", re.compile(r"(?<= \+ )(\d+)(?=[\]),])"), None),
    ("index", re.compile(r"(?<=\[)(\d+)(?=\])"), None),
    ("constant", re.compile(r"(?<![\w.])(\d+\.\d+(?:e[+-]?\d+)?f?)\b"), None),
]


def changed_number(text):
    """Another number of the same type."""
    if "." not in text:
        return str(int(text) + 1)
    suffix = "f" if text.endswith("f") else ""
    return f"({text} + 1.0{suffix})"


def sites_of(file):
    """(line number, column, kind, old, new) of every token in a function's body that can become another one."""
    found, depth, comment, in_function = [], 0, False, False
    for number, line in enumerate(file.read_text().splitlines(), 1):
        if comment or line.lstrip().startswith(("/*", "//", "#", "*")):
            comment = (comment or line.lstrip().startswith("/*")) and "*/" not in line
            continue
        code = line.partition("/*")[0]
        is_body = depth > 0 and in_function
        if depth == 0 and code.startswith("{"):
            in_function = True
        elif depth == 0 and code.rstrip().endswith("{"):
            in_function = False  # a table or a type
        depth += code.count("{") - code.count("}")
        if not is_body or re.search(r'"|hlo2c_profile|_Alignas', code):
            continue
        for kind, pattern, new in TOKENS:
            for match in pattern.finditer(code):
                found.append((number, match.start(), kind, match.group(0), new or changed_number(match.group(0))))
    return found


def mutated(text, site):
    number, column, _, old, new = site
    lines = text.splitlines(keepends=True)
    line = lines[number - 1]
    lines[number - 1] = line[:column] + new + line[column + len(old):]
    return "".join(lines)


class Mutants:
    """The library of one program, and what becomes of it."""

    def __init__(self, hlo2c, program, directory, timeout):
        self.name, self.directory, self.timeout = program.stem, directory, timeout
        subprocess.run([hlo2c, "compile", program, "-o", directory], check=True, stdout=subprocess.DEVNULL,
                       stderr=subprocess.DEVNULL)
        if not self.test():
            raise SystemExit(f"{program}: the self-test fails as it is")
        sources = sorted((directory / "src").glob("*.c"))
        files = [file for file in sources if not file.name.startswith("rt_")]
        self.sites = [(file, site) for file in files for site in sites_of(file)]

    def test(self):
        """Whether library and self-test are built and the latter passes; each process has some time of the processor."""
        limit = lambda: resource.setrlimit(resource.RLIMIT_CPU, (self.timeout, self.timeout))
        return subprocess.run(["make", "CFLAGS=-O1", "test"], cwd=self.directory, stdout=subprocess.DEVNULL,
                              stderr=subprocess.DEVNULL, preexec_fn=limit).returncode == 0

    def instructions(self, file):
        """What the compiler makes of a file; nothing where it refuses it."""
        command = ["gcc", "-std=gnu11", "-O2", "-march=x86-64-v3", "-Iinclude", "-Isrc", "-S", "-o", "-", file]
        done = subprocess.run(command, cwd=self.directory, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        return done.stdout if done.returncode == 0 else None

    def outcome(self, file, site):
        text, before = file.read_text(), self.instructions(file)
        file.write_text(mutated(text, site))
        try:
            after = self.instructions(file)
            if after is None:
                return "refused"
            if after == before:
                return "equivalent"
            return "survived" if self.test() else "caught"
        finally:
            file.write_text(text)

    def label(self, file, site):
        number, _, kind, old, new = site
        return f"{self.name} {file.name}:{number} {old.strip()} -> {new.strip()}", kind


def read_list(file):
    """Label -> why."""
    if not file:
        return {}
    lines = (line for line in file.read_text().splitlines() if line.strip() and not line.startswith("#"))
    return dict(line.split(": ", 1) for line in lines)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("programs", nargs="+", type=Path)
    parser.add_argument("--hlo2c", required=True, type=Path)
    parser.add_argument("--count", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--least", type=float, default=95.0, help="percent of mutants to be caught")
    parser.add_argument("--survivors", type=Path)
    parser.add_argument("--timeout", type=int, default=30,
                        help="seconds of processor time for each process that builds or tests a mutant")
    options = parser.parse_args()
    draw = random.Random(options.seed)
    listed, counts = read_list(options.survivors), Counter()
    with tempfile.TemporaryDirectory() as work:
        libraries = {}
        while sum(counts.values()) - counts["refused"] < options.count:
            program = draw.choice(options.programs)
            if program not in libraries:
                libraries[program] = Mutants(options.hlo2c.resolve(), program.resolve(), Path(work) / program.stem,
                                             options.timeout)
            mutants = libraries[program]
            file, site = draw.choice(mutants.sites)
            outcome = mutants.outcome(file, site)
            label, kind = mutants.label(file, site)
            if outcome == "survived" and label in listed:
                outcome = "listed"
            counts[outcome] += 1
            if outcome in ("survived", "listed"):
                print(f"{outcome}: {label} ({kind})", flush=True)
    judged = counts["caught"] + counts["survived"]
    share = 100.0 * counts["caught"] / judged if judged else 0.0
    print(", ".join(f"{count} {outcome}" for outcome, count in sorted(counts.items())) + f": {share:.1f} % caught")
    sys.exit(0 if judged and share >= options.least else 1)


if __name__ == "__main__":
    main()
