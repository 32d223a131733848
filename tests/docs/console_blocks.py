#!/usr/bin/env python3
"""Runs the commands shown in a document and compares their output with the document.

    console_blocks.py --hlo2c build/bin/hlo2c [--update] docs/architecture.md

The first line of a block "```mlir" is a comment with the block's file name. A block "```console" begins with
"$ COMMAND"; the other lines are its output. A last line "..." stands for further output. A command with
`--dump-after NAME` shows only the dump. Commands run in a new folder, where `samples` is that of the sources.
--update writes the current output into the document.
"""

import argparse
import re
import subprocess
import sys
import tempfile
from pathlib import Path

BLOCK = re.compile(r"^```(mlir|console)\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def output_of(command, hlo2c, folder):
    """The output of a command: the dump of a compilation with a dump, else standard output."""
    words = ["sh", "-c", re.sub(r"^hlo2c\b", f'"{hlo2c}"', command)]
    run = subprocess.run(words, cwd=folder, capture_output=True, text=True, check=False)
    if run.returncode != 0:
        sys.exit(f"$ {command}\n{run.stderr}")
    dump = re.search(r"--dump-after (\S+)", command)
    if not dump:
        return run.stdout.splitlines()
    lines = run.stderr.splitlines()
    begin = lines.index(f"---- after {dump[1]}") + 1
    return lines[begin:lines.index("", begin)]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--hlo2c", type=Path, required=True)
    parser.add_argument("--update", action="store_true")
    parser.add_argument("document", type=Path)
    arguments = parser.parse_args()
    text = arguments.document.read_text(encoding="utf-8")
    commands, differences = 0, []
    with tempfile.TemporaryDirectory() as folder:
        Path(folder, "samples").symlink_to(Path(__file__).resolve().parents[2] / "samples")

        def replace(block):
            nonlocal commands
            kind, content = block.groups()
            lines = content.splitlines()
            if kind == "mlir":
                Path(folder, lines[0].removeprefix("// ")).write_text(content, encoding="utf-8")
                return block[0]
            commands += 1
            shown = lines[1:]
            printed = output_of(lines[0].removeprefix("$ "), arguments.hlo2c.resolve(), folder)
            if shown and shown[-1] == "...":
                printed = printed[:len(shown) - 1] + ["..."]
            if printed != shown:
                differences.append((lines[0], shown, printed))
            return "```console\n" + "\n".join([lines[0], *printed]) + "\n```"

        updated = BLOCK.sub(replace, text)
    if commands == 0:
        sys.exit(f"{arguments.document}: no command to check")
    if arguments.update:
        arguments.document.write_text(updated, encoding="utf-8")
        return
    for command, shown, printed in differences:
        print(f"{command}\n-- the document says\n" + "\n".join(shown) + "\n-- it prints\n" + "\n".join(printed))
    if differences:
        sys.exit(f"{arguments.document} is stale: {Path(__file__).name} --update writes it anew")
    print(f"{commands} commands print what {arguments.document.name} says")


main()
