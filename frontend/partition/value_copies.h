#pragma once

#include <map>
#include <vector>

#include "frontend/ir/program.h"
#include "frontend/partition/value_sharding.h"

namespace hlo2c::frontend {

/// A value of the program as the devices have it: the parts under a cut.
struct ValueCopy {
    Cut cut;
    ValueId part;
};

/// The copies of each value. A copy that is made in a region is not known outside of it.
class ValueCopies {
public:
    void add(ValueId value, Cut cut, ValueId part) {
        copies_[value].push_back({std::move(cut), part});
        order_.push_back(value);
    }
    const std::vector<ValueCopy>& of(ValueId value) const {
        static const std::vector<ValueCopy> none;
        const auto found = copies_.find(value);
        return found != copies_.end() ? found->second : none;
    }

    using Mark = std::size_t;
    Mark mark() const { return order_.size(); }
    /// Forgets the copies that were added after the mark.
    void forget_since(Mark mark) {
        for (; order_.size() > mark; order_.pop_back()) copies_[order_.back()].pop_back();
    }

private:
    std::map<ValueId, std::vector<ValueCopy>> copies_;
    std::vector<ValueId> order_;
};

}  // namespace hlo2c::frontend
