#include "driver/batches/workers.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <deque>
#include <memory>

#include "codegen/text/escape.h"
#include "driver/error_numbers.h"
#include "driver/execution/interruption.h"
#include "driver/execution/process.h"
#include "driver/execution/process_group.h"
#include "driver/report.h"

namespace hlo2c::driver {
namespace {

using frontend::TestCase;
using frontend::TestOutcome;
using frontend::TestStatus;

using Clock = std::chrono::steady_clock;
using Seconds = std::chrono::duration<double>;
using Numbers = std::vector<std::size_t>;

constexpr std::size_t largest_batch = 100, least_batches_per_job = 4;
/// Time limit for building a batch, as a multiple of that for one case.
constexpr int cases_per_build = 10;
/// Time between two looks at the processor time of workers.
constexpr std::chrono::milliseconds look_interval{1000};

/// Workers write one JSON object per line: "begins" with a case, or null while building; "ends" with a case
/// and its outcome.
class Reporter {
public:
    explicit Reporter(int end) : end_(end) {}

    void begins(const Json& number) const { write_line({{"begins", number}}); }
    void ends(std::size_t number, const TestOutcome& outcome) const {
        Json line{{"ends", number}, {"status", outcome.status}, {"reason", outcome.reason}};
        if (outcome.max_error) line["max_error"] = fmt::format("{}", *outcome.max_error);
        if (outcome.bound) line["bound"] = fmt::format("{}", *outcome.bound);
        write_line(line);
    }

private:
    void write_line(const Json& json) const {
        const std::string text = json.dump(-1, ' ', false, Json::error_handler_t::replace) + "\n";
        for (std::size_t done = 0; done < text.size();) {
            const ssize_t count = write(end_, text.data() + done, text.size() - done);
            if (count < 0 && errno == EINTR) continue;
            if (count <= 0) _exit(1);
            done += static_cast<std::size_t>(count);
        }
    }

    int end_;
};

[[noreturn]] void fail_to_start(const char* what) {
    fail(run_error::workers, {},
         fmt::format("a {} for a worker cannot be made: {}", what, std::strerror(errno)),
         "Run fewer cases at once with --jobs, or raise the limits of this shell (ulimit).");
}

struct Worker {
    pid_t process = 0;
    int end = -1;
    Numbers numbers;          ///< the cases of its batch
    std::vector<bool> ended;  ///< per case of the batch
    int current = -1;         ///< index into `numbers` of the current case, or -1
    std::string text;         ///< incomplete line read so far
    bool heard = true;        ///< since the last look
    Seconds used_before{0};   ///< processor time until it was heard
    Seconds used{0};          ///< processor time at the last look
    int idle_looks = 0;       ///< how many looks in a row found that it had neither computed nor been heard
    std::string killed;       ///< why, if it was
    std::unique_ptr<TemporaryDirectory> temporary;  ///< of what it leaves behind if it is killed
    std::unique_ptr<EndedWhenInterrupted> interruption;
};

class Workers {
public:
    Workers(const std::vector<const TestCase*>& cases, const BatchOptions& options, int jobs,
            const std::function<void(std::size_t)>& ended)
        : cases_(cases), options_(options), jobs_(jobs), tell_(ended), outcomes_(cases.size()) {
        const std::size_t share = cases.size() / (static_cast<std::size_t>(jobs) * least_batches_per_job) + 1;
        const std::size_t size = std::min(largest_batch, share);
        for (std::size_t begin = 0; begin < cases.size(); begin += size) {
            Numbers numbers;
            for (std::size_t i = begin; i < std::min(begin + size, cases.size()); i++) numbers.push_back(i);
            waiting_.push_back(std::move(numbers));
        }
    }

    std::vector<TestOutcome> run() {
        while (!waiting_.empty() || !working_.empty()) {
            while (!waiting_.empty() && working_.size() < static_cast<std::size_t>(jobs_)) start();
            listen();
        }
        return std::move(outcomes_);
    }

private:
    void start() {
        Worker worker;
        worker.numbers = std::move(waiting_.front());
        waiting_.pop_front();
        worker.ended.resize(worker.numbers.size());
        std::array<int, 2> ends{};
        if (pipe2(ends.data(), O_CLOEXEC) != 0) fail_to_start("pipe");
        const std::filesystem::path directory = options_.directory / fmt::format("{:03}", started_++);
        worker.temporary = std::make_unique<TemporaryDirectory>(options_.directory);
        worker.process = fork();
        if (worker.process < 0) fail_to_start("process");
        if (worker.process == 0) {
            setpgid(0, 0);
            sigprocmask(SIG_SETMASK, &signal_mask_of_children(), nullptr);
            prctl(PR_SET_PDEATHSIG, SIGKILL);
            close(ends[0]);
            setenv("TMPDIR", worker.temporary->path().c_str(), 1);
            work(worker.numbers, directory, Reporter(ends[1]));
        }
        setpgid(worker.process, worker.process);
        worker.interruption = std::make_unique<EndedWhenInterrupted>(worker.process, Ended::GroupOfChild);
        close(ends[1]);
        worker.end = ends[0];
        working_.push_back(std::move(worker));
    }

    /// The child process: runs a batch and exits without the parent's cleanup.
    [[noreturn]] void work(const Numbers& numbers, const std::filesystem::path& directory,
                           const Reporter& reporter) const {
        std::vector<const TestCase*> cases;
        for (const std::size_t number : numbers) cases.push_back(cases_[number]);
        BatchOptions options = options_;
        options.directory = directory;
        BatchObserver observer;
        observer.begins = [&](std::size_t number) { reporter.begins(number); };
        observer.builds = [&] { reporter.begins(nullptr); };
        observer.ends = [&](std::size_t number, const TestOutcome& outcome) {
            reporter.ends(number, outcome);
        };
        int status = 0;
        try {
            run_batch(cases, options, observer);
        } catch (const std::exception& error) {
            fmt::print(stderr, "{}\n", codegen::terminal_text(error.what()));
            status = 1;
        }
        _exit(status);
    }

