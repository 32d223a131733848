#!/bin/bash
# Installs the dependencies of hlo2c on Debian 12; leaves installed packages unchanged.
#   cmake/install_dependencies.sh [--tests] [--list]
#     --tests: also those of the tests; by default only those for building and running the compiler
#     --list:  only prints the names of the packages
set -euo pipefail

packages=(git g++ cmake ninja-build ccache python3
          clang-14 libclang-14-dev llvm-14-dev libhalide14-0-dev libyaml-cpp-dev libfmt-dev libcli11-dev
          nlohmann-json3-dev libprotobuf-dev protobuf-compiler libflatbuffers-dev flatbuffers-compiler
          libzip-dev libxxhash-dev libutfcpp-dev
          libpng-dev libjpeg-dev) # for Halide's CMake file
for_tests=(catch2 libopenmpi-dev openmpi-bin clang-format-14 libclang-rt-14-dev python3-numpy make pkg-config
           binutils zlib1g-dev liblapacke-dev libmpfr-dev gcc-aarch64-linux-gnu gcc-arm-linux-gnueabihf
           libc6-dev-arm64-cross libc6-dev-armhf-cross qemu-user)

list=no
for option in "$@"; do
    case "$option" in
        --tests) packages+=("${for_tests[@]}") ;;
        --list) list=yes ;;
        *) sed -n '3s/^# *//p' "${BASH_SOURCE[0]}" >&2; exit 2 ;;
    esac
done
if [ $list = yes ]; then
    printf '%s\n' "${packages[@]}"
    exit
fi
missing=()
for package in "${packages[@]}"; do
    if [ "$(dpkg-query -W -f '${Status}' "$package" 2>/dev/null)" != "install ok installed" ]; then
        missing+=("$package")
    fi
done
if [ ${#missing[@]} -eq 0 ]; then
    echo "all packages are installed"
    exit
fi
as_root=()
if [ "$(id -u)" -ne 0 ]; then as_root=(sudo); fi
echo "installing ${missing[*]}"
"${as_root[@]}" apt-get update -q
"${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -q -y --no-install-recommends "${missing[@]}"
