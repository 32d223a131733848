#include "frontend/partition/partition.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <map>

#include "frontend/error_numbers.h"
#include "frontend/ir/attributes.h"
#include "frontend/ir/declarations.h"
#include "frontend/ir/dimension_lists.h"
#include "frontend/ir/donation.h"
#include "frontend/ir/enum_table.h"
#include "frontend/ir/library_calls.h"
#include "frontend/ir/op_set.h"
#include "frontend/ir/total_table.h"
#include "frontend/ops/op_traits.h"
#include "frontend/partition/annotations.h"
#include "frontend/partition/local_forms.h"
#include "frontend/partition/local_ops.h"
#include "frontend/partition/op_sharding.h"
#include "frontend/partition/sharding_choice.h"
#include "frontend/partition/value_copies.h"
#include "frontend/passes/inline_calls.h"
#include "frontend/processes/process_groups.h"

namespace hlo2c::frontend {
namespace {

bool is_manual(const Op& op) {
    return op.code == OpCode::SdyManualComputation || library_row(op).begins_manual_region;
}

/// Ops that talk to the world outside: processes that run them for one would all do so.
constexpr OpSet outside_ops = {OpCode::Infeed, OpCode::Outfeed, OpCode::Recv, OpCode::Send};

class Partitioner {
public:
    Partitioner(Program& program, int ranks)
        : program_(program),
          function_(program.main()),
          ranks_(ranks),
          grid_(device_grid(program, stated_shardings(program, ranks), ranks)),
          local_(program, grid_),
          has_manual_regions_(has_manual_regions(program)) {}

    ProgramShards run() {
        ShardingChoice choice = choose_shardings(program_, grid_, ranks_);
        results_ = std::move(choice.results);
        for (ValueId value = 0; value < choice.shardings.size(); value++)
            cuts_.push_back(cut_evenly(value, choice.shardings[value]));
        read_arguments();
        std::vector<Op> ops = std::move(function_.body.ops);
        function_.body.ops.clear();
        local_.begin(function_.body.ops);
        for (Op& op : ops) place(std::move(op));
        local_.finish();
        drop_impossible_donations();
        return std::move(shards_);
    }

private:
    [[noreturn]] void refuse(const Op& op, const std::string& why) const {
        refuse_partitioning(place_of(program_, op), why);
    }

    bool is_tensor(ValueId value) const { return function_.type(value).is_tensor(); }
    const std::vector<std::int64_t>& shape(ValueId value) const { return function_.tensor(value).shape; }
    int rank(ValueId value) const { return function_.tensor(value).rank(); }

    Cut cut_evenly(ValueId value, const ValueSharding& sharding) const {
        return is_tensor(value) && can_be_cut(function_.type(value)) ? even_cut(grid_, sharding, shape(value))
                                                                     : Cut(sharding.dimensions.size());
    }

    // Arguments and results

    void add_shards(const std::vector<std::int64_t>& whole_shape, const Cut& cut,
                    std::vector<std::vector<std::int64_t>>& shapes, std::vector<std::vector<Box>>& boxes) {
        const Sharding sharding = sharding_of(grid_, cut);
        shapes.push_back(whole_shape);
        boxes.emplace_back();
        for (int r = 0; r < ranks_; r++) boxes.back().push_back(sharding.box(whole_shape, r));
    }

    /// The attributes of an argument or result that is a part now.
    void state_part(std::vector<DictionaryAttribute>& attributes, std::size_t index, const Cut& cut) const {
        attributes.resize(std::max(attributes.size(), index + 1));
        std::vector<NamedAttribute>& entries = attributes[index].entries;
        std::erase_if(entries, [](const NamedAttribute& entry) {
            return entry.first == declarations::sharding || entry.first == attr::mhlo_sharding.name ||
                   entry.first == part_attribute;
        });
        entries.emplace_back(part_attribute, hlo_text(grid_, cut));
        sort_by_name(entries);
    }

    /// A donated argument whose part has another shape than the result's cannot be its memory.
    void drop_impossible_donations() {
        for (std::size_t i = 0; i < function_.argument_attributes.size(); i++) {
            const std::optional<int> result = aliased_result(function_, i);
            if (!result || function_.type(function_.arguments()[i]) ==
                               function_.result_types.at(static_cast<std::size_t>(*result)))
                continue;
            std::erase_if(function_.argument_attributes[i].entries, [](const NamedAttribute& entry) {
                return entry.first == declarations::aliasing_output;
            });
        }
    }

