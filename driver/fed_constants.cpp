#include "driver/fed_constants.h"

#include <set>

#include "frontend/ir/attributes.h"
#include "frontend/ir/op_set.h"
#include "frontend/passes/inline_calls.h"
#include "frontend/passes/size_arguments.h"

namespace hlo2c::driver {
namespace {

using frontend::Literal;
using frontend::Op;
using frontend::ValueId;

/// Ops that are a literal.
constexpr frontend::OpSet literals = {frontend::OpCode::ChloConstant, frontend::OpCode::Constant};

/// Ops whose regions may read values from outside.
constexpr frontend::OpSet control = {frontend::OpCode::Case, frontend::OpCode::If, frontend::OpCode::While};

/// Makes constants of a function arguments of it.
class Feeding {
public:
    Feeding(FedProgram& fed, frontend::Function& function)
        : fed_(fed), function_(function), size_sources_(frontend::size_sources(function.body)) {}

    void feed(frontend::Region& region) {
        std::vector<Op> kept;
        for (Op& op : region.ops) {
            if (control.contains(op.code))
                for (frontend::Region& inner : op.regions) feed(inner);
            if (literals.contains(op.code) && size_sources_.count(op.results[0]) == 0 && feed_constant(op))
                continue;
            kept.push_back(std::move(op));
        }
        region.ops = std::move(kept);
    }

private:
    /// False if the op stays: a splat is a scalar argument that the op broadcasts.
    bool feed_constant(Op& op) {
        const Literal& literal = op[attr::value];
        frontend::TensorType type = literal.type();
        if (type.element_count() == 0) return false;
        type.quantization = function_.tensor(op.results[0]).quantization;
        fed_.constants++;
        if (!literal.is_splat() || type.shape.empty() || type.is_quantized()) {
            add_argument(op.results[0], Literal(type, literal.expanded()));
            return true;
        }
        type.shape.clear();
        const ValueId scalar = function_.add_value(type);
        add_argument(scalar, Literal(type, {literal.bytes().begin(), literal.bytes().end()}));
        op = {.code = frontend::OpCode::BroadcastInDim, .operands = {scalar}, .results = op.results};
        op.set(attr::broadcast_dimensions, {});
        return false;
    }

    void add_argument(ValueId value, Literal literal) {
        function_.body.arguments.push_back(value);
        function_.argument_attributes.resize(function_.body.arguments.size());
        fed_.arguments.push_back(std::move(literal));
    }

    FedProgram& fed_;
    frontend::Function& function_;
    const std::set<ValueId> size_sources_;
};

}  // namespace

FedProgram feed_constants(const LoadedProgram& loaded, const std::vector<Literal>& arguments) {
    FedProgram fed{loaded, arguments};
    frontend::inline_calls(fed.loaded.program);
    frontend::Function& main = fed.loaded.program.main();
    Feeding(fed, main).feed(main.body);
    fed.bound = fed.loaded.bound.size();
    fed.loaded.bound.clear();
    for (const int argument : frontend::size_arguments(fed.loaded.program)) {
        fed.loaded.bound[argument] = fed.arguments.at(static_cast<std::size_t>(argument));
        fed.bound -= loaded.bound.count(argument);
    }
    return fed;
}

}  // namespace hlo2c::driver
