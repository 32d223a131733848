#!/usr/bin/env python3
"""Changes one token of emitted C at a time, and checks whether the library's own self-test detects it.

    mutate_emitted.py --hlo2c build/bin/hlo2c --count 200 --seed 1 tests/programs/*.mlir

A mutant is an operator, a constant, a bound, a stride or an index of a kernel or of the entry file that became another
one. It is caught where the self-test fails, crashes or takes too long; equivalent where the C compiler makes the same
instructions of it. What passes meets more judges: the same self-test under the sanitizers of addresses and of
undefined behaviour, others with arguments that spread far, whose results the reference gives as well, and, if loops run
in parallel, four threads under the sanitizer of races. Else it survives. Exit status 1 where fewer than --least percent
of those that are not equivalent are caught, but for survivors that --survivors lists: "PROGRAM FILE:LINE OLD -> NEW:
why". An entry that is no mutant of its program fails as well.
"""

import argparse
import functools
import json
import math
import random
import re
import resource
import shutil
import struct
import subprocess
import sys
import tempfile
from collections import Counter
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "integration"))
from library import Build, Failure, Library
from programs import program_from_file

RACES = Build("gcc", "gnu11", "-O1", flags=["-fsanitize=thread", "-g1", "-w"], link_flags=["-pthread"])
SANITIZERS = "-O1 -g -fsanitize=address,undefined -fno-sanitize-recover=all"

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


# element type -> (in a file of NumPy, to `struct`)
SPREAD_TYPES = {"f32": ("<f4", "f"), "f64": ("<f8", "d"), "i32": ("<i4", "i"), "i64": ("<i8", "q"), "i8": ("|i1", "b"),
                "ui8": ("|u1", "B"), "ui32": ("<u4", "I"), "i1": ("|b1", "?")}


MOST_TURNS = 8  # of arguments with one large number in each row


