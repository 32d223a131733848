#include "codegen/text/names.h"

#include <algorithm>
#include <array>

namespace hlo2c::codegen {
namespace {

constexpr std::array<std::string_view, 100> keywords = {"alignas",      "alignof",
                                                        "and",          "and_eq",
                                                        "asm",          "auto",
                                                        "bitand",       "bitor",
                                                        "bool",         "break",
                                                        "case",         "catch",
                                                        "char",         "class",
                                                        "compl",        "concept",
                                                        "const",        "consteval",
                                                        "constexpr",    "constinit",
                                                        "const_cast",   "continue",
                                                        "co_await",     "co_return",
                                                        "co_yield",     "decltype",
                                                        "default",      "delete",
                                                        "do",           "double",
                                                        "dynamic_cast", "else",
                                                        "enum",         "explicit",
                                                        "export",       "extern",
                                                        "false",        "float",
                                                        "for",          "friend",
                                                        "goto",         "if",
                                                        "inline",       "int",
                                                        "linux",        "long",
                                                        "main",         "mutable",
                                                        "namespace",    "new",
                                                        "noexcept",     "not",
                                                        "not_eq",       "nullptr",
                                                        "operator",     "or",
                                                        "or_eq",        "private",
                                                        "protected",    "public",
                                                        "register",     "reinterpret_cast",
                                                        "requires",     "restrict",
                                                        "return",       "short",
                                                        "signed",       "sizeof",
                                                        "static",       "static_assert",
                                                        "static_cast",  "struct",
                                                        "switch",       "template",
                                                        "this",         "thread_local",
                                                        "throw",        "true",
                                                        "try",          "typedef",
                                                        "typeid",       "typename",
                                                        "typeof",       "union",
                                                        "unix",         "unsigned",
                                                        "using",        "virtual",
                                                        "void",         "volatile",
                                                        "wchar_t",      "while",
                                                        "xor",          "xor_eq",
                                                        "NULL",         "errno",
                                                        "i386",         "stdin",
                                                        "stdout",       "stderr"};

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
    if (std::find(keywords.begin(), keywords.end(), name) != keywords.end()) name += "_";
    return name;
}

std::string upper_case(std::string_view text) {
    std::string upper;
    for (char c : text) upper += c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
    return upper;
}

std::string NameTable::claim(const std::string& wanted) {
    std::string name = wanted;
    for (int number = 2; !taken_.insert(name).second; number++) name = wanted + "_" + std::to_string(number);
    return name;
}

}  // namespace hlo2c::codegen
