#include "scheduler/steps/buffers.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "scheduler/groups/element_form.h"
#include "scheduler/steps/weight_packing.h"

namespace hlo2c::scheduler {

using frontend::Op;
using frontend::ValueId;

StorageUse StepBuilder::use(const PendingRegion& region, ValueId storage) {
    const auto known = uses.find(&region);
    const RegionUses& found =
        known != uses.end() ? known->second
                            : uses.emplace(&region, RegionUses(pending, region, kept_sends)).first->second;
    return found.of(storage);
}

BufferId add_buffer(StepBuilder& builder, BufferRole role, ValueId value, std::string name) {
    const frontend::TensorType& type = builder.function.tensor(value);
    Buffer buffer;
    buffer.name = std::move(name);
    buffer.role = role;
    buffer.element = storage_kind(type.element);
    buffer.bytes = type.element_count() * frontend::byte_width(type.element);
    buffer.type = fmt::format("{}[{}]", frontend::spelling(type.element), fmt::join(type.shape, ","));
    const std::string source = builder.program.locations.describe(builder.function.values[value].location);
    if (!source.empty()) buffer.sources.push_back(source);
    builder.result.buffers.push_back(std::move(buffer));
    return static_cast<BufferId>(builder.result.buffers.size() - 1);
}

BufferId add_arena(StepBuilder& builder, ValueId value) {
    return add_buffer(builder, BufferRole::Arena, value, fmt::format("t{}", builder.arena_count++));
}

std::int64_t add_bytes(StepBuilder& builder, const char* what, std::int64_t bytes) {
    Buffer buffer;
    buffer.name = fmt::format("{}{}", what, builder.arena_count++);
    buffer.bytes = bytes;
    buffer.element = ScalarKind::U8;
    buffer.type = what;
    builder.result.buffers.push_back(std::move(buffer));
    return static_cast<std::int64_t>(builder.result.buffers.size()) - 1;
}

BufferId weight_buffer(StepBuilder& builder, int number) {
    const auto known = builder.weight_buffers.find(number);
    if (known != builder.weight_buffers.end()) return known->second;
    const Weight& weight = builder.plan.weights[static_cast<std::size_t>(number)];
    Buffer buffer;
    buffer.name = weight.name;
    buffer.role = BufferRole::Weight;
    buffer.index = number;
    buffer.bytes = static_cast<std::int64_t>(weight.bytes.size());
    buffer.element = weight.element;
    buffer.type = weight.type;
    buffer.offset = weight.offset;
    builder.result.buffers.push_back(std::move(buffer));
    return builder.weight_buffers[number] = static_cast<BufferId>(builder.result.buffers.size() - 1);
}

namespace {

BufferId constant_buffer(StepBuilder& builder, ValueId constant) {
    const Op& op = *builder.pending.constants.at(constant);
    const frontend::Literal& literal = op.literal("value");
    const frontend::TensorType& type = literal.type();
    return weight_buffer(
        builder, builder.table.intern_weight({.bytes = literal.expanded(),
                                              .element = storage_kind(type.element),
                                              .type = fmt::format("{}[{}]", frontend::spelling(type.element),
                                                                  fmt::join(type.shape, ",")),
                                              .source = builder.program.locations.describe(op.location)}));
}

}  // namespace

BufferId packed_buffer(StepBuilder& builder, const PackedWeight& packed) {
    const Op& op = *builder.pending.constants.at(builder.resolve(packed.source));
    const frontend::Literal& literal = op.literal("value");
    std::string loops;
    for (const auto& loop : packed.blocks.front().loops)
        loops += fmt::format("{}{}", loops.empty() ? "" : ",", loop.extent);
    return weight_buffer(
        builder,
        builder.table.intern_weight(
            {.bytes = pack(literal, packed),
             .element = storage_kind(literal.type().element),
             .type = fmt::format("{}, packed [{}]", frontend::spelling(literal.type().element), loops),
             .source = builder.program.locations.describe(op.location)}));
}

BufferId buffer_of(StepBuilder& builder, ValueId value) {
    const ValueId storage = builder.resolve(value);
    const auto known = builder.buffers.find(storage);
    if (known != builder.buffers.end()) return known->second;
    const BufferId buffer = builder.pending.is_constant(storage) ? constant_buffer(builder, storage)
                                                                 : add_arena(builder, storage);
    builder.buffers[storage] = buffer;
    return buffer;
}

void add_copy(StepBuilder& builder, BufferId to, BufferId from, std::vector<Step>& steps,
              std::string comment) {
    if (to == from) return;
    steps.push_back({CopyStep{{to, 0}, {from, 0}, builder.result.buffers[to].bytes}, 0, std::move(comment)});
}

bool can_take_over(StepBuilder& builder, const PendingRegion& region, int s, ValueId storage) {
    const StorageUse used = builder.use(region, storage);
    if (used.writer < 0 || used.writer >= s || used.last_reader != s || used.results > 0) return false;
    const auto buffer = builder.buffers.find(storage);
    return buffer != builder.buffers.end() &&
           builder.result.buffers[buffer->second].role == BufferRole::Arena &&
           !builder.loop_state.count(buffer->second);
}

}  // namespace hlo2c::scheduler
