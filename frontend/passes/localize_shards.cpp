#include "frontend/passes/localize_shards.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "frontend/error_numbers.h"
#include "frontend/ir/attributes.h"
#include "frontend/ir/enum_table.h"
#include "frontend/ir/library_calls.h"
#include "frontend/ir/op_set.h"
#include "frontend/ops/op_traits.h"
#include "frontend/passes/inline_calls.h"

namespace hlo2c::frontend {
namespace {

/// Ops that only declare the sharding of their operand.
constexpr OpSet declaring = {OpCode::SdyReshard, OpCode::SdyShardingConstraint};

bool is_manual(const Op& op) {
    return op.code == OpCode::SdyManualComputation || library_row(op).begins_manual_region;
}

bool is_manual_in(const Function& function) {
    bool found = false;
    for_each_op(function.body, [&](const Op& op) { found = found || is_manual(op); });
    return found;
}

const std::string& raw_text(const Op& op, std::string_view name) {
    static const std::string none;
    const Attribute* attribute = op.attribute(name);
    const auto* structure = attribute != nullptr ? attribute->get_if<StructAttribute>() : nullptr;
    return structure != nullptr ? structure->raw : none;
}

/// The text of an entry of mhlo.frontend_attributes, else "".
std::string frontend_text(const Op& op, std::string_view name) {
    const Attribute* attribute = op.attribute(attr::mhlo_frontend_attributes);
    const auto* dictionary = attribute != nullptr ? attribute->get_if<DictionaryAttribute>() : nullptr;
    if (dictionary == nullptr) return {};
    for (const auto& [key, value] : dictionary->entries)
        if (const auto* text = value.get_if<std::string>(); key == name && text != nullptr) return *text;
    return {};
}

/// The shardings in `#sdy.sharding_per_value<[<@mesh, [...]>, ...]>`.
std::vector<std::string> shardings_per_value(std::string_view text) {
    const std::size_t begin = text.find('['), end = text.rfind(']');
    if (begin == std::string_view::npos || end == std::string_view::npos || end < begin) return {};
    return split_sdy_shardings(text.substr(begin + 1, end - begin - 1));
}

class Localization {
public:
    Localization(Program& program, int ranks) : program_(program), function_(program.main()), ranks_(ranks) {}

    ProgramShards run() {
        read_arguments();
        std::vector<Op> ops = std::move(function_.body.ops);
        function_.body.ops.clear();
        for (Op& op : ops) place(std::move(op));
        for (std::size_t i = 0; i < function_.arguments().size(); i++) finish_argument(i);
        return std::move(shards_);
    }

private:
    [[noreturn]] void refuse(const Op& op, const std::string& why) const {
        unsupported(pass_error::partitioning, place_of(program_, op), why,
                    "Write this part of the program for one process (shard_map), partition it with the "
                    "exporting tool, or run it as one process.");
    }

    const std::vector<std::int64_t>& shape(ValueId value) const { return function_.tensor(value).shape; }
    int rank(ValueId value) const { return function_.tensor(value).rank(); }

    void read_arguments() {
        for (std::size_t i = 0; i < function_.arguments().size(); i++) {
            const ValueId argument = function_.arguments()[i];
            if (!function_.type(argument).is_tensor()) continue;
            arguments_[argument] = i;
            if (i >= function_.argument_attributes.size()) continue;
            const std::optional<Sharding> sharding =
                find_sharding(program_, function_.argument_attributes[i].entries, rank(argument), ranks_,
                              Place{.file = program_.source_path});
            if (sharding) shardings_[argument] = *sharding;
        }
    }

    ValueId resolve(ValueId value) const {
        for (auto found = replaced_.find(value); found != replaced_.end(); found = replaced_.find(value))
            value = found->second;
        return value;
    }

