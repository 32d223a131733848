#!/usr/bin/env python3
"""A program whose argument and result have bounded sizes: the library has the sizes as separate arguments and results,
next to tensors at the bound; its self-test passes; and `hlo2c run` reads and writes arrays of the actual sizes.

    bounded_sizes.py --hlo2c FILE --source bounded_sizes.c"""

import struct
import subprocess
import sys
import tempfile
from pathlib import Path

from programs import write_npy

from caller import options_of, run_callers

ROWS = "tensor<?x2xf32, #stablehlo.bounds<4, ?>>"
PROGRAM = f"""func.func public @main(%rows: {ROWS}, %fewer: tensor<i32>)
    -> (tensor<2xf32> {{jax.result_info = "sum"}}, {ROWS} {{jax.result_info = "tail"}}) {{
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %sum = stablehlo.reduce(%rows init: %zero) applies stablehlo.add across dimensions = [0]
    : ({ROWS}, tensor<f32>) -> tensor<2xf32>
  %n = stablehlo.get_dimension_size %rows, dim = 0 : ({ROWS}) -> tensor<i32>
  %left = stablehlo.subtract %n, %fewer : tensor<i32>
  %e = stablehlo.exponential %rows : {ROWS}
  %r = stablehlo.reverse %e, dims = [0] : {ROWS}
  %tail = stablehlo.set_dimension_size %r, %left, dim = 0 : ({ROWS}, tensor<i32>) -> {ROWS}
  return %sum, %tail : tensor<2xf32>, {ROWS}
}}
"""
HEADER = ["const float *rows;", "f32[4,2]  32 bytes; valid up to rows_size in dimension 0",
          "const int32_t *rows_size;", "size of rows along dimension 0, 0 to 4", "float *tail;", "int32_t *tail_size;"]


def values_of(file, count):
    return struct.unpack(f"<{count}f", file.read_bytes()[-4 * count:]) if count else ()


def main():
    options = options_of(__doc__)
    with tempfile.TemporaryDirectory() as folder:
        work = Path(folder)
        program, library = work / "bounded.mlir", work / "library"
        program.write_text(PROGRAM)
        subprocess.run([options.hlo2c, "compile", program, "-o", library], check=True)
        header = (library / "include/bounded.h").read_text()
        for words in HEADER:
            if words not in header:
                sys.exit(f"the header does not say '{words}':\n{header}")
        run_callers(library, [options.source, library / "test/bounded_test.c"])
        for size, fewer in ((4, 0), (3, 1), (1, 1), (0, 0)):
            arguments, expected, results = (work / f"{name}{size}" for name in ("arguments", "expected", "results"))
            arguments.mkdir()
            write_npy(arguments / "000.npy", "<f4", (size, 2), struct.pack(f"<{2 * size}f", *range(2 * size)))
            write_npy(arguments / "001.npy", "<i4", (), struct.pack("<i", fewer))
            subprocess.run([options.hlo2c, "eval", program, "--args", arguments, "--out", expected], check=True)
            subprocess.run([options.hlo2c, "run", program, "--args", arguments, "--expect", expected, "--out", results],
                           check=True)
            tail = (results / "001.npy").read_bytes()
            shape = f"({size - fewer}, 2)".encode()
            if shape not in tail:
                sys.exit(f"hlo2c run does not give a tail of the shape {shape}")
            if sorted(path.name for path in results.iterdir()) != ["000.npy", "001.npy"]:
                sys.exit("hlo2c run gives other results than the program")
            if values_of(results / "000.npy", 2) != tuple(float(sum(range(c, 2 * size, 2))) for c in range(2)):
                sys.exit("hlo2c run adds up what is not there")


if __name__ == "__main__":
    main()
