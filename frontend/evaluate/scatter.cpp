#include <cstring>

#include "frontend/evaluate/hooks.h"
#include "frontend/evaluate/indexing.h"
#include "frontend/evaluate/reduction.h"
#include "frontend/evaluate/scalar_body.h"
#include "frontend/ir/attributes.h"
#include "frontend/ir/dimension_lists.h"

namespace hlo2c::frontend {
namespace {

/// Maps each update element to the input element that it updates.
class ScatterMap {
public:
    ScatterMap(const Literal& indices, const ScatterDimensions& dimensions, const Shape& input,
               const Shape& updates, bool whole_windows)
        : table_(indices, dimensions.index_vector_dim),
          dimensions_(dimensions),
          input_(input),
          updates_(updates),
          whole_windows_(whole_windows) {
        for (std::int64_t i = 0; i < static_cast<std::int64_t>(updates.size()); i++)
            if (!contains(dimensions.update_window_dims, i)) batch_dimensions_.push_back(i);
        for (std::int64_t i = 0; i < static_cast<std::int64_t>(input.size()); i++)
            if (!contains(dimensions.inserted_window_dims, i) && !contains(dimensions.input_batching_dims, i))
                window_dimensions_.push_back(i);
    }

    /// Calls visit(update element, input element) for every update that lands inside, in row-major order of
    /// updates.
    template <typename Visit>
    void for_each(Visit visit) const {
        if (count_of(updates_) == 0) return;
        Shape index(updates_.size(), 0);
        std::int64_t element = 0;
        do {
            const std::int64_t target = target_of(index);
            if (target >= 0) visit(element, target);
            element++;
        } while (next_index(index, updates_));
    }

private:
    /// Row-major number of the input element, or -1 if it is outside.
    std::int64_t target_of(const Shape& index) const {
        Shape batch, position(input_.size(), 0);
        for (std::int64_t dimension : batch_dimensions_)
            batch.push_back(index[static_cast<std::size_t>(dimension)]);
        for (std::size_t i = 0; i < dimensions_.scatter_dims_to_operand_dims.size(); i++)
            position[static_cast<std::size_t>(dimensions_.scatter_dims_to_operand_dims[i])] =
                table_.at(batch, static_cast<std::int64_t>(i));
        for (std::size_t i = 0; i < dimensions_.input_batching_dims.size(); i++) {
            const std::int64_t from = table_.batch_dimension(dimensions_.scatter_indices_batching_dims[i]);
            position[static_cast<std::size_t>(dimensions_.input_batching_dims[i])] =
                batch[static_cast<std::size_t>(from)];
        }
        if (whole_windows_ && !window_fits(position)) return -1;
        for (std::size_t i = 0; i < window_dimensions_.size(); i++) {
            std::int64_t& at = position[static_cast<std::size_t>(window_dimensions_[i])];
            if (at > INT64_MAX / 2 || at < INT64_MIN / 2) return -1;
            at += index[static_cast<std::size_t>(dimensions_.update_window_dims[i])];
        }
        std::int64_t number = 0;
        for (std::size_t i = 0; i < input_.size(); i++) {
            if (position[i] < 0 || position[i] >= input_[i]) return -1;
            number = number * input_[i] + position[i];
        }
        return number;
    }

    bool window_fits(const Shape& start) const {
        Shape size(input_.size(), 1);
        for (std::size_t i = 0; i < window_dimensions_.size(); i++)
            size[static_cast<std::size_t>(window_dimensions_[i])] =
                updates_[static_cast<std::size_t>(dimensions_.update_window_dims[i])];
        for (std::size_t i = 0; i < input_.size(); i++)
            if (start[i] < 0 || start[i] > input_[i] - size[i]) return false;
        return true;
    }

    IndexTable table_;
    const ScatterDimensions& dimensions_;
    const Shape &input_, &updates_;
    bool whole_windows_;
    Shape batch_dimensions_, window_dimensions_;
};

template <typename T>
Literal scatter_simply(BodyKind kind, const ScatterMap& map, const Literal& input, const Literal& updates) {
    const Elements<T> from = elements<T>(updates), loaded = elements<T>(input);
    const Gathering<T> body(kind, input.type().element);
    std::vector<Gathered<T>> gathered;
    const auto count = static_cast<std::size_t>(input.type().element_count());
    for (std::size_t i = 0; i < count; i++) gathered.push_back(body.start(loaded[i]));
    map.for_each([&](std::int64_t element, std::int64_t target) {
        body.take(gathered[static_cast<std::size_t>(target)], from[static_cast<std::size_t>(element)]);
    });
    return from_elements<T>(input.type(), results_of(body, gathered));
}

Literal scatter_simply(BodyKind kind, const ScatterMap& map, const Literal& input, const Literal& updates) {
    return in_domain_of(input.type().element,
                        [&]<typename T>() { return scatter_simply<T>(kind, map, input, updates); });
}

void scatter_by_region(OpCall& call, const ScatterMap& map) {
    const int count = (call.operand_count() - 1) / 2;
    const Region& body = call.op().regions[0];
    std::vector<std::vector<std::byte>> values;
    for (int i = 0; i < count; i++) values.push_back(call.operand(i).expanded());
    map.for_each([&](std::int64_t element, std::int64_t target) {
        std::vector<Datum> arguments;
        for (int i = 0; i < count; i++) {
            const auto width = static_cast<std::int64_t>(byte_width(call.operand(i).type().element));
            const std::byte* at = values[static_cast<std::size_t>(i)].data() + target * width;
            const Literal current(with_shape(call.operand(i).type(), {}), {at, at + width});
            arguments.emplace_back(as_argument(call, body, i, current));
        }
        for (int i = 0; i < count; i++)
            arguments.emplace_back(
                as_argument(call, body, count + i, scalar_at(call.operand(count + 1 + i), element)));
        const std::vector<Datum> results = call.run_region(body, std::move(arguments));
        for (int i = 0; i < count; i++) {
            const std::span<const std::byte> bytes = results[static_cast<std::size_t>(i)].tensor().element(0);
            std::memcpy(
                values[static_cast<std::size_t>(i)].data() + target * static_cast<std::int64_t>(bytes.size()),
                bytes.data(), bytes.size());
        }
    });
    for (int i = 0; i < count; i++)
        call.give(Literal(call.operand(i).type(), std::move(values[static_cast<std::size_t>(i)])));
}

}  // namespace

void evaluate_Scatter(OpCall& call) {
    const int count = (call.operand_count() - 1) / 2;
    const ScatterDimensions dimensions = call.op()[attr::scatter_dimension_numbers];
    const ScatterMap map(call.operand(count), dimensions, call.operand(0).type().shape,
                         call.operand(count + 1).type().shape, call.op()[attr::whole_windows]);
    const std::vector<BodyKind> kinds = simple_bodies(call.program(), call.function(), call.op().regions[0]);
    if (kinds.empty()) return scatter_by_region(call, map);
    for (int i = 0; i < count; i++)
        call.give(scatter_simply(kinds[static_cast<std::size_t>(i)], map, call.operand(i),
                                 call.operand(count + 1 + i)));
}

}  // namespace hlo2c::frontend
