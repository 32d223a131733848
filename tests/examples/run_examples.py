#!/usr/bin/env python3
"""Runs the worked examples of the specifications through emitted C and through the evaluator.

    run_examples.py --hlo2c build/bin/hlo2c --list left_out.txt examples.json...

An example is a program (StableHLO or HLO text), its inputs and the expected results. The list names excluded examples,
below their reasons. Exit status 1 if an example fails that is not in the list, or if a listed one passes.
"""

import argparse
import json
import re
import subprocess
import sys
import tempfile
from pathlib import Path

import numpy

WIDTHS = {"i1": "?", "pred": "?", "f16": "<f2", "f32": "<f4", "f64": "<f8", "complex<f32>": "<c8", "c64": "<c8",
          "complex<f64>": "<c16", "c128": "<c16"}


def dtype_of(element):
    if element in WIDTHS:
        return numpy.dtype(WIDTHS[element])
    sign, bits = re.fullmatch(r"(u|ui|s|i)(8|16|32|64)", element).groups()
    return numpy.dtype(f"<{'u' if sign[0] == 'u' else 'i'}{int(bits) // 8}")


def number(value, dtype):
    """One element. Bits ("0x.."), 64-bit integers and special floats are encoded as text, complex numbers as parts."""
    if isinstance(value, dict):
        parts = numpy.dtype(f"<f{dtype.itemsize // 2}")
        return complex(number(value["re"], parts), number(value["im"], parts))
    if isinstance(value, list):
        return complex(*value)
    if isinstance(value, str) and value.startswith("0x"):
        return numpy.array(int(value, 16), f"<u{dtype.itemsize}").view(dtype)[()]
    if isinstance(value, str):
        return float(value) if dtype.kind in "fc" else int(value)
    return value


def flat(value, depth):
    return [value] if depth == 0 else [each for part in value for each in flat(part, depth - 1)]


def array(tensor, rank=None):
    """The array of a tensor in an example; for one rank, if each has its own."""
    if "type" in tensor:
        sizes, storage, plain = re.fullmatch(r"tensor<((?:\d+x)*)(?:!quant.uniform<(\w+):.*|([a-z0-9<>]+))>",
                                             tensor["type"]).groups()
        shape, element = [int(size) for size in sizes.split("x") if size], storage or plain
    else:
        shape, element = tensor["shape"], tensor["dtype"]
    dtype = dtype_of(element)
    value = tensor["values_per_replica"][rank] if "values_per_replica" in tensor else tensor["value"]
    made = numpy.empty(shape, dtype)
    made.reshape(-1)[:] = [number(each, dtype) for each in flat(value, len(shape))]
    return made


class Left(Exception):
    pass


def program_of(example):
    """Text and ending of the program; nothing where an example has none."""
    if example.get("module"):
        return example["module"], "mlir"
    if example.get("hlo"):
        return example["hlo"], "hlo"
    raise Left("there is no program")


def per_rank(tensors, rank):
    """The arrays of one rank, in order: a tensor is one process's, holds all processes' data, or is the same everywhere."""
    return [array(tensor, rank) for tensor in tensors if tensor.get("process", [rank, 0]) == [rank, 0]]


def write_ranks(example, folder):
    """Writes a folder of arrays for each rank; returns the number of ranks, 0 for a program of one process."""
    tensors = (example["inputs"] or []) + (example["expected"] or [])
    processes = [tensor["process"] for tensor in tensors if "process" in tensor]
    counts = [len(tensor["values_per_replica"]) for tensor in tensors if "values_per_replica" in tensor]
    if not processes and not counts:
        return 0
    ranks = 1 + max(replica for replica, _ in processes) if processes else counts[0]
    text, ending = program_of(example)
    (folder / f"program.{ending}").write_text(text)
    for kind in ("inputs", "expected"):
        for rank in range(ranks):
            (folder / kind / f"rank{rank}").mkdir(parents=True)
            for i, made in enumerate(per_rank(example[kind] or [], rank)):
                numpy.save(folder / kind / f"rank{rank}" / f"{i:03}.npy", made)
    return ranks


