#!/usr/bin/env python3
"""A program whose batch is open, compiled with --bound: for each size the library returns what `hlo2c run` returns for
arrays of that size, and zeros past it.

    bounded_dimension.py --hlo2c FILE"""

import argparse
import ctypes
import subprocess
import sys
import tempfile
from pathlib import Path

import numpy

MOST = 6
PROGRAM = """func.func public @main(%x: tensor<?x8xf32>, %w: tensor<8x4xf32>)
    -> (tensor<?x4xf32> {jax.result_info = "share"}, tensor<f32> {jax.result_info = "sum"}) {
  %n = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?x8xf32>) -> tensor<i32>
  %share, %sum = func.call @body(%n, %x, %w)
    : (tensor<i32>, tensor<?x8xf32>, tensor<8x4xf32>) -> (tensor<?x4xf32>, tensor<f32>)
  return %share, %sum : tensor<?x4xf32>, tensor<f32>
}
func.func private @body(%n: tensor<i32> {jax.global_constant = "b"}, %x: tensor<?x8xf32>, %w: tensor<8x4xf32>)
    -> (tensor<?x4xf32>, tensor<f32>) {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %one = stablehlo.constant dense<1> : tensor<1xi32>
  %four = stablehlo.constant dense<4> : tensor<1xi32>
  %y = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0]
    : (tensor<?x8xf32>, tensor<8x4xf32>) -> tensor<?x4xf32>
  %e = stablehlo.exponential %y : tensor<?x4xf32>
  %rows = stablehlo.reduce(%e init: %zero) applies stablehlo.add across dimensions = [1]
    : (tensor<?x4xf32>, tensor<f32>) -> tensor<?xf32>
  %list = stablehlo.reshape %n : (tensor<i32>) -> tensor<1xi32>
  %column = stablehlo.concatenate %list, %one, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
  %whole = stablehlo.concatenate %list, %four, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
  %narrow = stablehlo.dynamic_broadcast_in_dim %rows, %column, dims = [0]
    : (tensor<?xf32>, tensor<2xi32>) -> tensor<?x1xf32>
  %wide = stablehlo.dynamic_broadcast_in_dim %narrow, %whole, dims = [0, 1]
    : (tensor<?x1xf32>, tensor<2xi32>) -> tensor<?x4xf32>
  %share = stablehlo.divide %e, %wide : tensor<?x4xf32>
  %sum = stablehlo.reduce(%y init: %zero) applies stablehlo.add across dimensions = [0, 1]
    : (tensor<?x4xf32>, tensor<f32>) -> tensor<f32>
  return %share, %sum : tensor<?x4xf32>, tensor<f32>
}
"""


def run(*command):
    done = subprocess.run([str(word) for word in command], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    if done.returncode != 0:
        sys.exit(f"{' '.join(map(str, command))}\n{done.stdout}")


def call(library, inputs, outputs):
    """Calls the only function: inputs are x, w, the size of x; outputs are the share, the sum, the size of the share."""
    pointers = [(ctypes.c_void_p * len(arrays))(*(array.ctypes.data for array in arrays)) for arrays in (inputs, outputs)]
    arena = numpy.zeros((1 << 16) + 64, numpy.uint8)
    address = ctypes.c_void_p(arena.ctypes.data + -arena.ctypes.data % 64)
    status = library.open_call(b"main", *pointers, address, None)
    if status != 0:
        sys.exit(f"status {status}")


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--hlo2c", required=True)
    options = parser.parse_args()
    random = numpy.random.default_rng(7)
    w = random.standard_normal((8, 4), numpy.float32)
    with tempfile.TemporaryDirectory() as folder:
        work = Path(folder)
        program, emitted, shared = work / "open.mlir", work / "library", work / "libopen.so"
        program.write_text(PROGRAM)
        run(options.hlo2c, "compile", program, "-o", emitted, "--bound", f"b=1..{MOST}")
        run("gcc", "-O2", "-march=x86-64-v3", "-shared", "-fPIC", f"-I{emitted}/include", f"-I{emitted}/src",
            *sorted(emitted.glob("src/*.c")), "-o", shared)
        library = ctypes.CDLL(str(shared))
        for size in range(1, MOST + 1):
            arguments, results = work / f"arguments{size}", work / f"results{size}"
            arguments.mkdir()
            x = numpy.full((MOST, 8), numpy.nan, numpy.float32)
            x[:size] = random.standard_normal((size, 8), numpy.float32)
            numpy.save(arguments / "000.npy", x[:size])
            numpy.save(arguments / "001.npy", w)
            run(options.hlo2c, "run", program, "--args", arguments, "--out", results, "--target", "x86-64-v3")
            share, total = numpy.full((MOST, 4), 9, numpy.float32), numpy.zeros((), numpy.float32)
            given, returned = numpy.array(size, numpy.int32), numpy.zeros((), numpy.int32)
            call(library, [x, w, given], [share, total, returned])
            wanted = [numpy.load(results / f"{number:03}.npy") for number in (0, 1)]
            if returned != size or not numpy.array_equal(share[:size], wanted[0]) or share[size:].any():
                sys.exit(f"size {size}: {share}, expected {wanted[0]}")
            if abs(total - wanted[1]) > 1e-5 * (1 + abs(wanted[1])):
                sys.exit(f"size {size}: sum {total}, expected {wanted[1]}")


if __name__ == "__main__":
    main()
