#!/usr/bin/env python3
"""Compares emitted C with the evaluator on programs that use one element type in every way: conversions to all types,
elementwise ops, reductions, a contraction and movement; for complex types every function; for types of at most 16 bits
the conversions of all values, which must be equal."""

import argparse
import subprocess
import sys
import tempfile
from pathlib import Path

import numpy

SIGNED = ["i2", "i4", "i8", "i16", "i32", "i64"]
UNSIGNED = ["ui2", "ui4", "ui8", "ui16", "ui32", "ui64"]
NARROW_FLOATS = ["f4E2M1FN", "f6E2M3FN", "f6E3M2FN", "f8E3M4", "f8E4M3", "f8E4M3FN", "f8E4M3FNUZ", "f8E4M3B11FNUZ",
                 "f8E5M2", "f8E5M2FNUZ", "f8E8M0FNU", "bf16", "f16"]
FLOATS = NARROW_FLOATS + ["f32", "f64"]
COMPLEX = ["complex<f32>", "complex<f64>"]
REAL = ["i1"] + SIGNED + UNSIGNED + FLOATS

INTEGER_BINARY = ("add subtract multiply divide remainder maximum minimum and or xor shift_left shift_right_logical "
                  "shift_right_arithmetic power").split()
FLOAT_BINARY = "add subtract multiply divide remainder maximum minimum power atan2".split()
FLOAT_UNARY = ("negate abs sign sqrt rsqrt cbrt exponential exponential_minus_one log log_plus_one logistic tanh sine "
               "cosine tan ceil floor round_nearest_even round_nearest_afz").split()
COMPLEX_BINARY = "add subtract multiply divide power maximum minimum".split()
COMPLEX_UNARY = ("negate sign sqrt rsqrt cbrt exponential exponential_minus_one log log_plus_one logistic tanh sine "
                 "cosine tan").split()
COMPLEX_CHLO = "sinh cosh acos asin atan asinh acosh atanh square conj".split()


class Program:
    """A function that returns the result of every op."""

    def __init__(self, arguments):
        self.arguments, self.body, self.results = arguments, [], []

    def add(self, text, type_):
        self.body.append(f"  %r{len(self.results)} = {text}")
        self.results.append(type_)

    def text(self):
        arguments = ", ".join(f"%{name}: {type_}" for name, type_ in self.arguments)
        names = ", ".join(f"%r{i}" for i in range(len(self.results)))
        types = ", ".join(self.results)
        body = "\n".join(self.body)
        return f"func.func @main({arguments}) -> ({types}) {{\n{body}\n  return {names} : {types}\n}}\n"


def conversions(element):
    program = Program([("a", f"tensor<37x{element}>")])
    for target in REAL + COMPLEX:
        program.add(f"stablehlo.convert %a : (tensor<37x{element}>) -> tensor<37x{target}>", f"tensor<37x{target}>")
    return program


def width(element):
    """Bits of an element."""
    return int("".join(c for c in element.split("E")[0] if c.isdigit()) or 1)


def every_value(element):
    """All values of a type of at most 16 bits, as an array of a file."""
    bits = width(element)
    patterns = numpy.arange(1 << bits, dtype=numpy.uint16)
    if element == "f16":
        return patterns.view(numpy.float16)
    if element in SIGNED:
        return ((patterns.astype(numpy.int32) << (32 - bits)) >> (32 - bits)).astype(f"int{max(bits, 8)}")
    return patterns.astype(f"uint{max(bits, 8)}")


def every_conversion(element):
    """Conversions of all values of a type of at most 16 bits to every type."""
    type_ = f"tensor<{1 << width(element)}x{element}>"
    program = Program([("a", type_)])
    for target in REAL + COMPLEX:
        result = type_.replace(f"x{element}>", f"x{target}>")
        program.add(f"stablehlo.convert %a : ({type_}) -> {result}", result)
    return program


# The bits of 0 and of 1 in types so narrow that sums and products of arbitrary values depend on the order.
NARROW_BITS = {"f4E2M1FN": (0x0, 0x2), "f6E2M3FN": (0x0, 0x8), "f6E3M2FN": (0x0, 0xc), "f8E8M0FNU": (0x0, 0x7f)}


def columns(element):
    """The extent of a sum: 37 roundings could overflow types whose largest values are 6 and 7.5."""
    return 5 if element in ("f4E2M1FN", "f6E2M3FN") else 37


def exact_arguments(element):
    """Arguments of `shapes` whose sums and products are exact in every order: few terms, and factors of one."""
    zero, one = NARROW_BITS[element]
    sign = 0 if element == "f8E8M0FNU" else 1 << (width(element) - 1)
    index = numpy.arange(6 * columns(element)).reshape(6, -1)
    terms = numpy.where(index % 31 == 0, one, zero)
    factors = numpy.where(index % 5 == 0, one | sign, one)
    return [values.astype(numpy.uint8) for values in (terms, factors, numpy.array(one))]


