#include <fmt/format.h>

#include <algorithm>
#include <array>

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

/// What a rule sees of its instruction.
struct Rule {
    const Draft& draft;
    const wire::HloInstructionProto* callee;  ///< root of the computation that is called, or nullptr
    const wire::HloInstructionProto& instruction = *draft.instruction;

    std::size_t count() const { return draft.operands.size(); }
    const Shape& operand(std::size_t i) const { return draft.operands[i]->shape(); }
    std::vector<std::int64_t> sizes(std::size_t i) const {
        return {operand(i).dimensions().begin(), operand(i).dimensions().end()};
    }
    /// Whether every number of `dimensions` is one of a shape with `rank`.
    static bool in_range(const Dimensions& dimensions, std::size_t rank) {
        return std::all_of(dimensions.begin(), dimensions.end(), [&](std::int64_t dimension) {
            return dimension >= 0 && static_cast<std::size_t>(dimension) < rank;
        });
    }
    /// The results of a called computation, each of `sizes`; a tuple where the computation gives one.
    Inferred spread(const std::vector<std::int64_t>& sizes) const {
        if (!callee) return std::nullopt;
        const Shape& root = callee->shape();
        if (root.element_type() != wire::TUPLE) return array_of(root.element_type(), sizes);
        std::vector<Shape> parts;
        for (const Shape& part : root.tuple_shapes()) parts.push_back(array_of(part.element_type(), sizes));
        return tuple_of(parts);
    }
};

bool contains(const Dimensions& dimensions, std::int64_t dimension) {
    return std::find(dimensions.begin(), dimensions.end(), dimension) != dimensions.end();
}

/// Sets `size`, where a dimension can have this one.
bool to_size(Wide wanted, std::int64_t& size) {
    if (wanted < 0 || wanted > most_elements) return false;
    size = static_cast<std::int64_t>(wanted);
    return true;
}

Inferred infer_concatenate(const Rule& rule) {
    if (rule.count() == 0 || rule.instruction.dimensions_size() != 1) return std::nullopt;
    auto sizes = rule.sizes(0);
    if (!Rule::in_range(rule.instruction.dimensions(), sizes.size())) return std::nullopt;
    const int at = static_cast<int>(rule.instruction.dimensions(0));
    Wide sum = sizes[static_cast<std::size_t>(at)];
    for (std::size_t i = 1; i < rule.count(); i++) {
        if (rule.operand(i).dimensions_size() != static_cast<int>(sizes.size())) return std::nullopt;
        sum += rule.operand(i).dimensions(at);
    }
    if (!to_size(sum, sizes[static_cast<std::size_t>(at)])) return std::nullopt;
    return array_of(rule.operand(0).element_type(), sizes);
}

Inferred infer_transpose(const Rule& rule) {
    const auto& permutation = rule.instruction.dimensions();
    const Shape& operand = rule.operand(0);
    const auto rank = static_cast<std::size_t>(operand.dimensions_size());
    if (permutation.size() != operand.dimensions_size() || !Rule::in_range(permutation, rank))
        return std::nullopt;
    Shape shape = array_of(operand.element_type());
    std::vector<int> place(rank, 0);  // of each dimension of the operand in the result
    for (int i = 0; i < permutation.size(); i++) {
        const auto from = static_cast<int>(permutation[i]);
        place[static_cast<std::size_t>(from)] = i;
        shape.add_dimensions(operand.dimensions(from));
        shape.add_is_dynamic_dimension(from < operand.is_dynamic_dimension_size() &&
                                       operand.is_dynamic_dimension(from));
    }
    // The elements stay where they are.
    for (const std::int64_t dimension : operand.layout().minor_to_major())
        shape.mutable_layout()->add_minor_to_major(place[static_cast<std::size_t>(dimension)]);
    return shape;
}

Inferred infer_reduce(const Rule& rule) {
    if (rule.count() < 2) return std::nullopt;
    std::vector<std::int64_t> sizes;
    for (int i = 0; i < rule.operand(0).dimensions_size(); i++)
        if (!contains(rule.instruction.dimensions(), i)) sizes.push_back(rule.operand(0).dimensions(i));
    return rule.spread(sizes);
}

