"""Checks `tune`: what it measures and writes, here and through a bench program, and what a tuning does to a library."""

import argparse
import array
import json
import math
import random
import re
import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

import library
from programs import write_npy

TARGET = "x86-64-v3"
CONTRACTIONS = 3
PROGRAM = """func.func @main(%x: tensor<96x160xf32>, %w: tensor<160x96xf32>, %v: tensor<96x48xf32>,
                %image: tensor<1x12x12x16xf32>, %kernel: tensor<3x3x16x32xf32>)
    -> (tensor<96x48xf32>, tensor<1x10x10x32xf32>) {
  %a = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<96x160xf32>, tensor<160x96xf32>) -> tensor<96x96xf32>
  %b = stablehlo.tanh %a : tensor<96x96xf32>
  %c = stablehlo.dot_general %b, %v, contracting_dims = [1] x [0] : (tensor<96x96xf32>, tensor<96x48xf32>) -> tensor<96x48xf32>
  %d = stablehlo.convolution(%image, %kernel) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {}
      {feature_group_count = 1 : i64, batch_group_count = 1 : i64} : (tensor<1x12x12x16xf32>, tensor<3x3x16x32xf32>) -> tensor<1x10x10x32xf32>
  return %c, %d : tensor<96x48xf32>, tensor<1x10x10x32xf32>
}
"""
SHAPES = [(96, 160), (160, 96), (96, 48), (1, 12, 12, 16), (3, 3, 16, 32)]
BOUND = [1, 4]
SHIPPED = """func.func @main(%x: tensor<16x1024xf32>, %w: tensor<1024x128xf32>, %bias: tensor<128xf32>) -> tensor<16x128xf32> {
  %p = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<16x1024xf32>, tensor<1024x128xf32>) -> tensor<16x128xf32>
  %b = stablehlo.broadcast_in_dim %bias, dims = [1] : (tensor<128xf32>) -> tensor<16x128xf32>
  %r = stablehlo.add %p, %b : tensor<16x128xf32>
  return %r : tensor<16x128xf32>
}
"""
MAP = """func.func @main(%x: tensor<8xf32>) -> tensor<8xf32> {
  %y = stablehlo.add %x, %x : tensor<8xf32>
  return %y : tensor<8xf32>
}
"""


