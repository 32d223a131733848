#include <fmt/format.h>

#include "codegen/library/arrays.h"
#include "codegen/library/checksum.h"
#include "codegen/library/files.h"
#include "codegen/text/escape.h"

namespace hlo2c::codegen {
namespace {

/// Data bytes per C file: compilers take a few seconds for such a file, and several can be built in parallel.
constexpr std::size_t bytes_per_file = 1 << 20;

void append_little_endian(std::string& text, std::uint64_t value) {
    for (int i = 0; i < 8; i++) text += static_cast<char>(value >> (8 * i) & 0xff);
}

CFile weights_file(const LibraryModel& model) {
    std::string header = "hlo2cW01";
    append_little_endian(header, static_cast<std::uint64_t>(model.weight_bytes));
    append_little_endian(header, model.weights_checksum);
    header.resize(static_cast<std::size_t>(blob_header_bytes), '\0');
    return {fmt::format("weights/{}.weights", model.name), header, FilePart::Weights,
            weights_payload(*model.plan)};
}

std::size_t element_count(const scheduler::Weight& weight) {
    return std::max<std::size_t>(
        weight.bytes.size() / static_cast<std::size_t>(scheduler::byte_width(weight.element)), 1);
}

std::string weight_comment(const scheduler::Weight& weight) {
    return weight.type + (weight.source.empty() ? "" : "  " + weight.source);
}

/// "extern const int8_t name[4]" or the union that holds floats as bits.
std::string declaration(const LibraryModel& model, std::size_t index) {
    const scheduler::Weight& weight = model.plan->weights[index];
    const std::string& name = model.weight_names[index];
    if (scheduler::is_float(weight.element)) return fmt::format("const union {0}_data {0}", name);
    return fmt::format("const {} {}[{}]", c_type(weight.element), name, element_count(weight));
}

std::string weights_section(const LibraryModel& model) {
    const scheduler::MemoryPool* const pool = model.plan->target.weights_pool();
    return pool != nullptr ? pool->section : "";
}

std::string section_macro(const LibraryModel& model) {
    return model.upper + "_WEIGHTS_SECTION";
}

CFile weights_header(const LibraryModel& model) {
    Writer writer;
    const std::string file = model.name + "_weights.h";
    writer.lines(file_notice(
        model, file, "The weights as C arrays. Floats are written as their bits, so none is rounded."));
    writer.open_guard(model.upper + "_WEIGHTS_H");
    writer.line("#include <stdint.h>");
    if (const std::string section = weights_section(model); !section.empty()) {
        writer.line();
        writer.lines(
            fmt::format("#if defined(__GNUC__)\n"
                        "#define {0} __attribute__((section({1})))\n"
                        "#else\n"
                        "#define {0}\n"
                        "#endif",
                        section_macro(model), c_string(section)));
    }
    for (std::size_t i = 0; i < model.plan->weights.size(); i++) {
        const scheduler::Weight& weight = model.plan->weights[i];
        writer.line();
        writer.comment(weight_comment(weight));
        if (scheduler::is_float(weight.element)) {
            const std::size_t count = element_count(weight);
            writer.open(fmt::format("union {}_data", model.weight_names[i]));
            writer.line(fmt::format("{} bits[{}];", value_type(weight.element), count));
            writer.line(fmt::format("{} values[{}];", c_type(weight.element), count));
            writer.close(";");
        }
        writer.line(fmt::format("extern {};", declaration(model, i)));
    }
    writer.line();
    writer.line("#endif");
    return {"src/" + file, writer.text(), FilePart::Code};
}

void write_weight(Writer& writer, const LibraryModel& model, std::size_t index) {
    const scheduler::Weight& weight = model.plan->weights[index];
    const bool is_float = scheduler::is_float(weight.element);
    writer.line();
    writer.comment(weight_comment(weight));
    const scheduler::MemoryPool* const pool = model.plan->target.weights_pool();
    writer.open(fmt::format("_Alignas({}) {}{} =", pool != nullptr ? pool->alignment : area_alignment,
                            weights_section(model).empty() ? "" : section_macro(model) + " ",
                            declaration(model, index)),
                is_float ? "{{" : "{");
    if (weight.bytes.empty())
        writer.line("0");
    else
        write_values(writer, weight.bytes, weight.element);
    writer.close(is_float ? "};" : ";");
}

}  // namespace

std::vector<CFile> write_weights(const LibraryModel& model) {
    if (!model.has_weights()) return {};
    if (model.has_blob()) return {weights_file(model)};
    std::vector<CFile> files = {weights_header(model)};
    std::size_t next = 0;
    for (int number = 0; next < model.plan->weights.size(); number++) {
        const std::string file = fmt::format("{}_weights_{}.c", model.name, number);
        Writer writer;
        writer.lines(file_notice(model, file, "Weights."));
        writer.line(fmt::format("#include \"{}_weights.h\"", model.name));
        std::size_t bytes = 0;
        do {
            write_weight(writer, model, next);
            bytes += model.plan->weights[next++].bytes.size();
        } while (next < model.plan->weights.size() &&
                 bytes + model.plan->weights[next].bytes.size() <= bytes_per_file);
        files.push_back({"weights/" + file, writer.text(), FilePart::Weights});
    }
    return files;
}

}  // namespace hlo2c::codegen
