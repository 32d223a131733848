#include "scheduler/c_words.h"

#include <algorithm>
#include <iterator>

namespace hlo2c::scheduler {
namespace {

// Both in order.
constexpr std::string_view c_keywords[] = {
    "_Alignas",  "_Alignof",       "_Atomic",       "_Bool",   "_Complex", "_Generic", "_Imaginary",
    "_Noreturn", "_Static_assert", "_Thread_local", "auto",    "break",    "case",     "char",
    "const",     "continue",       "default",       "do",      "double",   "else",     "enum",
    "extern",    "float",          "for",           "goto",    "if",       "inline",   "int",
    "long",      "register",       "restrict",      "return",  "short",    "signed",   "sizeof",
    "static",    "struct",         "switch",        "typedef", "union",    "unsigned", "void",
    "volatile",  "while"};
constexpr std::string_view other_words[] = {
    "NULL",     "alignas",       "alignof",      "and",          "and_eq",
    "asm",      "bitand",        "bitor",        "bool",         "catch",
    "class",    "co_await",      "co_return",    "co_yield",     "compl",
    "concept",  "const_cast",    "consteval",    "constexpr",    "constinit",
    "decltype", "delete",        "dynamic_cast", "errno",        "explicit",
    "export",   "false",         "friend",       "i386",         "linux",
    "main",     "mutable",       "namespace",    "new",          "noexcept",
    "not",      "not_eq",        "nullptr",      "operator",     "or",
    "or_eq",    "private",       "protected",    "public",       "reinterpret_cast",
    "requires", "static_assert", "static_cast",  "stderr",       "stdin",
    "stdout",   "template",      "this",         "thread_local", "throw",
    "true",     "try",           "typeid",       "typename",     "typeof",
    "unix",     "using",         "virtual",      "wchar_t",      "xor",
    "xor_eq"};
static_assert(std::is_sorted(std::begin(c_keywords), std::end(c_keywords)));
static_assert(std::is_sorted(std::begin(other_words), std::end(other_words)));

}  // namespace

bool is_c_keyword(std::string_view word) {
    return std::binary_search(std::begin(c_keywords), std::end(c_keywords), word);
}

bool is_reserved_word(std::string_view word) {
    return is_c_keyword(word) || std::binary_search(std::begin(other_words), std::end(other_words), word);
}

}  // namespace hlo2c::scheduler
