#!/usr/bin/env python3
"""Checks convolutions by Winograd's algorithm, which --fp=fast permits: their results, their accuracy relative to the
largest result, and that threads change no bit.

    winograd.py --hlo2c FILE --program sliding_windows.mlir"""

import argparse
import operator
import random
import re
import struct
import subprocess
import sys
import tempfile
from pathlib import Path

from checks import Checks
from programs import program_from_file, write_npy

SIDE, CHANNELS, FEATURES = 14, 32, 32
CONVOLUTION = """func.func @main(%x: tensor<1xSxSxCxf32>, %w: tensor<3x3xCxFxf32>) -> tensor<1xRxRxFxf32> {
  %r = stablehlo.convolution(%x, %w) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1xSxSxCxf32>, tensor<3x3xCxFxf32>) -> tensor<1xRxRxFxf32>
  return %r : tensor<1xRxRxFxf32>
}
"""


class Check(Checks):
    def run(self, verb, program, *options):
        done = subprocess.run([str(word) for word in (self.hlo2c, verb, program, "--fp=fast", *options)],
                              capture_output=True, text=True)
        self.holds(done.returncode == 0, f"{verb} {options} ends with {done.returncode}: {done.stderr}")
        return done.stdout + done.stderr

    def candidates(self, program, *options):
        """Number of the first candidate of each algorithm, in the schedules of the first group that has several."""
        text = self.run("compile", program, "-o", self.work / "library", "--dump-after", "schedule", *options)
        found = {}
        for number, algorithm in re.findall(r"^  candidate (\d+): (Winograd F\(\d, 3\)|contraction)", text, re.M):
            found.setdefault(algorithm, int(number))
        return found


def check_program(check, file):
    """Odd extents, uneven paddings, reversed and spread windows, results beside a residual."""
    program = program_from_file(file, check.work / "program")
    expected = file.parent / "expected" / file.stem
    for target in ("x86-64-v3", "armv8-a"):
        text = check.run("compile", file, "-o", check.work / "library", "--target", target, "--dump-after", "schedule")
        check.holds("Winograd F(2, 3)" in text and "Winograd F(4, 3)" in text, f"both algorithms for {target}")
    for candidate in range(3):
        check.run("run", file, "--args", program.arguments, "--expect", expected, "--candidate", candidate,
                  "--rtol", "2e-5", "--atol", "0")
    results = []
    for threads in (1, 2):
        out = check.work / f"results{threads}"
        check.run("run", file, "--args", program.arguments, "--expect", expected, "--rtol", "2e-5", "--atol", "0",
                  "--slots", 3, "--threads", threads, "--out", out)
        results.append([path.read_bytes() for path in sorted(out.glob("*.npy"))])
    check.holds(results[0] == results[1], "three slots give equal bits on one and on two threads")


def sums_of_windows(image, weights):
    """Direct sums in double, of flat lists in the order of the program."""
    columns = [weights[feature::FEATURES] for feature in range(FEATURES)]  # [row, column, channel]
    result = []
    for row in range(SIDE - 2):
        for column in range(SIDE - 2):
            window = []
            for y in range(row, row + 3):
                start = (y * SIDE + column) * CHANNELS
                window += image[start:start + 3 * CHANNELS]
            result += [sum(map(operator.mul, window, each)) for each in columns]
    return result


def check_accuracy(check):
    """F(2, 3) is as accurate as direct sums; F(4, 3) loses a few bits, relative to the largest result."""
    program, arguments, bound = check.work / "one.mlir", check.work / "arguments", check.work / "bound"
    text = CONVOLUTION
    for letter, size in (("S", SIDE), ("C", CHANNELS), ("F", FEATURES), ("R", SIDE - 2)):
        text = re.sub(rf"(?<=x){letter}(?=x)", str(size), text)
    program.write_text(text)
    generator = random.Random(3)
    values = []
    for folder, name, shape in ((arguments, "000.npy", (1, SIDE, SIDE, CHANNELS)),
                                (bound, "001.npy", (3, 3, CHANNELS, FEATURES))):
        folder.mkdir()
        count = shape[0] * shape[1] * shape[2] * shape[3]
        payload = struct.pack(f"<{count}f", *(generator.uniform(-1, 1) for _ in range(count)))
        write_npy(folder / name, "<f4", shape, payload)
        values.append(list(struct.unpack(f"<{count}f", payload)))
    exact = sums_of_windows(*values)
    largest = max(map(abs, exact))
    numbers = check.candidates(program, "--bind-dir", bound, "--target", "native")
    errors = {}
    for algorithm, number in numbers.items():
        out = check.work / "out"
        check.run("run", program, "--bind-dir", bound, "--args", arguments, "--candidate", number, "--out", out)
        got = struct.unpack(f"<{len(exact)}f", (out / "000.npy").read_bytes()[-4 * len(exact):])
        errors[algorithm] = max(abs(a - b) for a, b in zip(got, exact)) / largest
    print(errors)
    for algorithm, limit in (("contraction", 1e-6), ("Winograd F(2, 3)", 1e-6), ("Winograd F(4, 3)", 2e-5)):
        check.holds(errors.get(algorithm, 1) <= limit, f"the error of {algorithm} is within {limit}")


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--hlo2c", required=True)
    parser.add_argument("--program", required=True, type=Path)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as work:
        check = Check(options.hlo2c, work)
        check_program(check, options.program)
        check_accuracy(check)
    sys.exit(1 if check.failed else 0)


if __name__ == "__main__":
    main()
