"""Latency of compiled programs compared with XLA:CPU, IREE, ONNX Runtime and OpenVINO. README.md describes the method.

    compare_peers.py --hlo2c build/bin/hlo2c --models DIRECTORY [--only NAME,NAME] [--output FILE.md] ...
"""

import argparse
import functools
import json
import math
import os
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

OURS = "hlo2c"
FAST = "hlo2c_fast"  # --fp=fast
RULES = {OURS: "strict", FAST: "fast"}


def measure(contestants, rounds, seconds):
    """Microseconds of the best single call of each contestant, taking turns."""
    share = seconds / rounds / len(contestants)
    calls, best = {}, {}
    for name, each in contestants.items():
        begin = time.perf_counter()
        each.run()
        calls[name] = max(1, int(share / max(time.perf_counter() - begin, 1e-7)))
        best[name] = math.inf
    for _ in range(rounds):
        for name, each in contestants.items():
            run = each.run
            for _ in range(calls[name]):
                begin = time.perf_counter()
                run()
                end = time.perf_counter()
                best[name] = min(best[name], end - begin)
    return {name: value * 1e6 for name, value in best.items()}


def one_program(folder, options):
    """All contestants on one program, in this process. Gives a row of the table."""
    import peers

    os.sched_setaffinity(0, {options.core})
    peers.one_thread()
    peers.check_held(options.isa)
    import ours
    from program import Program

    program = Program(folder)
    makers = {name: make for name, make in peers.peers_of(program, options.cache, options.isa).items()
              if options.peers is None or name in options.peers}
    with tempfile.TemporaryDirectory() as temporary:
        if options.hlo2c:
            work = options.keep / program.name if options.keep else Path(temporary)
            makers = {**{name: functools.partial(ours.contestant, options.hlo2c, program, work / rules, rules, options.cc,
                                                 options.target) for name, rules in RULES.items()}, **makers}
        contestants, errors, failures = {}, {}, {}
        for name, make in makers.items():
            try:
                contestant = make()
                errors[name] = program.relative_error(contestant.results(contestant.run()))
                contestant.run()
                contestants[name] = contestant
            except Exception as problem:  # a peer that cannot is a line in the table, not the end of it
                failures[name] = f"{type(problem).__name__}: {problem}"[-2000:]
        best = measure(contestants, options.rounds, options.seconds) if contestants else {}
    return {"program": program.name, "us": best, "error": errors, "failures": failures}


def child(folder, options):
    """one_program in a separate process: a peer must neither see another program's state nor crash this process."""
    import peers

    command = [sys.executable, __file__, "--child", folder]
    command += [text for key in ("hlo2c", "cache", "rounds", "seconds", "core", "cc", "target", "isa", "keep", "peers")
                if (value := getattr(options, key)) is not None
                for text in (f"--{key}", ",".join(value) if key == "peers" else str(value))]
    try:
        with tempfile.TemporaryDirectory() as temporary:
            environment = os.environ | peers.holding(options.isa, options.cc, Path(temporary))
            done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, errors="replace",
                                  timeout=options.timeout, env=environment)
    except subprocess.TimeoutExpired:
        return {"program": Path(folder).name, "us": {}, "error": {},
                "failures": {"process": f"no end after {options.timeout} s"}}
    lines = done.stdout.strip().splitlines()
    if done.returncode != 0 or not lines:
        reason = signal.Signals(-done.returncode).name if done.returncode < 0 else f"status {done.returncode}"
        return {"program": Path(folder).name, "us": {}, "error": {},
                "failures": {"process": f"{reason}: {done.stderr[-1000:]}"}}
    return json.loads(lines[-1])


def judge(row, recorded, tolerance):
    """Adds to a row the best peer and the ratio to it.

    Peers with wrong results do not count. A peer that was not measured here, but stands in `recorded`, is taken at its
    recorded ratio to XLA times today's XLA.
    """
    peers = {name: us for name, us in row["us"].items() if name not in RULES and row["error"][name] < tolerance}
    names = {"ort": "onnxruntime"}
    noted = {names.get(name, name): values for name, values in recorded.get(row["program"], {}).get("peers", {}).items()}
    if "xla" in peers and noted.get("xla", {}).get("wall_min_us"):
        for name, values in noted.items():
            if name not in row["us"] and values.get("wall_min_us") and values.get("rel_err", 0) != "shape":
                if values.get("rel_err", 0) < tolerance:
                    peers[name] = peers["xla"] * values["wall_min_us"] / noted["xla"]["wall_min_us"]
                    row.setdefault("from_record", []).append(name)
    if peers:
        row["best_peer"] = min(peers, key=peers.get)
        row["best_peer_us"] = peers[row["best_peer"]]
        for name, key in ((OURS, "ratio"), (FAST, "fast_ratio")):
            if name in row["us"] and row["error"][name] < tolerance:
                row[key] = row["us"][name] / row["best_peer_us"]
    row["peers_us"] = peers
    return row


