"""Checks the accuracy of the sums of emitted C, and that every target gives the same ones."""

import argparse
import array
import math
import operator
import random
import sys
import tempfile
import unittest
from pathlib import Path

import library
from programs import write_npy

COUNT = 10**6
UNIT = {"f32": 2.0**-24, "f64": 2.0**-53}
CODE = {"f32": "f", "f64": "d"}
DESCRIPTOR = {"f32": "<f4", "f64": "<f8"}
FACTOR = 8  # times the unit and the sum of magnitudes: the largest error

# Shape of the elements, and the dimensions that are summed.
REDUCTIONS = [
    ((COUNT,), (0,)),
    ((COUNT // 8, 8), (0,)),
    ((8, COUNT // 8), (1,)),
    ((1000, 1000), (0,)),
    ((1000, 1000), (1,)),
    ((COUNT // 3, 3), (0,)),
    ((COUNT // 3, 3), (1,)),
    ((100, 100, 100), (0,)),
    ((100, 100, 100), (1,)),
    ((100, 100, 100), (2,)),
    ((100, 100, 100), (0, 1)),
    ((100, 100, 100), (1, 2)),
    ((100, 100, 100), (0, 2)),
    ((100, 100, 100), (0, 1, 2)),
    ((7, 131, 1087), (0, 2)),
    ((7, 131, 1087), (0, 1)),
]
WINDOW, WINDOWS = 5003, 61  # windows of so many elements, one starting at each of so many


def uniform(generator):
    return [generator.random() for _ in range(COUNT)]


def normal(generator):
    return [generator.gauss(0, 1) for _ in range(COUNT)]


def large_offset(generator):
    return [1e4 + generator.gauss(0, 1) for _ in range(COUNT)]


def alternating(generator):
    values = []
    for _ in range(COUNT // 2):
        value = generator.random()
        values += [value, -value * (1 + 1e-3 * generator.random())]
    return values


def exponentially_spread(generator):
    return sorted(10 ** generator.uniform(-6, 6) for _ in range(COUNT))


DISTRIBUTIONS = [uniform, normal, large_offset, alternating, exponentially_spread]


def tensor(shape, element):
    return "tensor<" + "".join(f"{size}x" for size in shape) + element + ">"


def kept_shape(shape, dimensions):
    return tuple(size for d, size in enumerate(shape) if d not in dimensions)


def program_text(element, products):
    """Every reduction of one list of numbers, the sums of long windows, and with `products` also dot products."""
    source = tensor((COUNT,), element)
    lines, results, types = [f"  %zero = stablehlo.constant dense<0.0> : tensor<{element}>"], [], []
    for number, (shape, dimensions) in enumerate(REDUCTIONS):
        count = math.prod(shape)
        lines.append(f"  %cut{number} = stablehlo.slice %x [0:{count}] : ({source}) -> {tensor((count,), element)}")
        lines.append(f"  %in{number} = stablehlo.reshape %cut{number} : ({tensor((count,), element)}) -> "
                     f"{tensor(shape, element)}")
        results.append(f"%sum{number}")
        types.append(tensor(kept_shape(shape, dimensions), element))
        lines.append(f"  {results[-1]} = stablehlo.reduce(%in{number} init: %zero) applies stablehlo.add across "
                     f"dimensions = {list(dimensions)} : ({tensor(shape, element)}, tensor<{element}>) -> {types[-1]}")
    inside = tensor((WINDOW + WINDOWS - 1,), element)
    lines.append(f"  %part = stablehlo.slice %x [0:{WINDOW + WINDOWS - 1}] : ({source}) -> {inside}")
    results.append("%windows")
    types.append(tensor((WINDOWS,), element))
    lines.append(f"""  %windows = "stablehlo.reduce_window"(%part, %zero) <{{window_dimensions = array<i64: {WINDOW}>}}> ({{
  ^bb0(%a: tensor<{element}>, %b: tensor<{element}>):
    %s = stablehlo.add %a, %b : tensor<{element}>
    stablehlo.return %s : tensor<{element}>
  }}) : ({inside}, tensor<{element}>) -> {types[-1]}""")
    # Sum and sum of squares in one reduction, as for variances.
    results += ["%pair#0", "%pair#1"]
    types += [f"tensor<{element}>"] * 2
    lines.append(f"  %squares = stablehlo.multiply %x, %x : {source}")
    lines.append(f"""  %pair:2 = "stablehlo.reduce"(%x, %squares, %zero, %zero) <{{dimensions = array<i64: 0>}}> ({{
  ^bb0(%a: tensor<{element}>, %b: tensor<{element}>, %c: tensor<{element}>, %d: tensor<{element}>):
    %s = stablehlo.add %a, %c : tensor<{element}>
    %q = stablehlo.add %b, %d : tensor<{element}>
    stablehlo.return %s, %q : tensor<{element}>, tensor<{element}>
  }}) : ({source}, {source}, tensor<{element}>, tensor<{element}>) -> (tensor<{element}>, tensor<{element}>)""")
    if products:
        rows = tensor((8, COUNT // 8), element)
        lines.append(f"  %rows = stablehlo.reshape %x : ({source}) -> {rows}")
        results += ["%dot", "%dots"]
        types += [f"tensor<{element}>", tensor((8,), element)]
        lines.append(f"  %dot = stablehlo.dot_general %x, %x, contracting_dims = [0] x [0] : ({source}, {source}) -> "
                     f"{types[-2]}")
        lines.append(f"  %dots = stablehlo.dot_general %rows, %rows, batching_dims = [0] x [0], contracting_dims = "
                     f"[1] x [1] : ({rows}, {rows}) -> {types[-1]}")
    listed = ", ".join(types)
    return (f"func.func @main(%x: {source}) -> ({listed}) {{\n" + "\n".join(lines) +
            f"\n  return {', '.join(results)} : {listed}\n}}\n")


def terms(values, shape, dimensions):
    """The terms of each sum, in the order of the results."""
    strides = [math.prod(shape[d + 1:]) for d in range(len(shape))]
    def offsets(chosen):
        found = [0]
        for d in chosen:
            found = [base + i * strides[d] for base in found for i in range(shape[d])]
        return found
    inside = offsets(dimensions)
    dense = inside == list(range(len(inside)))
    stride = inside[1] - inside[0]
    regular = inside == list(range(inside[0], inside[-1] + 1, stride))
    for base in offsets([d for d in range(len(shape)) if d not in dimensions]):
        if dense:
            yield values[base:base + len(inside)]
        elif regular:
            yield values[base:base + inside[-1] + 1:stride]
        else:
            yield [values[base + i] for i in inside]


def expected_terms(values, element):
    """The terms of every sum of every result."""
    for shape, dimensions in REDUCTIONS:
        yield terms(values, shape, dimensions)
    yield [values[i:i + WINDOW] for i in range(WINDOWS)]
    yield [values]
    squares = [value * value for value in values]
    yield [array.array(CODE[element], squares)]
    yield [squares]
    yield terms(squares, (8, COUNT // 8), (1,))


def payload(path):
    data = path.read_bytes()
    return data[10 + int.from_bytes(data[8:10], "little"):]


class Sums(unittest.TestCase):
    hlo2c = ""

    def run_program(self, element, values, target, folder, products):
        """The bytes of each result."""
        folder = Path(folder)
        for name in ("args", "out"):
            (folder / name).mkdir(exist_ok=True)
        program = folder / "sums.mlir"
        program.write_text(program_text(element, products))
        write_npy(folder / "args" / "000.npy", DESCRIPTOR[element], (COUNT,), values.tobytes())
        library.run([self.hlo2c, "run", program, "--args", folder / "args", "--out", folder / "out",
                     "--target", target])
        return [payload(path) for path in sorted((folder / "out").glob("*.npy"))]

    def check_element(self, element):
        for distribution in DISTRIBUTIONS:
            values = array.array(CODE[element], distribution(random.Random(11)))
            with tempfile.TemporaryDirectory() as folder:
                results = self.run_program(element, values, "x86-64-v3", folder, True)
            for number, (made, sums) in enumerate(zip(results, expected_terms(values, element), strict=True)):
                for place, (result, each) in enumerate(
                        zip(array.array(CODE[element], made), sums, strict=True)):
                    bound = FACTOR * UNIT[element] * math.fsum(map(abs, each))
                    error = abs(result - math.fsum(each))
                    self.assertLessEqual(error, bound,
                                         f"{element} {distribution.__name__}, result {number}[{place}]")

    def test_f32_sums_of_a_million_terms_are_within_eight_units(self):
        self.check_element("f32")

    def test_f64_sums_of_a_million_terms_are_within_eight_units(self):
        self.check_element("f64")

    def test_a_reducer_of_narrow_floats_rounds_each_time_it_is_applied(self):
        # Adding one to 2^8 in bf16, or to 2^11 in f16, has no effect.
        for element, carrier, one, lost in (("bf16", "<u2", 0x3F80, 0x4380), ("f16", "<f2", 0x3C00, 0x6800)):
            for shape, dimensions in (((3000,), (0,)), ((3000, 9), (0,)), ((2, 3000), (1,)), ((5, 7, 3000), (0, 2))):
                given, made = tensor(shape, element), tensor(kept_shape(shape, dimensions), element)
                with tempfile.TemporaryDirectory() as folder:
                    folder = Path(folder)
                    (folder / "out").mkdir()
                    (folder / "ones.mlir").write_text(f"""func.func @main(%x: {given}) -> {made} {{
  %zero = stablehlo.constant dense<0.0> : tensor<{element}>
  %sum = stablehlo.reduce(%x init: %zero) applies stablehlo.add across dimensions = {list(dimensions)} :
    ({given}, tensor<{element}>) -> {made}
  return %sum : {made}
}}
""")
                    ones = array.array("H", [one] * math.prod(shape))
                    write_npy(folder / "000.npy", carrier, shape, ones.tobytes())
                    library.run([self.hlo2c, "run", folder / "ones.mlir", "--arg", folder / "000.npy", "--out",
                                 folder / "out"])
                    bits = array.array("H", payload(folder / "out" / "000.npy"))
                    self.assertEqual(set(bits), {lost}, f"{given} over {dimensions}")

    def contraction(self, text, operands):
        """The results of a program that takes operands of f32, given as shape and numbers."""
        with tempfile.TemporaryDirectory() as folder:
            folder = Path(folder)
            for name in ("args", "out"):
                (folder / name).mkdir()
            (folder / "contraction.mlir").write_text(text)
            for number, (shape, values) in enumerate(operands):
                write_npy(folder / "args" / f"{number:03}.npy", "<f4", shape, values.tobytes())
            library.run([self.hlo2c, "run", folder / "contraction.mlir", "--args", folder / "args", "--out",
                         folder / "out", "--target", "x86-64-v3"])
            return array.array("f", payload(folder / "out" / "000.npy"))

    def check_product(self, result, a, b, name):
        """Compares a result with the sum of the products of positive numbers."""
        exact = math.fsum(map(operator.mul, a, b))
        self.assertLessEqual(abs(result - exact), FACTOR * UNIT["f32"] * exact, name)

    def test_products_of_matrices_with_long_rows_are_within_eight_units(self):
        for steps, rows, columns in ((65537, 16, 32), (128 * 521, 16, 16), (10**6, 8, 16)):
            lhs, rhs, made = (tensor(shape, "f32") for shape in ((rows, steps), (steps, columns), (rows, columns)))
            generator = random.Random(7)
            a, b = (array.array("f", [generator.random() for _ in range(count * steps)]) for count in (rows, columns))
            results = self.contraction(
                f"""func.func @main(%a: {lhs}, %b: {rhs}) -> {made} {{
  %r = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : ({lhs}, {rhs}) -> {made}
  return %r : {made}
}}
""", [((rows, steps), a), ((steps, columns), b)])
            for row in range(rows):
                for column in range(columns):
                    self.check_product(results[row * columns + column], a[row * steps:(row + 1) * steps],
                                       b[column::columns], f"{steps} steps, result [{row}, {column}]")

    def test_sums_whose_terms_all_round_up_are_within_one_unit_per_addition(self):
        # After the one that each stretch begins with, every term is slightly more than half of the last place.
        unit, columns = UNIT["f32"], 16
        for steps, of_product, of_sum in ((128, 127, 31 + 2), (1000, 124 + 7, 63 + 3 + 2),
                                          (4096, 127 + 31, 63 + 15 + 2)):
            stretch = 125 if steps == 1000 else 128
            terms = array.array("f", [1.0 if place % stretch == 0 else unit * 1.01 for place in range(steps)])
            exact = math.fsum(terms)
            ones = array.array("f", [1.0]) * (steps * columns)
            rows = array.array("f", [term for term in terms for _ in range(columns)])
            given, operand, made = (tensor(shape, "f32") for shape in ((1, steps), (steps, columns), (1, columns)))
            product = self.contraction(
                f"""func.func @main(%a: {given}, %b: {operand}) -> {made} {{
  %r = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : ({given}, {operand}) -> {made}
  return %r : {made}
}}
""", [((1, steps), terms), ((steps, columns), ones)])
            made = tensor((columns,), "f32")
            total = self.contraction(
                f"""func.func @main(%a: {operand}) -> {made} {{
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %r = stablehlo.reduce(%a init: %zero) applies stablehlo.add across dimensions = [0] :
    ({operand}, tensor<f32>) -> {made}
  return %r : {made}
}}
""", [((steps, columns), rows)])
            for results, additions in ((product, of_product), (total, of_sum)):
                for result in results:
                    self.assertLessEqual(abs(result - exact), additions * unit * exact, f"{steps} terms")

    def test_gradients_of_convolution_weights_are_within_eight_units(self):
        # The gradient is a convolution with the errors as windows. No divisor cuts 5 * 29 * 31 terms into stretches.
        for images, rows, columns, inside, outside, size in ((5, 29, 31, 6, 11, 3), (32, 112, 112, 4, 8, 2)):
            image = (images, rows + size - 1, columns + size - 1, inside)
            error, made = (images, rows, columns, outside), (size, size, inside, outside)
            generator = random.Random(4)
            x, e = (array.array("f", [generator.random() for _ in range(math.prod(shape))])
                    for shape in (image, error))
            results = self.contraction(
                f"""func.func @main(%x: {tensor(image, 'f32')}, %e: {tensor(error, 'f32')}) -> {tensor(made, 'f32')} {{
  %r = stablehlo.convolution(%x, %e) dim_numbers = [f, 0, 1, b]x[i, 0, 1, o]->[0, 1, b, f], window = {{}}
    {{feature_group_count = 1 : i64, batch_group_count = 1 : i64}} :
    ({tensor(image, 'f32')}, {tensor(error, 'f32')}) -> {tensor(made, 'f32')}
  return %r : {tensor(made, 'f32')}
}}
""", [(image, x), (error, e)])
            errors = [e[o::outside] for o in range(outside)]
            for number, (a, b, i) in enumerate((a, b, i) for a in range(size) for b in range(size)
                                               for i in range(inside)):
                pixels = array.array("f")
                for line in (n * image[1] + row + a for n in range(images) for row in range(rows)):
                    begin = (line * image[2] + b) * inside + i
                    pixels += x[begin:begin + columns * inside:inside]
                for o in range(outside):
                    self.check_product(results[number * outside + o], pixels, errors[o],
                                       f"{images} images, result [{a}, {b}, {i}, {o}]")

    def test_convolutions_over_long_windows_of_prime_length_are_within_eight_units(self):
        window, places, inside, outside = 10007, 8, 2, 16
        line, kernel, made = (1, window + places - 1, inside), (window, inside, outside), (1, places, outside)
        generator = random.Random(9)
        x, w = (array.array("f", [generator.random() for _ in range(math.prod(shape))]) for shape in (line, kernel))
        results = self.contraction(
            f"""func.func @main(%x: {tensor(line, 'f32')}, %w: {tensor(kernel, 'f32')}) -> {tensor(made, 'f32')} {{
  %r = stablehlo.convolution(%x, %w) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {{}}
    {{feature_group_count = 1 : i64, batch_group_count = 1 : i64}} :
    ({tensor(line, 'f32')}, {tensor(kernel, 'f32')}) -> {tensor(made, 'f32')}
  return %r : {tensor(made, 'f32')}
}}
""", [(line, x), (kernel, w)])
        for place in range(places):
            inputs = x[place * inside:(place + window) * inside]
            for feature in range(outside):
                self.check_product(results[place * outside + feature], inputs, w[feature::outside],
                                   f"result [0, {place}, {feature}]")

    def test_convolutions_over_windows_that_are_long_one_way_are_within_eight_units(self):
        # Neither 4 columns nor divisors of 251 rows make a stretch.
        rows, columns, down, right, outside = 251, 4, 6, 9, 16
        image, kernel = (1, rows + down - 1, columns + right - 1, 1), (rows, columns, 1, outside)
        made = (1, down, right, outside)
        generator = random.Random(3)
        x, w = (array.array("f", [generator.random() for _ in range(math.prod(shape))]) for shape in (image, kernel))
        results = self.contraction(
            f"""func.func @main(%x: {tensor(image, 'f32')}, %w: {tensor(kernel, 'f32')}) -> {tensor(made, 'f32')} {{
  %r = stablehlo.convolution(%x, %w) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {{}}
    {{feature_group_count = 1 : i64, batch_group_count = 1 : i64}} :
    ({tensor(image, 'f32')}, {tensor(kernel, 'f32')}) -> {tensor(made, 'f32')}
  return %r : {tensor(made, 'f32')}
}}
""", [(image, x), (kernel, w)])
        for row in range(down):
            for column in range(right):
                window = array.array("f")
                for line in range(row, row + rows):
                    begin = line * image[2] + column
                    window += x[begin:begin + columns]
                for feature in range(outside):
                    self.check_product(results[(row * right + column) * outside + feature], window,
                                       w[feature::outside], f"result [0, {row}, {column}, {feature}]")

    def test_every_target_makes_the_same_sums(self):
        values = array.array("f", normal(random.Random(5)))
        made = {}
        for target in TARGETS:
            with tempfile.TemporaryDirectory() as folder:
                made[target] = self.run_program("f32", values, target, folder, False)
        for target in TARGETS[1:]:
            for number, (one, other) in enumerate(zip(made[TARGETS[0]], made[target], strict=True)):
                self.assertEqual(one, other, f"result {number} for {TARGETS[0]} and {target}")


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--hlo2c", required=True)
    parser.add_argument("--targets", required=True, help="those that compilers and emulators are here for")
    options, rest = parser.parse_known_args()
    Sums.hlo2c, TARGETS = options.hlo2c, library.runnable(options.targets)
    unittest.main(argv=sys.argv[:1] + rest)
