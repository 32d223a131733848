#include "driver/fed_constants.h"

#include <algorithm>
#include <set>

#include "frontend/ir/attributes.h"
#include "frontend/passes/size_arguments.h"

namespace hlo2c::driver {
namespace {

using frontend::Literal;
using frontend::Op;
using frontend::ValueId;

/// Values from which shapes are computed.
void find_shape_values(const frontend::Region& region, std::set<ValueId>& found) {
    for (std::size_t i = region.ops.size(); i-- > 0;) {
        const Op& op = region.ops[i];
        for (const std::size_t operand : frontend::shape_operands(op)) found.insert(op.operands.at(operand));
        for (const frontend::Region& inner : op.regions) find_shape_values(inner, found);
        if (std::any_of(op.results.begin(), op.results.end(),
                        [&](ValueId result) { return found.count(result) != 0; }))
            found.insert(op.operands.begin(), op.operands.end());
    }
}

bool is_data(const Op& op) {
    if (op.code != frontend::OpCode::Constant && op.code != frontend::OpCode::ChloConstant) return false;
    const Literal& literal = op[attr::value];
    return !literal.is_splat() && literal.type().element_count() > 1;
}

}  // namespace

FedProgram feed_constants(const LoadedProgram& loaded, const std::vector<Literal>& arguments) {
    FedProgram fed{loaded, arguments};
    frontend::Function& main = fed.loaded.program.main();
    std::set<ValueId> shape_values;
    find_shape_values(main.body, shape_values);
    std::vector<Op> kept;
    for (Op& op : main.body.ops) {
        if (!is_data(op) || shape_values.count(op.results[0]) != 0) {
            kept.push_back(std::move(op));
            continue;
        }
        const Literal& literal = op[attr::value];
        frontend::TensorType type = literal.type();
        type.quantization = main.tensor(op.results[0]).quantization;
        main.body.arguments.push_back(op.results[0]);
        main.argument_attributes.resize(main.body.arguments.size());
        fed.arguments.emplace_back(type, literal.expanded());
        fed.constants++;
    }
    main.body.ops = std::move(kept);
    fed.bound = fed.loaded.bound.size();
    fed.loaded.bound.clear();
    for (const int argument : frontend::size_arguments(fed.loaded.program)) {
        fed.loaded.bound[argument] = fed.arguments.at(static_cast<std::size_t>(argument));
        fed.bound -= loaded.bound.count(argument);
    }
    return fed;
}

}  // namespace hlo2c::driver
