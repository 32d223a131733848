#include <algorithm>
#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include "codegen/check/check.h"
#include "frontend/diagnostic.h"

using namespace hlo2c::codegen;

namespace {

CertificateOptions native() {
    CertificateOptions options;
    options.prefix = "net";
    options.triple = "x86_64-linux-gnu";
    options.c_flags = "-march=x86-64-v3";
    return options;
}

Certificate check(const std::string& text, const CertificateOptions& options = native()) {
    return check_sources({{"src/net.c", text}}, options);
}

std::string all_violations(const Certificate& certificate) {
    std::string text;
    for (const Violation& each : certificate.violations)
        text += each.rule + " " + each.file + ":" + std::to_string(each.line) + " " + each.text + "\n";
    return text;
}

/// Requires that `text` violates exactly this rule, once, at `line`.
void check_breaks(const std::string& rule, int line, const std::string& text) {
    const Certificate certificate = check(text);
    INFO(text << all_violations(certificate));
    REQUIRE(certificate.violations.size() == 1);
    CHECK(certificate.violations[0].rule == rule);
    CHECK(certificate.violations[0].file == "src/net.c");
    CHECK(certificate.violations[0].line == line);
}

}  // namespace

TEST_CASE("a clean library gets a certificate without violations") {
    const std::string header =
        "#ifndef NET_H\n#define NET_H\n#include <stddef.h>\n#include <stdint.h>\n"
        "int net_main(const float *input, float *output, void *arena);\n#endif\n";
    const std::string source =
        "#include \"net.h\"\n#include <string.h>\n#include <immintrin.h>\n"
        "static const float weights[4] = {1.0f, 2.0f, 3.0f, 4.0f};\n"
        "static void scale(const float *restrict input, float *restrict output)\n"
        "{\n    __m256 sum = _mm256_setzero_ps();\n    for (int i = 0; i < 4; i++) {\n"
        "        sum = _mm256_fmadd_ps(_mm256_loadu_ps(input), _mm256_set1_ps(weights[i]), sum);\n    }\n"
        "    _mm256_storeu_ps(output, sum);\n}\n"
        "int net_main(const float *input, float *output, void *arena)\n"
        "{\n    memcpy(arena, input, 32);\n    scale(arena, output);\n    return 0;\n}\n";
    const Certificate certificate =
        check_sources({{"include/net.h", header}, {"src/net.c", source}}, native());
    INFO(all_violations(certificate));
    CHECK(certificate.violations.empty());
    CHECK(certificate.imports == std::vector<std::string>{"memcpy"});
    CHECK(certificate.exports == std::vector<std::string>{"net_main"});
    CHECK(certificate.largest_stack == 36);
    CHECK(certificate.deepest_stack == 36);
    CHECK(certificate.deepest_path == std::vector<std::string>{"net_main", "scale"});
    CHECK_NOTHROW(require_certified(certificate));
}

TEST_CASE("allocation is a violation, under each of its names") {
    check_breaks("allocation", 2, "#include <stdlib.h>\nvoid *net_f(void) { return malloc(4); }\n");
    check_breaks("allocation", 2, "#include <stdlib.h>\nvoid net_f(void *p) { free(p); }\n");
    check_breaks("allocation", 1, "int net_f(void) { char *p = __builtin_alloca(16); return p[0]; }\n");
    check_breaks("allocation", 2, "#include <string.h>\nchar *net_f(const char *s) { return strdup(s); }\n");
}

TEST_CASE("allocation is forbidden even if the import is allowed") {
    CertificateOptions options = native();
    options.allowed_imports.push_back("malloc");
    const Certificate certificate =
        check("#include <stdlib.h>\nvoid *net_f(void) { return malloc(4); }\n", options);
    REQUIRE(certificate.violations.size() == 1);
    CHECK(certificate.violations[0].rule == "allocation");
}

