"""Checks what the command shows of its progress: percentage and time left on a terminal, plain lines in a pipe."""

import argparse
import os
import pty
import re
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

SHARE = re.compile(r"\r\x1b\[K([^\r]*?) \.\.\. (\d+) %(, \d+ (?:s|min) left)?")
FUNCTION = """func.func @{0}() {{
  %x = stablehlo.constant dense<[1.0, 2.0]> : tensor<2xf32>
  %y = stablehlo.add %x, %x : tensor<2xf32>
  check.expect_eq_const %y, dense<[2.0, 4.0]> : tensor<2xf32>
  return
}}
"""


def layers(count):
    """A program whose kernels all differ."""
    lines = ["func.func @main(%v0: tensor<8x64xf32>, %w: tensor<64x64xf32>) -> tensor<8x64xf32> {"]
    for i in range(count):
        lines += [f"  %c{i} = stablehlo.constant dense<{i + 1}.5> : tensor<8x64xf32>",
                  f"  %d{i} = stablehlo.dot_general %v{i}, %w, contracting_dims = [1] x [0] : "
                  "(tensor<8x64xf32>, tensor<64x64xf32>) -> tensor<8x64xf32>",
                  f"  %v{i + 1} = stablehlo.add %d{i}, %c{i} : tensor<8x64xf32>"]
    return "\n".join([*lines, f"  return %v{count} : tensor<8x64xf32>", "}", ""])


def on_terminal(command):
    """What the command writes to stderr if that is a terminal."""
    master, slave = pty.openpty()
    process = subprocess.Popen([str(word) for word in command], stdout=subprocess.DEVNULL, stderr=slave)
    os.close(slave)
    pieces = []
    while True:
        try:
            piece = os.read(master, 1 << 16)
        except OSError:
            break
        if not piece:
            break
        pieces.append(piece)
    os.close(master)
    status = process.wait()
    if status != 0:
        raise RuntimeError(f"{command}: status {status}\n{b''.join(pieces).decode()}")
    return b"".join(pieces).decode()


class Progress(unittest.TestCase):
    hlo2c = ""

    def setUp(self):
        holder = tempfile.TemporaryDirectory()
        self.addCleanup(holder.cleanup)
        folder = Path(holder.name)
        program, tests = folder / "layers.mlir", folder / "tests.mlir"
        program.write_text(layers(24))
        tests.write_text("".join(FUNCTION.format(f"test{i}") for i in range(30)))
        self.commands = {
            "scheduling": [self.hlo2c, "compile", program, "-o", folder / "library"],
            "of 30 tests": [self.hlo2c, "test", tests, "-j", "1"],
            "of 12 programs": [self.hlo2c, "verify", "--random", "12", "--mode", "gcc-O1", "-j", "1"],
            "measuring": [self.hlo2c, "bench", program, "--seconds", "0.5"],
        }

    def test_a_terminal_shows_the_share_that_is_done_and_the_time_left(self):
        for activity, command in self.commands.items():
            shown = [(int(share), left) for text, share, left in SHARE.findall(on_terminal(command)) if activity in text]
            self.assertTrue(shown, activity)
            self.assertEqual([share for share, _ in shown], sorted(share for share, _ in shown), activity)
            self.assertLessEqual(shown[-1][0], 100, activity)
            self.assertTrue(any(left for _, left in shown), activity)

    def test_the_line_is_cleared_at_the_end(self):
        self.assertTrue(on_terminal(self.commands["scheduling"]).endswith("\r\x1b[K"))

    def test_a_pipe_gets_plain_lines(self):
        for activity, command in self.commands.items():
            done = subprocess.run([str(word) for word in command], check=True, capture_output=True, text=True)
            self.assertRegex(done.stderr, rf"(?m)^hlo2c: .*{activity}", activity)
            self.assertNotRegex(done.stderr, r"\r|\x1b|%", activity)

    def test_json_shows_no_progress(self):
        self.assertEqual(on_terminal([*self.commands["scheduling"], "--json"]), "")


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--hlo2c", required=True)
    options, rest = parser.parse_known_args()
    Progress.hlo2c = options.hlo2c
    unittest.main(argv=[sys.argv[0], *rest])
