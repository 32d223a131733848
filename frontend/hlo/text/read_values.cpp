#include <fmt/format.h>

#include <array>
#include <charconv>

#include "frontend/hlo/text/element_types.h"
#include "frontend/hlo/text/enumerators.h"
#include "frontend/hlo/text/text_reader.h"

namespace hlo2c::frontend {
namespace {

constexpr bool is_digit(char c) {
    return c >= '0' && c <= '9';
}

/// Most dimensions that an array can have here; XLA has no bound, but programs have single digits.
constexpr std::size_t most_dimensions = 256;

}  // namespace

void TextReader::read_slice(wire::HloInstructionProto& instruction) {
    cursor_.expect('{', "before the ranges");
    while (!cursor_.at('}')) {
        auto& range = *instruction.add_slice_dimensions();
        cursor_.expect('[', "before a range");
        range.set_start(cursor_.integer("the start of the range"));
        cursor_.expect(':', "between start and limit");
        range.set_limit(cursor_.integer("the limit of the range"));
        range.set_stride(cursor_.accept(':') ? cursor_.integer("the stride of the range") : 1);
        cursor_.expect(']', "after a range");
        if (!cursor_.accept(',')) break;
    }
    cursor_.expect('}', "after the ranges");
}

std::vector<std::int64_t> TextReader::read_extents(std::string_view what) {
    std::vector<std::int64_t> extents{cursor_.integer(what)};
    while (cursor_.accept('x')) {
        extents.push_back(cursor_.integer(what));
        if (extents.size() > most_dimensions) cursor_.unexpected("fewer dimensions");
    }
    return extents;
}

void TextReader::read_padding(wire::HloInstructionProto& instruction) {
    wire::PaddingConfig& padding = *instruction.mutable_padding_config();
    if (!cursor_.at_integer()) {  // `padding=` of a scalar
        return;
    }
    do {
        auto& dimension = *padding.add_dimensions();
        dimension.set_edge_padding_low(cursor_.integer("the padding before"));
        cursor_.expect('_', "between the paddings before and after");
        dimension.set_edge_padding_high(cursor_.integer("the padding after"));
        if (cursor_.accept('_')) dimension.set_interior_padding(cursor_.integer("the padding between"));
    } while (cursor_.accept('x'));
}

void TextReader::read_window(wire::Window& window) {
    cursor_.expect('{', "before the window");
    bool has_size = false;
    while (!cursor_.at('}')) {
        const std::size_t begin = cursor_.offset();
        const std::string_view name = cursor_.word("a field of the window");
        cursor_.expect('=', "after the field's name");
        if (!has_size && name != "size")
            fail_at(read_error::syntax, begin, "a window says its size first", "Begin with size=.");
        const std::size_t value = cursor_.offset();
        const auto fill = [&](std::string_view what, auto&& set) {
            const std::vector<std::int64_t> extents = read_extents(what);
            if (static_cast<int>(extents.size()) != window.dimensions_size())
                fail_at(read_error::count, value,
                        fmt::format("the window has {} dimensions, but {} values are written",
                                    window.dimensions_size(), extents.size()),
                        "Write one value for each dimension.");
            for (int i = 0; i < window.dimensions_size(); i++)
                set(*window.mutable_dimensions(i), extents[static_cast<std::size_t>(i)]);
        };
        using Dimension = wire::WindowDimension;
        if (name == "size" && !has_size) {
            has_size = true;
            if (cursor_.at_integer())
                for (const std::int64_t size : read_extents("the size of the window")) {
                    Dimension& dimension = *window.add_dimensions();
                    dimension.set_size(size);
                    dimension.set_stride(1);
                    dimension.set_window_dilation(1);
                    dimension.set_base_dilation(1);
                }
        } else if (name == "stride") {
            fill("a stride", [](Dimension& d, std::int64_t v) { d.set_stride(v); });
        } else if (name == "lhs_dilate") {
            fill("a dilation", [](Dimension& d, std::int64_t v) { d.set_base_dilation(v); });
        } else if (name == "rhs_dilate") {
            fill("a dilation", [](Dimension& d, std::int64_t v) { d.set_window_dilation(v); });
        } else if (name == "rhs_reversal") {
            fill("0 or 1", [](Dimension& d, std::int64_t v) { d.set_window_reversal(v != 0); });
        } else if (name == "pad") {
            for (int i = 0; i < window.dimensions_size(); i++) {
                if (i > 0) cursor_.expect('x', "between the paddings of dimensions");
                Dimension& dimension = *window.mutable_dimensions(i);
                dimension.set_padding_low(cursor_.integer("the padding before"));
                cursor_.expect('_', "between the paddings before and after");
                dimension.set_padding_high(cursor_.integer("the padding after"));
            }
        } else {
            fail_at(read_error::syntax, begin, fmt::format("a window has no field '{}' here", name),
                    "Windows have size, stride, pad, lhs_dilate, rhs_dilate and rhs_reversal, each once.");
        }
        cursor_.accept(',');
    }
    cursor_.expect('}', "after the window");
}

namespace {

/// One of the three groups of `b01f_01io->b01f`: where the two letters and each numbered dimension stand.
/// A dimension that is '?' has no part.
struct Labels {
    std::int64_t first = -1, second = -1;
    std::vector<std::int64_t> spatial;
};

/// "" or what is wrong with the group.
std::string parse_labels(std::string_view group, char first, char second, Labels& labels) {
    std::vector<std::int64_t> places(group.size(), -1);
    std::size_t count = 0;
    for (std::size_t i = 0; i < group.size(); i++) {
        const char c = group[i];
        const auto place = static_cast<std::int64_t>(i);
        if (c == '?') continue;
        if (c == first || c == second) {
            std::int64_t& taken = c == first ? labels.first : labels.second;
            if (taken >= 0) return fmt::format("'{}' stands twice in '{}'", c, group);
            taken = place;
        } else if (is_digit(c)) {
            const auto number = static_cast<std::size_t>(c - '0');
            if (number >= group.size() || places[number] >= 0)
                return fmt::format("the digits of '{}' do not number the spatial dimensions", group);
            places[number] = place;
            count++;
        } else {
            return fmt::format("'{}' has no meaning in '{}'", c, group);
        }
    }
    if (labels.first < 0 || labels.second < 0)
        return fmt::format("'{}' needs both {} and {}", group, first, second);
    for (std::size_t i = 0; i < count; i++)
        if (places[i] < 0)
            return fmt::format("the digits of '{}' do not number the spatial dimensions", group);
    places.resize(count);
    labels.spatial = std::move(places);
    return {};
}

}  // namespace

void TextReader::read_dimension_labels(wire::ConvolutionDimensionNumbers& numbers) {
    const std::size_t begin = cursor_.offset();
    const auto group = [&](char first, char second) {
        return cursor_.run([=](char c) { return is_digit(c) || c == first || c == second || c == '?'; });
    };
    const auto refuse = [&](const std::string& why) {
        fail_at(read_error::syntax, begin, fmt::format("malformed labels of dimensions: {}", why),
                "Labels are written as in b01f_01io->b01f.");
    };
    Labels input, kernel, output;
    const std::string_view input_text = group('b', 'f');
    cursor_.expect('_', "after the labels of the input");
    const std::string_view kernel_text = group('i', 'o');
    cursor_.expect("->", "after the labels of the kernel");
    const std::string_view output_text = group('b', 'f');
    for (const std::string& why :
         {parse_labels(input_text, 'b', 'f', input), parse_labels(kernel_text, 'i', 'o', kernel),
          parse_labels(output_text, 'b', 'f', output)})
        if (!why.empty()) refuse(why);
    if (input.spatial.size() != kernel.spatial.size() || input.spatial.size() != output.spatial.size())
        refuse("input, kernel and output have the same number of spatial dimensions");
    numbers.set_input_batch_dimension(input.first);
    numbers.set_input_feature_dimension(input.second);
    numbers.set_kernel_input_feature_dimension(kernel.first);
    numbers.set_kernel_output_feature_dimension(kernel.second);
    numbers.set_output_batch_dimension(output.first);
    numbers.set_output_feature_dimension(output.second);
    for (const std::int64_t place : input.spatial) numbers.add_input_spatial_dimensions(place);
    for (const std::int64_t place : kernel.spatial) numbers.add_kernel_spatial_dimensions(place);
    for (const std::int64_t place : output.spatial) numbers.add_output_spatial_dimensions(place);
}

void TextReader::read_precision(wire::PrecisionConfig& precision) {
    cursor_.expect('{', "before the precisions");
    while (!cursor_.at('}')) {
        precision.add_operand_precision(enumerator(cursor_, precisions));
        if (!cursor_.accept(',')) break;
    }
    cursor_.expect('}', "after the precisions");
}

void TextReader::read_sparsity(wire::SparsityConfig& sparsity) {
    cursor_.expect('{', "before the sparsity of the operands");
    while (!cursor_.at('}')) {
        const std::string_view side = keyword(cursor_, {"lhs", "rhs"});
        auto& operand = side == "lhs" ? *sparsity.mutable_lhs() : *sparsity.mutable_rhs();
        cursor_.expect('=', "after the operand");
        cursor_.expect('{', "before the sparsity of an operand");
        while (!cursor_.at('}')) {
            const std::string_view field = keyword(cursor_, {"sparsity", "dimension", "stride"});
            cursor_.expect('=', "after the field's name");
            if (field == "sparsity") {
                operand.set_num_non_zero(cursor_.integer("a number of elements"));
                cursor_.expect('x', "between the number of elements and the size of the block");
                operand.set_block_size(cursor_.integer("the size of a block"));
            } else if (field == "dimension") {
                operand.set_dimension(cursor_.integer("a dimension"));
            } else {
                operand.set_stride(cursor_.integer("a stride"));
            }
            cursor_.accept(',');
        }
        cursor_.expect('}', "after the sparsity of an operand");
        cursor_.accept(',');
    }
    cursor_.expect('}', "after the sparsity of the operands");
}

void TextReader::read_result_accuracy(wire::ResultAccuracy& accuracy) {
    cursor_.expect('{', "before the accuracy");
    if (cursor_.accept_word("mode")) {
        cursor_.expect('=', "after 'mode'");
        accuracy.set_mode(enumerator(cursor_, accuracy_modes));
    } else if (cursor_.accept_word("tolerance")) {
        cursor_.expect('=', "after 'tolerance'");
        cursor_.expect('{', "before the tolerances");
        auto& tolerance = *accuracy.mutable_tolerance();
        while (!cursor_.at('}')) {
            const std::string_view field = keyword(cursor_, {"atol", "rtol", "ulps"});
            cursor_.expect('=', "after the field's name");
            if (field == "atol")
                tolerance.set_atol(cursor_.real("a number"));
            else if (field == "rtol")
                tolerance.set_rtol(cursor_.real("a number"));
            else
                tolerance.set_ulps(cursor_.integer("an integer"));
            if (!cursor_.accept(',')) break;
        }
        cursor_.expect('}', "after the tolerances");
    } else {
        cursor_.unexpected("'mode' or 'tolerance'");
    }
    cursor_.expect('}', "after the accuracy");
}

void TextReader::read_aliasing(wire::HloInstructionProto& instruction) {
    cursor_.expect('{', "before the list of aliases");
    while (!cursor_.at('}')) {
        auto& alias = *instruction.add_output_operand_aliasing();
        read_integers(alias.mutable_output_shape_index());
        cursor_.expect(':', "after the index of the result");
        cursor_.expect('(', "before the operand");
        alias.set_operand_index(cursor_.integer("the number of an operand"));
        cursor_.expect(',', "after the number of the operand");
        read_integers(alias.mutable_operand_shape_index());
        cursor_.expect(')', "after the operand");
        if (!cursor_.accept(',')) break;
    }
    cursor_.expect('}', "at the end of the list of aliases");
}

void TextReader::read_domain(wire::HloInstructionProto& instruction) {
    cursor_.expect('{', "before the domain");
    const auto field = [&](std::string_view name) {
        if (!cursor_.accept_word(name)) cursor_.unexpected(fmt::format("'{}'", name));
        cursor_.expect('=', "after the field's name");
    };
    field("kind");
    const std::size_t begin = cursor_.offset();
    if (cursor_.string("the kind of the domain in quotes") != "sharding")
        fail_at(read_error::syntax, begin, "the only kind of domain is \"sharding\"", "Correct the kind.");
    cursor_.expect(',', "after the kind");
    // The text looks from the operand, the message from the user.
    field("entry");
    read_sharding(*instruction.mutable_domain_exit_sharding());
    cursor_.expect(',', "after the sharding at the entry");
    field("exit");
    read_sharding(*instruction.mutable_domain_entry_sharding());
    cursor_.expect('}', "after the domain");
}

void TextReader::fill_defaults(Draft& draft) {
    wire::HloInstructionProto& instruction = *draft.instruction;
    const std::string_view opcode = draft.opcode->name;
    if (draft.async_part == AsyncPart::Update || draft.async_part == AsyncPart::Done) return;
    if (opcode == "dot" || opcode == "scaled-dot") *instruction.mutable_dot_dimension_numbers() = draft.dot;
    if (opcode == "ragged-dot")
        *instruction.mutable_ragged_dot_dimension_numbers()->mutable_dot_dimension_numbers() = draft.dot;
    if (opcode == "convolution" || opcode == "custom-call") {
        if (!draft.has("feature_group_count")) instruction.set_feature_group_count(1);
        if (!draft.has("batch_group_count")) instruction.set_batch_group_count(1);
    }
    const bool has_precision = opcode == "dot" || opcode == "scaled-dot" || opcode == "ragged-dot" ||
                               opcode == "convolution" || opcode == "custom-call";
    if (has_precision && !draft.has("operand_precision"))
        for (std::size_t i = 0;
             i < std::min<std::size_t>(draft.operands.size(), opcode == "custom-call" ? SIZE_MAX : 2); i++)
            instruction.mutable_precision_config()->add_operand_precision(wire::PrecisionConfig::DEFAULT);
    if (opcode == "custom-call" && !draft.has("api_version"))
        instruction.set_custom_call_api_version(wire::API_VERSION_ORIGINAL);
    if ((opcode == "convolution" || opcode == "reduce-window" || opcode == "select-and-scatter") &&
        !draft.has("window"))
        instruction.mutable_window();
    if (opcode == "compare" && !draft.has("type") && !draft.operands.empty()) {
        const wire::PrimitiveType type = draft.operands[0]->shape().element_type();
        instruction.set_comparison_type(is_signed(type)                           ? "SIGNED"
                                        : is_unsigned(type) || type == wire::PRED ? "UNSIGNED"
                                                                                  : "FLOAT");
    }
    if (opcode == "triangular-solve") {
        auto& options = *instruction.mutable_triangular_solve_options();
        if (!draft.has("transpose_a")) options.set_transpose_a(wire::TriangularSolveOptions::NO_TRANSPOSE);
    }
    if (opcode == "cholesky") instruction.mutable_cholesky_options();
    if (opcode == "outfeed" && !draft.has("outfeed_shape") && !draft.operands.empty())
        *instruction.mutable_outfeed_shape() = draft.operands[0]->shape();
    if (opcode == "scan" && !draft.has("is_associative"))
        instruction.set_is_associative(wire::TRI_STATE_FALSE);
    if (opcode == "map" && !draft.has("dimensions") && !draft.operands.empty())
        for (int i = 0; i < draft.operands[0]->shape().dimensions_size(); i++) instruction.add_dimensions(i);
    if (draft.opcode->takes("replica_groups") && !draft.has("replica_groups"))
        instruction.mutable_collective_device_list();
}

/// A sharding of a tuple that is written once counts for each array inside.
void TextReader::spread_sharding(Draft& draft) {
    wire::HloInstructionProto& instruction = *draft.instruction;
    if (!instruction.has_sharding() || instruction.shape().element_type() != wire::TUPLE ||
        instruction.sharding().type() == wire::OpSharding::TUPLE)
        return;
    wire::OpSharding spread;
    spread.set_type(wire::OpSharding::TUPLE);
    const auto add = [&](const auto& self, const wire::ShapeProto& shape) -> void {
        if (shape.element_type() != wire::TUPLE) *spread.add_tuple_shardings() = instruction.sharding();
        for (const auto& part : shape.tuple_shapes())
            if (shape.element_type() == wire::TUPLE) self(self, part);
    };
    add(add, instruction.shape());
    *instruction.mutable_sharding() = std::move(spread);
}

}  // namespace hlo2c::frontend