    void read_arguments() {
        for (std::size_t i = 0; i < function_.body.arguments.size(); i++) {
            ValueId& argument = function_.body.arguments[i];
            if (!is_tensor(argument)) continue;
            const ValueId whole_value = argument;
            const Cut& cut = cuts_[whole_value];
            add_shards(shape(whole_value), cut, shards_.input_shapes, shards_.inputs);
            state_part(function_.argument_attributes, i, cut);
            argument = part_value(whole_value, cut);
            copies_.add(whole_value, cut, argument);
        }
    }

    /// A new value for the part of a value; the value itself if it is not cut.
    ValueId part_value(ValueId value, const Cut& cut) {
        if (is_whole(cut)) return value;
        return function_.add_value(part_type(value, cut), function_.values[value].name,
                                   function_.values[value].location);
    }

    Type part_type(ValueId value, const Cut& cut) const {
        Type type = function_.type(value);
        if (type.is_tensor()) type.as_tensor().shape = part_shape(grid_, cut, type.as_tensor().shape);
        return type;
    }

    void finish_results(Op& op) {
        for (std::size_t i = 0; i < op.operands.size(); i++) {
            if (is_tensor(op.operands[i])) {
                const Cut& cut = cuts_[results_[i]];
                add_shards(shape(op.operands[i]), cut, shards_.result_shapes, shards_.results);
                state_part(function_.result_attributes, i, cut);
                op.operands[i] = get(op.operands[i], cut);
            } else {
                op.operands[i] = renamed(op.operands[i]);
            }
            function_.result_types[i] = function_.type(op.operands[i]);
        }
        local_.ops().push_back(std::move(op));
    }

    // Values

    /// The value that stands for one that is no tensor.
    ValueId renamed(ValueId value) const {
        const std::vector<ValueCopy>& copies = copies_.of(value);
        return copies.empty() ? value : copies.front().part;
    }

    /// The device's part of a value under a cut.
    ValueId get(ValueId value, const Cut& wanted) {
        const std::vector<ValueCopy>& copies = copies_.of(value);
        const ValueCopy* best = nullptr;
        std::int64_t least = std::numeric_limits<std::int64_t>::max();
        for (const ValueCopy& copy : copies) {
            if (copy.cut == wanted) return copy.part;
            const std::int64_t bytes =
                received_bytes(grid_, copy.cut, reshard_steps(grid_, copy.cut, wanted), byte_size(value));
            if (bytes < least) {
                least = bytes;
                best = &copy;
            }
        }
        const auto anew = made_anew_.find(value);
        if (best == nullptr && anew == made_anew_.end()) return value;
        const ValueId part = anew != made_anew_.end() ? make(anew->second, wanted)
                                                      : local_.reshard(best->part, best->cut, wanted);
        copies_.add(value, wanted, part);
        return part;
    }

    ValueId get_whole(ValueId value) {
        return is_tensor(value) ? get(value, whole(rank(value))) : renamed(value);
    }

    // Ops

    /// Places an op in a way of its own.
    using PlaceOp = void (Partitioner::*)(Op op);
    static const std::array<PlaceOp, op_count> op_rules;

    void place(Op op) {
        local_.at(op);
        if (const PlaceOp place_op = behaviour(op_rules, op.code); place_op != nullptr)
            return (this->*place_op)(std::move(op));
        if (has_trait(op.code, op_trait::Terminator)) return finish_results(op);
        if (has_trait(op.code, op_trait::ControlFlow)) return place_control_flow(std::move(op));
        if (const PlaceCall place_call = call_rules[static_cast<std::size_t>(library_call(op))];
            place_call != nullptr && (this->*place_call)(op))
            return;
        if (!stated_by(program_, function_, op, ranks_).empty()) return place_constraint(op);
        require_repeatable(op);
        place_by_rule(std::move(op));
    }

    void require_repeatable(const Op& op) const {
        const bool is_call_with_effects = op.code == OpCode::CustomCall && op[attr::has_side_effect];
        if (has_manual_regions_ || (!outside_ops.contains(op.code) && !is_call_with_effects)) return;
        refuse(op, fmt::format("{} has effects outside of the program, and each of {} processes would run it",
                               spelling(op.code), ranks_));
    }

