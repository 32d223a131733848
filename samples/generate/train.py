"""Trains the model on the Markdown documents of this repository, but this sample's own.

    python3 -m venv venv && venv/bin/pip install -r requirements.txt && venv/bin/python train.py

writes weights.safetensors beside this file (some ten minutes on one core). Run export.py afterwards.
"""

import pathlib
import subprocess

import jax
import jax.numpy as jnp
import ml_dtypes
import numpy as np
from safetensors.numpy import save_file

import model

HERE = pathlib.Path(__file__).resolve().parent
SEED = 7
STEPS = 2400
BATCH = 8
LENGTH = 2 * model.WINDOW
PEAK_RATE = 3e-3
WARM_UP = 100


def documents():
    """The documents without their largest table, as one array of character codes."""
    listed = subprocess.run(["git", "ls-files", "*.md"], cwd=HERE.parent.parent, text=True, check=True,
                            capture_output=True).stdout.split()
    chosen = [HERE.parent.parent / name for name in listed
              if not name.startswith("samples/generate/") and name != "driver/COVERAGE.md"]
    text = "\n\n".join(path.read_text().strip() for path in chosen)
    return np.frombuffer(text.encode("ascii", "ignore"), np.uint8).astype(np.int32)


def loss(weights, texts):
    """Cross entropy of each character, given those before it."""
    x, _, _ = model.whole_text(weights, texts[:, :-1])
    logarithms = jax.nn.log_softmax(model.logits_of(weights, x))
    return -jnp.take_along_axis(logarithms, texts[:, 1:, None], axis=-1).mean()


@jax.jit
def adam(weights, moments, step, texts):
    value, gradient = jax.value_and_grad(loss)(weights, texts)
    first = jax.tree.map(lambda m, g: 0.9 * m + 0.1 * g, moments[0], gradient)
    second = jax.tree.map(lambda m, g: 0.99 * m + 0.01 * g * g, moments[1], gradient)
    rate = PEAK_RATE * jnp.minimum(step / WARM_UP, 0.5 + 0.5 * jnp.cos(jnp.pi * step / STEPS))
    correction = jnp.sqrt(1 - 0.99**step) / (1 - 0.9**step)
    weights = jax.tree.map(lambda w, m, s: w - rate * correction * m / (jnp.sqrt(s) + 1e-8), weights, first, second)
    return weights, (first, second), value


def train(text):
    generator = np.random.default_rng(SEED)
    weights = model.initial_weights(jax.random.key(SEED))
    moments = (jax.tree.map(jnp.zeros_like, weights),) * 2
    for step in range(1, STEPS + 1):
        begins = generator.integers(0, len(text) - LENGTH, BATCH)
        texts = np.stack([text[begin:begin + LENGTH + 1] for begin in begins])
        weights, moments, value = adam(weights, moments, step, texts)
        if step % 100 == 0:
            print(f"step {step} of {STEPS}: {value:.3f} nats per character", flush=True)
    return weights


def main():
    text = documents()
    print(f"{len(text)} characters")
    weights = {f"weights.{name}": np.asarray(array).astype(ml_dtypes.bfloat16) for name, array in train(text).items()}
    save_file(weights, HERE / "weights.safetensors")


if __name__ == "__main__":
    main()