def rows_of(tensor):
    """(count, length) of the rows of a tensor."""
    length = tensor["shape"][-1] if tensor["shape"] else 1
    return (math.prod(tensor["shape"]) // length if length else 0), length


def turns_of(tensors):
    """How many turns put the large number of a row at each of its places, in one row or another."""
    needed = [-(-length // count) for count, length in map(rows_of, tensors) if count > 0 and length > 1]
    return min(max(needed, default=0), MOST_TURNS)


def is_large(draw, turn, place, tensor):
    """Turn 0: about one float in forty. Other turns: one of each row, and no place of it in two turns."""
    if turn == 0:
        return draw.random() < 1 / 40
    count, length = rows_of(tensor)
    return place % length == (place // length + (turn - 1) * count) % length


def spread_number(draw, letter, large):
    """A float, or a small integer, sometimes less than any place or more."""
    if letter in "fd":
        return draw.gauss(0, 1) + (128 if large else 0)
    if letter == "?":
        return draw.random() < 0.5
    return draw.randrange(0 if letter.isupper() else -3, 60)


def spread_arguments(directory, tensors, turn):
    """Writes an array for each tensor."""
    draw = random.Random(turn + 1)
    directory.mkdir()
    for number, tensor in enumerate(tensors):
        descr, letter = SPREAD_TYPES[tensor["dtype"]]
        count = math.prod(tensor["shape"])
        header = repr({"descr": descr, "fortran_order": False, "shape": tuple(tensor["shape"])}).encode()
        header = header.ljust(64 * (len(header) // 64 + 2) - 11) + b"\n"
        values = struct.pack(f"<{count}{letter}", *(spread_number(draw, letter, is_large(draw, turn, place, tensor))
                                                    for place in range(count)))
        (directory / f"{number:03}.npy").write_bytes(b"\x93NUMPY\1\0" + struct.pack("<H", len(header)) + header + values)


class Mutants:
    """The library of one program, and the outcomes of its mutants."""

    def __init__(self, hlo2c, program, directory, timeout):
        self.hlo2c, self.program = hlo2c, program
        self.name, self.directory, self.timeout = program.stem, directory, timeout
        self.compile(directory)
        if not self.test(directory):
            raise SystemExit(f"{program}: the self-test fails as it is")
        sources = sorted((directory / "src").glob("*.c"))
        files = [file for file in sources if not file.name.startswith("rt_")]
        self.sites = [(file, site) for file in files for site in sites_of(file)]
        self.before = {file: self.instructions(file) for file in files}
        self.judges = None

    def compile(self, directory, *options):
        return subprocess.run([self.hlo2c, "compile", self.program, "-o", directory, *options],
                              stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL).returncode == 0

    def test(self, directory, flags="-O1"):
        """True if library and self-test build and the self-test passes; each process has a CPU time limit."""
        limit = lambda: resource.setrlimit(resource.RLIMIT_CPU, (self.timeout, self.timeout))
        return subprocess.run(["make", f"CFLAGS={flags}", "test"], cwd=directory, stdout=subprocess.DEVNULL,
                              stderr=subprocess.DEVNULL, preexec_fn=limit).returncode == 0

    def runs_in_threads(self, library):
        """True if four threads run the loops of the library, and there is no race."""
        try:
            executable = library.executable(RACES, library.directory.with_name(f"{self.name}-races"), threads=True)
            library.run_harness(RACES, executable, library.directory.with_name(f"{self.name}-results"), 3, threads=4,
                                parallel=True)
        except Failure:
            return False
        return True

    def further_judges(self):
        """(folder, test): other builds of the same library, each of which passes as it is."""
        if self.judges is None:
            checked = self.directory.with_name(self.name + "-checked")
            shutil.copytree(self.directory, checked, ignore=shutil.ignore_patterns("*.o", "*.a", f"{self.name}_test"))
            self.judges = [(checked, functools.partial(self.test, checked, SANITIZERS))]
            tensors = json.loads((self.directory / f"{self.name}.json").read_text())["functions"][0]["inputs"]
            spreads = all(tensor["dtype"] in SPREAD_TYPES for tensor in tensors)
            for turn in range(1 + turns_of(tensors) if spreads else 0):
                spread = self.directory.with_name(f"{self.name}-spread-{turn}")
                arguments = self.directory.with_name(f"{self.name}-arguments-{turn}")
                spread_arguments(arguments, tensors, turn)
                if self.compile(spread, "--test-args", arguments):
                    flags = SANITIZERS if turn == 0 else "-O1"
                    self.judges.append((spread, functools.partial(self.test, spread, flags)))
            if any("hlo2c_parallel_for(context" in file.read_text() for file in self.before):
                program = program_from_file(self.program, self.directory.with_name(f"{self.name}-program"))
                threaded = Library(self.hlo2c, program, self.directory.with_name(f"{self.name}-threads"))
                self.judges.append((threaded.directory, functools.partial(self.runs_in_threads, threaded)))
            for directory, test in self.judges:
                if not test():
                    raise SystemExit(f"{self.program}: the test in {directory} fails as it is")
        return self.judges

    def passes(self, file, text):
        """Whether all judges accept the library with this text in place of the file's."""
        before = file.read_text()
        file.write_text(text)
        try:
            if not self.test(self.directory):
                return False
        finally:
            file.write_text(before)
        for directory, test in self.further_judges():
            other = directory / file.relative_to(self.directory)
            other.write_text(text)
            try:
                if not test():
                    return False
            finally:
                other.write_text(before)
        return True

    def instructions(self, file):
        """The compiler's output for a file; nothing if it rejects the file."""
        command = ["gcc", "-std=gnu11", "-O2", "-march=x86-64-v3", "-Iinclude", "-Isrc", "-S", "-o", "-", file]
        done = subprocess.run(command, cwd=self.directory, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        return done.stdout if done.returncode == 0 else None

    def outcome(self, file, site):
        text = file.read_text()
        changed = mutated(text, site)
        file.write_text(changed)
        after = self.instructions(file)
        file.write_text(text)
        if after is None:
            return "refused"
        if after == self.before[file]:
            return "equivalent"
        return "survived" if self.passes(file, changed) else "caught"

    def label(self, file, site):
        number, _, kind, old, new = site
        return f"{self.name} {file.name}:{number} {old.strip()} -> {new.strip()}", kind


def read_list(file):
    """Label -> why."""
    if not file:
        return {}
    lines = (line for line in file.read_text().splitlines() if line.strip() and not line.startswith("#"))
    return dict(line.split(": ", 1) for line in lines)


def stale_entries(listed, libraries):
    """Listed survivors of these libraries that no mutant has the place and the tokens of."""
    names = {mutants.name for mutants in libraries.values()}
    known = {mutants.label(file, site)[0] for mutants in libraries.values() for file, site in mutants.sites}
    return [label for label in listed if label.split(" ", 1)[0] in names and label not in known]


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
    if options.count < 1:
        parser.error("--count: at least one mutant is judged")
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
    stale = stale_entries(listed, libraries)
    for label in stale:
        print(f"is no mutant, and has to leave the list: {label}")
    sys.exit(0 if judged and share >= options.least and not stale else 1)


if __name__ == "__main__":
    main()
