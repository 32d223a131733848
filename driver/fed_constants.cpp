#include "driver/fed_constants.h"

#include <set>

#include "frontend/ir/attributes.h"
#include "frontend/ir/op_set.h"
#include "frontend/passes/size_arguments.h"

namespace hlo2c::driver {
namespace {

using frontend::Literal;
using frontend::Op;
using frontend::ValueId;

/// Ops that are a literal.
constexpr frontend::OpSet literals = {frontend::OpCode::ChloConstant, frontend::OpCode::Constant};

bool is_data(const Op& op) {
    if (!literals.contains(op.code)) return false;
    const Literal& literal = op[attr::value];
    return !literal.is_splat() && literal.type().element_count() > 1;
}

}  // namespace

FedProgram feed_constants(const LoadedProgram& loaded, const std::vector<Literal>& arguments) {
    FedProgram fed{loaded, arguments};
    frontend::Function& main = fed.loaded.program.main();
    const std::set<ValueId> size_sources = frontend::size_sources(main.body);
    std::vector<Op> kept;
    for (Op& op : main.body.ops) {
        if (!is_data(op) || size_sources.count(op.results[0]) != 0) {
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
