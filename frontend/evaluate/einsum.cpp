#include <map>

#include "frontend/evaluate/hooks.h"
#include "frontend/evaluate/movement.h"
#include "frontend/evaluate/running_sum.h"
#include "frontend/ir/attributes.h"

namespace hlo2c::frontend {
namespace {

/// "ab,bc->ac": the letters of the operands and of the result.
struct Formula {
    std::vector<std::string> operands;
    std::string result;

    explicit Formula(const std::string& text) {
        const std::size_t arrow = text.find("->");
        std::string left = text.substr(0, arrow);
        for (std::size_t comma = left.find(','); comma != std::string::npos; comma = left.find(',')) {
            operands.push_back(left.substr(0, comma));
            left.erase(0, comma + 1);
        }
        operands.push_back(left);
        result = text.substr(arrow + 2);
    }
};

/// The loops of the sum: every letter with its size, those of the result first.
struct Loops {
    std::string letters;
    Shape sizes, result_shape;

    Loops(const OpCall& call, const Formula& formula) : letters(formula.result) {
        std::map<char, std::int64_t> known;
        for (std::size_t i = 0; i < formula.operands.size(); i++)
            for (std::size_t d = 0; d < formula.operands[i].size(); d++) {
                const char letter = formula.operands[i][d];
                known[letter] = call.operand(static_cast<int>(i)).type().shape[d];
                if (letters.find(letter) == std::string::npos) letters += letter;
            }
        for (char letter : letters) sizes.push_back(known[letter]);
        for (char letter : formula.result) result_shape.push_back(known[letter]);
    }

    /// The stride of each loop in a tensor with these letters.
    Shape strides(const std::string& tensor, const Shape& shape) const {
        const Shape own = row_major_strides(shape);
        Shape steps(letters.size(), 0);
        for (std::size_t d = 0; d < tensor.size(); d++) steps[letters.find(tensor[d])] += own[d];
        return steps;
    }
};

template <typename T, bool compensated>
Literal contract_with(const OpCall& call) {
    const Formula formula(call.op()[attr::einsum_config]);
    const Loops loops(call, formula);
    std::vector<Elements<T>> values;
    std::vector<Shape> strides;
    for (std::size_t i = 0; i < formula.operands.size(); i++) {
        const Literal& operand = call.operand(static_cast<int>(i));
        values.push_back(elements<T>(operand));
        strides.push_back(loops.strides(formula.operands[i], operand.type().shape));
    }
    const TensorType type = call.typed(loops.result_shape);
    const Shape result_strides = loops.strides(formula.result, loops.result_shape);
    std::vector<RunningSum<T, compensated>> sums(static_cast<std::size_t>(type.element_count()));
    Shape index(loops.sizes.size(), 0);
    if (count_of(loops.sizes) != 0) {
        const auto element = [&](std::size_t operand) {
            return values[operand][static_cast<std::size_t>(dot_product(index, strides[operand]))];
        };
        do {
            auto& sum = sums[static_cast<std::size_t>(dot_product(index, result_strides))];
            if (values.size() == 1)
                sum.add(element(0));
            else
                sum.add_product(element(0), element(1));
        } while (next_index(index, loops.sizes));
    }
    std::vector<T> results;
    for (const RunningSum<T, compensated>& sum : sums) results.push_back(sum.value());
    return from_elements<T>(type, results);
}

template <typename T>
Literal contract(const OpCall& call) {
    return is_compensated(call.result_type().element, call.product_sums()) ? contract_with<T, true>(call)
                                                                           : contract_with<T, false>(call);
}

}  // namespace

void evaluate_Einsum(OpCall& call) {
    in_domain_of(call.operand(0).type().element, [&]<typename T>() { call.give(contract<T>(call)); });
}

void evaluate_UnaryEinsum(OpCall& call) {
    evaluate_Einsum(call);
}

}  // namespace hlo2c::frontend
