#!/usr/bin/env python3
"""Compares the specification's constraints with the verifier's checks, and with programs that violate them.

The field `verify` of an op's row (frontend/ops/rows) names the function of the op. A constraint counts as checked if its
label is an argument of a check in that function, or in a function or table of labels that it uses. For a constraint on
results, a comment there is enough: result types are inferred and compared with the declared ones, which tests/coverage
tests for every op.

A checked constraint is proven if a program is rejected for it: one of the public texts (their messages are in
stablehlo_text_refusals.txt) or of the frontend's unit tests. Constraints that no program can violate are listed with the
reason; an entry whose constraint is proven must be removed from the list.
"""

import argparse
import json
import re
import sys
from pathlib import Path

REFUSAL = re.compile(r"([\w.]+) violates \((\w+)\)")


def definitions(text):
    """name -> text of each function with the comment above it, and of each table of labels."""
    found = {}
    for match in re.finditer(r"^[A-Za-z_][\w:<>&*, ]*?\b(\w+)\([^;{}]*?\) (?:const )?\{\n.*?^\}", text, re.S | re.M):
        comment = text[: match.start()].rsplit("\n\n", 1)[-1]
        found[match.group(1)] = found.get(match.group(1), "") + comment + match.group(0)
    for match in re.finditer(r"^constexpr \w+ (\w+) = \{[^;]*\};", text, re.M):
        found[match.group(1)] = match.group(0)
    return found


def reachable(name, found, seen):
    if name in seen or name not in found:
        return ""
    seen.add(name)
    words = set(re.findall(r"\b\w+\b", found[name]))
    return found[name] + "".join(reachable(word, found, seen) for word in sorted(words))


def checked_labels(text):
    """Labels passed to checks."""
    return set(re.findall(r'"(C\d+)"', text))


def noted_labels(text):
    """Labels in comments."""
    labels = set()
    for comment in re.findall(r"//[^\n]*", text):
        labels |= set(re.findall(r"\bC\d+\b", comment))
        for first, last in re.findall(r"C(\d+)-C(\d+)", comment):
            labels |= {f"C{i}" for i in range(int(first), int(last) + 1)}
    return labels


def is_about_results(constraint):
    """True if the constraint is about results, or about the function or region that they come from."""
    return re.search(r"\bresults?\b|\breturns\b|\boutput|\bdecomposition\b|\by\b|batch_(mean|var)|compare_type|async_done|"
                     r"Ei` for all|type\(operand", constraint) is not None


def read_list(file):
    """Pairs of op and label; each entry has a reason."""
    entries = set()
    for line in file.read_text().splitlines():
        if not line.strip() or line.startswith("#"):
            continue
        entry = re.fullmatch(r"(\S+) (C\d+): \S.*", line)
        if entry is None:
            sys.exit(f"{file.name}: '{line}' is not 'OP LABEL: REASON'")
        entries.add((entry[1], entry[2]))
    return entries


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--specification", required=True, type=Path)
    parser.add_argument("--frontend", required=True, type=Path)
    parser.add_argument("--tests", required=True, type=Path, help="folder of the frontend's unit tests")
    parser.add_argument("--refusals", required=True, type=Path)
    parser.add_argument("--unproven", required=True, type=Path, help="the list: 'OP LABEL: REASON' per line")
    options = parser.parse_args()
    found = {}
    for file in sorted((options.frontend / "ops").glob("*.cpp")):
        for name, text in definitions(file.read_text()).items():
            found[name] = found.get(name, "") + text
    names = dict(re.findall(r'OP\((\w+), "([\w.\-]+)"\)', (options.frontend / "ops.def").read_text()))
    rows = {}
    for file in sorted((options.frontend / "ops" / "rows").glob("*.h")):
        for code, function in re.findall(r'\.code = OpCode::(\w+),.*?\.verify = infer_(\w+)', file.read_text(), re.S):
            rows[names[code]] = function
    evidence = [options.refusals, *sorted(options.tests.glob("*.cpp"))]
    proven = {pair for file in evidence for pair in REFUSAL.findall(file.read_text())}
    listed = read_list(options.unproven)
    checked, wrong, unproven = set(), [], set()
    for op in (op for edition in json.loads(options.specification.read_text()).values() for op in edition):
        spelling = "stablehlo." + op["op"]
        if spelling not in rows:
            wrong.append(f"{spelling} is not in the op table")
            continue
        text = reachable("infer_" + rows[spelling], found, set())
        for label, constraint in op["constraints"].items():
            if label in checked_labels(text):
                checked.add((spelling, label))
            elif not (label in noted_labels(text) and is_about_results(constraint)):
                wrong.append(f"no check is given {spelling} ({label}): {constraint}")
    unproven = checked - proven
    wrong += [f"no program is refused for {op} ({label})" for op, label in sorted(unproven - listed)]
    wrong += [f"{op} ({label}) is proven, or no constraint, and has to leave the list" for op, label in sorted(listed - unproven)]
    print(f"{len(checked)} constraints that checks are given, {len(unproven)} of them without a program")
    print("\n".join(wrong))
    sys.exit(1 if wrong or not checked else 0)


if __name__ == "__main__":
    main()
