"""Reads programs with jaxlib's own deserializer, which must accept each portable artifact that hlo2c writes.

usage: jaxlib_accepts.py HLO2C DIRECTORY PROGRAM...     77, which CTest takes as skipped, where there is no jaxlib
"""

import pathlib
import subprocess
import sys

try:
    from jax._src.interpreters import mlir as jax_mlir
    from jaxlib.mlir import ir
    from jaxlib.mlir.dialects import stablehlo
except ImportError as error:
    print(f"skipped: {error}; install jax to run this test, or give its interpreter as HLO2C_JAX_PYTHON")
    sys.exit(77)


def without_visibility(module):
    """The text of a module; functions without a visibility are public ones."""
    return module.operation.get_asm(print_generic_op_form=True).replace(', sym_visibility = "public"', "")


def main(hlo2c, directory, *programs):
    failures = 0
    pathlib.Path(directory).mkdir(parents=True, exist_ok=True)
    for program in programs:
        artifact = pathlib.Path(directory) / "program.mlirbc"
        subprocess.run([hlo2c, "convert", program, "-o", artifact], check=True, capture_output=True)
        context = jax_mlir.make_ir_context()
        try:
            module = stablehlo.deserialize_portable_artifact(context, artifact.read_bytes())
            module.operation.verify()
            if "chlo." in pathlib.Path(program).read_text():
                continue  # jaxlib serializes no CHLO, so there is nothing to compare with
            # The text takes the same path, so that both have lost their default attributes.
            own = stablehlo.serialize_portable_artifact_str(pathlib.Path(program).read_text(), "1.17.0")
            expected = stablehlo.deserialize_portable_artifact(context, own)
        except (ValueError, ir.MLIRError) as error:
            print(f"{program}: {error}")
            failures += 1
            continue
        if without_visibility(module) != without_visibility(expected):
            print(f"{program}: jaxlib reads another program from the artifact")
            failures += 1
    print(f"{len(programs) - failures} of {len(programs)} artifacts are accepted and hold the program of their text")
    return 1 if failures or not programs else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
