#pragma once

#include <sys/types.h>

#include <csignal>

namespace hlo2c::driver {

/// From now on, a signal that asks this process to end (SIGINT, SIGTERM, SIGHUP) first ends its children and
/// removes its unfinished files and temporary directories. Call it before any thread starts.
void clean_up_when_interrupted();

/// The signal mask that this process had at first; with it, the awaited signals reach its children.
const sigset_t& signal_mask_of_children();

/// What a signal ends while these objects live.
enum class Ended { Child, GroupOfChild };

class EndedWhenInterrupted {
public:
    explicit EndedWhenInterrupted(pid_t child, Ended ended = Ended::Child);
    ~EndedWhenInterrupted();
    EndedWhenInterrupted(const EndedWhenInterrupted&) = delete;
    EndedWhenInterrupted& operator=(const EndedWhenInterrupted&) = delete;

private:
    pid_t target_;  ///< as `kill` names processes and groups
};

}  // namespace hlo2c::driver
