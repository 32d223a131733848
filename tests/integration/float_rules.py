#!/usr/bin/env python3
"""Checks how --fp and the target's FMA change results, and that each library documents it.

    float_rules.py --hlo2c FILE"""

import argparse
import json
import struct
import subprocess
import sys
import tempfile

from checks import Checks
from programs import write_npy

PROGRAM = """func.func @main(%a: tensor<37xf32>, %c: tensor<37xf32>) -> (tensor<37xf32>, tensor<37xf32>, tensor<37xf32>) {
  %p = stablehlo.multiply %a, %a : tensor<37xf32>
  %sum = stablehlo.add %p, %c : tensor<37xf32>
  %ten = stablehlo.constant dense<10.0> : tensor<37xf32>
  %tenth = stablehlo.divide %a, %ten : tensor<37xf32>
  %least = stablehlo.maximum %a, %c : tensor<37xf32>
  return %sum, %tenth, %least : tensor<37xf32>, tensor<37xf32>, tensor<37xf32>
}
"""
DOT = """func.func @main(%a: tensor<5x37xf32>, %b: tensor<37x16xf32>) -> tensor<5x16xf32> {
  %r = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<5x37xf32>, tensor<37x16xf32>) -> tensor<5x16xf32>
  return %r : tensor<5x16xf32>
}
"""
COUNT = 37


def write_numbers(path, values):
    write_npy(path, "<f4", (len(values),), struct.pack(f"<{len(values)}f", *values))


def rounded(value):
    return struct.unpack("<f", struct.pack("<f", value))[0]


class Check(Checks):
    def results(self, program, arguments, *options):
        out = self.work / "out"
        subprocess.run([self.hlo2c, "run", program, "--args", arguments, "--out", out, *options], check=True,
                       stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        return [struct.unpack(f"<{COUNT}f", path.read_bytes()[-4 * COUNT:]) for path in sorted(out.glob("*.npy"))]


def check_results(check):
    """(1 + e)^2 - (1 + 2 e) is e^2 with one rounding and 0 with two; a tenth is a quotient or a product."""
    program, arguments = check.work / "rules.mlir", check.work / "arguments"
    program.write_text(PROGRAM)
    arguments.mkdir()
    epsilon = 2.0**-12
    write_numbers(arguments / "000.npy", [1 + epsilon] * COUNT)
    write_numbers(arguments / "001.npy", [-1 - 2 * epsilon] * COUNT)
    quotient = rounded((1 + epsilon) / 10)
    product = rounded((1 + epsilon) * rounded(0.1))
    for target, rules, sum_, tenth in (("x86-64-v3", "strict", 0, quotient), ("x86-64-v3", "contract", epsilon**2, quotient),
                                       ("x86-64-v3", "fast", epsilon**2, product), ("x86-64-v2", "strict", 0, quotient),
                                       ("x86-64-v2", "contract", 0, quotient)):
        got = check.results(program, arguments, "--target", target, "--fp", rules)
        check.holds(got[0] == (sum_,) * COUNT, f"a * a + c for {target} under {rules} is {sum_}, not {got[0][0]}")
        check.holds(got[1] == (tenth,) * COUNT, f"a / 10 for {target} under {rules} is {tenth}, not {got[1][0]}")
        check.holds(got[2] == (1 + epsilon,) * COUNT, f"the maximum for {target} under {rules}")
    return program


def check_texts(check, program):
    for target, rules in (("x86-64-v3", "strict"), ("x86-64-v3", "contract"), ("x86-64-v3", "fast"),
                          ("x86-64-v2", "strict"), ("x86-64-v2", "contract")):
        library = check.work / f"{target}_{rules}"
        subprocess.run([check.hlo2c, "compile", program, "-o", library, "--name", "net", "--target", target, "--fp", rules],
                       check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        header, report = (library / "include/net.h").read_text(), json.loads((library / "net.json").read_text())
        check.holds(f"--fp={rules}" in header and report["float_rules"] == rules, f"the library for {target} says {rules}")
        lacks = target == "x86-64-v2"
        says_so = "no fused multiply-add" in header.replace("\n * ", " ")
        check.holds(says_so == lacks, f"the header for {target} speaks of FMA")
        as_written = "each operation of the program is rounded as written" in header.replace("\n * ", " ")
        check.holds(as_written == (rules == "strict" or (lacks and rules == "contract")),
                    f"the header for {target} says how {rules} rounds")
        check.holds(report["target"]["fma"] != lacks, f"the JSON for {target} speaks of FMA")
        code = "".join(path.read_text() for path in library.glob("src/*"))
        if lacks:
            check.holds("fma" not in code, f"nothing of {target} emulates FMA")


def check_verbs(check):
    """Contractions use FMA under all rules; every verb accepts the rules."""
    dot = check.work / "dot.mlir"
    dot.write_text(DOT)
    for rules in ("strict", "contract", "fast"):
        for verb, *more in (("verify",), ("verify", "--target", "x86-64-v2"), ("bench",)):
            run = subprocess.run([check.hlo2c, verb, dot, "--fp", rules, *more], stdout=subprocess.PIPE,
                                 stderr=subprocess.STDOUT, text=True)
            check.holds(run.returncode == 0, f"{verb} under {rules} {more} ends with {run.returncode}: {run.stdout}")


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--hlo2c", required=True)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as work:
        check = Check(options.hlo2c, work)
        check_texts(check, check_results(check))
        check_verbs(check)
    sys.exit(1 if check.failed else 0)


if __name__ == "__main__":
    main()
