"""Checks that a signal that ends the command also ends its C compiler and removes its temporary directories and
unfinished files."""

import argparse
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import unittest
from pathlib import Path

PROGRAM = """func.func @main(%x: tensor<2xf32>) -> tensor<2xf32> {
  %y = stablehlo.add %x, %x : tensor<2xf32>
  return %y : tensor<2xf32>
}
"""
CHECKED = """func.func @doubles() {
  %x = stablehlo.constant dense<[1.0, 2.0]> : tensor<2xf32>
  %y = stablehlo.add %x, %x : tensor<2xf32>
  check.expect_eq_const %y, dense<[2.0, 4.0]> : tensor<2xf32>
  return
}
"""
# Many weights, and many results.
WEIGHTS = 1 << 23
LARGE = f"""func.func @main(%x: tensor<{WEIGHTS}xf32>, %y: tensor<1xf32>) -> (tensor<{WEIGHTS}xf32>, tensor<{WEIGHTS}xf32>) {{
  %z = stablehlo.reshape %y : (tensor<1xf32>) -> tensor<f32>
  %w = stablehlo.broadcast_in_dim %z, dims = [] : (tensor<f32>) -> tensor<{WEIGHTS}xf32>
  %0 = stablehlo.add %x, %w : tensor<{WEIGHTS}xf32>
  return %0, %x : tensor<{WEIGHTS}xf32>, tensor<{WEIGHTS}xf32>
}}
"""
# Tells its process number, and then compiles for longer than the test runs.
COMPILER = """#!/bin/sh
case "$1" in
  --version | -dumpmachine | -v | -E) exec cc "$@" ;;
esac
echo $$ > {0}.new
mv {0}.new {0}
exec sleep 600
"""


class Interruption(unittest.TestCase):
    hlo2c = ""

    def setUp(self):
        holder = tempfile.TemporaryDirectory()
        self.addCleanup(holder.cleanup)
        self.folder = Path(holder.name)
        self.temporary = self.folder / "temporary"
        self.temporary.mkdir()
        self.started = self.folder / "started"
        self.compiler = self.folder / "compiler"
        self.compiler.write_text(COMPILER.format(self.started))
        self.compiler.chmod(0o755)

    def start(self, words, **options):
        """The command, once its C compiler runs, and the compiler's process number."""
        process = subprocess.Popen([self.hlo2c, *map(str, words)], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE,
                                   env=os.environ | {"TMPDIR": str(self.temporary), "CC": str(self.compiler)}, **options)
        self.addCleanup(process.stderr.close)
        for _ in range(600):
            if self.started.exists():
                return process, int(self.started.read_text())
            if process.poll() is not None:
                self.fail(process.stderr.read().decode())
            time.sleep(0.1)
        process.kill()
        self.fail("the C compiler was not started")

    def check_gone(self, compiler):
        for _ in range(100):
            if not Path(f"/proc/{compiler}").exists():
                break
            time.sleep(0.1)
        self.assertFalse(Path(f"/proc/{compiler}").exists(), "the C compiler still runs")
        self.assertEqual(list(self.temporary.rglob("*")), [])

    def words(self, text, *verb):
        program = self.folder / "program.mlir"
        program.write_text(text)
        return [*verb, program]

    def run_words(self):
        return [*self.words(PROGRAM, "run"), "--args", self.arguments()]

    def array(self, file, elements):
        header = f"{{'descr': '<f4', 'fortran_order': False, 'shape': ({elements},), }}".encode()
        header += b" " * (117 - len(header)) + b"\n"
        file.write_bytes(b"\x93NUMPY\x01\x00" + len(header).to_bytes(2, "little") + header)
        os.truncate(file, 128 + 4 * elements)
        return file

    def arguments(self):
        folder = self.folder / "args"
        folder.mkdir()
        self.array(folder / "000.npy", 2)
        return folder

    def interrupt_writing(self, words, folder, delays):
        """Sends a signal some time after an unfinished file is in a folder; returns what is there in the end, each time."""
        left = []
        for delay in delays:
            shutil.rmtree(folder, ignore_errors=True)
            folder.mkdir()
            process = subprocess.Popen([self.hlo2c, *map(str, words)], stdout=subprocess.DEVNULL,
                                       stderr=subprocess.DEVNULL, env=os.environ | {"TMPDIR": str(self.temporary)})
            while process.poll() is None and not any(folder.glob("*.new")):
                pass
            time.sleep(delay)
            process.send_signal(signal.SIGTERM)
            self.assertIn(process.wait(60), (-signal.SIGTERM, 0))
            left.append(sorted(path.name for path in folder.iterdir()))
            self.assertEqual(list(self.temporary.rglob("*")), [])
        return left

    def test_signals_end_a_run_and_leave_nothing(self):
        words = self.run_words()
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            with self.subTest(number.name):
                self.started.unlink(missing_ok=True)
                process, compiler = self.start(words)
                process.send_signal(number)
                self.assertEqual(process.wait(60), -number)
                self.check_gone(compiler)

    def test_a_signal_ends_the_workers_of_a_test(self):
        process, compiler = self.start([*self.words(CHECKED, "test"), "--jobs", "1"])
        process.send_signal(signal.SIGTERM)
        self.assertEqual(process.wait(60), -signal.SIGTERM)
        self.check_gone(compiler)

    def test_a_signal_leaves_a_whole_library_or_none(self):
        weights = self.array(self.folder / "weights.npy", WEIGHTS)
        words = [*self.words(LARGE, "compile"), "--bind", f"0={weights}", "-o", self.folder / "out" / "library"]
        left = self.interrupt_writing(words, self.folder / "out", [0, 0.01, 0.02, 0.04, 0.08, 0.16])
        self.assertIn([], left)
        for names in left:
            self.assertIn(names, ([], ["library"]))

    def test_a_signal_leaves_all_results_or_none(self):
        words = [*self.words(LARGE, "run"), "--arg", self.array(self.folder / "x.npy", WEIGHTS), "--arg",
                 self.array(self.folder / "y.npy", 1), "--out", self.folder / "out"]
        left = self.interrupt_writing(words, self.folder / "out", [0, 0.02, 0.04, 0.08, 0.16])
        self.assertIn([], left)
        for names in left:
            self.assertIn(names, ([], ["000.npy", "001.npy"]))

    def test_an_ignored_signal_stays_ignored(self):
        process, compiler = self.start(self.run_words(),
                                       preexec_fn=lambda: signal.signal(signal.SIGHUP, signal.SIG_IGN))
        process.send_signal(signal.SIGHUP)
        time.sleep(1)
        self.assertIsNone(process.poll())
        process.send_signal(signal.SIGTERM)
        self.assertEqual(process.wait(60), -signal.SIGTERM)
        self.check_gone(compiler)


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--hlo2c", required=True)
    options, rest = parser.parse_known_args()
    Interruption.hlo2c = options.hlo2c
    unittest.main(argv=[sys.argv[0], *rest], verbosity=2)
