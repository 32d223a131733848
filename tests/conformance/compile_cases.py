#!/usr/bin/env python3
"""Compiles every program of a folder. A program that cannot be compiled must give an error with the reason, never an
internal failure of the compiler.
"""

import argparse
import subprocess
import sys
import tempfile
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

COMPILED, WRONG, UNSUPPORTED = 0, 1, 2


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--hlo2c", required=True)
    parser.add_argument("--folder", required=True, type=Path)
    parser.add_argument("--ending", default=".hlo")
    parser.add_argument("--timeout", type=int, default=300, help="seconds for one program")
    parser.add_argument("--jobs", type=int, default=2)
    options = parser.parse_args()

    def compiled(file):
        with tempfile.TemporaryDirectory() as work:
            command = [options.hlo2c, "compile", str(file), "-o", str(Path(work) / "library")]
            try:
                run = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                                     errors="replace", timeout=options.timeout)
            except subprocess.TimeoutExpired:
                return "too long", f"{file}: takes longer than {options.timeout} seconds"
        if run.returncode in (COMPILED, WRONG, UNSUPPORTED):
            return run.returncode, ""
        return "broken", f"{file}: exit status {run.returncode}\n{run.stdout[-1000:]}"

    files = sorted(options.folder.rglob("*" + options.ending))
    with ThreadPoolExecutor(options.jobs) as pool:
        outcomes = list(pool.map(compiled, files))
    counts = Counter(status for status, _ in outcomes)
    broken = [text for _, text in outcomes if text]
    if broken:
        print("\n".join(broken))
    print(f"{counts[COMPILED]} compiled, {counts[WRONG]} wrong, {counts[UNSUPPORTED]} unsupported, {len(broken)} broken")
    sys.exit(1 if broken or not files else 0)


if __name__ == "__main__":
    main()