    // Values that each use makes anew, under the cut that it needs: constants with equal elements, iotas, and
    // broadcasts of scalars.

    void place_constant(Op op) {
        if (op[attr::value].is_splat() || rank(op.results[0]) == 0) {
            made_anew_[op.results[0]] = std::move(op);
            return;
        }
        const ValueId value = op.results[0];
        local_.ops().push_back(std::move(op));
        copies_.add(value, whole(rank(value)), value);
    }

    void place_iota(Op op) {
        const TensorType& type = function_.tensor(op.results[0]);
        if (is_complex(type.element) || type.is_quantized()) return place_undivided(std::move(op));
        made_anew_[op.results[0]] = std::move(op);
    }

    void place_broadcast(Op op) {
        if (rank(op.operands[0]) > 0) return place_by_rule(std::move(op));
        op.operands[0] = get_whole(op.operands[0]);
        made_anew_[op.results[0]] = std::move(op);
    }

    ValueId make(const Op& op, const Cut& cut) {
        const TensorType type = part_type(op.results[0], cut).as_tensor();
        if (op.code == OpCode::Constant) {
            TensorType stored = op[attr::value].type();
            stored.shape = type.shape;
            return local_.emit_constant(Literal(stored, op[attr::value].shared_bytes(), true), type);
        }
        if (op.operands.size() == 1) return local_.broadcast(op.operands[0], {}, type.shape);
        const std::int64_t along = op[attr::iota_dimension];
        const AxisList& axes = cut[static_cast<std::size_t>(along)];
        if (axes.empty()) return local_.iota(type, along);
        // Counted in integers, since floats may not have all numbers between.
        const ValueId own = local_.iota({type.shape, ElementType::I64, {}, {}, {}}, along);
        const ValueId first = local_.start(axes, size_at(type, along));
        const ValueId all = local_.binary(OpCode::Add, own, local_.broadcast(first, {}, type.shape));
        return local_.convert(all, type.element);
    }

    void place_constraint(const Op& op) {
        for (std::size_t i = 0; i < op.results.size(); i++) {
            if (!is_tensor(op.results[i])) {
                copies_.add(op.results[i], {}, renamed(op.operands[i]));
                continue;
            }
            const Cut& cut = cuts_[op.results[i]];
            copies_.add(op.results[i], cut, get(op.operands[i], cut));
        }
    }

    std::int64_t byte_size(ValueId value) const {
        return is_tensor(value) && function_.tensor(value).is_static() ? function_.tensor(value).byte_size()
                                                                       : 0;
    }

    OpSharding choose(const Op& op, const ShardingRule& rule) const {
        OpShardingProblem problem{rule, {}, {}, {}, {}, most_parts(function_, op, rule)};
        for (const std::vector<ValueId>* values : {&op.operands, &op.results})
            for (const ValueId value : *values) {
                problem.shapes.push_back(is_tensor(value) ? shape(value) : std::vector<std::int64_t>{});
                problem.bytes.push_back(byte_size(value));
            }
        for (const ValueId operand : op.operands) {
            problem.operand_cuts.emplace_back();
            if (!is_tensor(operand)) continue;
            for (const ValueCopy& copy : copies_.of(operand)) problem.operand_cuts.back().push_back(copy.cut);
            if (problem.operand_cuts.back().empty() && !made_anew_.contains(operand))
                problem.operand_cuts.back().push_back(whole(rank(operand)));
        }
        for (const ValueId result : op.results) problem.result_cuts.push_back(cuts_[result]);
        return choose_op_sharding(grid_, problem);
    }

