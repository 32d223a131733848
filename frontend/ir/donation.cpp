#include "frontend/ir/donation.h"

#include "frontend/ir/declarations.h"

namespace hlo2c::frontend {

std::optional<int> aliased_result(const Function& function, std::size_t position) {
    if (position >= function.argument_attributes.size()) return std::nullopt;
    const auto* result = find_attribute<IntegerAttribute>(function.argument_attributes[position].entries,
                                                          declarations::aliasing_output);
    return result != nullptr ? std::optional(static_cast<int>(result->value)) : std::nullopt;
}

std::vector<Donation> donations(const Function& function) {
    const std::vector<ValueId>& returned = function.body.ops.back().operands;
    std::vector<Donation> all;
    for (std::size_t i = 0; i < function.arguments().size(); i++)
        if (const std::optional<int> result = aliased_result(function, i))
            all.push_back({function.arguments()[i], returned[static_cast<std::size_t>(*result)]});
    return all;
}

}  // namespace hlo2c::frontend
