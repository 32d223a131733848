#include "codegen/c/support_function.h"

namespace hlo2c::codegen {

namespace {

std::string lanes_text(const SupportName& name, const std::string& element) {
    std::string text;
    for (int i = 0; i < name.type.lanes; i++) {
        std::string each = element;
        for (std::size_t at; (at = each.find('@')) != std::string::npos;)
            each.replace(at, 1, std::to_string(i));
        text += (i ? ", " : "") + each;
    }
    return text;
}

/// The same body in both forms, except for lane access: `[#]` is the lane subscript.
SupportFunction by_lanes(const SupportName& name, const std::string& head, const std::string& body) {
    const auto form = [&](const std::string& subscript) {
        std::string text = body;
        for (std::size_t at; (at = text.find("[#]")) != std::string::npos;) text.replace(at, 3, subscript);
        return inline_function(name, head, text);
    };
    return {{}, form("[i]"), form(".lane[i]")};
}

constexpr StridedLoad strided_loads[] = {{2, "load_every2"}, {3, "load_every3"}, {4, "load_every4"}};

/// Every second element for vectors of two halves of 16 bytes: the shifted load has them in the lanes that
/// the first load leaves free, and one instruction puts all lanes in order.
std::string load_second(int lanes) {
    std::string merged, ordered;
    for (int i = 0; i < lanes; i++) {
        merged += ", " + std::to_string(i % 2 == 0 ? i : lanes + i);
        ordered += ", " + std::to_string(i < lanes / 2 ? 2 * i : 2 * i - lanes + 1);
    }
    return "    const {T} merged = SHUFFLE(load_{s}(p), load_{s}(p + " + std::to_string(lanes - 1) + ")" +
           merged + ");\n    return SHUFFLE(merged, merged" + ordered + ");\n";
}

/// Every s-th element: s loads, the last one shifted back so that nothing past the last element is read.
std::string load_every(const SupportName& name, int stride) {
    const int lanes = name.type.lanes, element = scheduler::byte_width(name.type.kind);
    if (stride == 2 && element >= 4 && element * lanes == 32) return load_second(lanes);
    const auto start = [&](int part) {
        return part + 1 < stride ? part * lanes : stride * (lanes - 1) - lanes + 1;
    };
    std::string body;
    std::string previous;
    for (int part = 0; part < stride; part++) {
        const std::string load = "load_{s}(p + " + std::to_string(start(part)) + ")";
        if (part == 0) {
            body += "    const {T} part0 = " + load + ";\n";
            previous = "part0";
            continue;
        }
        std::string lanes_list;
        for (int i = 0; i < lanes; i++) {
            const int position = i * stride;
            const bool here = part + 1 == stride ? position >= part * lanes
                                                 : position >= part * lanes && position < (part + 1) * lanes;
            const bool done = position < part * lanes;
            const int lane = part == 1 && done ? position
                             : done            ? i
                             : here            ? lanes + position - start(part)
                                               : 0;
            lanes_list += ", " + std::to_string(lane);
        }
        const std::string result = "part" + std::to_string(part);
        body += "    const {T} " + result + " = SHUFFLE(" + previous + ", " + load + lanes_list + ");\n";
        previous = result;
    }
    return body + "    return " + previous + ";\n";
}

// Loads and stores whose lanes lie anywhere.

/// Gathers of eight lanes and more by 32-bit indices have instructions, which need no lane of the index.
void prefer_gather_instruction(const SupportName& name, FunctionBody& body) {
    const int element = scheduler::byte_width(name.type.kind);
    if (element < 4 || name.type.lanes < 8 || name.second->kind != ScalarKind::I32) return;
    const bool is_float = scheduler::is_float(name.type.kind);
    const std::string suffix = is_float ? (element == 4 ? "ps" : "pd") : "epi{B}";
    const std::string from = is_float ? "p" : element == 4 ? "(const int *)p" : "(const long long *)p";
    const std::string scale = std::to_string(element);
    const int bytes = element * name.type.lanes;
    if (bytes == 64)
        body.prefer("defined(__AVX512F__)", "    return ({T})_mm512_i32gather_" + suffix + "((" +
                                                (element == 4 ? "__m512i" : "__m256i") + ")index, " + from +
                                                ", " + scale + ");\n");
    if (bytes == 32)
        body.prefer("defined(__AVX2__)", "    return ({T})_mm256_i32gather_" + suffix + "(" + from +
                                             ", (__m256i)index, " + scale + ");\n");
}

/// Two indices of 32 bits leave a vector together, and are taken apart in a register.
void prefer_pairs_of_indices(const SupportName& name, FunctionBody& body) {
    const int lanes = name.type.lanes;
    if (name.second->kind != ScalarKind::I32 || lanes < 4) return;
    const std::string pairs = spelling(ValueType{ScalarKind::U64, lanes / 2});
    std::string text;
    for (int i = 0; i < lanes / 2; i++) {
        const std::string pair = "pairs[" + std::to_string(i) + "]";
        text += (i ? ", p[(uint32_t)" : "p[(uint32_t)") + pair + "], p[" + pair + " >> 32]";
    }
    body.prefer("defined(__x86_64__)",
                "    const " + pairs + " pairs = (" + pairs + ")index;\n    return ({T}){" + text + "};\n");
}

SupportFunction gather(const SupportName& name) {
    SupportFunction result = by_lanes(name, "{T} {F}(const {S} *p, {D} index)",
                                      "    {T} result;\n    for (int i = 0; i < {N}; i++) {\n"
                                      "        result.lane[i] = p[index.lane[i]];\n    }\n"
                                      "    return result;\n");
    FunctionBody body("    return ({T}){" + lanes_text(name, "p[index[@]]") + "};\n");
    prefer_pairs_of_indices(name, body);
    prefer_gather_instruction(name, body);
    result.vector = inline_function(name, "{T} {F}(const {S} *p, {D} index)", body.text());
    return result;
}

/// Loads element `place` of p for each lane that the mask sets; the other lanes are 0.
SupportFunction masked_load(const SupportName& name, const std::string& parameters,
                            const std::string& place) {
    return by_lanes(name, "{T} {F}(const {S} *p, " + parameters + ")",
                    "    {T} result = splat_{s}(0);\n    for (int i = 0; i < {N}; i++) {\n"
                    "        if (mask[#]) {\n            result[#] = p[" +
                        place +
                        "];\n        }\n    }\n"
                        "    return result;\n");
}

SupportFunction gather_masked(const SupportName& name) {
    return masked_load(name, "{D} index, {M} mask", "index[#]");
}

SupportFunction scatter(const SupportName& name) {
    return by_lanes(name, "void {F}({S} *p, {D} index, {T} value)",
                    "    for (int i = 0; i < {N}; i++) {\n        p[index[#]] = value[#];\n    }\n");
}

/// Stores each lane that the mask sets to element `place` of p.
SupportFunction masked_store(const SupportName& name, const std::string& parameters,
                             const std::string& place) {
    return by_lanes(name, "void {F}({S} *p, " + parameters + ", {T} value)",
                    "    for (int i = 0; i < {N}; i++) {\n        if (mask[#]) {\n"
                    "            p[" +
                        place + "] = value[#];\n        }\n    }\n");
}

SupportFunction scatter_masked(const SupportName& name) {
    return masked_store(name, "{D} index, {M} mask", "index[#]");
}

// Loads and stores of lanes in another order, or with others between them.

template <bool loads>
SupportFunction reversed(const SupportName& name) {
    const std::string head = loads ? "{T} {F}(const {S} *p)" : "void {F}({S} *p, {T} value)";
    SupportFunction result = by_lanes(
        name, head,
        loads ? "    {T} result;\n    for (int i = 0; i < {N}; i++) {\n        result[#] = p[-i];\n    }\n"
                "    return result;\n"
              : "    for (int i = 0; i < {N}; i++) {\n        p[-i] = value[#];\n    }\n");
    std::string lanes;
    for (int i = name.type.lanes; i-- > 0;) lanes += ", " + std::to_string(i);
    const std::string first = std::to_string(name.type.lanes - 1);
    result.vector =
        inline_function(name, head,
                        loads ? "    const {T} value = load_{s}(p - " + first +
                                    ");\n    return SHUFFLE(value, value" + lanes + ");\n"
                              : "    store_{s}(p - " + first + ", SHUFFLE(value, value" + lanes + "));\n");
    return result;
}

template <int stride>
SupportFunction every(const SupportName& name) {
    SupportFunction result = by_lanes(name, "{T} {F}(const {S} *p)",
                                      "    {T} result;\n    for (int i = 0; i < {N}; i++) {\n"
                                      "        result[#] = p[i * " +
                                          std::to_string(stride) + "];\n    }\n    return result;\n");
    result.vector = inline_function(name, "{T} {F}(const {S} *p)", load_every(name, stride));
    return result;
}

SupportFunction load_strided(const SupportName& name) {
    SupportFunction result = by_lanes(name, "{T} {F}(const {S} *p, int64_t stride)",
                                      "    {T} result;\n    for (int i = 0; i < {N}; i++) {\n"
                                      "        result[#] = p[i * stride];\n    }\n    return result;\n");
    result.vector = inline_function(name, "{T} {F}(const {S} *p, int64_t stride)",
                                    "    return ({T}){" + lanes_text(name, "p[@ * stride]") + "};\n");
    return result;
}

SupportFunction store_strided(const SupportName& name) {
    return by_lanes(name, "void {F}({S} *p, int64_t stride, {T} value)",
                    "    for (int i = 0; i < {N}; i++) {\n        p[i * stride] = value[#];\n    }\n");
}

// Loads and stores of neighbours.

SupportFunction load(const SupportName& name) {
    const std::string body = "    {T} value;\n    memcpy(&value, p, sizeof value);\n    return value;\n";
    const Definition text = inline_function(name, "{T} {F}(const {S} *p)", body);
    return {{}, text, text};
}

SupportFunction store(const SupportName& name) {
    const Definition text =
        inline_function(name, "void {F}({S} *p, {T} value)", "    memcpy(p, &value, sizeof value);\n");
    return {{}, text, text};
}

SupportFunction add_to(const SupportName& name) {
    const Definition text = inline_function(name, "void {F}({S} *p, {T} value)",
                                            "    store_{s}(p, add_{s}(load_{s}(p), value));\n");
    return {{}, text, text};
}

SupportFunction load_masked(const SupportName& name) {
    return masked_load(name, "{M} mask", "i");
}

SupportFunction store_masked(const SupportName& name) {
    return masked_store(name, "{M} mask", "i");
}

/// A row of a function on vectors. The second type is that of a vector of indices.
constexpr SupportRow of_vectors(std::string_view operation, SupportFunction (*define)(const SupportName&),
                                SupportRow::Second indices = SupportRow::Second::None) {
    return {operation, define, SupportRow::Elements::Any, SupportRow::Lanes::Vectors, indices};
}

constexpr SupportRow memory_rows[] = {
    of_vectors("load", load),
    of_vectors("store", store),
    of_vectors("add_to", add_to),
    of_vectors("load_masked", load_masked),
    of_vectors("store_masked", store_masked),
    of_vectors("load_strided", load_strided),
    of_vectors("store_strided", store_strided),
    of_vectors("load_reversed", reversed<true>),
    of_vectors("store_reversed", reversed<false>),
    of_vectors(strided_loads[0].operation, every<strided_loads[0].stride>),
    of_vectors(strided_loads[1].operation, every<strided_loads[1].stride>),
    of_vectors(strided_loads[2].operation, every<strided_loads[2].stride>),
    of_vectors("gather", gather, SupportRow::Second::Given),
    of_vectors("gather_masked", gather_masked, SupportRow::Second::Given),
    of_vectors("scatter", scatter, SupportRow::Second::Given),
    of_vectors("scatter_masked", scatter_masked, SupportRow::Second::Given),
};
static_assert(std::size(strided_loads) == 3, "each has a row");

}  // namespace

const StridedLoad* strided_load(std::int64_t stride) {
    for (const StridedLoad& each : strided_loads)
        if (each.stride == stride) return &each;
    return nullptr;
}

std::optional<SupportFunction> memory_function(const SupportName& name) {
    return by_rows(memory_rows, name);
}

}  // namespace hlo2c::codegen
