"""Exports the trained model as StableHLO, and stores the text that JAX generates with it.

    venv/bin/python export.py

writes, beside this file,
    prefill.mlir    prompt i32[WINDOW], length i32, weights -> logits, keys, values
    decode.mlir     character i32, position i32, keys, values (donated), weights -> logits, keys, values
    expected.txt    PROMPT and the most likely continuation, CHARACTERS in all
"""

import pathlib

import jax
import jax.numpy as jnp
import numpy as np
from jax import export
from safetensors.numpy import load_file

import model

HERE = pathlib.Path(__file__).resolve().parent
PROMPT = "hlo2c compiles "
CHARACTERS = 600
LEAST_MARGIN = 1e-3

prefill = jax.jit(model.prefill)
decode = jax.jit(model.decode, donate_argnames=("keys", "values"))


def stablehlo_text(function, *arguments):
    """Source locations have the bare file name."""
    jax.config.update("jax_hlo_source_file_canonicalization_regex", ".*/")
    types = jax.tree.map(lambda array: jax.ShapeDtypeStruct(array.shape, array.dtype), arguments)
    return export.export(function, platforms=["cpu"])(*types).mlir_module()


def greedy_text(weights):
    """The text, and the least distance of the best logit from the second best: below it, rounding cannot change the
    text."""
    codes = list(PROMPT.encode("ascii"))
    prompt = np.zeros(model.WINDOW, np.int32)
    prompt[:len(codes)] = codes
    result = prefill(prompt, np.int32(len(codes)), weights)
    margin = np.inf
    while True:
        second, best = np.sort(result["logits"])[-2:]
        margin = min(margin, best - second)
        codes.append(int(np.argmax(result["logits"])))
        if len(codes) == CHARACTERS:
            return bytes(codes).decode("ascii"), margin
        result = decode(np.int32(codes[-1]), np.int32(len(codes) - 1), result["keys"], result["values"], weights)


def main():
    weights = {name.removeprefix("weights."): jnp.asarray(array)
               for name, array in load_file(HERE / "weights.safetensors").items()}
    state = jnp.zeros(model.STATE)
    number = jnp.int32(0)
    (HERE / "prefill.mlir").write_text(stablehlo_text(prefill, jnp.zeros(model.WINDOW, jnp.int32), number, weights))
    (HERE / "decode.mlir").write_text(stablehlo_text(decode, number, number, state, state, weights))
    text, margin = greedy_text(weights)
    print(f"{text}\n\nleast margin {margin:.4f}")
    if margin < LEAST_MARGIN:
        raise SystemExit(f"two characters are nearly as likely (margin below {LEAST_MARGIN}): take another PROMPT")
    (HERE / "expected.txt").write_text(text + "\n")


if __name__ == "__main__":
    main()
