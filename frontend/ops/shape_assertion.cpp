#include "frontend/ops/shape_assertion.h"

#include <fmt/format.h>

#include "frontend/ir/attributes.h"

namespace hlo2c::frontend {

std::string shape_assertion_message(const Op& op, const std::vector<std::optional<std::int64_t>>& values) {
    std::string message = op[attr::error_message];
    for (std::size_t i = 0; i < values.size(); i++) {
        if (!values[i]) continue;
        const std::string mark = fmt::format("{{{}}}", i);
        for (std::size_t at = message.find(mark); at != std::string::npos; at = message.find(mark))
            message.replace(at, mark.size(), std::to_string(*values[i]));
    }
    return message;
}

}  // namespace hlo2c::frontend
