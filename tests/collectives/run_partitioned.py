#!/usr/bin/env python3
"""Runs a partitioned program on its number of ranks. Whole arguments and results are sharded as the meta.json in its
folder specifies for each device.

    run_partitioned.py --hlo2c FILE --program FILE --transport threads|mpi|mpi-collectives"""

import argparse
import json
import subprocess
import sys
import tempfile
from pathlib import Path


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--hlo2c", required=True)
    parser.add_argument("--program", required=True, type=Path)
    parser.add_argument("--transport", required=True)
    options = parser.parse_args()
    model = options.program.parent
    meta = json.loads((model / "meta.json").read_text())
    parts = {name: [tensor["sharding"]["per_device"] for tensor in meta[key]]
             for name, key in (("inputs", "args"), ("results", "results"))}
    with tempfile.TemporaryDirectory() as work:
        shardings = Path(work) / "shardings.json"
        shardings.write_text(json.dumps(parts))
        command = [options.hlo2c, "run", options.program, "--ranks", str(meta["num_partitions"]), "--transport",
                   options.transport, "--shardings", shardings, "--args", model / "args", "--expect",
                   model / "expected"]
        print(" ".join(map(str, command)), flush=True)
        status = subprocess.run(command).returncode
        if status != 0:
            sys.exit(f"{options.program.name}: exit status {status}")


if __name__ == "__main__":
    main()
