#include "driver/execution/process.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <poll.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <mutex>
#include <sstream>
#include <thread>

#include "driver/error_numbers.h"
#include "driver/execution/interruption.h"
#include "frontend/diagnostic.h"

extern char** environ;

namespace hlo2c::driver {

ProcessResult run_process(const std::vector<std::string>& words) {
    HLO2C_CHECK(!words.empty(), "a command has at least one word");
    std::array<int, 2> ends{};
    if (pipe2(ends.data(), O_CLOEXEC) != 0) return {127, std::strerror(errno)};
    std::vector<char*> arguments;
    for (const std::string& word : words) arguments.push_back(const_cast<char*>(word.c_str()));
    arguments.push_back(nullptr);

    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
    posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO);
    posix_spawn_file_actions_adddup2(&actions, ends[1], STDERR_FILENO);
    posix_spawnattr_t attributes;
    posix_spawnattr_init(&attributes);
    posix_spawnattr_setsigmask(&attributes, &signal_mask_of_children());
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK);
    pid_t child = 0;
    const int error = posix_spawnp(&child, arguments[0], &actions, &attributes, arguments.data(), environ);
    posix_spawnattr_destroy(&attributes);
    posix_spawn_file_actions_destroy(&actions);
    close(ends[1]);
    ProcessResult result;
    if (error != 0) {
        close(ends[0]);
        return {127, fmt::format("{}: {}\n", words[0], std::strerror(error))};
    }
    const EndedWhenInterrupted registered(child);
    std::array<char, 65536> buffer{};
    for (;;) {
        const ssize_t count = read(ends[0], buffer.data(), buffer.size());
        if (count < 0 && errno == EINTR) continue;
        if (count <= 0) break;
        result.output.append(buffer.data(), static_cast<std::size_t>(count));
    }
    close(ends[0]);
    int status = 0;
    while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
    }
    result.status = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
    return result;
}

std::vector<ProcessResult> run_processes(const std::vector<std::vector<std::string>>& commands, int jobs) {
    std::vector<ProcessResult> results(commands.size());
    std::mutex mutex;
    std::size_t next = 0;
    auto work = [&] {
        for (;;) {
            std::size_t mine = 0;
            {
                const std::lock_guard<std::mutex> lock(mutex);
                if (next == commands.size()) return;
                mine = next++;
            }
            results[mine] = run_process(commands[mine]);
        }
    };
    std::vector<std::jthread> workers;
    for (int i = 0; i < jobs; i++) workers.emplace_back(work);
    workers.clear();
    return results;
}

std::vector<std::string> split_words(const std::string& text) {
    std::istringstream stream(text);
    std::vector<std::string> words;
    for (std::string word; stream >> word;) words.push_back(word);
    return words;
}

std::string command_text(const std::vector<std::string>& words) {
    return fmt::format("{}", fmt::join(words, " "));
}

TemporaryDirectory::TemporaryDirectory(const std::filesystem::path& parent) {
    const char* variable = std::getenv("TMPDIR");
    const std::filesystem::path folder = !parent.empty() ? parent : variable && *variable ? variable : "/tmp";
    std::string name = (folder / "hlo2c-XXXXXX").string();
    if (mkdtemp(name.data()) == nullptr) {
        fail(build_error::temporary_directory, Place{.file = folder.string()},
             fmt::format("cannot make a temporary directory: {}", std::strerror(errno)),
             "Set TMPDIR to a writable directory.");
    }
    directory_.emplace(frontend::Unfinished::Folder, name);
}

}  // namespace hlo2c::driver
