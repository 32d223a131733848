#!/usr/bin/env python3
"""Compares the memory that libraries need for values with XLA's, for every program whose meta.json records the latter.

A program passes if its values (the arena without scratch) take no more bytes than the larger of XLA's temporaries and
4 KiB. Other programs are listed with their largest buffers. Exit status 1 if less than --share of the programs pass, or
if one needs more than --most times XLA's bytes.

    tests/models/memory_bytes.py build/bin/hlo2c MODELS
"""

import argparse
import json
import subprocess
import sys
import tempfile
from pathlib import Path

from compare_emitted import size_options

LEAST_BYTES = 4096


def memory_of(hlo2c, model):
    with tempfile.TemporaryDirectory() as work:
        library = Path(work) / "library"
        command = [hlo2c, "compile", str(model / "module.stablehlo.mlir"), "-o", str(library), "--name", "module"]
        run = subprocess.run(command + size_options(model), capture_output=True, text=True, errors="replace")
        if run.returncode != 0:
            return None, run.stderr.strip().splitlines()[-1]
        return json.loads((library / "module.json").read_text())["functions"][0]["memory"], None


def largest(memory, count):
    values = [buffer for buffer in memory["buffers"] if not buffer["scratch"] and "within_result" not in buffer]
    values.sort(key=lambda buffer: -buffer["bytes"])
    return ", ".join(f"{buffer['name']} {buffer['type']} {buffer['live'][0]}..{buffer['live'][1]}"
                     for buffer in values[:count])


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("hlo2c")
    parser.add_argument("models", type=Path)
    parser.add_argument("--only", nargs="*", default=[], help="names of programs")
    parser.add_argument("--share", type=float, default=0.95)
    parser.add_argument("--most", type=float, default=1.25)
    options = parser.parse_args()

    passed, ratios = 0, []
    print(f"{'program':28} {'values':>10} {'scratch':>10} {'arena':>10} {'XLA':>10}  ratio")
    for meta in sorted(options.models.glob("*/meta.json")):
        model = meta.parent
        if options.only and model.name not in options.only:
            continue
        theirs = json.loads(meta.read_text()).get("xla_memory")
        if theirs is None or not (model / "module.stablehlo.mlir").exists():
            continue
        memory, refused = memory_of(options.hlo2c, model)
        if memory is None:
            print(f"{model.name:28} {refused}")
            continue
        limit = max(theirs["temp"], LEAST_BYTES)
        ratio = memory["value_bytes"] / limit
        ratios.append(ratio)
        passed += ratio <= 1
        print(f"{model.name:28} {memory['value_bytes']:10} {memory['scratch_bytes']:10} {memory['arena_bytes']:10} "
              f"{theirs['temp']:10}  {ratio:.3f}", flush=True)
        if ratio > 1:
            print(f"    {largest(memory, 6)}")
    print(f"{passed} of {len(ratios)} programs need no more than XLA, the worst {max(ratios, default=0):.2f} times as much")
    return 0 if passed >= options.share * len(ratios) and max(ratios, default=0) <= options.most else 1


if __name__ == "__main__":
    sys.exit(main())
