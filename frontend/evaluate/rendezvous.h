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

/// Thrown in a waiting process when another one has failed; the other's error is reported.
struct Abandoned {};

/// Synchronises the processes of one run, each of which has its own thread. A deadlock, where every process
/// waits or has returned, is reported at once; there is no timeout.
class Rendezvous {
public:
    explicit Rendezvous(ProcessGrid grid) : grid_(grid), running_(grid.count()) {}

    ProcessGrid grid() const { return grid_; }

    /// Passes `mine` to all ranks of `group`, and returns what each passed, in group order. The n-th call of
    /// a rank for a group and channel pairs with the n-th call of every other rank.
    std::vector<std::vector<Datum>> exchange(const OpCall& call, int rank, const std::vector<int>& group,
                                             std::int64_t channel, std::vector<Datum> mine);

    /// Queues data of rank `source` on a channel; `target` is a rank, or -1 for any receiver.
    void send(std::int64_t channel, int source, int target, std::vector<Datum> data);
    /// Takes the first data for this rank from a channel; `source` is a rank, or -1 for any sender.
    std::vector<Datum> receive(const OpCall& call, int rank, std::int64_t channel, int source);

    /// Called when a process has returned.
    void leave();
    /// Called when a process has failed; all waiting processes throw `Abandoned`.
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

    /// Waits until `ready()`, which is called under the lock, is true.
    void wait(std::unique_lock<std::mutex>& lock, const OpCall& call, int rank,
              const std::function<bool()>& ready);
    /// Detects a deadlock: every running process waits.
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

/// One process: its rank, its rendezvous with the others, and its infeed and outfeed.
struct Process {
    Rendezvous& rendezvous;
    int rank = 0;
    std::deque<Literal> infeed;
    std::vector<Literal> outfeed;

    ProcessGrid grid() const { return rendezvous.grid(); }
};

}  // namespace hlo2c::frontend
