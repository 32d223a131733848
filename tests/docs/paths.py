#!/usr/bin/env python3
"""Checks that documents name only files that exist: the targets of relative links, paths from the source root
in backticks, and the files that the README of a source folder lists.

Usage: paths.py ROOT
"""

import fnmatch
import itertools
import re
import subprocess
import sys
from pathlib import Path

GENERATED = {"frontend/forms/hlo/hlo.pb.h"}
ROOMS = ("cmake", "codegen", "docs", "driver", "frontend", "runtime_c", "samples", "scheduler", "tests")
SOURCE_ROOMS = ("codegen", "driver", "frontend", "runtime_c", "scheduler")


def expanded(pattern):
    """The paths that a text with {a,b} stands for; <family> becomes a wildcard."""
    parts = re.split(r"\{([^{}]*)\}", re.sub(r"<\w+>", "*", pattern))
    choices = [part.split(",") if i % 2 else [part] for i, part in enumerate(parts)]
    return ["".join(choice) for choice in itertools.product(*choices)]


def exists(pattern, names):
    """Whether a file or folder has this path, with or without its extension."""
    pattern = pattern.rstrip("/")
    if pattern in GENERATED:
        return True
    if any(sign in pattern for sign in "*?["):
        return bool(fnmatch.filter(names, pattern)) or bool(fnmatch.filter(names, pattern + ".*"))
    return pattern in names or any(pattern + ending in names for ending in (".h", ".cpp", ".c", ".h.in"))


def paths_in(text):
    """Paths from the source root in backticks."""
    for quoted in re.findall(r"`([^`\s]+)`", text):
        room, slash, rest = quoted.partition("/")
        if slash and rest and room in ROOMS:
            yield quoted.split(":")[0]


def listed_in(text):
    """The names in backticks before the colon of a list item, and in the first column of a table of files."""
    items = re.findall(r"^- ((?:`[^`]+`(?:, | and )?)+):", text, re.MULTILINE)
    for table in re.findall(r"^\| (?:files?|folder|file or folder) \|.*(?:\n\|.*)+", text, re.MULTILINE):
        items += [row.split("|")[1] for row in table.split("\n")[2:]]
    for name in re.findall(r"`([^`\s]+)`", " ".join(items)):
        if name.split("/")[0] not in ROOMS:
            yield name


def problems(root):
    listing = subprocess.run(["git", "-C", str(root), "ls-files"], capture_output=True, text=True, check=False)
    files = listing.stdout.split() if listing.returncode == 0 else []
    if not files:
        files = [str(path.relative_to(root)) for path in root.rglob("*") if path.is_file()]
    names = set(files)
    for file in files:
        names.update(str(parent) for parent in Path(file).parents)
    for file in sorted(files):
        if not file.endswith(".md") or "/violations/" in file:
            continue
        folder = Path(file).parent
        text = re.sub(r"^```.*?^```", "", (root / file).read_text(encoding="utf-8"), flags=re.DOTALL | re.MULTILINE)
        for target in re.findall(r"\]\(([^)#\s]+)", text):
            if "://" not in target and not (root / folder / target).exists():
                yield f"{file}: the link to {target} leads nowhere"
        for path in paths_in(text):
            for each in expanded(path):
                if not exists(each, names) and not exists(str(folder / each), names):
                    yield f"{file}: there is no {each}"
        if folder.name and Path(file).name == "README.md" and file.split("/")[0] in SOURCE_ROOMS:
            for name in listed_in(text):
                if not exists(str(folder / name), names):
                    yield f"{file}: the folder has no {name}"


def main():
    found = list(problems(Path(sys.argv[1]).resolve()))
    print("\n".join(found) or "documents name files that exist")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
