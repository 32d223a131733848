#pragma once

#include <span>
#include <string_view>

#include "frontend/ir/attribute_key.h"
#include "frontend/ops/op_context.h"

namespace hlo2c::frontend {

/// What the specification says of one attribute of an op.
struct AttributeFact {
    std::string_view name;
    AttributeKind kind = AttributeKind::Any;
    bool is_required = false;
    const KeywordList* keywords = nullptr;  ///< of an enumeration
    std::size_t first_keyword = 0;

    constexpr AttributeFact() = default;
    template <typename T>
    constexpr AttributeFact(const Attr<T>& key)
        : name(key.name), kind(key.kind()), is_required(key.presence == Presence::Required) {
        if constexpr (std::is_enum_v<T>) {
            keywords = &Enumeration<T>::keywords;
            first_keyword = hlo2c::frontend::first_keyword<T>;
        }
    }
    constexpr AttributeFact(const PerDimension& key) : name(key.name), kind(key.kind()) {}
};

/// The attributes of the op, sorted by name.
std::span<const AttributeFact> attribute_facts(OpCode code);

/// The op has each attribute that its row requires, and all have the kind and the keywords of their rows.
/// Attributes that no row names are left alone.
void require_attributes(const OpContext& op);

}  // namespace hlo2c::frontend