def as_markdown(rows):
    peers = sorted({name for row in rows for name in row["peers_us"]})
    lines = ["| program | " + " | ".join([*RULES, *peers]) + " | strict / best peer | fast / best peer | our error |",
             "|---|" + "---:|" * (len(RULES) + len(peers) + 3)]
    for row in rows:
        def cell(name):
            us = row["us"].get(name, row["peers_us"].get(name))
            mark = "*" if name in row.get("from_record", []) else "!" if name not in row["peers_us"] else ""
            return "–" if us is None else f"{us:.3g}{mark}" if us < 100 else f"{us:.0f}{mark}"

        def own_cell(name, ratio):
            us = row["us"].get(name)
            wrong = "" if ratio in row or not row["peers_us"] else "!"
            return "–" if us is None else f"{us:.3g}{wrong}" if us < 100 else f"{us:.0f}{wrong}"

        cells = [own_cell(OURS, "ratio"), own_cell(FAST, "fast_ratio"), *map(cell, peers),
                 f"{row['ratio']:.2f} ({row['best_peer']})" if "ratio" in row else "–",
                 f"{row['fast_ratio']:.2f}" if "fast_ratio" in row else "–",
                 f"{row['error'][OURS]:.1e}" if OURS in row["error"] else "–"]
        lines.append(f"| {row['program']} | " + " | ".join(cells) + " |")
    for key, rules in (("ratio", "strict"), ("fast_ratio", "fast")):
        ratios = [row[key] for row in rows if key in row]
        if ratios:
            mean = math.exp(sum(map(math.log, ratios)) / len(ratios))
            lines += ["", f"{rules}: {len(ratios)} programs, geometric mean of the ratio {mean:.2f}, worst {max(ratios):.2f}."]
    lines += ["", "Microseconds; `*` recorded ratio to XLA times today's XLA, `!` wrong results, not counted."]
    return "\n".join(lines) + "\n"


def parse(arguments):
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--hlo2c", type=Path, help="the compiler; without it only the peers run")
    parser.add_argument("--models", type=Path, help="folder of programs (default: $HLO2C_SHARED/models)")
    parser.add_argument("--only", type=lambda text: text.split(","), help="names of programs")
    parser.add_argument("--peers", type=lambda text: text.split(","), help="names of peers (default: all)")
    parser.add_argument("--rounds", type=int, default=12)
    parser.add_argument("--seconds", type=float, default=6.0, help="for one program, all contestants together")
    parser.add_argument("--core", type=int, default=1, help="to be pinned to")
    parser.add_argument("--cc", default="gcc")
    parser.add_argument("--target", default="native", help="of hlo2c")
    parser.add_argument("--isa", choices=["avx2"], help="the instruction set that peers are held to (default: all of this machine)")
    parser.add_argument("--cache", type=Path, default=Path(tempfile.gettempdir()) / "hlo2c-peers",
                        help="where compiled programs of IREE stay")
    parser.add_argument("--keep", type=Path, help="where the libraries of hlo2c stay")
    parser.add_argument("--recorded", type=Path, help="JSON of an earlier measurement, for peers missing here")
    parser.add_argument("--tolerance", type=float, default=1e-2, help="results further off do not count")
    parser.add_argument("--limit", type=float, help="fail when a ratio to the best peer is larger")
    parser.add_argument("--timeout", type=float, default=1800)
    parser.add_argument("--output", type=Path, help="FILE.md; FILE.json is written beside it")
    parser.add_argument("--child", type=Path, help=argparse.SUPPRESS)
    return parser.parse_args(arguments)


def main():
    options = parse(sys.argv[1:])
    if options.child:
        print(json.dumps(one_program(options.child, options)), flush=True)
        os._exit(0)  # some runtimes do not survive the interpreter's orderly end
    models = options.models or Path(os.environ.get("HLO2C_SHARED", "")) / "models"
    names = options.only or sorted(path.parent.name for path in models.glob("*/module.stablehlo.mlir"))
    if not names:
        raise SystemExit(f"no programs in {models}")
    recorded = json.loads(options.recorded.read_text())["programs"] if options.recorded else {}
    rows = []
    for name in names:
        row = judge(child(models / name, options), recorded, options.tolerance)
        rows.append(row)
        print(as_markdown([row]).splitlines()[2], flush=True)
        for who, why in row["failures"].items():
            print(f"    {who}: {' '.join(why.split())[-300:]}", flush=True)
    table = as_markdown(rows)
    print("\n" + table)
    if options.output:
        options.output.write_text(table)
        options.output.with_suffix(".json").write_text(json.dumps(rows, indent=1) + "\n")
    if options.limit:
        slow = [row["program"] for row in rows if row.get("ratio", math.inf) > options.limit]
        if slow:
            raise SystemExit(f"slower than {options.limit} times the best peer, or not run: {', '.join(slow)}")


if __name__ == "__main__":
    main()
