#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "codegen/text/names.h"
#include "scheduler/loops/loop_nest.h"

namespace hlo2c::codegen {

/// What is known about a visible symbol.
struct Binding {
    std::string name;  ///< in C
    scheduler::ValueType type;
    int mask_bits = 0;  ///< boolean vectors: width of the integer lanes that hold it
};

/// Symbols of a nest and their C names in nested scopes. Names are valid and unique within their function;
/// the name of a loop variable may be reused after its loop.
class Names {
public:
    const Binding& bind(const std::string& symbol, Binding binding);
    /// The same for a local. Its C name has a number only if the scopes around have the name already, while
    /// a symbol is unique in the nest. Locals that belong together keep their positions: "sum_2[5]" becomes
    /// "sum5" if nothing around is called "sum" and a number.
    const Binding& bind_local(const std::string& symbol, Binding binding);
    const Binding& operator[](const std::string& symbol) const;
    bool contains(const std::string& symbol) const { return visible_.count(symbol) != 0; }
    /// A fresh C name that stands for no symbol.
    std::string fresh(const std::string& wish);
    void open();
    void close();
    const std::map<std::string, Binding>& visible() const { return visible_; }

private:
    struct Scope {
        std::map<std::string, Binding> visible;
        NameTable used;
    };
    /// What the names of an array's elements begin with.
    std::string element_prefix(const std::string& array);
    /// Whether a visible name is `prefix` and a number.
    bool has_elements(std::string_view prefix) const;

    std::map<std::string, Binding> visible_;
    NameTable used_;
    std::vector<Scope> scopes_;
    std::map<std::string, std::string> element_prefixes_;  ///< by array: "sum" of "sum_2"
};

}  // namespace hlo2c::codegen
