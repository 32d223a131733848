#include "scheduler/halide/operand_names.h"

#include <array>
#include <optional>
#include <string_view>

#include "frontend/ir/total_table.h"
#include "frontend/ops/op_traits.h"

namespace hlo2c::scheduler::halide {
namespace {

using frontend::Op;
using frontend::OpCode;
using frontend::ValueId;

/// What an op's operands are called; "" where its op does not tell.
struct OpOperandNames {
    std::string_view repeated = {};  ///< one that is repeated for the elements of the other
    std::array<std::string_view, 3> by_number = {};
};

constinit const std::array<OpOperandNames, frontend::op_count> names_by_op =
    frontend::partial<OpOperandNames>({
        {OpCode::Add, {.repeated = "bias"}},
        {OpCode::Divide, {.by_number = {"", "divisor"}}},
        {OpCode::Gather, {.by_number = {"", "indices"}}},
        {OpCode::Multiply, {.repeated = "scale"}},
        {OpCode::Scatter, {.by_number = {"", "indices", "updates"}}},
        {OpCode::Select, {.by_number = {"condition"}}},
        {OpCode::Subtract, {.repeated = "shift"}},
    });

/// A value in memory, as an op uses it.
struct Source {
    ValueId value;
    bool is_repeated;
};

class OperandNamer {
public:
    OperandNamer(const LoweringContext& context, const Group& group, const std::set<int>& positions)
        : context_(context), group_(group), positions_(positions) {}

    std::map<ValueId, std::string> run() {
        for (const int position : positions_) {
            const Op& op = context_.graph.op(position);
            if (frontend::family_of(op.code) == frontend::OpFamily::Movement && op.operands.size() == 1)
                continue;
            for (std::size_t i = 0; i < op.operands.size(); i++)
                if (const std::optional<Source> source = source_of(op.operands[i]))
                    note(source->value, std::string(name(position, i, source->is_repeated)));
        }
        std::erase_if(names_, [](const auto& entry) { return entry.second.empty(); });
        return std::move(names_);
    }

private:
    /// The value in memory that an operand is, or is a rearrangement or repetition of.
    std::optional<Source> source_of(ValueId value) const {
        bool is_repeated = false;
        while (!context_.in_memory(value)) {
            const Op* op = context_.graph.definition(value);
            if (op == nullptr || op->operands.size() != 1 ||
                frontend::family_of(op->code) != frontend::OpFamily::Movement)
                return std::nullopt;
            const std::int64_t read = context_.tensor(op->operands[0]).element_count();
            is_repeated = is_repeated || (read > 1 && read < context_.tensor(value).element_count() &&
                                          op->code == OpCode::BroadcastInDim);
            value = op->operands[0];
        }
        return Source{context_.storage(value), is_repeated};
    }

    std::string_view name(int position, std::size_t number, bool is_repeated) const {
        const Op& op = context_.graph.op(position);
        const OpOperandNames& names = frontend::behaviour(names_by_op, op.code);
        if (op.operands.size() <= names.by_number.size() && !names.by_number[number].empty())
            return names.by_number[number];
        if (names.repeated.empty() || op.operands.size() != 2) return "";
        const std::optional<Source> other = source_of(op.operands[1 - number]);
        if (is_repeated) return other && other->is_repeated ? "" : names.repeated;
        const bool follows = group_.kind == GroupKind::Contraction && position > group_.anchor();
        return follows && op.code == OpCode::Add ? "addend" : "";
    }

    /// A value that is used in several ways has no name.
    void note(ValueId value, const std::string& name) {
        const auto [entry, is_new] = names_.emplace(value, name);
        if (!is_new && entry->second != name) entry->second.clear();
    }

    const LoweringContext& context_;
    const Group& group_;
    const std::set<int>& positions_;
    std::map<ValueId, std::string> names_;
};

}  // namespace

std::map<ValueId, std::string> operand_names(const LoweringContext& context, const Group& group,
                                             const std::set<int>& positions) {
    return OperandNamer(context, group, positions).run();
}

}  // namespace hlo2c::scheduler::halide