    /// The sharding of a value; an argument without one takes the first sharding that is asked of it.
    const Sharding& sharding_of(ValueId value, const Sharding* wanted = nullptr) {
        const auto found = shardings_.find(value);
        if (found != shardings_.end()) return found->second;
        const bool open = wanted != nullptr && arguments_.count(value) != 0;
        return shardings_[value] = open ? *wanted : replicated(rank(value), ranks_);
    }

    void require_sharding(const Op& op, ValueId value, const Sharding& wanted) {
        if (sharding_of(value, &wanted).coordinates != wanted.coordinates)
            refuse(op,
                   fmt::format("an operand of {} would have to be sharded differently", spelling(op.code)));
    }

    void place(Op op) {
        for (ValueId& operand : op.operands) operand = resolve(operand);
        for (Region& region : op.regions)
            for_each_op(region, [&](Op& inner) {
                for (ValueId& operand : inner.operands) operand = resolve(operand);
            });
        if (op.code == OpCode::SdyManualComputation) return place_region(std::move(op));
        if (declaring.contains(op.code))
            return hand_on(op, parse_sdy_sharding(program_, raw_text(op, attr::sharding),
                                                  rank(op.operands[0]), ranks_, place_of(program_, op)));
        if (const PlaceCall place_call = call_rules[static_cast<std::size_t>(library_call(op))];
            place_call != nullptr && (this->*place_call)(op))
            return;
        if (op.code == OpCode::Reshape && shape(op.operands[0]) == shape(op.results[0])) {
            replaced_[op.results[0]] = op.operands[0];
            return;
        }
        if (has_trait(op.code, op_trait::Terminator)) {
            finish_results(op);
        } else {
            for_each_operand(op, [&](ValueId operand) {
                const auto found = shardings_.find(operand);
                if (found != shardings_.end() && !found->second.is_replicated())
                    refuse(op, fmt::format("{} works on a tensor that is distributed over the processes, and "
                                           "automatic partitioning is not available",
                                           spelling(op.code)));
            });
        }
        function_.body.ops.push_back(std::move(op));
    }

    template <typename Visit>
    static void for_each_operand(const Op& op, const Visit& visit) {
        for (ValueId operand : op.operands) visit(operand);
        for (const Region& region : op.regions)
            for_each_op(region, [&](const Op& inner) {
                for (ValueId operand : inner.operands) visit(operand);
            });
    }

    /// The op only declares the sharding of its operand.
    void hand_on(const Op& op, const Sharding& wanted) {
        require_sharding(op, op.operands[0], wanted);
        replaced_[op.results[0]] = op.operands[0];
    }

    /// A region is manual along some axes of the mesh. Along the other axes, its values are still whole, with
    /// the declared shardings; a nested region may be manual along those.
    void place_region(Op op) {
        const std::vector<std::string> axes = axis_names(raw_text(op, attr::manual_axes));
        Region& body = op.regions[0];
        enter(op, split_sdy_shardings(raw_text(op, attr::in_shardings)), axes, body.arguments);
        Op last = std::move(body.ops.back());
        body.ops.pop_back();
        std::vector<Op> ops = std::move(body.ops);
        for (Op& inner : ops) place(std::move(inner));
        leave(op, split_sdy_shardings(raw_text(op, attr::out_shardings)), axes, last.operands);
    }

    /// Places a library call; false if this form of the call states no shardings.
    using PlaceCall = bool (Localization::*)(const Op& op);
    static const LibraryCallTable<PlaceCall> call_rules;

    // In HLO, custom calls mark where a region begins and ends, and its ops are in the function itself.

    bool place_begin(const Op& op) {
        enter(op, shardings_per_value(frontend_text(op, "xla.sdy.in_shardings")), manual_axes(op),
              op.results);
        return true;
    }

    bool place_end(const Op& op) {
        leave(op, shardings_per_value(frontend_text(op, "xla.sdy.out_shardings")), manual_axes(op),
              op.operands);
        return true;
    }

    static std::vector<std::string> manual_axes(const Op& op) {
        return axis_names(frontend_text(op, "xla.sdy.manual_axes"));
    }

