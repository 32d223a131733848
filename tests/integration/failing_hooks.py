#!/usr/bin/env python3
"""An error that a hook returns reaches the caller of the entry point: for every hook, at each of its calls.

    failing_hooks.py --hlo2c FILE --source failing_hooks.c PROGRAM..."""

import argparse
import subprocess
import sys
import tempfile
from pathlib import Path

HOOKS = set("parallel_for collective collective_start collective_done infeed outfeed receive receive_start receive_done "
            "send send_start send_done custom_call".split())
CUSTOM_CALLS = """func.func public @main(%a: tensor<2x3xf32>) -> tensor<2x3xf32> {
  %0 = stablehlo.custom_call @first(%a) {has_side_effect = true} : (tensor<2x3xf32>) -> tensor<2x3xf32>
  %1 = stablehlo.custom_call @second(%0) {has_side_effect = true} : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return %1 : tensor<2x3xf32>
}
"""


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--hlo2c", required=True)
    parser.add_argument("--source", required=True, type=Path)
    parser.add_argument("programs", nargs="+", type=Path)
    options = parser.parse_args()
    seen, failed = set(), False
    with tempfile.TemporaryDirectory() as work:
        own = Path(work) / "custom_calls.mlir"
        own.write_text(CUSTOM_CALLS)
        for program in [own, *options.programs]:
            library = Path(work) / f"library_{program.stem}"
            subprocess.run([options.hlo2c, "compile", program, "-o", library, "--name", "net"], check=True)
            subprocess.run(["gcc", "-O1", "-g", "-std=c11", "-Wall", "-Wextra", "-fsanitize=address,undefined",
                            "-fno-sanitize-recover=all", "-march=x86-64-v3", "-DLIBRARY=net", f"-I{library}/include",
                            f"-I{library}/src", options.source, *sorted(library.glob("src/*.c")),
                            *sorted(library.glob("weights/*.c")), "-o", library / "run"], check=True)
            run = subprocess.run([library / "run"], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
            seen |= {line.split()[1] for line in run.stdout.splitlines() if line.startswith("called ")}
            if run.returncode != 0:
                print(f"{program.name}:\n{run.stdout}")
                failed = True
    if seen != HOOKS:
        print(f"no program calls {', '.join(sorted(HOOKS - seen))}")
    sys.exit(1 if failed or seen != HOOKS else 0)


if __name__ == "__main__":
    main()
