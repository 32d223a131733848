#!/bin/bash
# Compiles the network of this folder to C, builds the program around it, and lets it read digits.
#   samples/digits/run.sh [--hlo2c FILE] [--build DIRECTORY]     --hlo2c: one that exists, instead of building it
source "$(dirname "${BASH_SOURCE[0]}")/../prepare.sh"
"$build/classify" "$sample/held_out.csv"
