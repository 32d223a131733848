"""Every judge reports libraries whose results are wrong: `verify`, `run`, `test`, random programs, ranks, the self-test.

    wrong_results.py --hlo2c FILE"""

import argparse
import io
import os
import subprocess
import sys
import tempfile
import zipfile
from pathlib import Path

import numpy

HERE = Path(__file__).resolve().parent
PADDED = """
  %zero = stablehlo.constant dense<0> : tensor<{0}>
  %r = stablehlo.pad %0, %zero, low = [0, 0], high = [2, 0], interior = [0, 0]
    : (tensor<4x5x{0}>, tensor<{0}>) -> tensor<6x5x{0}>"""
LOOP = """
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %five = stablehlo.constant dense<5> : tensor<i32>
  %w:2 = stablehlo.while(%i = %five, %x = %0) : tensor<i32>, tensor<3x4xf32>
   cond {
    %more = stablehlo.compare GT, %i, %zero : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %more : tensor<i1>
  } do {
    %less = stablehlo.subtract %i, %one : tensor<i32>
    %next = stablehlo.add %x, %0 : tensor<3x4xf32>
    stablehlo.return %less, %next : tensor<i32>, tensor<3x4xf32>
  }
  %r = stablehlo.add %w#1, %0 : tensor<3x4xf32>"""
# Name, type of the argument %0, type of the result %r, body, faults.
PROGRAMS = [
    ("zeros_f32", "4x5xf32", "6x5xf32", PADDED.format("f32").replace("dense<0>", "dense<0.0>"), ["unwritten_row"]),
    ("zeros_i32", "4x5xi32", "6x5xi32", PADDED.format("i32"), ["unwritten_row"]),
    ("product", "9x9xf32", "9x9xf32",
     "  %r = stablehlo.dot %0, %0 : (tensor<9x9xf32>, tensor<9x9xf32>) -> tensor<9x9xf32>",
     ["unwritten_row", "wrong_element", "nan_element"]),
    ("f64_tanh", "70xf64", "70xf64", "  %r = stablehlo.tanh %0 : tensor<70xf64>", ["wrong_element", "nan_element"]),
    ("bf16_sum", "8x9xbf16", "8x9xbf16", "  %r = stablehlo.add %0, %0 : tensor<8x9xbf16>",
     ["wrong_element", "unwritten_row"]),
    ("complex_square", "6xcomplex<f32>", "6xcomplex<f32>",
     "  %r = stablehlo.multiply %0, %0 : tensor<6xcomplex<f32>>", ["wrong_element", "unwritten_row"]),
    ("integers", "5x7xi32", "5x7xi32", "  %r = stablehlo.multiply %0, %0 : tensor<5x7xi32>", ["wrong_element"]),
    ("booleans", "9x3xi8", "9x3xi1",
     "  %r = stablehlo.compare EQ, %0, %0 : (tensor<9x3xi8>, tensor<9x3xi8>) -> tensor<9x3xi1>", ["wrong_element"]),
    ("subnormals", "90xf32", "90xf32",
     "  %c = stablehlo.constant dense<0x00400000> : tensor<90xf32>\n  %r = stablehlo.multiply %0, %c : tensor<90xf32>",
     ["flushed_subnormals"]),
    ("roots", "90xf32", "90xf32", "  %r = stablehlo.sqrt %0 : tensor<90xf32>", ["zero_for_nan"]),
    ("quotients", "90xf32", "90xf32",
     "  %c = stablehlo.constant dense<0.0> : tensor<90xf32>\n  %r = stablehlo.divide %0, %c : tensor<90xf32>",
     ["number_for_infinity"]),
    ("negated", "90xf32", "90xf32",
     "  %c = stablehlo.constant dense<0.0> : tensor<90xf32>\n  %m = stablehlo.minimum %0, %c : tensor<90xf32>\n"
     "  %r = stablehlo.negate %m : tensor<90xf32>", ["other_zero"]),
    ("loop", "3x4xf32", "3x4xf32", LOOP, ["wrong_element", "unwritten_row"]),
]
RANKS = """
  %r = "stablehlo.all_reduce"(%0) ({
   ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) {replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<6x3xf32>) -> tensor<6x3xf32>"""
MODULE = """func.func @sum() {
  %0 = stablehlo.constant dense<[[1.0, 2.0], [4.0, 0.0]]> : tensor<2x2xf32>
  %1 = stablehlo.add %0, %0 : tensor<2x2xf32>
  check.expect_almost_eq_const %1, dense<[[2.0, 4.0], [8.0, 0.0]]> : tensor<2x2xf32>
  func.return
}
"""
TESTED = ["zeros_f32", "booleans", "subnormals"]  # by `test` as well, which compares as `run` does
NEITHER_ZERO = {"other_zero"}  # faults that a tolerance allows
DIFFERS = 3  # the exit status for results that differ