    bool place_result_sharding(const Op& op) {
        const std::vector<std::string> texts = shardings_per_value(frontend_text(op, "xla.sdy.sharding"));
        if (texts.size() != op.operands.size() || texts.size() != op.results.size())
            refuse(op, "there must be one sharding per operand and result");
        for (std::size_t i = 0; i < texts.size(); i++) {
            require_sharding(
                op, op.operands[i],
                parse_sdy_sharding(program_, texts[i], rank(op.operands[i]), ranks_, place_of(program_, op)));
            replaced_[op.results[i]] = op.operands[i];
        }
        return true;
    }

    /// The sharding restricted to the axes that are manual, or to the others.
    Sharding along(const Op& op, const std::string& text, ValueId value, const std::vector<std::string>& axes,
                   bool manual) const {
        return parse_sdy_sharding(
            program_, text, rank(value), ranks_, place_of(program_, op), [&](const std::string& axis) {
                const bool is_manual = std::find(axes.begin(), axes.end(), axis) != axes.end();
                return is_manual == manual;
            });
    }

    /// Refuses unless there are `count` shardings and values of the region.
    void require_one_each(const Op& op, std::size_t count, const std::vector<std::string>& shardings,
                          const std::vector<ValueId>& inside) const {
        if (shardings.size() != count || inside.size() != count)
            refuse(op, "there must be one sharding per operand and result");
    }

    /// Binds the operands of `op` to the region's `arguments`.
    void enter(const Op& op, const std::vector<std::string>& shardings, const std::vector<std::string>& axes,
               const std::vector<ValueId>& arguments) {
        require_one_each(op, op.operands.size(), shardings, arguments);
        for (std::size_t i = 0; i < shardings.size(); i++) {
            const std::string& text = shardings[i];
            const ValueId operand = op.operands[i];
            require_sharding(
                op, operand,
                parse_sdy_sharding(program_, text, rank(operand), ranks_, place_of(program_, op)));
            if (along(op, text, operand, axes, true).local_shape(shape(operand)) != shape(arguments[i]))
                refuse(op,
                       "an argument of the region does not have the size of a shard along the manual axes");
            become_whole(op, part(operand), arguments[i], along(op, text, arguments[i], axes, false));
        }
    }

    /// Binds what the region `returns` to the results of `op`.
    void leave(const Op& op, const std::vector<std::string>& shardings, const std::vector<std::string>& axes,
               const std::vector<ValueId>& returns) {
        require_one_each(op, op.results.size(), shardings, returns);
        for (std::size_t i = 0; i < shardings.size(); i++) {
            const std::string& text = shardings[i];
            const ValueId result = op.results[i], value = resolve(returns[i]);
            require_sharding(op, value, along(op, text, value, axes, false));
            if (along(op, text, result, axes, true).local_shape(shape(result)) != shape(value))
                refuse(op, "a result of the region does not have the size of a shard along the manual axes");
            become_whole(op, part(value), result,
                         parse_sdy_sharding(program_, text, rank(result), ranks_, place_of(program_, op)));
        }
    }

    static bool has_marker(const Op& op) { return op.has(attr::mhlo_sharding) && op.operands.size() == 1; }

    Sharding marker(const Op& op, ValueId value) const {
        return parse_hlo_sharding(op[attr::mhlo_sharding], rank(value), ranks_, place_of(program_, op));
    }

    bool place_sharding(const Op& op) {
        if (!has_marker(op)) return false;
        const Sharding wanted = marker(op, op.operands[0]);
        if (wanted.manual) {
            replaced_[op.results[0]] = op.operands[0];
        } else {
            hand_on(op, wanted);
        }
        return true;
    }

