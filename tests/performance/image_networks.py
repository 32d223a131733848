"""Networks of convolutions, written for a Builder. Images are NHWC in JAX, and NCHW in ONNX."""

import numpy as np


def unit(b, x, channels, size, stride=1, groups=1, dilation=1):
    return b.batch_norm(b.convolution(x, channels, size, stride, groups, False, dilation))


def gated(b, x, inner, activation, gate):
    """Multiplies channels by what their means say."""
    squeezed = activation(b.convolution(b.mean_of_pixels(x, True), inner, 1))
    return b.multiply(x, gate(b.convolution(squeezed, x.array.shape[-1], 1)))


def resnet50(b, x):
    x = b.max_pool(b.relu(unit(b, x, 64, 7, 2)), 3, 2)
    for stage, blocks in enumerate([3, 4, 6, 3]):
        channels = 64 << stage
        for block in range(blocks):
            stride = 2 if stage > 0 and block == 0 else 1
            inner = b.relu(unit(b, b.relu(unit(b, x, channels, 1)), channels, 3, stride))
            shortcut = unit(b, x, 4 * channels, 1, stride) if block == 0 else x
            x = b.relu(b.add(unit(b, inner, 4 * channels, 1), shortcut))
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
    x = b.silu(unit(b, x, 32, 3, 2))
    for expand, channels, blocks, stride, size in [(1, 16, 1, 1, 3), (6, 24, 2, 2, 3), (6, 40, 2, 2, 5), (6, 80, 3, 2, 3),
                                                   (6, 112, 3, 1, 5), (6, 192, 4, 2, 5), (6, 320, 1, 1, 3)]:
        for block in range(blocks):
            inside = x.array.shape[-1]
            wide = b.silu(unit(b, x, expand * inside, 1)) if expand > 1 else x
            wide = b.silu(unit(b, wide, expand * inside, size, stride if block == 0 else 1, expand * inside))
            narrow = unit(b, gated(b, wide, inside // 4, b.silu, b.sigmoid), channels, 1)
            x = b.add(narrow, x) if block > 0 else narrow
    return b.dense(b.mean_of_pixels(b.silu(unit(b, x, 1280, 1))), 1000)


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


def basic_block(b, x, channels, stride=1, dilation=1):
    """Of ResNet-18."""
    inner = b.relu(unit(b, x, channels, 3, stride, dilation=dilation))
    inner = unit(b, inner, channels, 3, dilation=dilation)
    is_alike = stride == 1 and x.array.shape[-1] == channels
    return b.relu(b.add(inner, x if is_alike else unit(b, x, channels, 1, stride)))


def resnet18(b, x):
    x = b.max_pool(b.relu(unit(b, x, 64, 7, 2)), 3, 2)
    for stage in range(4):
        for block in range(2):
            x = basic_block(b, x, 64 << stage, 2 if stage > 0 and block == 0 else 1)
    return b.dense(b.mean_of_pixels(x), 1000)


def deeplab(b, x):
    """ResNet-18 whose last stage is dilated, a pyramid of dilations, and classes of pixels."""
    x = b.max_pool(b.relu(unit(b, x, 64, 7, 2)), 3, 2)
    for stage in range(4):
        for block in range(2):
            x = basic_block(b, x, 64 << stage, 2 if stage in (1, 2) and block == 0 else 1, 2 if stage == 3 else 1)
    parts = [b.relu(unit(b, x, 128, 1)), *(b.relu(unit(b, x, 128, 3, dilation=each)) for each in (6, 12, 18))]
    x = b.convolution(b.relu(unit(b, b.concatenate(parts), 128, 1)), 21, 1)
    for _ in range(4):
        x = b.twice_as_large(x)
    return b.rows(x)


def regnet(b, x):
    """RegNetY of 400 million multiply-adds: groups of 8 channels."""
    x = b.relu(unit(b, x, 32, 3, 2))
    for channels, blocks in zip((48, 104, 208, 440), (1, 3, 6, 6)):
        for block in range(blocks):
            stride, inside = (2 if block == 0 else 1), x.array.shape[-1]
            inner = b.relu(unit(b, b.relu(unit(b, x, channels, 1)), channels, 3, stride, channels // 8))
            inner = unit(b, gated(b, inner, max(8, inside // 4), b.relu, b.sigmoid), channels, 1)
            x = b.relu(b.add(inner, x if block > 0 else unit(b, x, channels, 1, stride)))
    return b.dense(b.mean_of_pixels(x), 1000)


def mobilenet_v3(b, x):
    """The small one."""
    def hard_swish(x):
        return b.multiply(x, b.hard_sigmoid(x))

    x = hard_swish(unit(b, x, 16, 3, 2))
    for size, wide, channels, has_gate, activation, stride in [
            (3, 16, 16, True, b.relu, 2), (3, 72, 24, False, b.relu, 2), (3, 88, 24, False, b.relu, 1),
            (5, 96, 40, True, hard_swish, 2), (5, 240, 40, True, hard_swish, 1), (5, 240, 40, True, hard_swish, 1),
            (5, 120, 48, True, hard_swish, 1), (5, 144, 48, True, hard_swish, 1), (5, 288, 96, True, hard_swish, 2),
            (5, 576, 96, True, hard_swish, 1), (5, 576, 96, True, hard_swish, 1)]:
        inner = activation(unit(b, activation(unit(b, x, wide, 1)), wide, size, stride, wide))
        if has_gate:
            inner = gated(b, inner, max(8, wide // 4), b.relu, b.hard_sigmoid)
        inner = unit(b, inner, channels, 1)
        x = b.add(x, inner) if stride == 1 and x.array.shape[-1] == channels else inner
    return b.dense(b.dense(b.mean_of_pixels(hard_swish(unit(b, x, 576, 1))), 1024), 1000)


def shufflenet(b, x):
    """ShuffleNet V2: half of the channels pass, and the halves are interleaved."""
    def shuffled(x):
        n, h, w, channels = x.array.shape
        array = x.array.reshape(n, h, w, 2, channels // 2).swapaxes(3, 4).reshape(n, h, w, channels)
        halves = b.node("Reshape", [x, b.constant(np.array([n, 2, channels // 2, h, w]))], None)
        mixed = b.node("Transpose", [halves], None, perm=[0, 2, 1, 3, 4])
        return b.node("Reshape", [mixed, b.constant(np.array([n, channels, h, w]))], array, True)

    x = b.max_pool(b.relu(unit(b, x, 24, 3, 2)), 3, 2)
    for channels, blocks in ((116, 4), (232, 8), (464, 4)):
        half = channels // 2
        for block in range(blocks):
            stride, inside = (2 if block == 0 else 1), x.array.shape[-1]
            if block == 0:
                left = b.relu(unit(b, unit(b, x, inside, 3, 2, inside), half, 1))
            else:
                left, x = b.slice(x, 0, half, -1, 1), b.slice(x, half, channels, -1, 1)
            right = b.relu(unit(b, x, half, 1))
            right = b.relu(unit(b, unit(b, right, half, 3, stride, half), half, 1))
            x = shuffled(b.concatenate([left, right]))
    return b.dense(b.mean_of_pixels(b.relu(unit(b, x, 1024, 1))), 1000)


def squeezenet(b, x):
    def fire(x, narrow, wide):
        x = b.relu(b.convolution(x, narrow, 1))
        return b.concatenate([b.relu(b.convolution(x, wide, size)) for size in (1, 3)])

    x = b.max_pool(b.relu(b.convolution(x, 64, 3, 2)), 3, 2)
    x = b.max_pool(fire(fire(x, 16, 64), 16, 64), 3, 2)
    x = b.max_pool(fire(fire(x, 32, 128), 32, 128), 3, 2)
    for narrow in (48, 48, 64, 64):
        x = fire(x, narrow, 4 * narrow)
    return b.mean_of_pixels(b.relu(b.convolution(x, 1000, 1)))


def googlenet(b, x):
    def layer(x, channels, size, stride=1):
        return b.relu(unit(b, x, channels, size, stride))

    def inception(x, one, three, five, pooled):
        return b.concatenate([layer(x, one, 1), *(layer(layer(x, narrow, 1), wide, 3) for narrow, wide in (three, five)),
                              layer(b.max_pool(x, 3, 1), pooled, 1)])

    x = b.max_pool(layer(x, 64, 7, 2), 3, 2)
    x = b.max_pool(layer(layer(x, 64, 1), 192, 3), 3, 2)
    for blocks in ([(64, (96, 128), (16, 32), 32), (128, (128, 192), (32, 96), 64)],
                   [(192, (96, 208), (16, 48), 64), (160, (112, 224), (24, 64), 64), (128, (128, 256), (24, 64), 64),
                    (112, (144, 288), (32, 64), 64), (256, (160, 320), (32, 128), 128)],
                   [(256, (160, 320), (32, 128), 128), (384, (192, 384), (48, 128), 128)]):
        for block in blocks:
            x = inception(x, *block)
        if x.array.shape[1] > 7:
            x = b.max_pool(x, 3, 2)
    return b.dense(b.mean_of_pixels(x), 1000)


def dcgan(b, x):
    """The generator: [4, 1, 1, 100] to images of 64x64 pixels."""
    x = b.relu(b.batch_norm(b.transposed_convolution(x, 512, 4, 1, 0)))
    for channels in (256, 128, 64):
        x = b.relu(b.batch_norm(b.transposed_convolution(x, channels, 4, 2, 1)))
    return b.rows(b.tanh(b.transposed_convolution(x, 3, 4, 2, 1)))


def espcn(b, x):
    """Makes an image of one channel three times as large; the last convolution has the pixels as channels."""
    x = b.tanh(b.convolution(b.tanh(b.convolution(x, 64, 5)), 32, 3))
    n, h, w, _ = x.array.shape
    x = b.reshape(b.rows(b.convolution(x, 9, 3)), n, h, w, 3, 3)
    return b.reshape(b.transpose(x, 0, 1, 3, 2, 4), n, 3 * h, 3 * w)
