#!/usr/bin/env python3
"""What is decided by an op stands in its row, or in a table that total(), partial() or TableBuilder makes.

    op_tables.py ROOT

Other containers keyed by ops would let an op be forgotten, or be there twice. Names of ops in text are for readers:
no code compares them, and no switch has cases of ops. Attributes are read by their keys, fields by `field`. Two ops or more that one statement asks for are a trait of their
rows, a field of a room's table, or a named OpSet. The same holds for library calls.
"""

import re
import sys
from pathlib import Path

ROOMS = ("frontend", "scheduler", "codegen", "driver")
FORBIDDEN = {
    re.compile(r"\b(?:unordered_)?(?:map|set|pair)<(?:const )?(?:\w+::)*OpCode\b"): "a container keyed by ops",
    re.compile(r"\bspelling\([^()]*(?:\.|->)?code\)\s*(?:==|!=|\.(?:starts_with|ends_with|find|rfind|contains)\()"):
        "a comparison of an op's name",
    re.compile(r"\bcase (?:\w+::)*(?:OpCode|LibraryCall)::\w+:"): "a case of a switch",
    re.compile(r"\.first\s*[!=]=\s*\""): "an attribute that is found by its text",
}
CODE = r"(?:\w+(?:\([^()]*\))?(?:\.|->))*\w+(?:\([^()]*\))?"
OP = r"(?:\w+::)*(?:OpCode|LibraryCall)::(?P<{}>\w+)"
COMPARISON = re.compile(rf"(?<![\w.>:])(?:(?P<left>{CODE})\s*[!=]=\s*{OP.format('right_op')}"
                        rf"|{OP.format('left_op')}\s*[!=]=\s*(?P<right>{CODE}))")
STATEMENT = re.compile(r"[^;{}]+")


def sets_without_name(text):
    """Where a statement compares one code with several ops, or one call with several library calls."""
    for statement in STATEMENT.finditer(text):
        ops_of = {}
        for found in COMPARISON.finditer(statement[0]):
            ops = ops_of.setdefault(found["left"] or found["right"], set())
            ops.add(found["right_op"] or found["left_op"])
            if len(ops) == 2:
                yield text.count("\n", 0, statement.start() + found.start()) + 1


def violations(root):
    files = (file for room in ROOMS for file in (root / room).rglob("*") if file.suffix in (".h", ".cpp", ".inl"))
    for file in sorted(files):
        text = file.read_text(errors="replace")
        for number in sets_without_name(text):
            yield f"{file.relative_to(root)}:{number}: a set of ops without a name"
        for number, line in enumerate(text.splitlines(), 1):
            for pattern, what in FORBIDDEN.items():
                if pattern.search(line):
                    yield f"{file.relative_to(root)}:{number}: {what}"


def main():
    found = list(violations(Path(sys.argv[1])))
    if found:
        sys.exit("\n".join(found))
    print("what is decided by an op stands in rows and total tables")


if __name__ == "__main__":
    main()
