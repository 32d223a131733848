#!/usr/bin/env python3
"""Runs the cases of a folder with 'hlo2c test' and compares the outcomes with the list of excluded cases.

A case that fails or is skipped must be in the list, and an entry must match such a case, so that the list shrinks.
"""

import argparse
import fnmatch
import json
import re
import subprocess
import sys
from collections import Counter
from pathlib import Path

# The file name suffixes of each serialized form. Texts are in pretty form, with or without embedded checks.
FORMS = {
    "text": (".mlir",),
    "generic": (".generic.mlir",),
    "exported": (".txt.mlir",),  # as an exporter printed it
    "sizes": (".dyn.mlir",),  # with sizes that arguments say
    "bytecode": (".bc", ".mlirbc"),
    "hlo": (".hlo",),
    "message": (".pb",),
}
NOT_TEXT = (*FORMS["generic"], *FORMS["exported"], *FORMS["sizes"])


def files_of(folder, form):
    """The files of a folder that are in one form, sorted."""
    named = (str(file) for file in folder.rglob("*") if file.is_file())
    files = [name for name in named if name.endswith(FORMS[form])]
    return sorted(name for name in files if form != "text" or not name.endswith(NOT_TEXT))


def read_list(file, way, form):
    """(glob, reason) pairs, from lines "way glob" or "way:form glob" below lines "# reason"."""
    entries, reason = [], ""
    for line in file.read_text().splitlines():
        if line.startswith("#"):
            reason = line[1:].strip()
        elif line.strip():
            key, _, pattern = line.partition(" ")
            ways, _, forms = key.partition(":")
            if ways in (way, "both") and forms in ("", form):
                entries.append((pattern.strip(), reason))
    return entries


def concerns(pattern, ids, options):
    """True if an entry applies here: it matches one of these cases, or no case in any form."""
    if any(fnmatch.fnmatchcase(name, pattern) for name in ids):
        return True
    folder, _, rest = pattern.partition("/")
    path = rest.partition("@")[0].rstrip("*")
    return folder == options.folder.name and not any(options.folder.glob(glob_escaped(path) + "*"))


def glob_escaped(text):
    return re.sub(r"([*?[])", r"[\1]", text)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--hlo2c", required=True)
    parser.add_argument("--folder", required=True, type=Path)
    parser.add_argument("--list", required=True, type=Path)
    parser.add_argument("--form", choices=FORMS, default="text")
    parser.add_argument("--evaluator", action="store_true")
    parser.add_argument("--cc", help="C compiler for emitted code, with options")
    parser.add_argument("--timeout", default="120", help="seconds for one case")
    options = parser.parse_args()

    files = files_of(options.folder, options.form)
    command = [options.hlo2c, "test", "--json", "--timeout", options.timeout, *files]
    if options.evaluator:
        command.append("--evaluator")
    if options.cc:
        command += ["--cc", options.cc]
    run = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    report = json.loads(run.stdout)
    if "cases" not in report:
        sys.exit(run.stdout)
    entries = read_list(options.list, "evaluator" if options.evaluator else "emitted", options.form)
    cases = report["cases"]
    used, unlisted = set(), []
    for case in cases:
        if case["status"] == "passed":
            continue
        matching = [entry for entry in entries if fnmatch.fnmatchcase(case["id"], entry[0])]
        used.update(matching)
        if not matching:
            unlisted.append(f"{case['file']}: {case['status']}: {case['reason']}")
    ids = [case["id"] for case in cases]
    stale = [entry for entry in entries if entry not in used and concerns(entry[0], ids, options)]
    for pattern, reason in stale:
        print(f"passes, or does not exist, and has to leave the list: {pattern} ({reason})")
    if unlisted:
        print("\n".join(unlisted))
    counts = Counter(case["status"] for case in cases)
    left_out = len(cases) - counts["passed"] - len(unlisted)
    print(f"{counts['passed']} passed, {counts['failed']} failed, {counts['skipped']} skipped; {left_out} of them listed")
    sys.exit(1 if unlisted or stale or not ids else 0)


if __name__ == "__main__":
    main()
