#include "frontend/delayed_signals.h"

#include <initializer_list>

namespace hlo2c::frontend {

DelayedSignals::DelayedSignals() {
    ::sigset_t signals;
    ::sigemptyset(&signals);
    for (const int each : {SIGHUP, SIGINT, SIGTERM}) ::sigaddset(&signals, each);
    ::pthread_sigmask(SIG_BLOCK, &signals, &before_);
}

DelayedSignals::~DelayedSignals() {
    ::pthread_sigmask(SIG_SETMASK, &before_, nullptr);
}

}  // namespace hlo2c::frontend
