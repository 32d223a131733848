#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace hlo2c::scheduler {

/// Bytes in a word of 32 bits. One instruction adds the products of this many bytes to a sum.
inline constexpr int bytes_in_word = 4;

/// A memory of the machine with a size of its own, which buffers or weights are placed in.
struct MemoryPool {
    std::string name;  ///< "sram": lower-case letters, digits and '_'
    std::int64_t bytes = 0;
    std::int64_t alignment = 64;  ///< of what is placed in it, and of the pool
    std::string section;          ///< linker section of its arrays, or ""
    bool holds_weights = false;   ///< constant data; else values and scratch
};

enum class Architecture : std::uint8_t { X86_64, Aarch64, Arm };
/// "x86-64", "aarch64", "arm"
std::string spelling(Architecture architecture);

/// What a machine offers, read from a YAML description (scheduler/target/*.yaml, built into the program, or a
/// user's file). Every schedule decision is made from these numbers.
struct Target {
    std::string name;      ///< "x86-64-v3"
    std::string built_in;  ///< name of the built-in target that it is or that `native` chose, else ""
    Architecture architecture = Architecture::X86_64;
    int vector_bytes = 16;  ///< native vector register
    int vector_registers = 16;
    bool has_fma = false;
    std::vector<std::string>
        features;  ///< sorted: "avx2", "fma", "f16c", "avx512f", "avx512vnni", "neon", ...
    std::int64_t l1_bytes = 32768, l2_bytes = 262144, l3_bytes = 0;
    int far_bandwidth = 10;  ///< bytes per cycle that a core reads from beyond the second-level cache
    int cores = 1;           ///< slots that parallel loops are divided among
    /// Loops with at least this much work, in elements or eighths of FLOPs, are divided among slots.
    std::int64_t parallel_work = 1 << 17;
    int cache_line_bytes = 64;
    std::string c_flags;   ///< for gcc and clang: "-march=x86-64-v3"
    std::string triple;    ///< "x86_64-linux-gnu": prefix of cross compilers
    std::string emulator;  ///< "qemu-aarch64 -L /usr/aarch64-linux-gnu", "" when native
    /// Fastest first; at most one holds weights. Empty: one arena without a limit, and weights anywhere.
    std::vector<MemoryPool> pools;

    int lanes(int element_bytes) const { return vector_bytes / element_bytes; }
    bool has(const std::string& feature) const;
    /// The pools that hold values, fastest first.
    std::vector<MemoryPool> value_pools() const;
    const MemoryPool* weights_pool() const;  ///< or NULL
};

/// Names of the built-in targets, sorted.
std::vector<std::string> target_names();
/// The built-in target `name`, "native" for the best one that this machine runs, or the YAML file at path
/// `name`. An unknown name is a user error that lists the known ones.
Target load_target(const std::string& name);
/// The value of --target for the target with this name, which may be one that `native` made.
std::string target_option(const std::string& target_name);
/// Parses YAML text; `origin` names it in errors. Keys: name, base (a built-in target that provides every
/// missing value), architecture, vector_bytes, vector_registers, fma, features, cpu_flags (flags that
/// /proc/cpuinfo must show for `native` to choose it), extensions (features that `native` adds if cpuinfo
/// shows their flag), processors (values of other keys that `native` takes if cpuinfo shows their flag), l1,
/// l2, l3 (bytes, or with K or M), far_bandwidth, cache_line, cores, parallel_work, c_flags, triple,
/// emulator, pools (a list of maps: name, bytes, alignment, section, holds).
Target parse_target(const std::string& yaml, const std::string& origin);

/// What `native` is derived from. A size is 0 if the machine does not report it.
struct Machine {
    std::optional<Architecture> architecture;  ///< nullopt: no target has it
    std::vector<std::string> cpu_flags;        ///< the "flags" or "Features" of /proc/cpuinfo
    std::int64_t l1_bytes = 0, l2_bytes = 0, l3_bytes = 0;
    int cores = 0;
};

/// This machine, from /proc/cpuinfo and /sys/devices/system/cpu.
Machine this_machine();
/// The built-in target with the widest vectors whose cpu_flags `machine` has, with the machine's extensions,
/// cache sizes and cores. Fails with H0483 if none fits.
Target best_target(const Machine& machine);
/// True when code for `target` runs on this machine without an emulator.
bool runs_here(const Target& target);

}  // namespace hlo2c::scheduler
