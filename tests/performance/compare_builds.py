#!/usr/bin/env python3
"""Compares the speed of the code that two builds of hlo2c emit, program by program.

Both libraries are built for this machine and called in turn, pinned to one core, with the program's own arguments and
its weights bound. The ratio is that of the medians, over all turns, of the best call of a turn. Exit status 1 if a
program is slower than --limit.

    tests/performance/compare_builds.py BEFORE AFTER --models DIRECTORY [--only NAME,NAME]
"""

import argparse
import json
import os
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

import numpy

tests = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(tests / "integration"))
from programs import program_from_model  # noqa: E402


class Refused(Exception):
    pass


def build(hlo2c, program, folder, slots):
    command = [hlo2c, "bench", program.file, "--args", program.arguments, "--keep", folder, "--name", "program",
               "--seconds", "0.01", "--slots", str(slots), *program.compile_options()]
    done = subprocess.run([str(word) for word in command], capture_output=True, text=True, errors="replace")
    if done.returncode != 0:
        raise Refused(done.stderr.strip().splitlines()[-1])
    call = [folder / "program", "--inputs", folder.parent / "inputs", "--bench", "--threads", str(slots)]
    blob = folder / "weights/program.weights"
    return call + (["--weights", blob] if blob.exists() else [])


def write_inputs(program, folder):
    folder.mkdir()
    for number, file in enumerate(program.input_files()):
        (folder / f"{number}.bin").write_bytes(numpy.ascontiguousarray(numpy.load(file)).tobytes())


def best_call(command, seconds, core):
    pinned = ["taskset", "-c", str(core)] if core >= 0 else []
    done = subprocess.run([*pinned, *map(str, command), "--seconds", str(seconds)], capture_output=True, text=True)
    if done.returncode != 0:
        raise Refused(done.stderr.strip())
    return json.loads(done.stdout)["min_ns"]


def compare(options, model):
    with tempfile.TemporaryDirectory() as work:
        program = program_from_model(model, Path(work) / "program")
        write_inputs(program, Path(work) / "inputs")
        commands = [build(hlo2c, program, Path(work) / name, options.slots)
                    for name, hlo2c in (("before", options.before), ("after", options.after))]
        times = [[], []]
        for turn in range(options.turns):
            for side in (0, 1) if turn % 2 == 0 else (1, 0):
                times[side].append(best_call(commands[side], options.seconds, options.core))
        return [statistics.median(each) / 1e3 for each in times]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("before")
    parser.add_argument("after")
    parser.add_argument("--models", type=Path, default=Path(os.environ.get("HLO2C_SHARED", "../shared")) / "models")
    parser.add_argument("--only", default="", help="names of programs")
    parser.add_argument("--turns", type=int, default=5)
    parser.add_argument("--seconds", type=float, default=0.1, help="for one turn of one build")
    parser.add_argument("--slots", type=int, default=1, help="that the libraries are compiled for, and threads")
    parser.add_argument("--core", type=int, default=1, help="to be pinned to; -1: none")
    parser.add_argument("--limit", type=float, default=1.05)
    options = parser.parse_args()
    only = options.only.split(",") if options.only else []
    slower = []
    print(f"{'program':28} {'before us':>12} {'after us':>12}  ratio")
    for model in sorted(path for path in options.models.iterdir() if (path / "meta.json").exists()):
        if only and model.name not in only:
            continue
        try:
            before, after = compare(options, model)
        except Refused as refused:
            print(f"{model.name:28} {refused}", flush=True)
            continue
        print(f"{model.name:28} {before:12.2f} {after:12.2f}  {after / before:.3f}", flush=True)
        if after > options.limit * before:
            slower.append(model.name)
    print(f"slower by more than {options.limit - 1:.0%}: {', '.join(slower) or 'none'}")
    return 1 if slower else 0


if __name__ == "__main__":
    sys.exit(main())