/// Replaces a size by the number of windows over it; false where that does not follow.
bool count_windows(std::int64_t& size, const wire::WindowDimension& window) {
    if (size < 0 || window.size() < 0 || window.stride() <= 0 || window.base_dilation() <= 0 ||
        window.window_dilation() <= 0)
        return false;
    const Wide dilated = size == 0 ? 0 : (Wide{size} - 1) * window.base_dilation() + 1;
    const Wide padded = dilated + window.padding_low() + window.padding_high();
    const Wide reach = window.size() == 0 ? 0 : (Wide{window.size()} - 1) * window.window_dilation() + 1;
    return to_size(padded < reach || padded == 0 ? 0 : (padded - reach) / window.stride() + 1, size);
}

Inferred infer_reduce_window(const Rule& rule) {
    const wire::Window& window = rule.instruction.window();
    if (rule.count() < 2 || window.dimensions_size() != rule.operand(0).dimensions_size())
        return std::nullopt;
    std::vector<std::int64_t> sizes = rule.sizes(0);
    for (std::size_t i = 0; i < sizes.size(); i++)
        if (!count_windows(sizes[i], window.dimensions(static_cast<int>(i)))) return std::nullopt;
    return rule.spread(sizes);
}

Inferred infer_convolution(const Rule& rule) {
    const auto& numbers = rule.instruction.convolution_dimension_numbers();
    const wire::Window& window = rule.instruction.window();
    const auto input = rule.sizes(0);
    const auto kernel = rule.sizes(1);
    const int spatial = numbers.input_spatial_dimensions_size();
    if (static_cast<int>(input.size()) != spatial + 2 || input.size() != kernel.size() ||
        window.dimensions_size() != spatial)
        return std::nullopt;
    std::vector<std::int64_t> sizes(input.size(), 0);
    const auto at = [](std::int64_t i) { return static_cast<std::size_t>(i); };
    for (const std::int64_t place :
         {numbers.input_batch_dimension(), numbers.kernel_output_feature_dimension(),
          numbers.output_batch_dimension(), numbers.output_feature_dimension()})
        if (place < 0 || at(place) >= sizes.size()) return std::nullopt;
    const std::int64_t groups = std::max<std::int64_t>(rule.instruction.batch_group_count(), 1);
    sizes[at(numbers.output_batch_dimension())] = input[at(numbers.input_batch_dimension())] / groups;
    sizes[at(numbers.output_feature_dimension())] = kernel[at(numbers.kernel_output_feature_dimension())];
    for (int i = 0; i < spatial; i++) {
        const std::size_t from = at(numbers.input_spatial_dimensions(i));
        const std::size_t to = at(numbers.output_spatial_dimensions(i));
        if (from >= input.size() || to >= sizes.size()) return std::nullopt;
        sizes[to] = input[from];
        if (!count_windows(sizes[to], window.dimensions(i))) return std::nullopt;
    }
    return array_of(rule.operand(0).element_type(), sizes);
}

Inferred infer_dot(const Rule& rule) {
    const auto& dot = rule.draft.dot;
    const auto lhs = rule.sizes(0), rhs = rule.sizes(1);
    if (!Rule::in_range(dot.lhs_batch_dimensions(), lhs.size())) return std::nullopt;
    std::vector<std::int64_t> sizes;
    for (const std::int64_t dimension : dot.lhs_batch_dimensions())
        sizes.push_back(lhs[static_cast<std::size_t>(dimension)]);
    const auto add_free = [&](const std::vector<std::int64_t>& from, const Dimensions& batch,
                              const Dimensions& contracting) {
        for (std::size_t i = 0; i < from.size(); i++) {
            const auto dimension = static_cast<std::int64_t>(i);
            if (!contains(batch, dimension) && !contains(contracting, dimension)) sizes.push_back(from[i]);
        }
    };
    add_free(lhs, dot.lhs_batch_dimensions(), dot.lhs_contracting_dimensions());
    add_free(rhs, dot.rhs_batch_dimensions(), dot.rhs_contracting_dimensions());
    return array_of(rule.operand(0).element_type(), sizes);
}

Inferred infer_slice(const Rule& rule) {
    std::vector<std::int64_t> sizes;
    for (const auto& range : rule.instruction.slice_dimensions()) {
        const std::int64_t stride = std::max<std::int64_t>(range.stride(), 1);
        if (range.start() < 0 || range.limit() < range.start()) return std::nullopt;
        const std::int64_t size = range.limit() - range.start();
        sizes.push_back(size / stride + (size % stride != 0 ? 1 : 0));
    }
    return array_of(rule.operand(0).element_type(), sizes);
}

