#include <fmt/format.h>

#include "codegen/library/arrays.h"
#include "codegen/library/files.h"
#include "frontend/diagnostic.h"

namespace hlo2c::codegen {
namespace {

using scheduler::ScalarKind;

constexpr const char* test_start = R"(#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "@name@.h"
@includes@
#define CHECK(condition) check((condition) != 0, #condition, __LINE__)

static int failures;

static int check(int holds, const char *text, int line)
{
    if (!holds) {
        printf("@name@_test.c:%d: not so: %s\n", line, text);
        failures++;
    }
    return holds;
}

/* Aligned memory filled with `byte`; the test ends where there is none. */
static unsigned char *memory(size_t bytes, int byte)
{
    const size_t whole = (bytes / @NAME@_ARENA_ALIGN + 1) * @NAME@_ARENA_ALIGN;
    unsigned char *const block = aligned_alloc(@NAME@_ARENA_ALIGN, whole);
    if (block == NULL) {
        printf("@name@_test.c: no memory for %lu bytes\n", (unsigned long)whole);
        exit(1);
    }
    memset(block, byte, whole);
    return block;
}

/* Blocks for the tensors of one call. */
static unsigned char **blocks(const hlo2c_tensor *tensors, int count, int byte)
{
    unsigned char **const all = (void *)memory(sizeof(unsigned char *) * (size_t)(count + 1), 0);
    for (int i = 0; i < count; i++) {
        all[i] = memory(tensors[i].bytes, byte);
    }
    return all;
}

static void release(unsigned char **all, int count)
{
    for (int i = 0; i < count; i++) {
        free(all[i]);
    }
    free(all);
}
)";

constexpr const char* test_call = R"(
/* One call by name; `pattern` is what the arena holds before, which must not matter. */
static int call(const hlo2c_function *function, unsigned char *const *inputs, unsigned char *const *outputs,
                int pattern, const hlo2c_context *context)
{
    unsigned char *const arena = memory(function->arena_bytes, pattern);
    const void **const in = (void *)memory(sizeof(void *) * (size_t)(function->input_count + 1), 0);
    void **const out = (void *)memory(sizeof(void *) * (size_t)(function->output_count + 1), 0);
    for (int i = 0; i < function->input_count; i++) {
        in[i] = inputs[i];
    }
    for (int i = 0; i < function->output_count; i++) {
        out[i] = outputs[i];
    }
    const int status = @name@_call(function->name, in, out, arena, context);
    if (status != HLO2C_OK) {
        printf("%s: %s: %s\n", function->name, hlo2c_status_text(status), context->message);
    }
    free(out);
    free(in);
    free(arena);
    return status;
}
)";

constexpr const char* test_refusals = R"(
/* Calls that must be refused. */
static void check_refusals(const hlo2c_function *function, unsigned char *const *inputs,
                           unsigned char *const *outputs, const hlo2c_context *context)
{
    const void *const *const in = (const void *const *)(const void *)inputs;
    void *const *const out = (void *const *)(const void *)outputs;
    unsigned char *const arena = memory(function->arena_bytes + 64, 0);
    CHECK(@name@_call("no such function", in, out, arena, context) == HLO2C_UNKNOWN_FUNCTION);
    if (function->arena_bytes > 1) {
        CHECK(@name@_call(function->name, in, out, NULL, context) == HLO2C_NULL_ARGUMENT);
        CHECK(@name@_call(function->name, in, out, arena + 1, context) == HLO2C_MISALIGNED);
    }
    free(arena);
}
)";

constexpr const char* test_alone = R"(
/* The program may need what only hooks can do, or assert what does not hold: then it says so. */
static void check_function(const hlo2c_function *function, const hlo2c_context *context)
{
    unsigned char **const inputs = blocks(function->inputs, function->input_count, 0);
    unsigned char **const outputs = blocks(function->outputs, function->output_count, 0);
    unsigned char *const arena = memory(function->arena_bytes, 0);
    const int status = @name@_call(function->name, (const void *const *)(const void *)inputs,
                                   (void *const *)(const void *)outputs, arena, context);
    const int refused = status == HLO2C_HOOK_MISSING || status == HLO2C_ASSERTION_FAILED;
    CHECK(status == HLO2C_OK || (refused && context->message[0] != 0));
    check_refusals(function, inputs, outputs, context);
    free(arena);
    release(outputs, function->output_count);
    release(inputs, function->input_count);
}

static void check_all(const hlo2c_context *context)
{
    for (const hlo2c_function *function = @name@_functions; function->name != NULL; function++) {
        check_function(function, context);
    }
}
)";

