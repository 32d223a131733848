#!/usr/bin/env python3
"""Measures the kernels of compiled programs against the limits of the machine.

    kernel_rooflines.py --hlo2c build/bin/hlo2c [--models DIRECTORY] --output kernels.json
    report.py table.json --kernels kernels.json         # draws roofline.svg and lists slow kernels

A kernel's time at the roof is the longest of four: its multiply-adds at the highest rate, its bytes from the memory that
holds what a call touches, its loads and stores, and its other operations, each at its measured rate; plus an empty call.
`machine_limits.c` and `operation_costs.py` measure the rates, and the compiler counts the operations of a kernel's loops.
A kernel below half of its roof gets the first reason in REASONS whose condition holds. Kernels of less than 1 % of their
program's time are left out.
"""

import argparse
import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

import operation_costs

FOLDER = Path(__file__).resolve().parent
LEAST_SHARE = 0.01
LARGE = 1e30  # an argument for which functions of angles take their long form


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
    with tempfile.TemporaryDirectory() as work:
        command = ["taskset", "-c", str(options.core), options.hlo2c, "bench", model / "module.stablehlo.mlir",
                   "--json", "--slots", "1", "--fp", options.fp, "--seconds", str(options.seconds), "--keep", work,
                   *options_of(model)]
        run = subprocess.run([str(part) for part in command], capture_output=True, text=True)
        if run.returncode != 0:
            said = (run.stderr or run.stdout).strip().splitlines()
            print(f"{model.name}: {said[-1] if said else f'exit status {run.returncode}'}", file=sys.stderr)
            return []
        kernels = json.loads(run.stdout)["kernels"]
        total = sum(kernel["seconds"] for kernel in kernels)
        touched = sum(kernel["bytes_per_second"] * kernel["seconds"] / kernel["calls"] for kernel in kernels)
        kernels = [{"program": model.name, "share": kernel["seconds"] / total, "program_bytes": touched, **kernel}
                   for kernel in kernels if kernel["seconds"] >= LEAST_SHARE * total]
        operations = {operation for kernel in kernels for operation in kernel.get("operations", {})}
        costs = {key: operation_costs.measured(Path(work), operations, options.cc, options.core, factor)
                 for key, factor in (("costs", 1), ("large_costs", LARGE))}
    for kernel in kernels:
        for key, each in costs.items():
            kernel[key] = {operation: each[operation] for operation in kernel.get("operations", {}) if operation in each}
    return kernels


def bandwidth(limits, touched):
    """Of the smallest measured array that is no smaller than `touched`."""
    measured = sorted((int(size), rate) for size, rate in limits["bytes_per_second"].items())
    return next((rate for size, rate in measured if size >= touched), measured[-1][1])


class Roof:
    """The times of one call that the limits allow, in seconds."""

    def __init__(self, kernel, limits):
        self.kernel, self.limits = kernel, limits
        self.call = kernel["seconds"] / kernel["calls"]
        self.bytes = kernel["bytes_per_second"] * self.call
        self.operations = kernel.get("operations", {})

    def arithmetic(self):
        return self.kernel["flops_per_second"] * self.call / self.limits["flops_per_second"]

    def memory(self):
        return self.bytes / bandwidth(self.limits, self.bytes)

    def program_memory(self):
        """The bytes from the level that holds all that the program touches, as if it had replaced them since."""
        return self.bytes / bandwidth(self.limits, self.kernel["program_bytes"])

    def instruction(self, operation):
        _, _, scalar, lanes = operation_costs.split(operation)
        is_full = lanes * int(scalar[1:]) // 8 >= self.limits["vector_bytes"]
        return self.limits["vector_seconds" if is_full else "narrow_seconds"]

    def elements_by_index(self):
        """Lanes of gathers and scatters, an instruction each."""
        return sum(times * operation_costs.split(operation)[3] * self.limits["narrow_seconds"]
                   for operation, times in self.operations.items() if operation.startswith(("gather", "scatter")))

    def accesses(self):
        return self.elements_by_index() + sum(times * self.instruction(operation) for operation, times in
                                              self.operations.items() if operation.startswith(("load", "store")))

    def computed(self):
        costs = self.kernel["costs"]
        return sum(times * costs.get(operation, self.instruction(operation)) for operation, times in
                   self.operations.items() if operation.split()[0] not in operation_costs.MEMORY)

    def functions(self, costs="costs"):
        return sum(times * self.kernel[costs].get(operation, 0) for operation, times in self.operations.items())

    def chain(self):
        return self.kernel.get("chain", 0) * self.limits["chain_seconds"]

    def has_op(self, *names):
        return any(op.split()[-1].partition(".")[2] in names for op in self.kernel["ops"])

    def at_roof(self):
        return self.limits["empty_call"] + max(self.arithmetic(), self.memory(), self.accesses(), self.computed())

    def explains(self, *seconds):
        """True if these times, one after the other, are half of the measured one."""
        return self.limits["empty_call"] + sum(seconds) >= 0.5 * self.call