Inferred infer_dynamic_slice(const Rule& rule) {
    const auto& sizes = rule.instruction.dynamic_slice_sizes();
    return array_of(rule.operand(0).element_type(), {sizes.begin(), sizes.end()});
}

Inferred infer_pad(const Rule& rule) {
    auto sizes = rule.sizes(0);
    const auto& padding = rule.instruction.padding_config();
    if (padding.dimensions_size() != static_cast<int>(sizes.size())) return std::nullopt;
    for (std::size_t i = 0; i < sizes.size(); i++) {
        const auto& dimension = padding.dimensions(static_cast<int>(i));
        if (dimension.interior_padding() < 0 || sizes[i] < 0) return std::nullopt;
        const Wide size = sizes[i], between = std::max<Wide>(size - 1, 0) * dimension.interior_padding();
        if (!to_size(size + dimension.edge_padding_low() + dimension.edge_padding_high() + between, sizes[i]))
            return std::nullopt;
    }
    return array_of(rule.operand(0).element_type(), sizes);
}

Inferred infer_gather(const Rule& rule) {
    const auto& numbers = rule.instruction.gather_dimension_numbers();
    const auto& slices = rule.instruction.gather_slice_sizes();
    auto batch = rule.sizes(1);
    const std::int64_t vector = numbers.index_vector_dim();
    if (vector < 0 || vector > static_cast<std::int64_t>(batch.size())) return std::nullopt;
    if (vector < static_cast<std::int64_t>(batch.size())) batch.erase(batch.begin() + vector);
    std::vector<std::int64_t> offsets;
    for (int i = 0; i < slices.size(); i++)
        if (!contains(numbers.collapsed_slice_dims(), i) && !contains(numbers.operand_batching_dims(), i))
            offsets.push_back(slices[i]);
    if (offsets.size() != static_cast<std::size_t>(numbers.offset_dims_size())) return std::nullopt;
    std::vector<std::int64_t> sizes;
    auto next_batch = batch.begin();
    auto next_offset = offsets.begin();
    for (std::size_t i = 0; i < batch.size() + offsets.size(); i++) {
        if (contains(numbers.offset_dims(), static_cast<std::int64_t>(i))) {
            if (next_offset == offsets.end()) return std::nullopt;
            sizes.push_back(*next_offset++);
        } else {
            if (next_batch == batch.end()) return std::nullopt;
            sizes.push_back(*next_batch++);
        }
    }
    return array_of(rule.operand(0).element_type(), sizes);
}

Inferred infer_scatter(const Rule& rule) {
    const std::size_t inputs = (rule.count() - 1) / 2;
    if (inputs == 1) return without_layout(rule.operand(0));
    std::vector<Shape> parts;
    for (std::size_t i = 0; i < inputs; i++) parts.push_back(without_layout(rule.operand(i)));
    return tuple_of(parts);
}

Inferred infer_map(const Rule& rule) {
    if (rule.count() == 0) return std::nullopt;
    return rule.spread(rule.sizes(0));
}

Inferred infer_fft(const Rule& rule) {
    auto sizes = rule.sizes(0);
    const auto& lengths = rule.instruction.fft_length();
    auto type = rule.operand(0).element_type();
    if (sizes.empty() || lengths.empty()) return std::nullopt;
    if (rule.instruction.fft_type() == wire::RFFT) {
        type = type == wire::F64 ? wire::C128 : wire::C64;
        if (lengths[lengths.size() - 1] < 0) return std::nullopt;
        sizes.back() = lengths[lengths.size() - 1] / 2 + 1;
    } else if (rule.instruction.fft_type() == wire::IRFFT) {
        type = type == wire::C128 ? wire::F64 : wire::F32;
        sizes.back() = lengths[lengths.size() - 1];
    }
    return array_of(type, sizes);
}

Inferred infer_batch_norm(const Rule& rule) {
    const Shape& operand = rule.operand(0);
    const std::int64_t feature = rule.instruction.feature_index();
    if (feature < 0 || feature >= operand.dimensions_size()) return std::nullopt;
    const Shape features = array_of(operand.element_type(), {operand.dimensions(static_cast<int>(feature))});
    return tuple_of({without_layout(operand), features, features});
}