constexpr const char* test_generated = R"(
/* Inputs that are the same on every machine: floats in [-1, 1), small integers, booleans. */
static void generate(unsigned char *data, const hlo2c_tensor *tensor, unsigned seed)
{
    const size_t size = hlo2c_dtype_bytes(tensor->dtype);
    const int is_f32 = tensor->dtype == HLO2C_F32 || tensor->dtype == HLO2C_C64;
    const int is_f64 = tensor->dtype == HLO2C_F64 || tensor->dtype == HLO2C_C128;
    const size_t step = is_f32 ? 4 : is_f64 ? 8 : size;
    unsigned state = seed * 2654435761u + 12345u;
    memset(data, 0, tensor->bytes);
    for (size_t at = 0; at + step <= tensor->bytes; at += step) {
        state = state * 1664525u + 1013904223u;
        const float value = (float)(state >> 9) / 4194304.0f - 1.0f;
        const double wide = value;
        if (is_f32) {
            memcpy(data + at, &value, 4);
        } else if (is_f64) {
            memcpy(data + at, &wide, 8);
        } else if (tensor->dtype >= HLO2C_F4E2M1FN) {
            data[at + step - 1] = (unsigned char)(state >> 30);
        } else {
            data[at] = (unsigned char)(state >> 31);
        }
    }
}

static unsigned long checksum(const unsigned char *data, size_t bytes)
{
    unsigned long sum = 2166136261u;
    for (size_t i = 0; i < bytes; i++) {
        sum = ((sum ^ data[i]) * 16777619u) & 0xffffffffu;
    }
    return sum;
}

/* No result may depend on what the arena and the outputs held before. */
static void check_function(const hlo2c_function *function, const hlo2c_context *context)
{
    unsigned char **const inputs = blocks(function->inputs, function->input_count, 0);
    unsigned char **const first = blocks(function->outputs, function->output_count, 0x55);
    unsigned char **const second = blocks(function->outputs, function->output_count, 0xaa);
    for (int turn = 0; turn < 2; turn++) {
        for (int i = 0; i < function->input_count; i++) {
            generate(inputs[i], &function->inputs[i], (unsigned)i);
        }
        unsigned char **const outputs = turn == 0 ? first : second;
        CHECK(call(function, inputs, outputs, turn == 0 ? 0x00 : 0xff, context) == HLO2C_OK);
    }
    for (int i = 0; i < function->output_count; i++) {
        const hlo2c_tensor *const output = &function->outputs[i];
        CHECK(memcmp(first[i], second[i], output->bytes) == 0);
        printf("%s %s %08lx\n", function->name, output->name, checksum(first[i], output->bytes));
    }
    check_refusals(function, inputs, first, context);
    release(second, function->output_count);
    release(first, function->output_count);
    release(inputs, function->input_count);
}

static void check_all(const hlo2c_context *context)
{
    for (const hlo2c_function *function = @name@_functions; function->name != NULL; function++) {
        check_function(function, context);
    }
}
)";

constexpr const char* test_stored = R"(
/* Part number `at` of a float tensor: f16, bf16 and tf32 from their bits, complex numbers as two parts. */
static double part(const unsigned char *data, int dtype, size_t at)
{
    if (dtype == HLO2C_F64 || dtype == HLO2C_C128) {
        double value;
        memcpy(&value, data + 8 * at, 8);
        return value;
    }
    uint32_t bits;
    if (dtype == HLO2C_F16) {
        const uint32_t half = (uint32_t)data[2 * at] | (uint32_t)data[2 * at + 1] << 8;
        const uint32_t magnitude = half & 0x7fffu;
        if (magnitude < 0x0400u) {
            return (half & 0x8000u ? -1.0 : 1.0) * (double)magnitude / 16777216.0;
        }
        bits = (half & 0x8000u) << 16 | ((magnitude << 13) + (magnitude >= 0x7c00u ? 0x70000000u : 0x38000000u));
    } else if (dtype == HLO2C_BF16) {
        bits = (uint32_t)data[2 * at] << 16 | (uint32_t)data[2 * at + 1] << 24;
    } else {
        memcpy(&bits, data + 4 * at, 4);
    }
    float value;
    memcpy(&value, &bits, 4);
    return value;
}

static int is_finite(double value)
{
    return value - value == 0;
}

/* |got - expected| <= absolute + relative * largest expected, for floats; NaN where NaN, infinities alike. Types of
 * eight bits and fewer may be one code apart, all else must be equal. */
