#pragma once

#include <condition_variable>
#include <deque>
#include <functional>
#include <map>
#include <mutex>
#include <optional>
#include <vector>

#include "frontend/evaluate/interpreter.h"
#include "frontend/evaluate/processes.h"

namespace hlo2c::frontend {

/// Thrown in a process that waits for others when one of them has failed: what that one says is the error.
struct Abandoned {};

/// Where the processes of one run meet. Each runs in a thread of its own. A wait that nobody can end, because
/// all others wait as well or have returned, is an error at once; there is no timeout.
class Rendezvous {
public:
    explicit Rendezvous(ProcessGrid grid) : grid_(grid), running_(grid.count()) {}

    ProcessGrid grid() const { return grid_; }

    /// Gives `mine` to all ranks of `group`, and returns what each gave, in the group's order. The n-th time
    /// that a rank meets a group on a channel, it meets those who do so for the n-th time.
    std::vector<std::vector<Datum>> exchange(const OpCall& call, int rank, const std::vector<int>& group,
                                             std::int64_t channel, std::vector<Datum> mine);

    /// Leaves data of rank `source` on a channel; `target` is a rank, or -1 for whoever receives there.
    void send(std::int64_t channel, int source, int target, std::vector<Datum> data);
    /// Takes the first data on a channel that is for this rank; `source` is a rank, or -1 for whoever sends.
    std::vector<Datum> receive(const OpCall& call, int rank, std::int64_t channel, int source);

    /// The process has returned.
    void leave();
    /// The process has failed: those that wait are abandoned.
    void fail_all();

private:
    struct Meeting {
        std::map<int, std::vector<Datum>> given;
        OpCode code{};
        int taken = 0;
    };
    using Key = std::pair<std::vector<int>, std::int64_t>;  ///< group and channel
    struct Message {
        int source, target;
        std::vector<Datum> data;
    };

    /// Waits until `ready`, which is asked under the lock.
    void wait(std::unique_lock<std::mutex>& lock, const OpCall& call, int rank,
              const std::function<bool()>& ready);
    /// Finds out whether all who still run wait in vain.
    void look_for_deadlock();

    ProcessGrid grid_;
    std::mutex mutex_;
    std::condition_variable changed_;
    int running_;
    bool failed_ = false, deadlocked_ = false;
    std::map<int, const std::function<bool()>*> waiting_;
    std::map<std::pair<int, Key>, int> visits_;
    std::map<std::pair<Key, int>, Meeting> meetings_;
    std::map<std::int64_t, std::deque<Message>> channels_;
};

/// One process: its rank, where it meets the others, and what it is fed.
struct Process {
    Rendezvous& rendezvous;
    int rank = 0;
    std::deque<Literal> infeed;
    std::vector<Literal> outfeed;

    ProcessGrid grid() const { return rendezvous.grid(); }
};

}  // namespace hlo2c::frontend
