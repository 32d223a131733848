#!/usr/bin/env python3
"""A rank that is killed, that lags behind, or that runs something else, must become an error on the other ranks of an
MPI job, in time, with a message that names the operation, the rank and the channel:

    absent_rank.py --hlo2c FILE --source absent_rank.c killed|late|differs messages|operations"""

import argparse
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

PROGRAM = """func.func public @main(%a: tensor<3xf32>) -> tensor<3xf32> {
  %sum = "stablehlo.all_reduce"(%a) ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %z = stablehlo.add %x, %y : tensor<f32>
    stablehlo.return %z : tensor<f32>
  }) {replica_groups = dense<[[0, 1, 2]]> : tensor<1x3xi64>, use_global_device_ids,
      channel_handle = #stablehlo.channel_handle<handle = 17, type = 1>} : (tensor<3xf32>) -> tensor<3xf32>
  return %sum : tensor<3xf32>
}
"""
TIMEOUT = 8  # HLO2C_TIMEOUT
DIFFER = 10  # HLO2C_RANKS_DIFFER: also where MPI itself has noticed that the rank is gone


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--hlo2c", required=True)
    parser.add_argument("--source", required=True, type=Path)
    parser.add_argument("mode", choices=["killed", "late", "differs"])
    parser.add_argument("way", choices=["messages", "operations"])
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as work:
        program, library = Path(work) / "sum.mlir", Path(work) / "library"
        program.write_text(PROGRAM)
        subprocess.run([options.hlo2c, "compile", program, "-o", library], check=True)
        executable = Path(work) / "absent_rank"
        subprocess.run(["mpicc", "-O1", "-std=c11", "-w", f"-I{library}/include", f"-I{library}/src", options.source,
                        *library.glob("src/*.c"), library / "hooks/hlo2c_rank_mpi.c", "-o", executable], check=True)
        begun = time.monotonic()
        # mpirun would end the others when one is gone; here they have to find out.
        run = subprocess.run(["mpirun", "--allow-run-as-root", "--oversubscribe", "--enable-recovery", "-n", "3",
                              executable, options.mode, options.way, work], stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                             text=True, timeout=100, env={**os.environ, "OMPI_MCA_orte_abort_on_non_zero_status": "0"})
        print(run.stdout)
        print(f"{time.monotonic() - begun:.1f} s")
        for rank in (0, 2):
            report = Path(work) / f"rank{rank}.txt"
            text = report.read_text() if report.exists() else ""
            print(f"rank {rank}: {text}")
            allowed = [TIMEOUT] if options.mode == "late" else [TIMEOUT, DIFFER]
            if not text or int(text.split()[0]) not in allowed:
                sys.exit(f"rank {rank} has no error, or another one")
            for word in ("stablehlo.all_reduce", "rank 1", f"this is rank {rank}", "channel 17"):
                if word not in text:
                    sys.exit(f"the message does not say '{word}'")


if __name__ == "__main__":
    main()
