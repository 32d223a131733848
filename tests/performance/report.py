#!/usr/bin/env python3
"""Writes RESULTS.md and ratios.svg from the figures of compare_peers.py: per program our time over that of the best peer.

    report.py TABLE.json [--kernels KERNELS.json] [--suffix _AVX2] [--date 2026-11-23] [--machine "2 cores, AVX-512"]

With the figures of kernel_rooflines.py, it also writes roofline.svg and lists the kernels below half of their roof. The
suffix goes to the names of all files.
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


class Roofline:
    """Kernels by operations per byte and by operations per second, below the limits of the machine."""

    left, top, width, height = 70, 44, 560, 360
    intensities, rates = (1 / 16, 256.0), (2.0**-2, 2.0**8)  # operations per byte, 10^9 operations per second
    levels = ((1 << 14, "L1"), (1 << 18, "L2"), (1 << 22, "L3"), (1 << 28, "memory"))

    def __init__(self, figures):
        self.kernels, self.limits = figures["kernels"], figures["limits"]

    @staticmethod
    def share(value, ends):
        inside = min(max(value, ends[0]), ends[1])
        return (math.log2(inside) - math.log2(ends[0])) / (math.log2(ends[1]) - math.log2(ends[0]))

    def point(self, intensity, rate):
        return (self.left + self.width * self.share(intensity, self.intensities),
                self.top + self.height * (1 - self.share(rate, self.rates)))

    def grid(self):
        ratio, bottom = self.intensities[0], self.top + self.height
        while ratio <= self.intensities[1]:
            x, _ = self.point(ratio, 1)
            label = f"{ratio:g}" if ratio >= 1 else f"1/{1 / ratio:g}"
            yield f'<line x1="{x:.1f}" y1="{self.top}" x2="{x:.1f}" y2="{bottom}" stroke="#ddd"/>'
            yield f'<text x="{x:.1f}" y="{bottom + 16}" text-anchor="middle">{label}</text>'
            ratio *= 4
        rate = self.rates[0]
        while rate <= self.rates[1]:
            _, y = self.point(1, rate)
            label = f"{rate:g}" if rate >= 1 else f"1/{1 / rate:g}"
            yield f'<line x1="{self.left}" y1="{y:.1f}" x2="{self.left + self.width}" y2="{y:.1f}" stroke="#ddd"/>'
            yield f'<text x="{self.left - 8}" y="{y + 4:.1f}" text-anchor="end">{label}</text>'
            rate *= 4

    def roofs(self):
        peak = self.limits["flops_per_second"] / 1e9
        for size, name in self.levels:
            bandwidth = self.limits["bytes_per_second"][str(size)] / 1e9
            first = max(self.intensities[0], self.rates[0] / bandwidth)
            (x, y), (ridge, top) = self.point(first, first * bandwidth), self.point(peak / bandwidth, peak)
            end, _ = self.point(self.intensities[1], peak)
            yield f'<polyline points="{x:.1f},{y:.1f} {ridge:.1f},{top:.1f} {end:.1f},{top:.1f}" fill="none" stroke="#333"/>'
            yield f'<text x="{x + 4:.1f}" y="{y - 6:.1f}">{name}</text>'

    def plot(self):
        yield (f'<svg xmlns="http://www.w3.org/2000/svg" width="{self.left + self.width + 30}" '
               f'height="{self.top + self.height + 48}" font-family="sans-serif" font-size="12">')
        yield '<rect width="100%" height="100%" fill="white"/>'
        yield '<text x="10" y="18" font-size="14">kernels, one thread: 10^9 operations per second, by operations per byte</text>'
        yield '<text x="10" y="36">the area of a circle is the share of its program\'s time</text>'
        yield from self.grid()
        yield from self.roofs()
        for kernel in self.kernels:
            if not kernel["flops_per_second"] or not kernel["intensity"]:
                continue
            x, y = self.point(kernel["intensity"], kernel["flops_per_second"] / 1e9)
            title = escape(f'{kernel["program"]}: {kernel["name"]}')
            yield (f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{2 + 8 * math.sqrt(kernel["share"]):.1f}" fill="#2b6cb0" '
                   f'fill-opacity="0.45"><title>{title}</title></circle>')
        yield "</svg>"

    def as_markdown(self, figure):
        slow = sorted((kernel for kernel in self.kernels if kernel["of_roof"] < 0.5), key=lambda each: -each["share"])
        yield "## Kernels"
        yield f"![kernels below the limits of the machine]({figure})"
        yield (f"{len(self.kernels) - len(slow)} of {len(self.kernels)} kernels that take at least 1 % of their program's "
               "time reach half of what their operations and the cache that holds their operands allow. The others, by "
               "share:")
        rows = ["| program | kernel | share | of the roof | reason |", "|---|---|---:|---:|---|"]
        rows += [f'| {kernel["program"]} | `{kernel["name"]}` | {kernel["share"]:.0%} | {kernel["of_roof"]:.2f} | '
                 f'{kernel["reason"]} |' for kernel in slow]
        yield "\n".join(rows)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("table", type=Path)
    parser.add_argument("--kernels", type=Path)
    parser.add_argument("--suffix", default="")
    parser.add_argument("--date", default=datetime.date.today().isoformat())
    parser.add_argument("--machine", default=machine_name())
    options = parser.parse_args()
    rows = json.loads(options.table.read_text())
    ratios, figure = f"ratios{options.suffix}.svg", f"roofline{options.suffix}.svg"
    (FOLDER / ratios).write_text(plot(rows))
    parts = ["# Results", f"{options.date}, {options.machine}, one thread, by the method of [README.md](README.md).",
             f"![ratio to the best peer]({ratios})", as_markdown(rows).rstrip()]
    if options.kernels:
        roofline = Roofline(json.loads(options.kernels.read_text()))
        (FOLDER / figure).write_text("\n".join(roofline.plot()) + "\n")
        parts += roofline.as_markdown(figure)
    (FOLDER / f"RESULTS{options.suffix}.md").write_text("\n\n".join(parts) + "\n")


if __name__ == "__main__":
    main()
