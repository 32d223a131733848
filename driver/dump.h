#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "driver/options.h"
#include "frontend/pipeline.h"

namespace hlo2c::driver {

/// Fails with H0640 if one of `names` is neither "all" nor one of `steps`, which the error calls `title`.
void require_steps(const std::vector<std::string>& names, const std::vector<std::string>& steps,
                   std::string_view title);

/// Shows the results of compiler steps: on stderr, or as DIR/NN_NAME.txt.
class Dump {
public:
    /// `names`: the steps to show; "all" for every one.
    Dump(std::vector<std::string> names, std::string directory);
    explicit Dump(const CompilationOptions& options) : Dump(options.dump_after, options.dump_directory) {}
    Dump() = default;  ///< shows nothing

    /// Shows programs as StableHLO text.
    frontend::Observer observer();
    /// What is shown from here on is of this part of the compilation; "" for all of it.
    void begin_part(const std::string& part);
    bool wants(const std::string& step) const;
    /// Shows `text` if the step is selected.
    void show(const std::string& step, const std::string& text);
    /// Fails with H0640 if a selected step did not occur in the compilation.
    void require_all_shown() const;

private:
    std::vector<std::string> names_;
    std::string directory_;
    std::string part_;
    std::vector<std::string> seen_;
};

}  // namespace hlo2c::driver
