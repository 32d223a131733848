"""Networks of attention and of sequences, written for a Builder."""

import jax
import jax.numpy as jnp
import numpy as np


def vit_s(b, x):
    x = b.reshape(b.rows(b.convolution(x, 384, 16, 16)), 1, 196, 384)
    x = b.add(x, b.weight((1, 196, 384), 0.1))
    for _ in range(12):
        x = b.transformer_layer(x, 6)
    x = b.layer_norm(x)
    return b.dense(b.node("ReduceMean", [x, b.constant(np.array([1]))], x.array.mean(1), keepdims=0), 1000)


def swin_stage(b, x):
    """Four blocks of 56x56 pixels with windows of 7x7, each second one shifted by 3 pixels."""
    size, window, channels, heads, shift = 56, 7, 96, 3, 3
    side = size // window

    def roll(x, by):
        """Both axes of pixels, as two slices and their concatenation each."""
        for axis in (1, 2):
            parts = [b.slice(x, begin, end, axis) for begin, end in ((by % size, size), (0, by % size))]
            x = b.node("Concat", parts, jnp.concatenate([each.array for each in parts], axis), axis=axis)
        return x

    lines = np.digitize(np.arange(size), [size - window, size - shift])
    region = (lines[:, None] * 3 + lines[None, :]).reshape(side, window, side, window).transpose(0, 2, 1, 3)
    region = region.reshape(side * side, window * window)
    mask = np.where(region[:, None, :] != region[:, :, None], -100.0, 0.0).astype(np.float32)[:, None]

    x = b.rows(b.convolution(x, channels, 4, 4))
    for block in range(4):
        inner = b.layer_norm(x)
        if block % 2:
            inner = roll(inner, shift)
        inner = b.transpose(b.reshape(inner, 1, side, window, side, window, channels), 0, 1, 3, 2, 4, 5)
        inner = b.attention(b.reshape(inner, side * side, window * window, channels), heads, mask if block % 2 else None)
        inner = b.transpose(b.reshape(inner, 1, side, side, window, window, channels), 0, 1, 3, 2, 4, 5)
        inner = b.reshape(inner, 1, size, size, channels)
        if block % 2:
            inner = roll(inner, -shift)
        x = b.add(x, inner)
        x = b.add(x, b.dense(b.gelu(b.dense(b.layer_norm(x), 4 * channels)), channels))
    return b.layer_norm(x)


def gpt2_6(b, tokens):
    count, features, vocabulary = tokens.array.shape[1], 768, 50257
    table, x = b.embedding(tokens, vocabulary, features)
    x = b.add(x, b.weight((count, features), 0.1))
    mask = np.triu(np.full((count, count), -1e9, np.float32), 1)
    for _ in range(6):
        x = b.transformer_layer(x, 12, mask, "tanh")
    x = b.layer_norm(x)
    transposed = b.node("Transpose", [table], table.array.T, perm=[1, 0])
    return b.node("MatMul", [x, transposed], x.array @ transposed.array)


def bert(b, tokens):
    """Six layers of 384 features, norm last, as in MiniLM."""
    _, x = b.embedding(tokens, 30522, 384)
    x = b.layer_norm(b.add(x, b.weight((tokens.array.shape[1], 384), 0.1)))
    for _ in range(6):
        x = b.layer_norm(b.add(x, b.attention(x, 12)))
        x = b.layer_norm(b.add(x, b.dense(b.gelu(b.dense(x, 1536)), 384)))
    return b.node("ReduceMean", [x, b.constant(np.array([1]))], x.array.mean(1), keepdims=0)


def whisper_tiny_enc(b, frames):
    """[1, 1, 3000, 80] frames of a spectrogram; the first convolutions are one-dimensional."""
    x = b.gelu(b.convolution_of_line(frames, 384, 3, (1, 1)))
    x = b.gelu(b.convolution_of_line(x, 384, 3, (1, 1), 2))
    x = b.add(b.reshape(b.rows(x), 1, 1500, 384), b.weight((1500, 384), 0.1))
    for _ in range(4):
        x = b.transformer_layer(x, 6)
    return b.layer_norm(x)


def unet_block(b, x):
    """Two levels of a diffusion model's U-Net: residual blocks with group norms, and attention at the lower level."""
    def residual(x, channels):
        inner = b.convolution(b.silu(b.group_norm(x, 32)), channels, 3)
        inner = b.convolution(b.silu(b.group_norm(inner, 32)), channels, 3)
        return b.add(inner, x if x.array.shape[-1] == channels else b.convolution(x, channels, 1))

    x = b.convolution(x, 128, 3)
    upper = residual(x, 128)
    lower = residual(b.convolution(upper, 256, 3, 2), 256)
    n, h, w, channels = lower.array.shape
    mixed = b.attention(b.reshape(b.rows(b.group_norm(lower, 32)), n, h * w, channels), 4)
    lower = b.add(lower, b.image(b.reshape(mixed, n, h, w, channels)))
    lower = residual(lower, 256)
    x = b.convolution(b.twice_as_large(lower), 128, 3)
    x = residual(b.concatenate([x, upper]), 128)
    return b.rows(b.convolution(b.silu(b.group_norm(x, 32)), 4, 3))