TEST_CASE("recursion is a violation, direct, mutual, and over two files") {
    check_breaks("recursion", 1, "int net_f(int n) { return n > 0 ? net_f(n - 1) : 0; }\n");
    check_breaks(
        "recursion", 2,
        "static int odd(int n);\nstatic int even(int n) { return n == 0 ? 1 : odd(n - 1); }\n"
        "static int odd(int n) { return n == 0 ? 0 : even(n - 1); }\nint net_f(int n) { return odd(n); }\n");
    const std::string header = "int net_a(int n);\nint net_b(int n);\n";
    const Certificate certificate =
        check_sources({{"src/net.h", header},
                       {"src/a.c", "#include \"net.h\"\nint net_a(int n) { return net_b(n); }\n"},
                       {"src/b.c", "#include \"net.h\"\nint net_b(int n) { return net_a(n); }\n"}},
                      native());
    REQUIRE(certificate.violations.size() == 1);
    CHECK(certificate.violations[0].rule == "recursion");
}

TEST_CASE("recursion through a table of hooks is found") {
    check_breaks("recursion", 4,
                 "typedef struct { int (*run)(int); } hooks;\nstatic int serial(int n);\n"
                 "static const hooks defaults = { serial };\n"
                 "static int serial(int n) { return n > 0 ? defaults.run(n - 1) : 0; }\n"
                 "int net_f(int n) { return defaults.run(n); }\n");
}

TEST_CASE("a function passed to a hook is not recursion") {
    const Certificate certificate = check(
        "typedef void (*task)(void *, int);\n"
        "typedef struct { void (*parallel_for)(task, void *, int); } hooks;\n"
        "static void serial(task body, void *closure, int n) { for (int i = 0; i < n; i++) body(closure, i); "
        "}\n"
        "static const hooks defaults = { serial };\n"
        "static void kernel_body(void *closure, int i) { ((float *)closure)[i] = 0; }\n"
        "void net_f(float *out) { defaults.parallel_for(kernel_body, out, 4); }\n");
    INFO(all_violations(certificate));
    CHECK(certificate.violations.empty());
    const auto kernel = std::find_if(certificate.functions.begin(), certificate.functions.end(),
                                     [](const FunctionReport& each) { return each.name == "net_f"; });
    REQUIRE(kernel != certificate.functions.end());
    CHECK(kernel->calls == std::vector<std::string>{"&kernel_body", "*parallel_for"});
}

TEST_CASE("static functions of the same name in two files are two functions") {
    const Certificate certificate = check_sources(
        {{"src/a.c",
          "static int step(int n) { return n; }\nint net_a(int n);\nint net_a(int n) { return step(n); }\n"},
         {"src/b.c",
          "int net_a(int n);\nint net_b(int n);\nstatic int step(int n) { return net_a(n); }\n"
          "int net_b(int n) { return step(n); }\n"}},
        native());
    INFO(all_violations(certificate));
    CHECK(certificate.violations.empty());
    CHECK(certificate.functions.size() == 4);
}

TEST_CASE("an array of variable length is a violation") {
    check_breaks("vla", 1, "float net_f(int n) { float a[n]; a[0] = 1; return a[0]; }\n");
}

TEST_CASE("data that is not const is a violation, at file scope and in a function") {
    check_breaks("mutable-global", 1, "static int count;\nint net_f(void) { return ++count; }\n");
    check_breaks("mutable-global", 1, "int net_f(void) { static int calls; return ++calls; }\n");
    check_breaks("mutable-global", 1, "const char *net_names[] = {\"a\"};\n");
    check_breaks("mutable-global", 1, "_Thread_local int net_state;\n");
    CHECK(check("const char *const net_names[] = {\"a\"};\n").violations.empty());
}

TEST_CASE("an import outside the list is a violation") {
    check_breaks("import", 2, "#include <math.h>\nfloat net_f(float x) { return expf(x); }\n");
    check_breaks("import", 2, "#include <stdio.h>\nint net_f(void) { return printf(\"x\"); }\n");
    check_breaks("import", 1, "float net_f(float x) { return __builtin_expf(x); }\n");
    check_breaks("import", 2,
                 "extern const float net_table[4];\nfloat net_f(void) { return net_table[0]; }\n");
    CertificateOptions options = native();
    options.allowed_imports.push_back("expf");
    const Certificate certificate =
        check("#include <math.h>\nfloat net_f(float x) { return expf(x); }\n", options);
    CHECK(certificate.violations.empty());
    CHECK(certificate.imports == std::vector<std::string>{"expf"});
}

