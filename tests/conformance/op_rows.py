#!/usr/bin/env python3
"""Compares the rows of ops, as `hlo2c ops --json` prints them, with the specification's tables of inputs and outputs:
names, order, kinds, and which are variadic. Where a row has to differ, DIFFERENCES says why.
"""

import argparse
import json
import re
import subprocess
import sys
from pathlib import Path

# Types of inputs that are attributes or regions instead of values.
NO_VALUE = re.compile(r"constant|enum|function|string|attribute|region|alias|^`si64`$|FloatType|dictionary")
DIFFERENCES = {
    ("stablehlo.async_done", "results"): "they are what the future holds: the started op's results",
    ("stablehlo.collective_permute", "operands"): "HLO permutes several arrays at once",
    ("stablehlo.collective_permute", "results"): "as its operands",
    ("stablehlo.reduce", "operands"): "the dialect admits initial values that are tensors",
    ("stablehlo.reduce_scatter", "operands"): "HLO reduces several arrays at once",
    ("stablehlo.reduce_scatter", "results"): "as its operands",
    ("stablehlo.reduce_window", "operands"): "as those of reduce",
    ("stablehlo.rng", "operands"): "the dialect takes the shape as an operand",
    ("stablehlo.rng_bit_generator", "operands"): "HLO has states of other types and ranks",
    ("stablehlo.rng_bit_generator", "results"): "as its operands",
}


def kinds_of_specification(text):
    """The kinds of values that a column `type` of the specification describes."""
    text = text.replace("`", "")
    if "token" in text and "tensor" not in text:
        return {"token"}
    if "future" in text:
        return {"future"}
    if text == "tuple":
        return {"tuple"}
    if "value" in text:
        return {"any"}
    kinds = set()
    if re.search(r"boolean|\bi1\b", text):
        kinds.add("boolean")
    if re.search(r"(?<!signed )integer|signed integer|\bsi32\b", text):
        kinds.add("signed integer")
    if re.search(r"(?<!signed )integer|\bui32\b|\bui64\b", text):
        kinds.add("unsigned integer")
    if "f32 or f64" in text:
        kinds.add("f32 or f64")
    elif "floating-point" in text:
        kinds.add("float")
    if "complex" in text:
        kinds.add("complex")
    if not kinds and not text.startswith("quantized"):
        kinds = {"boolean", "signed integer", "unsigned integer", "float", "complex"}
    if "quantized" in text:
        kinds.add("quantized, one scale" if "per-tensor quantized" in text else "quantized")
    if "0-dimensional" in text:
        kinds.add("rank 0")
    if "1-dimensional" in text:
        kinds.add("rank 1")
    return kinds


def kinds_of_row(text):
    if text in ("a token", "a future", "a tuple"):
        return {text[2:]}
    if text == "any value":
        return {"any"}
    kinds = set()
    for word in ("boolean", "f32 or f64", "float", "complex"):
        if word in text:
            kinds.add(word)
    if "integer" in text:
        kinds |= {"signed integer", "unsigned integer"}
        if "unsigned integer" in text:
            kinds.remove("signed integer")
        elif "signed integer" in text:
            kinds.remove("unsigned integer")
    if "quantized" in text:
        kinds.add("quantized, one scale" if "with one scale" in text else "quantized")
    for rank in "01":
        if f"{rank}-dimensional" in text:
            kinds.add(f"rank {rank}")
    return kinds


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--hlo2c", required=True, type=Path)
    parser.add_argument("--specification", required=True, type=Path)
    options = parser.parse_args()
    output = subprocess.run([options.hlo2c, "ops", "--json"], check=True, capture_output=True, text=True).stdout
    rows = {row["name"]: row for row in json.loads(output)["ops"]}
    editions = json.loads(options.specification.read_text())
    newest = editions[list(editions)[-1]]
    wrong, used = [], set()
    for op in newest:
        name = "stablehlo." + op["op"]
        row = rows[name]
        for side, values in (("operands", [v for v in op["inputs"] if not NO_VALUE.search(v["type"])]),
                             ("results", op["outputs"])):
            theirs = [(v["name"], "variadic" in v["type"], kinds_of_specification(v["type"])) for v in values]
            ours = [(v["name"], v["variadic"], kinds_of_row(v["kind"])) for v in row[side]]
            if theirs == ours:
                continue
            if (name, side) in DIFFERENCES:
                used.add((name, side))
                continue
            wrong.append(f"{side} of {name}:\n  the specification has {theirs}\n  the row has           {ours}")
    wrong += [f"{side} of {op} are as in the specification: remove the entry of DIFFERENCES"
              for op, side in DIFFERENCES if (op, side) not in used]
    print(f"{len(newest)} ops compared")
    print("\n".join(wrong))
    sys.exit(1 if wrong or not newest else 0)


if __name__ == "__main__":
    main()
