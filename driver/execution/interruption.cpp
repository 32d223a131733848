#include "driver/execution/interruption.h"

#include <pthread.h>
#include <sys/wait.h>

#include <cstdlib>
#include <mutex>
#include <set>
#include <thread>

#include "frontend/unfinished_path.h"

namespace hlo2c::driver {
namespace {

struct Registry {
    std::mutex mutex;
    std::set<pid_t> targets;
};

/// Never destroyed: the thread that waits for signals may outlive all other static objects.
Registry& registry() {
    static auto& instance = *new Registry;
    return instance;
}

/// Keeps the registry locked: no other thread goes on to use what is gone.
[[noreturn]] void end_by(int signal) {
    Registry& known = registry();
    known.mutex.lock();
    for (const pid_t target : known.targets) kill(target, SIGKILL);
    for (const pid_t target : known.targets) {
        siginfo_t unused;
        waitid(P_PID, static_cast<id_t>(std::abs(target)), &unused, WEXITED | WNOWAIT);
    }
    frontend::remove_unfinished_paths();
    sigset_t only;
    sigemptyset(&only);
    sigaddset(&only, signal);
    raise(signal);
    pthread_sigmask(SIG_UNBLOCK, &only, nullptr);
    _exit(128 + signal);
}

}  // namespace

void clean_up_when_interrupted() {
    static_cast<void>(signal_mask_of_children());  // before it changes here
    sigset_t awaited;
    sigemptyset(&awaited);
    for (const int signal : {SIGINT, SIGTERM, SIGHUP}) {
        struct sigaction action {};
        sigaction(signal, nullptr, &action);
        if (action.sa_handler != SIG_IGN) sigaddset(&awaited, signal);  // nohup ignores SIGHUP
    }
    pthread_sigmask(SIG_BLOCK, &awaited, nullptr);
    std::thread([awaited] {
        int signal = 0;
        while (sigwait(&awaited, &signal) != 0) {
        }
        end_by(signal);
    }).detach();
}

const sigset_t& signal_mask_of_children() {
    static const sigset_t mask = [] {
        sigset_t current;
        pthread_sigmask(SIG_SETMASK, nullptr, &current);
        return current;
    }();
    return mask;
}

EndedWhenInterrupted::EndedWhenInterrupted(pid_t child, Ended ended)
    : target_(ended == Ended::Child ? child : -child) {
    const std::lock_guard lock(registry().mutex);
    registry().targets.insert(target_);
}

EndedWhenInterrupted::~EndedWhenInterrupted() {
    const std::lock_guard lock(registry().mutex);
    registry().targets.erase(target_);
}

}  // namespace hlo2c::driver