def program_text(argument, result, body):
    return (f"func.func @main(%0: tensor<{argument}>) -> tensor<{result}> {{\n{body.strip(chr(10))}\n"
            f"  return %r : tensor<{result}>\n}}\n")


def drawn(argument):
    *sizes, element = argument.replace("complex<f32>", "c64").split("x")
    shape, generator = [int(size) for size in sizes], numpy.random.default_rng(7)
    if element.startswith("i"):
        return generator.integers(-9, 9, shape).astype(f"i{int(element[1:]) // 8}")
    values = generator.normal(size=shape)
    if element == "c64":
        return (values + 1j * generator.normal(size=shape)).astype("c8")
    if element == "bf16":
        return (values.astype("f4").view("u4") >> 16).astype("u2")
    return values.astype(f"f{int(element[1:]) // 8}")


def compiler(fault):
    """A C compiler as one option; without a fault, the right one."""
    wrong = [sys.executable, str(HERE / "wrong_compiler.py"), fault, str(HERE / "wrong_results.h")]
    return " ".join(([] if fault is None else wrong) + ["gcc"])


def status_of(*command, cwd=None):
    return subprocess.run([str(word) for word in command], cwd=cwd, stdout=subprocess.DEVNULL,
                          stderr=subprocess.DEVNULL, timeout=300).returncode


def write_archive(path, names_and_arrays):
    with zipfile.ZipFile(path, "w") as archive:
        for name, array in names_and_arrays:
            data = io.BytesIO()
            numpy.save(data, array)
            archive.writestr(name, data.getvalue())


class Judges:
    """The judges of one program; each gives the exit status with a compiler."""

    def __init__(self, hlo2c, work, name, argument, result, body, options=()):
        self.hlo2c, self.folder = hlo2c, work / name
        self.folder.mkdir()
        self.program = self.folder / f"{name}.mlir"
        self.program.write_text(program_text(argument, result, body))
        self.arguments, self.expected = self.folder / "arguments", self.folder / "expected"
        self.arguments.mkdir()
        numpy.save(self.arguments / "000.npy", drawn(argument))
        if status_of(hlo2c, "eval", self.program, "--args", self.arguments, "--out", self.expected, *options) != 0:
            raise SystemExit(f"{name}: cannot be evaluated")
        self.options = options

    def verify(self, compiler):
        return status_of(self.hlo2c, "verify", self.program, "--cc", compiler)

    def run(self, compiler):
        return status_of(self.hlo2c, "run", self.program, "--args", self.arguments, "--expect", self.expected,
                         "--cc", compiler, *self.options)

    def test(self, compiler):
        write_archive(self.program.with_suffix(".npz"), [("in0.npy", numpy.load(self.arguments / "000.npy")),
                                                         ("out0.npy", numpy.load(self.expected / "000.npy"))])
        return status_of(self.hlo2c, "test", self.program, "--cc", compiler)

    def self_test(self, compiler):
        library = self.folder / "library"
        if not library.exists():
            status_of(self.hlo2c, "compile", self.program, "-o", library)
        os.utime(library / "src" / f"{self.program.stem}.c")  # the only file that a compiler with a fault changes
        return DIFFERS if status_of("make", "test", f"CC={compiler}", cwd=library) != 0 else 0


def problems_of(judge, name, faults):
    """What the judge, a function of the compiler, says of the right library, and where it accepts a wrong one."""
    if (status := judge(compiler(None))) != 0:
        yield f"{name}: exit status {status} for the right library"
    for fault in faults:
        if (status := judge(compiler(fault))) != DIFFERS:
            yield f"{name}: exit status {status} for a library with {fault}"


def problems(hlo2c, work):
    for name, argument, result, body, faults in PROGRAMS:
        judges = Judges(hlo2c, work, name, argument, result, body)
        tolerated = [fault for fault in faults if fault not in NEITHER_ZERO]
        yield from problems_of(judges.verify, f"{name}, verify", faults)
        yield from problems_of(judges.run, f"{name}, run", tolerated)
        if name in TESTED:
            yield from problems_of(judges.test, f"{name}, test", tolerated)
        yield from problems_of(judges.self_test, f"{name}, self-test", faults)
    faults = ["wrong_element", "unwritten_row", "nan_element"]
    ranks = Judges(hlo2c, work, "ranks", "6x3xf32", "6x3xf32", RANKS, ["--ranks", "2"])
    yield from problems_of(ranks.run, "two ranks, run", faults)
    (work / "module.mlir").write_text(MODULE)
    yield from problems_of(lambda cc: status_of(hlo2c, "test", work / "module.mlir", "--cc", cc), "module, test", faults)
    yield from problems_of(lambda cc: status_of(hlo2c, "verify", "--random", "2", "--seed", "3", "--mode", "cc", "--cc", cc),
                           "random programs", faults)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--hlo2c", required=True, type=Path)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as work:
        found = list(problems(options.hlo2c.resolve(), Path(work)))
    print("\n".join(found) or "every judge reports every fault")
    sys.exit(1 if found else 0)


if __name__ == "__main__":
    main()
