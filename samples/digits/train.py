"""Trains a small convolutional network on handwritten digits and exports it as StableHLO text.

    python3 -m venv venv && venv/bin/pip install -r requirements.txt && venv/bin/python train.py

writes, beside this file,
    digits.mlir      the network for one image, weights inside: image f32[1,8,8,1], pixels 0..16 -> logits f32[1,10]
    held_out.csv     images that were kept from training, one a line: label, then 64 pixels row by row
"""

import pathlib

import jax
import jax.numpy as jnp
import numpy as np
from jax import export
from sklearn.datasets import load_digits
from sklearn.model_selection import train_test_split

HERE = pathlib.Path(__file__).resolve().parent
SEED = 7
EPOCHS = 60
BATCH = 64
PEAK_RATE = 3e-3
LAYERS = {"conv1": (3, 3, 1, 16), "conv2": (3, 3, 16, 32), "dense1": (512, 64), "dense2": (64, 10)}


def initial_weights(key):
    """He initialisation; one (kernel, bias) pair for each layer."""
    keys = jax.random.split(key, len(LAYERS))
    return {name: (jax.random.normal(one, shape) * np.sqrt(2 / np.prod(shape[:-1])), jnp.zeros(shape[-1]))
            for one, (name, shape) in zip(keys, LAYERS.items())}


def convolution(x, kernel, bias):
    return jax.lax.conv_general_dilated(x, kernel, (1, 1), "SAME", dimension_numbers=("NHWC", "HWIO", "NHWC")) + bias


def network(weights, image):
    x = jax.nn.relu(convolution(image / 16, *weights["conv1"]))
    x = jax.nn.relu(convolution(x, *weights["conv2"]))
    x = jax.lax.reduce_window(x, -jnp.inf, jax.lax.max, (1, 2, 2, 1), (1, 2, 2, 1), "VALID")
    x = x.reshape(x.shape[0], -1)
    kernel, bias = weights["dense1"]
    x = jax.nn.relu(x @ kernel + bias)
    kernel, bias = weights["dense2"]
    return x @ kernel + bias


def loss(weights, images, labels):
    """Cross entropy with a little label smoothing."""
    target = jax.nn.one_hot(labels, 10) * 0.95 + 0.005
    return -(target * jax.nn.log_softmax(network(weights, images))).sum(axis=1).mean()


@jax.jit
def adam(weights, moments, step, rate, images, labels):
    gradient = jax.grad(loss)(weights, images, labels)
    first = jax.tree.map(lambda m, g: 0.9 * m + 0.1 * g, moments[0], gradient)
    second = jax.tree.map(lambda m, g: 0.999 * m + 0.001 * g * g, moments[1], gradient)
    correction = jnp.sqrt(1 - 0.999**step) / (1 - 0.9**step)
    weights = jax.tree.map(lambda w, m, s: w * (1 - 1e-4) - rate * correction * m / (jnp.sqrt(s) + 1e-8),
                           weights, first, second)
    return weights, (first, second)


def shifted(generator, images):
    """Each image moved by up to one pixel in each direction, zeros moving in."""
    padded = np.pad(images, ((0, 0), (1, 1), (1, 1), (0, 0)))
    rows, columns = generator.integers(0, 3, (2, len(images)))
    return np.stack([padded[i, r:r + 8, c:c + 8] for i, (r, c) in enumerate(zip(rows, columns))])


def train(images, labels):
    generator = np.random.default_rng(SEED)
    weights = initial_weights(jax.random.key(SEED))
    moments = (jax.tree.map(jnp.zeros_like, weights),) * 2
    steps_per_epoch = len(images) // BATCH
    for epoch in range(EPOCHS):
        order = generator.permutation(len(images))
        for number in range(steps_per_epoch):
            step = epoch * steps_per_epoch + number
            chosen = order[number * BATCH:(number + 1) * BATCH]
            rate = PEAK_RATE * 0.5 * (1 + np.cos(np.pi * step / (EPOCHS * steps_per_epoch)))
            weights, moments = adam(weights, moments, step + 1, rate, shifted(generator, images[chosen]),
                                    labels[chosen])
    return weights


def stablehlo_text(weights):
    """The network for one image: weights as constants, source locations with the bare file name."""
    def digits(image):
        return {"logits": network(weights, image)}

    jax.config.update("jax_hlo_source_file_canonicalization_regex", ".*/")
    lowered = export.export(jax.jit(digits), platforms=["cpu"])(jax.ShapeDtypeStruct((1, 8, 8, 1), jnp.float32))
    return lowered.mlir_module()


def main():
    data = load_digits()
    images = data.images.astype(np.float32)[..., None]
    train_images, held_images, train_labels, held_labels = train_test_split(
        images, data.target, test_size=360, random_state=SEED, stratify=data.target)
    weights = train(train_images, train_labels)
    right = np.asarray(network(weights, held_images)).argmax(axis=1) == held_labels
    print(f"{right.sum()} of {right.size} held-out digits are right ({100 * right.mean():.2f} %)")
    if right.mean() < 0.98:
        raise SystemExit("below 98 %: nothing written")
    (HERE / "digits.mlir").write_text(stablehlo_text(weights))
    rows = np.column_stack([held_labels, held_images.reshape(len(held_images), -1)]).astype(int)
    np.savetxt(HERE / "held_out.csv", rows, fmt="%d", delimiter=",")


if __name__ == "__main__":
    main()
