#pragma once

#include <set>
#include <string>
#include <string_view>

namespace hlo2c::codegen {

/// `text` as a C identifier: other characters become '_', a leading digit or an empty text gets an 'x' before
/// it, leading underscores go, keywords of C and C++ get a '_' behind.
std::string identifier(std::string_view text);
std::string upper_case(std::string_view text);

/// Names of one scope. The first to ask for a name gets it, later ones get "_2", "_3", ... behind theirs.
class NameTable {
public:
    std::string claim(const std::string& wanted);
    bool has(const std::string& name) const { return taken_.count(name) != 0; }

private:
    std::set<std::string> taken_;
};

}  // namespace hlo2c::codegen