    /// Limits what a worker computes without a word, not the time that passes: a machine may be busy or
    /// stopped.
    void look_at(Worker& worker) const {
        const Seconds used = processor_time_of_group(worker.process);
        worker.idle_looks = worker.heard || used != worker.used ? 0 : worker.idle_looks + 1;
        if (worker.heard) worker.used_before = used;
        worker.heard = false;
        worker.used = used;
        const int limit = options_.time_limit * (worker.current < 0 ? cases_per_build : 1);
        if (used - worker.used_before > Seconds(limit))
            worker.killed = fmt::format("it took longer than {} seconds of processor time", limit);
        else if (worker.idle_looks > options_.idle_limit)
            worker.killed = fmt::format("it waited for {} seconds and did not end", options_.idle_limit);
        if (!worker.killed.empty()) kill(-worker.process, SIGKILL);
    }

    void listen() {
        std::vector<pollfd> ends;
        for (const Worker& worker : working_) ends.push_back({worker.end, POLLIN, 0});
        poll(ends.data(), ends.size(), static_cast<int>(look_interval.count()));
        const bool looks = Clock::now() - looked_ >= look_interval;
        if (looks) looked_ = Clock::now();
        for (std::size_t i = ends.size(); i-- > 0;) {
            Worker& worker = working_[i];
            if (ends[i].revents != 0 && !hear(worker)) {
                finish(worker);
                working_.erase(working_.begin() + static_cast<std::ptrdiff_t>(i));
            } else if (looks && worker.killed.empty()) {
                look_at(worker);
            }
        }
    }

    /// Reads the output of a worker; false if it has ended.
    bool hear(Worker& worker) {
        std::array<char, 65536> buffer{};
        const ssize_t count = read(worker.end, buffer.data(), buffer.size());
        if (count < 0 && errno == EINTR) return true;
        if (count <= 0) return false;
        worker.heard = true;
        worker.text.append(buffer.data(), static_cast<std::size_t>(count));
        for (std::size_t end = worker.text.find('\n'); end != std::string::npos;
             end = worker.text.find('\n')) {
            take(worker, Json::parse(worker.text.substr(0, end)));
            worker.text.erase(0, end + 1);
        }
        return true;
    }

    void take(Worker& worker, const Json& line) {
        if (line.contains("begins")) {
            worker.current = line["begins"].is_null() ? -1 : line["begins"].get<int>();
            return;
        }
        const auto position = line["ends"].get<std::size_t>();
        // Infinities are no numbers of JSON.
        const auto number = [&](const char* key) -> std::optional<double> {
            if (!line.contains(key)) return std::nullopt;
            return std::strtod(line[key].get<std::string>().c_str(), nullptr);
        };
        TestOutcome outcome{line["status"].get<TestStatus>(), line["reason"].get<std::string>(),
                            number("max_error"), number("bound")};
        end(worker, position, std::move(outcome));
    }

    void end(Worker& worker, std::size_t position, TestOutcome outcome) {
        worker.ended[position] = true;
        outcomes_[worker.numbers[position]] = std::move(outcome);
        if (worker.current == static_cast<int>(position)) worker.current = -1;
        ended_++;
        tell_(ended_);
    }

    /// Handles the end of a worker. Its unfinished cases are queued again, except the current one.
    void finish(Worker& worker) {
        close(worker.end);
        int status = 0;
        while (waitpid(worker.process, &status, 0) < 0 && errno == EINTR) {
        }
        std::string reason = "the compiler ended early";
        if (!worker.killed.empty())
            reason = worker.killed;
        else if (WIFSIGNALED(status))
            reason = fmt::format("the compiler crashed: {}", strsignal(WTERMSIG(status)));
        const int culprit = worker.current;
        if (culprit >= 0) end(worker, static_cast<std::size_t>(culprit), {TestStatus::Failed, reason, {}});
        Numbers left;
        for (std::size_t i = 0; i < worker.numbers.size(); i++)
            if (!worker.ended[i]) left.push_back(worker.numbers[i]);
        if (left.empty()) return;
        if (culprit >= 0 || left.size() == 1) {
            if (culprit >= 0)
                waiting_.push_front(std::move(left));
            else
                end_all(worker, reason);
            return;
        }
        const auto half = left.begin() + static_cast<std::ptrdiff_t>(left.size() / 2);
        waiting_.emplace_front(half, left.end());
        waiting_.emplace_front(left.begin(), half);
    }

    void end_all(Worker& worker, const std::string& reason) {
        for (std::size_t i = 0; i < worker.numbers.size(); i++)
            if (!worker.ended[i]) end(worker, i, {TestStatus::Failed, reason, {}});
    }

    const std::vector<const TestCase*>& cases_;
    const BatchOptions& options_;
    int jobs_;
    const std::function<void(std::size_t)>& tell_;
    std::vector<TestOutcome> outcomes_;
    std::deque<Numbers> waiting_;
    std::vector<Worker> working_;
    Clock::time_point looked_ = Clock::now();
    std::size_t started_ = 0, ended_ = 0;
};

}  // namespace

std::vector<TestOutcome> run_in_workers(const std::vector<const TestCase*>& cases,
                                        const BatchOptions& options, int jobs,
                                        const std::function<void(std::size_t ended)>& ended) {
    return Workers(cases, options, jobs, ended).run();
}

}  // namespace hlo2c::driver
