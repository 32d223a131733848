#!/usr/bin/env python3
"""Compares the bytes of the weights that libraries store with those of the programs' parameters, in their own types.

Parameters are the arguments that are bound and the constants in the program's text; a constant that repeats one value
counts as one element. Tables that the compiler adds, such as roots of unity, are listed apart. Exit status 1 if a
library stores more than --most times the bytes of its program's parameters, unless that is less than 1 KiB more.

    tests/models/weight_bytes.py build/bin/hlo2c MODELS
"""

import argparse
import json
import math
import re
import subprocess
import sys
import tempfile
from pathlib import Path

from compare_emitted import size_options, tests  # noqa: F401  (adds tests/integration to the path)
from programs import bind_weights

# Fewer bytes than these are no growth that matters: a few tables of indices.
SMALL_BYTES = 1024
MLIR_CONSTANT = re.compile(r"stablehlo\.constant[^\n]*?(dense(?:_resource)?<[^\n]*?>)\}? : tensor<([^>]*)>")
HLO_CONSTANT = re.compile(r"= (\w+)\[([\d,]+)\]\S* constant\(")


def element_bytes(element):
    element = element.split(":")[0].removeprefix("!quant.uniform<")
    if element in ("i1", "pred"):
        return 1
    if element.startswith("complex<"):
        return 2 * element_bytes(element.removeprefix("complex<"))
    if element in ("c64", "c128"):
        return int(element[1:]) // 8
    return max(1, int(re.search(r"\d+", element)[0]) // 8)


def constant_bytes(model):
    """Bytes of the constants that do not repeat one value."""
    file = model / "module.stablehlo.mlir"
    total = 0
    if not file.exists():
        for element, sizes in HLO_CONSTANT.findall((model / "module.hlo.txt").read_text()):
            total += element_bytes(element) * math.prod(map(int, sizes.split(",")))
        return total
    for values, kind in MLIR_CONSTANT.findall(file.read_text()):
        *sizes, element = kind.split("x")
        repeats = not values.startswith(('dense<[', 'dense<"0x', "dense_resource"))
        total += element_bytes(element) * (1 if repeats else math.prod(map(int, sizes)))
    return total


def bound_bytes(model):
    """Bytes of the arguments that are bound, without those of their files' headers."""
    arguments = json.loads((model / "meta.json").read_text())["args"]
    return sum(element_bytes(each["dtype"]) * math.prod(each["shape"])
               for each in arguments if each.get("kind") == "weight")


def weights_of(hlo2c, model):
    with tempfile.TemporaryDirectory() as work:
        library, bind = Path(work) / "library", Path(work) / "bind"
        file = model / "module.stablehlo.mlir"
        options = size_options(model) if file.exists() else []
        if bind_weights(model, bind):
            options += ["--bind-dir", str(bind)]
        command = [hlo2c, "compile", str(file if file.exists() else model / "module.hlo.pb"), "-o", str(library),
                   "--name", "module", "--weights", "blob"]
        run = subprocess.run(command + options, capture_output=True, text=True, errors="replace")
        if run.returncode != 0:
            return None, run.stderr.strip().splitlines()[-1]
        return json.loads((library / "module.json").read_text())["weights"].get("arrays", []), None


def largest(arrays, count):
    """The arrays that grew the most; those of tables come last."""
    arrays = sorted(arrays, key=lambda array: array["program_bytes"] - array["bytes"])
    return [f"{array['name']} {array['type']}: {array['bytes']} for {array['program_bytes']}"
            + (f" ({array['source']})" if "source" in array else "") for array in arrays[:count]]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("hlo2c")
    parser.add_argument("models", type=Path)
    parser.add_argument("--only", nargs="*", default=[], help="names of programs")
    parser.add_argument("--most", type=float, default=1.02)
    options = parser.parse_args()

    above, count, worst = 0, 0, 0.0
    print(f"{'program':24} {'library':>10} {'program':>10} {'tables':>10}  ratio")
    for meta in sorted(options.models.glob("*/meta.json")):
        model = meta.parent
        if options.only and model.name not in options.only:
            continue
        arrays, refused = weights_of(options.hlo2c, model)
        if arrays is None:
            print(f"{model.name:24} {refused}")
            continue
        tables = sum(array["bytes"] for array in arrays if array["program_bytes"] == 0)
        library = sum(array["bytes"] for array in arrays) - tables
        program = constant_bytes(model) + bound_bytes(model)
        ratio = library / max(program, 1) if library > SMALL_BYTES else 0
        grows = ratio > options.most and library > program + SMALL_BYTES
        count, above, worst = count + 1, above + grows, max(worst, ratio if grows else 0)
        print(f"{model.name:24} {library:10} {program:10} {tables:10}  {ratio:.3f}", flush=True)
        for line in largest(arrays, 6) if grows else []:
            print(f"    {line}")
    print(f"{above} of {count} libraries store more than {options.most} times their program's parameters"
          + (f", the worst {worst:.2f} times" if above else ""))
    return 0 if above == 0 and count else 1


if __name__ == "__main__":
    sys.exit(main())