SHORT_CALL = 1e-6
REASONS = (
    ("rounds of a random generator, each of which needs the one before", lambda roof: roof.has_op("rng_bit_generator")),
    ("a factorization or substitution: each step needs the one before", lambda roof: "runtime_function" in roof.kernel),
    ("sorting: comparisons whose order depends on the data", lambda roof: roof.has_op("sort", "top_k")),
    ("a transform: passes over data that are shuffled between them", lambda roof: roof.has_op("fft")),
    ("a chain of operations that need each other", lambda roof: roof.explains(roof.chain())),
    ("a chain of operations, beside others that it does not overlap",
     lambda roof: roof.chain() >= 0.2 * roof.call and roof.explains(roof.chain(), roof.computed(), roof.accesses())),
    ("elements read or written one by one, by index",
     lambda roof: roof.elements_by_index() > 0 and roof.explains(4 * roof.elements_by_index())),
    ("operands from the cache or memory that holds the whole program's",
     lambda roof: roof.explains(roof.program_memory())),
    ("arithmetic, accesses and memory one after the other", lambda roof: roof.explains(
        roof.computed(), roof.accesses(), roof.program_memory())),
    ("functions that take longer for large arguments", lambda roof: roof.explains(roof.functions("large_costs"))),
    ("a call below 1 us: loops too short to fill the pipelines", lambda roof: roof.call < SHORT_CALL),
)


def add_roof(kernel, limits):
    """Adds the intensity in operations per byte, the time at the roof over the measured time, and the reason."""
    roof = Roof(kernel, limits)
    kernel["intensity"] = kernel["flops_per_second"] / kernel["bytes_per_second"] if roof.bytes else None
    kernel["of_roof"] = roof.at_roof() / roof.call if roof.call else None
    kernel["reason"] = next((text for text, holds in REASONS if holds(roof)), "") if kernel["of_roof"] < 0.5 else ""


def write(output, limits, kernels):
    if kernels:
        # The profile's clock is part of every call.
        limits["empty_call"] = min(kernel["seconds"] / kernel["calls"] for kernel in kernels)
    for kernel in kernels:
        add_roof(kernel, limits)
    kernels.sort(key=lambda kernel: kernel["program"])
    output.write_text(json.dumps({"limits": limits, "kernels": kernels}, indent=1) + "\n")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--hlo2c", type=Path, required=True)
    parser.add_argument("--models", type=Path, default=Path(os.environ.get("HLO2C_SHARED", "")) / "models")
    parser.add_argument("--only", type=lambda text: text.split(","),
                        help="names of programs; the output keeps what it has of others")
    parser.add_argument("--fp", default="strict")
    parser.add_argument("--seconds", type=float, default=0.5)
    parser.add_argument("--core", type=int, default=1)
    parser.add_argument("--cc", default="gcc")
    parser.add_argument("--output", type=Path, required=True)
    options = parser.parse_args()
    limits, kernels = machine_limits(options.cc, options.core), []
    if options.only and options.output.exists():
        kernels = [kernel for kernel in json.loads(options.output.read_text())["kernels"]
                   if kernel["program"] not in options.only]
    for meta in sorted(options.models.glob("*/meta.json")):
        if not options.only or meta.parent.name in options.only:
            kernels += kernels_of(meta.parent, options)
            write(options.output, limits, kernels)
    slow = [kernel for kernel in kernels if kernel["of_roof"] < 0.5]
    print(f"{len(kernels) - len(slow)} of {len(kernels)} kernels reach half of their roof, and "
          f"{sum(bool(kernel['reason']) for kernel in slow)} others have a reason")


if __name__ == "__main__":
    main()
