#!/bin/bash
# A C compiler for random programs in a hurry: emitted C in its portable form by tcc, which takes a tenth of gcc's time.
# The thread pool of the harness wants atomics, and goes to gcc, as does linking.
for argument in "$@"; do
    case "$argument" in
        */harness/*.c) exec gcc "$@" ;;
        *.c) exec tcc -DHLO2C_SCALAR "$@" ;;
    esac
done
exec gcc "$@" -no-pie -z noexecstack /usr/lib/x86_64-linux-gnu/tcc/libtcc1.a
