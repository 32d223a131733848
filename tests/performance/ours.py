"""The program as hlo2c compiles it, built as a shared library and called through NAME_call in this process."""

import ctypes
import os
import sys
from pathlib import Path

import numpy as np

from peers import Contestant

sys.path.append(str(Path(__file__).resolve().parent.parent / "integration"))
import library as emitted  # noqa: E402
import programs  # noqa: E402


class Tensor(ctypes.Structure):  # hlo2c_tensor
    _fields_ = [("name", ctypes.c_char_p), ("dtype", ctypes.c_int), ("rank", ctypes.c_int),
                ("shape", ctypes.POINTER(ctypes.c_int64)), ("bytes", ctypes.c_size_t),
                ("alignment", ctypes.c_size_t), ("position", ctypes.c_int), ("donated_to", ctypes.c_int)]


class Function(ctypes.Structure):  # hlo2c_function
    _fields_ = [("name", ctypes.c_char_p), ("arena_bytes", ctypes.c_size_t), ("arena_alignment", ctypes.c_size_t),
                ("input_count", ctypes.c_int), ("output_count", ctypes.c_int),
                ("inputs", ctypes.POINTER(Tensor)), ("outputs", ctypes.POINTER(Tensor))]


class Context(ctypes.Structure):  # hlo2c_context
    _fields_ = [("struct_bytes", ctypes.c_size_t), ("weights", ctypes.c_void_p), ("weights_bytes", ctypes.c_size_t),
                ("hooks", ctypes.c_void_p), ("profile", ctypes.c_void_p), ("message", ctypes.c_char_p),
                ("message_bytes", ctypes.c_size_t), ("rank", ctypes.c_int), ("replica", ctypes.c_int),
                ("partition", ctypes.c_int), ("replica_count", ctypes.c_int), ("partition_count", ctypes.c_int),
                ("unused", ctypes.c_int)]


def _aligned(size):
    """`size` zeroed bytes that begin at a multiple of 64."""
    block = np.zeros(size + 64, np.uint8)
    begin = -block.ctypes.data % 64
    return block[begin:begin + size]


def build(hlo2c, program, work, rules, compiler, target):
    """Compiles the program with its weights bound, and the library with `compiler`; gives library and .so file."""
    work.mkdir(parents=True, exist_ok=True)
    module = work / f"{program.name}.mlir"
    module.write_text(program.text())
    bound = work / "bound"
    has_weights = programs.bind_weights(program.folder, bound)
    source = programs.Program(program.name, module, program.folder / "args", bound if has_weights else None)
    library = emitted.Library(hlo2c, source, work / "library", target, ["--weights", "blob", f"--fp={rules}"])
    flags = library.target_flags(emitted.Build())
    shared = work / f"lib{program.name}.so"
    emitted.run([compiler, "-O3", "-shared", "-fPIC", *flags, *library.include_flags(), *library.sources(),
                 "-o", shared])
    return library, shared


def contestant(hlo2c, program, work, rules="strict", compiler="gcc", target="native"):
    library, shared = build(hlo2c, program, work, rules, compiler, target)
    code = ctypes.CDLL(os.fspath(shared))
    function = (Function * 1).in_dll(code, f"{library.name}_functions")[0]
    call = getattr(code, f"{library.name}_call")

    inputs = [_aligned(array.nbytes) for array in program.inputs()]
    for memory, array in zip(inputs, program.inputs(), strict=True):
        memory[:] = np.frombuffer(np.ascontiguousarray(array).tobytes(), np.uint8)
    outputs = [_aligned(function.outputs[number].bytes) for number in range(function.output_count)]
    arena = _aligned(function.arena_bytes)
    context, message = Context(struct_bytes=ctypes.sizeof(Context)), ctypes.create_string_buffer(256)
    context.message, context.message_bytes = ctypes.cast(message, ctypes.c_char_p), len(message)
    keep = [inputs, outputs, arena, message]
    file = library.weights_file()
    if file is not None:
        weights = _aligned(file.stat().st_size)
        weights[:] = np.fromfile(file, np.uint8)
        context.weights, context.weights_bytes = weights.ctypes.data, weights.size
        keep.append(weights)

    arguments = (ctypes.c_char_p(function.name),
                 (ctypes.c_void_p * (len(inputs) + 1))(*(each.ctypes.data for each in inputs)),
                 (ctypes.c_void_p * (len(outputs) + 1))(*(each.ctypes.data for each in outputs)),
                 ctypes.c_void_p(arena.ctypes.data), ctypes.byref(context))

    def run():
        status = call(*arguments)
        if status != 0:
            raise RuntimeError(f"status {status}: {message.value.decode()}")

    def results(_):
        return [np.frombuffer(memory.tobytes(), array.dtype).reshape(array.shape)
                for memory, array in zip(outputs, program.expected, strict=True)]

    return Contestant(run, results, (code, context, arguments, *keep))
