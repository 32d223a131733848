// Reads and verifies the programs in the files given, in whatever forms they are. All must be the same
// program, apart from the names of values, from locations, and from attributes that hold their default. After
// the option
// --unverified, constraints of ops are not looked at.
#include <cstdio>
#include <string>

#include "frontend/ops/verify.h"
#include "frontend/read.h"
#include "frontend/text/printer.h"
#include "frontend/vhlo/from_vhlo.h"

using namespace hlo2c::frontend;

namespace {

/// Constants of one value become splats, whatever form they were written in.
void make_splat(Literal& literal) {
    const auto bytes = literal.bytes();
    const auto width = static_cast<std::size_t>(byte_width(literal.type().element));
    if (literal.is_splat() || bytes.size() < 2 * width) return;
    const Literal splat(literal.type(), {bytes.begin(), bytes.begin() + width}, true);
    if (splat == literal) literal = splat;
}

std::string canonical_text(const char* path, bool verified) {
    Program program = read_program(path);
    if (verified) verify(program);
    for (Function& function : program.functions) {
        for (Value& value : function.values) value.name.clear();
        for_each_op(function.body, [](Op& op) {
            vhlo::drop_default_attributes(op);
            for (auto& [name, value] : op.attributes)
                if (auto* literal = std::get_if<Literal>(&value.value)) make_splat(*literal);
        });
    }
    return print_stablehlo_text(program, {.locations = false, .pretty = false});
}

std::string line_at(const std::string& text, std::size_t position) {
    const std::size_t begin = text.rfind('\n', position);
    return text.substr(begin + 1, std::min<std::size_t>(text.find('\n', position) - begin, 300));
}

}  // namespace

int main(int count, char** arguments) {
    if (count < 3) return 2;
    const bool verified = std::string_view(arguments[1]) != "--unverified";
    if (!verified) arguments++, count--;
    try {
        const std::string first = canonical_text(arguments[1], verified);
        for (int i = 2; i < count; i++) {
            const std::string other = canonical_text(arguments[i], verified);
            if (other == first) continue;
            std::size_t at = 0;
            while (at < first.size() && at < other.size() && first[at] == other[at]) at++;
            std::fprintf(stderr, "the programs differ\n%s: %s\n%s: %s\n", arguments[1],
                         line_at(first, at).c_str(), arguments[i], line_at(other, at).c_str());
            return 1;
        }
    } catch (const hlo2c::DiagnosticError& error) {
        std::fputs(error.what(), stderr);
        return 1;
    }
    return 0;
}
