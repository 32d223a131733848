"""Writes well-known networks with random weights as folders that compare_peers.py reads: for JAX and for ONNX.

    networks.py DIRECTORY [--only NAME,NAME]

Each network is written once, as a function of a Builder whose methods compute in JAX and add nodes to a graph of ONNX.
Images are NHWC in JAX, as in flax, and NCHW in ONNX, as exported from PyTorch. Needs jax and onnx.
"""

import argparse
import json
from pathlib import Path

import jax
import numpy as np
import onnx
from image_networks import (convnext_t, dcgan, deeplab, densenet121, effnet_b0, espcn, googlenet, mobilenet_v3, regnet,
                            resnet18, resnet50, shufflenet, squeezenet, yolo_n)
from network_builder import TO_IMAGE, Builder, Value
from onnx import TensorProto, helper
from token_networks import (bert, gpt2_6, llama, llama_decode, mixer, swin_stage, unet_block, vit_s, wavenet,
                            whisper_tiny_enc)

OPSET = 20


def normal(*shape):
    return np.random.default_rng(3).standard_normal(shape).astype(np.float32)


def image(size, channels=3):
    return normal(1, size, size, channels)


def tokens(batch, count, vocabulary):
    return np.random.default_rng(3).integers(0, vocabulary, (batch, count)).astype(np.int32)


NETWORKS = {  # the function, and its input
    "bert_s512": (bert, lambda: tokens(1, 512, 30522)),
    "convnext_t": (convnext_t, lambda: image(224)),
    "dcgan_b4": (dcgan, lambda: normal(4, 1, 1, 100)),
    "deeplab": (deeplab, lambda: image(224)),
    "densenet121": (densenet121, lambda: image(224)),
    "effnet_b0": (effnet_b0, lambda: image(224)),
    "espcn": (espcn, lambda: normal(1, 180, 320, 1)),
    "googlenet": (googlenet, lambda: image(224)),
    "gpt2_6": (gpt2_6, lambda: tokens(1, 128, 50257)),
    "llama": (llama, lambda: tokens(1, 128, 8000)),
    "llama_decode": (llama_decode, lambda: tokens(1, 1, 8000)),
    "minilm_b1s128": (bert, lambda: tokens(1, 128, 30522)),
    "minilm_b8s32": (bert, lambda: tokens(8, 32, 30522)),
    "mixer": (mixer, lambda: image(224)),
    "mobilenet_v3": (mobilenet_v3, lambda: image(224)),
    "regnet": (regnet, lambda: image(224)),
    "resnet18_b4": (resnet18, lambda: normal(4, 224, 224, 3)),
    "resnet50": (resnet50, lambda: image(224)),
    "shufflenet": (shufflenet, lambda: image(224)),
    "squeezenet": (squeezenet, lambda: image(224)),
    "swin_stage": (swin_stage, lambda: image(224)),
    "unet_block": (unet_block, lambda: image(32, 4)),
    "vit_s": (vit_s, lambda: image(224)),
    "wavenet": (wavenet, lambda: normal(1, 1, 8000, 1)),
    "whisper_tiny_enc": (whisper_tiny_enc, lambda: normal(1, 1, 3000, 80)),
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
