#!/bin/bash
# Installs what building and testing hlo2c needs on Debian 12; packages that are there stay as they are.
#   cmake/install_dependencies.sh [--list]     --list: only the names of the packages
set -euo pipefail

tools=(git g++ cmake ninja-build ccache python3)
libraries=(clang-14 libclang-14-dev llvm-14-dev libhalide14-0-dev libyaml-cpp-dev libfmt-dev libcli11-dev
           nlohmann-json3-dev libprotobuf-dev protobuf-compiler libflatbuffers-dev flatbuffers-compiler
           zlib1g-dev libpng-dev libjpeg-dev) # the last two: for Halide's CMake file
for_tests=(catch2 libopenmpi-dev openmpi-bin clang-format-14 libclang-rt-14-dev python3-numpy make pkg-config binutils liblapacke-dev libfftw3-dev libmpfr-dev
           gcc-aarch64-linux-gnu gcc-arm-linux-gnueabihf libc6-dev-arm64-cross libc6-dev-armhf-cross qemu-user)
packages=("${tools[@]}" "${libraries[@]}" "${for_tests[@]}")

if [ "${1:-}" = --list ]; then
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
