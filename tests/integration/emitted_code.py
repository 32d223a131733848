#!/usr/bin/env python3
"""Measures emitted libraries: one measure over one program per call.

    emitted_code.py compilers --hlo2c build/bin/hlo2c --program tests/programs/softmax.mlir

Exit status 0 if the measure holds, else 1 with the reason. --keep keeps the work folder for inspection.
"""

import argparse
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

import measures_build
import measures_use
from library import Failure, Library
from partitioned import program_from_partitioned
from programs import program_from_file, program_from_model

MEASURES = {**measures_build.MEASURES, **measures_use.MEASURES}


@dataclass
class Context:
    """The inputs of a measure."""

    hlo2c: str
    program: object
    work: Path
    target: str
    serial: bool  # no loop of the program could be parallel

    def library(self, folder="library", target=None, options=()):
        directory = self.work / folder
        directory.parent.mkdir(parents=True, exist_ok=True)
        return Library(self.hlo2c, self.program, directory, target or self.target, options)


def measure(options, work):
    if options.model:
        program = program_from_model(options.model.resolve(), work)
    elif options.partitioned:
        program = program_from_partitioned(options.partitioned.resolve(), work)
    else:
        program = program_from_file(options.program.resolve(), work)
    context = Context(options.hlo2c, program, work, options.target, options.serial)
    try:
        MEASURES[options.measure](context)
    except Failure as failure:
        return f"{options.measure} of {program.name}: {failure}"
    return 0


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("measure", choices=sorted(MEASURES), metavar="MEASURE", help=", ".join(sorted(MEASURES)))
    parser.add_argument("--hlo2c", required=True)
    which = parser.add_mutually_exclusive_group(required=True)
    which.add_argument("--program", type=Path, help="a program file; its arguments are made up")
    which.add_argument("--model", type=Path, help="a folder with a program, its arguments and their kinds")
    which.add_argument("--partitioned", type=Path, help="such a folder for several ranks, whose program XLA partitioned")
    parser.add_argument("--target", default="x86-64-v3")
    parser.add_argument("--serial", action="store_true", help="no loop of the program could be parallel")
    parser.add_argument("--keep", type=Path, help="work here and leave everything")
    options = parser.parse_args()
    if options.keep:
        options.keep.mkdir(parents=True, exist_ok=True)
        return measure(options, options.keep.resolve())
    with tempfile.TemporaryDirectory(prefix="hlo2c-measure-") as work:
        return measure(options, Path(work))


if __name__ == "__main__":
    sys.exit(main())
