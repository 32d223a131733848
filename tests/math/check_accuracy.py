#!/usr/bin/env python3
"""Measures the emitted kernels of mathematical functions against MPFR: prints the largest error per function and type,
and fails if one exceeds its limit."""

import argparse
import concurrent.futures
import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
STABLEHLO = ("exponential exponential_minus_one log log_plus_one sine cosine tan tanh logistic sqrt rsqrt cbrt").split()
CHLO = "erf erfc sinh cosh asin acos atan asinh acosh atanh lgamma digamma erf_inv bessel_i1e".split()
BINARY = "power atan2 remainder".split()
CHLO_BINARY = "zeta polygamma".split()


def module(functions, element, block):
    """A program whose results are the functions of its argument or arguments."""
    type_ = f"tensor<{block}x{element}>"
    lines, names = [], []
    arguments = 2 if functions[0] in BINARY + CHLO_BINARY else 1
    operands = "%x, %y" if arguments == 2 else "%x"
    types = ", ".join([type_] * arguments)
    for i, name in enumerate(functions):
        if name in CHLO + CHLO_BINARY:
            lines.append(f"  %r{i} = chlo.{name} {operands} : {types} -> {type_}")
        else:
            lines.append(f"  %r{i} = stablehlo.{name} {operands} : {type_}")
        names.append(f"%r{i}")
    head = f"%x: {type_}" + (f", %y: {type_}" if arguments == 2 else "")
    types = ", ".join([type_] * len(functions))
    body = "\n".join(lines)
    return f"func.func @main({head}) -> ({types}) {{\n{body}\n  return {', '.join(names)} : {types}\n}}\n"


def run(command, **options):
    done = subprocess.run([str(part) for part in command], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                          **options)
    return done.returncode, done.stdout


def check(options, work, functions, element, count):
    """(exit status, text) of one run."""
    folder = Path(work) / f"{element}_{functions[0]}_{len(functions)}"
    folder.mkdir()
    block = 4096
    (folder / "functions.mlir").write_text(module(functions, element, block))
    steps = [[options.hlo2c, "compile", folder / "functions.mlir", "-o", folder / "kernel", "--name", "kernel",
              "--target", options.target]]
    sources = sorted((HERE / name for name in ("accuracy.c", "blocks.c", "reference.c",
                                             "special_blocks.c", "special_reference.c")))
    flags = ["-O3", "-march=native", "-fopenmp", "-fno-math-errno", "-fno-trapping-math"]
    flags += [f"-DBLOCK={block}", "-I", HERE]
    include = ["-I", folder / "kernel/include", "-I", folder / "kernel/src"]
    for step in steps:
        status, text = run(step)
        if status != 0:
            return 2, text
    kernels = sorted((folder / "kernel/src").glob("*.c"))
    status, text = run([options.cc, *flags, *include, *sources, *kernels, "-o", folder / "run",
                        "-lmvec" if options.mvec else "-lm", "-lmpfr", "-lgmp", "-lm"])
    if status != 0:
        return 2, text
    return run([folder / "run", element, count, *functions])


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--hlo2c", required=True)
    parser.add_argument("--cc", default="gcc")
    parser.add_argument("--mvec", action="store_true", help="glibc's vector functions are there")
    parser.add_argument("--every-input", action="store_true", help="all 2^32 inputs of f32, 10^7 of f64")
    parser.add_argument("--target", default="native", help="x86-64-v2 for the functions without FMA")
    parser.add_argument("--types", default="f32,f64,f16,bf16")
    parser.add_argument("--functions", help="only these, separated by commas")
    parser.add_argument("--jobs", type=int, default=2)
    options = parser.parse_args()
    wanted = options.functions.split(",") if options.functions else STABLEHLO + CHLO + BINARY + CHLO_BINARY
    pick = lambda names: [name for name in names if name in wanted]
    runs = []
    for element in options.types.split(","):
        narrow = element in ("f16", "bf16")
        if options.every_input and element == "f32":
            runs += [([name], element, "all") for name in pick(STABLEHLO + CHLO)]
        else:
            count = "all" if narrow else "10000000" if options.every_input else "200000"
            runs.append((pick(STABLEHLO + CHLO), element, count))
        if not narrow:
            count = "10000000" if options.every_input else "200000"
            runs.append((pick(BINARY), element, count))
            runs.append((pick(CHLO_BINARY[:1]), element, count))
            runs.append((pick(CHLO_BINARY[1:]), element, count))
    failed = False
    with tempfile.TemporaryDirectory() as work, concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        pending = [pool.submit(check, options, work, *each) for each in runs if each[0]]
        for each in pending:
            status, text = each.result()
            print(text, end="", flush=True)
            failed |= status != 0
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
