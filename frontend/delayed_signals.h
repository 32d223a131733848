#pragma once

#include <csignal>

namespace hlo2c::frontend {

/// While it exists, signals that would end the process wait: files that are written meanwhile are left whole,
/// or not at all.
class DelayedSignals {
public:
    DelayedSignals();
    ~DelayedSignals();
    DelayedSignals(const DelayedSignals&) = delete;
    DelayedSignals& operator=(const DelayedSignals&) = delete;

private:
    ::sigset_t before_;
};

}  // namespace hlo2c::frontend