TEST_CASE("weights supplied by the caller are an allowed import") {
    const Certificate certificate =
        check("extern const unsigned char net_weights[];\nint net_f(void) { return net_weights[0]; }\n");
    INFO(all_violations(certificate));
    CHECK(certificate.violations.empty());
    CHECK(certificate.imports == std::vector<std::string>{"net_weights"});
}

TEST_CASE("a symbol that another file defines is not an import") {
    const Certificate certificate = check_sources(
        {{"src/a.c", "int net_b(int n);\nint net_a(int n);\nint net_a(int n) { return net_b(n); }\n"},
         {"src/b.c", "int net_b(int n);\nint net_b(int n) { return n; }\n"}},
        native());
    CHECK(certificate.violations.empty());
    CHECK(certificate.imports.empty());
}

TEST_CASE("builtins that compilers expand inline are not imports") {
    const Certificate certificate = check(
        "float net_f(float x) { return __builtin_fabsf(x) + __builtin_copysignf(1.0f, x); }\n"
        "void net_g(const float *p) { __builtin_prefetch(p, 1); }\n");
    INFO(all_violations(certificate));
    CHECK(certificate.violations.empty());
    CHECK(certificate.imports.empty());
}

TEST_CASE("an external symbol without the prefix is a violation") {
    check_breaks("export", 1, "int helper(void) { return 1; }\n");
    check_breaks("export", 1, "const int helper_table[1] = {1};\n");
    CHECK(check("int hlo2c_helper(void) { return 1; }\n").violations.empty());
}

TEST_CASE("locals over the limit are a violation, and scopes side by side share their space") {
    check_breaks(
        "stack", 1,
        "float net_f(int i) { float a[600]; for (int k = 0; k < 600; k++) a[k] = 0; return a[i]; }\n");
    const Certificate certificate = check(
        "float net_f(int i)\n{\n    float sum = 0;\n    { float a[300]; a[i] = 1; sum += a[0]; }\n"
        "    { float b[300]; b[i] = 2; sum += b[0]; }\n    return sum;\n}\n");
    CHECK(certificate.violations.empty());
    CHECK(certificate.largest_stack == 1204);
}

TEST_CASE(
    "a variable takes space until its last use; arrays, and variables whose address is taken, until the end "
    "of the scope") {
    const std::string values =
        "typedef float f32x8 __attribute__((vector_size(32)));\n"
        "void net_f(const f32x8 *in, f32x8 *out)\n{\n    f32x8 a = in[0];\n    f32x8 b = a + in[1];\n"
        "    f32x8 c = b + in[2];\n    out[0] = c;\n}\n";
    CHECK(check(values).largest_stack == 64);
    const std::string loop =
        "float net_f(const float *in)\n{\n    float sum = 0;\n    float scale = in[0];\n"
        "    for (int i = 0; i < 9; i++) {\n        float x = in[i];\n        sum += scale * x;\n    }\n"
        "    return sum;\n}\n";
    CHECK(check(loop).largest_stack == 16);
    const std::string stages =
        "typedef float f32x8 __attribute__((vector_size(32)));\n"
        "void net_f(const f32x8 *in, f32x8 *out)\n{\n    f32x8 a, b, c;\n    a = in[0];\n    b = a + in[1];\n"
        "    c = b + in[2];\n    out[0] = c;\n}\n";
    CHECK(check(stages).largest_stack == 64);
    const std::string addressed =
        "float net_f(void)\n{\n    float a[10] = {1};\n    double b = a[1];\n    double *p = &b;\n"
        "    float c = (float)*p;\n    return c;\n}\n";
    CHECK(check(addressed).largest_stack == 40 + 8 + 8 + 4);
}

TEST_CASE("a const number is a name for an expression and takes no space, unless its address is taken") {
    CHECK(check("float net_f(float x) { const float a = x * 2; const float b = a * a; return b; }\n")
              .largest_stack == 0);
    CHECK(check("int net_g(const float *);\nint net_g(const float *p) { return p[0] > 0; }\n"
                "int net_f(float x) { const float a = x * 2; return net_g(&a); }\n")
              .largest_stack == 4);
    CHECK(check("float net_f(int i) { const float a[4] = {1, 2, 3, 4}; return a[i]; }\n").largest_stack ==
          16);
}

