#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "frontend/error_numbers.h"
#include "frontend/forms/hlo_text/element_types.h"
#include "frontend/forms/hlo_text/text_reader.h"
#include "frontend/ir/checked_arithmetic.h"

namespace hlo2c::frontend {
namespace {

constexpr std::string_view shape_remedy =
    "Shapes are written as in f32[2,3]{1,0}, tuples as (f32[2], s32[]).";

void set_default_layout(wire::ShapeProto& shape) {
    wire::LayoutProto& layout = *shape.mutable_layout();
    for (int i = shape.dimensions_size() - 1; i >= 0; i--) layout.add_minor_to_major(i);
    layout.set_tail_padding_alignment_in_elements(1);
}

/// SC(0:3,5): the indices at which a dimension is split.
void read_splits(Cursor& cursor, wire::LayoutProto& layout) {
    while (cursor.accept('(')) {
        auto& split = *layout.add_split_configs();
        split.set_dimension(cursor.integer("a dimension"));
        cursor.expect(':', "after the dimension");
        while (cursor.at_integer()) {
            split.add_split_indices(cursor.integer("an index"));
            if (!cursor.accept(',')) break;
        }
        cursor.expect(')', "after the indices of a split");
    }
}

/// T(8,128)(2,1): the sizes of tiles.
void read_tiles(Cursor& cursor, wire::LayoutProto& layout) {
    while (cursor.accept('(')) {
        auto& tile = *layout.add_tiles();
        cursor.entries(')', "after the sizes of a tile", [&] {
            // '*' marks a dimension that is combined with the next one.
            tile.add_dimensions(cursor.accept('*') ? INT64_MIN : cursor.integer("the size of a tile"));
        });
    }
}

/// D(D,C+~): how the levels of a sparse array are stored; '+' is not unique, '~' not ordered.
void read_level_types(Cursor& cursor, wire::LayoutProto& layout) {
    do {
        constexpr std::string_view letters = "DCSH";
        const std::string_view word = cursor.word("D, C, S or H");
        const std::size_t level = word.size() == 1 ? letters.find(word[0]) : std::string_view::npos;
        if (level == std::string_view::npos) cursor.unexpected("D, C, S or H");
        layout.add_dim_level_types(static_cast<wire::DimLevelType>(level));
        layout.add_dim_unique(!cursor.accept('+'));
        layout.add_dim_ordered(!cursor.accept('~'));
    } while (cursor.accept(','));
}

}  // namespace

bool TextReader::at_shape() {
    if (cursor_.at('(')) return true;
    const std::string_view word = cursor_.peek_word();
    if (word.empty()) return false;
    const std::size_t begin = cursor_.offset();
    cursor_.seek(begin + word.size());
    const bool is_shape = word == "b" ? cursor_.at('(') : cursor_.at('[') && element_type_of(word);
    cursor_.seek(begin);
    return is_shape;
}

void TextReader::read_shape(wire::ShapeProto& shape) {
    const Nesting nesting(cursor_, depth_);
    if (cursor_.accept('(')) {
        shape.set_element_type(wire::TUPLE);
        cursor_.entries(')', "at the end of a tuple's shape", [&] { read_shape(*shape.add_tuple_shapes()); });
        return;
    }
    const std::size_t begin = cursor_.offset();
    const std::string_view word = cursor_.word("a shape");
    if (word == "b" && cursor_.accept('(')) {
        shape.set_element_type(wire::BUFFER);
        read_shape(*shape.add_tuple_shapes());
        cursor_.expect(')', "at the end of a buffer's shape");
        return;
    }
    const std::optional<wire::PrimitiveType> type = element_type_of(word);
    if (!type)
        fail_at(read_error::type, begin, fmt::format("expected an element type, but found '{}'", word),
                std::string(shape_remedy));
    shape.set_element_type(*type);
    cursor_.expect('[', "after the element type");
    std::int64_t elements = 1;
    cursor_.entries(']', "after the sizes of the dimensions", [&] {
        const std::size_t at = cursor_.offset();
        const bool bounded = cursor_.accept("<=");
        std::int64_t size = INT64_MIN;  // no bound
        const bool unbounded = cursor_.accept('?');
        if (!unbounded) size = cursor_.integer("the size of a dimension");
        if (!unbounded && (size < 0 || (size > 0 && elements > most_elements / size)))
            fail_at(read_error::type, at, "a shape cannot have this many elements",
                    std::string(shape_remedy));
        if (size > 0) elements *= size;
        shape.add_dimensions(size);
        shape.add_is_dynamic_dimension(bounded || unbounded);
    });
    if (*type == wire::TOKEN || *type == wire::OPAQUE_TYPE) {
        if (shape.dimensions_size() > 0)
            fail_at(read_error::type, begin, fmt::format("{} has no dimensions", word), "Write [].");
        return;
    }
    if (at_layout())
        read_layout(shape);
    else
        set_default_layout(shape);
}

/// Braces after a shape may also start a literal or the body of a computation. A layout starts with a
/// dimension or ':', or is {} with no blank before it. Before a literal, the layout must follow its shape
/// without a blank.
bool TextReader::at_layout() {
    const bool is_glued = cursor_.glued('{');
    const std::size_t begin = cursor_.offset();
    if (!cursor_.accept('{')) return false;
    const bool begins_layout = cursor_.at_integer() || cursor_.at(':');
    const bool is_layout = is_glued ? begins_layout || cursor_.at('}') : begins_layout && !in_typed_literal_;
    cursor_.seek(begin);
    return is_layout;
}

void TextReader::read_layout(wire::ShapeProto& shape) {
    const std::size_t begin = cursor_.offset();
    wire::LayoutProto& layout = *shape.mutable_layout();
    layout.set_tail_padding_alignment_in_elements(1);
    cursor_.expect('{', "before the layout");
    while (cursor_.at_integer()) {
        layout.add_minor_to_major(cursor_.integer("a dimension"));
        if (!cursor_.accept(',')) break;
    }
    if (cursor_.accept(':'))
        while (!cursor_.at('}')) read_layout_property(shape);
    cursor_.expect('}', "at the end of the layout");
    const int rank = shape.dimensions_size();
    std::vector<bool> seen(static_cast<std::size_t>(rank), false);
    bool is_permutation = layout.minor_to_major_size() == rank;
    for (const std::int64_t dimension : layout.minor_to_major()) {
        is_permutation = is_permutation && dimension >= 0 && dimension < rank &&
                         !seen[static_cast<std::size_t>(dimension)];
        if (is_permutation) seen[static_cast<std::size_t>(dimension)] = true;
    }
    if (!is_permutation)
        fail_at(read_error::type, begin,
                fmt::format("the layout does not name each of the {} dimensions once", rank),
                "Correct the layout, or leave it out.");
    if (layout.has_physical_shape() && layout.dim_level_types_size() == 0)
        fail_at(read_error::type, begin, "only sparse layouts have a physical shape",
                "Remove P(...) from the layout.");
}

void TextReader::read_layout_property(wire::ShapeProto& shape) {
    wire::LayoutProto& layout = *shape.mutable_layout();
    const auto parenthesised = [&](auto&& read) {
        cursor_.expect('(', "before the value of the layout's property");
        read();
        cursor_.expect(')', "after the value of the layout's property");
    };
    const auto number = [&](std::string_view what) {
        std::int64_t value = 0;
        parenthesised([&] { value = cursor_.integer(what); });
        return value;
    };
    const auto element_type = [&] {
        wire::PrimitiveType type{};
        parenthesised([&] {
            const std::size_t begin = cursor_.offset();
            const std::string_view word = cursor_.word("an element type");
            const auto found = element_type_of(word);
            if (!found)
                fail_at(read_error::type, begin, fmt::format("'{}' is not an element type", word),
                        std::string(shape_remedy));
            type = *found;
        });
        return type;
    };
    if (cursor_.accept('#')) {
        layout.set_index_primitive_type(element_type());
    } else if (cursor_.accept('*')) {
        layout.set_pointer_primitive_type(element_type());
    } else if (cursor_.accept("SC")) {
        read_splits(cursor_, layout);
    } else if (cursor_.accept('T')) {
        read_tiles(cursor_, layout);
    } else if (cursor_.accept('L')) {
        layout.set_tail_padding_alignment_in_elements(number("a number of elements"));
    } else if (cursor_.accept('E')) {
        layout.set_element_size_in_bits(number("a number of bits"));
    } else if (cursor_.accept('S')) {
        layout.set_memory_space(number("the number of a memory space"));
    } else if (cursor_.accept('M')) {
        layout.set_dynamic_shape_metadata_prefix_bytes(number("a number of bytes"));
    } else if (cursor_.accept('P')) {
        parenthesised([&] { read_shape(*layout.mutable_physical_shape()); });
    } else if (cursor_.accept('D')) {
        parenthesised([&] { read_level_types(cursor_, layout); });
    } else {
        cursor_.unexpected("a property of a layout, such as T(8,128) or S(1)");
    }
}

std::vector<std::int64_t> TextReader::read_integer_list(char open, char close) {
    std::vector<std::int64_t> values;
    cursor_.expect(open, "before a list of integers");
    cursor_.entries(close, "at the end of the list",
                    [&] { values.push_back(cursor_.integer("an integer")); });
    return values;
}

bool same_shape(const wire::ShapeProto& a, const wire::ShapeProto& b) {
    return a.element_type() == b.element_type() &&
           std::equal(a.dimensions().begin(), a.dimensions().end(), b.dimensions().begin(),
                      b.dimensions().end()) &&
           std::equal(a.tuple_shapes().begin(), a.tuple_shapes().end(), b.tuple_shapes().begin(),
                      b.tuple_shapes().end(), same_shape);
}

std::string spell_shape(const wire::ShapeProto& shape) {
    if (shape.element_type() == wire::TUPLE || shape.element_type() == wire::BUFFER) {
        std::string text = shape.element_type() == wire::TUPLE ? "(" : "b(";
        for (int i = 0; i < shape.tuple_shapes_size(); i++)
            text += (i > 0 ? ", " : "") + spell_shape(shape.tuple_shapes(i));
        return text + ")";
    }
    return spell_array(shape);
}

}  // namespace hlo2c::frontend
