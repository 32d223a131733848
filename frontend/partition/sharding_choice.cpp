#include "frontend/partition/sharding_choice.h"

#include <algorithm>

#include "frontend/error_numbers.h"
#include "frontend/ir/library_calls.h"
#include "frontend/partition/annotations.h"
#include "frontend/partition/propagation.h"

namespace hlo2c::frontend {
namespace {

class ShardingChooser {
public:
    ShardingChooser(Program& program, const DeviceGrid& grid, int ranks)
        : program_(program), function_(program.main()), grid_(grid), ranks_(ranks) {}

    ShardingChoice run() {
        const Place start{.file = program_.source_path};
        for (const Value& value : function_.values)
            choice_.shardings.push_back(value.type.is_tensor() ? open_sharding(value.type.as_tensor().rank())
                                                               : ValueSharding{});
        for (std::size_t i = 0; i < function_.arguments().size(); i++)
            if (const auto stated = argument_sharding(program_, i, ranks_))
                choice_.shardings[function_.arguments()[i]] = stated_axes(grid_, start, *stated);
        take_constraints();
        std::vector<PropagationStep> steps = propagation_steps(function_);
        const std::vector<ValueId> returned = function_.body.ops.back().operands;
        for (std::size_t i = 0; i < returned.size(); i++) {
            if (!function_.type(returned[i]).is_tensor()) {
                choice_.results.push_back(no_value);
                continue;
            }
            const TensorType type = function_.tensor(returned[i]);
            choice_.results.push_back(function_.add_value(type));
            const auto stated = result_sharding(program_, i, ranks_);
            choice_.shardings.push_back(stated ? stated_axes(grid_, start, *stated)
                                               : open_sharding(type.rank()));
            if (type.is_static())
                steps.push_back({identity_rule(type.shape, 1, 1),
                                 {returned[i]},
                                 {choice_.results.back()},
                                 StepKind::Elementwise,
                                 false,
                                 true});
        }
        propagate(grid_, function_, steps, choice_.shardings);
        return std::move(choice_);
    }

private:
    /// Takes over the shardings that ops state. A closed one is also that of the operand if nothing else
    /// states it.
    void take_constraints() {
        std::vector<bool> is_stated(function_.values.size());
        for_each_op(function_.body, [&](const Op& op) {
            const std::vector<Sharding> stated = stated_by(program_, function_, op, ranks_);
            for (std::size_t i = 0; i < stated.size(); i++) {
                if (stated[i].manual) continue;
                const ValueId operand = op.operands[i], result = op.results[i];
                ValueSharding& own = choice_.shardings[result];
                own = stated_axes(grid_, place_of(program_, op), stated[i]);
                is_stated[result] = true;
                const bool is_closed =
                    std::none_of(own.dimensions.begin(), own.dimensions.end(),
                                 [](const ValueSharding::Dimension& dimension) { return dimension.is_open; });
                ValueSharding& before = choice_.shardings[operand];
                if (library_call(op) == LibraryCall::ShardToFull || !is_closed || is_stated[operand] ||
                    before != open_sharding(static_cast<int>(own.dimensions.size())))
                    continue;
                before = own;
                is_stated[operand] = true;
            }
        });
    }

    Program& program_;
    Function& function_;
    const DeviceGrid& grid_;
    int ranks_;
    ShardingChoice choice_;
};

}  // namespace

ShardingChoice choose_shardings(Program& program, const DeviceGrid& grid, int ranks) {
    return ShardingChooser(program, grid, ranks).run();
}

ValueSharding stated_axes(const DeviceGrid& grid, const Place& place, const Sharding& sharding) {
    if (sharding.unreduced) refuse_partitioning(place, "an unreduced sharding has no partitioned form here");
    std::optional<ValueSharding> value = value_sharding(grid, sharding);
    if (!value)
        refuse_partitioning(place, "the sharding is no list of axes of the mesh that the others have");
    AxisList used = value->reserved;
    for (const ValueSharding::Dimension& dimension : value->dimensions)
        used.insert(used.end(), dimension.axes.begin(), dimension.axes.end());
    std::sort(used.begin(), used.end());
    if (std::adjacent_find(used.begin(), used.end()) != used.end())
        fail(process_error::mesh, place, "a sharding uses an axis of its mesh twice",
             "Use each axis for one dimension, or for replicated.");
    return std::move(*value);
}

void refuse_partitioning(const Place& place, const std::string& why) {
    unsupported(pass_error::partitioning, place, why,
                "Write this part of the program for one process (shard_map), partition it with the exporting "
                "tool, or run it as one process.");
}

}  // namespace hlo2c::frontend
