// Reads and verifies the programs in the given files, in any form. All must be the same program, apart from
// value names, locations, and attributes at their default. With --unverified, op constraints are not checked.
#include <cstdio>
#include <string>

#include "frontend/forms/read.h"
#include "frontend/ops/verify.h"
#include "tests/unit/bytecode/canonical_text.h"

using namespace hlo2c::frontend;
using namespace hlo2c::testing;

namespace {

std::string text_of(const char* path, bool verified) {
    Program program = read_program(path);
    if (verified) verify(program);
    return canonical_text(std::move(program));
}

}  // namespace

int main(int count, char** arguments) {
    if (count < 3) return 2;
    const bool verified = std::string_view(arguments[1]) != "--unverified";
    if (!verified) arguments++, count--;
    try {
        const std::string first = text_of(arguments[1], verified);
        for (int i = 2; i < count; i++) {
            const std::string other = text_of(arguments[i], verified);
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
