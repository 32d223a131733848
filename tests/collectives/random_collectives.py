#!/usr/bin/env python3
"""Random programs of integer collectives on four ranks: emitted C over threads must give the evaluator's numbers.

    random_collectives.py --hlo2c FILE [--programs N] [--seed S]

Each program runs on a random grid of replicas and partitions. Its ops read arguments and earlier results, in loops too,
with random groups, channels and types. Rank by rank, every result must have the same bits.
"""

import argparse
import math
import random
import sys
import tempfile
from pathlib import Path

import numpy

from run_program import run, write, written

RANKS = 4
DTYPES = {"i8": numpy.int8, "ui8": numpy.uint8, "i16": numpy.int16, "i32": numpy.int32, "ui32": numpy.uint32,
          "i64": numpy.int64, "i1": numpy.bool_}
REDUCERS = ["add", "multiply", "maximum", "minimum", "and", "or", "xor"]


def text_of(shape, element):
    return "tensor<" + "".join(f"{size}x" for size in shape) + element + ">"


def table(groups):
    return f"dense<{groups}> : tensor<{len(groups)}x{len(groups[0])}xi64>"


class Program:
    """A program that grows op by op."""

    def __init__(self, seed):
        self.random = random.Random(seed)
        self.partitions = self.random.choice([1, 2, 4])
        self.replicas = RANKS // self.partitions
        self.lines, self.name_count, self.channel = [], 0, 0
        self.arguments = [([self.random.choice([1, 2, 3, 4, 8]) for _ in range(self.random.randint(1, 3))],
                           self.random.choice(list(DTYPES))) for _ in range(self.random.randint(1, 4))]
        self.values = [(f"%a{i}", shape, element) for i, (shape, element) in enumerate(self.arguments)]

    def name(self):
        self.name_count += 1
        return f"%v{self.name_count}"

    def emit(self, lines, line, shape, element):
        name = self.name()
        lines.append(f"{name} = {line}")
        self.values.append((name, shape, element))

    def scope(self, spans_partitions, even):
        """The channel attributes and groups of an op, and the number of processes in a group.

        With a channel, the groups of an op that spans partitions are of replicas in all partitions, or of global
        ids; those of other ops are of partitions. Groups have one size if `even`, and may be padded if not.
        """
        strategies = [("", self.replicas)]
        if spans_partitions:
            strategies += [(self.handle(), self.replicas), (self.handle() + ", use_global_device_ids", RANKS)]
        else:
            strategies += [(self.handle(), self.partitions)]
        attributes, count = self.random.choice(strategies)
        members = self.random.sample(range(count), count)
        divisors = [size for size in range(1, count + 1) if count % size == 0]
        size = self.random.choice(divisors)
        if not even and self.random.random() < 0.3:
            cut = self.random.randint(1, count)
            groups = [members[:cut], members[cut:]] if cut < count else [members]
            longest = max(map(len, groups))
            groups = [group + [-1] * (longest - len(group)) for group in groups]
        else:
            groups = [members[i:i + size] for i in range(0, count, size)]
        across = self.partitions if spans_partitions and attributes and "global" not in attributes else 1
        return attributes, groups, len(groups[0]) * across

    def handle(self):
        self.channel += 1
        return f", channel_handle = #stablehlo.channel_handle<handle = {self.channel}, type = 1>"

    def reducer(self, element):
        known = REDUCERS if element != "i1" else ["add", "multiply", "and", "or", "xor"]
        one = text_of([], element)
        return (f"({{\n    ^bb0(%x: {one}, %y: {one}):\n      %z = stablehlo.{self.random.choice(known)} %x, %y : {one}\n"
                f"      stablehlo.return %z : {one}\n    }})")

    def grow(self, lines):
        value, shape, element = self.random.choice(self.values)
        if math.prod(shape) > 2000:
            return
        given = text_of(shape, element)
        kind = self.random.choice(["gather", "reduce", "scatter", "exchange", "permute", "broadcast", "rank", "mix"])
        d = self.random.randrange(len(shape))
        made = list(shape)
        if kind == "gather":
            attributes, groups, size = self.scope(spans_partitions=True, even=True)
            made[d] *= size
            self.emit(lines, f'"stablehlo.all_gather"({value}) {{all_gather_dim = {d} : i64, replica_groups = {table(groups)}'
                      f"{attributes}}} : ({given}) -> {text_of(made, element)}", made, element)
        elif kind == "reduce":
            attributes, groups, _ = self.scope(spans_partitions=True, even=False)
            self.emit(lines, f'"stablehlo.all_reduce"({value}) {self.reducer(element)} {{replica_groups = {table(groups)}'
                      f"{attributes}}} : ({given}) -> {given}", made, element)
        elif kind == "scatter":
            attributes, groups, size = self.scope(spans_partitions=True, even=True)
            if made[d] % size != 0:
                return
            made[d] //= size
            self.emit(lines, f'"stablehlo.reduce_scatter"({value}) {self.reducer(element)} {{scatter_dimension = {d} : i64, '
                      f"replica_groups = {table(groups)}{attributes}}} : ({given}) -> {text_of(made, element)}", made, element)
        elif kind == "exchange":
            attributes, groups, size = self.scope(spans_partitions=False, even=True)
            other = self.random.randrange(len(shape))
            if made[d] % size != 0:
                return
            made[d] //= size
            made[other] *= size
            self.emit(lines, f'"stablehlo.all_to_all"({value}) {{split_dimension = {d} : i64, concat_dimension = {other} : '
                      f"i64, split_count = {size} : i64, replica_groups = {table(groups)}{attributes}}} : ({given}) -> "
                      f"{text_of(made, element)}", made, element)
        elif kind == "permute":
            attributes, groups, _ = self.scope(spans_partitions=False, even=True)
            count = sum(map(len, groups))
            sources = self.random.sample(range(count), self.random.randint(1, count))
            targets = self.random.sample(range(count), len(sources))
            pairs = [[source, target] for source, target in zip(sources, targets)]
            self.emit(lines, f'"stablehlo.collective_permute"({value}) {{source_target_pairs = {table(pairs)}{attributes}}} : '
                      f"({given}) -> {given}", made, element)
        elif kind == "broadcast":
            attributes, groups, _ = self.scope(spans_partitions=False, even=True)
            groups = groups[:self.random.randint(1, len(groups))]
            self.emit(lines, f'"stablehlo.collective_broadcast"({value}) {{replica_groups = {table(groups)}{attributes}}} : '
                      f"({given}) -> {given}", made, element)
        elif kind == "rank":
            op = self.random.choice(["partition_id", "replica_id"])
            index, number, wide = self.name(), self.name(), self.name()
            lines.append(f"{index} = stablehlo.{op} : tensor<ui32>")
            lines.append(f"{number} = stablehlo.convert {index} : (tensor<ui32>) -> tensor<{element}>")
            lines.append(f"{wide} = stablehlo.broadcast_in_dim {number}, dims = [] : (tensor<{element}>) -> {given}")
            self.emit(lines, f"stablehlo.add {value}, {wide} : {given}", made, element)
        else:
            same = [name for name, other, type_ in self.values if other == shape and type_ == element]
            op = self.random.choice(["add", "multiply", "xor"])
            self.emit(lines, f"stablehlo.{op} {value}, {self.random.choice(same)} : {given}", made, element)

    def loop(self):
        """A few ops that run three times on one value."""
        value, shape, element = self.random.choice(self.values)
        given, outside, inside = text_of(shape, element), self.values, []
        self.values = [("%turn", shape, element)]
        for _ in range(self.random.randint(1, 4)):
            self.grow(inside)
        last = next(name for name, other, type_ in reversed(self.values) if other == shape and type_ == element)
        self.values = outside
        zero, one, end = self.name(), self.name(), self.name()
        self.lines += [f"{name} = stablehlo.constant dense<{number}> : tensor<i32>"
                       for name, number in ((zero, 0), (one, 1), (end, 3))]
        name = self.name()
        body = "\n      ".join(inside)
        self.lines.append(f"""{name}:2 = stablehlo.while(%count = {zero}, %turn = {value}) : tensor<i32>, {given}
    cond {{
      %goes_on = stablehlo.compare LT, %count, {end} : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %goes_on : tensor<i1>
    }} do {{
      {body}
      %next = stablehlo.add %count, {one} : tensor<i32>
      stablehlo.return %next, {last} : tensor<i32>, {given}
    }}""")
        self.values.append((f"{name}#1", shape, element))

    def text(self):
        for _ in range(self.random.randint(2, 9)):
            if self.random.random() < 0.15:
                self.loop()
            else:
                self.grow(self.lines)
        results = self.values[len(self.arguments):][-6:] or self.values[-1:]
        types = ", ".join(text_of(shape, element) for _, shape, element in results)
        given = ", ".join(f"%a{i}: {text_of(*argument)}" for i, argument in enumerate(self.arguments))
        body = "\n    ".join(self.lines)
        return (f"module @random attributes {{mhlo.num_partitions = {self.partitions} : i32, mhlo.num_replicas = "
                f"{self.replicas} : i32}} {{\n  func.func public @main({given}) -> ({types}) {{\n    {body}\n"
                f"    return {', '.join(name for name, _, _ in results)} : {types}\n  }}\n}}\n")


def array(shape, element, generator):
    if element == "i1":
        return generator.integers(0, 2, size=shape).astype(numpy.bool_)
    limits = numpy.iinfo(DTYPES[element])
    return generator.integers(limits.min, limits.max, size=shape, dtype=DTYPES[element], endpoint=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--hlo2c", required=True)
    parser.add_argument("--programs", type=int, default=12)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    for seed in range(options.seed, options.seed + options.programs):
        program, generator = Program(seed), numpy.random.default_rng(seed)
        with tempfile.TemporaryDirectory() as work:
            file, arguments, expected, results = (Path(work) / name for name in ("p.mlir", "args", "expected", "results"))
            file.write_text(program.text())
            print(f"seed {seed}:\n{file.read_text()}")
            for rank in range(RANKS):
                write(arguments / f"rank{rank}", [array(*each, generator) for each in program.arguments])
            common = [str(file), "--ranks", str(RANKS), "--args", str(arguments)]
            run([options.hlo2c, "eval", *common, "--out", str(expected)])
            run([options.hlo2c, "run", *common, "--transport", "threads", "--expect", str(expected), "--out", str(results)])
            if written(results) != written(expected) or not written(results):
                sys.exit(f"the results written are {written(results)}")


if __name__ == "__main__":
    main()
