"""Checks that a signal that ends the command also ends its C compiler and removes its temporary directories."""

import argparse
import os
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

    def arguments(self):
        file = self.folder / "args" / "000.npy"
        file.parent.mkdir()
        header = b"{'descr': '<f4', 'fortran_order': False, 'shape': (2,), }"
        header += b" " * (117 - len(header)) + b"\n"
        file.write_bytes(b"\x93NUMPY\x01\x00" + len(header).to_bytes(2, "little") + header + bytes(8))
        return file.parent

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
