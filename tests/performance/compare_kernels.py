#!/usr/bin/env python3
"""Compares kernels that hlo2c emits with the best hand-written C for the same computation.

The hand-written kernels are C programs of one file each, which time several variants and print a line for each. They and
our libraries, by --fp=strict and --fp=fast, take turns, pinned to one core; the best time of each counts. The computations
are written in JAX. Exit status 1 if a kernel reaches less of the best variant's speed than --limit, or cannot be compared,
such as where the hand-written C needs instructions that the machine lacks.

    tests/performance/compare_kernels.py --hlo2c build/bin/hlo2c --kernels DIRECTORY [--only NAME,NAME]
"""

import argparse
import json
import os
import re
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import Callable

import peers

peers.one_thread()

import jax  # noqa: E402
import jax.numpy as jnp  # noqa: E402
import numpy as np  # noqa: E402


@dataclass
class Kernel:
    """`compute(arguments..., weights...)`, and the command that times the same in hand-written C."""

    name: str
    compute: Callable
    arguments: list
    weights: list
    command: list
    line: str = r"^  (?P<name>.*?) +(?P<us>[0-9.]+) us"  # what a variant prints
    operations: float = 0  # multiplications and additions, when a variant may compute a part of the result only
    calls: int = 1  # computations of the hand-written C in one call of ours


def normal(*shape):
    return np.random.default_rng(sum(shape)).standard_normal(shape).astype(np.float32)


def bytes_of(*shape):
    return np.random.default_rng(sum(shape)).integers(-128, 128, shape, np.int8)


def convolution(x, w, groups=1, result=None):
    return jax.lax.conv_general_dilated(x, w, (1, 1), "SAME", dimension_numbers=("NHWC", "HWIO", "NHWC"),
                                        feature_group_count=groups, preferred_element_type=result)


def matrix_product(rows, depth, columns):
    return Kernel(f"matrix product {rows}x{depth}x{columns}", lambda x, w, b: x @ w + b, [normal(rows, depth)],
                  [normal(depth, columns), normal(columns)], ["gemm", rows, depth, columns],
                  r"^  (?P<name>\S+) +[0-9.]+ us +(?P<rate>[0-9.]+) GFLOP/s", 2 * rows * depth * columns)


def dense_convolution(size, inputs, outputs, window):
    return Kernel(f"convolution {window}x{window} of {size}x{size}, {inputs} to {outputs}",
                  lambda x, w, b: jax.nn.relu(convolution(x, w) + b), [normal(1, size, size, inputs)],
                  [normal(window, window, inputs, outputs), normal(outputs)],
                  ["conv", size, size, inputs, outputs, window],
                  r"^  (?P<name>(?!winograd)\S+(?: F\S+)?) +[0-9.]+ us +(?P<rate>[0-9.]+) GFLOP/s",
                  2 * size * size * window * window * inputs * outputs)


def attention(q, k, v, mask):
    q, k, v = (x.reshape(128, 12, 32) for x in (q, k, v))
    scores = jnp.einsum("qhd,khd->hqk", q, k) * np.float32(0.17677669) + mask
    return jnp.einsum("hqk,khd->qhd", jax.nn.softmax(scores), v).reshape(128, 384)


def n_body(x):
    difference = x[None] - x[:, None]
    distance = (difference**2).sum(-1, keepdims=True) + np.float32(0.01)
    return (difference / distance**np.float32(1.5)).sum(1)


def integer_product(x, w):
    return jax.lax.dot(x, w, preferred_element_type=jnp.int32)


def mask():
    return np.where(np.arange(128) < 100, 0, -10000).astype(np.float32)