class Tuning(unittest.TestCase):
    hlo2c = ""
    printed = ""

    def setUp(self):
        holder = tempfile.TemporaryDirectory()
        self.addCleanup(holder.cleanup)
        self.folder = Path(holder.name)
        self.program = self.folder / "three.mlir"
        self.program.write_text(PROGRAM)
        generator = random.Random(5)
        (self.folder / "args").mkdir()
        for number, shape in enumerate(SHAPES):
            values = array.array("f", [generator.gauss(0, 1) for _ in range(math.prod(shape))])
            write_npy(self.folder / "args" / f"{number:03}.npy", "<f4", shape, values.tobytes())
        self.common = [self.program, "--target", TARGET]
        for number in BOUND:
            self.common += ["--bind", f"{number}={self.folder / 'args' / f'{number:03}.npy'}"]

    def command(self, *words):
        return subprocess.run([self.hlo2c, *map(str, words)], capture_output=True, text=True, cwd=self.folder)

    def done(self, *words):
        result = self.command(*words)
        self.assertEqual(result.returncode, 0, result.stdout + result.stderr)
        return result

    def compile(self, directory, *options):
        self.done("compile", *self.common, "-o", directory, *options)
        return json.loads((self.folder / directory / "three.json").read_text())["kernels"]

    def files(self, directory):
        folder = self.folder / directory
        return {path.relative_to(folder): path.read_bytes() for path in folder.rglob("*") if path.is_file()}

    def results(self, name, *options):
        self.done("run", *self.common, "--args", "args", "--out", name, *options)
        return [path.read_bytes() for path in sorted((self.folder / name).glob("*.npy"))]

    def figures(self):
        """What the bench program of three candidates prints, built by its Makefile; once for all tests."""
        if not Tuning.printed:
            self.done("tune", *self.common, "--args", "args", "--emit-bench", "bench", "--candidates", "3",
                      "--seconds", "2")
            library.run(["make", "-s", "-C", self.folder / "bench", "CC=gcc", "CFLAGS=-O3 -Wall -Wextra -Werror",
                         "figures.txt"])
            Tuning.printed = (self.folder / "bench" / "figures.txt").read_text()
        (self.folder / "figures.txt").write_text(Tuning.printed)
        return Tuning.printed

    def tuning_of_candidate(self, number):
        """A tuning with this candidate for every problem, from figures in which it is the fastest."""
        def time(match):
            return f"{match[1]} {'10' if match[1].split()[1] == str(number) else '1000'}"
        text = re.sub(r"^(time \d+ \d+) \d+$", time, self.figures(), flags=re.MULTILINE)
        (self.folder / "changed.txt").write_text(text)
        self.done("tune", *self.common, "--read", "changed.txt", "-o", "tuning.yaml")
        return self.folder / "tuning.yaml"

    def test_a_program_is_tuned_within_the_time(self):
        result = self.done("tune", *self.common, "--args", "args", "--candidates", "3", "--seconds", "4", "-o",
                           "tuning.yaml", "--json")
        report = json.loads(result.stdout)
        self.assertEqual(result.stderr, "")
        self.assertLessEqual(report["measured_seconds"], 4.5)
        self.assertGreaterEqual(report["rounds"], 2)
        self.assertEqual(len(report["problems"]), CONTRACTIONS)
        for problem in report["problems"]:
            self.assertGreater(problem["default_us"], 0)
            self.assertLessEqual(problem["best_us"], problem["default_us"])
            if problem["tuned"]:
                self.assertLess(problem["best_us"], 0.97 * problem["default_us"])
        if "default_us" in report:
            self.assertLessEqual(report["tuned_us"], report["default_us"])
        written = (self.folder / "tuning.yaml").read_text()
        self.assertIn(f'target: "{TARGET}"\ncompiler: "', written)
        self.assertEqual(written.count("- problem:"), sum(each["tuned"] for each in report["problems"]))
        self.compile("tuned", "--tuning", "tuning.yaml")

    def test_the_table_has_a_row_for_each_problem(self):
        lines = self.done("tune", *self.common, "--args", "args", "--candidates", "2", "--seconds", "2",
                          "-o", "tuning.yaml").stdout.splitlines()
        self.assertEqual(sum("contraction f32:" in line for line in lines), CONTRACTIONS)
        self.assertRegex(lines[-1], rf"wrote tuning.yaml: \d of {CONTRACTIONS} problems are tuned")

    def test_a_tuning_chooses_schedules_and_no_bit_changes(self):
        tuning = self.tuning_of_candidate(1)
        self.assertEqual(tuning.read_text().count("- problem:"), CONTRACTIONS)
        kernels = self.compile("tuned", "--tuning", tuning)
        self.assertEqual([each["tuned"] for each in kernels],
                         [each["problem"].startswith("contraction") for each in kernels])
        self.assertFalse(any(each["tuned"] for each in self.compile("default")))
        self.compile("candidate", "--candidate", "1")
        code = [{path: text for path, text in self.files(each).items() if path.parts[0] == "src"}
                for each in ("tuned", "candidate", "default")]
        self.assertEqual(code[0], code[1])
        self.assertNotEqual(code[0], code[2])
        self.compile("again", "--tuning", tuning)
        self.assertEqual(self.files("tuned"), self.files("again"))
        self.assertIn(b", from a tuning", (self.folder / "tuned" / "three.html").read_bytes())
        self.assertEqual(self.results("plain"), self.results("of_tuning", "--tuning", tuning))

    def test_figures_come_back_as_a_tuning(self):
        figures = self.figures()
        self.assertGreaterEqual(figures.count("\nend\n"), 2)
        report = json.loads(self.done("tune", *self.common, "--read", "figures.txt", "-o", "one.yaml",
                                      "--json").stdout)
        self.assertEqual(len(report["problems"]), CONTRACTIONS)
        self.done("tune", *self.common, "--read", "figures.txt", "-o", "two.yaml")
        self.assertEqual(*[(self.folder / name).read_bytes() for name in ("one.yaml", "two.yaml")])
        for options, number in (["--target", "x86-64-v2"], "H0657"), (["--fp=fast"], "H0657"):
            refused = self.command("tune", self.program, *self.common[3:], *([] if "--target" in options else
                                   self.common[1:3]), *options, "--read", "figures.txt", "-o", "t.yaml")
            self.assertEqual(refused.returncode, 1)
            self.assertIn(number, refused.stderr)
        self.assertFalse((self.folder / "t.yaml").exists())

    def test_a_tuning_for_something_else_is_refused(self):
        tuning = self.tuning_of_candidate(1)
        for verb in ("compile", "inspect"):
            output = ["-o", "out"]
            other = self.command(verb, self.program, "--target", "x86-64-v4", *output, "--tuning", tuning)
            self.assertEqual(other.returncode, 1)
            self.assertIn(f"H0488: the tuning was measured for the target '{TARGET}', expected 'x86-64-v4'",
                          other.stderr)
            fast = self.command(verb, *self.common, *output, "--fp=fast", "--tuning", tuning)
            self.assertEqual(fast.returncode, 1)
            self.assertIn("H0488: the tuning was measured with --fp=strict", fast.stderr)

    def test_what_a_program_does_not_have_is_a_note(self):
        tuning = self.tuning_of_candidate(1)
        (self.folder / "map.mlir").write_text(MAP)
        other = self.done("compile", "map.mlir", "-o", "map", "--target", TARGET, "--tuning", tuning)
        self.assertIn(f"note: the tuning has {CONTRACTIONS} problems that this program does not have", other.stderr)
        changed = tuning.read_text().replace("tile ", "tile of ", 1)
        (self.folder / "changed.yaml").write_text(changed)
        result = self.done("compile", *self.common, "-o", "library", "--tuning", "changed.yaml")
        self.assertIn("note: 1 schedule of the tuning is no candidate of its problem", result.stderr)

    def test_what_ships_applies_unless_the_options_say_otherwise(self):
        program = self.folder / "shipped.mlir"
        program.write_text(SHIPPED)
        write_npy(self.folder / "bias.npy", "<f4", (128,), array.array("f", range(128)).tobytes())
        empty = self.folder / "empty.yaml"
        empty.write_text(f'target: "{TARGET}"\ncompiler: "gcc"\nfp: strict\nschedules: []\n')
        for tuned, *options in ([True], [False, "--candidate", "0"], [False, "--set", "l2=512K"],
                                [False, "--fp=fast"], [False, "--tuning", empty]):
            self.done("compile", program, "--bind", "2=bias.npy", "-o", "library", "--target", TARGET, *options)
            [kernel] = json.loads((self.folder / "library" / "shipped.json").read_text())["kernels"]
            self.assertEqual(kernel["tuned"], tuned, options)

    def test_a_program_without_candidates_has_an_empty_tuning(self):
        (self.folder / "map.mlir").write_text(MAP)
        self.done("tune", "map.mlir", "--target", TARGET, "-o", "map.yaml")
        self.done("compile", "map.mlir", "--target", TARGET, "-o", "map", "--tuning", "map.yaml")
        refused = self.command("tune", "map.mlir", "--emit-bench", "bench")
        self.assertEqual(refused.returncode, 1)
        self.assertIn("H0658", refused.stderr)

    @unittest.skipUnless(shutil.which("aarch64-linux-gnu-gcc") and shutil.which("qemu-aarch64"), "no cross compiler")
    def test_a_bench_program_runs_on_another_architecture(self):
        common = [self.program, "--target", "armv8-a", *self.common[3:]]
        refused = self.command("tune", *common, "-o", "t.yaml")
        self.assertEqual(refused.returncode, 2)
        self.assertIn("H0656", refused.stderr)
        self.done("tune", *common, "--args", "args", "--emit-bench", "arm", "--candidates", "2", "--seconds", "20")
        library.run(["make", "-s", "-C", self.folder / "arm", "CC=aarch64-linux-gnu-gcc", "CFLAGS=-O2", "bench"])
        text = library.run(["qemu-aarch64", "-L", "/usr/aarch64-linux-gnu", "./bench", "--rounds", "2",
                            "--round-seconds", "1"], cwd=self.folder / "arm")
        (self.folder / "arm.txt").write_text(text)
        self.done("tune", *common, "--read", "arm.txt", "-o", "arm.yaml")
        self.assertIn('target: "armv8-a"', (self.folder / "arm.yaml").read_text())


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--hlo2c", required=True)
    options, rest = parser.parse_known_args()
    Tuning.hlo2c = options.hlo2c
    unittest.main(argv=[sys.argv[0], *rest])
