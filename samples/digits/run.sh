#!/bin/bash
# Compiles the network of this folder to C, builds the program around it, and classifies digits.
#   samples/digits/run.sh [--hlo2c FILE] [--build DIRECTORY]     --hlo2c: use this binary instead of building one
source "$(dirname "${BASH_SOURCE[0]}")/../prepare.sh"
"$build/classify" "$sample/held_out.csv"
