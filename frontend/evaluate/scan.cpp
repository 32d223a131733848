#include "frontend/evaluate/scan.h"

#include <algorithm>
#include <cstring>

#include "frontend/evaluate/hooks.h"
#include "frontend/evaluate/movement.h"
#include "frontend/ir/attributes.h"

namespace hlo2c::frontend {
Literal part_at(const Literal& operand, std::int64_t dimension, std::int64_t index) {
    const std::size_t along = static_cast<std::size_t>(dimension);
    Shape start(operand.type().shape.size(), 0), limit = operand.type().shape;
    start[along] = index;
    limit[along] = index + 1;
    Shape shape = operand.type().shape;
    shape.erase(shape.begin() + dimension);
    return slice(operand, start, limit, Shape(limit.size(), 1)).reshaped(shape);
}

Literal stacked(const std::vector<Literal>& parts, std::int64_t dimension, const TensorType& type) {
    const std::size_t along = static_cast<std::size_t>(dimension);
    std::int64_t outer = 1, inner = byte_width(type.element);
    for (std::size_t d = 0; d < along; d++) outer *= type.shape[d];
    for (std::size_t d = along + 1; d < type.shape.size(); d++) inner *= type.shape[d];
    const auto count = static_cast<std::int64_t>(parts.size());
    std::vector<std::byte> bytes(static_cast<std::size_t>(outer * count * inner));
    for (std::int64_t i = 0; i < count; i++) {
        const std::vector<std::byte> part = parts[static_cast<std::size_t>(i)].expanded();
        for (std::int64_t o = 0; o < outer; o++)
            std::memcpy(bytes.data() + (o * count + i) * inner, part.data() + o * inner,
                        static_cast<std::size_t>(inner));
    }
    return Literal(type, std::move(bytes));
}

namespace {

/// The shape of an output of zero steps: a dynamic size is that of the first input with that dimension, at
/// most its bound.
Shape shape_without_parts(const OpCall& call, int inputs, std::int64_t dimension, const TensorType& type) {
    Shape shape = type.shape;
    shape.at(static_cast<std::size_t>(dimension)) = 0;
    for (std::size_t d = 0; d < shape.size(); d++) {
        if (shape[d] != dynamic_size) continue;
        if (d < type.bounds.size()) shape[d] = type.bounds[d];
        int input = 0;
        while (input < inputs && call.operand(input).type().shape.size() <= d) input++;
        if (input < inputs) {
            const std::int64_t size = call.operand(input).type().shape[d];
            shape[d] = shape[d] == dynamic_size ? size : std::min(size, shape[d]);
        } else if (shape[d] == dynamic_size) {
            call.refuse("a scan of unknown sizes without steps");
        }
    }
    return shape;
}

}  // namespace

/// The body takes a slice of each input and the carries, and returns a slice of each output and the new
/// carries.
void evaluate_ChloScan(OpCall& call) {
    const Op& op = call.op();
    const auto inputs = static_cast<int>(op[attr::operand_segment_sizes].at(0));
    const int carries = call.operand_count() - inputs;
    const int outputs = static_cast<int>(op.results.size()) - carries;
    const std::int64_t dimension = op[attr::dimension];
    const bool reverse = op[attr::is_reverse];
    if (inputs == 0 && outputs <= 0) call.refuse("a scan without inputs and outputs");
    const TensorType& counted = inputs > 0 ? call.operand(0).type() : call.result_type(0);
    const std::int64_t length = counted.shape.at(static_cast<std::size_t>(dimension));
    if (length == dynamic_size) call.refuse("a scan of unknown length");
    std::vector<Datum> state;
    for (int i = 0; i < carries; i++) state.push_back(call.datum(inputs + i));
    std::vector<std::vector<Literal>> collected(static_cast<std::size_t>(outputs),
                                                std::vector<Literal>(static_cast<std::size_t>(length)));
    for (std::int64_t step = 0; step < length; step++) {
        const std::int64_t at = reverse ? length - 1 - step : step;
        std::vector<Datum> arguments;
        for (int i = 0; i < inputs; i++) arguments.emplace_back(part_at(call.operand(i), dimension, at));
        arguments.insert(arguments.end(), state.begin(), state.end());
        std::vector<Datum> results = call.run_region(op.regions[0], std::move(arguments));
        for (int i = 0; i < outputs; i++)
            collected[static_cast<std::size_t>(i)][static_cast<std::size_t>(at)] =
                results.at(static_cast<std::size_t>(i)).tensor();
        state.assign(results.begin() + outputs, results.end());
    }
    for (int i = 0; i < outputs; i++) {
        const std::vector<Literal>& parts = collected[static_cast<std::size_t>(i)];
        Shape shape;
        if (parts.empty()) {
            shape = shape_without_parts(call, inputs, dimension, call.result_type(i));
        } else {
            shape = parts[0].type().shape;
            shape.insert(shape.begin() + dimension, length);
        }
        call.give(stacked(parts, dimension, call.typed(shape, i)));
    }
    for (Datum& carry : state) call.give(std::move(carry));
}

}  // namespace hlo2c::frontend
