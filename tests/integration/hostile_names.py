#!/usr/bin/env python3
"""Names in programs may contain any bytes. Programs with hostile names are compiled, and every emitted file must be
visible text that its consumers accept: C compilers, JSON, HTML, make, CMake and pkg-config.

    hostile_names.py --hlo2c FILE [--programs N] [--seed S]"""

import argparse
import html.parser
import json
import random
import re
import subprocess
import sys
import tempfile
import unicodedata
from pathlib import Path

PIECES = [b"*/", b"/*", b"//", b"??/", b"??'", b"\\", b"\\\n", b"\n", b"\r", b"\x1b[31m", b"\x00", b"\x07", b"\x7f", b"\"", b"'",
          b"$(shell touch PWNED)", b"`touch PWNED`", b"$(touch PWNED)", b"${HOME}", b"@name@", b"@CMAKE_SOURCE_DIR@", b"%s%n",
          b"<script>alert(1)</script>", b"</pre><b>", b"&amp;", b"]]>", b"#", b"#endif", b"\n#error", b";", b"|", b"{{", b"}}", b"..",
          "\u202e".encode(), "\u2066".encode(), "\u200b".encode(), "\ufeff".encode(), "\u2028".encode(), "\u0085".encode(), "\u00e9".encode(),
          "\U0001f600".encode(), b"\xff", b"\xc3", b"\xed\xa0\x80", b"\xf5\x80", b"int main(void){", b"[[", b"]]", b"${", b")", b"a", b"B7",
          b" ", b"\t", b"if", b"main", b"<!--", b"-->", b"R\"(", b")\"", b"__FILE__", b"x" * 120]
HIDDEN = {"Cc", "Cf", "Zl", "Zp", "Cs"}


def quoted(data):
    """A string of MLIR."""
    return '"' + "".join(chr(b) if chr(b).isalnum() and b < 128 else f"\\{b:02X}" for b in data) + '"'


class Maker:
    def __init__(self, seed):
        self.random = random.Random(seed)

    def name(self):
        return b"".join(self.random.choice(PIECES) for _ in range(self.random.randint(1, 6)))

    def text(self):
        s = lambda: quoted(self.name())
        place = lambda: f"loc({s()}({s()}:{self.random.randint(1, 99)}:1))"
        info = lambda: f"{{jax.result_info = {s()}}}"
        return f"""module @{s()} attributes {{mhlo.frontend_attributes = {{}}}} {{
  func.func public @main(%a: tensor<8x16xf32> {place()}, %b: tensor<16x24xf32> {place()}, %c: tensor<3x3xf32> {place()})
      -> (tensor<8x24xf32> {info()}, tensor<3x3xf32> {info()}, tensor<f32> {info()}) {{
    %w = stablehlo.constant dense<1.5> : tensor<24xf32> {place()}
    %d = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<8x16xf32>, tensor<16x24xf32>) -> tensor<8x24xf32> {place()}
    %e = stablehlo.broadcast_in_dim %w, dims = [1] : (tensor<24xf32>) -> tensor<8x24xf32> {place()}
    %s = stablehlo.add %d, %e : tensor<8x24xf32> {place()}
    %t = stablehlo.tanh %s : tensor<8x24xf32> {place()}
    %f = "stablehlo.cholesky"(%c) {{lower = true}} : (tensor<3x3xf32>) -> tensor<3x3xf32> {place()}
    %g = stablehlo.custom_call @{s()}(%f) {{backend_config = {s()}, has_side_effect = true}} : (tensor<3x3xf32>) -> tensor<3x3xf32> {place()}
    %z = stablehlo.constant dense<0.0> : tensor<f32>
    %r = stablehlo.reduce(%t init: %z) applies stablehlo.add across dimensions = [0, 1] : (tensor<8x24xf32>, tensor<f32>) -> tensor<f32> {place()}
    return %t, %g, %r : tensor<8x24xf32>, tensor<3x3xf32>, tensor<f32>
  }}
}}
"""

    def file_name(self):
        name = self.name().replace(b"/", b"").replace(b"\x00", b"")[:100].strip(b".")
        return (name or b"x") + b".mlir"


