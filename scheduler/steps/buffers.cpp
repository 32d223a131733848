#include "scheduler/steps/buffers.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "frontend/ir/attributes.h"
#include "frontend/ir/elided.h"
#include "scheduler/groups/element_form.h"
#include "scheduler/steps/value_names.h"
#include "scheduler/steps/weight_packing.h"

namespace hlo2c::scheduler {

using frontend::Op;
using frontend::ValueId;

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
    return add_buffer(builder, BufferRole::Arena, value,
                      builder.buffer_names.claim(fmt::format("t{}", builder.arena_count++)));
}

void name_buffer(StepBuilder& builder, BufferId number, const std::string& scope) {
    Buffer& buffer = builder.result.buffers[number];
    const bool is_tensor = buffer.role == BufferRole::Arena && buffer.bytes > byte_width(buffer.element);
    const std::string name = name_of_scope(scope);
    if (is_tensor && !name.empty() && builder.named_buffers.insert(number).second)
        buffer.name = builder.buffer_names.claim(name);
}

std::int64_t add_bytes(StepBuilder& builder, const char* what, std::int64_t bytes) {
    Buffer buffer;
    buffer.name = builder.buffer_names.claim(fmt::format("{}{}", what, builder.arena_count++));
    buffer.bytes = bytes;
    buffer.element = ScalarKind::U8;
    buffer.type = what;
    buffer.is_scratch = true;
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
    const frontend::Literal& literal = op[attr::value];
    const frontend::TensorType& type = literal.type();
    return weight_buffer(
        builder, builder.table.intern_weight({.name = weight_name(builder.program, op),
                                              .bytes = literal.is_splat() || frontend::is_elided(literal)
                                                           ? frontend::SharedBytes(literal.expanded())
                                                           : literal.shared_bytes(),
                                              .element = storage_kind(type.element),
                                              .type = fmt::format("{}[{}]", frontend::spelling(type.element),
                                                                  fmt::join(type.shape, ",")),
                                              .source = builder.program.locations.describe(op.location),
                                              .program_bytes = type.byte_size()}));
}

}  // namespace

BufferId packed_buffer(StepBuilder& builder, const PackedWeight& packed) {
    const Op& op = *builder.pending.constants.at(builder.resolve(packed.source));
    const frontend::Literal& literal = op[attr::value];
    std::string loops;
    for (const auto& loop : packed.blocks.front().loops)
        loops += fmt::format("{}{}", loops.empty() ? "" : ",", loop.extent);
    return weight_buffer(
        builder,
        builder.table.intern_weight(
            {.name = weight_name(builder.program, op),
             .bytes = pack(literal, packed),
             .element = storage_kind(literal.type().element),
             .type = fmt::format("{}, packed [{}]", frontend::spelling(literal.type().element), loops),
             .source = builder.program.locations.describe(op.location),
             .program_bytes = literal.type().byte_size()}));
}

BufferId buffer_of(StepBuilder& builder, ValueId value) {
    const ValueId storage = builder.resolve(value);
    if (builder.pending.is_constant(storage)) {
        const auto known = builder.constants.find(storage);
        if (known != builder.constants.end()) return known->second;
        return builder.constants[storage] = constant_buffer(builder, storage);
    }
    const Variable variable = builder.live.variable_of(storage);
    const auto argument = builder.arguments.find(variable);
    if (argument != builder.arguments.end()) return argument->second;
    const Variable place = builder.sharing.place_of(variable);
    const auto known = builder.buffers.find(place);
    if (known != builder.buffers.end()) return known->second;
    return builder.buffers[place] = add_arena(builder, storage);
}

Held held(StepBuilder& builder, ValueId value) {
    const BufferId buffer = buffer_of(builder, value);
    const Buffer& found = builder.result.buffers[buffer];
    return {buffer, found.role == BufferRole::Weight ? weight_content(found.index)
                                                     : std::int64_t{builder.variable(value)}};
}

void add_copy(StepBuilder& builder, BufferId to, BufferId from, std::vector<Step>& steps,
              std::string comment) {
    if (to == from) return;
    steps.push_back({CopyStep{{to, 0}, {from, 0}, builder.result.buffers[to].bytes}, 0, std::move(comment)});
}

void add_copies(StepBuilder& builder, std::vector<BufferCopy> copies, std::vector<Step>& steps,
                const std::string& comment) {
    std::erase_if(copies, [](const BufferCopy& copy) { return copy.to == copy.from; });
    while (!copies.empty()) {
        const auto free = std::find_if(copies.begin(), copies.end(), [&](const BufferCopy& copy) {
            return std::none_of(copies.begin(), copies.end(),
                                [&](const BufferCopy& other) { return other.from == copy.to; });
        });
        if (free != copies.end()) {
            add_copy(builder, free->to, free->from, steps, comment);
            copies.erase(free);
            continue;
        }
        // The copies form a cycle: first save what the first one overwrites.
        const BufferId overwritten = copies.front().to;
        const Buffer& like = builder.result.buffers[overwritten];
        const auto kept = static_cast<BufferId>(add_bytes(builder, "kept", like.bytes));
        builder.result.buffers[kept].is_scratch = false;
        add_copy(builder, kept, overwritten, steps, comment);
        for (BufferCopy& copy : copies)
            if (copy.from == overwritten) copy.from = kept;
    }
}

}  // namespace hlo2c::scheduler
