#!/usr/bin/env python3
"""Measures the kernels of compiled programs against the limits of the machine.

    kernel_rooflines.py --hlo2c build/bin/hlo2c [--models DIRECTORY] --output kernels.json
    report.py table.json --kernels kernels.json         # draws roofline.svg and lists slow kernels

A kernel's roof is the smaller of what the multiply-adds allow and of what the memory allows that holds the bytes that a
call touches. `machine_limits.c` measures both. Kernels of less than 1 % of their program's time are left out.
"""

import argparse
import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

FOLDER = Path(__file__).resolve().parent
LEAST_SHARE = 0.01


def machine_limits(cc, core):
    with tempfile.TemporaryDirectory() as work:
        program = Path(work) / "machine_limits"
        subprocess.run([cc, "-O3", "-march=native", FOLDER / "machine_limits.c", "-o", program], check=True)
        run = subprocess.run(["taskset", "-c", str(core), program], check=True, capture_output=True, text=True)
    return json.loads(run.stdout)


def options_of(model):
    """Binds the weights, and passes the arrays of the other arguments."""
    options = []
    for number, argument in enumerate(json.loads((model / "meta.json").read_text())["args"]):
        file = str(model / argument["file"])
        options += ["--bind", f"{number}={file}"] if argument.get("kind") == "weight" else ["--arg", file]
    return options


def kernels_of(model, options):
    command = ["taskset", "-c", str(options.core), options.hlo2c, "bench", model / "module.stablehlo.mlir", "--json",
               "--slots", "1", "--fp", options.fp, "--seconds", str(options.seconds), *options_of(model)]
    run = subprocess.run([str(part) for part in command], capture_output=True, text=True)
    if run.returncode != 0:
        said = (run.stderr or run.stdout).strip().splitlines()
        print(f"{model.name}: {said[-1] if said else f'exit status {run.returncode}'}", file=sys.stderr)
        return []
    kernels = json.loads(run.stdout)["kernels"]
    total = sum(kernel["seconds"] for kernel in kernels)
    return [{"program": model.name, "share": kernel["seconds"] / total, **kernel} for kernel in kernels
            if kernel["seconds"] >= LEAST_SHARE * total]


def bandwidth(limits, touched):
    """Of the smallest measured array that is no smaller than `touched`."""
    measured = sorted((int(size), rate) for size, rate in limits["bytes_per_second"].items())
    return next((rate for size, rate in measured if size >= touched), measured[-1][1])


def add_roof(kernel, limits):
    """Adds the intensity in operations per byte, and the time at the roof over the measured time."""
    seconds, calls = kernel["seconds"], kernel["calls"]
    touched = kernel["bytes_per_second"] * seconds / calls
    at_roof = max(kernel["flops_per_second"] * seconds / limits["flops_per_second"],
                  touched * calls / bandwidth(limits, touched))
    kernel["intensity"] = kernel["flops_per_second"] / kernel["bytes_per_second"] if touched else None
    kernel["of_roof"] = at_roof / seconds if seconds else None


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--hlo2c", type=Path, required=True)
    parser.add_argument("--models", type=Path, default=Path(os.environ.get("HLO2C_SHARED", "")) / "models")
    parser.add_argument("--only", type=lambda text: text.split(","), help="names of programs")
    parser.add_argument("--fp", default="strict")
    parser.add_argument("--seconds", type=float, default=0.5)
    parser.add_argument("--core", type=int, default=1)
    parser.add_argument("--cc", default="gcc")
    parser.add_argument("--output", type=Path, required=True)
    options = parser.parse_args()
    limits = machine_limits(options.cc, options.core)
    kernels = []
    for meta in sorted(options.models.glob("*/meta.json")):
        if not options.only or meta.parent.name in options.only:
            kernels += kernels_of(meta.parent, options)
    for kernel in kernels:
        add_roof(kernel, limits)
    options.output.write_text(json.dumps({"limits": limits, "kernels": kernels}, indent=1) + "\n")
    reached = sum(kernel["of_roof"] >= 0.5 for kernel in kernels)
    print(f"{reached} of {len(kernels)} kernels reach half of their roof")


if __name__ == "__main__":
    main()
