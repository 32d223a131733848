"""Checks what a compilation costs, and what the command says of it: --time-report, and the memory that weights take."""

import argparse
import array
import json
import re
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

from programs import write_npy

PROGRAM = """func.func @main(%x: tensor<8x32xf32>, %w: tensor<32x16xf32>) -> tensor<8x16xf32> {
  %product = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0]
      : (tensor<8x32xf32>, tensor<32x16xf32>) -> tensor<8x16xf32>
  %result = stablehlo.tanh %product : tensor<8x16xf32>
  return %result : tensor<8x16xf32>
}
"""


ROWS, COLUMNS = 4096, 6144
WEIGHT_BYTES = 4 * ROWS * COLUMNS
LARGE_PROGRAM = f"""func.func @main(%x: tensor<2x{ROWS}xf32>, %w: tensor<{ROWS}x{COLUMNS}xf32>)
    -> tensor<2x{COLUMNS}xf32> {{
  %r = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0]
      : (tensor<2x{ROWS}xf32>, tensor<{ROWS}x{COLUMNS}xf32>) -> tensor<2x{COLUMNS}xf32>
  return %r : tensor<2x{COLUMNS}xf32>
}}
"""


class Costs(unittest.TestCase):
    hlo2c = ""

    def setUp(self):
        holder = tempfile.TemporaryDirectory()
        self.addCleanup(holder.cleanup)
        self.folder = Path(holder.name)
        self.program = self.folder / "program.mlir"
        self.program.write_text(PROGRAM)

    def run_verb(self, verb, *options):
        command = [self.hlo2c, verb, self.program, *options]
        return subprocess.run([str(word) for word in command], check=True, capture_output=True, text=True)

    def test_a_time_report_has_a_row_for_each_stage_that_takes_long(self):
        done = self.run_verb("compile", "-o", self.folder / "library", "--time-report")
        rows = re.findall(r"^(\S+(?: others)?) +\d+\.\d{3} s +\d+\.\d{3} s +\d+\.\d % +\d+ MB$", done.stderr, re.MULTILINE)
        self.assertIn("lower", rows)
        self.assertIn("check", rows)
        self.assertEqual(rows[-1], "all")
        self.assertNotIn(" MB", done.stdout)

    def test_without_the_option_there_is_no_report(self):
        done = self.run_verb("compile", "-o", self.folder / "library")
        self.assertNotIn(" MB", done.stderr)

    def test_the_json_has_every_stage_of_the_verb(self):
        compiled = {"read", "arrays", "fold", "groups", "schedule", "lower", "steps", "loops", "memory", "print",
                    "library", "check", "report"}
        for verb, options, own in [("compile", ["-o", self.folder / "library"], {"write"}),
                                   ("verify", [], {"build", "run", "evaluate", "compare"}),
                                   ("bench", ["--seconds", "0.01"], {"build", "measure"})]:
            done = self.run_verb(verb, *options, "--time-report", "--json")
            stages = {stage["name"]: stage for stage in json.loads(done.stdout)["stages"]}
            self.assertLessEqual(compiled | own, set(stages), verb)
            for stage in stages.values():
                self.assertGreaterEqual(stage["seconds"], 0)
                self.assertGreater(stage["peak_bytes"], 1 << 20)
            self.assertEqual(done.stderr, "")

    def test_a_bound_weight_is_in_memory_once(self):
        program, weight, out = self.folder / "large.mlir", self.folder / "w.npy", self.folder / "library"
        program.write_text(LARGE_PROGRAM)
        row = array.array("f", [i * 0.001 for i in range(COLUMNS)])
        write_npy(weight, "<f4", (ROWS, COLUMNS), b"".join((row[i:] + row[:i]).tobytes() for i in range(ROWS)))

        def peak_bytes(*options):
            command = [self.hlo2c, "compile", program, "-o", out, "--weights", "blob", "--time-report", "--json",
                       *options]
            done = subprocess.run([str(word) for word in command], check=True, capture_output=True, text=True)
            return max(stage["peak_bytes"] for stage in json.loads(done.stdout)["stages"])

        without = peak_bytes()
        added = peak_bytes("--bind", f"1={weight}") - without
        self.assertGreater((out / "weights" / "large.weights").stat().st_size, WEIGHT_BYTES)
        self.assertLess(added, 1.3 * WEIGHT_BYTES)


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--hlo2c", required=True)
    options, rest = parser.parse_known_args()
    Costs.hlo2c = options.hlo2c
    unittest.main(argv=[sys.argv[0], *rest])
