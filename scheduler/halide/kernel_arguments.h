#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "frontend/ir/program.h"
#include "scheduler/plan.h"
#include "scheduler/schedule/packed_form.h"

namespace hlo2c::scheduler {

/// A constant repacked for a kernel, block by block.
struct PackedWeight {
    frontend::ValueId source = frontend::no_value;
    std::vector<PackedBlock> blocks;
    bool operator==(const PackedWeight&) const = default;
    std::int64_t element_count() const;
};

/// The argument for a kernel's parameter: a value in memory, packed weight number `packed`, or table number
/// `table`.
struct KernelArgument {
    frontend::ValueId value = frontend::no_value;
    int packed = -1;
    bool written = false;
    int table = -1;
};

/// A kernel with the arguments of its first use.
struct LoweredKernel {
    Kernel kernel;
    std::vector<KernelArgument> arguments;  ///< one per parameter of the nest
    std::vector<PackedWeight> packed;
    std::vector<Weight> tables;  ///< constants that are not in the program, such as roots of unity
    /// The value that the output holds before the kernel runs, because the kernel changes only part of it.
    frontend::ValueId updates = frontend::no_value;
    bool stores_twice = false;  ///< some elements may be stored more than once
};

/// True if one of the kernels writes the value.
bool is_written(frontend::ValueId value, const std::vector<LoweredKernel>& kernels);

/// As in StableHLO text, but a complex type in one word: "c64".
std::string_view element_word(frontend::ElementType element);
/// "f32[24,24]".
std::string type_text(const frontend::TensorType& type);

/// A kernel that has only its description for readers: the op, and the types of operands and results.
Kernel described_kernel(const frontend::Function& function, const frontend::Op& op);

}  // namespace hlo2c::scheduler
