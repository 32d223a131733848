#!/usr/bin/env python3
"""The first candidates of each contraction give a real program the same bits, on every target with FMA that runs here.

    model_candidates.py --hlo2c FILE --model FOLDER --targets A,B [--candidates N]"""

import argparse
import subprocess
import sys
import tempfile
from pathlib import Path

from library import runnable


def results(options, target, candidate, folder):
    """The bytes of each result; nothing if no contraction of the program has that many candidates."""
    folder.mkdir()
    done = subprocess.run([options.hlo2c, "run", options.model / "module.stablehlo.mlir", "--args",
                           options.model / "args", "--out", folder, "--target", target, "--candidate",
                           str(candidate)], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
    if candidate > 0 and "H0648" in done.stderr:
        return {}
    print(done.stderr, end="")
    done.check_returncode()
    return {path.name: path.read_bytes() for path in sorted(folder.glob("*.npy"))}


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--hlo2c", required=True)
    parser.add_argument("--model", required=True, type=Path)
    parser.add_argument("--targets", required=True, help="those that compilers and emulators are here for")
    parser.add_argument("--candidates", type=int, default=3)
    options = parser.parse_args()
    expected, wrong = None, []
    with tempfile.TemporaryDirectory() as work:
        for target in runnable(options.targets):
            for candidate in range(options.candidates):
                made = results(options, target, candidate, Path(work) / f"{Path(target).stem}-{candidate}")
                if not made:
                    break
                expected = expected or made
                wrong += [f"{name} of candidate {candidate} for {target}" for name in expected
                          if made.get(name) != expected[name]]
    print("\n".join(wrong or [f"{len(expected)} results have the same bits"]))
    sys.exit(1 if wrong or not expected else 0)


if __name__ == "__main__":
    main()
