"""Programs for a machine with two small memory pools and one for weights: results, sizes and sections."""

import argparse
import json
import re
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

SECTIONS = {"sram": ".bss.sram", "psram": ".bss.psram", "flash": ".rodata.flash"}
TARGET = """name: board
base: x86-64-v3
cores: 1
pools:
  - {{name: sram, bytes: {sram}, alignment: 16, section: .bss.sram}}
  - {{name: psram, bytes: {psram}, alignment: 64, section: .bss.psram}}
  - {{name: flash, bytes: {flash}, alignment: 32, section: .rodata.flash, holds: weights}}
"""
STRICTLY = ["-O1", "-Wall", "-Wextra", "-pedantic", "-Werror", "-march=x86-64-v3"]
SANITIZED = ["-fsanitize=address,undefined", "-fno-sanitize-recover=all"]
TWO_FUNCTIONS = """
func.func public @narrow(%x: tensor<16x64xf32>, %w: tensor<64x64xf32>) -> tensor<16xf32> {
  %a = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<16x64xf32>, tensor<64x64xf32>) -> tensor<16x64xf32>
  %b = stablehlo.dot_general %a, %w, contracting_dims = [1] x [0] : (tensor<16x64xf32>, tensor<64x64xf32>) -> tensor<16x64xf32>
  %m = stablehlo.multiply %a, %b : tensor<16x64xf32>
  %z = stablehlo.constant dense<0.0> : tensor<f32>
  %r = stablehlo.reduce(%m init: %z) applies stablehlo.add across dimensions = [1] : (tensor<16x64xf32>, tensor<f32>) -> tensor<16xf32>
  return %r : tensor<16xf32>
}
"""
TWO_FUNCTIONS += TWO_FUNCTIONS.replace("@narrow", "@wide").replace("16x", "48x").replace("<16", "<48")


