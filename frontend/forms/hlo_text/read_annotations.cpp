#include <fmt/format.h>

#include "frontend/forms/hlo_text/enumerators.h"
#include "frontend/forms/hlo_text/text_reader.h"

namespace hlo2c::frontend {

void TextReader::read_metadata(wire::OpMetadata& metadata) {
    const auto small = [&] {
        const std::size_t begin = cursor_.offset();
        const std::int64_t value = cursor_.integer("an integer");
        if (value < INT32_MIN || value > INT32_MAX)
            fail_at(read_error::syntax, begin, "this number does not fit 32 bits", "Correct the metadata.");
        return static_cast<std::int32_t>(value);
    };
    const auto text = [&] { return cursor_.string("a string in quotes"); };
    cursor_.expect('{', "before the metadata");
    while (!cursor_.at('}')) {
        const std::size_t begin = cursor_.offset();
        const std::string_view name = cursor_.word("a field of the metadata");
        cursor_.expect('=', "after the field's name");
        if (name == "op_type") {
            metadata.set_op_type(text());
        } else if (name == "op_name") {
            metadata.set_op_name(text());
        } else if (name == "source_file") {
            metadata.set_source_file(text());
        } else if (name == "source_line") {
            metadata.set_source_line(small());
        } else if (name == "source_end_line") {
            metadata.set_source_end_line(small());
        } else if (name == "source_column") {
            metadata.set_source_column(small());
        } else if (name == "source_end_column") {
            metadata.set_source_end_column(small());
        } else if (name == "stack_frame_id") {
            metadata.set_stack_frame_id(small());
        } else if (name == "deduplicated_name") {
            metadata.set_deduplicated_name(text());
        } else if (name == "scheduling_name") {
            metadata.set_scheduling_name(text());
        } else if (name == "profile_type") {
            for (const std::int64_t type : read_integer_list('{', '}')) {
                if (type < 0 || type > INT32_MAX || !wire::ProfileType_IsValid(static_cast<int>(type)))
                    fail_at(read_error::syntax, begin, fmt::format("there is no profile type {}", type),
                            "Correct the metadata.");
                metadata.add_profile_type(static_cast<wire::ProfileType>(type));
            }
        } else if (name == "size_of_generated_code_in_bytes") {
            metadata.set_size_of_generated_code_in_bytes(cursor_.integer("an integer"));
        } else if (name == "size_of_memory_working_set_in_bytes") {
            metadata.set_size_of_memory_working_set_in_bytes(cursor_.integer("an integer"));
        } else {
            skip_value();  // a field of a newer version; metadata does not affect results
        }
        cursor_.accept(',');
    }
    cursor_.expect('}', "after the metadata");
}

std::string TextReader::read_raw_value() {
    if (cursor_.at('{')) return std::string(cursor_.braced());
    if (cursor_.at_string()) return cursor_.string("a value");
    return std::string(cursor_.word("a value in quotes or braces"));
}

/// Consumes a value of any form: a bracketed text, a string, or characters up to a blank or separator.
void TextReader::skip_value() {
    if (cursor_.at('{')) {
        cursor_.braced();
    } else if (cursor_.at_string()) {
        cursor_.string("a value");
    } else if (cursor_
                   .run([](char c) {
                       return std::string_view(" \t\r\n,{}\"'").find(c) == std::string_view::npos;
                   })
                   .empty()) {
        cursor_.unexpected("a value");
    }
}

void TextReader::read_frontend_attributes(wire::FrontendAttributes& attributes) {
    cursor_.expect('{', "before the attributes");
    cursor_.entries('}', "after the attributes", [&] {
        const std::size_t begin = cursor_.offset();
        const std::string name = cursor_.at_string() ? cursor_.string("a name")
                                                     : std::string(cursor_.word("the name of an attribute"));
        cursor_.expect('=', "after the attribute's name");
        if (!attributes.mutable_map()->insert({name, read_raw_value()}).second)
            fail_at(read_error::redefinition, begin, fmt::format("the attribute '{}' is written twice", name),
                    "Remove one of them.");
    });
}

void TextReader::read_backend_config(wire::HloInstructionProto& instruction) {
    if (!cursor_.at('{') && !cursor_.at_string()) cursor_.unexpected("a string or '{'");
    instruction.set_backend_config(read_raw_value());
}

void TextReader::read_statistics(wire::StatisticsViz& statistics) {
    cursor_.expect('{', "before the statistics");
    if (!cursor_.accept_word("visualizing_index")) cursor_.unexpected("'visualizing_index'");
    cursor_.expect('=', "after 'visualizing_index'");
    statistics.set_stat_index_to_visualize(cursor_.integer("an index"));
    while (cursor_.accept(',')) {
        auto& statistic = *statistics.add_statistics();
        statistic.set_stat_name(std::string(cursor_.word("the name of a statistic")));
        cursor_.expect('=', "after the statistic's name");
        statistic.set_stat_val(cursor_.real("a number"));
    }
    cursor_.expect('}', "after the statistics");
}

void TextReader::read_original_value(wire::OriginalValueProto& original) {
    cursor_.expect('{', "before the origin");
    if (cursor_.accept('[')) {
        if (!cursor_.accept_word("synthetic_call")) cursor_.unexpected("'synthetic_call'");
        cursor_.expect(']', "after 'synthetic_call'");
        original.set_is_synthetic_call(true);
    } else {
        std::vector<std::int64_t> index;
        read_original_element(original, index);
    }
    cursor_.expect('}', "after the origin");
}

void TextReader::read_original_element(wire::OriginalValueProto& original, std::vector<std::int64_t>& index) {
    const Nesting nesting(cursor_, depth_);
    if (cursor_.accept('(')) {
        index.push_back(0);
        cursor_.entries(')', "at the end of a tuple's origin", [&] {
            read_original_element(original, index);
            index.back()++;
        });
        index.pop_back();
        return;
    }
    auto& element = *original.add_elements();
    for (const std::int64_t i : index) element.add_shape_index(i);
    cursor_.expect('{', "before the origin of an array");
    if (cursor_.at_string()) {
        auto& array = *element.mutable_original_array();
        array.set_instruction_name(cursor_.string("the name of an instruction"));
        if (cursor_.at('{')) read_integers(array.mutable_shape_index());
    }
    cursor_.expect('}', "after the origin of an array");
}

}  // namespace hlo2c::frontend
