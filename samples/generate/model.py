"""A small language model of ASCII characters: a transformer with rotary positions and windowed attention.

A character attends to the latest WINDOW ones, itself included. So a state for WINDOW characters, in which each new
one replaces the oldest, is enough to write a text of any length. The state is two arrays of the shape STATE, keys
and values; the character at position p is in slot p modulo WINDOW.
"""

import jax
import jax.numpy as jnp
import numpy as np

CHARACTERS = 128
WINDOW = 128
WIDTH = 96
LAYERS = 4
HEADS = 3
HEAD = WIDTH // HEADS
HIDDEN = 4 * WIDTH
STATE = (LAYERS, HEADS, WINDOW, HEAD)


def initial_weights(key):
    """One array for each matrix, inputs x outputs. The embedding is also the last matrix."""
    shapes = {"embedding": (CHARACTERS, WIDTH)}
    for layer in range(LAYERS):
        shapes |= {f"layer{layer}.attend": (WIDTH, 3 * WIDTH), f"layer{layer}.mix": (WIDTH, WIDTH),
                   f"layer{layer}.expand": (WIDTH, HIDDEN), f"layer{layer}.contract": (HIDDEN, WIDTH)}
    keys = jax.random.split(key, len(shapes))
    return {name: 0.05 * jax.random.normal(one, shape) for one, (name, shape) in zip(keys, shapes.items())}


def matrix(weights, name):
    """The weights are stored as bf16 and used as f32."""
    return weights[name].astype(jnp.float32)


def normalized(x):
    return x * jax.lax.rsqrt((x * x).mean(axis=-1, keepdims=True) + 1e-5)


def rotated(x, positions):
    """Turns pairs of numbers in x[..., position, HEAD] by angles proportional to the position. So the product of a
    query and a key depends on their distance, not on their positions."""
    angles = positions[:, None] * 1000.0 ** (-np.arange(HEAD // 2, dtype=np.float32) / (HEAD // 2))
    sine, cosine = jnp.sin(angles), jnp.cos(angles)
    a, b = jnp.split(x, 2, axis=-1)
    return jnp.concatenate([a * cosine - b * sine, b * cosine + a * sine], axis=-1)


def heads_of(weights, layer, x, positions):
    """Queries, keys and values of the characters x[..., position, WIDTH], each [..., HEADS, position, HEAD]."""
    product = normalized(x) @ matrix(weights, f"layer{layer}.attend")
    product = product.reshape(*x.shape[:-1], 3, HEADS, HEAD)
    query, key, value = (jnp.swapaxes(product[..., i, :, :], -3, -2) for i in range(3))
    return rotated(query, positions), rotated(key, positions), value


def rest_of_layer(weights, layer, x, query, keys, values, visible):
    """Attention to the keys that are visible, then two dense layers; the result of each is added to x."""
    scores = query @ jnp.swapaxes(keys, -1, -2) * np.float32(HEAD ** -0.5)
    attended = jax.nn.softmax(jnp.where(visible, scores, -1e9)) @ values
    x = x + jnp.swapaxes(attended, -3, -2).reshape(x.shape) @ matrix(weights, f"layer{layer}.mix")
    hidden = jax.nn.gelu(normalized(x) @ matrix(weights, f"layer{layer}.expand"))
    return x + hidden @ matrix(weights, f"layer{layer}.contract")


def logits_of(weights, x):
    return normalized(x) @ matrix(weights, "embedding").T


def whole_text(weights, text):
    """What the last layer makes of each character of i32[..., length], and keys and values of all layers."""
    positions = jnp.arange(text.shape[-1])
    distance = positions[:, None] - positions
    visible = (distance >= 0) & (distance < WINDOW)
    x = matrix(weights, "embedding")[text]
    keys, values = [], []
    for layer in range(LAYERS):
        query, key, value = heads_of(weights, layer, x, positions)
        keys.append(key)
        values.append(value)
        x = rest_of_layer(weights, layer, x, query, key, value, visible)
    return x, jnp.stack(keys), jnp.stack(values)


def prefill(prompt, length, weights):
    """Reads the first `length` characters of i32[WINDOW]. Returns logits of the next one, and the state.

    The state has slots of characters after the prompt, too. `decode` replaces each of them before it sees it."""
    x, keys, values = whole_text(weights, prompt)
    return {"logits": logits_of(weights, x[length - 1]), "keys": keys, "values": values}


def decode(character, position, keys, values, weights):
    """Reads the character at `position`. Returns logits of the next one, and the state with this one in its slot."""
    slot = position % WINDOW
    visible = jnp.arange(WINDOW) <= position
    x = matrix(weights, "embedding")[character][None]
    for layer in range(LAYERS):
        query, key, value = heads_of(weights, layer, x, position[None])
        keys = jax.lax.dynamic_update_slice(keys, key[None], (layer, 0, slot, 0))
        values = jax.lax.dynamic_update_slice(values, value[None], (layer, 0, slot, 0))
        x = rest_of_layer(weights, layer, x, query, keys[layer], values[layer], visible)
    return {"logits": logits_of(weights, x[0]), "keys": keys, "values": values}
