#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "frontend/ir/element_type.h"
#include "frontend/processes/process_groups.h"
#include "scheduler/ops/process_kinds.h"

namespace hlo2c::scheduler {

/// A tensor as [outer, size, inner] elements around one of its dimensions.
struct DimensionView {
    std::int64_t outer = 1, size = 1, inner = 1;
    bool operator==(const DimensionView&) const = default;
};
DimensionView dimension_view(const std::vector<std::int64_t>& shape, std::int64_t dimension);

/// What is known about a collective at compile time: the constant part of the hook's request.
struct Collective {
    CollectiveKind kind = CollectiveKind::AllGather;
    std::string op;  ///< "stablehlo.all_reduce model.py:41", for messages
    std::int64_t channel = 0;
    frontend::GroupTable table;
    frontend::ElementType element = frontend::ElementType::F32;
    std::int64_t element_bytes = 4, input_bytes = 0, output_bytes = 0;
    std::uint64_t zero = 0;  ///< bits of the element that a process receives if it does not take part
    DimensionView split, join;
    ReductionName reduction = ReductionName::Other;
    int combiner = -1;         ///< number of the plan's combiner; -1: no reduction
    std::int64_t updates = 1;  ///< ragged all-to-all: number of updates per member
};

/// A reduction's computation as a C function: two kernels, one for many elements and one for a single
/// element.
struct Combiner {
    std::string name;  ///< "combine_add_f32"
    std::uint32_t block_kernel = 0, single_kernel = 0;
    int block_elements = 1;
    bool operator==(const Combiner&) const = default;
};

/// The constant part of a transfer's request.
struct Transfer {
    TransferKind kind = TransferKind::Send;
    std::string op, config;
    std::int64_t channel = 0;
    bool to_host = false;
    frontend::GroupTable pairs;
    frontend::ElementType element = frontend::ElementType::F32;
    std::vector<std::int64_t> shape;
    std::int64_t bytes = 0;
};

/// An operand or a result of a custom call.
struct CustomCallTensor {
    frontend::ElementType element = frontend::ElementType::F32;
    std::vector<std::int64_t> shape;
    std::int64_t bytes = 0;
    int shares = -1;  ///< operand: the result that is written over it, or -1
};

/// The constant part of a custom call's request. An assertion, which needs no hook, has its message as
/// configuration.
struct CustomCall {
    std::string op;  ///< "custom_call @solve model.py:41", for messages
    std::string target, config;
    std::int64_t api_version = 1;
    bool has_side_effect = false;
    bool is_assertion = false;
    std::vector<CustomCallTensor> inputs, outputs;
};

/// A synchronous step, or the start or end of an asynchronous one. Idle: marks a step as not started, so that
/// an end before the first start does nothing.
enum class Phase : std::uint8_t { Whole, Start, Done, Idle };

}  // namespace hlo2c::scheduler
