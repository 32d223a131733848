#!/usr/bin/env python3
"""The memory that a program in C needs to call a library: the arrays that the call names, the weights that the called
function reads, and at most one megabyte besides. Weights of other functions are not touched.

    resident_memory.py --hlo2c FILE --source resident_memory.c"""

import random
import subprocess
import sys
import tempfile
from pathlib import Path

from caller import options_of

LIMIT = 1 << 20
WEIGHT, STATE = "tensor<1024x768xf32>", "tensor<512x1024xf32>"
WEIGHT_BYTES = 1024 * 768 * 4


def function(name, seed):
    weight = random.Random(seed).randbytes(WEIGHT_BYTES // 2)
    # The exponent of each word is small, so that no weight is infinite.
    words = bytearray(WEIGHT_BYTES)
    words[0::4], words[1::4] = weight[0::2], weight[1::2]
    return f"""func.func public @{name}(%x: {STATE}) -> {STATE} {{
  %w = stablehlo.constant dense<"0x{words.hex()}"> : {WEIGHT}
  %t = stablehlo.tanh %x : {STATE}
  %y = stablehlo.dot_general %t, %w, contracting_dims = [1] x [0] : ({STATE}, {WEIGHT}) -> tensor<512x768xf32>
  %z = stablehlo.sine %y : tensor<512x768xf32>
  %r = stablehlo.dot_general %z, %w, contracting_dims = [1] x [1] : (tensor<512x768xf32>, {WEIGHT}) -> {STATE}
  return %r : {STATE}
}}
"""


def run(*command):
    done = subprocess.run([str(word) for word in command], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    if done.returncode != 0:
        sys.exit(f"{' '.join(map(str, command))}: status {done.returncode}\n{done.stdout[-4000:]}")
    return done.stdout


def main():
    options = options_of(__doc__)
    with tempfile.TemporaryDirectory() as work:
        work = Path(work)
        program, library, caller = work / "program.mlir", work / "network", work / "caller"
        program.write_text(function("upper", 1) + function("lower", 2))
        run(options.hlo2c, "compile", program, "-o", library, "--name", "network")
        weights = library / "weights/network.weights"
        stored = weights.stat().st_size
        run("gcc", "-O2", "-std=c11", "-Wall", "-Wextra", "-pedantic", "-Werror", "-march=x86-64-v3", "-static",
            f"-I{library}/include", f"-I{library}/src", '-DHEADER="network.h"', "-DLIBRARY=network",
            f'-DWEIGHTS="{weights}"', f"-DWEIGHTS_BYTES={stored}", options.source, *sorted(library.glob("src/*.c")),
            "-lm", "-o", caller)
        if stored < 2 * WEIGHT_BYTES:
            sys.exit(f"{stored} bytes of weights: expected those of two functions")
        for name in ("upper", "lower"):
            named, resident = map(int, run(caller, name).split())
            most = named + stored // 2 + LIMIT
            print(f"{name}: {resident} bytes resident, {named} in arrays, {stored // 2} of weights")
            if resident > most:
                sys.exit(f"{name}: expected at most {most}")


main()
