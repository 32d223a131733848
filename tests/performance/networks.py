"""Writes well-known networks with random weights as folders that compare_peers.py reads: for JAX and for ONNX.

    networks.py DIRECTORY [--only NAME,NAME]

Each network is written once, as a function of a Builder whose methods compute in JAX and add nodes to a graph of ONNX.
Images are NHWC in JAX, as in flax, and NCHW in ONNX, as exported from PyTorch. Needs jax and onnx.
"""

import argparse
import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper

OPSET = 20
TO_IMAGE, FROM_IMAGE = [0, 3, 1, 2], [0, 2, 3, 1]


@dataclass
class Value:
    """A tensor of both: what JAX computes with, and its name in the graph of ONNX, where an image is NCHW."""

    array: Any
    name: str
    is_image: bool = False


class Builder:
    def __init__(self, weights=None):
        """Makes weights, or takes `weights`, in the same order."""
        self.made, self.given = [], None if weights is None else iter(weights)
        self.random = np.random.default_rng(7)
        self.nodes, self.initializers, self.count = [], [], 0

    def node(self, op, inputs, array, is_image=False, **attributes):
        self.count += 1
        name = f"v{self.count}"
        self.nodes.append(helper.make_node(op, [each if isinstance(each, str) else each.name for each in inputs], [name],
                                           **attributes))
        return Value(array, name, is_image)

    def constant(self, array):
        """The name of an array in the graph of ONNX alone."""
        self.count += 1
        self.initializers.append(numpy_helper.from_array(np.asarray(array), f"c{self.count}"))
        return f"c{self.count}"

    def weight(self, shape, scale, offset=0.0, onnx_axes=None):
        """Random values around `offset`; in ONNX with their axes in the order `onnx_axes`."""
        made = (offset + scale * self.random.standard_normal(shape)).astype(np.float32)
        self.made.append(made)
        array = jnp.asarray(made) if self.given is None else next(self.given)
        return Value(array, self.constant(made if onnx_axes is None else np.ascontiguousarray(made.transpose(onnx_axes))))

    # Any shape.

    def add(self, a, b):
        return self.node("Add", [a, b], a.array + b.array, a.is_image)

    def multiply(self, a, b):
        return self.node("Mul", [a, b], a.array * b.array, a.is_image)

    def relu(self, x):
        return self.node("Relu", [x], jax.nn.relu(x.array), x.is_image)

    def sigmoid(self, x):
        return self.node("Sigmoid", [x], jax.nn.sigmoid(x.array), x.is_image)

    def silu(self, x):
        return self.multiply(x, self.sigmoid(x))

    def gelu(self, x, approximate="none"):
        return self.node("Gelu", [x], jax.nn.gelu(x.array, approximate=approximate == "tanh"), x.is_image,
                         approximate=approximate)

    def reshape(self, x, *shape):
        return self.node("Reshape", [x, self.constant(np.array(shape, np.int64))], x.array.reshape(shape))

    def transpose(self, x, *axes):
        return self.node("Transpose", [x], x.array.transpose(axes), perm=axes)

    def rows(self, x):
        """An image as NHWC in ONNX, too."""
        return self.node("Transpose", [x], x.array, perm=FROM_IMAGE)

    def image(self, x):
        return self.node("Transpose", [x], x.array, True, perm=TO_IMAGE)

    def concatenate(self, values):
        """Images by channels."""
        return self.node("Concat", values, jnp.concatenate([each.array for each in values], -1), True, axis=1)

    # Images.

    def convolution(self, x, channels, size, stride=1, groups=1, bias=True):
        """Padded so that stride 1 keeps the size; not padded where kernels do not overlap."""
        inner = x.array.shape[-1] // groups
        kernel = self.weight((size, size, inner, channels), (2 / (size * size * inner)) ** 0.5, onnx_axes=(3, 2, 0, 1))
        pad = 0 if size == stride else (size - 1) // 2
        array = jax.lax.conv_general_dilated(x.array, kernel.array, (stride, stride), [(pad, pad)] * 2,
                                             dimension_numbers=("NHWC", "HWIO", "NHWC"), feature_group_count=groups)
        inputs = [x, kernel]
        if bias:
            offset = self.weight((channels,), 0.1)
            inputs, array = [*inputs, offset], array + offset.array
        return self.node("Conv", inputs, array, True, kernel_shape=[size] * 2, strides=[stride] * 2, pads=[pad] * 4,
                         group=groups)

    def batch_norm(self, x):
        channels = x.array.shape[-1]
        scale, offset = self.weight((channels,), 0.1, 1.0), self.weight((channels,), 0.1)
        mean, deviation = self.weight((channels,), 0.1), self.weight((channels,), 0.05, 1.0)
        array = (x.array - mean.array) * (jax.lax.rsqrt(deviation.array + 1e-5) * scale.array) + offset.array
        return self.node("BatchNormalization", [x, scale, offset, mean, deviation], array, True, epsilon=1e-5)

    def group_norm(self, x, groups):
        n, h, w, channels = x.array.shape
        scale, offset = self.weight((channels,), 0.1, 1.0), self.weight((channels,), 0.1)
        grouped = x.array.reshape(n, h * w, groups, channels // groups)
        mean = grouped.mean((1, 3), keepdims=True)
        variance = ((grouped - mean) ** 2).mean((1, 3), keepdims=True)
        array = ((grouped - mean) * jax.lax.rsqrt(variance + 1e-5)).reshape(x.array.shape) * scale.array + offset.array
        flat = self.node("Reshape", [x, self.constant(np.array([n, groups, -1]))], None)
        normal = self.node("InstanceNormalization",
                           [flat, self.constant(np.ones(groups, np.float32)), self.constant(np.zeros(groups, np.float32))],
                           None, epsilon=1e-5)
        back = self.node("Reshape", [normal, self.constant(np.array([n, channels, h, w]))], None)
        scaled = self.node("Mul", [back, self._per_channel(scale)], None)
        return self.node("Add", [scaled, self._per_channel(offset)], array, True)

    def _per_channel(self, x):
        return self.node("Reshape", [x, self.constant(np.array([1, -1, 1, 1]))], None)

    def max_pool(self, x, size, stride):
        pad = (size - 1) // 2
        array = jax.lax.reduce_window(x.array, -jnp.inf, jax.lax.max, (1, size, size, 1), (1, stride, stride, 1),
                                      ((0, 0), (pad, pad), (pad, pad), (0, 0)))
        return self.node("MaxPool", [x], array, True, kernel_shape=[size] * 2, strides=[stride] * 2, pads=[pad] * 4)

    def average_pool(self, x, size):
        array = jax.lax.reduce_window(x.array, 0.0, jax.lax.add, (1, size, size, 1), (1, size, size, 1), "VALID") / size**2
        return self.node("AveragePool", [x], array, True, kernel_shape=[size] * 2, strides=[size] * 2)

    def mean_of_pixels(self, x, keep=False):
        array = x.array.mean((1, 2), keepdims=keep)
        return self.node("ReduceMean", [x, self.constant(np.array([2, 3]))], array, keep, keepdims=int(keep))

    def twice_as_large(self, x):
        n, h, w, channels = x.array.shape
        array = jnp.broadcast_to(x.array[:, :, None, :, None], (n, h, 2, w, 2, channels)).reshape(n, 2 * h, 2 * w, channels)
        return self.node("Resize", [x, "", self.constant(np.array([1, 1, 2, 2], np.float32))], array, True, mode="nearest",
                         coordinate_transformation_mode="asymmetric", nearest_mode="floor")

    # Rows of features.

    def dense(self, x, features, bias=True):
        kernel = self.weight((x.array.shape[-1], features), x.array.shape[-1] ** -0.5)
        product = self.node("MatMul", [x, kernel], x.array @ kernel.array)
        return self.add(product, self.weight((features,), 0.1)) if bias else product

    def layer_norm(self, x):
        features = x.array.shape[-1]
        scale, offset = self.weight((features,), 0.1, 1.0), self.weight((features,), 0.1)
        mean = x.array.mean(-1, keepdims=True)
        variance = ((x.array - mean) ** 2).mean(-1, keepdims=True)
        array = (x.array - mean) * jax.lax.rsqrt(variance + 1e-5) * scale.array + offset.array
        return self.node("LayerNormalization", [x, scale, offset], array, axis=-1, epsilon=1e-5)

    def embedding(self, tokens, vocabulary, features):
        table = self.weight((vocabulary, features), 0.5)
        return table, self.node("Gather", [table, tokens], table.array[tokens.array])

    def attention(self, x, heads, mask=None):
        """x: [batch, tokens, features]; mask: an array that is added to the scores."""
        batch, tokens, features = x.array.shape
        size = features // heads
        projected = [self.reshape(self.dense(x, features), batch, tokens, heads, size) for _ in range(3)]
        query, key, value = (self.transpose(projected[0], 0, 2, 1, 3), self.transpose(projected[1], 0, 2, 3, 1),
                             self.transpose(projected[2], 0, 2, 1, 3))
        scale = np.float32(size**-0.5)
        scores = self.node("MatMul", [query, key], query.array @ key.array)
        scores = self.node("Mul", [scores, self.constant(scale)], scores.array * scale)
        if mask is not None:
            scores = self.node("Add", [scores, self.constant(mask)], scores.array + mask)
        weights = self.node("Softmax", [scores], jax.nn.softmax(scores.array, -1), axis=-1)
        mixed = self.node("MatMul", [weights, value], weights.array @ value.array)
        return self.dense(self.reshape(self.transpose(mixed, 0, 2, 1, 3), batch, tokens, features), features)

    def transformer_layer(self, x, heads, mask=None, approximate="none"):
        """Norm first."""
        x = self.add(x, self.attention(self.layer_norm(x), heads, mask))
        features = x.array.shape[-1]
        return self.add(x, self.dense(self.gelu(self.dense(self.layer_norm(x), 4 * features), approximate), features))


def resnet50(b, x):
    def unit(x, channels, size, stride=1):
        return b.batch_norm(b.convolution(x, channels, size, stride, bias=False))

    x = b.max_pool(b.relu(unit(x, 64, 7, 2)), 3, 2)
    for stage, blocks in enumerate([3, 4, 6, 3]):
        channels = 64 << stage
        for block in range(blocks):
            stride = 2 if stage > 0 and block == 0 else 1
            inner = b.relu(unit(b.relu(unit(x, channels, 1)), channels, 3, stride))
            shortcut = unit(x, 4 * channels, 1, stride) if block == 0 else x
            x = b.relu(b.add(unit(inner, 4 * channels, 1), shortcut))
    return b.dense(b.mean_of_pixels(x), 1000)


def densenet121(b, x):
    x = b.max_pool(b.relu(b.batch_norm(b.convolution(x, 64, 7, 2, bias=False))), 3, 2)
    for stage, blocks in enumerate([6, 12, 24, 16]):
        for _ in range(blocks):
            inner = b.convolution(b.relu(b.batch_norm(x)), 128, 1, bias=False)
            x = b.concatenate([x, b.convolution(b.relu(b.batch_norm(inner)), 32, 3, bias=False)])
        x = b.relu(b.batch_norm(x))
        if stage < 3:
            x = b.average_pool(b.convolution(x, x.array.shape[-1] // 2, 1, bias=False), 2)
    return b.dense(b.mean_of_pixels(x), 1000)


def effnet_b0(b, x):
    def unit(x, channels, size, stride=1, groups=1):
        return b.batch_norm(b.convolution(x, channels, size, stride, groups, bias=False))

    x = b.silu(unit(x, 32, 3, 2))
    for expand, channels, blocks, stride, size in [(1, 16, 1, 1, 3), (6, 24, 2, 2, 3), (6, 40, 2, 2, 5), (6, 80, 3, 2, 3),
                                                   (6, 112, 3, 1, 5), (6, 192, 4, 2, 5), (6, 320, 1, 1, 3)]:
        for block in range(blocks):
            inside = x.array.shape[-1]
            wide = b.silu(unit(x, expand * inside, 1)) if expand > 1 else x
            wide = b.silu(unit(wide, expand * inside, size, stride if block == 0 else 1, expand * inside))
            gate = b.silu(b.convolution(b.mean_of_pixels(wide, True), inside // 4, 1))
            wide = b.multiply(wide, b.sigmoid(b.convolution(gate, expand * inside, 1)))
            narrow = unit(wide, channels, 1)
            x = b.add(narrow, x) if block > 0 else narrow
    return b.dense(b.mean_of_pixels(b.silu(unit(x, 1280, 1))), 1000)


def convnext_t(b, x):
    x = b.image(b.layer_norm(b.rows(b.convolution(x, 96, 4, 4))))
    for stage, blocks in enumerate([3, 3, 9, 3]):
        channels = 96 << stage
        if stage > 0:
            x = b.convolution(b.image(b.layer_norm(b.rows(x))), channels, 2, 2)
        for _ in range(blocks):
            inner = b.layer_norm(b.rows(b.convolution(x, channels, 7, groups=channels)))
            inner = b.dense(b.gelu(b.dense(inner, 4 * channels)), channels)
            x = b.add(x, b.image(b.multiply(inner, b.weight((channels,), 0.1))))
    return b.dense(b.layer_norm(b.mean_of_pixels(x)), 1000)


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
            parts = [b.node("Slice", [x, *(b.constant(np.array([each])) for each in (begin, end, axis))],
                            jax.lax.slice_in_dim(x.array, begin, end, axis=axis))
                     for begin, end in ((by % size, size), (0, by % size))]
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
    def along_frames(x, stride):
        features = x.array.shape[-1]
        kernel = b.weight((1, 3, features, 384), (3 * features) ** -0.5, onnx_axes=(3, 2, 0, 1))
        array = jax.lax.conv_general_dilated(x.array, kernel.array, (1, stride), [(0, 0), (1, 1)],
                                             dimension_numbers=("NHWC", "HWIO", "NHWC"))
        offset = b.weight((384,), 0.1)
        return b.gelu(b.node("Conv", [x, kernel, offset], array + offset.array, True, kernel_shape=[1, 3],
                             strides=[1, stride], pads=[0, 1, 0, 1]))

    x = b.reshape(b.rows(along_frames(along_frames(frames, 1), 2)), 1, 1500, 384)
    x = b.add(x, b.weight((1500, 384), 0.1))
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


def yolo_n(b, x):
    """A detector's backbone with two upsampled levels."""
    def unit(x, channels, size=3, stride=1):
        return b.silu(b.batch_norm(b.convolution(x, channels, size, stride, bias=False)))

    def stack(x, channels, count):
        parts = [unit(x, channels // 2, 1), unit(x, channels // 2, 1)]
        for _ in range(count):
            parts.append(b.add(parts[-1], unit(unit(parts[-1], channels // 2), channels // 2)))
        return unit(b.concatenate(parts), channels, 1)

    x = unit(unit(x, 16, 3, 2), 32, 3, 2)
    x = stack(x, 32, 1)
    eighth = stack(unit(x, 64, 3, 2), 64, 2)
    sixteenth = stack(unit(eighth, 128, 3, 2), 128, 2)
    x = stack(unit(sixteenth, 256, 3, 2), 256, 1)
    pooled = [unit(x, 128, 1)]
    for _ in range(3):
        pooled.append(b.max_pool(pooled[-1], 5, 1))
    x = unit(b.concatenate(pooled), 256, 1)
    x = stack(b.concatenate([b.twice_as_large(x), sixteenth]), 128, 1)
    x = stack(b.concatenate([b.twice_as_large(x), eighth]), 64, 1)
    return b.rows(b.convolution(x, 85, 1))


def image(size, channels=3):
    return np.random.default_rng(3).standard_normal((1, size, size, channels)).astype(np.float32)


def tokens(batch, count, vocabulary):
    return np.random.default_rng(3).integers(0, vocabulary, (batch, count)).astype(np.int32)


NETWORKS = {  # the function, and its input
    "convnext_t": (convnext_t, lambda: image(224)),
    "densenet121": (densenet121, lambda: image(224)),
    "effnet_b0": (effnet_b0, lambda: image(224)),
    "gpt2_6": (gpt2_6, lambda: tokens(1, 128, 50257)),
    "minilm_b1s128": (bert, lambda: tokens(1, 128, 30522)),
    "minilm_b8s32": (bert, lambda: tokens(8, 32, 30522)),
    "resnet50": (resnet50, lambda: image(224)),
    "swin_stage": (swin_stage, lambda: image(224)),
    "unet_block": (unet_block, lambda: image(32, 4)),
    "vit_s": (vit_s, lambda: image(224)),
    "whisper_tiny_enc": (whisper_tiny_enc,
                         lambda: np.random.default_rng(3).standard_normal((1, 1, 3000, 80)).astype(np.float32)),
    "yolo_n": (yolo_n, lambda: image(320)),
}


def graph_of(network, argument):
    """The weights, and the network as a model of ONNX."""
    builder = Builder()
    is_image = argument.ndim == 4
    value = Value(None, "input", is_image)
    if is_image:
        value = builder.node("Transpose", [value], None, True, perm=TO_IMAGE)

    def run(array):
        return network(builder, Value(array, value.name, is_image))

    results = []
    shape = jax.eval_shape(lambda array: results.append(run(array)) or results[0].array, argument)
    kind = helper.np_dtype_to_tensor_dtype(argument.dtype)
    graph = helper.make_graph(builder.nodes, "network", [helper.make_tensor_value_info("input", kind, argument.shape)],
                              [helper.make_tensor_value_info(results[0].name, TensorProto.FLOAT, shape.shape)],
                              builder.initializers)
    return builder.made, helper.make_model(graph, opset_imports=[helper.make_opsetid("", OPSET)], ir_version=9)


def write(name, folder):
    network, make = NETWORKS[name]
    argument = make()
    weights, model = graph_of(network, argument)
    for each in ("args", "expected"):
        (folder / each).mkdir(parents=True, exist_ok=True)
    onnx.save(model, folder / "model.onnx")

    def run(array, *given):
        return network(Builder(given), Value(array, "input", array.ndim == 4)).array

    jitted = jax.jit(run)
    (folder / "module.stablehlo.mlir").write_text(jitted.lower(argument, *weights).as_text())
    result = np.asarray(jitted(argument, *weights))
    meta = {"name": name, "args": [], "results": []}
    for number, array in enumerate([argument, *weights]):
        meta["args"].append(describe(folder, f"args/{number:03}.npy", array, "weight" if number else "input"))
    meta["results"].append(describe(folder, "expected/000.npy", result, "result"))
    (folder / "meta.json").write_text(json.dumps(meta, indent=1))


def describe(folder, file, array, kind):
    np.save(folder / file, array)
    names = {"float32": "f32", "int32": "i32"}
    return {"name": Path(file).stem, "kind": kind, "shape": list(array.shape), "dtype": names[array.dtype.name], "file": file}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("directory", type=Path)
    parser.add_argument("--only", default=",".join(NETWORKS), help="names, separated by commas")
    options = parser.parse_args()
    for name in options.only.split(","):
        write(name, options.directory / name)
        print(name)


if __name__ == "__main__":
    main()
