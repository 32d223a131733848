#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "frontend/error_numbers.h"
#include "frontend/forms/hlo/result_shape.h"
#include "frontend/forms/hlo/shapes.h"
#include "frontend/forms/hlo_text/text_reader.h"
#include "frontend/ir/checked_arithmetic.h"

namespace hlo2c::frontend {
namespace {

using Shape = wire::ShapeProto;
using Dimensions = google::protobuf::RepeatedField<std::int64_t>;
using Inferred = std::optional<Shape>;

void use_default_layout(Shape& shape) {
    shape.clear_layout();
    for (auto& part : *shape.mutable_tuple_shapes()) use_default_layout(part);
    const auto type = shape.element_type();
    if (type == wire::TUPLE || type == wire::TOKEN || type == wire::OPAQUE_TYPE || type == wire::BUFFER)
        return;
    for (int i = shape.dimensions_size() - 1; i >= 0; i--) shape.mutable_layout()->add_minor_to_major(i);
    shape.mutable_layout()->set_tail_padding_alignment_in_elements(1);
    while (shape.is_dynamic_dimension_size() < shape.dimensions_size()) shape.add_is_dynamic_dimension(false);
}

Shape array_of(wire::PrimitiveType type, const std::vector<std::int64_t>& sizes = {}) {
    Shape shape;
    shape.set_element_type(type);
    for (const std::int64_t size : sizes) shape.add_dimensions(size);
    use_default_layout(shape);
    return shape;
}

Shape tuple_of(const std::vector<Shape>& parts) {
    Shape shape;
    shape.set_element_type(wire::TUPLE);
    for (const Shape& part : parts) *shape.add_tuple_shapes() = part;
    return shape;
}

Shape without_layout(Shape shape) {
    use_default_layout(shape);
    return shape;
}

/// The input of an inference rule.
struct Rule {
    const Draft& draft;
    const CalledComputation* callee;  ///< the computation that is called, or nullptr
    Site site;
    const wire::HloInstructionProto& instruction = *draft.instruction;

