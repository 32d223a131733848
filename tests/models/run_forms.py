#!/usr/bin/env python3
"""Runs one real program at each stored stage (exported, HLO, after XLA's optimisation) and compares with its stored
results: by the evaluator, or through emitted C with weights as arguments and with weights bound. Forms of one stage
hold the same program (test_model_forms), so one of them represents all.

A listed form must fail with a message that contains its reason. A form that starts to agree, or fails for another
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

STAGES = [["stablehlo.mlir"], ["hlo.pb", "hlo.txt"], ["spmd_partitioned.hlo.pb"], ["xla_cpu_optimized.hlo.txt"]]


def rank_options(program, work):
    """Options for a program of several processes; whole arrays are sharded as meta.json specifies."""
    meta = json.loads((program.parent / "meta.json").read_text())
    ranks = ["--ranks", str(meta.get("num_partitions", 1))]
    text = program.read_text(errors="replace")
    if "sdy.manual_computation" in text or "xla.sdy.GlobalToLocalShape" in text:
        return ranks
    if meta.get("num_partitions", 1) == 1 or program.name in ("module.stablehlo.mlir", "module.hlo.pb"):
        return []
    shardings = Path(work) / "shardings.json"
    shardings.write_text(json.dumps({name: [tensor["sharding"]["per_device"] for tensor in meta[key]]
                                     for name, key in (("inputs", "args"), ("results", "results"))}))
    return ranks + ["--shardings", str(shardings)]


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--hlo2c", required=True)
    parser.add_argument("--emitted", action="store_true", help="through emitted C, not by the evaluator")
    parser.add_argument("--model", required=True, type=Path)
    parser.add_argument("--list", required=True, type=Path, action="append", help="forms that fail, with reasons")
    parser.add_argument("--differences", required=True, type=Path, help="results that are known to differ")
    options = parser.parse_args()
    differences = listed_differences(options.differences, options.model.name)
    reasons = {}
    for file in options.list:
        reasons.update(listed_reasons(file))

    agreeing, wrong = 0, []
    for stage in STAGES:
        files = [options.model / f"module.{name}" for name in stage if (options.model / f"module.{name}").exists()]
        if not files:
            continue
        name = f"{options.model.name}/{files[0].name}"
        with tempfile.TemporaryDirectory() as work:
            ways = [[]]
            if options.emitted and bind_weights(options.model, Path(work) / "bind"):
                ways.append(["--bind-dir", str(Path(work) / "bind")])
            for way in ways:
                command = [options.hlo2c, "run" if options.emitted else "eval", str(files[0]), "--args",
                           str(options.model / "args"), "--expect", str(options.model / "expected"), *way,
                           *rank_options(files[0], work)]
                run = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                                     errors="replace")
                reason = reasons.get(name)
                said = f"{name} {way[0] if way else ''}".strip()
                if run.returncode in (0, 3) and differences and reason is None:
                    unlike = unlike_listed(run.stdout, differences)
                    agreeing += not unlike
                    wrong += [f"{said}: {unlike}"] if unlike else []
                elif run.returncode == 0 and reason is None:
                    agreeing += 1
                elif run.returncode == 0:
                    wrong.append(f"{said} agrees; take it off the list")
                elif reason is None or reason not in run.stdout:
                    wrong.append(f"{said}: exit status {run.returncode}\n{run.stdout[-2000:]}")
                else:
                    print(f"{said} fails as listed: {reason}")
    print(f"{agreeing} runs agree")
    sys.exit("\n".join(wrong) if wrong else 0)


if __name__ == "__main__":
    main()
