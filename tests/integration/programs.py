"""Programs to measure: their paths and arguments, and small .npy files, using only the standard library."""

import json
import os
import random
import re
import struct
import zlib
from dataclasses import dataclass
from pathlib import Path

# element type -> (numpy's descriptor, struct format)
ELEMENTS = {
    "i1": ("|b1", "?"), "i8": ("|i1", "b"), "ui8": ("|u1", "B"), "i16": ("<i2", "h"), "ui16": ("<u2", "H"),
    "i32": ("<i4", "i"), "ui32": ("<u4", "I"), "i64": ("<i8", "q"), "ui64": ("<u8", "Q"),
    "f32": ("<f4", "f"), "f64": ("<f8", "d"),
}


@dataclass
class Program:
    """A program file with its arguments as a folder of NNN.npy, and the arguments that are bound as weights."""

    name: str
    file: Path
    arguments: Path
    bind_directory: Path | None = None
    shapes: tuple = ()  # "0=5x64" for arguments whose sizes the program leaves open
    ranks: int = 1  # processes that run the program together; with several, each has a folder of arguments: rank0, ...

    def compile_options(self):
        shapes = [word for shape in self.shapes for word in ("--shape", shape)]
        return shapes + (["--bind-dir", str(self.bind_directory)] if self.bind_directory else [])

    def input_files(self):
        if self.ranks > 1:
            return [path for rank in range(self.ranks) for path in sorted((self.arguments / f"rank{rank}").glob("*.npy"))]
        bound = {path.name for path in self.bind_directory.glob("*.npy")} if self.bind_directory else set()
        return [path for path in sorted(self.arguments.glob("*.npy")) if path.name not in bound]


def write_npy(path, descriptor, shape, payload):
    shape_text = "(" + ", ".join(map(str, shape)) + ("," if len(shape) == 1 else "") + ")"
    header = f"{{'descr': '{descriptor}', 'fortran_order': False, 'shape': {shape_text}, }}"
    header += " " * (-(len(header) + 11) % 64) + "\n"
    path.write_bytes(b"\x93NUMPY\x01\x00" + struct.pack("<H", len(header)) + header.encode() + payload)


def entry_types(text):
    """The argument types of @main as (shape, element), parsed from the text form."""
    start = text.index("@main(")
    depth, end = 0, start + len("@main")
    for end in range(start + len("@main"), len(text)):
        depth += {"(": 1, ")": -1}.get(text[end], 0)
        if depth == 0:
            break
    types = re.findall(r"%\w+\s*:\s*tensor<((?:\d+x)*)(\w+)>", text[start:end])
    return [([int(size) for size in shape.split("x") if size], element) for shape, element in types]


def random_payload(generator, shape, element):
    count = 1
    for size in shape:
        count *= size
    if element == "i1":
        values = [generator.random() < 0.5 for _ in range(count)]
    elif element.startswith("f"):
        values = [generator.uniform(-2.0, 2.0) for _ in range(count)]
    elif element.startswith("u"):
        values = [generator.randrange(0, 20) for _ in range(count)]
    else:
        values = [generator.randrange(-5, 20) for _ in range(count)]
    return struct.pack(f"<{count}{ELEMENTS[element][1]}", *values)


def program_from_file(file, work):
    """A program of our own: arguments are drawn from a generator seeded by the file's name, so they never change."""
    arguments = work / "arguments"
    arguments.mkdir(parents=True, exist_ok=True)
    generator = random.Random(zlib.crc32(file.stem.encode()))
    for number, (shape, element) in enumerate(entry_types(file.read_text())):
        write_npy(arguments / f"{number:03}.npy", ELEMENTS[element][0], shape,
                  random_payload(generator, shape, element))
    return Program(file.stem, file, arguments)


def bind_weights(model, directory):
    """Fills `directory` with links to the arguments of kind `weight`; returns how many there are."""
    directory.mkdir(parents=True, exist_ok=True)
    weights = [each["file"] for each in json.loads((model / "meta.json").read_text())["args"]
               if each.get("kind") == "weight"]
    for file in weights:
        link = directory / Path(file).name
        if not link.exists():
            os.symlink((model / file).resolve(), link)
    return len(weights)


def program_from_model(model, work):
    bind_directory = work / "bind"
    count = bind_weights(model, bind_directory)
    file = model / "module.stablehlo.mlir"
    shapes = ()
    if not file.exists():
        file = model / "module.hlo.pb"  # HLO text may leave out constants
    elif re.search(r"@main\([^)]*tensor<[0-9x]*\?", file.read_text()):
        arguments = json.loads((model / "meta.json").read_text())["args"]
        shapes = tuple(f"{number}={'x'.join(map(str, each['shape']))}" for number, each in enumerate(arguments)
                       if each.get("kind") != "weight" and each["shape"])
    return Program(model.name, file, model / "args", bind_directory if count else None, shapes)
