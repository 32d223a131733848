"""Tests of the measuring tools: their counts and their generated data."""

import struct
import tempfile
import unittest
from pathlib import Path

import objdump
import programs

LISTING = """
lib.o:     file format elf64-x86-64

0000000000000000 <net_dot>:
   0:\tvxorps %xmm0,%xmm0,%xmm0
   4:\tvaddss %xmm1,%xmm0,%xmm0
   8:\tvfmadd231ps (%rdi),%ymm1,%ymm2
   d:\tvmulps %ymm1,%ymm2,%ymm2
  12:\tadd    $0x20,%rdi
  16:\tjne    8 <net_dot+0x8>
  18:\tdec    %rsi
  1b:\tjne    4 <net_dot+0x4>
  1d:\tret

0000000000000020 <net_sum>:
  20:\tnotrack jmp *%rax
  24:\taddsd  %xmm1,%xmm0
  28:\tjmp    30 <net_sum+0x10>
  30:\tret
"""


class Objdump(unittest.TestCase):
    def test_only_the_innermost_loop_counts(self):
        lines = objdump.functions_of(LISTING)["net_dot"]
        self.assertEqual(objdump.innermost_loops(lines), [(0x8, 0x16)])
        self.assertEqual(objdump.hot_operations(lines), (2, 0))

    def test_a_function_without_a_loop_counts_whole(self):
        self.assertEqual(objdump.hot_operations(objdump.functions_of(LISTING)["net_sum"]), (0, 1))

    def test_loops_of_multiply_adds_show_what_they_put_on_the_stack(self):
        loop = [(0, "vfmadd231ps", "%ymm0,%ymm1,%ymm2"), (4, "vmovaps", "0x20(%rsp),%ymm0"), (8, "jne", "0 <f>")]
        self.assertEqual(objdump.multiply_loops(loop, 1), [(1, 3, 1)])
        self.assertEqual(objdump.multiply_loops(loop, 2), [])

    def test_moves_and_logic_are_no_arithmetic(self):
        self.assertEqual(objdump.count([(0, "vmovups", ""), (4, "vxorps", ""), (8, "vbroadcastss", "")]), (0, 0))


class Programs(unittest.TestCase):
    def test_argument_types_are_read_off_the_text(self):
        text = "func.func public @main(%a: tensor<2x3xf32> {jax.x = 1 : i32}, %b: tensor<i1>) -> tensor<4xi8> {"
        self.assertEqual(programs.entry_types(text), [([2, 3], "f32"), ([], "i1")])

    def test_arguments_are_the_same_every_time_and_readable(self):
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder) / "small.mlir"
            file.write_text("func.func @main(%a: tensor<5xf32>, %b: tensor<i32>) -> tensor<f32> {}")
            made = [programs.program_from_file(file, Path(folder) / name) for name in ("one", "two")]
            bytes_of = [[path.read_bytes() for path in each.input_files()] for each in made]
            self.assertEqual(bytes_of[0], bytes_of[1])
            self.assertEqual(len(bytes_of[0]), 2)
            header_bytes = struct.unpack_from("<H", bytes_of[0][0], 8)[0]
            self.assertEqual((10 + header_bytes) % 64, 0)
            self.assertEqual(len(bytes_of[0][0]), 10 + header_bytes + 20)
            self.assertIn(b"'shape': (5,)", bytes_of[0][0])
            self.assertIn(b"'shape': ()", bytes_of[0][1])


if __name__ == "__main__":
    unittest.main()