TEST_CASE("the deepest path adds the frames of callers and callees") {
    const Certificate certificate = check(
        "static float inner(int i) { float a[100]; a[i] = 1; return a[0]; }\n"
        "static float middle(int i) { float b[50]; b[i] = inner(i); return b[0]; }\n"
        "float net_f(int i) { float c = middle(i); return c; }\n");
    CHECK(certificate.deepest_stack == 400 + 200 + 4);
    CHECK(certificate.deepest_path == std::vector<std::string>{"net_f", "middle", "inner"});
}

TEST_CASE("a parser diagnostic is a violation") {
    check_breaks("parse", 1, "int net_f(void) { return undeclared_name; }\n");
    check_breaks("parse", 1, "int net_f(void) { int unused = 1; return 0; }\n");
    check_breaks("parse", 1, "#include \"missing.h\"\n");
}

TEST_CASE("every built-in architecture is understood") {
    CertificateOptions arm = native();
    arm.triple = "aarch64-linux-gnu";
    arm.c_flags = "-march=armv8-a";
    const std::string text =
        "#include <arm_neon.h>\n#include <stdint.h>\n#include <string.h>\n"
        "void net_f(float *p) { float32x4_t v = vld1q_f32(p); vst1q_f32(p, vaddq_f32(v, v)); }\n";
    const Certificate aarch64 = check(text, arm);
    INFO(all_violations(aarch64));
    CHECK(aarch64.violations.empty());
    arm.triple = "arm-linux-gnueabihf";
    arm.c_flags = "-march=armv7-a -mfpu=neon-vfpv4 -mfloat-abi=hard";
    const Certificate armv7 = check(text, arm);
    INFO(all_violations(armv7));
    CHECK(armv7.violations.empty());
}

TEST_CASE("files below test/ are not part of the library proper") {
    const Certificate certificate =
        check_sources({{"src/net.c", "int net_f(void);\nint net_f(void) { return 0; }\n"},
                       {"test/net_test.c", "#include <stdio.h>\nint main(void) { return puts(\"\"); }\n"}},
                      native());
    CHECK(certificate.violations.empty());
}

TEST_CASE("megabytes of weights do not change later line numbers") {
    std::string text = "const float net_weights[1000000] = {\n";
    for (int row = 0; row < 100000; ++row)
        text += "0x1.8p+1f,-0x1p-3f,1.0f,2.0f,3.0f,4.0f,5.0f,6.0f,7.0f,8.0f,\n";
    text += "};\nint unprefixed(void) { return 0; }\n";
    const Certificate certificate = check(text);
    REQUIRE(certificate.violations.size() == 1);
    CHECK(certificate.violations[0].line == 100003);
    CHECK(certificate.exports == std::vector<std::string>{"net_weights", "unprefixed"});
}

TEST_CASE("the certificate is equal however the files are ordered") {
    const SourceFile a{"src/a.c",
                       "int net_b(void);\nint net_a(void);\nint net_a(void) { return net_b(); }\n"};
    const SourceFile b{"src/b.c",
                       "int net_b(void);\nint net_b(void) { int x[3] = {1, 2, 3}; return x[1]; }\n"};
    const nlohmann::ordered_json json = json_of(check_sources({a, b}, native()));
    CHECK(json == json_of(check_sources({b, a}, native())));
    CHECK(json.at("exports") == nlohmann::ordered_json({"net_a", "net_b"}));
    CHECK(json.at("deepest_stack") == 12);
    CHECK(json.at("violations").empty());
}

TEST_CASE("a violation is reported as a bug of the compiler, with its place") {
    const Certificate certificate = check("int helper(void) { return 1; }\n");
    try {
        require_certified(certificate);
        FAIL("nothing was thrown");
    } catch (const hlo2c::DiagnosticError& error) {
        CHECK(error.diagnostic().severity == hlo2c::Severity::Bug);
        CHECK(error.diagnostic().number == 591);
        CHECK(error.diagnostic().details.find("src/net.c:1: export: 'helper'") != std::string::npos);
    }
}
