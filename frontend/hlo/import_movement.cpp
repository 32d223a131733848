#include "frontend/hlo/import.h"
#include "frontend/hlo/literals.h"

namespace hlo2c::frontend {

Leaves import_constant(InstructionImport& import) {
    const std::vector<Type> types = import.result_types();
    std::vector<Literal> literals = literals_of(import.instruction().literal(), import.site());
    import.site().require(literals.size() == types.size(), "the literal does not have the shape's elements");
    Leaves leaves;
    for (std::size_t i = 0; i < types.size(); i++) {
        import.site().require(types[i].is_tensor() &&
                                  literals[i].type().shape == types[i].as_tensor().shape &&
                                  literals[i].type().element == types[i].as_tensor().element,
                              "the literal does not have the type of the constant");
        leaves.push_back(import.constant(std::move(literals[i])));
    }
    return leaves;
}

Leaves import_tuple(InstructionImport& import) {
    std::size_t count = 0;
    for (std::size_t i = 0; i < import.operand_count(); i++) count += import.operand(i).size();
    import.site().require(count == leaf_count(import.instruction().shape(), import.site()),
                          "the tuple does not have the elements of its shape");
    return import.all_operands();
}

/// copy, domain, add-dependency and the like: what comes in goes out.
Leaves import_identity(InstructionImport& import) {
    return import.operand(0);
}

/// One scalar per size becomes the vector of sizes.
Leaves import_dynamic_reshape(InstructionImport& import) {
    Leaves sizes;
    for (std::size_t i = 1; i < import.operand_count(); i++) {
        import.site().require(import.tensor(import.value(i)).rank() == 0, "a size is no scalar");
        sizes.push_back(import.reshape(import.value(i), {1}));
    }
    import.site().require(!sizes.empty(), "there are no sizes");
    const TensorType vector{
        {static_cast<std::int64_t>(sizes.size())}, import.tensor(sizes[0]).element, {}, {}};
    const ValueId shape =
        import.emit(OpCode::Concatenate, std::move(sizes), vector, {{"dimension", IntegerAttribute{0}}});
    return {import.emit(OpCode::DynamicReshape, {import.value(0), shape}, import.result())};
}

}  // namespace hlo2c::frontend