static int close_enough(const unsigned char *got, const unsigned char *expected, const hlo2c_tensor *tensor,
                        double relative, double absolute)
{
    const int dtype = tensor->dtype;
    if (dtype < HLO2C_F4E2M1FN) {
        return memcmp(got, expected, tensor->bytes) == 0;
    }
    if (dtype < HLO2C_BF16) {
        for (size_t i = 0; i < tensor->bytes; i++) {
            const int distance = got[i] - expected[i];
            if (distance < -1 || distance > 1) {
                return 0;
            }
        }
        return 1;
    }
    const size_t size = dtype == HLO2C_F64 || dtype == HLO2C_C128 ? 8 : dtype == HLO2C_F16 || dtype == HLO2C_BF16 ? 2 : 4;
    double largest = 0;
    for (size_t i = 0; i < tensor->bytes / size; i++) {
        const double value = part(expected, dtype, i);
        const double magnitude = value < 0 ? -value : value;
        largest = is_finite(value) && magnitude > largest ? magnitude : largest;
    }
    for (size_t i = 0; i < tensor->bytes / size; i++) {
        const double a = part(got, dtype, i), b = part(expected, dtype, i);
        const double distance = a < b ? b - a : a - b;
        const int both_nan = a != a && b != b;
        if (!(a == b || both_nan || (is_finite(a) && is_finite(b) && distance <= absolute + relative * largest))) {
            printf("%s[%lu]: %.9g, expected %.9g\n", tensor->name, (unsigned long)i, a, b);
            return 0;
        }
    }
    return 1;
}

static void check_vector(size_t index, const hlo2c_context *context)
{
    const hlo2c_function *function = @name@_functions;
    while (!hlo2c_same_text(function->name, vectors[index].function)) {
        function++;
    }
    unsigned char **const inputs = blocks(function->inputs, function->input_count, 0);
    unsigned char **const outputs = blocks(function->outputs, function->output_count, 0x55);
    for (int turn = 0; turn < 2; turn++) {
        for (int i = 0; i < function->input_count; i++) {
            memcpy(inputs[i], vectors[index].inputs[i], function->inputs[i].bytes);
        }
        CHECK(call(function, inputs, outputs, turn == 0 ? 0x00 : 0xff, context) == HLO2C_OK);
        for (int i = 0; i < function->output_count; i++) {
            CHECK(close_enough(outputs[i], vectors[index].outputs[i], &function->outputs[i],
                               vectors[index].relative, vectors[index].absolute));
        }
    }
    check_refusals(function, inputs, outputs, context);
    release(outputs, function->output_count);
    release(inputs, function->input_count);
}

static void check_all(const hlo2c_context *context)
{
    for (size_t i = 0; i < sizeof vectors / sizeof vectors[0]; i++) {
        check_vector(i, context);
    }
}
)";

constexpr const char* test_blob = R"(
/* The weights file in memory, and a check that damage is noticed. */
static unsigned char *load_weights(const char *path)
{
    unsigned char *const weights = memory(@NAME@_WEIGHTS_BYTES, 0);
    FILE *const file = fopen(path, "rb");
    if (!check(file != NULL, path, __LINE__)) {
        exit(1);
    }
    CHECK(fread(weights, 1, @NAME@_WEIGHTS_BYTES, file) == @NAME@_WEIGHTS_BYTES);
    fclose(file);
    CHECK(@name@_check_weights(weights, @NAME@_WEIGHTS_BYTES) == HLO2C_OK);
    weights[@NAME@_WEIGHTS_BYTES - 1] ^= 1;
    CHECK(@name@_check_weights(weights, @NAME@_WEIGHTS_BYTES) == HLO2C_WEIGHTS_MISMATCH);
    weights[@NAME@_WEIGHTS_BYTES - 1] ^= 1;
    return weights;
}
)";

constexpr const char* test_main = R"(
int main(@parameters@)
{
    char message[256] = "";
    hlo2c_context context = HLO2C_INIT(hlo2c_context);
    context.message = message;
    context.message_bytes = sizeof message;
@load@    check_all(&context);
@free@    printf(failures == 0 ? "@name@: passed\n" : "@name@: failed\n");
    return failures != 0;
}
)";

constexpr const char* load_lines =
    R"(    context.weights = load_weights(count > 1 ? arguments[1] : "weights/@name@.weights");
    context.weights_bytes = @NAME@_WEIGHTS_BYTES;
)";

ScalarKind storage_kind(frontend::ElementType type) {
    switch (frontend::byte_width(frontend::real_part(type))) {
        case 1: return ScalarKind::U8;
        case 2: return ScalarKind::U16;
        case 4: return frontend::is_integer(type) ? ScalarKind::U32 : ScalarKind::F32;
        default: return frontend::is_integer(type) ? ScalarKind::U64 : ScalarKind::F64;
    }
}