    void place_by_rule(Op op) {
        const std::optional<ShardingRule> rule = sharding_rule(function_, op);
        if (!rule) return place_undivided(std::move(op));
        const OpSharding sharding = choose(op, *rule);
        if (is_whole(sharding.factors)) return place_undivided(std::move(op));
        const std::vector<ValueId> results = op.results;
        ShardedOp sharded{std::move(op), *rule, sharding, {}, {}, local_};
        for (std::size_t i = 0; i < sharded.op.operands.size(); i++) {
            ValueId& operand = sharded.op.operands[i];
            sharded.whole_operands.push_back(function_.type(operand));
            operand = is_tensor(operand) ? get(operand, sharded.operand_cut(i)) : renamed(operand);
        }
        for (Region& region : sharded.op.regions) rename_uses(region);
        for (std::size_t i = 0; i < results.size(); i++)
            sharded.results.push_back(part_type(results[i], sharded.result_cut(i)));
        const LocalResults made = emit_local(sharded);
        for (std::size_t i = 0; i < results.size(); i++) {
            if (!is_tensor(results[i])) {
                copies_.add(results[i], {}, made.values[i]);
                continue;
            }
            const auto [cut, part] =
                combined(made, made.values[i], cut_of(rule->results[i], sharding), cuts_[results[i]]);
            copies_.add(results[i], cut, local_.convert(part, function_.tensor(results[i]).element));
        }
    }

    /// Combines partial results. Where the users want a part of what is combined, no device gets the rest.
    std::pair<Cut, ValueId> combined(const LocalResults& made, ValueId value, Cut cut, const Cut& wanted) {
        AxisList partial = made.partial;
        const auto body = [&] { return local_.combiner(made.combiner, local_.tensor(value).element); };
        for (std::size_t d = 0; d < cut.size() && !partial.empty(); d++) {
            AxisList scattered;
            if (cut[d].size() < wanted[d].size() &&
                std::equal(cut[d].begin(), cut[d].end(), wanted[d].begin()))
                for (std::size_t i = cut[d].size(); i < wanted[d].size(); i++) {
                    if (std::find(partial.begin(), partial.end(), wanted[d][i]) == partial.end()) break;
                    scattered.push_back(wanted[d][i]);
                }
            if (scattered.empty()) continue;
            value = local_.reduce_scatter(value, d, scattered, body());
            cut[d].insert(cut[d].end(), scattered.begin(), scattered.end());
            std::erase_if(partial, [&](int axis) { return has_axis(scattered, axis); });
        }
        if (!partial.empty()) value = local_.all_reduce(value, partial, body());
        return {std::move(cut), value};
    }

    /// An op that every device runs as a whole.
    void place_undivided(Op op) {
        for (ValueId& operand : op.operands) operand = get_whole(operand);
        for (Region& region : op.regions) rename_uses(region);
        for (const ValueId result : op.results)
            copies_.add(result, is_tensor(result) ? whole(rank(result)) : Cut{}, result);
        local_.ops().push_back(std::move(op));
    }

    /// Makes a computation on elements use whole values from outside.
    void rename_uses(Region& region) {
        for_each_op(region, [&](Op& inner) {
            for (ValueId& operand : inner.operands)
                if (!copies_.of(operand).empty() || made_anew_.contains(operand))
                    operand = get_whole(operand);
        });
    }

    // Control flow

    /// Fills a region: `arguments` get these cuts, and it returns values with the cuts in `returned`.
    void place_region(Region& region, const std::vector<Cut>& arguments, const std::vector<Cut>& returned) {
        const ValueCopies::Mark mark = copies_.mark();
        std::vector<Op> outer_ops, source = std::move(region.ops);
        std::vector<Op>& outer = local_.ops();
        region.ops.clear();
        local_.begin(region.ops);
        for (std::size_t i = 0; i < region.arguments.size(); i++) {
            const ValueId argument = region.arguments[i];
            if (!is_tensor(argument)) continue;
            region.arguments[i] = part_value(argument, arguments[i]);
            copies_.add(argument, arguments[i], region.arguments[i]);
        }
        Op last = std::move(source.back());
        source.pop_back();
        for (Op& op : source) place(std::move(op));
        for (std::size_t i = 0; i < last.operands.size(); i++)
            last.operands[i] =
                is_tensor(last.operands[i]) ? get(last.operands[i], returned[i]) : renamed(last.operands[i]);
        local_.ops().push_back(std::move(last));
        local_.begin(outer);
        copies_.forget_since(mark);
    }

