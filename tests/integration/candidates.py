"""Checks that the choice of a contraction's schedule changes no bit, on any target that runs here."""

import argparse
import array
import math
import random
import re
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

import library
from programs import write_npy

CANDIDATES = 5

# Shapes of both operands, the contraction's dimensions, and the shape of the result.
PRODUCTS = [
    ((37, 256), (256, 72), "contracting_dims = [1] x [0]", (37, 72)),
    ((37, 256), (72, 256), "contracting_dims = [1] x [1]", (37, 72)),
    ((256, 37), (256, 72), "contracting_dims = [0] x [0]", (37, 72)),
    ((256, 37), (72, 256), "contracting_dims = [0] x [1]", (37, 72)),
    ((330, 160), (160, 64), "contracting_dims = [1] x [0]", (330, 64)),
    ((3, 20, 64), (3, 64, 24), "batching_dims = [0] x [0], contracting_dims = [2] x [1]", (3, 20, 24)),
    ((3, 70), (24, 70), "contracting_dims = [1] x [1]", (3, 24)),
    ((3, 2, 70), (3, 24, 70), "batching_dims = [0] x [0], contracting_dims = [2] x [2]", (3, 2, 24)),
    ((200,), (200, 50), "contracting_dims = [0] x [0]", (50,)),
    ((50, 200), (200,), "contracting_dims = [1] x [0]", (50,)),
    # 67 stretches, whose totals are added in two groups.
    ((24, 67 * 128), (67 * 128, 40), "contracting_dims = [1] x [0]", (24, 40)),
    ((24, 67 * 128), (67 * 128, 40), "contracting_dims = [1] x [0]", (24, 40)),
]
# The right operands of these products are bound weights, which are packed at compile time.
WEIGHTS = {0, 1, 10}
IMAGE, KERNEL, PIXELS = (2, 9, 12, 16), (3, 3, 16, 24), (2, 7, 10, 24)


def tensor(shape):
    return "tensor<" + "".join(f"{size}x" for size in shape) + "f32>"


def program_text():
    arguments, lines, results = [], [], []
    def operands(lhs, rhs):
        number = len(arguments)
        arguments.extend([f"%x{number}: {tensor(lhs)}", f"%x{number + 1}: {tensor(rhs)}"])
        return f"%x{number}, %x{number + 1}"
    for number, (lhs, rhs, how, result) in enumerate(PRODUCTS):
        lines.append(f"  %r{number} = stablehlo.dot_general {operands(lhs, rhs)}, {how} : "
                     f"({tensor(lhs)}, {tensor(rhs)}) -> {tensor(result)}")
        results.append((f"%r{number}", tensor(result)))
    lines.append(f"  %conv = stablehlo.convolution({operands(IMAGE, KERNEL)}) dim_numbers = "
                 "[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {} {feature_group_count = 1 : i64, "
                 f"batch_group_count = 1 : i64}} : ({tensor(IMAGE)}, {tensor(KERNEL)}) -> {tensor(PIXELS)}")
    results.append(("%conv", tensor(PIXELS)))
    types = ", ".join(each for _, each in results)
    return (f"func.func @main({', '.join(arguments)}) -> ({types}) {{\n" + "\n".join(lines) +
            f"\n  return {', '.join(name for name, _ in results)} : {types}\n}}\n")


class Candidates(unittest.TestCase):
    hlo2c = ""
    targets = []

    def setUp(self):
        holder = tempfile.TemporaryDirectory()
        self.addCleanup(holder.cleanup)
        self.folder = Path(holder.name)
        self.program = self.folder / "products.mlir"
        self.program.write_text(program_text())
        generator = random.Random(3)
        shapes = [shape for lhs, rhs, _, _ in PRODUCTS for shape in (lhs, rhs)] + [IMAGE, KERNEL]
        self.bound = []
        (self.folder / "args").mkdir()
        for number, shape in enumerate(shapes):
            values = array.array("f", [generator.gauss(0, 1) for _ in range(math.prod(shape))])
            path = self.folder / "args" / f"{number:03}.npy"
            write_npy(path, "<f4", shape, values.tobytes())
            if number % 2 == 1 and number // 2 in WEIGHTS:
                self.bound += ["--bind", f"{number}={path}"]

    def results(self, target, candidate):
        out = self.folder / f"{Path(target).stem}-{candidate}"
        out.mkdir()
        library.run([self.hlo2c, "run", self.program, *self.bound, "--args", self.folder / "args", "--out", out,
                     "--target", target, "--candidate", str(candidate)])
        return [path.read_bytes() for path in sorted(out.glob("*.npy"))]

    def schedules(self, *options):
        """The lines of the dump, by group: the problem, what was chosen, and the candidates."""
        done = subprocess.run([self.hlo2c, "compile", self.program, *self.bound, "-o", self.folder / "library",
                               "--dump-after", "schedule", *options],
                              check=True, capture_output=True, text=True)
        return re.findall(r"^\d+ (contraction .*)\n  (.*)\n((?:  candidate .*\n)*)", done.stderr + done.stdout,
                          re.MULTILINE)

    def test_the_best_candidates_of_every_contraction_give_equal_bits(self):
        expected = None
        for target in self.targets:
            for candidate in range(CANDIDATES):
                made = self.results(target, candidate)
                self.assertEqual(len(made), len(PRODUCTS) + 1)
                expected = expected or made
                for number, (one, other) in enumerate(zip(expected, made, strict=True)):
                    self.assertEqual(one, other, f"result {number} of candidate {candidate} for {target}")

    def test_kernels_of_avx512_are_those_that_run_here(self):
        kernels = []
        for target in ("x86-64-v4", library.WITHOUT_AVX512):
            folder = self.folder / f"library-{len(kernels)}"
            library.run([self.hlo2c, "compile", self.program, *self.bound, "-o", folder, "--target", target])
            sources = sorted((folder / "src").glob("*_kernels_*.c"))
            kernels.append([path.read_text().partition("*/\n")[2] for path in sources])  # without the notice
        self.assertEqual(*kernels)

    def test_candidates_are_shown_with_what_they_are_expected_to_take(self):
        groups = self.schedules()
        self.assertEqual(len(groups), len(PRODUCTS) + 1)
        for problem, chosen, candidates in groups:
            if ", in lanes" in problem:
                continue
            listed = re.findall(r"candidate \d+: (.*; (\d+) cycles: .*)", candidates)
            self.assertGreaterEqual(len(listed), CANDIDATES, problem)
            self.assertEqual(listed[0][0], chosen)
            cycles = [int(each) for _, each in listed]
            self.assertEqual(cycles, sorted(cycles))

    def test_a_cache_of_another_size_changes_a_schedule(self):
        chosen = [[schedule.partition("; ")[2].rpartition(" cycles:")[0].rpartition("; ")[0]
                   for _, schedule, _ in self.schedules("--set", f"l1={size}K", "--set", "l2=512K")]
                  for size in (4, 512)]
        self.assertNotEqual(*chosen)

    def test_a_setting_that_no_target_has_is_refused(self):
        done = subprocess.run([self.hlo2c, "compile", self.program, "-o", self.folder / "library", "--set",
                               "l9=1K"], capture_output=True, text=True)
        self.assertEqual(done.returncode, 1)
        self.assertIn("'l9=1K' names no key of a target", done.stderr)


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--hlo2c", required=True)
    parser.add_argument("--targets", required=True, help="those that compilers and emulators are here for")
    options, rest = parser.parse_known_args()
    Candidates.hlo2c, Candidates.targets = options.hlo2c, library.runnable(options.targets)
    unittest.main(argv=[sys.argv[0], *rest])