Inferred infer_topk(const Rule& rule) {
    auto sizes = rule.sizes(0);
    if (sizes.empty() || rule.instruction.k() < 0) return std::nullopt;
    sizes.back() = rule.instruction.k();
    return tuple_of({array_of(rule.operand(0).element_type(), sizes), array_of(wire::S32, sizes)});
}

/// The number of members of a group of processes; 0 where the text does not say it.
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

/// Operands whose size along the one dimension becomes `scale` of it; several operands give a tuple.
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

Inferred infer_scan(const Rule& rule) {
    // Results are first the carries, then, per further result of the body, an array with the scanned
    // dimension.
    if (!rule.callee || rule.callee->shape().element_type() != wire::TUPLE ||
        rule.instruction.dimensions_size() != 1 || rule.count() == 0)
        return std::nullopt;
    const std::int64_t dimension = rule.instruction.dimensions(0);
    const std::int64_t carries = rule.instruction.num_carries();
    const auto first = rule.sizes(0);
    if (dimension < 0 || dimension >= static_cast<std::int64_t>(first.size())) return std::nullopt;
    const auto& results = rule.callee->shape().tuple_shapes();
    std::vector<Shape> parts;
    for (int i = 0; i < results.size(); i++) {
        std::vector<std::int64_t> sizes(results[i].dimensions().begin(), results[i].dimensions().end());
        if (i < results.size() - carries && dimension <= static_cast<std::int64_t>(sizes.size()))
            sizes.insert(sizes.begin() + dimension, first[static_cast<std::size_t>(dimension)]);
        parts.push_back(array_of(results[i].element_type(), sizes));
    }
    return tuple_of(parts);
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
    {"batch-norm-grad", infer_batch_norm},
    {"batch-norm-training", infer_batch_norm},
    {"collective-permute-done", infer_second_part},
    {"concatenate", infer_concatenate},
    {"convolution", infer_convolution},
    {"copy-done", infer_copy_done},
    {"dot", infer_dot},
    {"dynamic-slice", infer_dynamic_slice},
    {"fft", infer_fft},
    {"gather", infer_gather},
    {"map", infer_map},
    {"pad", infer_pad},
    {"recv-done", infer_recv_done},
    {"reduce", infer_reduce},
    {"reduce-scatter", infer_reduce_scatter},
    {"reduce-window", infer_reduce_window},
    {"scaled-dot", infer_dot},
    {"scan", infer_scan},
    {"scatter", infer_scatter},
    {"send", infer_send},
    {"set-dimension-size", infer_set_dimension_size},
    {"slice", infer_slice},
    {"topk", infer_topk},
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
        case ShapeRule::Called: return rule.callee ? Inferred(rule.callee->shape()) : std::nullopt;
        case ShapeRule::Operation: break;
    }
    const auto* found = std::find_if(rules.begin(), rules.end(),
                                     [&](const RuleRow& candidate) { return candidate.opcode == opcode; });
    return found != rules.end() ? found->infer(rule) : std::nullopt;
}

}  // namespace

namespace {

/// Whether an array can have the sizes, or the arrays of a tuple theirs.
bool is_possible(const Shape& shape) {
    const auto& sizes = shape.dimensions();
    return is_possible_shape({sizes.data(), static_cast<std::size_t>(sizes.size())}) &&
           std::all_of(shape.tuple_shapes().begin(), shape.tuple_shapes().end(), is_possible);
}

}  // namespace

void TextReader::infer_shape(Draft& draft) {
    const auto& called = draft.instruction->called_computation_ids();
    const Rule rule{draft, called.empty() ? nullptr : known(called[0]).root};
    Inferred shape = draft.async_part == AsyncPart::Start ? std::nullopt : infer(rule);
    if (!shape || !is_possible(*shape))
        fail_at(read_error::type, draft.opcode_begin,
                fmt::format("the shape of {} has to be written: it does not follow from the operands",
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
            refuse(fmt::format("an infeed gives a pair of data and token, but {} is written",
                               spell_shape(shape)));
    }
    if (draft.opcode->name == "get-tuple-element") {
        const Inferred element = infer(Rule{draft, nullptr});
        if (!element) refuse("the operand has no element of this index");
        if (!same_shape(*element, instruction.shape()))
            refuse(fmt::format("the element is {}, but {} is written", spell_shape(*element),
                               spell_shape(instruction.shape())));
    }
}

}  // namespace hlo2c::frontend
