#!/bin/bash
# Compiles the program of this folder to C, builds two processes around it, and runs them.
#   samples/collectives/run.sh [--hlo2c FILE] [--build DIRECTORY]     --hlo2c: one that exists, instead of building it
source "$(dirname "${BASH_SOURCE[0]}")/../prepare.sh"
"$build/two_processes"
"$build/two_processes" --absent