def run_ranks(hlo2c, folder, ranks):
    program = next(folder.glob("program.*"))
    command = [hlo2c, "run", str(program), "--ranks", str(ranks), "--args", str(folder / "inputs"), "--expect",
               str(folder / "expected")]
    result = subprocess.run(command, capture_output=True, text=True, errors="replace", check=False)
    return [] if result.returncode == 0 else [f"on {ranks} ranks: " + (result.stdout + result.stderr).strip()[-400:]]


def write_case(example, folder):
    text, ending = program_of(example)
    inputs, expected = example["inputs"] or [], example["expected"] or []
    if not expected:
        raise Left("nothing is expected")
    arrays = {f"in{i}": array(tensor) for i, tensor in enumerate(inputs)}
    arrays.update({f"out{i}": array(tensor) for i, tensor in enumerate(expected)})
    (folder / f"{example['id']}.{ending}").write_text(text)
    numpy.savez(folder / f"{example['id']}.npz", **arrays)
    tolerance = example.get("abs_tol")
    if tolerance is None:  # recorded from another implementation
        tolerance = 1e-4 if any(each.dtype.kind in "fc" for each in arrays.values()) else 0
    return f"{example['id']},abs,abs={tolerance}," if tolerance else f"{example['id']},eq,eq,nan-equal"


def read_list(path):
    left = {}
    reason = ""
    for line in path.read_text().splitlines():
        if line.startswith("#"):
            reason = line[1:].strip()
        elif line.strip():
            left[line.strip()] = reason
    return left


def run(hlo2c, folder, options):
    command = [hlo2c, "test", "--json", *options, str(folder)]
    result = subprocess.run(command, capture_output=True, text=True, check=False)
    if not result.stdout:
        sys.exit(result.stderr)
    return {case["id"]: case for case in json.loads(result.stdout)["cases"]}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--hlo2c", required=True)
    parser.add_argument("--list", type=Path, required=True, help="examples that are left out, below their reasons")
    parser.add_argument("files", type=Path, nargs="+")
    options = parser.parse_args()
    left = read_list(options.list)
    problems, passed = [], 0
    with tempfile.TemporaryDirectory(prefix="hlo2c-examples-") as work:
        folder = Path(work)
        (folder / "single").mkdir()
        rows, cannot, parallel = {}, {}, {}
        for path in options.files:
            for example in json.loads(path.read_text()):
                name = example["id"]
                try:
                    (folder / name).mkdir()
                    ranks = write_ranks(example, folder / name)
                    if ranks:
                        parallel[name] = run_ranks(options.hlo2c, folder / name, ranks)
                    else:
                        rows[name] = write_case(example, folder / "single")
                except Left as reason:
                    cannot[name] = str(reason)
                except (AttributeError, KeyError, TypeError, ValueError) as error:
                    cannot[name] = f"its tensors are not read: {error!r}"
        folder /= "single"
        table = "".join(f"{row}\n" for row in ["id,check,tolerance,flags", *rows.values()])
        (folder / "manifest.csv").write_text(table)
        emitted = run(options.hlo2c, folder, [])
        evaluated = run(options.hlo2c, folder, ["--evaluator"])
    for name in [*rows, *parallel, *cannot]:
        outcomes = [f"{way}: {cases[name]['status']}: {cases[name]['reason']}"
                    for way, cases in (("emitted", emitted), ("evaluator", evaluated))
                    if name in rows and cases[name]["status"] != "passed"]
        if name in cannot:
            outcomes = [cannot[name]]
        outcomes += parallel.get(name, [])
        if not outcomes and name in left:
            problems.append(f"{name}: is in the list, and passes")
        elif outcomes and name not in left:
            problems.append("\n  ".join([f"{name}:"] + outcomes))
        passed += not outcomes
    problems += [f"{name}: is in the list, and no example" for name in left
                 if name not in rows and name not in parallel and name not in cannot]
    print("\n".join(problems + [f"{passed} passed, {len(left)} left out, {len(problems)} problems"]))
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
