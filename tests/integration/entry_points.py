#!/usr/bin/env python3
"""Libraries with several entry points: functions of one program, programs of several files, sizes of one dimension.
Equal weights are stored once, each function gives the bits of a library of its own, and the self-test judges all.

    entry_points.py --hlo2c FILE --source entry_points.c"""

import json
import struct
import subprocess
import sys
import tempfile
from pathlib import Path

from caller import options_of

WEIGHT = "tensor<256x384xf32>"


def hexadecimal_weight():
    state, words = 1, []
    for _ in range(256 * 384):
        state = (state * 1664525 + 1013904223) % 2**32
        words.append(struct.pack("<f", state / 2**31 - 1))
    return b"".join(words).hex()


def layers(rows):
    return f"""%w = stablehlo.constant dense<"0x{hexadecimal_weight()}"> : {WEIGHT}
  %y = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0]
    : (tensor<{rows}x256xf32>, {WEIGHT}) -> tensor<{rows}x384xf32>
  %r = stablehlo.tanh %y : tensor<{rows}x384xf32>
  return %r : tensor<{rows}x384xf32>"""


def function(name, rows):
    return f"""func.func public @{name}(%x: tensor<{rows}x256xf32>) -> tensor<{rows}x384xf32> {{
  {layers(rows)}
}}
"""


SYMBOLIC = """func.func public @main(%x: tensor<?x8xf32>) -> tensor<?x8xf32> {
  %y = stablehlo.tanh %x : tensor<?x8xf32>
  return %y : tensor<?x8xf32>
}
"""
FLAGS = ["-O2", "-g", "-std=c11", "-Wall", "-Wextra", "-pedantic", "-Werror", "-march=x86-64-v3",
         "-fsanitize=address,undefined", "-fno-sanitize-recover=all"]


class Checks:
    def __init__(self, hlo2c, source, work):
        self.hlo2c, self.source, self.work = hlo2c, source, work

    def run(self, *command, status=0):
        done = subprocess.run([str(word) for word in command], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        if done.returncode != status:
            sys.exit(f"{' '.join(map(str, command))}: status {done.returncode}\n{done.stdout}")
        return done.stdout

    def library(self, name, *words):
        """Compiles a library; gives its description and the hash of what each function gives."""
        folder = self.work / name
        self.run(self.hlo2c, "compile", *words, "-o", folder, "--name", name)
        sources = [*sorted(folder.glob("src/*.c")), *sorted(folder.glob("weights/*.c"))]
        flags = [*FLAGS, f"-I{folder}/include", f"-I{folder}/src"]
        weights = folder / f"weights/{name}.weights"
        stored = ([f'-DWEIGHTS="{weights}"', f"-DWEIGHTS_BYTES={weights.stat().st_size}"] if weights.exists() else [])
        caller, test = self.work / f"{name}_caller", self.work / f"{name}_test"
        objects = [self.work / f"{name}_{source.stem}.o" for source in sources]
        for source, file in zip(sources, objects):
            self.run("gcc", *flags, "-c", source, "-o", file)
        self.run("gcc", *flags, f'-DHEADER="{name}.h"', f"-DLIBRARY={name}", *stored, self.source, *objects, "-o", caller)
        self.run("gcc", *flags, folder / f"test/{name}_test.c", *objects, "-o", test)
        self.run(test, *([weights] if weights.exists() else []))
        return json.loads((folder / f"{name}.json").read_text()), self.run(caller).splitlines()

    def expect(self, what, found, wanted):
        if found != wanted:
            sys.exit(f"{what}: {found}, expected {wanted}")


def hashes(lines):
    return [line.split()[1] for line in lines]


def functions_of_a_program(checks):
    program = checks.work / "network.mlir"
    program.write_text(function("prefill", 32) + function("decode", 1))
    both, lines = checks.library("both", program)
    checks.expect("functions", [line.split()[0] for line in lines], ["prefill", "decode"])
    alone = [checks.library(name, program, "--function", name) for name in ("prefill", "decode")]
    checks.expect("bits", lines, [line for _, each in alone for line in each])
    arrays = [(array["bytes"], array["program_bytes"]) for array in both["weights"]["arrays"]]
    checks.expect("bytes of the weight that both read", arrays, [(256 * 384 * 4, 256 * 384 * 4)])
    judged = [each["self_test"]["judged"] for each, _ in alone]
    checks.expect("functions with judged results", [len(each) > 0 for each in judged], [True, True])
    checks.expect("judged elements", both["self_test"]["judged"], judged[0] + judged[1])
    return program


def programs_of_two_files(checks):
    for name, rows in (("first", 4), ("second", 4)):
        (checks.work / f"{name}.mlir").write_text(function("main", rows))
    files = [checks.work / "first.mlir", checks.work / "second.mlir"]
    pair, lines = checks.library("pair", *files)
    checks.expect("functions", [line.split()[0] for line in lines], ["first", "second"])
    alone = [checks.library(f"only_{file.stem}", file)[1] for file in files]
    checks.expect("bits", hashes(lines), [hashes(each)[0] for each in alone])
    checks.expect("weights and kernels", (len(pair["weights"]["arrays"]), len(pair["kernels"])), (1, 1))
    copy = checks.work / "copy"
    copy.mkdir()
    (copy / "first.mlir").write_text(function("main", 4))
    text = checks.run(checks.hlo2c, "compile", files[0], copy / "first.mlir", "-o", checks.work / "twice", status=1)
    checks.expect("two of one name", "H0646" in text and "have the name first" in text, True)


def sizes_of_a_dimension(checks):
    program = checks.work / "symbolic.mlir"
    program.write_text(SYMBOLIC)
    _, lines = checks.library("sizes", program, "--shape", "0=1x8,3x8")
    checks.expect("functions", [line.split()[0] for line in lines], ["main_1x8", "main_3x8"])
    alone = [checks.library(f"size{rows}", program, "--shape", f"0={rows}x8")[1] for rows in (1, 3)]
    checks.expect("bits", hashes(lines), [hashes(each)[0] for each in alone])


def options_for_one_entry_point(checks, program):
    weights = checks.work / "x.npy"
    header = "{'descr': '<f4', 'fortran_order': False, 'shape': (1, 256), }".ljust(117) + "\n"
    weights.write_bytes(b"\x93NUMPY\x01\x00" + struct.pack("<H", len(header)) + header.encode() + bytes(1024))
    bound, lines = checks.library("bound", program, "--bind", f"decode:0={weights}")
    checks.expect("inputs", [len(function["inputs"]) for function in bound["functions"]], [1, 0])
    text = checks.run(checks.hlo2c, "compile", program, "-o", checks.work / "none", "--bind", f"7={weights}", status=1)
    checks.expect("no such argument", "H0647" in text, True)
    text = checks.run(checks.hlo2c, "run", program, status=2)
    checks.expect("run takes one", "H0644" in text and "--function prefill" in text, True)


def main():
    options = options_of(__doc__)
    with tempfile.TemporaryDirectory() as work:
        checks = Checks(options.hlo2c, options.source, Path(work))
        program = functions_of_a_program(checks)
        programs_of_two_files(checks)
        sizes_of_a_dimension(checks)
        options_for_one_entry_point(checks, program)


if __name__ == "__main__":
    main()
