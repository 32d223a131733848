#include "frontend/evaluate/processes.h"

#include <exception>
#include <thread>

#include "frontend/evaluate/evaluate.h"
#include "frontend/evaluate/rendezvous.h"

namespace hlo2c::frontend {
namespace {

/// Runs `body(process)` in one thread per process; throws the error of the lowest rank that failed.
template <typename Body>
void run_threads(ProcessGrid grid, std::span<Process> processes, Rendezvous& rendezvous, const Body& body) {
    std::vector<std::exception_ptr> errors(static_cast<std::size_t>(grid.count()));
    {
        std::vector<std::jthread> threads;
        for (Process& process : processes)
            threads.emplace_back([&] {
                try {
                    body(process);
                    rendezvous.leave();
                } catch (const Abandoned&) {
                } catch (...) {
                    errors[static_cast<std::size_t>(process.rank)] = std::current_exception();
                    rendezvous.fail_all();
                }
            });
    }
    for (const std::exception_ptr& error : errors)
        if (error) std::rethrow_exception(error);
}

std::vector<Process> make_processes(ProcessGrid grid, Rendezvous& rendezvous) {
    std::vector<Process> processes;
    for (int rank = 0; rank < grid.count(); rank++) processes.push_back(Process{rendezvous, rank, {}, {}});
    return processes;
}

}  // namespace

std::vector<ProcessResult> run_processes(const Program& program, ProcessGrid grid,
                                         std::vector<ProcessTask> tasks) {
    HLO2C_CHECK(static_cast<int>(tasks.size()) == grid.count(), "there is one task per process");
    Rendezvous rendezvous(grid);
    std::vector<Process> processes = make_processes(grid, rendezvous);
    std::vector<ProcessResult> results(tasks.size());
    run_threads(grid, processes, rendezvous, [&](Process& process) {
        const auto rank = static_cast<std::size_t>(process.rank);
        ProcessTask& task = tasks[rank];
        process.infeed.assign(task.infeed.begin(), task.infeed.end());
        results[rank].results = run_function(program, *task.function, std::move(task.arguments), &process);
        results[rank].outfeed = std::move(process.outfeed);
    });
    return results;
}

std::vector<std::vector<Literal>> evaluate(const Program& program, ProcessGrid grid,
                                           std::span<const std::vector<Literal>> arguments, Feeds* feeds) {
    HLO2C_CHECK(static_cast<int>(arguments.size()) == grid.count(),
                "there is one list of arguments per process");
    Rendezvous rendezvous(grid);
    std::vector<Process> processes = make_processes(grid, rendezvous);
    std::vector<std::vector<Literal>> results(arguments.size());
    run_threads(grid, processes, rendezvous, [&](Process& process) {
        const auto rank = static_cast<std::size_t>(process.rank);
        if (feeds != nullptr && !feeds->infeed.empty())
            process.infeed.assign(feeds->infeed[rank].begin(), feeds->infeed[rank].end());
        results[rank] = evaluate(program, program.main(), arguments[rank], &process);
    });
    if (feeds != nullptr) {
        feeds->outfeed.clear();
        for (Process& process : processes) {
            feeds->outfeed.push_back(std::move(process.outfeed));
            if (!feeds->infeed.empty())
                feeds->infeed[static_cast<std::size_t>(process.rank)].assign(process.infeed.begin(),
                                                                             process.infeed.end());
        }
    }
    return results;
}

}  // namespace hlo2c::frontend
