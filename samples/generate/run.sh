#!/bin/bash
# Compiles the model of this folder to C, builds the program around it, and compares its text with that of JAX.
#   samples/generate/run.sh [--hlo2c FILE] [--build DIRECTORY]     --hlo2c: use this binary instead of building one
source "$(dirname "${BASH_SOURCE[0]}")/../prepare.sh"
"$build/generate" "hlo2c compiles " 600 | tee "$build/text.txt"
cmp "$build/text.txt" "$sample/expected.txt"
echo "The text equals the one that JAX generates."
