# Sourced by the run.sh of every sample: reads the options, installs missing packages, builds
# hlo2c unless one is given, and builds the sample's project. Sets `sample`, its folder, and `build`, its build folder.
#   run.sh [--hlo2c FILE] [--build DIRECTORY]     --hlo2c: use this binary instead of building one
set -euo pipefail
sample=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$sample/../.." && pwd)
hlo2c=
build=$root/build/samples/$(basename "$sample")
while [ $# -gt 0 ]; do
    case "$1" in
        --hlo2c) hlo2c=$2; shift 2 ;;
        --build) build=$2; shift 2 ;;
        *) sed -n '3s/^# *//p' "${BASH_SOURCE[0]}" >&2; exit 2 ;;
    esac
done

if [ -z "$hlo2c" ]; then
    "$root/cmake/install_dependencies.sh"
    (cd "$root" && cmake --preset default && cmake --build build --target hlo2c)
    hlo2c=$root/build/bin/hlo2c
fi
rm -rf "$build"
cmake -S "$sample" -B "$build" -G Ninja -D HLO2C="$hlo2c"
cmake --build "$build"
echo