    void place_control_flow(Op op) {
        const bool is_loop = has_trait(op.code, op_trait::Looping);
        std::vector<Cut> cuts;
        for (const ValueId result : op.results) cuts.push_back(cuts_[result]);
        for (std::size_t i = 0; i < op.operands.size(); i++)
            op.operands[i] = is_loop && is_tensor(op.operands[i]) ? get(op.operands[i], cuts[i])
                                                                  : get_whole(op.operands[i]);
        for (std::size_t i = 0; i < op.regions.size(); i++) {
            const bool is_condition = is_loop && i == 0;
            place_region(op.regions[i], is_loop ? cuts : std::vector<Cut>{},
                         is_condition ? std::vector<Cut>{{}} : cuts);
        }
        for (std::size_t i = 0; i < op.results.size(); i++) {
            const ValueId result = op.results[i];
            if (!is_tensor(result)) continue;
            op.results[i] = part_value(result, cuts[i]);
            copies_.add(result, cuts[i], op.results[i]);
        }
        local_.ops().push_back(std::move(op));
    }

    // Manual regions

    /// The cut along the axes that are manual, or along the others.
    Cut cut_along(const Op& op, const std::string& text, ValueId value, const std::vector<std::string>& axes,
                  bool manual) const {
        const Sharding sharding = parse_sdy_sharding(
            program_, text, rank(value), ranks_, place_of(program_, op), [&](const std::string& axis) {
                const bool is_manual = std::find(axes.begin(), axes.end(), axis) != axes.end();
                return is_manual == manual;
            });
        return even(op, stated_axes(grid_, place_of(program_, op), sharding), value);
    }

    Cut border_cut(const Op& op, const std::string& text, ValueId value) const {
        const Sharding sharding =
            parse_sdy_sharding(program_, text, rank(value), ranks_, place_of(program_, op));
        return even(op, stated_axes(grid_, place_of(program_, op), sharding), value);
    }

    Cut even(const Op& op, const ValueSharding& sharding, ValueId value) const {
        Cut cut = even_cut(grid_, sharding, shape(value));
        for (std::size_t d = 0; d < cut.size(); d++)
            if (cut[d] != sharding.dimensions[d].axes)
                refuse(op, "a manual region cuts a dimension into parts that differ in size");
        return cut;
    }

    void require_one_each(const Op& op, std::size_t count, const ManualBorder& border,
                          const std::vector<ValueId>& inside) const {
        if (border.shardings.size() != count || inside.size() != count)
            refuse(op, "there must be one sharding per operand and result");
    }

    /// Binds the operands of `op` to the region's `arguments`.
    void enter(const Op& op, const ManualBorder& border, const std::vector<ValueId>& arguments) {
        require_one_each(op, op.operands.size(), border, arguments);
        for (std::size_t i = 0; i < arguments.size(); i++) {
            const std::string& text = border.shardings[i];
            const ValueId operand = op.operands[i];
            if (part_shape(grid_, cut_along(op, text, operand, border.axes, true), shape(operand)) !=
                shape(arguments[i]))
                refuse(op,
                       "an argument of the region does not have the size of a shard along the manual axes");
            copies_.add(arguments[i], cut_along(op, text, arguments[i], border.axes, false),
                        get(operand, border_cut(op, text, operand)));
        }
    }

    /// Binds what the region `returns` to the results of `op`.
    void leave(const Op& op, const ManualBorder& border, const std::vector<ValueId>& returns) {
        require_one_each(op, op.results.size(), border, returns);
        for (std::size_t i = 0; i < returns.size(); i++) {
            const std::string& text = border.shardings[i];
            const ValueId result = op.results[i];
            if (part_shape(grid_, cut_along(op, text, result, border.axes, true), shape(result)) !=
                shape(returns[i]))
                refuse(op, "a result of the region does not have the size of a shard along the manual axes");
            copies_.add(result, border_cut(op, text, result),
                        get(returns[i], cut_along(op, text, returns[i], border.axes, false)));
        }
    }

    void place_manual(Op op) {
        Region& body = op.regions[0];
        enter(op, entry_of(op), body.arguments);
        const Op last = std::move(body.ops.back());
        body.ops.pop_back();
        std::vector<Op> ops = std::move(body.ops);
        for (Op& inner : ops) place(std::move(inner));
        local_.at(op);
        leave(op, exit_of(op), last.operands);
    }

    /// Places a library call; false if this form of the call states no shardings.
    using PlaceCall = bool (Partitioner::*)(const Op& op);
    static const LibraryCallTable<PlaceCall> call_rules;

    // In HLO, custom calls mark where a region begins and ends, and its ops are in the function itself.

