#pragma once

#include <functional>
#include <map>

#include "frontend/ir/program.h"

namespace hlo2c::frontend {

/// Copies ops, one after the other. Each copy defines new values, and later copies read these instead of the
/// original ones.
class OpCopier {
public:
    /// `new_value(value)` returns a new value that stands for a copy of `value`.
    explicit OpCopier(std::function<ValueId(ValueId)> new_value) : new_value_(std::move(new_value)) {}

    /// Lets later copies read `to` instead of `from`.
    void rename(ValueId from, ValueId to) { renamed_[from] = to; }

    Op copy(const Op& op);
    Region copy(const Region& region);

private:
    ValueId define(ValueId value) { return renamed_[value] = new_value_(value); }

    std::function<ValueId(ValueId)> new_value_;
    std::map<ValueId, ValueId> renamed_;
};

}  // namespace hlo2c::frontend
