#include "codegen/library/test_vectors.h"

#include <fmt/format.h>

#include <map>
#include <utility>

#include "codegen/error_numbers.h"
#include "codegen/library/arrays.h"
#include "codegen/text/escape.h"
#include "codegen/text/literals.h"
#include "frontend/accuracy/interval.h"
#include "frontend/diagnostic.h"

namespace hlo2c::codegen {
namespace {

using frontend::ElementType;
using scheduler::ScalarKind;

std::size_t part_bytes(ElementType type) {
    return static_cast<std::size_t>(frontend::byte_width(frontend::real_part(type)));
}

ScalarKind storage_kind(ElementType type) {
    const bool is_integer = frontend::is_integer(type);
    switch (part_bytes(type)) {
        case 1: return ScalarKind::U8;
        case 2: return ScalarKind::U16;
        case 4: return is_integer ? ScalarKind::U32 : ScalarKind::F32;
        default: return is_integer ? ScalarKind::U64 : ScalarKind::F64;
    }
}

bool fits(const PortModel& port, const TestInput& input) {
    const auto element = static_cast<std::size_t>(frontend::byte_width(port.port->type.element));
    const auto whole = static_cast<std::size_t>(port.bytes);
    return input.is_drawn ? !input.elements.empty() && input.elements.size() % element == 0
                          : input.elements.size() == whole;
}

bool fits(const PortModel& port, const TestOutput& output) {
    const std::size_t bytes = part_bytes(port.port->type.element);
    return output.least.size() == output.places.size() * bytes && output.most.size() == output.least.size() &&
           (output.places.empty() || output.places.back() < static_cast<std::size_t>(port.bytes) / bytes);
}

const FunctionModel& function_of(const LibraryModel& model, const TestVector& vector) {
    for (const FunctionModel& function : model.functions) {
        if (function.plan->name != vector.function) continue;
        bool all = vector.inputs.size() == function.inputs.size() &&
                   vector.outputs.size() == function.outputs.size();
        for (std::size_t i = 0; all && i < vector.inputs.size(); i++)
            all = fits(function.inputs[i], vector.inputs[i]);
        for (std::size_t i = 0; all && i < vector.outputs.size(); i++)
            all = fits(function.outputs[i], vector.outputs[i]);
        if (all) return function;
    }
    fail(library_error::test_vector, {},
         fmt::format("a test vector does not fit the function {}", vector.function),
         "give each input and output of the function in order, with the size that its type has");
}

constexpr const char* types = R"(
/* One input: all elements, or `drawn_from` elements to draw it from at random. */
typedef struct {
    const void *elements;
    size_t drawn_from;
    uint32_t seed;
} test_input;

/* Order of the bit patterns of a type: the sign bit, the largest float that is not NaN, and NaN if it has the
 * bits of -0. */
typedef struct {
    size_t bytes;
    int is_float;
    uint64_t sign, largest, nan;
} test_order;

/* One output: the parts that are checked, their positions (NULL: all in order), and the accepted range of each. */
typedef struct {
    test_order order;
    size_t count;
    const uint64_t *places;
    const void *least, *most;
} test_output;
)";

/// Writes the file; equal arrays are stored once.
class VectorsWriter {
public:
    explicit VectorsWriter(Writer& writer) : writer_(writer) {}

    std::string array(ScalarKind kind, const std::vector<std::byte>& data) {
        const auto [known, is_new] = names_.try_emplace({kind, data}, fmt::format("data_{}", names_.size()));
        if (!is_new) return known->second;
        writer_.open(fmt::format("static const {} {}[] =", value_type(kind), known->second));
        if (data.empty())
            writer_.line("0");
        else
            write_values(writer_, data, kind);
        writer_.close(";");
        writer_.line();
        return known->second;
    }

    std::string input(const PortModel& port, const TestInput& input) {
        const ElementType type = port.port->type.element;
        const auto element = static_cast<std::size_t>(frontend::byte_width(type));
        return fmt::format("{{{}, {}, {}u}},", array(storage_kind(type), input.elements),
                           input.is_drawn ? input.elements.size() / element : 0, input.seed);
    }

