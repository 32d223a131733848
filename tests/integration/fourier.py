"""Checks the Fourier transforms of emitted C against NumPy's, for lengths of every kind."""

import argparse
import itertools
import sys
import tempfile
import unittest
from pathlib import Path

import library
import numpy

# One row, as many as fill a vector or not, and rows that are neighbours in memory.
ROWS = [(1, 1), (3, 1), (16, 1), (2, 3), (2, 9), (1, 16)]
# Powers of two, small primes, products of them, large primes, and twice a large prime.
LENGTHS = [1, 2, 3, 8, 11, 13, 17, 34, 48, 64, 79, 89, 96, 100, 107, 210, 343, 997, 1000, 1024, 2039]
TOLERANCE = {"f32": 5e-7, "f64": 1e-15}  # root mean square of the difference, relative to that of the result


def tensor(shape, element):
    return "tensor<" + "".join(f"{size}x" for size in shape) + element + ">"


class Transform:
    """One transform: its op, its argument and the expected result in f64."""

    def __init__(self, generator, kind, length, rows, element):
        self.kind, self.length, self.rows, self.element = kind, length, rows, element
        self.shape = (rows[0], length) + ((rows[1],) if rows[1] > 1 else ())
        half = (rows[0], length // 2 + 1)
        real = {"f32": numpy.float32, "f64": numpy.float64}[element]
        pair = {"f32": numpy.complex64, "f64": numpy.complex128}[element]
        given = half if kind == "IRFFT" else self.shape
        numbers = generator.standard_normal(given)
        if kind == "RFFT":
            self.argument = numbers.astype(real)
        else:
            self.argument = (numbers + 1j * generator.standard_normal(given)).astype(pair)
        wide = self.argument.astype(numpy.float64 if kind == "RFFT" else numpy.complex128)
        axes = tuple(range(1, len(self.shape)))
        self.lengths = [self.shape[axis] for axis in axes]
        self.expected = {
            "FFT": lambda: numpy.fft.fftn(wide, axes=axes), "IFFT": lambda: numpy.fft.ifftn(wide, axes=axes),
            "RFFT": lambda: numpy.fft.rfft(wide), "IRFFT": lambda: numpy.fft.irfft(wide, n=length)}[kind]()
        parts = f"complex<{element}>"
        self.type = tensor(given, element if kind == "RFFT" else parts)
        self.result_type = tensor(half if kind == "RFFT" else self.shape, element if kind == "IRFFT" else parts)

    def line(self, number):
        return (f"  %r{number} = stablehlo.fft %a{number}, type = {self.kind}, length = {self.lengths} : "
                f"({self.type}) -> {self.result_type}\n")


def program_text(transforms):
    arguments = ", ".join(f"%a{i}: {each.type}" for i, each in enumerate(transforms))
    types = ", ".join(each.result_type for each in transforms)
    results = ", ".join(f"%r{i}" for i in range(len(transforms)))
    return (f"func.func @main({arguments}) -> ({types}) {{\n" +
            "".join(each.line(i) for i, each in enumerate(transforms)) + f"  return {results} : {types}\n}}\n")


class Fourier(unittest.TestCase):
    hlo2c = ""

    def check(self, kinds, element, lengths, rows):
        generator = numpy.random.default_rng(7)
        transforms = [Transform(generator, kind, length, each, element)
                      for kind, length, each in itertools.product(kinds, lengths, rows)
                      if each[1] == 1 or "R" not in kind]
        with tempfile.TemporaryDirectory() as folder:
            folder = Path(folder)
            for name in ("args", "out"):
                (folder / name).mkdir()
            (folder / "fourier.mlir").write_text(program_text(transforms))
            for i, each in enumerate(transforms):
                numpy.save(folder / "args" / f"{i:03}.npy", each.argument)
            library.run([self.hlo2c, "run", folder / "fourier.mlir", "--args", folder / "args", "--out",
                         folder / "out"])
            results = [numpy.load(path) for path in sorted((folder / "out").glob("*.npy"))]
        for each, result in zip(transforms, results, strict=True):
            error = numpy.linalg.norm(result - each.expected) / max(numpy.linalg.norm(each.expected), 1e-30)
            self.assertLess(error, TOLERANCE[element], f"{each.kind} of {each.length}, rows {each.rows}, {element}")

    def test_complex_transforms_of_any_length_agree_forward_and_back(self):
        self.check(["FFT"], "f32", LENGTHS, ROWS[::2])
        self.check(["IFFT"], "f32", LENGTHS[::4], ROWS[1::2])

    def test_transforms_of_reals_agree_forward_and_back(self):
        self.check(["RFFT", "IRFFT"], "f32", LENGTHS, [(1, 1), (11, 1)])

    def test_transforms_of_f64_agree(self):
        self.check(["FFT", "IFFT"], "f64", LENGTHS[1::3], ROWS[1::3])
        self.check(["RFFT", "IRFFT"], "f64", LENGTHS[::3], [(3, 1)])


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--hlo2c", required=True)
    options, rest = parser.parse_known_args()
    Fourier.hlo2c = options.hlo2c
    unittest.main(argv=[sys.argv[0], *rest])