void write_vector_data(TextWriter& writer, const std::string& prefix, const std::vector<PortModel>& ports,
                       const std::vector<std::vector<std::byte>>& data) {
    std::vector<std::string> names;
    for (std::size_t i = 0; i < ports.size(); i++) {
        const ScalarKind kind = storage_kind(ports[i].port->type.element);
        names.push_back(fmt::format("{}_{}", prefix, i));
        writer.comment(fmt::format("{}  {}", ports[i].member, short_type(ports[i].port->type)));
        writer.open(fmt::format("static const {} {}[] =", value_type(kind), names.back()));
        if (data[i].empty())
            writer.line("0");
        else
            write_values(writer, data[i], kind);
        writer.close(";");
        writer.line();
    }
    writer.open(fmt::format("static const void *const {}s[] =", prefix));
    if (names.empty())
        writer.line("NULL");
    else
        writer.values(names);
    writer.close(";");
    writer.line();
}

const FunctionModel& function_of(const LibraryModel& model, const TestVector& vector) {
    for (const FunctionModel& function : model.functions) {
        if (function.plan->name != vector.function) continue;
        bool fits = vector.inputs.size() == function.inputs.size() &&
                    vector.outputs.size() == function.outputs.size();
        for (std::size_t i = 0; fits && i < vector.inputs.size(); i++)
            fits = static_cast<std::int64_t>(vector.inputs[i].size()) == function.inputs[i].bytes;
        for (std::size_t i = 0; fits && i < vector.outputs.size(); i++)
            fits = static_cast<std::int64_t>(vector.outputs[i].size()) == function.outputs[i].bytes;
        if (fits) return function;
    }
    fail(510, {}, fmt::format("a test vector does not fit the function {}", vector.function),
         "give each input and output of the function in order, with the size of its type");
}

CFile vectors_file(const LibraryModel& model) {
    TextWriter writer;
    const std::string file = model.name + "_vectors.h";
    writer.lines(
        file_notice(model, file, "Inputs of the self-test and the results that are right for them."));
    writer.line("#include <stddef.h>");
    writer.line("#include <stdint.h>");
    writer.line();
    const std::vector<TestVector>& vectors = model.options->test_vectors;
    std::vector<std::string> rows;
    for (std::size_t i = 0; i < vectors.size(); i++) {
        const FunctionModel& function = function_of(model, vectors[i]);
        const std::string prefix = fmt::format("vector_{}", i);
        write_vector_data(writer, prefix + "_input", function.inputs, vectors[i].inputs);
        write_vector_data(writer, prefix + "_output", function.outputs, vectors[i].outputs);
        rows.push_back(fmt::format("{{{}, {}_inputs, {}_outputs, {}, {}}},", c_string(vectors[i].function),
                                   prefix, prefix, vectors[i].relative_tolerance,
                                   vectors[i].absolute_tolerance));
    }
    writer.open("static const struct");
    writer.line("const char *function;");
    writer.line("const void *const *inputs;");
    writer.line("const void *const *outputs;");
    writer.line("double relative, absolute;");
    writer.reopen("vectors[] =");
    for (const std::string& row : rows) writer.line(row);
    writer.close(";");
    return {"test/" + file, writer.text(), FilePart::Test};
}

}  // namespace

std::vector<CFile> write_self_test(const LibraryModel& model) {
    const bool has_vectors = !model.options->test_vectors.empty() && !model.may_refuse();
    const bool loads = model.has_blob() && model.storage == WeightStorage::Blob;
    const std::map<std::string, std::string> names = {{"name", model.name}, {"NAME", model.upper}};
    std::map<std::string, std::string> pieces = names;
    pieces["includes"] = has_vectors ? fmt::format("#include \"{}_vectors.h\"\n", model.name) : "";
    pieces["parameters"] = loads ? "int count, char **arguments" : "void";
    pieces["load"] = loads ? fill_in(load_lines, names) : "";
    pieces["free"] = loads ? "    free((void *)(uintptr_t)context.weights);\n" : "";
    const std::string file = model.name + "_test.c";
    std::string text =
        file_notice(model, file,
                    model.may_refuse() ? "Calls the library without hooks: it runs, or says what it misses."
                    : has_vectors      ? "Runs the library on stored inputs and compares with stored results."
                                       : "Runs the library on generated inputs, twice, and compares.");
    text += std::string(test_start) + (model.may_refuse() ? "" : test_call) + test_refusals +
            (model.may_refuse() ? test_alone
             : has_vectors      ? test_stored
                                : test_generated) +
            (loads ? test_blob : "") + test_main;
    std::vector<CFile> files = {{"test/" + file, fill_in(text, pieces), FilePart::Test}};
    if (has_vectors) files.push_back(vectors_file(model));
    return files;
}

}  // namespace hlo2c::codegen
