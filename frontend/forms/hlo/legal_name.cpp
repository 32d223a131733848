#include "frontend/forms/hlo/legal_name.h"

#include <cctype>

namespace hlo2c::frontend {

std::string legal_hlo_name(std::string_view name, std::string_view otherwise) {
    std::string legal(name.empty() ? otherwise : name);
    for (char& c : legal)
        if (std::isalnum(static_cast<unsigned char>(c)) == 0 && c != '.' && c != '-') c = '_';
    if (std::isalpha(static_cast<unsigned char>(legal[0])) == 0 && legal[0] != '_') legal.insert(0, "_");
    return legal;
}

}  // namespace hlo2c::frontend
