#pragma once

#include <string>
#include <vector>

namespace hlo2c::driver {

/// The fastest call of a library in one round: all of it, or the kernels of one problem.
struct FastestCall {
    std::size_t round = 0;
    std::size_t library = 0;
    int problem = -1;  ///< -1: the whole call
    double nanoseconds = 0;
};

/// What a bench program measured. Its libraries differ in their schedules only, and take turns in each round.
struct Figures {
    std::string target, rules, compiler;
    std::vector<std::string> problems;                ///< texts
    std::vector<std::vector<std::string>> schedules;  ///< by library and problem: decisions
    std::size_t rounds = 0;
    std::vector<FastestCall> calls;
};

/// "hlo2c figures 1": the first line of what a bench program prints.
inline constexpr const char* figures_title = "hlo2c figures 1";

/// Reads the output of a bench program; `origin` names it in errors (H0655). A round without an end, because
/// the program was stopped, is left out.
Figures parse_figures(const std::string& text, const std::string& origin);

/// Adds the rounds that another process measured with the same libraries.
void add_rounds(Figures& figures, const Figures& more);

/// The least time of a library in rounds [begin, end), in nanoseconds; infinite if it was not measured.
double least_time(const Figures& figures, std::size_t library, int problem, std::size_t begin,
                  std::size_t end);
double least_time(const Figures& figures, std::size_t library, int problem);

}  // namespace hlo2c::driver
