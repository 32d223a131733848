#include "frontend/forms/hlo/import.h"
#include "frontend/forms/hlo/sharding.h"
#include "frontend/forms/text/text_parser.h"
#include "frontend/ir/attributes.h"
#include "frontend/ir/library_calls.h"
#include "frontend/ops/output_operand_alias.h"

namespace hlo2c::frontend {
namespace {

std::vector<Type> types_of(const InstructionImport& import, const Leaves& leaves) {
    std::vector<Type> types;
    for (const ValueId leaf : leaves) types.push_back(import.type(leaf));
    return types;
}

/// Emits a call of the function of called computation 0 with all operands.
Leaves call(InstructionImport& import, std::vector<Type> results) {
    Op op;
    op.code = OpCode::Call;
    op.operands = import.all_operands();
    const std::string callee = import.module().function_of(import.called(0), import.site());
    op.attributes = {attr::callee.with(SymbolAttribute{callee})};
    return import.emit(std::move(op), std::move(results));
}

/// The context of an operation that completes at its start; its value is never used.
ValueId empty_context(InstructionImport& import, const Type& type) {
    if (!type.is_tensor()) return import.emit(OpCode::CreateToken, {}, TokenType{});
    const TensorType& tensor = type.as_tensor();
    import.site().require(tensor.is_static(), "a context has an unknown size");
    const std::vector<std::byte> zero(static_cast<std::size_t>(byte_width(tensor.element)));
    return import.constant(Literal(tensor, zero, true));
}

/// Parses a dictionary in MLIR text, as `composite.attributes` and the backend configuration of a typed
/// custom call have it; nullopt for other text.
std::optional<DictionaryAttribute> dictionary(const std::string& text, const Site& site) {
    if (text.empty() || text.front() != '{') return std::nullopt;
    try {
        TextParser parser(text, site.path);
        parser.take();  // advance to the first token
        return DictionaryAttribute{parser.parse_dictionary()};
    } catch (const DiagnosticError&) {
        return std::nullopt;
    }
}

const std::string* frontend_attribute(const wire::HloInstructionProto& instruction, const std::string& name) {
    const auto& map = instruction.frontend_attributes().map();
    const auto entry = map.find(name);
    return entry != map.end() ? &entry->second : nullptr;
}

/// Layouts in the form of custom_call: one list per value, dimensions minor to major.
ArrayAttribute layouts(const std::vector<const wire::ShapeProto*>& shapes, const Site& site) {
    ArrayAttribute list;
    for (const wire::ShapeProto* shape : shapes) {
        std::vector<std::int64_t> order = major_to_minor(*shape, site);
        std::reverse(order.begin(), order.end());
        const auto rank = static_cast<std::int64_t>(order.size());
        list.elements.emplace_back(
            Literal::from_values<std::int64_t>(TensorType{{rank}, ElementType::Index, {}, {}}, order));
    }
    return list;
}

/// Adds the layouts if the call constrains them or one of them is not row-major.
void add_layouts(const InstructionImport& import, Op& op) {
    const wire::HloInstructionProto& instruction = import.instruction();
    std::vector<const wire::ShapeProto*> operands, results = leaf_shapes(instruction.shape(), import.site());
    for (std::size_t i = 0; i < import.operand_count(); i++) {
        const bool constrained =
            instruction.operand_shapes_with_layout_size() == static_cast<int>(import.operand_count());
        const wire::ShapeProto& shape = constrained
                                            ? instruction.operand_shapes_with_layout(static_cast<int>(i))
                                            : import.operand_shape(i);
        const std::vector<const wire::ShapeProto*> leaves = leaf_shapes(shape, import.site());
        operands.insert(operands.end(), leaves.begin(), leaves.end());
    }
    bool plain = !instruction.constrain_layout();
    for (const std::vector<const wire::ShapeProto*>& shapes : {operands, results})
        for (const wire::ShapeProto* shape : shapes)
            plain = plain && is_row_major(major_to_minor(*shape, import.site()));
    if (plain || operands.size() != op.operands.size()) return;
    op.set_attribute(attr::operand_layouts, layouts(operands, import.site()));
    op.set_attribute(attr::result_layouts, layouts(results, import.site()));
}

/// Whether the comparator of XLA's custom call TopK selects the largest elements.
bool is_largest_first(const InstructionImport& import) {
    const wire::HloComputationProto& comparator =
        import.module().computation(import.called(0), import.site());
    for (const wire::HloInstructionProto& instruction : comparator.instructions())
        if (instruction.opcode() == "compare")
            return instruction.comparison_direction() == keyword(ComparisonDirection::Gt);
    return false;
}

/// The leaves of the part of `shape` at `index`.
template <typename Index>
LeafRange part_leaves(const wire::ShapeProto& shape, const Index& index, const Site& site) {
    LeafRange part{0, leaf_count(shape, site)};
    const wire::ShapeProto* at = &shape;
    for (const std::int64_t element : index) {
        site.require(at->element_type() == wire::TUPLE && element >= 0 && element < at->tuple_shapes_size(),
                     "an alias does not lead to an element of its tuple");
        const LeafRange inner = element_leaves(*at, element, site);
        part = {part.begin + inner.begin, part.begin + inner.end};
        at = &at->tuple_shapes(static_cast<int>(element));
    }
    return part;
}

/// Adds the output-operand aliases, one per leaf.
void add_aliases(InstructionImport& import, Op& op) {
    const wire::HloInstructionProto& instruction = import.instruction();
    const Site& site = import.site();
    std::vector<OutputOperandAlias> aliases;
    for (const auto& alias : instruction.output_operand_aliasing()) {
        const std::int64_t operand = alias.operand_index();
        site.require(operand >= 0 && operand < static_cast<std::int64_t>(import.operand_count()),
                     "an alias names an operand that does not exist");
        std::size_t first = 0;
        for (std::size_t i = 0; i < static_cast<std::size_t>(operand); i++) first += import.operand(i).size();
        const LeafRange from = part_leaves(import.operand_shape(static_cast<std::size_t>(operand)),
                                           alias.operand_shape_index(), site);
        const LeafRange to = part_leaves(instruction.shape(), alias.output_shape_index(), site);
        site.require(from.end - from.begin == to.end - to.begin, "an alias pairs parts of different shapes");
        const bool is_single = leaf_count(instruction.shape(), site) == 1;
        for (std::size_t i = 0; i < to.end - to.begin; i++) {
            OutputOperandAlias& joined = aliases.emplace_back();
            if (!is_single) joined.output_tuple_indices.push_back(static_cast<std::int64_t>(to.begin + i));
            joined.operand_index = static_cast<std::int64_t>(first + from.begin + i);
        }
    }
    set_output_operand_aliases(op, std::move(aliases));
}

}  // namespace

/// Each leaf of the loop's tuple becomes one loop-carried value.
Leaves import_while(InstructionImport& import) {
    Op op;
    op.code = OpCode::While;
    op.operands = import.all_operands();
    op.regions.push_back(import.region(1));
    op.regions.push_back(import.region(0));
    return import.emit(std::move(op), types_of(import, import.all_operands()));
}

/// Branches capture their operands. A predicate selects one of two branches, an index one of any number.
Leaves import_conditional(InstructionImport& import) {
    const ValueId chosen = import.value(0);
    const int branches = import.instruction().called_computation_ids_size();
    Op op;
    op.code = import.tensor(chosen).element == ElementType::I1 ? OpCode::If : OpCode::Case;
    op.operands = {chosen};
    import.site().require(branches > 0 && (op.code == OpCode::Case || branches == 2),
                          "the conditional has too few branches");
    for (int i = 0; i < branches; i++)
        op.regions.push_back(import.bound_region(i, {import.operand(static_cast<std::size_t>(i) + 1)}));
    return import.emit(std::move(op), import.result_types());
}

/// A fusion becomes a call of its computation, and so does a composite without a name.
Leaves import_call(InstructionImport& import) {
    const wire::HloInstructionProto& instruction = import.instruction();
    const std::string* name = frontend_attribute(instruction, "composite.name");
    if (!instruction.is_composite() || name == nullptr || name->find('.') == std::string::npos)
        return call(import, import.result_types());
    Op op;
    op.code = OpCode::Composite;
    op.operands = import.all_operands();
    const std::string callee = import.module().function_of(import.called(0), import.site());
    op.attributes = {attr::decomposition.with(SymbolAttribute{callee}), attr::composite_name.with(*name)};
    if (const std::string* text = frontend_attribute(instruction, "composite.attributes"))
        if (std::optional<DictionaryAttribute> attributes = dictionary(*text, import.site()))
            op.set_attribute(attr::composite_attributes, std::move(*attributes));
    if (const std::string* version = frontend_attribute(instruction, "composite.version"))
        if (!version->empty() && version->size() < 9 &&
            version->find_first_not_of("0123456789") == std::string::npos)
            op.set(attr::composite_version, std::stoll(*version));
    return import.emit(std::move(op), import.result_types());
}

/// Result: ((operands), results, contexts). Collectives become asynchronous; any other computation runs at
/// its start.
Leaves import_async_start(InstructionImport& import) {
    const wire::ShapeProto& shape = import.instruction().shape();
    import.site().require(shape.element_type() == wire::TUPLE && shape.tuple_shapes_size() >= 2,
                          "the shape is not a tuple of operands and results");
    Leaves leaves = import.all_operands();
    const std::vector<Type> types = leaf_types(shape.tuple_shapes(1), import.site());
    Leaves results = import.started_call(types);
    if (results.empty()) results = call(import, types);
    leaves.insert(leaves.end(), results.begin(), results.end());
    for (int i = 2; i < shape.tuple_shapes_size(); i++)
        for (const Type& type : leaf_types(shape.tuple_shapes(i), import.site()))
            leaves.push_back(empty_context(import, type));
    return leaves;
}

Leaves import_async_update(InstructionImport& import) {
    return import.operand(0);
}

Leaves import_async_done(InstructionImport& import) {
    return import.finished(import.element(0, 1));
}

Leaves import_all_reduce_done(InstructionImport& import) {
    return import.finished(import.operand(0));
}

Leaves import_first_element(InstructionImport& import) {
    return import.element(0, 0);
}

Leaves import_get_tuple_element(InstructionImport& import) {
    return import.element(0, import.instruction().tuple_index());
}

Leaves import_copy_start(InstructionImport& import) {
    const std::vector<Type> types = import.result_types();
    import.site().require(types.size() == 3, "the shape is not a tuple of copy, source and context");
    return {import.value(0), import.value(0), empty_context(import, types[2])};
}

/// The state of the counter persists across calls of the program, so the program's caller must keep it.
Leaves import_rng_state(InstructionImport& import) {
    Op op;
    op.code = OpCode::CustomCall;
    DictionaryAttribute configuration;
    configuration.entries.emplace_back("delta", IntegerAttribute{import.instruction().delta()});
    op.attributes = {attr::call_target_name.with(std::string("rng_get_and_update_state")),
                     attr::has_side_effect.with(true), attr::api_version.with(4),
                     attr::backend_config.with(std::move(configuration))};
    return import.emit(std::move(op), import.result_types());
}

/// Old programs also pass arrays, which are dropped: data dependences already order them.
Leaves import_after_all(InstructionImport& import) {
    Leaves tokens;
    for (const ValueId value : import.all_operands())
        if (value != no_value && std::holds_alternative<TokenType>(import.type(value).value))
            tokens.push_back(value);
    return {import.emit(OpCode::AfterAll, std::move(tokens), TokenType{})};
}

Leaves import_custom_call(InstructionImport& import) {
    const wire::HloInstructionProto& instruction = import.instruction();
    const std::string& target = instruction.custom_call_target();
    if (target == top_k_target && import.operand_count() == 1 &&
        instruction.called_computation_ids_size() == 1 && import.tensor(import.value(0)).rank() > 0 &&
        is_largest_first(import)) {
        const std::vector<Type> results = import.result_types();
        Op op;
        op.code = OpCode::ChloTopK;
        op.operands = {import.value(0)};
        import.site().require(
            results.size() == 2 && results[0].is_tensor() && results[0].as_tensor().rank() > 0,
            "the results are not values and indices");
        op.attributes = {attr::k.with(results[0].as_tensor().shape.back())};
        return import.emit(std::move(op), results);
    }
    Op op;
    op.code = OpCode::CustomCall;
    op.operands = import.all_operands();
    op.attributes = {attr::call_target_name.with(target)};
    const std::string& configuration = instruction.backend_config();
    const bool typed = instruction.custom_call_api_version() == wire::API_VERSION_TYPED_FFI;
    std::optional<DictionaryAttribute> fields =
        typed ? dictionary(configuration.empty() ? "{}" : configuration, import.site()) : std::nullopt;
    if (fields) {
        op.set_attribute(attr::mhlo_backend_config, std::move(*fields));
    } else {
        if (!configuration.empty()) op.set_attribute(attr::backend_config, configuration);
        if (!typed && instruction.custom_call_api_version() > wire::API_VERSION_ORIGINAL)
            op.set_attribute(attr::api_version,
                             IntegerAttribute{instruction.custom_call_api_version(), "i32"});
    }
    if (instruction.custom_call_has_side_effect()) op.set(attr::has_side_effect, true);
    if (instruction.has_sharding()) op.set(attr::mhlo_sharding, sharding_text(instruction.sharding()));
    if (!instruction.frontend_attributes().map().empty()) {
        DictionaryAttribute attributes;
        for (const auto& [name, text] :
             std::map<std::string, std::string>(instruction.frontend_attributes().map().begin(),
                                                instruction.frontend_attributes().map().end()))
            attributes.entries.emplace_back(name, text);
        op.set_attribute(attr::mhlo_frontend_attributes, std::move(attributes));
    }
    ArrayAttribute called;
    for (int i = 0; i < instruction.called_computation_ids_size(); i++)
        called.elements.emplace_back(
            SymbolAttribute{import.module().function_of(import.called(i), import.site())});
    if (!called.elements.empty()) op.set_attribute(attr::called_computations, std::move(called));
    add_layouts(import, op);
    add_aliases(import, op);
    return import.emit(std::move(op), import.result_types());
}

}  // namespace hlo2c::frontend