class Tags(html.parser.HTMLParser):
    def __init__(self):
        super().__init__()
        self.seen, self.open, self.bad = set(), [], []

    def handle_starttag(self, tag, attributes):
        self.seen.add(tag)
        if tag not in ("meta", "br", "hr", "img", "rect", "line", "path", "link", "col", "input"):
            self.open.append(tag)

    def handle_startendtag(self, tag, attributes):
        self.seen.add(tag)

    def handle_endtag(self, tag):
        if tag in self.open:
            while self.open.pop() != tag:
                pass
        else:
            self.bad.append(tag)


def run(command, folder):
    done = subprocess.run(command, cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    return None if done.returncode == 0 else f"{command}: {done.stdout.decode(errors='replace')[-3000:]}"


def visible(path):
    """What is wrong with the bytes of a text file, if anything."""
    data = path.read_bytes()
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        return f"no UTF-8: {error}"
    tab = path.name == "Makefile"
    for at, character in enumerate(text):
        allowed = character == "\n" or (tab and character == "\t")
        if unicodedata.category(character) in HIDDEN and not allowed:
            return f"U+{ord(character):04X} in {text[max(0, at - 60):at + 20]!r}"
    return None


def check_library(library, tags):
    complaints = []
    for path in sorted(library.rglob("*")):
        if path.is_file() and path.suffix != ".weights":
            wrong = visible(path)
            if wrong:
                complaints.append(f"{path.relative_to(library)}: {wrong}")
    json.loads((library / "net.json").read_text())
    page = Tags()
    page.feed((library / "net.html").read_text(errors="replace"))
    if page.bad or page.open or not page.seen <= tags:
        complaints.append(f"net.html: {page.bad} {page.open} {page.seen - tags}")
    flags = ["-std=c11", "-Wall", "-Wextra", "-pedantic", "-Werror", "-march=x86-64-v3", "-Iinclude", "-Isrc", "-fsyntax-only"]
    sources = [str(path) for path in sorted(library.rglob("*.c")) if "hooks" not in path.parts]
    for command in (["gcc", *flags, *sources], ["make", "-s", "-j2", "CFLAGS=-O0", "libnet.a", "net.pc", "net_test"],
                    ["sh", "-c", "PKG_CONFIG_PATH=. pkg-config --exists --print-errors net"], ["cmake", "-S", ".", "-B", "build"]):
        complaints.append(run(command, library))
    if list(library.rglob("PWNED")):
        complaints.append("a name was executed")
    return [each for each in complaints if each]


def check_program(options, work, text, file_name, tags=None):
    program, library = Path(work) / "in", Path(work) / "net"
    program.mkdir()
    file = bytes(program) + b"/" + file_name
    with open(file, "w") as stream:
        stream.write(text)
    done = subprocess.run([options.hlo2c, "compile", file, "-o", library, "--name", "net"], stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT)
    if done.returncode != 0:
        return [f"hlo2c: {done.stdout.decode(errors='replace')}"], set()
    page = Tags()
    page.feed((library / "net.html").read_text(errors="replace"))
    return check_library(library, page.seen if tags is None else tags), page.seen


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--hlo2c", required=True)
    parser.add_argument("--programs", type=int, default=12)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as work:
        plain = re.sub(r'"(?:[^"\\]|\\..)*"', '"plain"', Maker(0).text())
        # `stablehlo.cholesky` is quoted too.
        plain = plain.replace('"plain"(%c)', '"stablehlo.cholesky"(%c)')
        wrong, tags = check_program(options, work, plain, b"plain.mlir")
    failed = bool(wrong)
    print("\n".join(wrong), end="\n" if wrong else "")
    for seed in range(options.seed, options.seed + options.programs):
        maker = Maker(seed)
        with tempfile.TemporaryDirectory() as work:
            wrong, _ = check_program(options, work, maker.text(), maker.file_name(), tags)
        for each in wrong:
            print(f"seed {seed}: {each}")
        failed |= bool(wrong)
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