KERNELS = [
    matrix_product(128, 384, 1536),
    matrix_product(128, 1536, 384),
    matrix_product(1024, 1024, 1024),
    dense_convolution(14, 256, 1024, 1),
    dense_convolution(56, 64, 64, 3),
    dense_convolution(28, 128, 128, 3),
    dense_convolution(14, 256, 256, 3),
    Kernel("convolution 3x3 of 7x7, 512 to 512", convolution, [normal(1, 7, 7, 512)], [normal(3, 3, 512, 512)],
           ["conv7"]),
    Kernel("depthwise 3x3 of 56x56x144", lambda x, w, b: convolution(x, w, 144) + b, [normal(1, 56, 56, 144)],
           [normal(3, 3, 1, 144), normal(144)], ["depthwise"],
           r"^  (?P<name>the same, ring.*?) +(?P<us>[0-9.]+) us"),
    Kernel("row by matrix 1024x1024", lambda x, w: x @ w, [normal(1, 1024)], [normal(1024, 1024)], ["gemv"],
           r"^  (?P<name>x\*W.*?) +hot +(?P<us>[0-9.]+) us"),
    Kernel("matrix by column 1024x1024", lambda x, w: w @ x, [normal(1024)], [normal(1024, 1024)], ["gemv"],
           r"^  (?P<name>W\*x.*?) +hot +(?P<us>[0-9.]+) us"),
    Kernel("attention 12x128x32", attention, [normal(128, 384), normal(128, 384) + 1, normal(128, 384) * 2, mask()], [],
           ["attention"], r"^attention \S+: (?P<name>fused by 16 rows) (?P<us>[0-9.]+) us"),
    Kernel("convolution 3x3 of 28x28, 32 to 64, i8", lambda x, w: convolution(x, w, result=jnp.int32),
           [bytes_of(1, 28, 28, 32)], [bytes_of(3, 3, 32, 64)], ["int8"],
           r"^  (?P<name>vp\S+ \d+x\d).*? (?P<us>[0-9.]+) us"),
    Kernel("product 64x256x128, i8", integer_product, [bytes_of(64, 256)], [bytes_of(256, 128)], ["int8"],
           r"^  (?P<name>vp\S+ \d+x\d).*? (?P<us>[0-9.]+) us"),
    Kernel("n-body step of 64", n_body, [normal(64, 3)], [], ["nbody"], r"^  (?P<name>lanes.*?) (?P<us>[0-9.]+) us"),
    Kernel("real Fourier transform of 512", jnp.fft.rfft, [normal(100, 512)], [], ["fft"],
           r"^(?P<name>real FFT 512): (?P<us>[0-9.]+) us", calls=100),
]


class Refused(Exception):
    pass


def use_openblas_of_numpy():
    """The hand-written programs time OpenBLAS beside them, and read the path of its library from BLAS_SO."""
    libraries = Path(np.__file__).resolve().parent.parent / "numpy.libs"
    for library in sorted(libraries.glob("libscipy_openblas64*")):
        os.environ.setdefault("BLAS_SO", os.fspath(library))


def run(command):
    done = subprocess.run([str(word) for word in command], capture_output=True, text=True, errors="replace")
    if done.returncode != 0:
        lines = done.stderr.strip().splitlines()
        errors = [line for line in lines if "error:" in line] or lines[-1:] or [f"status {done.returncode}"]
        raise Refused(f"{command[0]}: {errors[0]}")
    return done.stdout


def build_ours(hlo2c, kernel, rules, folder):
    """The command that times one call of the library for this kernel, and prints JSON."""
    arrays = [*kernel.arguments, *kernel.weights]
    for name in ("arguments", "bound", "inputs"):
        (folder / name).mkdir(parents=True)
    for number, array in enumerate(arrays):
        is_argument = number < len(kernel.arguments)
        np.save(folder / "arguments" / f"{number:03}.npy", array)
        if is_argument:
            (folder / "inputs" / f"{number}.bin").write_bytes(np.ascontiguousarray(array).tobytes())
        else:
            np.save(folder / "bound" / f"{number:03}.npy", array)
    program = folder / "kernel.mlir"
    program.write_text(jax.jit(kernel.compute).lower(*arrays).as_text())
    bind = ["--bind-dir", folder / "bound"] if kernel.weights else []
    run([hlo2c, "bench", program, "--args", folder / "arguments", "--keep", folder / "library", "--name", "program",
         "--seconds", "0.01", "--slots", "1", f"--fp={rules}", *bind])
    weights = folder / "library/weights/program.weights"
    return [folder / "library/program", "--inputs", folder / "inputs", "--bench", "--threads", "1",
            *(["--weights", weights] if weights.exists() else [])]


