#!/usr/bin/env python3
"""Libraries with results too large to store: the self-test checks a sample of their values, the stored data stays
small, and the test detects one changed constant in a kernel. So it is in each branch of a program.

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

BRANCHES = """func.func @main(%which: tensor<i32>, %flag: tensor<i1>, %x: tensor<5x8xf32>) -> tensor<5x8xf32> {
  %0 = "stablehlo.case"(%which) ({
    %a = stablehlo.constant dense<2.5> : tensor<5x8xf32>
    %r = stablehlo.multiply %x, %a : tensor<5x8xf32>
    stablehlo.return %r : tensor<5x8xf32>
  }, {
    %a = stablehlo.constant dense<3.5> : tensor<5x8xf32>
    %r = stablehlo.add %x, %a : tensor<5x8xf32>
    stablehlo.return %r : tensor<5x8xf32>
  }, {
    %a = stablehlo.constant dense<4.5> : tensor<5x8xf32>
    %r = stablehlo.subtract %x, %a : tensor<5x8xf32>
    stablehlo.return %r : tensor<5x8xf32>
  }) : (tensor<i32>) -> tensor<5x8xf32>
  %1 = "stablehlo.if"(%flag) ({
    %a = stablehlo.constant dense<5.5> : tensor<5x8xf32>
    %r = stablehlo.maximum %0, %a : tensor<5x8xf32>
    stablehlo.return %r : tensor<5x8xf32>
  }, {
    %a = stablehlo.constant dense<6.5> : tensor<5x8xf32>
    %r = stablehlo.divide %0, %a : tensor<5x8xf32>
    stablehlo.return %r : tensor<5x8xf32>
  }) : (tensor<i1>) -> tensor<5x8xf32>
  return %1 : tensor<5x8xf32>
}
"""
BRANCH_CONSTANTS = ["2.5", "3.5", "4.5", "5.5", "6.5"]


def passes(library):
    return subprocess.run(["make", "test"], cwd=library, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                          timeout=120).returncode == 0


def change_kernels(library, pattern, other):
    """How many places of its kernels changed."""
    changed = 0
    for file in (library / "src").glob("*_kernels_*.c"):
        text, count = re.subn(pattern, other, file.read_text())
        file.write_text(text)
        changed += count
    return changed


def large_result_problems(hlo2c, case, work):
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
    if change_kernels(library, pattern, other) == 0:
        yield f"{element}: no kernel has the constant {constant}"
    elif passes(library):
        yield f"{element}: the self-test passes although {constant} became {other}"


def branch_problems(hlo2c, work):
    (work / "branches.mlir").write_text(BRANCHES)
    library = work / "branches"
    subprocess.run([hlo2c, "compile", work / "branches.mlir", "-o", library], check=True, stdout=subprocess.DEVNULL)
    if not passes(library):
        yield "branches: the self-test fails as it is"
    for constant in BRANCH_CONSTANTS:
        if change_kernels(library, rf"\b{re.escape(constant)}f", "9.25f") == 0:
            yield f"branches: no kernel has the constant {constant}"
        elif passes(library):
            yield f"branches: the self-test passes although {constant} became 9.25"
        change_kernels(library, r"\b9\.25f", f"{constant}f")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--hlo2c", required=True, type=Path)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as work:
        hlo2c = options.hlo2c.resolve()
        found = [line for case in CASES for line in large_result_problems(hlo2c, case, Path(work))]
        found += branch_problems(hlo2c, Path(work))
    print("\n".join(found) or f"{len(CASES) + len(BRANCH_CONSTANTS)} libraries with a changed constant fail their self-tests")
    sys.exit(1 if found else 0)


if __name__ == "__main__":
    main()
