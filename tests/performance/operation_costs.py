"""Seconds that the functions of an emitted library take per call, each in a loop of independent calls."""

import json
import re
import subprocess
import tempfile
from pathlib import Path

# Names in C of operations whose names differ.
C_NAMES = {"divide": "div", "remainder": "rem", "minimum": "min", "maximum": "max"}
# Operations that are one instruction each, or part of one.
PLAIN = {"add", "subtract", "multiply", "fma", "and", "or", "xor", "not", "negate", "abs", "shift_left", "select",
         "shift_right_logical", "shift_right_arithmetic", "equal", "not_equal", "less", "less_equal", "convert",
         "shuffle", "floor_divide", "floor_remainder"}
MEMORY = {"load", "store", "gather", "scatter"}
SCALARS = {"f32": "float", "f64": "double", "b1": "_Bool"}

PROGRAM = """#define _POSIX_C_SOURCE 200809L
#include "{header}"
#include <stdio.h>
#include <time.h>
static double seconds(void) {{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}}
{loops}
int main(void) {{
    printf("{{");
{calls}
    printf("}}\\n");
    return 0;
}}
"""

# Arguments lie between 1/2 and 2, times a factor, or are small integers.
LOOP = """
static double loop_{number}(void) {{
    static {type} in[64];
    static {result} out[64];
    {scalar} *const elements = ({scalar} *)in;
    double best = 1;
    for (size_t i = 0; i < sizeof in / sizeof *elements; i++) {{
        elements[i] = ({scalar})(({floating}) ? {factor} * (0.5 + 1.5 * (double)(i % 97) / 97) : (double)(1 + i % 7));
    }}
    for (int round = 0; round < 40; round++) {{
        const double begin = seconds();
        for (int repeat = 0; repeat < 20; repeat++) {{
            for (int i = 0; i < 64; i++) {{
                out[i] = {function}({arguments});
            }}
            __asm__ volatile("" : : "r"(out), "r"(in) : "memory");
        }}
        const double each = (seconds() - begin) / (20 * 64);
        best = each < best ? each : best;
    }}
    return best;
}}
"""


def split(operation):
    name, _, vector = operation.partition(" ")
    scalar, _, lanes = vector.partition("x")
    return name, vector, scalar, int(lanes or 1)


def c_type(vector, scalar, lanes):
    return vector if lanes > 1 else SCALARS.get(scalar) or re.sub(r"^([iu])(\d+)$",
                                                                   lambda m: ("u" if m[1] == "u" else "") + f"int{m[2]}_t", scalar)


def declared(header, function):
    """Result and parameters of a function of the header, if it has one."""
    found = re.search(rf"\b(\w+) {re.escape(function)}\(([^)]*)\)\s*\{{", header)
    return found and (found[1], [part.split()[0] for part in found[2].split(",")])


def measured(library, operations, cc, core, factor):
    """Seconds per call, with arguments of about `factor`, of the functions of more than an instruction."""
    header = next((library / "src").glob("*_vector.h"))
    text = header.read_text()
    loops, calls = [], []
    for number, operation in enumerate(sorted(operations)):
        name, vector, scalar, lanes = split(operation)
        function = f"{C_NAMES.get(name, name)}_{vector}"
        type_name = c_type(vector, scalar, lanes)
        found = declared(text, function)
        if name in PLAIN | MEMORY or not found or any(each != type_name for each in found[1]):
            continue
        loops.append(LOOP.format(number=number, type=type_name, result=found[0], scalar=c_type(scalar, scalar, 1),
                                 floating=int(scalar[0] == "f"), factor=factor, function=function,
                                 arguments=", ".join(f"in[{'i' if k == 0 else f'(i + {k}) % 64'}]"
                                                     for k in range(len(found[1])))))
        calls.append(f'    printf("{", " if calls else ""}\\"{operation}\\": %.4g", loop_{number}());')
    if not calls:
        return {}
    with tempfile.TemporaryDirectory() as work:
        source, program = Path(work) / "costs.c", Path(work) / "costs"
        source.write_text(PROGRAM.format(header=header.name, loops="".join(loops), calls="\n".join(calls)))
        subprocess.run([cc, "-O3", "-march=native", f"-I{library / 'src'}", f"-I{library / 'include'}", source, "-o",
                        program, "-lm"], check=True)
        run = subprocess.run(["taskset", "-c", str(core), program], check=True, capture_output=True, text=True)
    return json.loads(run.stdout)