    bool place_full_to_shard(const Op& op) {
        if (!has_marker(op)) return false;
        const ValueId operand = op.operands[0];
        static_cast<void>(marker(op, operand));  // must be readable; the operand's own sharding counts
        if (sharding_of(operand).local_shape(shape(operand)) != shape(op.results[0]))
            refuse(op, "the parts do not match the operand's sharding");
        replaced_[op.results[0]] = part(operand);
        return true;
    }

    bool place_shard_to_full(const Op& op) {
        if (!has_marker(op)) return false;
        become_whole(op, op.operands[0], op.results[0], marker(op, op.results[0]));
        return true;
    }

    /// The part of a value that this process holds, as a value with the part's type.
    ValueId part(ValueId whole) {
        const auto known = parts_.find(whole);
        if (known != parts_.end()) return known->second;
        if (sharding_of(whole).is_replicated()) return parts_[whole] = whole;
        TensorType type = function_.tensor(whole);
        type.shape = sharding_of(whole).local_shape(type.shape);
        const ValueId local =
            function_.add_value(type, function_.values[whole].name, function_.values[whole].location);
        return parts_[whole] = local;
    }

    /// Records that `whole` consists of the `local` values of all processes.
    void become_whole(const Op& op, ValueId local, ValueId whole, const Sharding& sharding) {
        if (sharding.local_shape(shape(whole)) != shape(local))
            refuse(op, "a result is sharded along axes that are not manual");
        if (sharding.is_replicated()) {
            replaced_[whole] = local;
            return;
        }
        shardings_[whole] = sharding;
        parts_[whole] = local;
    }

    void finish_results(Op& op) {
        for (std::size_t i = 0; i < op.operands.size(); i++) {
            const ValueId value = op.operands[i];
            if (!function_.type(value).is_tensor()) continue;
            std::optional<Sharding> wanted;
            if (i < function_.result_attributes.size())
                wanted = find_sharding(program_, function_.result_attributes[i].entries, rank(value), ranks_,
                                       Place{.file = program_.source_path});
            if (wanted) require_sharding(op, value, *wanted);
            const Sharding& sharding = sharding_of(value);
            shards_.result_shapes.push_back(shape(value));
            shards_.results.emplace_back();
            for (int r = 0; r < ranks_; r++) shards_.results.back().push_back(sharding.box(shape(value), r));
            op.operands[i] = part(value);
            function_.result_types[i] = function_.type(op.operands[i]);
        }
    }

    /// Replaces the argument by the part that a process holds.
    void finish_argument(std::size_t index) {
        const ValueId argument = function_.arguments()[index];
        if (!function_.type(argument).is_tensor()) return;
        const Sharding& sharding = sharding_of(argument);
        shards_.input_shapes.push_back(shape(argument));
        shards_.inputs.emplace_back();
        for (int r = 0; r < ranks_; r++) shards_.inputs.back().push_back(sharding.box(shape(argument), r));
        function_.body.arguments[index] = part(argument);
    }

