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

/// Every s-th element: s loads, the last one shifted back so that nothing past the last element is read.
std::string load_every(const SupportName& name, int stride) {
    const int lanes = name.type.lanes;
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

/// Loads and stores whose lanes lie anywhere.
std::optional<SupportFunction> indexed_function(const SupportName& name) {
    const std::string& operation = name.operation;
    if (operation == "gather") {
        SupportFunction result = by_lanes(name, "{T} {F}(const {S} *p, {D} index)",
                                          "    {T} result;\n    for (int i = 0; i < {N}; i++) {\n"
                                          "        result.lane[i] = p[index.lane[i]];\n    }\n"
                                          "    return result;\n");
        FunctionBody body("    return ({T}){" + lanes_text(name, "p[index[@]]") + "};\n");
        prefer_gather_instruction(name, body);
        result.vector = inline_function(name, "{T} {F}(const {S} *p, {D} index)", body.text());
        return result;
    }
    if (operation == "gather_masked") {
        return by_lanes(name, "{T} {F}(const {S} *p, {D} index, {M} mask)",
                        "    {T} result = splat_{s}(0);\n    for (int i = 0; i < {N}; i++) {\n"
                        "        if (mask[#]) {\n            result[#] = p[index[#]];\n        }\n    }\n"
                        "    return result;\n");
    }
    if (operation == "scatter") {
        return by_lanes(name, "void {F}({S} *p, {D} index, {T} value)",
                        "    for (int i = 0; i < {N}; i++) {\n        p[index[#]] = value[#];\n    }\n");
    }
    if (operation == "scatter_masked") {
        return by_lanes(name, "void {F}({S} *p, {D} index, {M} mask, {T} value)",
                        "    for (int i = 0; i < {N}; i++) {\n        if (mask[#]) {\n"
                        "            p[index[#]] = value[#];\n        }\n    }\n");
    }
    return std::nullopt;
}

/// Loads and stores of lanes in another order, or with others between them.
std::optional<SupportFunction> permuted_function(const SupportName& name) {
    const std::string& operation = name.operation;
    if (operation == "load_reversed" || operation == "store_reversed") {
        const bool load = operation == "load_reversed";
        const std::string head = load ? "{T} {F}(const {S} *p)" : "void {F}({S} *p, {T} value)";
        SupportFunction result = by_lanes(
            name, head,
            load ? "    {T} result;\n    for (int i = 0; i < {N}; i++) {\n        result[#] = p[-i];\n    }\n"
                   "    return result;\n"
                 : "    for (int i = 0; i < {N}; i++) {\n        p[-i] = value[#];\n    }\n");
        std::string lanes;
        for (int i = name.type.lanes; i-- > 0;) lanes += ", " + std::to_string(i);
        const std::string first = std::to_string(name.type.lanes - 1);
        result.vector =
            inline_function(name, head,
                            load ? "    const {T} value = load_{s}(p - " + first +
                                       ");\n    return SHUFFLE(value, value" + lanes + ");\n"
                                 : "    store_{s}(p - " + first + ", SHUFFLE(value, value" + lanes + "));\n");
        return result;
    }
    for (const auto& [stride, of_stride] : strided_loads) {
        if (operation != of_stride) continue;
        SupportFunction result = by_lanes(name, "{T} {F}(const {S} *p)",
                                          "    {T} result;\n    for (int i = 0; i < {N}; i++) {\n"
                                          "        result[#] = p[i * " +
                                              std::to_string(stride) + "];\n    }\n    return result;\n");
        result.vector = inline_function(name, "{T} {F}(const {S} *p)", load_every(name, stride));
        return result;
    }
    return std::nullopt;
}

}  // namespace

const StridedLoad* strided_load(std::int64_t stride) {
    for (const StridedLoad& each : strided_loads)
        if (each.stride == stride) return &each;
    return nullptr;
}

std::optional<SupportFunction> memory_function(const SupportName& name) {
    const std::string& operation = name.operation;
    if (name.second) return indexed_function(name);
    if (!name.type.is_vector()) return std::nullopt;
    if (operation == "load") {
        const std::string body = "    {T} value;\n    memcpy(&value, p, sizeof value);\n    return value;\n";
        const Definition text = inline_function(name, "{T} {F}(const {S} *p)", body);
        return SupportFunction{{}, text, text};
    }
    if (operation == "store") {
        const Definition text =
            inline_function(name, "void {F}({S} *p, {T} value)", "    memcpy(p, &value, sizeof value);\n");
        return SupportFunction{{}, text, text};
    }
    if (operation == "load_strided") {
        SupportFunction result = by_lanes(name, "{T} {F}(const {S} *p, int64_t stride)",
                                          "    {T} result;\n    for (int i = 0; i < {N}; i++) {\n"
                                          "        result[#] = p[i * stride];\n    }\n    return result;\n");
        result.vector = inline_function(name, "{T} {F}(const {S} *p, int64_t stride)",
                                        "    return ({T}){" + lanes_text(name, "p[@ * stride]") + "};\n");
        return result;
    }
    if (operation == "store_strided") {
        return by_lanes(name, "void {F}({S} *p, int64_t stride, {T} value)",
                        "    for (int i = 0; i < {N}; i++) {\n        p[i * stride] = value[#];\n    }\n");
    }
    if (operation == "load_masked") {
        return by_lanes(name, "{T} {F}(const {S} *p, {M} mask)",
                        "    {T} result = splat_{s}(0);\n    for (int i = 0; i < {N}; i++) {\n"
                        "        if (mask[#]) {\n            result[#] = p[i];\n        }\n    }\n"
                        "    return result;\n");
    }
    if (operation == "store_masked") {
        return by_lanes(name, "void {F}({S} *p, {M} mask, {T} value)",
                        "    for (int i = 0; i < {N}; i++) {\n        if (mask[#]) {\n"
                        "            p[i] = value[#];\n        }\n    }\n");
    }
    return permuted_function(name);
}

}  // namespace hlo2c::codegen
