"""A program to measure: its module, arguments, and expected results; with weights as arguments or as constants."""

import hashlib
import json
import re
from pathlib import Path

import ml_dtypes
import numpy as np

NOT_IN_NUMPY = {"bf16": ml_dtypes.bfloat16, "f8E4M3FN": ml_dtypes.float8_e4m3fn, "f8E5M2": ml_dtypes.float8_e5m2}


def _load(folder, description):
    array = np.load((folder / description["file"]).resolve())
    return array.view(NOT_IN_NUMPY.get(description["dtype"], array.dtype))


class Program:
    """A folder with module.stablehlo.mlir, meta.json, args/NNN.npy, expected/NNN.npy and perhaps model.onnx."""

    def __init__(self, folder):
        self.folder = Path(folder)
        self.name = self.folder.name
        self.meta = json.loads((self.folder / "meta.json").read_text())
        self.arguments = [_load(self.folder, each) for each in self.meta["args"]]
        self.expected = [_load(self.folder, each) for each in self.meta["results"]]
        self.is_weight = [each.get("kind") == "weight" for each in self.meta["args"]]
        self.onnx = self.folder / "model.onnx"

    def inputs(self):
        """The arguments that stay arguments once the weights are bound."""
        return [array for array, weight in zip(self.arguments, self.is_weight) if not weight]

    def text(self):
        """The module without donation, since every contestant is called on the same arguments repeatedly."""
        text = (self.folder / "module.stablehlo.mlir").read_text()
        return re.sub(r"(tf\.aliasing_output = \d+ : i32|jax\.buffer_donor = true)(, )?", "", text)

    def with_constants(self, context):
        """The module as MLIR in `context`, each weight a constant instead of an argument."""
        from jaxlib.mlir import ir
        from jaxlib.mlir.dialects import stablehlo

        with context, ir.Location.unknown():
            module = ir.Module.parse(self.text())
            main = next(each for each in module.body.operations if getattr(each, "name", None) is not None
                        and ir.StringAttr(each.attributes["sym_name"]).value == "main")
            block = main.regions[0].blocks[0]
            arguments = list(block.arguments)
            with ir.InsertionPoint.at_block_begin(block):
                for number, array in enumerate(self.arguments):
                    if self.is_weight[number]:
                        constant = stablehlo.ConstantOp(_dense(array, ir.RankedTensorType(arguments[number].type)))
                        arguments[number].replace_all_uses_with(constant.result)
            for number in reversed(range(len(arguments))):
                if self.is_weight[number]:
                    block.erase_argument(number)
            kept = [number for number, weight in enumerate(self.is_weight) if not weight]
            kind = ir.FunctionType(ir.TypeAttr(main.attributes["function_type"]).value)
            main.attributes["function_type"] = ir.TypeAttr.get(
                ir.FunctionType.get([kind.inputs[number] for number in kept], kind.results))
            if "arg_attrs" in main.attributes:
                attributes = list(ir.ArrayAttr(main.attributes["arg_attrs"]))
                main.attributes["arg_attrs"] = ir.ArrayAttr.get([attributes[number] for number in kept])
            module.operation.verify()
            return module

    def digest(self):
        """Changes when the module or an argument does."""
        digest = hashlib.sha256(self.text().encode())
        for array in self.arguments:
            digest.update(np.ascontiguousarray(array).tobytes())
        return digest.hexdigest()[:16]

    def relative_error(self, results):
        """The largest difference from the expected results, each divided by its result's largest value."""
        worst = 0.0
        for got, expected in zip(results, self.expected, strict=True):
            got = np.asarray(got).reshape(expected.shape)
            if expected.dtype.kind in "biu":
                worst = max(worst, 0.0 if np.array_equal(got, expected) else np.inf)
                continue
            wide = np.complex128 if expected.dtype.kind == "c" else np.float64
            got, expected = got.astype(wide), expected.astype(wide)
            finite = np.isfinite(expected)
            if not np.array_equal(finite, np.isfinite(got)):
                return np.inf
            if finite.any():
                scale = max(np.abs(expected[finite]).max(), 1e-30)
                worst = max(worst, float(np.abs(got - expected)[finite].max() / scale))
        return worst


def _dense(array, kind):
    from jaxlib.mlir import ir

    array = np.ascontiguousarray(array)
    if array.dtype.kind == "V" or array.dtype.name == "bfloat16":
        return ir.DenseElementsAttr.get(array.view(f"u{array.dtype.itemsize}"), type=kind)
    return ir.DenseElementsAttr.get(array) if array.dtype != bool else ir.DenseElementsAttr.get(array, type=kind)
