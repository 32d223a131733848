#!/usr/bin/env python3
"""Writes RESULTS.md and ratios.svg from the figures of compare_peers.py: per program our time over that of the best peer.

    report.py TABLE.json [--date 2026-11-23] [--machine "2 cores, AVX-512"]
"""

import argparse
import datetime
import json
import math
from pathlib import Path
from xml.sax.saxutils import escape

from compare_peers import as_markdown

FOLDER = Path(__file__).resolve().parent
ROW, LEFT, WIDTH, TOP = 18, 190, 520, 44
LEAST, MOST = 1 / 32, 4.0
SERIES = (("ratio", "strict", "#2b6cb0"), ("fast_ratio", "fast", "#c05621"))


def position(ratio):
    """Horizontal place of a ratio on a logarithmic axis."""
    share = (math.log2(min(max(ratio, LEAST), MOST)) - math.log2(LEAST)) / (math.log2(MOST) - math.log2(LEAST))
    return LEFT + WIDTH * share


def machine_name():
    for line in Path("/proc/cpuinfo").read_text().splitlines():
        if line.startswith("model name"):
            return line.partition(":")[2].strip()
    return "unknown machine"


def plot(rows):
    rows = sorted((row for row in rows if "ratio" in row), key=lambda row: row["ratio"])
    height = TOP + ROW * len(rows) + 28
    lines = [f'<svg xmlns="http://www.w3.org/2000/svg" width="{LEFT + WIDTH + 70}" height="{height}" '
             'font-family="sans-serif" font-size="12">',
             f'<rect width="100%" height="100%" fill="white"/>',
             f'<text x="10" y="18" font-size="14">time of hlo2c / time of the best peer, one thread (less is better)</text>']
    for number, (_, label, colour) in enumerate(SERIES):
        lines.append(f'<circle cx="{LEFT + 90 * number}" cy="32" r="4" fill="{colour}"/>'
                     f'<text x="{LEFT + 90 * number + 8}" y="36">--fp={label}</text>')
    ratio = LEAST
    while ratio <= MOST:
        x, end = position(ratio), height - 24
        colour, text = ("#333", "1") if ratio == 1 else ("#ddd", f"{ratio:g}" if ratio > 1 else f"1/{1 / ratio:g}")
        lines.append(f'<line x1="{x:.1f}" y1="{TOP}" x2="{x:.1f}" y2="{end}" stroke="{colour}"/>'
                     f'<text x="{x:.1f}" y="{end + 14}" text-anchor="middle">{text}</text>')
        ratio *= 2
    for number, row in enumerate(rows):
        y = TOP + ROW * number + ROW // 2
        lines.append(f'<text x="{LEFT - 8}" y="{y + 4}" text-anchor="end">{escape(row["program"])}</text>')
        for key, _, colour in SERIES:
            if key in row:
                lines.append(f'<circle cx="{position(row[key]):.1f}" cy="{y}" r="4" fill="{colour}"/>')
    return "\n".join([*lines, "</svg>"]) + "\n"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("table", type=Path)
    parser.add_argument("--date", default=datetime.date.today().isoformat())
    parser.add_argument("--machine", default=machine_name())
    options = parser.parse_args()
    rows = json.loads(options.table.read_text())
    (FOLDER / "ratios.svg").write_text(plot(rows))
    (FOLDER / "RESULTS.md").write_text(
        f"# Results\n\n{options.date}, {options.machine}, one thread, by the method of [README.md](README.md).\n\n"
        f"![ratio to the best peer](ratios.svg)\n\n{as_markdown(rows)}")


if __name__ == "__main__":
    main()
