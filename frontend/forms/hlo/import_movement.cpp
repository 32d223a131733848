#include "frontend/forms/hlo/import.h"
#include "frontend/forms/hlo/literals.h"
#include "frontend/ir/attributes.h"
#include "frontend/ir/elided.h"

namespace hlo2c::frontend {

namespace {

/// Emits a constant of this type. The literal holds all elements up to the bounds; set_dimension_size then
/// makes bounded dimensions dynamic.
ValueId typed_constant(InstructionImport& import, Literal literal, const TensorType& type) {
    ValueId value = import.constant(std::move(literal));
    TensorType partial = import.tensor(value);
    partial.bounds.assign(type.shape.size(), dynamic_size);
    for (std::size_t d = 0; d < type.shape.size(); d++) {
        if (type.shape[d] != dynamic_size) continue;
        const ValueId size = import.integer(partial.shape[d], ElementType::I32);
        partial.shape[d] = dynamic_size;
        partial.bounds[d] = type.bounds[d];
        value = import.emit(OpCode::SetDimensionSize, {value, size}, partial,
                            {attr::dimension.with(static_cast<std::int64_t>(d))});
    }
    return value;
}

}  // namespace

Leaves import_constant(InstructionImport& import) {
    const std::vector<Type> types = import.result_types();
    for (const Type& type : types)
        import.site().require(type.is_tensor(), "a constant is neither an array nor a tuple of arrays");
    std::vector<Literal> literals;
    if (import.instruction().has_literal())
        literals = literals_of(import.instruction().literal(), import.site());
    else  // the source text elided the data
        for (const Type& type : types) literals.push_back(elided(largest(type.as_tensor(), import.site())));
    import.site().require(literals.size() == types.size(), "the literal does not match its shape");
    Leaves leaves;
    for (std::size_t i = 0; i < types.size(); i++) {
        const TensorType& type = types[i].as_tensor();
        import.site().require(literals[i].type() == largest(type, import.site()),
                              "the literal does not have the type of the constant");
        leaves.push_back(typed_constant(import, std::move(literals[i]), type));
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

/// copy, domain, add-dependency and the like: the result is the operand.
Leaves import_identity(InstructionImport& import) {
    return import.operand(0);
}

/// Joins the scalar sizes to the vector of sizes.
Leaves import_dynamic_reshape(InstructionImport& import) {
    Leaves sizes;
    for (std::size_t i = 1; i < import.operand_count(); i++) {
        import.site().require(import.tensor(import.value(i)).rank() == 0, "a size is not a scalar");
        sizes.push_back(import.reshape(import.value(i), {1}));
    }
    import.site().require(!sizes.empty(), "there are no sizes");
    const TensorType vector{
        {static_cast<std::int64_t>(sizes.size())}, import.tensor(sizes[0]).element, {}, {}};
    const ValueId shape =
        import.emit(OpCode::Concatenate, std::move(sizes), vector, {attr::dimension.with(0)});
    return {import.emit(OpCode::DynamicReshape, {import.value(0), shape}, import.result())};
}

}  // namespace hlo2c::frontend
