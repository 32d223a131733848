#include "codegen/c/shuffle_printer.h"

#include <algorithm>
#include <string>

namespace hlo2c::codegen {
namespace {

using scheduler::LoopNest;
using scheduler::Node;

class ShufflePrinter {
public:
    ShufflePrinter(const LoopNest& nest, const Node& shuffle, ValueType type,
                   const std::vector<Code>& operands, VectorSupport& support)
        : nest_(nest), shuffle_(shuffle), type_(type), operands_(operands), support_(support) {
        for (int lane : shuffle.lanes) {
            std::size_t operand = 0;
            while (lane >= lanes_of(operand)) lane -= lanes_of(operand++);
            taken_.push_back({operand, lane});
            if (std::find(used_.begin(), used_.end(), operand) == used_.end()) used_.push_back(operand);
        }
    }

    Code run() {
        if (!type_.is_vector()) return single();
        const auto is_scalar = [&](std::size_t operand) { return lanes_of(operand) == 1; };
        if (std::all_of(used_.begin(), used_.end(), is_scalar)) return of_scalars();
        if (used_.size() == 1 || (used_.size() == 2 && lanes_of(used_[0]) == lanes_of(used_[1])))
            return direct();
        return merged();
    }

private:
    /// A lane of the result.
    struct Taken {
        std::size_t operand;
        int lane;
    };

    int lanes_of(std::size_t operand) const { return nest_[shuffle_.operands[operand]].type.lanes; }

    Code single() const {
        const Taken& only = taken_[0];
        const int lanes = lanes_of(only.operand);
        if (lanes == 1) return operands_[only.operand];
        return calling({"lane", type_.with_lanes(lanes)}) + operands_[only.operand] + ", " +
               std::to_string(only.lane) + ")";
    }

    Code of_scalars() const {
        Code list;
        for (const Taken& each : taken_) list += (list.text.empty() ? "" : ", ") + operands_[each.operand];
        return calling({"load", type_}) + "(const " + c_memory_type(type_.kind) + "[]){" + list + "})";
    }

    /// One function selects the lanes from one operand, or from two of one type.
    Code direct() {
        const ValueType from = type_.with_lanes(lanes_of(used_[0]));
        const bool is_pair = used_.size() == 2;
        std::vector<int> lanes;
        for (const Taken& each : taken_)
            lanes.push_back(each.lane + (is_pair && each.operand == used_[1] ? from.lanes : 0));
        const std::string name = support_.shuffle(from, static_cast<int>(used_.size()), lanes);
        return name + "(" + operands_[used_[0]] + (is_pair ? ", " + operands_[used_[1]] : Code()) + ")";
    }

    /// Moves each operand's lanes into their places, then merges the results one by one.
    Code merged() {
        Code result = in_place(used_[0]);
        for (std::size_t step = 1; step < used_.size(); step++) {
            const Code placed = in_place(used_[step]);
            std::vector<int> lanes;
            for (std::size_t i = 0; i < taken_.size(); i++)
                lanes.push_back(static_cast<int>(i) + (taken_[i].operand == used_[step] ? type_.lanes : 0));
            result = support_.shuffle(type_, 2, lanes) + "(" + result + ", " + placed + ")";
        }
        return result;
    }

    Code in_place(std::size_t operand) {
        const int from = lanes_of(operand);
        if (from == 1) return calling({"splat", type_}) + operands_[operand] + ")";
        std::vector<int> lanes;
        for (const Taken& each : taken_) lanes.push_back(each.operand == operand ? each.lane : 0);
        return support_.shuffle(type_.with_lanes(from), 1, lanes) + "(" + operands_[operand] + ")";
    }

    const LoopNest& nest_;
    const Node& shuffle_;
    const ValueType type_;
    const std::vector<Code>& operands_;
    VectorSupport& support_;
    std::vector<Taken> taken_;
    std::vector<std::size_t> used_;  ///< operands, in the order of their first lanes
};

}  // namespace

Code print_shuffle(const LoopNest& nest, const Node& shuffle, ValueType type,
                   const std::vector<Code>& operands, VectorSupport& support) {
    return ShufflePrinter(nest, shuffle, type, operands, support).run();
}

}  // namespace hlo2c::codegen
