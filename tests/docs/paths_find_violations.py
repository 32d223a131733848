#!/usr/bin/env python3
"""Checks that paths.py finds what it looks for.

Usage: paths_find_violations.py PATHS
"""

import subprocess
import sys
import tempfile
from pathlib import Path

README = """# frontend/ir

- `program`: exists
- `absent`: does not

| file | holds |
|---|---|
| `program`, `missing.h` | one that exists, one that does not |

See `frontend/ir/program.h`, `frontend/ir/{program,gone}.h` and [the guide](../../docs/nowhere.md).
"""
WANTED = {
    "frontend/ir/README.md: the folder has no absent",
    "frontend/ir/README.md: the folder has no missing.h",
    "frontend/ir/README.md: there is no frontend/ir/gone.h",
    "frontend/ir/README.md: the link to ../../docs/nowhere.md leads nowhere",
}


def main():
    with tempfile.TemporaryDirectory() as folder:
        room = Path(folder) / "frontend" / "ir"
        room.mkdir(parents=True)
        (room / "program.h").write_text("", encoding="utf-8")
        (room / "README.md").write_text(README, encoding="utf-8")
        result = subprocess.run([sys.executable, sys.argv[1], folder], capture_output=True, text=True, check=False)
    found = set(result.stdout.split("\n")) - {""}
    if result.returncode == 1 and found == WANTED:
        return 0
    print(f"exit status {result.returncode}, found:\n{result.stdout}{result.stderr}")
    return 1


if __name__ == "__main__":
    sys.exit(main())
