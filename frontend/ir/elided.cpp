#include "frontend/ir/elided.h"

#include "frontend/error_numbers.h"
#include "frontend/ir/attributes.h"

namespace hlo2c::frontend {

void refuse_elided(Place place) {
    fail(read_error::elided, std::move(place),
         "the data of this constant was omitted when the program was printed",
         "Print the program again with all data: without --mlir-elide-elementsattrs-if-larger or "
         "large_elements_limit, with --xla_dump_large_constants or print_large_constants.");
}

Literal elided(TensorType type) {
    return Literal(std::move(type), SharedBytes());
}

bool is_elided(const Literal& literal) {
    return literal.bytes().empty() && literal.type().element_count() > 0;
}

void require_data(const Program& program) {
    for (const Function& function : program.functions)
        for_each_op(function.body, [&](const Op& op) {
            if (op.code == OpCode::Constant && is_elided(op[attr::value]))
                refuse_elided(place_of(program, op));
        });
}

}  // namespace hlo2c::frontend
