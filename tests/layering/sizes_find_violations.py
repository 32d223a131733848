#!/usr/bin/env python3
"""sizes.py names each file and function that is too long, each folder without a guide, and no other.

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
    "driver/defaults.cpp": "int h(X x = {1}) {\n" + LINES * 79 + "}\n",
    "driver/equal.cpp": "bool operator==(const X &a, const X &b) {\n" + LINES * 79 + "}\n",
    "driver/made.cpp": "struct X {\n    X() : a{1}, b{2} {\n" + LINES * 79 + "    }\n};\n",
    "driver/lambda.cpp": "constexpr auto rows = to_array({\n    {1, [](int x) {\n" + LINES * 79 + "    }},\n});\n",
    "driver/lambdas.cpp": "constexpr auto rows = to_array({\n" + "    {1, [](int x) { return x; }},\n" * 100 + "});\n",
    "driver/table.cpp": "const int table[] = {\n" + "    1,\n" * 100 + "};\n",
    "driver/file.cpp": "int x;\n" * 601,
    "runtime_c/template.c.in": "int f(@NUMBER@ x)\n{\n" + LINES * 79 + "}\n",
    "tests/long.py": "def f():\n" + "    x = 1\n" * 80,
}
SOURCES |= {f"codegen/{folder}/{number}.h": "" for folder in ("crowd", "guided", "pair") for number in range(6)}
SOURCES |= {f"tests/programs/{number}.mlir": "" for number in range(6)}
SOURCES["codegen/guided/README.md"] = SOURCES["driver/README.md"] = ""
del SOURCES["codegen/pair/5.h"]
EXPECTED = ["driver/file.cpp has 601 lines", "driver/long.cpp: f has 81 lines",
            "driver/defaults.cpp: the function at line 1 has 81 lines",
            "driver/equal.cpp: operator== has 81 lines", "driver/made.cpp: the function at line 2 has 81 lines",
            "driver/lambda.cpp: the function at line 2 has 81 lines", "driver/quoted.cpp: g has 81 lines",
            "runtime_c/template.c.in: f has 81 lines", "tests/long.py: f has 81 lines",
            "codegen/crowd/ has more than 5 files"]


def main():
    with tempfile.TemporaryDirectory() as root:
        for path, text in SOURCES.items():
            (Path(root) / path).parent.mkdir(exist_ok=True, parents=True)
            (Path(root) / path).write_text(text)
        run = subprocess.run([sys.executable, sys.argv[1], root], stderr=subprocess.PIPE, text=True)
    found = run.stderr.splitlines()
    missing = [line for line in EXPECTED if not any(each.startswith(line) for each in found)]
    if run.returncode != 1 or missing or len(found) != len(EXPECTED):
        sys.exit(f"sizes.py does not name {missing}, or more than that:\n{run.stderr}")


if __name__ == "__main__":
    main()
