#!/bin/bash
# Compiles the program of this folder to C, builds two processes around it, and runs them.
#   samples/collectives/run.sh [--hlo2c FILE] [--build DIRECTORY]     --hlo2c: use this binary instead of building one
source "$(dirname "${BASH_SOURCE[0]}")/../prepare.sh"
"$build/two_processes"
"$build/two_processes" --absent