def elementwise(element):
    type_ = f"tensor<37x{element}>"
    program = Program([("a", type_), ("b", type_)])
    is_complex = element in COMPLEX
    binary = COMPLEX_BINARY if is_complex else FLOAT_BINARY if element in FLOATS else INTEGER_BINARY
    unary = (COMPLEX_UNARY if is_complex else FLOAT_UNARY if element in FLOATS
             else ["negate", "not", "popcnt", "count_leading_zeros"])
    if element in SIGNED:
        unary = unary + ["abs", "sign"]
    if element == "i1":
        binary, unary = ["add", "multiply", "and", "or", "xor", "maximum", "minimum"], ["not"]
    for name in binary:
        program.add(f"stablehlo.{name} %a, %b : {type_}", type_)
    for name in unary:
        program.add(f"stablehlo.{name} %a : {type_}", type_)
    for name in COMPLEX_CHLO if is_complex else []:
        program.add(f"chlo.{name} %a : {type_} -> {type_}", type_)
    for direction in ["EQ", "NE"] if is_complex else ["EQ", "NE", "LT", "GE"]:
        program.add(f"stablehlo.compare {direction}, %a, %b : ({type_}, {type_}) -> tensor<37xi1>", "tensor<37xi1>")
    if element in FLOATS:
        program.add(f"stablehlo.compare LT, %a, %b, TOTALORDER : ({type_}, {type_}) -> tensor<37xi1>",
                    "tensor<37xi1>")
    return program


def shapes(element):
    count = columns(element)
    type_, scalar = f"tensor<6x{count}x{element}>", f"tensor<{element}>"
    program = Program([("a", type_), ("b", type_), ("z", scalar)])
    bodies = ["add", "multiply"] + ([] if element in COMPLEX else ["maximum", "minimum"])
    for dimension, kept in ((1, 6), (0, count)):
        for name in bodies:
            operand = "%b" if name == "multiply" else "%a"
            program.add(f"stablehlo.reduce({operand} init: %z) applies stablehlo.{name} across dimensions = [{dimension}] : "
                        f"({type_}, {scalar}) -> tensor<{kept}x{element}>", f"tensor<{kept}x{element}>")
    program.add(f"stablehlo.dot_general %a, %a, contracting_dims = [1] x [1] : ({type_}, {type_}) -> "
                f"tensor<6x6x{element}>", f"tensor<6x6x{element}>")
    program.add(f"stablehlo.concatenate %a, %a, dim = 0 : ({type_}, {type_}) -> tensor<12x{count}x{element}>",
                f"tensor<12x{count}x{element}>")
    program.add(f"stablehlo.transpose %a, dims = [1, 0] : ({type_}) -> tensor<{count}x6x{element}>",
                f"tensor<{count}x6x{element}>")
    program.add(f"stablehlo.pad %a, %z, low = [1, -1], high = [0, 2], interior = [1, 0] : ({type_}, {scalar}) -> "
                f"tensor<12x{count + 1}x{element}>", f"tensor<12x{count + 1}x{element}>")
    return program


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--hlo2c", required=True)
    parser.add_argument("elements", nargs="+")
    options = parser.parse_args()
    failed = []
    with tempfile.TemporaryDirectory() as work:
        for element in options.elements:
            for make in (conversions, elementwise, shapes, every_conversion):
                file, extra = Path(work) / f"{make.__name__}.mlir", []
                if make is every_conversion:
                    if element in COMPLEX or width(element) > 16:
                        continue
                    numpy.save(file.with_suffix(".npy"), every_value(element))
                    extra = ["--arg", str(file.with_suffix(".npy")), "--rtol", "0", "--atol", "0"]
                if make is shapes and element in NARROW_BITS:
                    for i, values in enumerate(exact_arguments(element)):
                        numpy.save(Path(work) / f"argument{i}.npy", values)
                        extra += ["--arg", str(Path(work) / f"argument{i}.npy")]
                file.write_text(make(element).text())
                run = subprocess.run([options.hlo2c, "verify", str(file), *extra], stdout=subprocess.PIPE,
                                     stderr=subprocess.STDOUT, text=True, errors="replace")
                if run.returncode != 0:
                    failed.append(f"{element} {make.__name__}")
                    print(f"{failed[-1]}:\n{run.stdout}")
    return f"differ: {', '.join(failed)}" if failed else 0


if __name__ == "__main__":
    sys.exit(main())
