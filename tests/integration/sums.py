"""Checks the accuracy of the sums of emitted C, and that every target gives the same ones."""

import argparse
import functools
import math
import sys
import tempfile
import unittest
from pathlib import Path

import numpy

import library
from programs import Program, write_npy

COUNT = 10**6
UNIT = {"f32": 2.0**-24, "f64": 2.0**-53}
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
    return generator.random(COUNT)


def normal(generator):
    return generator.normal(size=COUNT)


def large_offset(generator):
    return 1e4 + generator.normal(size=COUNT)


def alternating(generator):
    values = generator.random(COUNT // 2)
    return numpy.stack([values, -values * (1 + 1e-3 * generator.random(COUNT // 2))], axis=1).reshape(COUNT)


def exponentially_spread(generator):
    return numpy.sort(10 ** generator.uniform(-6, 6, COUNT))


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
    """The terms of each sum as a row, in the order of the results."""
    kept = [d for d in range(len(shape)) if d not in dimensions]
    cut = values[:math.prod(shape)].reshape(shape)
    return cut.transpose(*kept, *dimensions).reshape(math.prod(kept_shape(shape, dimensions)), -1)


def expected_terms(values):
    """The terms of every sum of every result as rows, in long double."""
    wide = values.astype(numpy.longdouble)
    for shape, dimensions in REDUCTIONS:
        yield terms(wide, shape, dimensions)
    yield numpy.lib.stride_tricks.sliding_window_view(wide[:WINDOW + WINDOWS - 1], WINDOW)
    yield wide.reshape(1, COUNT)
    yield (values * values).astype(numpy.longdouble).reshape(1, COUNT)
    yield (wide * wide).reshape(1, COUNT)
    yield (wide * wide).reshape(8, COUNT // 8)


def positive(seed, *shapes):
    """Arrays of f32 between 0 and 1."""
    generator = numpy.random.default_rng(seed)
    return [generator.random(shape, dtype=numpy.float32) for shape in shapes]


def product(a, b):
    """The product of two matrices of f32, in f64, which holds each product of elements."""
    return a.astype(numpy.float64) @ b.astype(numpy.float64)


def scattered_text(bins):
    """The numbers scattered over bins in turn, and a select_and_scatter whose windows all select the same element."""
    source, made = tensor((COUNT,), "f32"), tensor((bins,), "f32")
    part, line = tensor((WINDOW,), "f32"), tensor((2 * WINDOW - 1,), "f32")
    add = """{
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }"""
    places = f"tensor<2x{COUNT // 2}x1xi32>"
    return f"""func.func @main(%x: {source}) -> ({made}, {line}, tensor<{bins}xcomplex<f32>>) {{
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %zeros = stablehlo.constant dense<0.0> : {made}
  %numbers = stablehlo.iota dim = 0 : tensor<{COUNT}xi32>
  %bins = stablehlo.constant dense<{bins}> : tensor<{COUNT}xi32>
  %turns = stablehlo.remainder %numbers, %bins : tensor<{COUNT}xi32>
  %places = stablehlo.reshape %turns : (tensor<{COUNT}xi32>) -> {places}
  %updates = stablehlo.reshape %x : ({source}) -> {tensor((2, COUNT // 2), "f32")}
  %r = "stablehlo.scatter"(%zeros, %places, %updates) ({add}) {{
    scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0],
      index_vector_dim = 2>}} : ({made}, {places}, {tensor((2, COUNT // 2), "f32")}) -> {made}
  %line = stablehlo.iota dim = 0 : tensor<{2 * WINDOW - 1}xi32>
  %middle = stablehlo.constant dense<{WINDOW - 1}> : tensor<{2 * WINDOW - 1}xi32>
  %is_middle = stablehlo.compare EQ, %line, %middle : (tensor<{2 * WINDOW - 1}xi32>, tensor<{2 * WINDOW - 1}xi32>) ->
    tensor<{2 * WINDOW - 1}xi1>
  %peak = stablehlo.convert %is_middle : (tensor<{2 * WINDOW - 1}xi1>) -> {line}
  %part = stablehlo.slice %x [0:{WINDOW}] : ({source}) -> {part}
  %selected = "stablehlo.select_and_scatter"(%peak, %part, %zero) ({{
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %g = stablehlo.compare GE, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %g : tensor<i1>
  }}, {add}) {{window_dimensions = array<i64: {WINDOW}>}} : ({line}, {part}, tensor<f32>) -> {line}
  %none = stablehlo.constant dense<(0.0, 0.0)> : tensor<{bins}xcomplex<f32>>
  %complex = stablehlo.complex %updates, %updates : tensor<2x{COUNT // 2}xcomplex<f32>>
  %c = "stablehlo.scatter"(%none, %places, %complex) ({add.replace("<f32>", "<complex<f32>>")}) {{
    scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0],
      index_vector_dim = 2>}} : (tensor<{bins}xcomplex<f32>>, {places}, tensor<2x{COUNT // 2}xcomplex<f32>>) ->
    tensor<{bins}xcomplex<f32>>
  return %r, %selected, %c : {made}, {line}, tensor<{bins}xcomplex<f32>>
}}
"""


# Sums of at most eight elements: windows, and shapes with the dimensions that are reduced. Those along the last
# dimensions have at most four elements, since longer ones are rows.
SHORT_WINDOWS = [(8, 1), (1, 8), (2, 4), (2, 2), (3, 2), (7, 1), (1, 5)]
SHORT_REDUCTIONS = [((8, 40), (0,)), ((5, 7), (0,)), ((4, 2, 33), (0, 1)), ((3, 2, 20, 2), (0, 3)), ((30, 6, 9), (1,)),
                    ((3, 40), (0,)), ((40, 3), (1,)), ((20, 2, 2), (1, 2))]


def few_terms(element, kind):
    """A program with sums of few elements of different magnitudes, its arguments, and the results of adding in order."""
    generator = numpy.random.default_rng(3)
    first = numpy.asarray(1.25, kind)
    body = f"""({{
  ^bb0(%a: tensor<{element}>, %b: tensor<{element}>):
    %s = stablehlo.add %a, %b : tensor<{element}>
    stablehlo.return %s : tensor<{element}>
  }})"""
    arguments, lines, types, expected = [first], [], [], []

    def add_result(op, attributes, shape, parts, made):
        given = (generator.normal(size=shape) * 10.0 ** generator.integers(0, 4, shape)).astype(kind)
        expected.append(functools.reduce(numpy.add, parts(given), numpy.full(made, first)))
        number = len(arguments)
        arguments.append(given)
        types.append(tensor(made, element))
        lines.append(f'  %r{number} = "stablehlo.{op}"(%x{number}, %x0) {body} {{{attributes}}} : '
                     f"({tensor(shape, element)}, tensor<{element}>) -> {types[-1]}")

    for rows, columns in SHORT_WINDOWS:
        made = 21 - rows + 1, 23 - columns + 1
        add_result("reduce_window", f"window_dimensions = array<i64: {rows}, {columns}>", (21, 23),
                   lambda given: [given[i:i + made[0], k:k + made[1]] for i in range(rows) for k in range(columns)], made)
    for shape, dimensions in SHORT_REDUCTIONS:
        made = kept_shape(shape, dimensions)
        add_result("reduce", f"dimensions = array<i64: {', '.join(map(str, dimensions))}>", shape,
                   lambda given: [part.reshape(made) for part in terms(given.reshape(-1), shape, dimensions).T], made)
    listed = ", ".join(f"%x{number}: {tensor(each.shape, element)}" for number, each in enumerate(arguments))
    returned = ", ".join(f"%r{number + 1}" for number in range(len(types)))
    text = (f"func.func @main({listed}) -> ({', '.join(types)}) {{\n" + "\n".join(lines) +
            f"\n  return {returned} : {', '.join(types)}\n}}\n")
    return text, arguments, expected


class Sums(unittest.TestCase):
    hlo2c = ""

    def program(self, folder, element, products):
        """The sums, with the folder for their argument."""
        file = folder / "sums.mlir"
        file.write_text(program_text(element, products))
        for name in ("args", "out"):
            (folder / name).mkdir()
        return Program("sums", file, folder / "args")

    def check_element(self, element):
        with tempfile.TemporaryDirectory() as folder:
            folder = Path(folder)
            sums = library.Library(self.hlo2c, self.program(folder, element, True), folder / "library", "x86-64-v3")
            build = library.Build()
            executable = sums.executable(build, folder / "objects")
            for distribution in DISTRIBUTIONS:
                values = distribution(numpy.random.default_rng(11)).astype(DESCRIPTOR[element])
                write_npy(folder / "args" / "000.npy", DESCRIPTOR[element], (COUNT,), values.tobytes())
                results = sums.run_harness(build, executable, folder / "out")
                for number, (made, rows) in enumerate(zip(results, expected_terms(values), strict=True)):
                    rows = numpy.ascontiguousarray(rows)  # these NumPy adds in pairs, so its own error does not count
                    error = abs(numpy.frombuffer(made, DESCRIPTOR[element]) - rows.sum(axis=1))
                    bound = FACTOR * UNIT[element] * abs(rows).sum(axis=1)
                    self.assertTrue((error <= bound).all(),
                                    f"{element} {distribution.__name__}, result {number}[{(error / bound).argmax()}]")

    def test_f32_sums_of_a_million_terms_are_within_eight_units(self):
        self.check_element("f32")

    def test_f64_sums_of_a_million_terms_are_within_eight_units(self):
        self.check_element("f64")

    def test_sums_of_scattered_numbers_are_within_eight_units(self):
        for bins in (8, COUNT // 100):
            self.check_scattered(bins)

    def check_scattered(self, bins):
        with tempfile.TemporaryDirectory() as folder:
            folder = Path(folder)
            (folder / "args").mkdir()
            (folder / "scattered.mlir").write_text(scattered_text(bins))
            for distribution in DISTRIBUTIONS:
                values = distribution(numpy.random.default_rng(11)).astype("<f4")
                numpy.save(folder / "args" / "000.npy", values)
                library.run([self.hlo2c, "run", folder / "scattered.mlir", "--args", folder / "args", "--out",
                             folder / "out", "--target", "x86-64-v3"])
                made = [numpy.load(folder / "out" / f"{number:03}.npy") for number in range(3)]
                self.assertFalse(numpy.delete(made[1], WINDOW - 1).any())
                rows = numpy.ascontiguousarray(values.astype(numpy.longdouble).reshape(-1, bins).T)
                for result, terms_of_result in ((made[0], rows), (made[1][WINDOW - 1], values[None, :WINDOW].astype(
                        numpy.longdouble)), (made[2].real, rows), (made[2].imag, rows)):
                    error = abs(result - terms_of_result.sum(axis=1))
                    bound = FACTOR * UNIT["f32"] * abs(terms_of_result).sum(axis=1)
                    self.assertTrue((error <= bound).all(), f"{distribution.__name__}: {(error / bound).max()}")

    def test_few_floats_are_added_in_sequence_after_the_initial_value(self):
        for element, kind in (("f32", "<f4"), ("f64", "<f8"), ("complex<f32>", "<c8")):
            text, arguments, expected = few_terms(element, kind)
            for target in TARGETS:
                with self.subTest(element=element, target=target), tempfile.TemporaryDirectory() as folder:
                    folder = Path(folder)
                    (folder / "args").mkdir()
                    (folder / "few.mlir").write_text(text)
                    for number, values in enumerate(arguments):
                        numpy.save(folder / "args" / f"{number:03}.npy", values)
                    library.run([self.hlo2c, "run", folder / "few.mlir", "--args", folder / "args", "--out",
                                 folder / "out", "--target", target])
                    for number, values in enumerate(expected):
                        made = numpy.load(folder / "out" / f"{number:03}.npy")
                        self.assertEqual(made.tobytes(), values.tobytes(), f"result {number}")

    def test_a_reducer_of_narrow_floats_rounds_each_time_it_is_applied(self):
        # Adding one to 2^8 in bf16, or to 2^11 in f16, has no effect.
        reductions = [((3000,), (0,)), ((3000, 9), (0,)), ((2, 3000), (1,)), ((5, 7, 3000), (0, 2))]
        for element, carrier, one, lost in (("bf16", "<u2", 0x3F80, 0x4380), ("f16", "<f2", 0x3C00, 0x6800)):
            given = [tensor(shape, element) for shape, _ in reductions]
            made = [tensor(kept_shape(shape, dimensions), element) for shape, dimensions in reductions]
            sums = [f"""  %sum{number} = stablehlo.reduce(%x{number} init: %zero) applies stablehlo.add across dimensions = {list(dimensions)} :
    ({given[number]}, tensor<{element}>) -> {made[number]}
""" for number, (_, dimensions) in enumerate(reductions)]
            with tempfile.TemporaryDirectory() as folder:
                folder = Path(folder)
                for name in ("args", "out"):
                    (folder / name).mkdir()
                arguments = ", ".join(f"%x{number}: {each}" for number, each in enumerate(given))
                (folder / "ones.mlir").write_text(f"""func.func @main({arguments}) -> ({", ".join(made)}) {{
  %zero = stablehlo.constant dense<0.0> : tensor<{element}>
{"".join(sums)}  return {", ".join(f"%sum{number}" for number in range(len(made)))} : {", ".join(made)}
}}
""")
                for number, (shape, _) in enumerate(reductions):
                    write_npy(folder / "args" / f"{number:03}.npy", carrier, shape, numpy.full(shape, one, "<u2").tobytes())
                library.run([self.hlo2c, "run", folder / "ones.mlir", "--args", folder / "args", "--out", folder / "out"])
                for number, (shape, dimensions) in enumerate(reductions):
                    bits = numpy.load(folder / "out" / f"{number:03}.npy").view("<u2")
                    self.assertEqual(set(bits.flat), {lost}, f"{given[number]} over {dimensions}")

    def test_windows_and_scatters_of_narrow_floats_round_each_time_the_body_is_applied(self):
        # Each window, and each element that the scatter updates, adds one and one to 2^8 or 2^11 in this order.
        for element, carrier, one, large in (("bf16", "<u2", 0x3F80, 0x4380), ("f16", "<f2", 0x3C00, 0x6800)):
            rows, row = tensor((40, 3), element), tensor((40,), element)
            body = f"""{{
  ^bb0(%a: tensor<{element}>, %b: tensor<{element}>):
    %s = stablehlo.add %a, %b : tensor<{element}>
    stablehlo.return %s : tensor<{element}>
  }}"""
            text = f"""func.func @main(%x: {rows}) -> ({tensor((40, 1), element)}, {rows}, {row}) {{
  %zero = stablehlo.constant dense<0.0> : tensor<{element}>
  %zeros = stablehlo.constant dense<0.0> : {row}
  %places = stablehlo.iota dim = 0 : tensor<40x3x1xi32>
  %windows = "stablehlo.reduce_window"(%x, %zero) ({body}) {{window_dimensions = array<i64: 1, 3>}}
    : ({rows}, tensor<{element}>) -> {tensor((40, 1), element)}
  %running = "stablehlo.reduce_window"(%x, %zero) ({body}) {{window_dimensions = array<i64: 1, 3>,
    padding = dense<[[0, 0], [2, 0]]> : tensor<2x2xi64>}} : ({rows}, tensor<{element}>) -> {rows}
  %scattered = "stablehlo.scatter"(%zeros, %places, %x) ({body}) {{
    scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0],
      scatter_dims_to_operand_dims = [0], index_vector_dim = 2>}} : ({row}, tensor<40x3x1xi32>, {rows}) -> {row}
  return %windows, %running, %scattered : {tensor((40, 1), element)}, {rows}, {row}
}}
"""
            with tempfile.TemporaryDirectory() as folder:
                folder = Path(folder)
                for name in ("args", "out"):
                    (folder / name).mkdir()
                (folder / "sums.mlir").write_text(text)
                terms = numpy.tile(numpy.array([large, one, one], "<u2"), 40)
                write_npy(folder / "args" / "000.npy", carrier, (40, 3), terms.tobytes())
                library.run([self.hlo2c, "run", folder / "sums.mlir", "--args", folder / "args", "--out", folder / "out"])
                for number in range(3):
                    bits = numpy.load(folder / "out" / f"{number:03}.npy").view("<u2")
                    self.assertEqual(set(bits.flat), {large}, f"{element}, result {number}")

    def check_contraction(self, text, operands, exact, units=FACTOR):
        """Runs a program on operands of f32 and compares with the sums of products of positive numbers."""
        with tempfile.TemporaryDirectory() as folder:
            folder = Path(folder)
            for name in ("args", "out"):
                (folder / name).mkdir()
            (folder / "contraction.mlir").write_text(text)
            for number, values in enumerate(operands):
                numpy.save(folder / "args" / f"{number:03}.npy", values)
            library.run([self.hlo2c, "run", folder / "contraction.mlir", "--args", folder / "args", "--out",
                         folder / "out", "--target", "x86-64-v3"])
            result = numpy.load(folder / "out" / "000.npy")
            error = abs(result - exact) / exact
            self.assertEqual(result.shape, exact.shape)
            self.assertLessEqual(error.max(), units * UNIT["f32"], f"at {numpy.unravel_index(error.argmax(), error.shape)}")

    def check_convolution(self, operands, dimensions, exact):
        image, kernel = (tensor(each.shape, "f32") for each in operands)
        made = tensor(exact.shape, "f32")
        self.check_contraction(
            f"""func.func @main(%x: {image}, %w: {kernel}) -> {made} {{
  %r = stablehlo.convolution(%x, %w) dim_numbers = {dimensions}, window = {{}}
    {{feature_group_count = 1 : i64, batch_group_count = 1 : i64}} : ({image}, {kernel}) -> {made}
  return %r : {made}
}}
""", operands, exact)

    def test_products_of_matrices_with_long_rows_are_within_eight_units(self):
        for steps, rows, columns in ((65537, 16, 32), (128 * 521, 16, 16), (10**6, 8, 16)):
            lhs, rhs, made = (tensor(shape, "f32") for shape in ((rows, steps), (steps, columns), (rows, columns)))
            a, b = positive(7, (rows, steps), (steps, columns))
            with self.subTest(steps=steps):
                self.check_contraction(
                    f"""func.func @main(%a: {lhs}, %b: {rhs}) -> {made} {{
  %r = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : ({lhs}, {rhs}) -> {made}
  return %r : {made}
}}
""", (a, b), product(a, b))

    def test_sums_whose_terms_all_round_up_are_within_one_unit_per_addition(self):
        # After the one that each stretch begins with, every term is slightly more than half of the last place.
        unit, columns = UNIT["f32"], 16
        for steps, of_product, of_sum in ((128, 127, 31 + 2), (1000, 124 + 7, 63 + 3 + 2),
                                          (4096, 127 + 31, 63 + 15 + 2)):
            stretch = 125 if steps == 1000 else 128
            terms = numpy.full(steps, unit * 1.01, numpy.float32)
            terms[::stretch] = 1
            exact = math.fsum(terms.tolist())
            rows = numpy.repeat(terms[:, None], columns, axis=1)
            given, operand, made = (tensor(shape, "f32") for shape in ((1, steps), (steps, columns), (1, columns)))
            with self.subTest(steps=steps):
                self.check_contraction(
                    f"""func.func @main(%a: {given}, %b: {operand}) -> {made} {{
  %r = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : ({given}, {operand}) -> {made}
  return %r : {made}
}}
""", (terms[None], numpy.ones_like(rows)), numpy.full((1, columns), exact), of_product)
                made = tensor((columns,), "f32")
                self.check_contraction(
                    f"""func.func @main(%a: {operand}) -> {made} {{
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %r = stablehlo.reduce(%a init: %zero) applies stablehlo.add across dimensions = [0] :
    ({operand}, tensor<f32>) -> {made}
  return %r : {made}
}}
""", (rows,), numpy.full(columns, exact), of_sum)

    def test_gradients_of_convolution_weights_are_within_eight_units(self):
        # The gradient is a convolution with the errors as windows. No divisor cuts 5 * 29 * 31 terms into stretches.
        for images, rows, columns, inside, outside, size in ((5, 29, 31, 6, 11, 3), (32, 112, 112, 4, 8, 2)):
            x, e = positive(4, (images, rows + size - 1, columns + size - 1, inside), (images, rows, columns, outside))
            exact = numpy.array([[product(x[:, i:i + rows, k:k + columns].reshape(-1, inside).T, e.reshape(-1, outside))
                                  for k in range(size)] for i in range(size)])
            with self.subTest(images=images):
                self.check_convolution((x, e), "[f, 0, 1, b]x[i, 0, 1, o]->[0, 1, b, f]", exact)

    def test_convolutions_over_long_windows_of_prime_length_are_within_eight_units(self):
        window, places, inside, outside = 10007, 8, 2, 16
        x, w = positive(9, (1, window + places - 1, inside), (window, inside, outside))
        exact = numpy.array([[product(x[0, i:i + window].reshape(1, -1), w.reshape(-1, outside))[0]
                              for i in range(places)]])
        self.check_convolution((x, w), "[b, 0, f]x[0, i, o]->[b, 0, f]", exact)

    def test_convolutions_over_windows_that_are_long_one_way_are_within_eight_units(self):
        # Neither 4 columns nor divisors of 251 rows make a stretch.
        rows, columns, down, right, outside = 251, 4, 6, 9, 16
        x, w = positive(3, (1, rows + down - 1, columns + right - 1, 1), (rows, columns, 1, outside))
        exact = numpy.array([[[product(x[0, i:i + rows, k:k + columns].reshape(1, -1), w.reshape(-1, outside))[0]
                               for k in range(right)] for i in range(down)]])
        self.check_convolution((x, w), "[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]", exact)

    def test_every_target_makes_the_same_sums(self):
        values = normal(numpy.random.default_rng(5)).astype("<f4")
        made = {}
        for target in TARGETS:
            with tempfile.TemporaryDirectory() as folder:
                folder = Path(folder)
                program = self.program(folder, "f32", False)
                write_npy(program.arguments / "000.npy", "<f4", (COUNT,), values.tobytes())
                library.run([self.hlo2c, "run", program.file, "--args", program.arguments, "--out", folder / "out",
                             "--target", target])
                made[target] = [path.read_bytes() for path in sorted((folder / "out").glob("*.npy"))]
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
