#include "frontend/passes/combine_pads.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>

#include "frontend/ir/attributes.h"
#include "frontend/ir/strided.h"
#include "frontend/ops/op_traits.h"
#include "frontend/passes/rewriter.h"

namespace hlo2c::frontend {
namespace {

/// A pad as elements of a value with padding around it: from `begin` on, which is negative in the padding.
struct PaddedWindow {
    ValueId source = 0;
    Shape begin, size;
};

/// Pads of one value in one region.
struct PadGroup {
    int pads = 0;
    Shape low, high;  ///< the padding that all of them need
    std::optional<ValueId> padded;
};

bool are_all(const Shape& values, std::int64_t value) {
    return std::all_of(values.begin(), values.end(), [&](std::int64_t each) { return each == value; });
}

class Pads {
public:
    explicit Pads(const Function& function) : function_(function) {
        for_each_op(function.body, [&](const Op& op) {
            for (const ValueId result : op.results) definitions_[result] = &op;
            if (!has_trait(op.code, op_trait::Elementwise))
                read_otherwise_.insert(op.operands.begin(), op.operands.end());
        });
        collect(function.body);
    }

    /// The group of a pad, if there are others in it.
    PadGroup* group_of(ValueId pad) {
        const auto found = members_.find(pad);
        if (found == members_.end() || groups_[found->second.group].pads == 1) return nullptr;
        return &groups_[found->second.group];
    }

    const PaddedWindow& window_of(ValueId pad) const { return members_.at(pad).window; }

private:
    struct Member {
        std::size_t group;
        PaddedWindow window;
    };

    std::optional<PaddedWindow> window_of(const Op& op) const {
        const Shape &low = op[attr::edge_padding_low], &high = op[attr::edge_padding_high];
        const auto is_negative = [](std::int64_t count) { return count < 0; };
        if (!are_all(op[attr::interior_padding], 0) || std::any_of(low.begin(), low.end(), is_negative) ||
            std::any_of(high.begin(), high.end(), is_negative) || read_otherwise_.count(op.results[0]) != 0 ||
            !is_static(op.results[0]) || !is_static(op.operands[0]))
            return std::nullopt;
        const auto definition = definitions_.find(op.operands[0]);
        const Op* slice = definition == definitions_.end() ? nullptr : definition->second;
        const bool is_sliced =
            slice != nullptr && slice->code == OpCode::Slice && are_all((*slice)[attr::strides], 1);
        PaddedWindow window{is_sliced ? slice->operands[0] : op.operands[0], low,
                            function_.tensor(op.results[0]).shape};
        if (!is_static(window.source)) return std::nullopt;
        const Shape& shape = function_.tensor(window.source).shape;
        for (std::size_t i = 0; i < low.size(); i++) {
            const std::int64_t start = is_sliced ? (*slice)[attr::start_indices][i] : 0;
            const std::int64_t limit = is_sliced ? (*slice)[attr::limit_indices][i] : shape[i];
            if ((low[i] > 0 && start != 0) || (high[i] > 0 && limit != shape[i])) return std::nullopt;
            window.begin[i] = start - low[i];
        }
        return window;
    }

    bool is_static(ValueId value) const {
        const TensorType& type = function_.tensor(value);
        return std::none_of(type.shape.begin(), type.shape.end(), [](std::int64_t size) { return size < 0; });
    }

    void collect(const Region& region) {
        std::map<std::pair<ValueId, ValueId>, std::size_t> by_source;  // and by the value of the padding
        for (const Op& op : region.ops) {
            for (const Region& inner : op.regions) collect(inner);
            const std::optional<PaddedWindow> window = op.code == OpCode::Pad ? window_of(op) : std::nullopt;
            if (!window) continue;
            const auto [known, is_new] = by_source.insert({{window->source, op.operands[1]}, groups_.size()});
            if (is_new) groups_.emplace_back();
            add(groups_[known->second], *window);
            members_[op.results[0]] = {known->second, *window};
        }
    }

    void add(PadGroup& group, const PaddedWindow& window) const {
        const Shape& shape = function_.tensor(window.source).shape;
        group.low.resize(shape.size());
        group.high.resize(shape.size());
        for (std::size_t i = 0; i < shape.size(); i++) {
            group.low[i] = std::max(group.low[i], -window.begin[i]);
            group.high[i] = std::max(group.high[i], window.begin[i] + window.size[i] - shape[i]);
        }
        group.pads++;
    }

    const Function& function_;
    std::map<ValueId, const Op*> definitions_;
    std::set<ValueId> read_otherwise_;
    std::vector<PadGroup> groups_;
    std::map<ValueId, Member> members_;
};

ValueId padded_source(Rewriter& rewriter, ValueId source, ValueId value, const PadGroup& group) {
    TensorType type = rewriter.tensor(source);
    for (std::size_t i = 0; i < type.shape.size(); i++) type.shape[i] += group.low[i] + group.high[i];
    Op pad{.code = OpCode::Pad, .operands = {source, value}};
    pad.set(attr::edge_padding_low, group.low);
    pad.set(attr::edge_padding_high, group.high);
    pad.set(attr::interior_padding, Shape(type.shape.size(), 0));
    return rewriter.emit(std::move(pad), type);
}

}  // namespace

void combine_pads(Program& program) {
    for (Function& function : program.functions) {
        Pads pads(function);
        Rewriter(program, function)
            .run([&](Rewriter& rewriter, Op& op) -> std::optional<std::vector<ValueId>> {
                PadGroup* group = op.code == OpCode::Pad ? pads.group_of(op.results[0]) : nullptr;
                if (group == nullptr) return std::nullopt;
                const PaddedWindow& window = pads.window_of(op.results[0]);
                if (!group->padded)
                    group->padded =
                        padded_source(rewriter, rewriter.renamed(window.source), op.operands[1], *group);
                Op part{.code = OpCode::Slice, .operands = {*group->padded}};
                Shape start = window.begin, limit = window.size;
                for (std::size_t i = 0; i < start.size(); i++) {
                    start[i] += group->low[i];
                    limit[i] += start[i];
                }
                part.set(attr::start_indices, start);
                part.set(attr::limit_indices, limit);
                part.set(attr::strides, Shape(start.size(), 1));
                return std::vector{rewriter.emit(std::move(part), rewriter.tensor(op.results[0]))};
            });
    }
}

}  // namespace hlo2c::frontend
