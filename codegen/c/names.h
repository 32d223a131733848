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
    /// The same for a loop variable, a constant or an array. Its C name has a number only if the scopes
    /// around have the name already, while a symbol is unique in the nest.
    const Binding& bind_local(const std::string& symbol, Binding binding);
    /// The same for a mutable local. Elements of one array in registers keep their positions: "sum_2_5"
    /// becomes "sum5" if nothing around is called "sum" and a number.
    const Binding& bind_mutable(const std::string& symbol, Binding binding);
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
    /// Whether a visible name is `stem` and a number.
    bool has_elements(std::string_view stem) const;

    std::map<std::string, Binding> visible_;
    NameTable used_;
    std::vector<Scope> scopes_;
    std::map<std::string, std::string> array_names_;  ///< of arrays in registers, by "sum_2"
};

}  // namespace hlo2c::codegen