    bool place_begin(const Op& op) {
        enter(op, entry_of_call(op), op.results);
        return true;
    }
    bool place_end(const Op& op) {
        leave(op, exit_of_call(op), op.operands);
        return true;
    }

    static bool has_marker(const Op& op) { return op.has(attr::mhlo_sharding) && op.operands.size() == 1; }

    Sharding marker(const Op& op, ValueId value) const {
        return parse_hlo_sharding(op[attr::mhlo_sharding], rank(value), ranks_, place_of(program_, op));
    }

    /// The operand of an @SPMDFullToShardShape has the sharding of its parts already.
    bool place_full_to_shard(const Op& op) {
        if (!has_marker(op)) return false;
        const ValueId operand = op.operands[0], result = op.results[0];
        static_cast<void>(marker(op, operand));  // must be readable; the operand's own sharding counts
        const Cut& cut = cuts_[operand];
        if (part_shape(grid_, cut, shape(operand)) != shape(result))
            refuse(op, "the parts do not match the operand's sharding");
        copies_.add(result, whole(rank(result)), get(operand, cut));
        return true;
    }

    bool place_shard_to_full(const Op& op) {
        if (!has_marker(op)) return false;
        const ValueId result = op.results[0], operand = op.operands[0];
        const Cut cut = even(op, stated_axes(grid_, place_of(program_, op), marker(op, result)), result);
        if (part_shape(grid_, cut, shape(result)) != shape(operand))
            refuse(op, "a result is sharded along axes that are not manual");
        copies_.add(result, cut, get_whole(operand));
        return true;
    }

    bool place_sharding(const Op& op) {
        if (!has_marker(op) || !marker(op, op.operands[0]).manual) return false;
        copies_.add(op.results[0], whole(rank(op.results[0])), get_whole(op.operands[0]));
        return true;
    }

    Program& program_;
    Function& function_;
    int ranks_;
    DeviceGrid grid_;
    LocalOps local_;
    bool has_manual_regions_;
    std::vector<Cut> cuts_;         // that users of a value prefer
    std::vector<ValueId> results_;  // values that stand for the entry point's results
    ValueCopies copies_;
    std::map<ValueId, Op> made_anew_;
    ProgramShards shards_;
};

constinit const std::array<Partitioner::PlaceOp, op_count> Partitioner::op_rules =
    partial<Partitioner::PlaceOp>({
        {OpCode::BroadcastInDim, &Partitioner::place_broadcast},
        {OpCode::Constant, &Partitioner::place_constant},
        {OpCode::Iota, &Partitioner::place_iota},
        {OpCode::SdyManualComputation, &Partitioner::place_manual},
    });

constinit const LibraryCallTable<Partitioner::PlaceCall> Partitioner::call_rules =
    by_enumerator<last_library_call, Partitioner::PlaceCall>({
        {LibraryCall::FullToShard, &Partitioner::place_full_to_shard},
        {LibraryCall::GlobalToLocal, &Partitioner::place_begin},
        {LibraryCall::LocalToGlobal, &Partitioner::place_end},
        {LibraryCall::ShardToFull, &Partitioner::place_shard_to_full},
        {LibraryCall::Sharding, &Partitioner::place_sharding},
    });

}  // namespace

bool has_manual_regions(const Program& program) {
    bool found = false;
    for (const Function& function : program.functions)
        for_each_op(function.body, [&](const Op& op) { found = found || is_manual(op); });
    return found;
}

bool has_shardings(const Program& program, int ranks) {
    const std::vector<Sharding> stated = stated_shardings(program, ranks);
    return std::any_of(stated.begin(), stated.end(), [](const Sharding& sharding) {
        return sharding.unreduced || (!sharding.manual && !sharding.is_replicated());
    });
}

ProgramShards partition(Program& program, int ranks) {
    const bool is_undeclared = !has_manual_regions(program) && declared_grid(program).count() == 1;
    inline_calls(program);
    ProgramShards shards = Partitioner(program, ranks).run();
    if (is_undeclared) {
        std::erase_if(program.attributes, [](const NamedAttribute& attribute) {
            return attribute.first == declarations::num_partitions;
        });
        program.attributes.emplace_back(declarations::num_partitions, IntegerAttribute{ranks, "i32"});
        sort_by_name(program.attributes);
    }
    return shards;
}

}  // namespace hlo2c::frontend
