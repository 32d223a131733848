#pragma once

#include <string>
#include <string_view>

namespace hlo2c::frontend {

/// `name`, or `otherwise` if it is empty, as HLO text can have it: letters, digits and _ . -, starting with a
/// letter or _.
std::string legal_hlo_name(std::string_view name, std::string_view otherwise);

}  // namespace hlo2c::frontend
