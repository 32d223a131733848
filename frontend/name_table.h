#pragma once

#include <map>
#include <set>
#include <string>
#include <string_view>

namespace hlo2c::frontend {

/// Names of one scope. The first claim of a name gets it; later claims get the name with a number appended:
/// "sum", "sum_2", "sum_3".
class NameTable {
public:
    explicit NameTable(std::string_view separator = "_", int first_number = 2)
        : separator_(separator), first_number_(first_number) {}

    std::string claim(const std::string& wanted) {
        if (taken_.insert(wanted).second) return wanted;
        int& number = next_.try_emplace(wanted, first_number_).first->second;
        std::string name;
        do name = wanted + separator_ + std::to_string(number++);
        while (!taken_.insert(name).second);
        return name;
    }
    void take(const std::string& name) { taken_.insert(name); }
    /// Makes `name` available again. Numbering starts over for every name.
    void release(const std::string& name) {
        taken_.erase(name);
        next_.clear();
    }
    bool has(const std::string& name) const { return taken_.count(name) != 0; }

private:
    std::string separator_;
    int first_number_;
    std::set<std::string> taken_;
    std::map<std::string, int> next_;  // number to try next, per name
};

}  // namespace hlo2c::frontend
