"""A test that compiles a program and links the library with a caller in C."""

import argparse
import subprocess
from pathlib import Path

STRICTLY = ["gcc", "-O1", "-std=c11", "-Wall", "-Wextra", "-pedantic", "-Werror", "-fsanitize=address,undefined",
            "-fno-sanitize-recover=all"]


def options_of(description):
    """The compiler, --hlo2c, and the caller's source file, --source."""
    parser = argparse.ArgumentParser(description=description)
    parser.add_argument("--hlo2c", required=True)
    parser.add_argument("--source", required=True, type=Path)
    return parser.parse_args()


def run_callers(library, sources, arguments=()):
    """Builds each source with the library, under sanitizers, and runs it with the arguments."""
    for source in sources:
        caller = library.with_name(f"{library.name}_{Path(source).stem}")
        subprocess.run([*STRICTLY, f"-I{library}/include", f"-I{library}/src", source, *sorted(library.glob("src/*.c")),
                        "-lm", "-o", caller], check=True)
        subprocess.run([caller, *arguments], check=True)
