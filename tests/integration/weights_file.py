#!/usr/bin/env python3
"""A library takes its own weights file and no other: neither shorter nor longer nor changed.

    weights_file.py --hlo2c FILE --source weights_file.c"""

import subprocess
import tempfile
from pathlib import Path

from caller import options_of, run_callers

VECTOR = "tensor<5xf32>"
PROGRAM = f"""func.func @main(%x: {VECTOR}) -> {VECTOR} {{
  %w = stablehlo.constant dense<[1.0, 2.0, 4.0, 8.0, 16.0]> : {VECTOR}
  %r = stablehlo.add %x, %w : {VECTOR}
  return %r : {VECTOR}
}}
"""


def main():
    options = options_of(__doc__)
    with tempfile.TemporaryDirectory() as folder:
        program, library = Path(folder) / "shift.mlir", Path(folder) / "library"
        program.write_text(PROGRAM)
        subprocess.run([options.hlo2c, "compile", program, "-o", library, "--weights", "blob"], check=True)
        run_callers(library, [options.source], [library / "weights" / "shift.weights"])


if __name__ == "__main__":
    main()
