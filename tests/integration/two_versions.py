#!/usr/bin/env python3
"""Two libraries of different hlo2c versions in one program. The second library's text is edited to a newer version: a
higher version number, and new members at the ends of the structures. Callers are built with either header.

    two_versions.py --hlo2c FILE --source two_versions.c"""

import subprocess
import sys
import tempfile
from pathlib import Path

from caller import options_of

PROGRAM = """func.func @main(%a: tensor<4x4xf32>, %x: tensor<192x256xf32>, %w: tensor<256x384xf32>)
    -> (tensor<4x4xf32> {jax.result_info = "factor"}, tensor<192x384xf32> {jax.result_info = "product"}) {
  %factor = "stablehlo.cholesky"(%a) {lower = true} : (tensor<4x4xf32>) -> tensor<4x4xf32>
  %product = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0]
    : (tensor<192x256xf32>, tensor<256x384xf32>) -> tensor<192x384xf32>
  return %factor, %product : tensor<4x4xf32>, tensor<192x384xf32>
}
"""
FLAGS = ["-std=c11", "-O1", "-g", "-Wall", "-Wextra", "-pedantic", "-Werror", "-march=x86-64-v3",
         "-fsanitize=address,undefined", "-fno-sanitize-recover=all"]


def run(*command):
    done = subprocess.run([str(word) for word in command], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    if done.returncode != 0:
        sys.exit(f"{' '.join(map(str, command))}\n{done.stdout}")
    return done.stdout


def edit(path, *pairs):
    text = path.read_text()
    for old, new in pairs:
        if old not in text:
            sys.exit(f"{path} has no {old!r}")
        text = text.replace(old, new)
    path.write_text(text)


def make_newer(library):
    """What a later version of hlo2c would write."""
    edit(library / "include/hlo2c_runtime.h", ("#define HLO2C_ABI_VERSION 2", "#define HLO2C_ABI_VERSION 3"),
         ("} hlo2c_context;", "    int added;\n} hlo2c_context;"), ("} hlo2c_hooks;", "    void *added;\n} hlo2c_hooks;"))
    for path in (library / "include/hlo2c_threads.h", library / "hooks/hlo2c_threads.c"):
        path.write_text(path.read_text().replace("_v1", "_v2"))
    with (library / "src/second.c").open("a") as file:
        file.write("\nint second_added(const hlo2c_context *context);\n\n"
                   "int second_added(const hlo2c_context *context)\n{\n"
                   "    return HLO2C_HAS(context, hlo2c_context, added) ? context->added : -1;\n}\n")


def build(library):
    """Objects of the library and of its pool."""
    objects = []
    for source in [*sorted(library.glob("src/*.c")), *sorted(library.glob("weights/*.c")), library / "hooks/hlo2c_threads.c"]:
        objects.append(library / f"{source.stem}.o")
        run("gcc", *FLAGS, f"-I{library}/include", f"-I{library}/src", "-c", source, "-o", objects[-1])
    return objects


def main():
    options = options_of(__doc__)
    with tempfile.TemporaryDirectory() as work:
        program, objects = Path(work) / "program.mlir", []
        program.write_text(PROGRAM)
        libraries = [Path(work) / "first", Path(work) / "second"]
        for library in libraries:
            run(options.hlo2c, "compile", program, "-o", library, "--name", library.name)
        make_newer(libraries[1])
        for library in libraries:
            objects += build(library)
        for version, order in ((2, libraries), (3, libraries[::-1])):
            includes = [f"-I{library}/include" for library in order]
            caller = Path(work) / f"caller{version}"
            run("gcc", *FLAGS, f"-DCALLER={version}", *includes, options.source, *objects, "-pthread", "-o", caller)
            print(run(caller), end="")


if __name__ == "__main__":
    main()
