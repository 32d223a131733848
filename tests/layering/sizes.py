#!/usr/bin/env python3
"""No file has more than 600 lines and no function more than 80. A folder of more than five files has a README.

    sizes.py ROOT

C and C++ are read by their braces, Python by its own parser. Templates (NAME.c.in) count as what they become.
"""

import ast
import re
import sys
from pathlib import Path

FILE_LINES, FUNCTION_LINES, FOLDER_FILES = 600, 80, 5
FOLDERS = ("cmake", "codegen", "driver", "frontend", "runtime_c", "samples", "scheduler", "tests")
C_ENDINGS = (".c", ".h", ".cpp", ".inl", ".def")
# Files that hlo2c writes.
WRITTEN = ("tests/unit/library/golden/",)
OPAQUE = re.compile(r'//[^\n]*|/\*.*?\*/|R"([^(\s]*)\(.*?\)\1"|"(?:\\.|[^"\\\n])*"|(?<![0-9a-fA-F])\'(?:\\.|[^\'\\\n])+\'', re.S)
# What stands before the brace of a block that is no function: a scope, a list of values, a statement.
SCOPE = re.compile(r"\b(namespace|struct|class|union|enum|extern)\b[^()=]*$")
VALUES = re.compile(r"(=|\(|,|\breturn)\s*$")
LAMBDA = re.compile(r"\]\s*(\(.*\)\s*)?(mutable\s*)?(->.*)?$", re.S)
NAME = re.compile(r"([\w:~]+|operator\W+)\s*\(")


def kind_of(head, around):
    """What a block is, by the text before its brace and by what is around it."""
    if around == "function" or around == "values" and not LAMBDA.search(head):
        return around
    if around == "scope" and SCOPE.search(head):
        return "scope"
    return "values" if around == "scope" and VALUES.search(head) else "function"


def c_functions(text):
    """Name and lines of each function that stands in no other one, lambdas in tables included."""
    text = OPAQUE.sub(lambda match: '""' + "\n" * match.group().count("\n"), text)
    text = re.sub(r"(?m)^[ \t]*#(?:.*\\\n)*.*$", lambda match: "\n" * match.group().count("\n"), text)
    blocks, head, line = [], 0, 1
    for at, character in enumerate(text):
        if character == "\n":
            line += 1
        elif character == "{":
            around = blocks[-1][0] if blocks else "scope"
            before = text[head:at]
            blocks.append((kind_of(before, around), around, before, line))
            head = at + 1
        elif character == "}":
            head = at + 1
            if not blocks:
                continue
            kind, around, before, first = blocks.pop()
            if kind == "function" and around != "function":
                name = NAME.search(before)
                yield name.group(1).strip() if name else f"the function at line {first}", line - first + 1
        elif character == ";":
            head = at + 1


def python_functions(text):
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
            yield node.name, node.end_lineno - node.lineno + 1


def without_readme(root):
    """Folders of many sources without a guide. Folders of data are described by the README above them."""
    files = {}
    for path in (path for folder in FOLDERS for path in (root / folder).rglob("*.*") if path.is_file()):
        files.setdefault(path.parent, []).append(path)
    for folder, inside in sorted(files.items()):
        has_sources = any(path.suffix in (*C_ENDINGS, ".py") for path in inside)
        if len(inside) > FOLDER_FILES and has_sources and not (folder / "README.md").exists():
            yield str(folder.relative_to(root)) + "/"


def main():
    root, problems = Path(sys.argv[1]), []
    count = 0
    for folder in FOLDERS:
        for file in sorted((root / folder).rglob("*")):
            path = str(file.relative_to(root))
            ending = Path(file.stem).suffix if file.suffix == ".in" else file.suffix
            if ending not in (*C_ENDINGS, ".py", ".cmake", ".txt") or path.startswith(WRITTEN) or not file.is_file():
                continue
            if ending == ".txt" and file.name != "CMakeLists.txt":
                continue
            text = file.read_text(errors="replace")
            count += 1
            if text.count("\n") > FILE_LINES:
                problems.append(f"{path} has {text.count(chr(10))} lines, and {FILE_LINES} are the most")
            if ending not in (*C_ENDINGS, ".py"):
                continue
            functions = python_functions(text) if ending == ".py" else c_functions(text)
            for name, lines in functions:
                if lines > FUNCTION_LINES:
                    problems.append(f"{path}: {name} has {lines} lines, and {FUNCTION_LINES} are the most")
    for folder in without_readme(root):
        if not folder.startswith(WRITTEN):
            problems.append(f"{folder} has more than {FOLDER_FILES} files and no README.md")
    if not count:
        problems.append("there are no sources")
    if problems:
        sys.exit("\n".join(problems))
    print(f"{count} files keep the sizes")


if __name__ == "__main__":
    main()