    Program& program_;
    Function& function_;
    int ranks_;
    std::map<ValueId, std::size_t> arguments_;
    std::map<ValueId, Sharding> shardings_;  // of whole tensors
    std::map<ValueId, ValueId> parts_;       // whole tensor -> this process's part
    std::map<ValueId, ValueId> replaced_;
    ProgramShards shards_;
};

constinit const LibraryCallTable<Localization::PlaceCall> Localization::call_rules =
    by_enumerator<last_library_call, Localization::PlaceCall>({
        {LibraryCall::FullToShard, &Localization::place_full_to_shard},
        {LibraryCall::GlobalToLocal, &Localization::place_begin},
        {LibraryCall::LocalToGlobal, &Localization::place_end},
        {LibraryCall::ResultSharding, &Localization::place_result_sharding},
        {LibraryCall::ShardToFull, &Localization::place_shard_to_full},
        {LibraryCall::Sharding, &Localization::place_sharding},
    });

}  // namespace

bool has_manual_regions(const Program& program) {
    return std::any_of(program.functions.begin(), program.functions.end(), is_manual_in);
}

bool has_shardings(const Program& program, int ranks) {
    const Function& function = program.main();
    const auto cuts = [&](const std::vector<DictionaryAttribute>& attributes, std::size_t index,
                          const Type& type) {
        if (index >= attributes.size() || !type.is_tensor()) return false;
        const std::optional<Sharding> sharding =
            find_sharding(program, attributes[index].entries, type.as_tensor().rank(), ranks,
                          Place{.file = program.source_path});
        return sharding && !sharding->is_replicated();
    };
    for (std::size_t i = 0; i < function.arguments().size(); i++)
        if (cuts(function.argument_attributes, i, function.type(function.arguments()[i]))) return true;
    for (std::size_t i = 0; i < function.result_types.size(); i++)
        if (cuts(function.result_attributes, i, function.result_types[i])) return true;
    return false;
}

namespace {

/// The sharding of the whole that a value is part of; nothing if none is declared.
std::optional<Sharding> sharding_of_whole(const Program& program,
                                          const std::vector<DictionaryAttribute>& attributes,
                                          std::size_t index, int dimensions, int ranks) {
    if (index >= attributes.size()) return std::nullopt;
    for (const auto& [name, value] : attributes[index].entries)
        if (const auto* text = value.get_if<std::string>(); name == part_attribute && text != nullptr)
            return parse_hlo_sharding(*text, dimensions, ranks, Place{.file = program.source_path});
    return std::nullopt;
}

/// Adds the shape of the whole that consists of these parts, and each rank's box in it.
void add_whole(const Sharding& sharding, const std::vector<std::int64_t>& part, int ranks,
               std::vector<std::vector<std::int64_t>>& shapes, std::vector<std::vector<Box>>& boxes) {
    std::vector<std::int64_t> whole = part;
    for (std::size_t d = 0; d < whole.size(); d++) whole[d] *= sharding.parts.at(d);
    boxes.emplace_back();
    for (int rank = 0; rank < ranks; rank++) boxes.back().push_back(sharding.box(whole, rank));
    shapes.push_back(std::move(whole));
}

}  // namespace

std::optional<ProgramShards> shards_of_parts(const Program& program, int ranks) {
    const Function& main = program.main();
    ProgramShards shards;
    bool is_said = false, all_results = true;
    for (std::size_t i = 0; i < main.arguments().size(); i++) {
        if (!main.type(main.arguments()[i]).is_tensor()) continue;
        const std::vector<std::int64_t>& shape = main.tensor(main.arguments()[i]).shape;
        const int dimensions = static_cast<int>(shape.size());
        const auto sharding = sharding_of_whole(program, main.argument_attributes, i, dimensions, ranks);
        is_said = is_said || sharding;
        add_whole(sharding.value_or(replicated(dimensions, ranks)), shape, ranks, shards.input_shapes,
                  shards.inputs);
    }
    for (std::size_t i = 0; i < main.result_types.size(); i++) {
        if (!main.result_types[i].is_tensor()) continue;
        const std::vector<std::int64_t>& shape = main.result_types[i].as_tensor().shape;
        const int dimensions = static_cast<int>(shape.size());
        const auto sharding = sharding_of_whole(program, main.result_attributes, i, dimensions, ranks);
        all_results = all_results && sharding;
        add_whole(sharding.value_or(replicated(dimensions, ranks)), shape, ranks, shards.result_shapes,
                  shards.results);
    }
    if (!is_said) return std::nullopt;
    if (!all_results) {
        shards.results.clear();
        shards.result_shapes.clear();
    }
    return shards;
}

ProgramShards localize_shards(Program& program, int ranks) {
    const std::vector<Op>& ops = program.main().body.ops;
    const bool calls_functions =
        std::any_of(ops.begin(), ops.end(), [](const Op& op) { return op.code == OpCode::Call; });
    if (calls_functions) inline_calls(program);
    return Localization(program, ranks).run();
}

}  // namespace hlo2c::frontend
