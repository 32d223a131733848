#!/usr/bin/env python3
"""Runs one real program through the emitted C and compares with its stored results.

A listed program must fail with a message that contains its reason. A program that starts to run, or fails for another
reason, fails the test, so that the list stays correct and shrinks.
"""

import argparse
import json
import subprocess
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "integration"))
from listed import listed_differences, listed_reasons, unlike_listed  # noqa: E402
from programs import bind_weights  # noqa: E402


def rank_count(model):
    """Processes that the program is written for, or that its shardings divide it among."""
    return json.loads((model / "meta.json").read_text()).get("num_partitions", 1)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--hlo2c", required=True)
    parser.add_argument("--model", required=True, type=Path)
    parser.add_argument("--list", required=True, type=Path, help="programs that do not run yet, with reasons")
    parser.add_argument("--differences", required=True, type=Path, help="results that are known to differ")
    parser.add_argument("--fp", default="strict", help="numerics that the program is compiled with")
    parser.add_argument("--time-limit", type=int, default=600)
    options = parser.parse_args()

    with tempfile.TemporaryDirectory() as work:
        bind_directory = Path(work) / "bind"
        command = [options.hlo2c, "run", str(options.model / "module.stablehlo.mlir"),
                   "--args", str(options.model / "args"), "--expect", str(options.model / "expected"), "--fp", options.fp]
        if bind_weights(options.model, bind_directory):
            command += ["--bind-dir", str(bind_directory)]
        ranks = rank_count(options.model)
        if ranks > 1:
            command += ["--ranks", str(ranks)]
        try:
            run = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                                 errors="replace", timeout=options.time_limit)
            status, output = run.returncode, run.stdout
        except subprocess.TimeoutExpired as error:
            status, output = -1, (error.stdout or b"").decode(errors="replace") + "\nran into the time limit\n"

    print(" ".join(command))
    print(output)
    reason = listed_reasons(options.list).get(options.model.name)
    differences = listed_differences(options.differences, options.model.name)
    if differences:
        return unlike_listed(output, differences) or (0 if status == 3 else f"exit status {status}")
    if reason is None:
        return 0 if status == 0 else f"{options.model.name}: exit status {status}"
    if status == 0:
        return f"{options.model.name} runs now: take it out of {options.list.name}"
    if not reason or reason not in output:
        return f"{options.model.name} fails for another reason than the one listed: '{reason}'"
    print(f"{options.model.name}: not yet, as listed: {reason}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
