#include "driver/notes.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <set>

#include "frontend/platforms.h"

namespace hlo2c::driver {
namespace {

/// Custom calls of frameworks for functions of the process that exported the program.
bool calls_back(const std::string& target) {
    return target.find("callback") != std::string::npos || target.find("host_call") != std::string::npos;
}

/// "infeed", "outfeed", "send", "receive": the hooks that a program needs to communicate with its host or
/// other processes.
std::set<std::string> transfer_hooks(const scheduler::Plan& plan) {
    std::set<std::string> hooks;
    for (const scheduler::Transfer& transfer : plan.transfers) hooks.insert(name_of(transfer.kind));
    return hooks;
}

}  // namespace

std::vector<std::string> notes_of(const frontend::Program& program, const scheduler::Plan& plan,
                                  const std::string& library) {
    std::vector<std::string> notes;
    if (std::string note = frontend::platform_note(program); !note.empty()) notes.push_back(std::move(note));
    std::set<std::string> targets, callbacks;
    for (const scheduler::CustomCall& call : plan.custom_calls)
        if (!call.is_assertion) (calls_back(call.target) ? callbacks : targets).insert("@" + call.target);
    if (!callbacks.empty())
        notes.push_back(fmt::format(
            "the program calls back into the process that exported it ({}), as debug prints do; without the "
            "hook `custom_call`, which include/{}.h describes, these calls return HLO2C_HOOK_MISSING",
            fmt::join(callbacks, ", "), library));
    if (!targets.empty())
        notes.push_back(
            fmt::format("the library needs the hook `custom_call` for {}; include/{}.h describes the calls",
                        fmt::join(targets, ", "), library));
    if (const std::set<std::string> hooks = transfer_hooks(plan); !hooks.empty())
        notes.push_back(fmt::format("the library needs hooks for {}; include/{}.h describes them",
                                    fmt::join(hooks, ", "), library));
    if (!plan.collectives.empty())
        notes.push_back(
            fmt::format("the program runs as several processes and needs a transport between them; the "
                        "library includes two, and include/{}.h describes the hook",
                        library));
    return notes;
}

}  // namespace hlo2c::driver