def run(*words):
    done = subprocess.run([str(word) for word in words], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    if done.returncode != 0:
        raise AssertionError(f"{' '.join(map(str, words))}: status {done.returncode}\n{done.stdout}{done.stderr}")
    return done.stdout


def sections(file):
    """The size of each section of an object, and its alignment."""
    rows = re.findall(r"^ *\d+ (\S+) +([0-9a-f]+)(?: +[0-9a-f]+){3} +2\*\*(\d+)", run("objdump", "-h", file), re.MULTILINE)
    return {name: (int(size, 16), 2 ** int(power)) for name, size, power in rows}


def symbols(file):
    """The section and the size of each array of an object."""
    rows = re.findall(r"^[0-9a-f]+ .{7} (\S+)\t([0-9a-f]+)(?: \.hidden)? (\S+)$", run("objdump", "-t", file), re.MULTILINE)
    return {name: (section, int(size, 16)) for section, size, name in rows}


class MemoryPools(unittest.TestCase):
    hlo2c, programs, source, models = "", Path(), Path(), Path()

    def setUp(self):
        holder = tempfile.TemporaryDirectory()
        self.addCleanup(holder.cleanup)
        self.folder = Path(holder.name)

    def target(self, sram, psram="64K", flash="64K"):
        file = self.folder / "board.yaml"
        file.write_text(TARGET.format(sram=sram, psram=psram, flash=flash))
        return file

    def compile(self, program, name, target, *options):
        library = self.folder / name
        run(self.hlo2c, "compile", program, "-o", library, "--name", name, "--target", target, "--weights", "c", *options)
        return library, json.loads((library / f"{name}.json").read_text())

    def check_plan(self, manifest):
        """Each pool is as large as its functions need, no larger than the machine's, and no two live buffers overlap."""
        pools = {pool["name"]: pool for pool in manifest["pools"]}
        for pool in pools.values():
            self.assertLessEqual(pool["bytes"], pool["available"])
            self.assertEqual(pool["section"], SECTIONS[pool["name"]])
        for name in ("sram", "psram"):
            used = [pool["bytes"] for function in manifest["functions"] for pool in function["memory"]["pools"]
                    if pool["name"] == name]
            self.assertEqual(max(used), pools[name]["bytes"])
            self.assertGreater(max(used), 0)
        for function in manifest["functions"]:
            memory = function["memory"]
            sizes = {pool["name"]: pool["bytes"] for pool in memory["pools"]}
            placed = [buffer for buffer in memory["buffers"] if "pool" in buffer]
            for i, a in enumerate(placed):
                self.assertLessEqual(a["offset"] + a["bytes"], sizes[a["pool"]])
                self.assertEqual(a["offset"] % pools[a["pool"]]["alignment"], 0)
                for b in placed[:i]:
                    apart = (a["pool"] != b["pool"] or a["live"][1] < b["live"][0] or b["live"][1] < a["live"][0]
                             or a["offset"] + a["bytes"] <= b["offset"] or b["offset"] + b["bytes"] <= a["offset"])
                    self.assertTrue(apart, f"{a} and {b}")
        return pools

    def objects(self, library, files, *flags):
        made = []
        for source in files:
            made.append(self.folder / f"{library.name}_{Path(source).stem}.o")
            run("gcc", "-std=c11", *STRICTLY, *flags, f"-I{library}/include", f"-I{library}/src", "-c", source, "-o", made[-1])
        return made

    def check_program(self, program, target):
        """Compares with the library without pools, and the plan with what gcc makes of it."""
        plain, _ = self.compile(program, "plain", "x86-64-v3", "--slots", "1")
        pooled, manifest = self.compile(program, "pooled", target)
        pools = self.check_plan(manifest)
        files = [[*sorted(library.glob("src/*.c")), *sorted(library.glob("weights/*.c"))] for library in (plain, pooled)]
        caller = self.folder / "caller"
        run("gcc", "-std=c11", *STRICTLY, *SANITIZED, f"-I{plain}/include", f"-I{pooled}/include", self.source,
            *(self.objects(plain, files[0], *SANITIZED)), *(self.objects(pooled, files[1], *SANITIZED)), "-lm", "-o", caller)
        sizes = [int(word) for word in run(caller).split()]
        self.assertEqual(sizes, [pools["sram"]["bytes"], pools["psram"]["bytes"]])

        unit = self.objects(pooled, [self.source], f"-I{plain}/include")[0]
        arrays, own = symbols(unit), sections(unit)
        for name, bytes in zip(("sram", "psram"), sizes):
            self.assertEqual(arrays[f"pooled_memory_{name}"], (SECTIONS[name], bytes))
            self.assertEqual(own[SECTIONS[name]], (bytes, pools[name]["alignment"]))
        weights = [sections(file) for file in self.objects(pooled, sorted(pooled.glob("weights/*.c")))]
        stored = sum(each[".rodata.flash"][0] for each in weights)
        self.assertTrue(all(each[".rodata.flash"][1] == 32 and ".rodata" not in each for each in weights))
        self.assertLessEqual(stored, pools["flash"]["bytes"])
        self.assertLess(pools["flash"]["bytes"] - stored, 32 * max(1, len(weights)))
        for command in ("gcc", "g++"):
            language = ["-std=c11"] if command == "gcc" else ["-x", "c++", "-std=c++17"]
            unit = self.folder / "declared.c"
            unit.write_text('#include "pooled.h"\nPOOLED_DEFINE_MEMORY;\n'
                            "const void *used(void);\nconst void *used(void) { return &pooled_memory; }\n"
                            "const void *arena(void);\nconst void *arena(void) { return pooled_memory_sram; }\n")
            run(command, *language, *STRICTLY, f"-I{pooled}/include", "-c", unit, "-o", self.folder / "declared.o")
            self.assertIn(".bss.psram", sections(self.folder / "declared.o"))
        return pooled, manifest

    def test_a_program_works_in_pools(self):
        program, target = self.programs / "convolution_chain.mlir", self.target("24K")
        pooled, manifest = self.check_program(program, target)
        run("make", "-C", pooled, "test", "CFLAGS=-O1 -g " + " ".join(SANITIZED))
        run(self.hlo2c, "verify", program, "--target", target, "--weights", "c")
        run(self.hlo2c, "verify", program, "--target", target, "--weights", "blob")
        measured = json.loads(run(self.hlo2c, "bench", program, "--target", target, "--seconds", "0.05", "--json"))
        self.assertTrue(measured)
        page = (pooled / "pooled.html").read_text()
        self.assertIn("Memory of pool psram over time", page)
        self.assertIn("| psram | values |", (pooled / "README.md").read_text())

    def test_loops_and_branches_work_in_pools(self):
        for name in ("while_power", "branches", "cache_update"):
            program = self.programs / f"{name}.mlir"
            run(self.hlo2c, "verify", program, "--target", self.target("256", psram="64K"))

    def test_linked_weights_are_in_their_section(self):
        library = self.folder / "linked"
        run(self.hlo2c, "compile", self.programs / "convolution_chain.mlir", "-o", library, "--name", "linked", "--target",
            self.target("24K"), "--weights", "extern")
        run("gcc", "-c", library / "weights/linked_weights.s", "-I", library, "-o", self.folder / "weights.o",
            f"-Wa,-I{library}")
        stored = (library / "weights/linked.weights").stat().st_size
        self.assertEqual(sections(self.folder / "weights.o")[".rodata.flash"], (stored, 64))
        run("make", "-C", library, "test")

    def test_several_functions_share_the_pools(self):
        program = self.folder / "two.mlir"
        program.write_text(TWO_FUNCTIONS)
        plain, _ = self.compile(program, "plain", "x86-64-v3", "--slots", "1")
        pooled, manifest = self.compile(program, "pooled", self.target("6K"))
        self.check_plan(manifest)
        caller = self.folder / "caller"
        sources = [file for library in (plain, pooled) for file in sorted(library.glob("src/*.c"))]
        run("gcc", "-std=c11", *STRICTLY, *SANITIZED, f"-I{plain}/include", f"-I{pooled}/include", f"-I{plain}/src",
            f"-I{pooled}/src", self.source, *sources, "-lm", "-o", caller)
        run(caller)
        run("make", "-C", pooled, "test")

    def test_real_programs_work_in_pools(self):
        for name, sram, psram in (("lenet", "8K", "32K"), ("gpt_mini_decode", "4K", "64K")):
            model = self.models / name
            if not model.is_dir():
                continue
            target = self.target(sram, psram=psram, flash="16M")
            run(self.hlo2c, "verify", model / "module.stablehlo.mlir", "--args", model / "args", "--target", target)


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--hlo2c", required=True)
    parser.add_argument("--programs", required=True, type=Path)
    parser.add_argument("--source", required=True, type=Path)
    parser.add_argument("--models", type=Path, default=Path("none"))
    options, rest = parser.parse_known_args()
    for key, value in vars(options).items():
        setattr(MemoryPools, key, value)
    unittest.main(argv=[sys.argv[0], *rest])