def mixer(b, x):
    x = b.reshape(b.rows(b.convolution(x, 512, 16, 16)), 1, 196, 512)
    for _ in range(8):
        mixed = b.transpose(b.layer_norm(x), 0, 2, 1)
        x = b.add(x, b.transpose(b.dense(b.gelu(b.dense(mixed, 256)), 196), 0, 2, 1))
        x = b.add(x, b.dense(b.gelu(b.dense(b.layer_norm(x), 2048)), 512))
    x = b.layer_norm(x)
    return b.dense(b.node("ReduceMean", [x, b.constant(np.array([1]))], x.array.mean(1), keepdims=0), 1000)


def rotated(b, x, cosine, sine):
    """Turns pairs of features by an angle of their position."""
    half = x.array.shape[-1] // 2
    low, high = b.slice(x, 0, half, 3), b.slice(x, half, 2 * half, 3)
    negative = b.node("Neg", [high], -high.array)
    swapped = b.node("Concat", [negative, low], jnp.concatenate([negative.array, low.array], -1), axis=3)
    return b.add(b.node("Mul", [x, b.constant(cosine)], x.array * cosine),
                 b.node("Mul", [swapped, b.constant(sine)], swapped.array * sine))


def llama(b, tokens, cached=0):
    """Six layers of 512 features, eight heads that share four keys and values; `cached` tokens came before."""
    count, features, heads, shared = tokens.array.shape[1], 512, 8, 4
    size, all_tokens = features // heads, cached + count
    angles = np.arange(cached, all_tokens)[:, None] / 10000 ** (np.arange(size) % (size // 2) / (size // 2))
    cosine, sine = np.cos(angles).astype(np.float32), np.sin(angles).astype(np.float32)
    mask = np.triu(np.full((count, count), -1e9, np.float32), 1)

    def heads_of(x, number):
        return b.transpose(b.reshape(b.dense(x, number * size, False), 1, count, number, size), 0, 2, 1, 3)

    def of_all_heads(x):
        if cached:
            before = b.weight((1, shared, cached, size), 1.0)
            x = b.node("Concat", [before, x], jnp.concatenate([before.array, x.array], 2), axis=2)
        shape = (1, shared, heads // shared, all_tokens, size)
        x = b.reshape(x, 1, shared, 1, all_tokens, size)
        x = b.node("Expand", [x, b.constant(np.array(shape))], jnp.broadcast_to(x.array, shape))
        return b.reshape(x, 1, heads, all_tokens, size)

    def attention(x):
        query = rotated(b, heads_of(x, heads), cosine, sine)
        key = b.transpose(of_all_heads(rotated(b, heads_of(x, shared), cosine, sine)), 0, 1, 3, 2)
        value = of_all_heads(heads_of(x, shared))
        scale = np.float32(size**-0.5)
        scores = b.node("MatMul", [query, key], query.array @ key.array)
        scores = b.node("Mul", [scores, b.constant(scale)], scores.array * scale)
        if not cached:
            scores = b.node("Add", [scores, b.constant(mask)], scores.array + mask)
        weights = b.softmax(scores)
        mixed = b.node("MatMul", [weights, value], weights.array @ value.array)
        return b.dense(b.reshape(b.transpose(mixed, 0, 2, 1, 3), 1, count, features), features, False)

    _, x = b.embedding(tokens, 8000, features)
    for _ in range(6):
        x = b.add(x, attention(b.root_mean_square_norm(x)))
        inner = b.root_mean_square_norm(x)
        inner = b.multiply(b.silu(b.dense(inner, 1376, False)), b.dense(inner, 1376, False))
        x = b.add(x, b.dense(inner, features, False))
    return b.dense(b.root_mean_square_norm(x), 8000, False)


def llama_decode(b, tokens):
    return llama(b, tokens, 511)


def wavenet(b, x):
    """[1, 1, 8000, 1] samples through gated convolutions of dilation 1 to 128."""
    x, skip = b.convolution(x, 64, 1), None
    for dilation in (1, 2, 4, 8, 16, 32, 64, 128):
        filtered, gate = (b.convolution_of_line(x, 64, 2, (dilation, 0), dilation=dilation) for _ in range(2))
        inner = b.multiply(b.tanh(filtered), b.sigmoid(gate))
        part = b.convolution(inner, 64, 1)
        skip = part if skip is None else b.add(skip, part)
        x = b.add(x, b.convolution(inner, 64, 1))
    return b.rows(b.convolution(b.relu(b.convolution(b.relu(b.add(skip, x)), 128, 1)), 256, 1))