    std::size_t count() const { return draft.operands.size(); }
    const Shape& operand(std::size_t i) const { return draft.operands[i]->shape(); }
    std::vector<std::int64_t> sizes(std::size_t i) const {
        return {operand(i).dimensions().begin(), operand(i).dimensions().end()};
    }
    /// Whether all of `dimensions` are valid for a shape of this rank.
    static bool in_range(const Dimensions& dimensions, std::size_t rank) {
        return std::all_of(dimensions.begin(), dimensions.end(), [&](std::int64_t dimension) {
            return dimension >= 0 && static_cast<std::size_t>(dimension) < rank;
        });
    }
};

/// Sets `size` to `wanted`; returns false if that is not a possible size.
bool to_size(Wide wanted, std::int64_t& size) {
    if (wanted < 0 || wanted > most_elements) return false;
    size = static_cast<std::int64_t>(wanted);
    return true;
}

/// What the inference of ops/ says of an opcode that is an op of the table.
Inferred infer_op(const Rule& rule, const OpcodeRow& row, std::size_t operands) {
    const auto begin = rule.draft.operands.begin();
    const std::vector taken(begin, begin + static_cast<std::ptrdiff_t>(std::min(operands, rule.count())));
    Inferred shape = result_shape(row, rule.instruction, taken, rule.callee, rule.site);
    if (shape) use_default_layout(*shape);
    return shape;
}

Inferred infer_row(const Rule& rule) {
    const OpcodeRow* row = row_of(rule.instruction.opcode());
    return row != nullptr ? infer_op(rule, *row, rule.count()) : std::nullopt;
}

Inferred infer_scaled_dot(const Rule& rule) {
    return infer_op(rule, *row_of("dot"), 2);
}

/// A layout that keeps the elements in place.
Inferred infer_transpose(const Rule& rule) {
    Inferred shape = infer_row(rule);
    if (!shape) return shape;
    const auto& permutation = rule.instruction.dimensions();
    shape->mutable_layout()->clear_minor_to_major();
    for (const std::int64_t dimension : rule.operand(0).layout().minor_to_major())
        shape->mutable_layout()->add_minor_to_major(
            std::find(permutation.begin(), permutation.end(), dimension) - permutation.begin());
    return shape;
}

/// The size of a replica group; 0 if the text does not give it.
std::int64_t group_size(const wire::HloInstructionProto& instruction) {
    if (instruction.has_iota_collective_device_list())
        return instruction.iota_collective_device_list().num_devices_per_group();
    if (instruction.has_collective_device_list() &&
        instruction.collective_device_list().replica_groups_size() > 0)
        return instruction.collective_device_list().replica_groups(0).replica_ids_size();
    if (instruction.has_mesh_axes_replica_group_list()) {
        const auto& list = instruction.mesh_axes_replica_group_list();
        std::vector<std::int64_t> sizes;
        for (const auto& axis : list.axes())
            sizes.push_back(axis.has_sub_axis_info()
                                ? axis.sub_axis_info().size()
                                : list.mesh().axes(static_cast<int>(axis.mesh_axis_index())).size());
        return product_of(sizes).value_or(0);
    }
    return 0;
}

/// The operands' shapes with `scale` applied to the size of the instruction's dimension; a tuple for several
/// operands.
template <typename Scale>
Inferred scale_dimension(const Rule& rule, Scale scale) {
    const std::int64_t group = group_size(rule.instruction);
    if (group <= 0 || rule.instruction.dimensions_size() != 1 || rule.count() == 0) return std::nullopt;
    std::vector<Shape> parts;
    for (std::size_t i = 0; i < rule.count(); i++) {
        auto sizes = rule.sizes(i);
        if (!Rule::in_range(rule.instruction.dimensions(), sizes.size())) return std::nullopt;
        std::int64_t& size = sizes[static_cast<std::size_t>(rule.instruction.dimensions(0))];
        if (size < 0 || !to_size(scale(size, group), size)) return std::nullopt;
        parts.push_back(array_of(rule.operand(i).element_type(), sizes));
    }
    return parts.size() == 1 ? parts[0] : tuple_of(parts);
}

Inferred infer_all_gather(const Rule& rule) {
    return scale_dimension(rule, [](Wide size, Wide group) { return size * group; });
}

Inferred infer_reduce_scatter(const Rule& rule) {
    return scale_dimension(rule, [](Wide size, Wide group) { return size / group; });
}

Inferred infer_all_to_all(const Rule& rule) {
    if (rule.count() == 0) return std::nullopt;
    if (rule.count() == 1) return without_layout(rule.operand(0));
    std::vector<Shape> parts;
    for (std::size_t i = 0; i < rule.count(); i++) parts.push_back(without_layout(rule.operand(i)));
    return tuple_of(parts);
}

Inferred tuple_part(const Rule& rule, int part) {
    const Shape& shape = rule.operand(0);
    if (shape.element_type() != wire::TUPLE || shape.tuple_shapes_size() <= part) return std::nullopt;
    return shape.tuple_shapes(part);
}

Inferred infer_second_part(const Rule& rule) {
    return tuple_part(rule, 1);
}

Inferred infer_copy_done(const Rule& rule) {
    return tuple_part(rule, 0);
}

Inferred infer_async_done(const Rule& rule) {
    return rule.count() == 1 ? tuple_part(rule, 1) : std::nullopt;
}

Inferred infer_recv_done(const Rule& rule) {
    const auto data = tuple_part(rule, 0), token = tuple_part(rule, 2);
    if (!data || !token) return std::nullopt;
    return tuple_of({*data, *token});
}

Inferred infer_send(const Rule& rule) {
    return tuple_of({rule.operand(0), array_of(wire::U32), rule.operand(1)});
}

Inferred infer_set_dimension_size(const Rule& rule) {
    Shape shape = without_layout(rule.operand(0));
    if (rule.instruction.dimensions_size() != 1 ||
        !Rule::in_range(rule.instruction.dimensions(), rule.sizes(0).size()))
        return std::nullopt;
    shape.set_is_dynamic_dimension(static_cast<int>(rule.instruction.dimensions(0)), true);
    return shape;
}

struct RuleRow {
    std::string_view opcode;
    Inferred (*infer)(const Rule&);
};

constexpr auto rules = std::to_array<RuleRow>({
    {"all-gather", infer_all_gather},
    {"all-gather-done", infer_second_part},
    {"all-to-all", infer_all_to_all},
    {"async-done", infer_async_done},
    {"collective-permute-done", infer_second_part},
    {"copy-done", infer_copy_done},
    {"recv-done", infer_recv_done},
    {"reduce-scatter", infer_reduce_scatter},
    {"scaled-dot", infer_scaled_dot},
    {"send", infer_send},
    {"set-dimension-size", infer_set_dimension_size},
    {"transpose", infer_transpose},
});

wire::PrimitiveType real_type(wire::PrimitiveType type) {
    return type == wire::C64 ? wire::F32 : type == wire::C128 ? wire::F64 : type;
}

Inferred infer(const Rule& rule) {
    const Draft& draft = rule.draft;
    const std::string_view opcode = rule.instruction.opcode();
    const Opcode* row = find_opcode(opcode);
    const auto widest = [&]() -> const Shape& {
        for (const auto* operand : draft.operands)
            if (operand->shape().dimensions_size() > 0) return operand->shape();
        return rule.operand(0);
    };
    const auto retyped = [](Shape shape, wire::PrimitiveType type) {
        shape.set_element_type(type);
        return shape;
    };
    switch (row ? row->rule : ShapeRule::Written) {
        case ShapeRule::Written: return std::nullopt;
        case ShapeRule::Same: return rule.count() > 0 ? Inferred(rule.operand(0)) : std::nullopt;
        case ShapeRule::Widest: return widest();
        case ShapeRule::Predicate: return retyped(widest(), wire::PRED);
        case ShapeRule::RealPart: return retyped(rule.operand(0), real_type(rule.operand(0).element_type()));
        case ShapeRule::Complex:
            return retyped(rule.operand(0),
                           rule.operand(0).element_type() == wire::F64 ? wire::C128 : wire::C64);
        case ShapeRule::Second: return rule.operand(1);
        case ShapeRule::Token: return array_of(wire::TOKEN);
        case ShapeRule::U32: return array_of(wire::U32);
        case ShapeRule::S32: return array_of(wire::S32);
        case ShapeRule::Tuple:
        case ShapeRule::TupleOrOne: {
            if (row->rule == ShapeRule::TupleOrOne && rule.count() == 1) return rule.operand(0);
            std::vector<Shape> parts;
            for (const auto* operand : draft.operands) parts.push_back(operand->shape());
            return tuple_of(parts);
        }
        case ShapeRule::Element: {
            const std::int64_t index = rule.instruction.tuple_index();
            return index >= 0 && index < INT32_MAX ? tuple_part(rule, static_cast<int>(index)) : std::nullopt;
        }
        case ShapeRule::Called: return rule.callee ? Inferred(rule.callee->root->shape()) : std::nullopt;
        case ShapeRule::Operation: break;
    }
    const auto* found = std::find_if(rules.begin(), rules.end(),
                                     [&](const RuleRow& candidate) { return candidate.opcode == opcode; });
    return found != rules.end() ? found->infer(rule) : infer_row(rule);
}

/// Whether an array may have these sizes; for a tuple, whether all its elements may have theirs.
bool is_possible(const Shape& shape) {
    const auto& sizes = shape.dimensions();
    return is_possible_shape({sizes.data(), static_cast<std::size_t>(sizes.size())}) &&
           std::all_of(shape.tuple_shapes().begin(), shape.tuple_shapes().end(), is_possible);
}

}  // namespace

void TextReader::infer_shape(Draft& draft) {
    const auto& called = draft.instruction->called_computation_ids();
    Site site{.path = cursor_.path(), .computation = {}, .instruction = {}, .position = {}};
    site.position = cursor_.position(draft.opcode_begin);
    const Rule rule{draft, called.empty() ? nullptr : &known(called[0]), std::move(site)};
    Inferred shape = draft.async_part == AsyncPart::Start ? std::nullopt : infer(rule);
    if (!shape || !is_possible(*shape))
        fail_at(read_error::type, draft.opcode_begin,
                fmt::format("the shape of {} must be written, because it does not follow from the operands",
                            draft.opcode->name),
                "Write the shape before the opcode, as in f32[2,3].");
    *draft.instruction->mutable_shape() = std::move(*shape);
}

void TextReader::check_shape(const Draft& draft) const {
    const wire::HloInstructionProto& instruction = *draft.instruction;
    const auto refuse = [&](std::string message) {
        fail_at(read_error::type_mismatch, draft.opcode_begin, std::move(message), "Correct the shape.");
    };
    if (draft.opcode->name == "infeed" && draft.async_part == AsyncPart::None) {
        const Shape& shape = instruction.shape();
        if (shape.element_type() != wire::TUPLE || shape.tuple_shapes_size() != 2 ||
            shape.tuple_shapes(1).element_type() != wire::TOKEN)
            refuse(fmt::format("an infeed returns a pair of data and token, but {} is written",
                               spell_shape(shape)));
    }
    if (draft.opcode->name == "get-tuple-element") {
        const Inferred element = infer(Rule{draft, nullptr, {}});
        if (!element) refuse("the operand has no element of this index");
        if (!same_shape(*element, instruction.shape()))
            refuse(fmt::format("the element is {}, but {} is written", spell_shape(*element),
                               spell_shape(instruction.shape())));
    }
}

}  // namespace hlo2c::frontend
