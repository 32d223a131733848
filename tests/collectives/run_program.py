#!/usr/bin/env python3
"""Runs one program on several ranks: emitted C over a transport must give what the reference evaluator gives.

    run_program.py --hlo2c FILE --program FILE --ranks N --transport threads|mpi

Every rank gets arguments of its own, unless the program cuts whole ones by its shardings. What the evaluator leaves
with --out is what the emitted C is compared with.
"""

import argparse
import re
import subprocess
import sys
import tempfile
from pathlib import Path

import numpy

TYPES = {"f32": numpy.float32, "i32": numpy.int32}


def arguments_of(program, generator):
    """Random arrays for the arguments of the entry point."""
    signature = re.search(r"@main\((.*?)\) ->", program.read_text(), re.S).group(1)
    arrays = []
    for shape, element in re.findall(r"tensor<((?:\d+x)*)(\w+)>", signature):
        sizes = [int(size) for size in shape.split("x") if size]
        if element == "f32":
            arrays.append(generator.normal(size=sizes).astype(TYPES[element]))
        else:
            arrays.append(generator.integers(-1000, 1000, size=sizes).astype(TYPES[element]))
    return arrays


def write(folder, arrays):
    folder.mkdir(parents=True)
    for number, array in enumerate(arrays):
        numpy.save(folder / f"{number:03}.npy", array)


def run(command):
    result = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, timeout=500)
    print(" ".join(command))
    print(result.stdout)
    if result.returncode != 0:
        sys.exit(f"exit status {result.returncode}")


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--hlo2c", required=True)
    parser.add_argument("--program", required=True, type=Path)
    parser.add_argument("--ranks", required=True, type=int)
    parser.add_argument("--transport", required=True)
    options = parser.parse_args()
    generator = numpy.random.default_rng(7)
    with tempfile.TemporaryDirectory() as work:
        arguments, expected, results = (Path(work) / name for name in ("args", "expected", "results"))
        if "sdy.sharding" in options.program.read_text():
            write(arguments, arguments_of(options.program, generator))
        else:
            for rank in range(options.ranks):
                write(arguments / f"rank{rank}", arguments_of(options.program, generator))
        common = [str(options.program), "--ranks", str(options.ranks), "--args", str(arguments)]
        run([options.hlo2c, "eval", *common, "--out", str(expected)])
        run([options.hlo2c, "run", *common, "--transport", options.transport, "--expect", str(expected),
             "--out", str(results)])
        written = sorted(path.relative_to(results) for path in results.rglob("*.npy"))
        if not written or written != sorted(path.relative_to(expected) for path in expected.rglob("*.npy")):
            sys.exit(f"the results written are {written}")


if __name__ == "__main__":
    main()
