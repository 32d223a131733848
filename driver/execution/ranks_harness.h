#pragma once

#include <vector>

#include "codegen/library/library.h"
#include "driver/options.h"

namespace hlo2c::driver {

/// A program that runs an emitted library on several ranks: harness/NAME_ranks.c with the transport beside
/// it. Built with the library's C files, -Iinclude -Isrc -Iharness, and -pthread or MPI's own flags, it is
/// called as
///
///     ranks --replicas R --partitions P --timeout SECONDS --inputs DIR --outputs DIR [--weights FILE]
///
/// on its own for threads, or once per rank by mpirun. Input i of rank r is DIR/rank<r>/<i>.bin with exactly
/// its bytes, outputs likewise, in folders that exist. With `has_custom_calls`, another file of the program
/// defines `hlo2c_custom_call_hook`. Exit status: 0, 66 where a hook is missing, or 1, with a line on
/// standard error for each rank that failed.
std::vector<codegen::CFile> write_ranks_harness(const scheduler::Plan& plan,
                                                const codegen::LibraryOptions& options, Transport transport,
                                                bool has_custom_calls);

}  // namespace hlo2c::driver
