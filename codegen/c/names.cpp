#include "codegen/c/names.h"

#include <cctype>
#include <utility>

#include "frontend/diagnostic.h"

namespace hlo2c::codegen {

namespace {

const std::set<std::string>& reserved() {
    static const std::set<std::string> words = {
        "auto",    "break",    "case",     "char",     "const",    "continue", "default", "do",      "double",
        "else",    "enum",     "extern",   "float",    "for",      "goto",     "if",      "inline",  "int",
        "long",    "register", "restrict", "return",   "short",    "signed",   "sizeof",  "static",  "struct",
        "switch",  "typedef",  "union",    "unsigned", "void",     "volatile", "while",   "asm",     "typeof",
        "scratch", "context",  "closure",  "begin",    "end",      "memcpy",   "memset",  "memmove", "unix",
        "linux",   "u8",       "u16",      "u32",      "u64",      "i8",       "i16",     "i32",     "i64",
        "f32",     "f64",      "class",    "new",      "template", "this"};
    return words;
}

}  // namespace

std::string Names::fresh(const std::string& wish) {
    std::string name;
    for (char c : wish) name += std::isalnum(static_cast<unsigned char>(c)) ? c : '_';
    if (name.empty() || std::isdigit(static_cast<unsigned char>(name[0]))) name = "v" + name;
    if (name[0] == '_') name = "v" + name;
    std::string unique = name;
    for (int n = 2; reserved().count(unique) || used_.count(unique); n++)
        unique = name + "_" + std::to_string(n);
    used_.insert(unique);
    return unique;
}

const Binding& Names::bind(const std::string& symbol, Binding binding) {
    binding.name = fresh(symbol);
    return visible_[symbol] = std::move(binding);
}

const Binding& Names::operator[](const std::string& symbol) const {
    const auto found = visible_.find(symbol);
    HLO2C_CHECK(found != visible_.end(), "a loop nest uses the unbound symbol " + symbol);
    return found->second;
}

void Names::open() {
    scopes_.push_back({visible_, used_});
}

void Names::close() {
    visible_ = std::move(scopes_.back().visible);
    used_ = std::move(scopes_.back().used);
    scopes_.pop_back();
}

}  // namespace hlo2c::codegen
