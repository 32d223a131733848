#pragma once

#include <cstdint>
#include <map>
#include <optional>

#include "frontend/ir/while_counter.h"
#include "scheduler/program_names.h"

namespace hlo2c::scheduler {

/// The scalar integer constants of a function.
class IntegerConstants {
public:
    explicit IntegerConstants(const Function& function);
    std::optional<std::int64_t> of(ValueId value) const;

private:
    std::map<ValueId, std::int64_t> numbers_;
};

/// A loop that counts from a constant to a constant.
struct CountedLoop {
    frontend::WhileCounter counter;
    std::int64_t first = 0, limit = 0, trips = 0;
};

/// Nothing if the loop has no such counter.
std::optional<CountedLoop> counted_loop(const Function& function, const Op& loop,
                                        const IntegerConstants& constants);

}  // namespace hlo2c::scheduler
