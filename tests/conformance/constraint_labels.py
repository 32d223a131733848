#!/usr/bin/env python3
"""Lists the constraints of the specification that no function of the verifier names by their label.

The column `verify` of the op table names the function of an op; labels count that stand in it, as an argument or in a
comment beside what implies them, or in a function or table of labels that it uses. Fails when the list is not empty.

    constraint_labels.py --specification stablehlo_ops.json --frontend DIR
"""

import argparse
import json
import re
import sys
from pathlib import Path


def definitions(text):
    """name -> text of each function with the comment above it, and of each table of labels."""
    found = {}
    for match in re.finditer(r"^[A-Za-z_][\w:<>&*, ]*?\b(\w+)\([^;{}]*?\) (?:const )?\{\n.*?^\}", text, re.S | re.M):
        comment = text[: match.start()].rsplit("\n\n", 1)[-1]
        found[match.group(1)] = found.get(match.group(1), "") + comment + match.group(0)
    for match in re.finditer(r"^constexpr \w+ (\w+) = \{[^;]*\};", text, re.M):
        found[match.group(1)] = match.group(0)
    return found


def reachable(name, found, seen):
    if name in seen or name not in found:
        return ""
    seen.add(name)
    words = set(re.findall(r"\b\w+\b", found[name]))
    return found[name] + "".join(reachable(word, found, seen) for word in sorted(words))


def labels_in(text):
    labels = set(re.findall(r"\bC\d+\b", text))
    for first, last in re.findall(r"C(\d+)-C(\d+)", text):
        labels |= {f"C{i}" for i in range(int(first), int(last) + 1)}
    return labels


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--specification", required=True, type=Path)
    parser.add_argument("--frontend", required=True, type=Path)
    options = parser.parse_args()
    found = {}
    for file in sorted((options.frontend / "ops").glob("*.cpp")):
        for name, text in definitions(file.read_text()).items():
            found[name] = found.get(name, "") + text
    rows = dict(re.findall(r'^OP(?:_READABLE)?\(\w+,\s*"([\w.\-]+)",.*,\s*(\w+)\)\s*$',
                           (options.frontend / "ops.def").read_text(), re.M))
    specification = json.loads(options.specification.read_text())
    checked, missing = 0, []
    for edition in specification.values():
        for op in edition:
            spelling = "stablehlo." + op["op"]
            if spelling not in rows:
                missing.append(f"{spelling} is not in the op table")
                continue
            labels = labels_in(reachable("infer_" + rows[spelling], found, set()))
            checked += len(op["constraints"])
            missing += [f"{spelling} ({label}): {text}" for label, text in op["constraints"].items()
                        if label not in labels]
    print(f"{checked} constraints, {len(missing)} that no check names")
    print("\n".join(missing))
    sys.exit(1 if missing or checked == 0 else 0)


if __name__ == "__main__":
    main()
