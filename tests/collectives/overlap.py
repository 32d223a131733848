#!/usr/bin/env python3
"""Asynchronous operations overlap with computation: three ranks have finished their product before the fourth, which is
late, has begun.

    overlap.py --hlo2c FILE --source overlap.c --program started.hlo threads|mpi|mpi-collectives"""

import argparse
import subprocess
import sys
import tempfile
from pathlib import Path


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--hlo2c", required=True)
    parser.add_argument("--source", required=True, type=Path)
    parser.add_argument("--program", required=True, type=Path)
    parser.add_argument("transport", choices=["threads", "mpi", "mpi-collectives"])
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as work:
        library, executable = Path(work) / "library", Path(work) / "overlap"
        subprocess.run([options.hlo2c, "compile", options.program, "-o", library], check=True)
        flags = ["-O1", "-std=c11", "-Wall", "-Wextra", "-Werror", f"-I{library}/include",
                 f"-I{library}/src", options.source, *sorted(library.glob("src/*.c")), *library.glob("weights/*.c"), "-o",
                 executable]
        if options.transport == "threads":
            build, run = ["gcc", "-pthread", library / "hooks/hlo2c_rank_threads.c"], [executable]
        else:
            build = ["mpicc", "-DBY_MPI", "-Wno-cast-function-type", library / "hooks/hlo2c_rank_mpi.c"]
            run = ["mpirun", "--allow-run-as-root", "--oversubscribe", "-n", "4", executable]
            run += ["operations"] if options.transport == "mpi-collectives" else []
        subprocess.run([*build, *flags], check=True)
        status = subprocess.run(run, timeout=200).returncode
        if status != 0:
            sys.exit("the ranks do not compute while they wait")


if __name__ == "__main__":
    main()
