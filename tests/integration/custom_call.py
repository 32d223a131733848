#!/usr/bin/env python3
"""A program with custom calls of its caller's functions: the emitted library calls the hook, in order, with operands,
results, configuration and aliases, and reports a missing hook. `hlo2c run`, which takes a hook too, does the same.

    custom_call.py --hlo2c FILE --source custom_call.c"""

import struct
import subprocess
import sys
import tempfile
from pathlib import Path

from caller import options_of, run_callers

PROGRAM = """func.func public @main(%a: tensor<2x3xf32>, %b: tensor<2x3xf32>)
    -> (tensor<2x3xf32> {jax.result_info = "sum"}, tensor<2x3xf32> {jax.result_info = "next"}) {
  %token = stablehlo.create_token : !stablehlo.token
  %unread = stablehlo.custom_call @unread(%a) : (tensor<2x3xf32>) -> tensor<2x3xf32>
  %r:2 = stablehlo.custom_call @weighted_sum(%a, %b) {api_version = 4 : i32,
      backend_config = {texts = {b = "x", a = 1.0 : f32}, scale = 2 : i64}}
    : (tensor<2x3xf32>, tensor<2x3xf32>) -> (tensor<2x3xf32>, tensor<i32>)
  %t = stablehlo.custom_call @note(%r#1, %token) {has_side_effect = true} : (tensor<i32>, !stablehlo.token) -> !stablehlo.token
  %n = stablehlo.custom_call @increment(%t, %r#0) {api_version = 2 : i32, backend_config = "by one", has_side_effect = true,
      output_operand_aliases = [#stablehlo.output_operand_alias<output_tuple_indices = [], operand_index = 1,
                                                                operand_tuple_indices = []>]}
    : (!stablehlo.token, tensor<2x3xf32>) -> tensor<2x3xf32>
  %u = stablehlo.custom_call @note(%r#1, %t) {has_side_effect = true} : (tensor<i32>, !stablehlo.token) -> !stablehlo.token
  return %r#0, %n : tensor<2x3xf32>, tensor<2x3xf32>
}
"""

HOOK = """#include <string.h>
#include "hlo2c_runtime.h"

int hlo2c_custom_call_hook(void *user, const hlo2c_custom_call *call)
{
    (void)user;
    for (int i = 0; i < call->output_count; i++) {
        memset(call->outputs[i], 0, call->output_types[i].bytes);
    }
    for (int i = 0; i < 6 && strcmp(call->target, "increment") == 0; i++) {
        ((float *)call->outputs[0])[i] = 8;
    }
    return HLO2C_OK;
}
"""


def main():
    options = options_of(__doc__)
    with tempfile.TemporaryDirectory() as work:
        program, library = Path(work) / "custom.mlir", Path(work) / "library"
        program.write_text(PROGRAM)
        subprocess.run([options.hlo2c, "compile", program, "-o", library, "--name", "custom"], check=True)
        run_callers(library, [options.source, library / "test/custom_test.c"])
        header = (library / "include/custom.h").read_text()
        if "int (*increment)(void *user, const float *operand_0, float *result_0, const hlo2c_custom_call *call);" not in header or "@weighted_sum(f32[2,3], f32[2,3]) -> (f32[2,3], i32[])" not in header:
            sys.exit("the header does not say which custom calls there are")
        arguments = Path(work) / "arguments"
        arguments.mkdir()
        fields = "{'descr': '<f4', 'fortran_order': False, 'shape': (2, 3), }".ljust(117) + "\n"
        for number in range(2):
            (arguments / f"{number:03}.npy").write_bytes(b"\x93NUMPY\x01\x00\x76\x00" + fields.encode() + bytes(24))
        run = subprocess.run([options.hlo2c, "run", program, "--args", arguments], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        print(run.stdout)
        wanted = ["error H0617", "custom_call @weighted_sum custom.mlir:5: needs the hook `custom_call`", "--custom-calls"]
        if run.returncode != 1 or any(words not in run.stdout for words in wanted):
            sys.exit(f"hlo2c run ends with {run.returncode} and does not say which hook is missing")
        hook = Path(work) / "hook.c"
        hook.write_text(HOOK)
        for ranks in ("1", "2"):
            subprocess.run([options.hlo2c, "run", program, "--args", arguments, "--ranks", ranks, "--custom-calls", hook,
                            "--out", Path(work) / "results"], check=True)
        result = next((Path(work) / "results").rglob("001.npy")).read_bytes()[-24:]
        if struct.unpack("<6f", result) != (8,) * 6:
            sys.exit(f"the hook given to hlo2c run leaves {result.hex()}")
        hook.write_text(HOOK.replace("return HLO2C_OK", "return 55"))
        for ranks in ("1", "2"):
            run = subprocess.run([options.hlo2c, "run", program, "--args", arguments, "--ranks", ranks, "--custom-calls", hook],
                                 stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
            print(run.stdout)
            wanted = ["error H0618", "custom_call @weighted_sum custom.mlir:5 returns 55"]
            if run.returncode != 1 or any(words not in run.stdout for words in wanted):
                sys.exit(f"hlo2c run ends with {run.returncode} and does not say which hook failed")


if __name__ == "__main__":
    main()
