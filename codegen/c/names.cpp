#include "codegen/c/names.h"

#include <algorithm>
#include <cctype>
#include <iterator>
#include <string_view>
#include <utility>

#include "frontend/diagnostic.h"
#include "scheduler/c_words.h"
#include "scheduler/loops/local_names.h"

namespace hlo2c::codegen {

namespace {

/// Names that printed functions use themselves.
constexpr std::string_view own_names[] = {"scratch", "context", "closure", "begin", "end", "memcpy",
                                          "memset",  "memmove", "u8",      "u16",   "u32", "u64",
                                          "i8",      "i16",     "i32",     "i64",   "f32", "f64"};

}  // namespace

std::string Names::fresh(const std::string& wish) {
    std::string name;
    for (char c : wish) name += std::isalnum(static_cast<unsigned char>(c)) ? c : '_';
    if (name.empty() || std::isdigit(static_cast<unsigned char>(name[0]))) name = "v" + name;
    if (name[0] == '_') name = "v" + name;
    const bool is_reserved =
        scheduler::is_reserved_word(name) ||
        std::find(std::begin(own_names), std::end(own_names), name) != std::end(own_names);
    if (is_reserved) used_.take(name);
    return used_.claim(name);
}

const Binding& Names::bind(const std::string& symbol, Binding binding) {
    binding.name = fresh(symbol);
    return visible_[symbol] = std::move(binding);
}

const Binding& Names::bind_local(const std::string& symbol, Binding binding) {
    binding.name = fresh(std::string(scheduler::without_numbers(symbol)));
    return visible_[symbol] = std::move(binding);
}

bool Names::has_elements(std::string_view stem) const {
    return std::any_of(visible_.begin(), visible_.end(), [&](const auto& each) {
        const std::string_view name = each.second.name;
        return name.size() > stem.size() && name.starts_with(stem) &&
               name.find_first_not_of("0123456789", stem.size()) == std::string_view::npos;
    });
}

const Binding& Names::bind_mutable(const std::string& symbol, Binding binding) {
    const std::string stem(scheduler::without_numbers(symbol)), array = symbol.substr(0, symbol.rfind('_'));
    if (symbol == stem) return bind(symbol, std::move(binding));
    if (array == stem) return bind_local(symbol, std::move(binding));
    const auto [known, is_new] = array_names_.emplace(array, stem);
    if (is_new && has_elements(stem)) known->second = array + "_";
    binding.name = fresh(known->second + symbol.substr(array.size() + 1));
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
