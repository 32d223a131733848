#!/usr/bin/env python3
"""Checks that the schedules that ship for a target are still candidates of their problems.

Compiles every program with the shipped file as its tuning. Exit status 1 if a schedule is no candidate of its problem, or
if no program takes any.

    tests/models/shipped_tunings.py build/bin/hlo2c MODELS x86-64-v3
"""

import argparse
import json
import subprocess
import sys
import tempfile
from pathlib import Path

from compare_emitted import size_options, tests  # noqa: F401  (adds tests/integration to the path)
from programs import bind_weights
from run_model import rank_count

TUNINGS = Path(__file__).resolve().parent.parent.parent / "scheduler" / "target" / "tunings"


def compiled(hlo2c, model, target, work):
    """(kernels that take a schedule of the tuning, what was said) of the program with its weights bound."""
    options = ["--bind-dir", work / "bound"] if bind_weights(model, work / "bound") else []
    # So that nothing is evaluated for the self-test, which programs of several processes lack.
    if rank_count(model) == 1:
        options += ["--test-args", model / "args", "--test-expect", model / "expected"]
    run = subprocess.run([str(part) for part in (
        hlo2c, "compile", model / "module.stablehlo.mlir", "-o", work / "library", "--name", "library", "--target", target, "--tuning",
        TUNINGS / f"{target}.yaml", *size_options(model), *options)], capture_output=True, text=True)
    if run.returncode != 0:
        print(f"{model.name} does not compile: {run.stderr.strip().splitlines()[-1]}")
        return 0, ""
    kernels = json.loads((work / "library" / "library.json").read_text())["kernels"]
    return sum(kernel["tuned"] for kernel in kernels), run.stderr


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("hlo2c")
    parser.add_argument("models", type=Path)
    parser.add_argument("target")
    options = parser.parse_args()
    taken, stale = 0, False
    for model in sorted(module.parent for module in options.models.glob("*/module.stablehlo.mlir")):
        with tempfile.TemporaryDirectory() as work:
            kernels, said = compiled(options.hlo2c, model, options.target, Path(work))
        taken += kernels
        for line in said.splitlines():
            if "no candidate of its problem" in line:
                print(f"{model.name}: {line}")
                stale = True
    print(f"{taken} kernels take a shipped schedule")
    return 1 if stale or taken == 0 else 0


if __name__ == "__main__":
    sys.exit(main())
