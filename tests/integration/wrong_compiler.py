#!/usr/bin/env python3
"""A C compiler whose libraries give wrong results: wrong_compiler.py FAULT HEADER COMPILER ARGUMENT...

It calls COMPILER with the arguments. For the entry file of a library, which defines NAME_call, it compiles a copy whose
NAME_call makes each result wrong as FAULT says; HEADER is wrong_results.h."""

import os
import re
import sys
from pathlib import Path

CALL = re.compile(r"^int (\w+)_call\(const char \*function, ", re.MULTILINE)
WRONG_CALL = """
#define FAULT "{fault}"
#include "{header}"

int {name}_call(const char *function, const void *const *inputs, void *const *outputs, void *arena,
                const hlo2c_context *context)
{{
    const hlo2c_function *called = {name}_functions;
    while (called->name != NULL && (function == NULL || strcmp(called->name, function) != 0)) {{
        called++;
    }}
    const int count = called->name != NULL ? called->output_count : 0;
    unsigned char **const before = calloc((size_t)count + 1, sizeof *before);
    for (int i = 0; i < count; i++) {{
        before[i] = calloc(called->outputs[i].bytes + 1, 1);
        if (outputs[i] != NULL) {{
            memcpy(before[i], outputs[i], called->outputs[i].bytes);
        }}
    }}
    const int status = right_call(function, inputs, outputs, arena, context);
    for (int i = 0; i < count; i++) {{
        if (status == HLO2C_OK) {{
            make_wrong(outputs[i], &called->outputs[i], before[i]);
        }}
        free(before[i]);
    }}
    free(before);
    return status;
}}
"""


def with_fault(argument, fault, header):
    """The argument, or the name of a changed copy if it is the entry file of a library."""
    if not argument.endswith(".c") or not os.path.exists(argument):
        return argument
    text = Path(argument).read_text()
    call = CALL.search(text)
    if call is None:
        return argument
    changed = text.replace(call.group(0), "static int right_call(const char *function, ", 1)
    copy = Path(argument).with_suffix(".wrong.c")
    copy.write_text(changed + WRONG_CALL.format(fault=fault, header=header, name=call.group(1)))
    return str(copy)


def main():
    fault, header, compiler, *arguments = sys.argv[1:]
    os.execvp(compiler, [compiler] + [with_fault(argument, fault, header) for argument in arguments] + ["-lm"])


if __name__ == "__main__":
    main()
