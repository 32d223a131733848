"""Reads disassembly of x86-64, and the loops of aarch64: functions, their innermost loops, and the floating-point operations in them."""

import re

ARITHMETIC = r"(?:add|sub|mul|div|max|min|sqrt|fn?m(?:add|sub)(?:132|213|231))"
PACKED = re.compile(rf"^v?{ARITHMETIC}p[sdh]$")
SCALAR = re.compile(rf"^v?{ARITHMETIC}s[sdh]$")
FUSED = re.compile(r"^vfn?m(?:add|sub)(?:132|213|231)p[sd]$")
FUSED_NEON = re.compile(r"^fml[as]\s+v\d+\.[24][sd]\b")
MULTIPLY = re.compile(r"^(?:v?mulp[sd]\s|fmul\s+v\d+\.[24][sd]\b)")
VECTOR_ON_STACK = re.compile(r"[xyz]mm\d.*\(%rsp|\(%rsp.*[xyz]mm\d|^[qv]\d+.*\[sp")
JUMP = re.compile(r"^(?:j\w+|loop\w*|b|b\.\w+|cbn?z|tbn?z)$")


def functions_of(text):
    """name -> list of (address, mnemonic, operands)."""
    functions, current = {}, None
    for line in text.splitlines():
        if header := re.match(r"^[0-9a-f]+ <(.+)>:$", line):
            current = functions.setdefault(header.group(1), [])
        elif current is not None and (row := re.match(r"^\s+([0-9a-f]+):\s+(?:(?:notrack|bnd|rep|repz|lock|data16)\s+)*(\S+)\s*(.*)$", line)):
            current.append((int(row.group(1), 16), row.group(2), row.group(3)))
    return functions


def innermost_loops(lines):
    """Ranges (first address, last address) of backward jumps that contain no other such range."""
    begin = lines[0][0] if lines else 0
    ranges = set()
    for address, mnemonic, operands in lines:
        if JUMP.match(mnemonic) and (target := re.search(r"(?:^|\s)([0-9a-f]+) <", operands)):
            first = int(target.group(1), 16)
            if begin <= first <= address:
                ranges.add((first, address))
    return [each for each in ranges
            if not any(other != each and each[0] <= other[0] and other[1] <= each[1] for other in ranges)]


def is_fused(mnemonic, operands):
    return FUSED.match(mnemonic) is not None or FUSED_NEON.match(f"{mnemonic} {operands}") is not None


def multiply_loops(lines, least=8):
    """(fused multiply-adds, instructions, those that touch the stack) of each innermost loop with at least `least`
    packed multiply-adds."""
    rows = []
    for first, last in innermost_loops(lines):
        loop = [row for row in lines if first <= row[0] <= last]
        fused = sum(is_fused(mnemonic, operands) for _, mnemonic, operands in loop)
        if fused >= least:
            rows.append((fused, len(loop), sum("(%rsp" in operands or "[sp" in operands for _, _, operands in loop)))
    return sorted(rows)


def vector_loops(lines, least=4):
    """(packed multiplications, instructions, vectors that are moved from or to the stack) of each innermost loop with at
    least `least` packed multiplications."""
    rows = []
    for first, last in innermost_loops(lines):
        loop = [row for row in lines if first <= row[0] <= last]
        multiplications = sum(MULTIPLY.match(f"{mnemonic} {operands}") is not None for _, mnemonic, operands in loop)
        if multiplications >= least:
            rows.append((multiplications, len(loop), sum(VECTOR_ON_STACK.search(row[2]) is not None for row in loop)))
    return sorted(rows)


def hot_operations(lines):
    """(packed, scalar) floating-point instructions in the innermost loops that have any; in the whole function if no
    loop has any, as in fully unrolled code."""
    loops = innermost_loops(lines)
    inside = count(row for row in lines if any(first <= row[0] <= last for first, last in loops))
    return inside if sum(inside) else count(lines)


def count(lines):
    packed = scalar = 0
    for _, mnemonic, _ in lines:
        packed += PACKED.match(mnemonic) is not None
        scalar += SCALAR.match(mnemonic) is not None
    return packed, scalar
