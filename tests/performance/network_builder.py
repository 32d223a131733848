"""Builds a network in JAX and as a graph of ONNX at the same time, with random weights."""

from dataclasses import dataclass
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
from onnx import helper, numpy_helper

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

    def tanh(self, x):
        return self.node("Tanh", [x], jnp.tanh(x.array), x.is_image)

    def hard_sigmoid(self, x):
        return self.node("HardSigmoid", [x], jnp.clip(x.array / 6 + 0.5, 0, 1), x.is_image, alpha=1 / 6, beta=0.5)

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

    def slice(self, x, begin, end, axis, onnx_axis=None):
        """Elements `begin` to `end` along an axis."""
        array = jax.lax.slice_in_dim(x.array, begin, end, axis=axis % x.array.ndim)
        limits = [self.constant(np.array([each])) for each in (begin, end, axis if onnx_axis is None else onnx_axis)]
        return self.node("Slice", [x, *limits], array, x.is_image)

    def softmax(self, x):
        return self.node("Softmax", [x], jax.nn.softmax(x.array, -1), axis=-1)

    def concatenate(self, values):
        """Images by channels."""
        return self.node("Concat", values, jnp.concatenate([each.array for each in values], -1), True, axis=1)

    # Images.

    def convolution(self, x, channels, size, stride=1, groups=1, bias=True, dilation=1):
        """Padded so that stride 1 keeps the size; not padded where kernels do not overlap."""
        inner = x.array.shape[-1] // groups
        kernel = self.weight((size, size, inner, channels), (2 / (size * size * inner)) ** 0.5, onnx_axes=(3, 2, 0, 1))
        pad = 0 if size == stride else (size - 1) * dilation // 2
        array = jax.lax.conv_general_dilated(x.array, kernel.array, (stride, stride), [(pad, pad)] * 2,
                                             rhs_dilation=(dilation, dilation), dimension_numbers=("NHWC", "HWIO", "NHWC"),
                                             feature_group_count=groups)
        inputs = [x, kernel]
        if bias:
            offset = self.weight((channels,), 0.1)
            inputs, array = [*inputs, offset], array + offset.array
        return self.node("Conv", inputs, array, True, kernel_shape=[size] * 2, strides=[stride] * 2, pads=[pad] * 4,
                         dilations=[dilation] * 2, group=groups)

    def convolution_of_line(self, x, channels, size, pads, stride=1, dilation=1):
        """Along the width of an image of one line."""
        inner = x.array.shape[-1]
        kernel = self.weight((1, size, inner, channels), (size * inner) ** -0.5, onnx_axes=(3, 2, 0, 1))
        array = jax.lax.conv_general_dilated(x.array, kernel.array, (1, stride), [(0, 0), pads], rhs_dilation=(1, dilation),
                                             dimension_numbers=("NHWC", "HWIO", "NHWC"))
        offset = self.weight((channels,), 0.1)
        return self.node("Conv", [x, kernel, offset], array + offset.array, True, kernel_shape=[1, size],
                         strides=[1, stride], pads=[0, pads[0], 0, pads[1]], dilations=[1, dilation])

    def transposed_convolution(self, x, channels, size, stride, pad):
        inner = x.array.shape[-1]
        kernel = self.weight((size, size, inner, channels), (2 / (size * size * inner)) ** 0.5, onnx_axes=(2, 3, 0, 1))
        edge = size - 1 - pad
        array = jax.lax.conv_general_dilated(x.array, kernel.array[::-1, ::-1], (1, 1), [(edge, edge)] * 2,
                                             lhs_dilation=(stride, stride), dimension_numbers=("NHWC", "HWIO", "NHWC"))
        return self.node("ConvTranspose", [x, kernel], array, True, kernel_shape=[size] * 2, strides=[stride] * 2,
                         pads=[pad] * 4)

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
        weights = self.softmax(scores)
        mixed = self.node("MatMul", [weights, value], weights.array @ value.array)
        return self.dense(self.reshape(self.transpose(mixed, 0, 2, 1, 3), batch, tokens, features), features)

    def transformer_layer(self, x, heads, mask=None, approximate="none"):
        """Norm first."""
        x = self.add(x, self.attention(self.layer_norm(x), heads, mask))
        features = x.array.shape[-1]
        return self.add(x, self.dense(self.gelu(self.dense(self.layer_norm(x), 4 * features), approximate), features))

    def root_mean_square_norm(self, x):
        scale = self.weight((x.array.shape[-1],), 0.1, 1.0)
        square = self.multiply(x, x)
        mean = self.node("ReduceMean", [square, self.constant(np.array([-1]))], square.array.mean(-1, keepdims=True),
                         keepdims=1)
        shifted = self.node("Add", [mean, self.constant(np.float32(1e-5))], mean.array + 1e-5)
        root = self.node("Sqrt", [shifted], jnp.sqrt(shifted.array))
        return self.multiply(self.node("Div", [x, root], x.array / root.array), scale)