    std::string output(const PortModel& port, const TestOutput& output) {
        const ElementType type = port.port->type.element;
        const frontend::NumberOrder order = frontend::number_order(type);
        const std::string least = array(storage_kind(type), output.least);
        const std::string most = array(storage_kind(type), output.most);
        return fmt::format("{{{{{}, {}, {}, {}, {}}}, {}, {}, {}, {}}},", part_bytes(type),
                           order.is_float ? 1 : 0, number(order.sign), number(order.largest),
                           number(order.nan), output.places.size(), places(port, output), least, most);
    }

    void rows(const std::string& type, const std::string& name, const std::vector<PortModel>& ports,
              const std::vector<std::string>& rows) {
        if (rows.empty()) {
            writer_.line(fmt::format("static const {} {}[1];", type, name));
            writer_.line();
            return;
        }
        writer_.open(fmt::format("static const {} {}[] =", type, name));
        for (std::size_t i = 0; i < rows.size(); i++) {
            writer_.comment(fmt::format("{}  {}", ports[i].member, short_type(ports[i].port->type)));
            writer_.line(rows[i]);
        }
        writer_.close(";");
        writer_.line();
    }

private:
    static std::string number(std::uint64_t value) { return value == 0 ? "0" : hexadecimal_literal(value); }

    std::string places(const PortModel& port, const TestOutput& output) {
        const std::size_t all = static_cast<std::size_t>(port.bytes) / part_bytes(port.port->type.element);
        if (output.places.size() == all) return "NULL";
        std::vector<std::byte> bytes;
        for (const std::uint64_t place : output.places)
            for (int shift = 0; shift < 64; shift += 8)
                bytes.push_back(static_cast<std::byte>(place >> shift));
        return array(ScalarKind::U64, bytes);
    }

    Writer& writer_;
    std::map<std::pair<ScalarKind, std::vector<std::byte>>, std::string> names_;
};

}  // namespace

std::vector<std::byte> drawn_elements(const TestInput& input, std::size_t element_bytes, std::size_t count) {
    const std::size_t stored = input.elements.size() / element_bytes;
    std::vector<std::byte> bytes;
    bytes.reserve(count * element_bytes);
    std::uint32_t state = input.seed;
    for (std::size_t i = 0; i < count; i++) {
        state = state * 1664525u + 1013904223u;
        const auto from =
            input.elements.begin() + static_cast<std::ptrdiff_t>((state >> 16) % stored * element_bytes);
        bytes.insert(bytes.end(), from, from + static_cast<std::ptrdiff_t>(element_bytes));
    }
    return bytes;
}

CFile vectors_file(const LibraryModel& model) {
    Writer writer;
    const std::string file = model.name + "_vectors.h";
    writer.lines(file_notice(model, file, "Inputs of the self-test and their accepted results."));
    writer.line("#include <stddef.h>");
    writer.line("#include <stdint.h>");
    writer.lines(types);
    writer.line();
    VectorsWriter vectors(writer);
    std::vector<std::string> calls;
    for (const TestVector& vector : model.options->test_vectors) {
        const FunctionModel& function = function_of(model, vector);
        const std::string prefix = fmt::format("vector_{}", calls.size());
        std::vector<std::string> inputs, outputs;
        for (std::size_t i = 0; i < vector.inputs.size(); i++)
            inputs.push_back(vectors.input(function.inputs[i], vector.inputs[i]));
        for (std::size_t i = 0; i < vector.outputs.size(); i++)
            outputs.push_back(vectors.output(function.outputs[i], vector.outputs[i]));
        vectors.rows("test_input", prefix + "_inputs", function.inputs, inputs);
        vectors.rows("test_output", prefix + "_outputs", function.outputs, outputs);
        calls.push_back(
            fmt::format("{{{}, {}_inputs, {}_outputs}},", c_string(vector.function), prefix, prefix));
    }
    writer.open("static const struct");
    writer.line("const char *function;");
    writer.line("const test_input *inputs;");
    writer.line("const test_output *outputs;");
    writer.reopen("vectors[] =");
    for (const std::string& call : calls) writer.line(call);
    writer.close(";");
    return {"test/" + file, writer.text(), FilePart::Test};
}

}  // namespace hlo2c::codegen