def build_theirs(directory, kernel, folder):
    source = directory / f"{kernel.command[0]}.c"
    program = folder / kernel.command[0]
    if not program.exists():
        run(["gcc", "-O3", "-march=native", "-mprefer-vector-width=512", "-fno-math-errno", source, "-o", program,
             "-ldl", "-lm"])
    return [program, *kernel.command[1:]]


def their_times(kernel, printed):
    """Microseconds of each variant that a run of the hand-written C has printed."""
    times = {}
    section = printed
    if kernel.command[0] == "int8":
        halves = printed.split("\ndot ")
        section = halves[1] if "product" in kernel.name else halves[0]
    for line in section.splitlines():
        if found := re.match(kernel.line, line):
            variant = found.groupdict()
            micro = (float(variant["us"]) if "us" in variant else
                     kernel.operations / float(variant["rate"]) * 1e-3)
            times[variant["name"]] = micro * kernel.calls
    if not times:
        raise Refused(f"{kernel.command[0]} printed no variant")
    return times


def compare(options, kernel, folder, built):
    pinned = ["taskset", "-c", options.core]
    theirs = build_theirs(options.kernels, kernel, built)
    ours = {rules: build_ours(options.hlo2c, kernel, rules, folder / rules) for rules in ("strict", "fast")}
    best, variants = {}, {}
    for _ in range(options.turns):
        for rules, command in ours.items():
            took = json.loads(run([*pinned, *command, "--seconds", options.seconds]))["min_ns"] / 1e3
            best[rules] = min(took, best.get(rules, took))
        for variant, took in their_times(kernel, run([*pinned, *theirs])).items():
            variants[variant] = min(took, variants.get(variant, took))
    return best, variants


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--hlo2c", required=True)
    parser.add_argument("--kernels", type=Path,
                        default=Path(os.environ.get("HLO2C_SHARED", "../shared")) / "probe/kernels")
    parser.add_argument("--only", default="", help="parts of names of kernels")
    parser.add_argument("--turns", type=int, default=3)
    parser.add_argument("--seconds", type=float, default=0.5, help="for one turn of one of our libraries")
    parser.add_argument("--core", type=int, default=1, help="to be pinned to")
    parser.add_argument("--limit", type=float, default=0)
    options = parser.parse_args()
    use_openblas_of_numpy()
    only = [each for each in options.only.split(",") if each]
    slow, missing = [], []
    print("| kernel | best C, us | variant | strict, us | of the best | fast, us | of the best |\n|---|---|---|---|---|---|---|")
    with tempfile.TemporaryDirectory() as work:
        for number, kernel in enumerate(KERNELS):
            if only and not any(each in kernel.name for each in only):
                continue
            try:
                ours, variants = compare(options, kernel, Path(work) / str(number), Path(work))
            except Refused as refused:
                missing.append(f"{kernel.name}: {refused}")
                continue
            name, took = min(variants.items(), key=lambda each: each[1])
            reached = {rules: took / each for rules, each in ours.items()}
            print(f"| {kernel.name} | {took:.2f} | {name} | {ours['strict']:.2f} | {reached['strict']:.2f} "
                  f"| {ours['fast']:.2f} | {reached['fast']:.2f} |", flush=True)
            if max(reached.values()) < options.limit:
                slow.append(kernel.name)
    if options.limit:
        print(f"below {options.limit}: {', '.join(slow) or 'none'}")
    for each in missing:
        print(each)
    return 1 if slow or missing else 0


if __name__ == "__main__":
    sys.exit(main())
