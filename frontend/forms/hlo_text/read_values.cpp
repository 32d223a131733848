#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <utility>

#include "frontend/error_numbers.h"
#include "frontend/forms/hlo_text/element_types.h"
#include "frontend/forms/hlo_text/enumerators.h"
#include "frontend/forms/hlo_text/text_reader.h"

namespace hlo2c::frontend {
namespace {

/// The most dimensions that the reader accepts; XLA has no limit, but real programs have fewer than ten.
constexpr std::size_t most_dimensions = 256;

}  // namespace

void TextReader::read_slice(wire::HloInstructionProto& instruction) {
    cursor_.expect('{', "before the ranges");
    cursor_.entries('}', "after the ranges", [&] {
        auto& range = *instruction.add_slice_dimensions();
        cursor_.expect('[', "before a range");
        range.set_start(cursor_.integer("the start of the range"));
        cursor_.expect(':', "between start and limit");
        range.set_limit(cursor_.integer("the limit of the range"));
        range.set_stride(cursor_.accept(':') ? cursor_.integer("the stride of the range") : 1);
        cursor_.expect(']', "after a range");
    });
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

namespace {

using WindowSetter = void (*)(wire::WindowDimension&, std::int64_t);
/// The fields of a window with one number per dimension.
constexpr auto window_fields = std::to_array<std::pair<std::string_view, WindowSetter>>({
    {"size", [](wire::WindowDimension& d, std::int64_t value) { d.set_size(value); }},
    {"stride", [](wire::WindowDimension& d, std::int64_t value) { d.set_stride(value); }},
    {"lhs_dilate", [](wire::WindowDimension& d, std::int64_t value) { d.set_base_dilation(value); }},
    {"rhs_dilate", [](wire::WindowDimension& d, std::int64_t value) { d.set_window_dilation(value); }},
    {"rhs_reversal", [](wire::WindowDimension& d, std::int64_t value) { d.set_window_reversal(value != 0); }},
});

}  // namespace

/// The fields may have any order; `size` gives the number of dimensions.
void TextReader::read_window(wire::Window& window) {
    struct Field {
        std::size_t begin;
        std::vector<std::int64_t> values;  ///< for `pad`: low and high of each dimension
    };
    std::map<std::string_view, Field> given;
    const std::size_t whole = cursor_.offset();
    cursor_.expect('{', "before the window");
    while (!cursor_.at('}')) {
        const std::size_t begin = cursor_.offset();
        const std::string_view name = cursor_.word("a field of the window");
        const bool is_known =
            name == "pad" || std::any_of(window_fields.begin(), window_fields.end(),
                                         [&](const auto& row) { return row.first == name; });
        if (!is_known || given.count(name) != 0)
            fail_at(read_error::syntax, begin, fmt::format("a window has no field '{}' here", name),
                    "Windows have size, stride, pad, lhs_dilate, rhs_dilate and rhs_reversal, each once.");
        cursor_.expect('=', "after the field's name");
        const std::size_t value = cursor_.offset();
        std::vector<std::int64_t> values;
        if (cursor_.at_integer()) values = name == "pad" ? read_paddings() : read_extents("an integer");
        given.emplace(name, Field{value, std::move(values)});
        cursor_.accept(',');
    }
    cursor_.expect('}', "after the window");
    if (given.empty()) return;
    const auto size = given.find("size");
    if (size == given.end()) fail_at(read_error::syntax, whole, "the window has no size", "Add size= to it.");
    const std::size_t rank = size->second.values.size();
    for (std::size_t i = 0; i < rank; i++) {
        wire::WindowDimension& dimension = *window.add_dimensions();
        dimension.set_stride(1);
        dimension.set_window_dilation(1);
        dimension.set_base_dilation(1);
    }
    const auto dimension = [&](std::size_t i) -> wire::WindowDimension& {
        return *window.mutable_dimensions(static_cast<int>(i));
    };
    for (const auto& [name, field] : given) {
        const std::size_t count = name == "pad" ? field.values.size() / 2 : field.values.size();
        if (count != rank)
            fail_at(read_error::count, field.begin,
                    fmt::format("the window has {} dimensions, but {} values are written", rank, count),
                    "Write one value for each dimension.");
        for (const auto& [known, set] : window_fields)
            for (std::size_t i = 0; known == name && i < rank; i++) set(dimension(i), field.values[i]);
        for (std::size_t i = 0; name == "pad" && i < rank; i++) {
            dimension(i).set_padding_low(field.values[2 * i]);
            dimension(i).set_padding_high(field.values[2 * i + 1]);
        }
    }
}

/// `1_0x-1_2`: low and high of each dimension.
std::vector<std::int64_t> TextReader::read_paddings() {
    std::vector<std::int64_t> paddings;
    do {
        paddings.push_back(cursor_.integer("the padding before"));
        cursor_.expect('_', "between the paddings before and after");
        paddings.push_back(cursor_.integer("the padding after"));
        if (paddings.size() > 2 * most_dimensions) cursor_.unexpected("fewer dimensions");
    } while (cursor_.accept('x'));
    return paddings;
}

namespace {

/// One of the three groups of `b01f_01io->b01f`: the positions of the two letters and of each numbered
/// dimension. '?' marks an unused dimension.
struct Labels {
    std::int64_t first = -1, second = -1;
    std::vector<std::int64_t> spatial;
};

/// Far more dimensions than an array of a convolution has.
constexpr std::size_t most_labels = 64;

/// Parses one group; returns "" or an error message.
std::string parse_labels(std::string_view group, char first, char second, Labels& labels) {
    if (group.size() > most_labels)
        return fmt::format("a group of {} labels; an array has at most {} dimensions", group.size(),
                           most_labels);
    std::vector<std::int64_t> places(group.size(), -1);
    std::size_t count = 0;
    for (std::size_t i = 0; i < group.size(); i++) {
        const char c = group[i];
        const auto place = static_cast<std::int64_t>(i);
        if (c == '?') continue;
        if (c == first || c == second) {
            std::int64_t& taken = c == first ? labels.first : labels.second;
            if (taken >= 0) return fmt::format("'{}' occurs twice in '{}'", c, group);
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
        refuse("input, kernel and output differ in their number of spatial dimensions");
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
    cursor_.entries('}', "after the precisions",
                    [&] { precision.add_operand_precision(enumerator(cursor_, precisions)); });
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
        cursor_.entries('}', "after the tolerances", [&] {
            const std::string_view field = keyword(cursor_, {"atol", "rtol", "ulps"});
            cursor_.expect('=', "after the field's name");
            if (field == "atol")
                tolerance.set_atol(cursor_.real("a number"));
            else if (field == "rtol")
                tolerance.set_rtol(cursor_.real("a number"));
            else
                tolerance.set_ulps(cursor_.integer("an integer"));
        });
    } else {
        cursor_.unexpected("'mode' or 'tolerance'");
    }
    cursor_.expect('}', "after the accuracy");
}

void TextReader::read_aliasing(wire::HloInstructionProto& instruction) {
    cursor_.expect('{', "before the list of aliases");
    cursor_.entries('}', "at the end of the list of aliases", [&] {
        auto& alias = *instruction.add_output_operand_aliasing();
        read_integers(alias.mutable_output_shape_index());
        cursor_.expect(':', "after the index of the result");
        cursor_.expect('(', "before the operand");
        alias.set_operand_index(cursor_.integer("the number of an operand"));
        cursor_.expect(',', "after the number of the operand");
        read_integers(alias.mutable_operand_shape_index());
        cursor_.expect(')', "after the operand");
    });
}

void TextReader::read_domain(wire::HloInstructionProto& instruction) {
    std::set<std::string_view> given;
    const std::size_t whole = cursor_.offset();
    cursor_.expect('{', "before the domain");
    while (!cursor_.at('}')) {
        const std::size_t begin = cursor_.offset();
        const std::string_view name = keyword(cursor_, {"kind", "entry", "exit"});
        if (!given.insert(name).second)
            fail_at(read_error::redefinition, begin, fmt::format("the field '{}' is written twice", name),
                    "Remove one of them.");
        cursor_.expect('=', "after the field's name");
        const std::size_t value = cursor_.offset();
        // Text and message use opposite names: the text's entry is the message's exit.
        if (name == "entry")
            read_sharding(*instruction.mutable_domain_exit_sharding());
        else if (name == "exit")
            read_sharding(*instruction.mutable_domain_entry_sharding());
        else if (cursor_.string("the kind of the domain in quotes") != "sharding")
            fail_at(read_error::syntax, value, "the kind of the domain is not \"sharding\"",
                    "Correct the kind.");
        if (!cursor_.accept(',')) break;
    }
    if (given.size() != 3)
        fail_at(read_error::syntax, whole, "the domain lacks one of the fields kind, entry and exit",
                "Write all of them.");
    cursor_.expect('}', "after the domain");
}

/// A single sharding of a tuple applies to each array inside it.
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
