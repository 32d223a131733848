#!/usr/bin/env python3
"""Libraries with results too large to store: the self-test judges some of their values, whatever is stored stays small,
and one constant that is changed in a kernel is noticed.

    changed_kernel.py --hlo2c FILE"""

import argparse
import json
import re
import subprocess
import sys
import tempfile
from pathlib import Path

PROGRAM = """func.func @main(%x: tensor<512x300x{type}>) -> tensor<512x300x{type}> {{
  %a = stablehlo.constant dense<{constant}> : tensor<512x300x{type}>
  %y = stablehlo.multiply %x, %a : tensor<512x300x{type}>
  %z = stablehlo.{op} %y, %x : tensor<512x300x{type}>
  return %z : tensor<512x300x{type}>
}}
"""
# element type, constant, second op, how the constant is found in a kernel, what it becomes
CASES = [
    ("f32", "2.5", "add", r"\b2\.5f", "2.625f"),
    ("f64", "2.5", "subtract", r"\b2\.5\b", "2.50001"),
    ("i32", "77", "xor", r"\b77\b", "78"),
]
MOST_STORED = 65536


def passes(library):
    return subprocess.run(["make", "test"], cwd=library, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                          timeout=120).returncode == 0


def problems_of(hlo2c, case, work):
    element, constant, op, pattern, other = case
    program = work / f"large_{element}.mlir"
    program.write_text(PROGRAM.format(type=element, constant=constant, op=op))
    library = work / element
    subprocess.run([hlo2c, "compile", program, "-o", library], check=True, stdout=subprocess.DEVNULL)
    judged = json.loads((library / f"large_{element}.json").read_text())["self_test"]
    if not judged["values"] or not all(100 <= count < 512 * 300 for count in judged["judged"]):
        yield f"{element}: {judged} of the result are judged"
    stored = sum(file.stat().st_size for file in (library / "test").iterdir())
    if stored > MOST_STORED:
        yield f"{element}: the self-test takes {stored} bytes"
    if not passes(library):
        yield f"{element}: the self-test fails as it is"
    changed = 0
    for file in (library / "src").glob("*_kernels_*.c"):
        text, count = re.subn(pattern, other, file.read_text())
        file.write_text(text)
        changed += count
    if changed == 0:
        yield f"{element}: no kernel has the constant {constant}"
    elif passes(library):
        yield f"{element}: the self-test passes although {constant} became {other}"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--hlo2c", required=True, type=Path)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as work:
        found = [line for case in CASES for line in problems_of(options.hlo2c.resolve(), case, Path(work))]
    print("\n".join(found) or f"{len(CASES)} libraries with a changed constant fail their self-tests")
    sys.exit(1 if found else 0)


if __name__ == "__main__":
    main()
