#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "scheduler/target/target.h"

namespace hlo2c::driver {

/// The tools that build and run code for a target on this machine.
struct Toolchain {
    std::vector<std::string> compiler;  ///< with the target's flags
    std::vector<std::string> launcher;  ///< words before the executable: an emulator, or empty
};

/// The compiler is `requested` (a command with options), or $CC, or cc; for an architecture other than this
/// machine's, the target's cross gcc. Fails with H0611 if there is no such compiler and with H0612
/// (unsupported) if the target's code cannot run here, even under its emulator.
Toolchain choose_toolchain(const scheduler::Target& target, const std::string& requested);

/// The flags and commands for building and running programs with MPI.
struct MpiToolchain {
    std::vector<std::string> compile_options, link_options;
    std::vector<std::string> launcher;  ///< of `ranks` processes
};
/// Queries mpicc and mpirun of this machine (Open MPI or MPICH). Fails with H0615 if they are missing.
MpiToolchain choose_mpi(int ranks);

/// Sources of an executable: what hlo2c wrote, and the user's file with a hook, if any.
struct Sources {
    std::vector<std::filesystem::path> written;
    std::filesystem::path hook = {};
};

/// Compiles the sources with `options`, two at a time, and links them into `executable`; objects go to
/// `work`. Fails with H0611 if the compiler does not even compile an empty file, with H0619 for an error in
/// the hook; an error in emitted code is a bug in hlo2c and is shown in full.
void build_executable(const Toolchain& toolchain, const Sources& sources,
                      const std::vector<std::string>& options, const std::filesystem::path& work,
                      const std::filesystem::path& executable,
                      const std::vector<std::string>& link_options = {});

}  // namespace hlo2c::driver
