#!/usr/bin/env python3
"""What is decided by an op stands in its row, or in a table that total(), partial() or TableBuilder makes.

    op_tables.py ROOT

Other containers keyed by ops would let an op be forgotten, or be there twice. Names of ops in text are for readers:
no code compares them, and no switch has cases of ops. Three ops or more that are asked for together are a trait of their rows, or a named OpSet.
"""

import re
import sys
from pathlib import Path

ROOMS = ("frontend", "scheduler", "codegen", "driver")
FORBIDDEN = {
    re.compile(r"\b(?:unordered_)?(?:map|set|pair)<(?:const )?(?:\w+::)*OpCode\b"): "a container keyed by ops",
    re.compile(r"\bspelling\([^()]*(?:\.|->)?code\)\s*(?:==|!=|\.(?:starts_with|ends_with|find|rfind|contains)\()"):
        "a comparison of an op's name",
    re.compile(r"\bcase (?:\w+::)*OpCode::\w+:"): "a case of a switch",
}
COMPARISON = r"\bcode\s*[!=]=\s*(?:\w+::)*OpCode::\w+"
CHAIN = re.compile(COMPARISON + r"(?:\s*(?:\|\||&&)\s*(?:\w+(?:\.|->))*" + COMPARISON + r"){2}")


def violations(root):
    files = (file for room in ROOMS for file in (root / room).rglob("*") if file.suffix in (".h", ".cpp", ".inl"))
    for file in sorted(files):
        text = file.read_text(errors="replace")
        for found in CHAIN.finditer(text):
            number = text.count("\n", 0, found.start()) + 1
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
