#include "codegen/text/names.h"

#include "scheduler/c_words.h"

namespace hlo2c::codegen {
namespace {

bool is_letter_or_digit(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
}

}  // namespace

std::string identifier(std::string_view text) {
    std::string name;
    for (char c : text) name += is_letter_or_digit(c) ? c : '_';
    const std::size_t first = name.find_first_not_of('_');
    name = first == std::string::npos ? "" : name.substr(first);
    if (name.empty() || (name[0] >= '0' && name[0] <= '9')) name = "x" + name;
    if (scheduler::is_reserved_word(name)) name += "_";
    return name;
}

std::string upper_case(std::string_view text) {
    std::string upper;
    for (char c : text) upper += c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
    return upper;
}

}  // namespace hlo2c::codegen
