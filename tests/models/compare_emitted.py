#!/usr/bin/env python3
"""Compares what two builds of hlo2c write, byte by byte, for many programs and targets.

A pure refactoring must leave every library unchanged. Real programs are compiled as they are and with their weights
bound; the programs of the other tests are compiled as they are. If a program is rejected, the messages are compared.
Exit status 1 if anything differs; --keep keeps both libraries.

    tests/models/compare_emitted.py BEFORE AFTER --quick
"""

import argparse
import hashlib
import json
import os
import shutil
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path

tests = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(tests / "integration"))
from programs import bind_weights  # noqa: E402

TARGETS = ["x86-64-v2", "x86-64-v3", "x86-64-v4", "armv8-a", "armv7"]
# With --quick: one target per kind of schedule, and no folder of a real program above this size.
QUICK_TARGETS = ["x86-64-v3", "armv7"]
QUICK_BYTES = 1 << 20


@dataclass
class Case:
    name: str
    program: Path
    options: list = field(default_factory=list)


def folder_bytes(folder):
    return sum(file.stat().st_size for file in folder.rglob("*") if file.is_file())


def size_options(model):
    """The program's symbolic argument sizes, taken from the stored arguments."""
    arguments = json.loads((model / "meta.json").read_text())["args"]
    text = (model / "module.stablehlo.mlir").read_text()
    entry = text[text.index("@main("):].split("{\n", 1)[0]
    if "?" not in entry:
        return []
    return [option for number, argument in enumerate(arguments) if argument["shape"]
            for option in ("--shape", f"{number}={'x'.join(map(str, argument['shape']))}")]


def model_cases(folder, work, quick):
    for model in sorted(path for path in folder.iterdir() if (path / "module.stablehlo.mlir").exists()):
        if quick and folder_bytes(model) > QUICK_BYTES:
            continue
        options = size_options(model)
        bind_directory = work / "bind" / model.name
        if bind_weights(model, bind_directory):
            yield Case(f"{model.name} bound", model / "module.stablehlo.mlir",
                       options + ["--bind-dir", str(bind_directory)])
        yield Case(model.name, model / "module.stablehlo.mlir", options)
        partitioned = model / "module.spmd_partitioned.hlo.txt"
        if partitioned.exists():
            yield Case(f"{model.name} partitioned", partitioned)


def own_cases():
    for folder in (tests / "programs", tests / "collectives" / "programs"):
        for file in sorted(folder.iterdir()):
            if file.suffix in (".mlir", ".hlo"):
                yield Case(f"{folder.parent.name}/{file.name}", file)


def compile_case(hlo2c, case, target, directory):
    command = [hlo2c, "compile", str(case.program), *case.options, "--target", target, "--name", "program",
               "-o", str(directory / "library")]
    directory.mkdir(parents=True)
    run = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd=directory)
    messages = run.stderr.replace(str(directory).encode(), b"DIR")
    (directory / "messages.txt").write_bytes(b"exit %d\n" % run.returncode + messages)


def digest(directory):
    """Digests of every file below, by its path."""
    return {str(file.relative_to(directory)): hashlib.sha256(file.read_bytes()).hexdigest()
            for file in sorted(directory.rglob("*")) if file.is_file()}


class Cache:
    """Cached digests of a build, so that the same build need not compile everything again."""

    def __init__(self, folder, hlo2c):
        self.file = folder and folder / (hashlib.sha256(Path(hlo2c).read_bytes()).hexdigest()[:16] + ".json")
        self.known = json.loads(self.file.read_text()) if self.file and self.file.exists() else {}

    def save(self):
        if self.file:
            self.file.parent.mkdir(parents=True, exist_ok=True)
            self.file.write_text(json.dumps(self.known))


def compare(options, cache, work, case, target):
    """The paths of the files that differ, and the exit line of the earlier build."""
    key = f"{case.name} {target}"
    place = work / key.replace("/", "_").replace(" ", "_")
    after = place / "after"
    compile_case(options.after, case, target, after)
    if key not in cache.known or options.keep:
        compile_case(options.before, case, target, place / "before")
        cache.known[key] = {"files": digest(place / "before"),
                            "exit": (place / "before" / "messages.txt").read_text(errors="replace").split("\n")[0]}
    before, now = cache.known[key]["files"], digest(after)
    differing = sorted(path for path in before.keys() | now.keys() if before.get(path) != now.get(path))
    if not (differing and options.keep):
        shutil.rmtree(place)
    return differing, cache.known[key]["exit"]


def main():
    shared = Path(os.environ.get("HLO2C_SHARED", tests.parent.parent / "shared"))
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("before", help="hlo2c before the change")
    parser.add_argument("after", help="hlo2c after it")
    parser.add_argument("--models", type=Path, default=shared / "models", help="folder of real programs")
    parser.add_argument("--target", action="append", help=f"default: {' '.join(TARGETS)}")
    parser.add_argument("--only", default="", help="cases whose names contain this")
    parser.add_argument("--quick", action="store_true", help="small programs for two targets")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--cache", type=Path, help="folder for digests of what BEFORE writes")
    parser.add_argument("--keep", type=Path, help="folder for both libraries of each case that differs")
    options = parser.parse_args()
    options.before, options.after = (str(Path(path).resolve()) for path in (options.before, options.after))

    cache = Cache(options.cache, options.before)
    targets = options.target or (QUICK_TARGETS if options.quick else TARGETS)
    with tempfile.TemporaryDirectory() as temporary:
        work = Path(temporary)
        cases = list(own_cases())
        if options.models.is_dir():
            cases += model_cases(options.models, work, options.quick)
        pairs = [(case, target) for case in cases if options.only in case.name for target in targets]
        place = options.keep.resolve() if options.keep else work / "libraries"
        with ThreadPoolExecutor(options.jobs) as pool:
            outcomes = list(pool.map(lambda pair: compare(options, cache, place, *pair), pairs))
    cache.save()
    differing = 0
    for (case, target), (files, _) in zip(pairs, outcomes):
        if files:
            differing += 1
            more = f" and {len(files) - 3} more" if len(files) > 3 else ""
            print(f"{case.name} for {target} differs: {' '.join(files[:3])}{more}")
    refused = sum(exit_line != "exit 0" for _, exit_line in outcomes)
    print(f"{len(pairs)} libraries compared, {differing} differ; {refused} refused by both or by one")
    return 1 if differing or not pairs else 0


if __name__ == "__main__":
    sys.exit(main())
