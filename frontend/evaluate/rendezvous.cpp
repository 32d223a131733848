#include "frontend/evaluate/rendezvous.h"

#include <fmt/format.h>

#include <algorithm>

namespace hlo2c::frontend {

void Rendezvous::look_for_deadlock() {
    if (static_cast<int>(waiting_.size()) < running_) return;
    const bool hope = std::any_of(waiting_.begin(), waiting_.end(),
                                  [](const auto& waiting) { return (*waiting.second)(); });
    deadlocked_ = deadlocked_ || !hope;
}

void Rendezvous::wait(std::unique_lock<std::mutex>& lock, const OpCall& call, int rank,
                      const std::function<bool()>& ready) {
    changed_.notify_all();
    waiting_[rank] = &ready;
    look_for_deadlock();
    if (deadlocked_) changed_.notify_all();
    changed_.wait(lock, [&] { return ready() || failed_ || deadlocked_; });
    waiting_.erase(rank);
    if (ready()) return;
    if (failed_) throw Abandoned{};
    call.fail_here(fmt::format("process {} waits for others that never arrive", rank),
                   "Make all processes of a group run the same operations in the same order.");
}

std::vector<std::vector<Datum>> Rendezvous::exchange(const OpCall& call, int rank,
                                                     const std::vector<int>& group, std::int64_t channel,
                                                     std::vector<Datum> mine) {
    std::unique_lock<std::mutex> lock(mutex_);
    const Key key{group, channel};
    const std::pair<Key, int> number{key, visits_[{rank, key}]++};
    Meeting& meeting = meetings_[number];
    if (meeting.given.empty()) meeting.code = call.op().code;
    if (meeting.code != call.op().code)
        call.fail_here(
            fmt::format("process {} runs this op while others run {}", rank, spelling(meeting.code)),
            "Make all processes of a group run the same operations in the same order.");
    meeting.given[rank] = std::move(mine);
    wait(lock, call, rank, [&] { return meeting.given.size() == group.size(); });
    std::vector<std::vector<Datum>> all;
    for (int member : group) all.push_back(meeting.given.at(member));
    if (++meeting.taken == static_cast<int>(group.size())) meetings_.erase(number);
    return all;
}

void Rendezvous::send(std::int64_t channel, int source, int target, std::vector<Datum> data) {
    const std::lock_guard<std::mutex> lock(mutex_);
    channels_[channel].push_back({source, target, std::move(data)});
    changed_.notify_all();
}

std::vector<Datum> Rendezvous::receive(const OpCall& call, int rank, std::int64_t channel, int source) {
    std::unique_lock<std::mutex> lock(mutex_);
    std::deque<Message>& messages = channels_[channel];
    const auto find = [&] {
        return std::find_if(messages.begin(), messages.end(), [&](const Message& message) {
            return (message.target < 0 || message.target == rank) && (source < 0 || message.source == source);
        });
    };
    wait(lock, call, rank, [&] { return find() != messages.end(); });
    const auto message = find();
    std::vector<Datum> data = std::move(message->data);
    messages.erase(message);
    return data;
}

void Rendezvous::leave() {
    const std::lock_guard<std::mutex> lock(mutex_);
    running_--;
    if (running_ > 0) look_for_deadlock();
    changed_.notify_all();
}

void Rendezvous::fail_all() {
    const std::lock_guard<std::mutex> lock(mutex_);
    failed_ = true;
    changed_.notify_all();
}

}  // namespace hlo2c::frontend
