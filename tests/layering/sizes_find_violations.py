#!/usr/bin/env python3
"""sizes.py names each file and function that is too long, and no other.

    sizes_find_violations.py SIZES_PY
"""

import subprocess
import sys
import tempfile
from pathlib import Path

LINES = "    x = {1};\n"
SOURCES = {
    "driver/short.cpp": "int f(int x) {\n" + LINES * 78 + "}\n",
    "driver/long.cpp": "int f(int x) const {\n" + LINES * 79 + "}\n",
    "driver/quoted.cpp": "// {\nconst char *text = \"}\"; int g(char c = '{')\n{\n" + LINES * 79 + "}\n",
    "driver/table.cpp": "const int table[] = {\n" + "    1,\n" * 100 + "};\n",
    "driver/file.cpp": "int x;\n" * 601,
    "tests/long.py": "def f():\n" + "    x = 1\n" * 80,
}
EXPECTED = ["driver/file.cpp has 601 lines", "driver/long.cpp: f has 81 lines", "driver/quoted.cpp: g has 81 lines",
            "tests/long.py: f has 81 lines"]


def main():
    with tempfile.TemporaryDirectory() as root:
        for path, text in SOURCES.items():
            (Path(root) / path).parent.mkdir(exist_ok=True)
            (Path(root) / path).write_text(text)
        run = subprocess.run([sys.executable, sys.argv[1], root], stderr=subprocess.PIPE, text=True)
    found = [line for line in run.stderr.splitlines() if "are the most" in line]
    missing = [line for line in EXPECTED if not any(each.startswith(line) for each in found)]
    if run.returncode != 1 or missing or len(found) != len(EXPECTED):
        sys.exit(f"sizes.py does not name {missing}, or more than that:\n{run.stderr}")


if __name__ == "__main__":
    main()
