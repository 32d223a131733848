"""Checks that programs can link the weights of a library with --weights extern, from its folder and installed."""

import argparse
import array
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

from programs import write_npy

SIZE = 256
MATRIX = f"tensor<{SIZE}x{SIZE}xf32>"
PROGRAM = f"""func.func @main(%x: tensor<1x{SIZE}xf32>, %w: {MATRIX}) -> tensor<1x{SIZE}xf32> {{
  %r = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<1x{SIZE}xf32>, {MATRIX}) -> tensor<1x{SIZE}xf32>
  return %r : tensor<1x{SIZE}xf32>
}}
"""
# The weight is a permutation: the result is the input, each element one place further.
CONSUMER = """#include <stdio.h>
#include "layer.h"
static unsigned char arena[LAYER_ARENA_BYTES + LAYER_ARENA_ALIGN];
int main(void)
{
    float x[SIZE], r[SIZE];
    for (int i = 0; i < SIZE; i++) x[i] = (float)i;
    const void *inputs[] = {x};
    void *outputs[] = {r};
    size_t gap = LAYER_ARENA_ALIGN - (size_t)arena % LAYER_ARENA_ALIGN;
    int status = layer_call("main", inputs, outputs, arena + gap, NULL);
    for (int i = 0; i < SIZE && status == 0; i++)
        if (r[(i + 1) % SIZE] != x[i]) status = -1;
    printf("status %d\\n", status);
    return status != 0;
}
"""
FROM_FOLDER = "add_subdirectory({library} ${{CMAKE_CURRENT_BINARY_DIR}}/layer)"
INSTALLED = "find_package(layer REQUIRED)"
PROJECT = """cmake_minimum_required(VERSION 3.13)
project(consumer C)
{where}
add_executable(consumer main.c)
target_compile_definitions(consumer PRIVATE SIZE=%d)
target_link_libraries(consumer PRIVATE {targets})
""" % SIZE


class LinkedWeights(unittest.TestCase):
    hlo2c = ""

    def setUp(self):
        holder = tempfile.TemporaryDirectory()
        self.addCleanup(holder.cleanup)
        self.folder = Path(holder.name)
        self.library = self.folder / "library"
        (self.folder / "layer.mlir").write_text(PROGRAM)
        weight = array.array("f", [float(column == (row + 1) % SIZE) for row in range(SIZE) for column in range(SIZE)])
        write_npy(self.folder / "w.npy", "<f4", (SIZE, SIZE), weight.tobytes())
        self.run_command(self.hlo2c, "compile", self.folder / "layer.mlir", "--bind", f"1={self.folder / 'w.npy'}",
                         "-o", self.library, "--weights", "extern")

    def run_command(self, *words):
        done = subprocess.run([str(word) for word in words], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        self.assertEqual(done.returncode, 0, done.stdout)
        return done.stdout

    def consume(self, name, where, targets, *options):
        folder = self.folder / name
        folder.mkdir()
        (folder / "main.c").write_text(CONSUMER)
        (folder / "CMakeLists.txt").write_text(PROJECT.format(where=where, targets=targets))
        self.run_command("cmake", "-S", folder, "-B", folder / "build", *options)
        self.run_command("cmake", "--build", folder / "build")
        self.assertEqual(self.run_command(folder / "build" / "consumer"), "status 0\n")

    def test_a_project_links_the_weights_target_in_any_order(self):
        where = FROM_FOLDER.format(library=self.library)
        self.consume("after", where, "layer::layer layer::layer_weights")
        self.consume("before", where, "layer::layer_weights layer::layer")
        self.consume("alone", where, "layer::layer_weights")

    def test_the_weights_target_is_installed(self):
        build, prefix = self.folder / "build", self.folder / "installed"
        self.run_command("cmake", "-S", self.library, "-B", build, f"-DCMAKE_INSTALL_PREFIX={prefix}")
        self.run_command("cmake", "--build", build)
        self.run_command("ctest", "--test-dir", build, "--output-on-failure", "--no-tests=error")
        self.run_command("cmake", "--install", build)
        self.consume("installed_consumer", INSTALLED, "layer::layer layer::layer_weights", f"-DCMAKE_PREFIX_PATH={prefix}")


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--hlo2c", required=True)
    options, rest = parser.parse_known_args()
    LinkedWeights.hlo2c = options.hlo2c
    unittest.main(argv=[sys.argv[0], *rest])
