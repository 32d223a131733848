#!/usr/bin/env python3
"""If a rank is killed, is late, or runs another program, the other ranks of an MPI job must return an error in time,
with a message that names the operation, the rank and the channel:

    absent_rank.py --hlo2c FILE --source absent_rank.c killed|late|differs messages|operations"""

import argparse
import os
import subprocess
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

GROUP = "replica_groups = dense<[[{}]]> : tensor<1x3xi64>"
CHANNEL = "channel_handle = #stablehlo.channel_handle<handle = {}, type = 1>"
SUM = """({
      ^bb0(%x: tensor<f32>, %y: tensor<f32>):
        %z = stablehlo.add %x, %y : tensor<f32>
        stablehlo.return %z : tensor<f32>
      })"""

# Name, region, attributes, the group, elements of the result, and the ranks that depend on rank 1.
KINDS = [
    ("stablehlo.all_reduce", SUM, "{group}, use_global_device_ids, {channel}", "0, 1, 2", 3, (0, 2)),
    ("stablehlo.all_gather", "", "all_gather_dim = 0 : i64, {group}, use_global_device_ids, {channel}", "0, 1, 2", 9,
     (0, 2)),
    ("stablehlo.reduce_scatter", SUM, "scatter_dimension = 0 : i64, {group}, use_global_device_ids, {channel}",
     "0, 1, 2", 1, (0, 2)),
    ("stablehlo.all_to_all",
     "", "split_dimension = 0 : i64, concat_dimension = 0 : i64, split_count = 3 : i64, {group}, {channel}", "0, 1, 2", 3,
     (0, 2)),
    ("stablehlo.collective_broadcast", "", "{group}, {channel}", "1, 0, 2", 3, (0, 2)),
    ("stablehlo.collective_reduce", SUM, "{group}, use_global_device_ids, {channel}", "0, 1, 2", 3, (0,)),
    ("stablehlo.collective_permute", "", "source_target_pairs = dense<[[1, 0]]> : tensor<1x2xi64>, {channel}", "", 3, (0,)),
]


def program():
    """One branch for each kind; the call selects which one runs. Channels are 17, 18, ..."""
    branches = []
    for number, (name, region, attributes, group, elements, _) in enumerate(KINDS):
        text = f"{region} {{{attributes}}}".replace("{group}", GROUP.format(group))
        text = text.replace("{channel}", CHANNEL.format(17 + number))
        result = f"""      %r = "{name}"(%a) {text} : (tensor<3xf32>) -> tensor<{elements}xf32>
"""
        if elements != 3:
            result += f"""      %first = stablehlo.slice %r [0:1] : (tensor<{elements}xf32>) -> tensor<1xf32>
      %one = stablehlo.reshape %first : (tensor<1xf32>) -> tensor<f32>
      %all = stablehlo.broadcast_in_dim %one, dims = [] : (tensor<f32>) -> tensor<3xf32>
"""
        branches.append("{\n" + result + f"      stablehlo.return %{'r' if elements == 3 else 'all'} : tensor<3xf32>\n    }}")
    branches.append(f"""{{
      %t = stablehlo.create_token : !stablehlo.token
      %s = "stablehlo.send"(%a, %t) {{source_target_pairs = dense<[[1, 0]]> : tensor<1x2xi64>, {CHANNEL.format(17 + len(KINDS))}}}
        : (tensor<3xf32>, !stablehlo.token) -> !stablehlo.token
      %r:2 = "stablehlo.recv"(%s) {{source_target_pairs = dense<[[1, 0]]> : tensor<1x2xi64>, {CHANNEL.format(17 + len(KINDS))}}}
        : (!stablehlo.token) -> (tensor<3xf32>, !stablehlo.token)
      stablehlo.return %r#0 : tensor<3xf32>
    }}""")
    return f"""func.func public @main(%kind: tensor<i32>, %a: tensor<3xf32>) -> tensor<3xf32> {{
    %r = "stablehlo.case"(%kind) ({', '.join(branches)}) : (tensor<i32>) -> tensor<3xf32>
    return %r : tensor<3xf32>
}}
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
        source, library = Path(work) / "sum.mlir", Path(work) / "library"
        source.write_text(program())
        subprocess.run([options.hlo2c, "compile", source, "-o", library], check=True)
        executable = Path(work) / "absent_rank"
        subprocess.run(["mpicc", "-O1", "-std=c11", "-w", f"-I{library}/include", f"-I{library}/src", options.source,
                        *library.glob("src/*.c"), library / "hooks/hlo2c_rank_mpi.c", "-o", executable], check=True)
        kinds = [(kind[0], kind[5]) for kind in KINDS] + [("stablehlo.recv", (0,))]
        runs = [(number, *kind) for number, kind in enumerate(kinds[:1] if options.mode == "differs" else kinds)]
        with ThreadPoolExecutor(max_workers=2) as pool:  # the ranks sleep most of the time
            failures = list(filter(None, pool.map(lambda run: run_kind(options, Path(work), executable, *run), runs)))
        if failures:
            sys.exit("\n".join(failures))


def run_kind(options, work, executable, number, name, waiting):
    """Runs one operation; what is wrong, or nothing."""
    begun = time.monotonic()
    # mpirun would stop the other ranks when one is gone; here they must detect it.
    run = subprocess.run(["mpirun", "--allow-run-as-root", "--oversubscribe", "--enable-recovery", "-n", "3", executable,
                          options.mode, options.way, work, str(number)], stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                         text=True, timeout=100, env={**os.environ, "OMPI_MCA_orte_abort_on_non_zero_status": "0"})
    print(f"{run.stdout}\n{name}: {time.monotonic() - begun:.1f} s")
    for rank in waiting:
        report = work / f"rank{rank}.{number}.txt"
        text = report.read_text() if report.exists() else ""
        print(f"rank {rank}: {text}")
        allowed = [TIMEOUT] if options.mode == "late" else [TIMEOUT, DIFFER]
        if not text or int(text.split()[0]) not in allowed:
            return f"{name}: rank {rank} has no error, or another one"
        for word in (name, "rank 1", f"this is rank {rank}", f"channel {17 + number}"):
            if word not in text:
                return f"{name}: the message does not say '{word}'"
    return None


if __name__ == "__main__":
    main()
