#!/usr/bin/env python3
"""No file has more than 600 lines, no function more than 80.

    sizes.py ROOT

C and C++ are read by their braces, Python by its own parser.
"""

import ast
import re
import sys
from pathlib import Path

FILE_LINES, FUNCTION_LINES = 600, 80
FOLDERS = ("cmake", "codegen", "driver", "frontend", "runtime_c", "samples", "scheduler", "tests")
C_ENDINGS = (".c", ".h", ".cpp", ".inl", ".def")
# Files that hlo2c writes.
WRITTEN = ("tests/unit/library/golden/",)
OPAQUE = re.compile(r'//[^\n]*|/\*.*?\*/|R"([^(\s]*)\(.*?\)\1"|"(?:\\.|[^"\\\n])*"|(?<![0-9a-fA-F])\'(?:\\.|[^\'\\\n])+\'', re.S)
FUNCTION = re.compile(r"([\w:~]+)\s*\((?:[^;{}]|\{\})*\)(?:\s*(?:const|noexcept|override|mutable))*"
                      r"(?:\s*->[^;{}]+|\s*:[^;{}]*(?:\{[^{}]*\}[^;{}]*)*)?\s*$", re.S)
NO_NAMES = ("if", "for", "while", "switch", "catch")


def c_functions(text):
    """Name and lines of each function: bodies in braces behind a list of parameters."""
    text = OPAQUE.sub(lambda match: '""' + "\n" * match.group().count("\n"), text)
    text = re.sub(r"(?m)^[ \t]*#(?:.*\\\n)*.*$", lambda match: "\n" * match.group().count("\n"), text)
    open_braces, head, line = [], 0, 1
    for at, character in enumerate(text):
        if character == "\n":
            line += 1
        elif character == "{":
            open_braces.append((head, at, line))
            head = at + 1
        elif character == "}":
            head = at + 1
            if not open_braces:
                continue
            begin, end, first = open_braces.pop()
            if line - first >= FUNCTION_LINES:
                found = FUNCTION.search(text[begin:end])
                if found and found.group(1) not in NO_NAMES:
                    yield found.group(1), line - first + 1
        elif character == ";":
            head = at + 1


def python_functions(text):
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.FunctionDef):
            yield node.name, node.end_lineno - node.lineno + 1


def main():
    root, problems = Path(sys.argv[1]), []
    count = 0
    for folder in FOLDERS:
        for file in sorted((root / folder).rglob("*")):
            path = str(file.relative_to(root))
            if file.suffix not in (*C_ENDINGS, ".py", ".cmake", ".txt") or path.startswith(WRITTEN) or not file.is_file():
                continue
            if file.suffix == ".txt" and file.name != "CMakeLists.txt":
                continue
            text = file.read_text(errors="replace")
            count += 1
            if text.count("\n") > FILE_LINES:
                problems.append(f"{path} has {text.count(chr(10))} lines, and {FILE_LINES} are the most")
            functions = python_functions(text) if file.suffix == ".py" else c_functions(text)
            if file.suffix not in (*C_ENDINGS, ".py"):
                continue
            for name, lines in functions:
                if lines > FUNCTION_LINES:
                    problems.append(f"{path}: {name} has {lines} lines, and {FUNCTION_LINES} are the most")
    if not count:
        problems.append("there are no sources")
    if problems:
        sys.exit("\n".join(problems))
    print(f"{count} files keep the sizes")


if __name__ == "__main__":
    main()
