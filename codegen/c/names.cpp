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
    const std::size_t bracket = symbol.find('[');
    const std::string array = symbol.substr(0, bracket);
    binding.name =
        bracket == std::string::npos
            ? fresh(std::string(scheduler::without_numbers(symbol)))
            : fresh(element_prefix(array) + symbol.substr(bracket + 1, symbol.size() - bracket - 2));
    return visible_[symbol] = std::move(binding);
}

std::string Names::element_prefix(const std::string& array) {
    const auto separated = [](std::string_view name) {
        const bool has_number = std::isdigit(static_cast<unsigned char>(name.back())) != 0;
        return std::string(name) + (has_number ? "_" : "");
    };
    const auto [known, is_new] =
        element_prefixes_.emplace(array, separated(scheduler::without_numbers(array)));
    if (is_new && has_elements(known->second)) known->second = separated(array);
    return known->second;
}

bool Names::has_elements(std::string_view prefix) const {
    return std::any_of(visible_.begin(), visible_.end(), [&](const auto& each) {
        const std::string_view name = each.second.name;
        return name.size() > prefix.size() && name.starts_with(prefix) &&
               name.find_first_not_of("0123456789", prefix.size()) == std::string_view::npos;
    });
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
