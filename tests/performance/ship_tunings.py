#!/usr/bin/env python3
"""Measures programs by `hlo2c tune`, and merges what it writes into the tuning that ships for a target.

    ship_tunings.py --hlo2c build/bin/hlo2c --target x86-64-v3 --models DIRECTORY \\
        --output scheduler/target/tunings/x86-64-v3.yaml

A choice ships if it takes at most MOST_TIME of the default's time; of two programs with the same problem, the one that
spends more time on it decides. Entries of the output file whose problems no program has stay, unless --fresh is given.
"""

import argparse
import subprocess
import sys
import tempfile
from pathlib import Path

import yaml

from kernel_rooflines import options_of

MOST_TIME = 0.95


def tuning_of(model, options, work):
    """What `tune` writes for the program with its weights bound; None if it fails."""
    file = Path(work) / "tuning.yaml"
    command = ["taskset", "-c", str(options.core), options.hlo2c, "tune", model / "module.stablehlo.mlir",
               "--target", options.target, "--slots", "1", "--seconds", str(options.seconds), "--output", file,
               *options_of(model)]
    run = subprocess.run([str(part) for part in command], capture_output=True, text=True)
    said = (run.stderr or run.stdout).strip().splitlines()
    print(f"{model.name}: {said[-1] if said else f'exit status {run.returncode}'}", file=sys.stderr, flush=True)
    return yaml.safe_load(file.read_text()) if run.returncode == 0 else None


def merge(merged, tuning):
    merged["compiler"] = tuning["compiler"]
    for entry in tuning["schedules"]:
        before = merged["schedules"].get(entry["problem"])
        if entry["tuned_us"] <= MOST_TIME * entry["default_us"] and (
                before is None or entry["default_us"] >= before["default_us"]):
            merged["schedules"][entry["problem"]] = entry


def quoted(text):
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


def write(merged, file):
    lines = [f"# Schedules of common problems, measured by `hlo2c tune` and collected by {Path(__file__).name}.",
             f"target: {quoted(merged['target'])}", f"compiler: {quoted(merged['compiler'])}", "fp: strict",
             "schedules:" if merged["schedules"] else "schedules: []"]
    for problem, entry in sorted(merged["schedules"].items()):
        lines += [f"  - problem: {quoted(problem)}", f"    schedule: {quoted(entry['schedule'])}",
                  f"    default_us: {entry['default_us']:.2f}", f"    tuned_us: {entry['tuned_us']:.2f}"]
    file.write_text("\n".join(lines) + "\n")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--hlo2c", required=True)
    parser.add_argument("--target", required=True)
    parser.add_argument("--models", type=Path, nargs="+", required=True, help="folders of programs")
    parser.add_argument("--only", default="", help="names of programs")
    parser.add_argument("--seconds", type=float, default=20, help="for one program")
    parser.add_argument("--core", type=int, default=1)
    parser.add_argument("--fresh", action="store_true", help="drop the entries that the output file has")
    parser.add_argument("--output", type=Path, required=True)
    options = parser.parse_args()
    merged = {"target": options.target, "compiler": "none", "schedules": {}}
    if options.output.exists() and not options.fresh:
        before = yaml.safe_load(options.output.read_text())
        merged["schedules"] = {entry["problem"]: entry for entry in before["schedules"]}
        merged["compiler"] = before["compiler"]
    models = sorted(module.parent for folder in options.models for module in folder.glob("*/module.stablehlo.mlir"))
    wanted = set(options.only.split(",")) if options.only else {model.name for model in models}
    for model in models:
        if model.name not in wanted:
            continue
        with tempfile.TemporaryDirectory() as work:
            tuning = tuning_of(model, options, work)
        if tuning is not None:
            merge(merged, tuning)
            write(merged, options.output)


if __name__ == "__main__":
    main()
