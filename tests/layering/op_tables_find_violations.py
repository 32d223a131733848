#!/usr/bin/env python3
"""op_tables.py names each table that is keyed by ops and each comparison of an op's name, and nothing else.

    op_tables_find_violations.py OP_TABLES_PY
"""

import subprocess
import sys
import tempfile
from pathlib import Path

SOURCE = """std::map<OpCode, int> costs;
std::unordered_map<frontend::OpCode, int> costs;
constexpr std::pair<OpCode, int> costs[] = {};
constexpr auto costs = total<int>({{OpCode::Add, 1}});
if (spelling(op.code) == "stablehlo.add") return;
if (spelling(code).starts_with("chlo.")) return;
text += spelling(op.code);
return op.code == OpCode::While || op.code == OpCode::If ||
       op.code == OpCode::Case;
return op->code != frontend::OpCode::If && (op->code != frontend::OpCode::Case);
return OpCode::If == row(i).code || is_known || row(i).code == OpCode::Case;
return code == OpCode::If ? 1 : code == OpCode::Case ? 2 : 3;
return a.code == OpCode::If && b.code == OpCode::Case;
if (op.code == OpCode::If) return;
if (op.code == OpCode::Case) return;
return library_call(op) == LibraryCall::Pin || library_call(op) == LibraryCall::Unpin;
switch (code) {
    case frontend::OpCode::Real: return 1;
    default: return 0;
}
if (named.first == "lower") return named.second;
if (named.first == attr::lower) return named.second;
"""
EXPECTED = [f"codegen/costs.h:{line}:" for line in (8, 10, 11, 12, 16, 1, 2, 3, 5, 6, 18, 21)]


def main():
    with tempfile.TemporaryDirectory() as root:
        (Path(root) / "codegen").mkdir()
        (Path(root) / "codegen" / "costs.h").write_text(SOURCE)
        run = subprocess.run([sys.executable, sys.argv[1], root], stderr=subprocess.PIPE, text=True)
    found = run.stderr.splitlines()
    if run.returncode != 1 or [line.split(" ")[0] for line in found] != EXPECTED:
        sys.exit(f"op_tables.py does not name {EXPECTED} alone:\n{run.stderr}")


if __name__ == "__main__":
    main()
