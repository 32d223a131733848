#!/usr/bin/env python3
"""Runs one program on several ranks: emitted C over a transport must give what the reference evaluator gives.

    run_program.py --hlo2c FILE --program FILE --ranks N --transport threads|mpi|mpi-collectives

Every rank gets its own arguments, unless the program's shardings split whole ones. The emitted C is compared with the
results that the evaluator writes with --out.
"""

import argparse
import re
import subprocess
import sys
import tempfile
from pathlib import Path

import numpy

def random_array(sizes, element, generator):
    if element == "f32":
        return generator.normal(size=sizes).astype(numpy.float32)
    if element == "bf16":  # as its bits
        bits = numpy.asarray(generator.normal(size=sizes), numpy.float32).view(numpy.uint32)
        return (bits >> 16).astype(numpy.uint16)
    return generator.integers(-1000, 1000, size=sizes).astype(numpy.int32)


def arguments_of(program, generator):
    """Random arrays for the arguments of the entry point."""
    text = program.read_text()
    if program.suffix == ".hlo":
        entry = text[text.index("ENTRY"):]
        types = [(shape.split(","), element)
                 for element, shape in re.findall(r"= (\w+)\[([\d,]*)\]\S* parameter\(", entry)]
    else:
        signature = re.search(r"@main\((.*?)\) ->", text, re.S).group(1)
        types = [(shape.split("x"), element) for shape, element in re.findall(r"tensor<((?:\d+x)*)(\w+)>", signature)]
    return [random_array([int(size) for size in sizes if size], element, generator) for sizes, element in types]


def infeed_of(program, generator):
    """Random arrays for three rounds of the program's infeed ops."""
    ops = re.findall(r'"stablehlo.infeed".*?-> \((.*?)\)', program.read_text())
    types = [found for results in ops for found in re.findall(r"tensor<((?:\d+x)*)(\w+)>", results)]
    return [random_array([int(size) for size in shape.split("x") if size], element, generator)
            for _ in range(3) for shape, element in types]


def write(folder, arrays):
    folder.mkdir(parents=True)
    for number, array in enumerate(arrays):
        numpy.save(folder / f"{number:03}.npy", array)


def written(folder):
    return sorted(path.relative_to(folder) for path in folder.rglob("*.npy"))


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
        feeds = "stablehlo.infeed" in options.program.read_text()
        outfeed = [Path(work) / name for name in ("out_expected", "out_results")]
        if feeds:
            for rank in range(options.ranks):
                write(Path(work) / f"infeed/rank{rank}", infeed_of(options.program, generator))
            common += ["--infeed", str(Path(work) / "infeed")]
        written_feeds = [["--outfeed", str(folder)] if feeds else [] for folder in outfeed]
        run([options.hlo2c, "eval", *common, "--out", str(expected), *written_feeds[0]])
        run([options.hlo2c, "run", *common, "--transport", options.transport, "--expect", str(expected),
             "--out", str(results), *written_feeds[1]])
        if written(results) != written(expected) or not written(results):
            sys.exit(f"the results written are {written(results)}")
        if feeds and (written(outfeed[0]) != written(outfeed[1]) or not written(outfeed[0])):
            sys.exit(f"out went {written(outfeed[1])}")
        for file in written(outfeed[1]):
            ours, theirs = numpy.load(outfeed[1] / file), numpy.load(outfeed[0] / file)
            if ours.dtype != theirs.dtype or not numpy.allclose(ours, theirs, rtol=1e-5):
                sys.exit(f"out went {ours} where {theirs} was expected")


if __name__ == "__main__":
    main()
