#include <atomic>
#include <catch2/catch.hpp>
#include <chrono>
#include <ctime>
#include <thread>
#include <vector>

#include "hlo2c_openmp.h"
#include "hlo2c_threads.h"

namespace {

struct Visits {
    std::vector<std::atomic<int>> counts;
    explicit Visits(int extent) : counts(static_cast<std::size_t>(extent)) {}
};

int visit(void* closure, int begin, int end) {
    for (int i = begin; i < end; i++) static_cast<Visits*>(closure)->counts[static_cast<std::size_t>(i)]++;
    return HLO2C_OK;
}

bool each_once(const Visits& visits) {
    for (const auto& count : visits.counts)
        if (count != 1) return false;
    return true;
}

int fail_at_seven(void*, int begin, int end) {
    return begin <= 7 && 7 < end ? 42 : HLO2C_OK;
}

struct Nested {
    hlo2c_threads* pool;
    std::atomic<int> inner{0};
};

int count_range(void* closure, int begin, int end) {
    *static_cast<std::atomic<int>*>(closure) += end - begin;
    return HLO2C_OK;
}

int start_inner_loops(void* closure, int begin, int end) {
    auto* nested = static_cast<Nested*>(closure);
    for (int i = begin; i < end; i++) {
        const int status = hlo2c_threads_parallel_for(nested->pool, 10, count_range, &nested->inner);
        if (status != HLO2C_OK) return status;
    }
    return HLO2C_OK;
}

/// Which thread runs each iteration, if all iterations run at the same time.
struct Meeting {
    std::atomic<int> arrived{0};
    std::vector<std::thread::id> threads = std::vector<std::thread::id>(4);
};

int meet(void* closure, int begin, int end) {
    auto* meeting = static_cast<Meeting*>(closure);
    for (int i = begin; i < end; i++) {
        meeting->threads[static_cast<std::size_t>(i)] = std::this_thread::get_id();
        meeting->arrived++;
        while (meeting->arrived < 4) std::this_thread::yield();
    }
    return HLO2C_OK;
}

/// Two threads with four iterations each. The worker does not finish its first one before the caller has
/// taken two of the worker's.
struct Shares {
    std::atomic<bool> worker_is_here{false}, caller_is_done{false};
    std::vector<std::thread::id> threads = std::vector<std::thread::id>(8);
};

int run_shares(void* closure, int begin, int end) {
    auto* shares = static_cast<Shares*>(closure);
    for (int i = begin; i < end; i++) {
        shares->threads[static_cast<std::size_t>(i)] = std::this_thread::get_id();
        if (i == 4) shares->worker_is_here = true;
        if (i == 6) shares->caller_is_done = true;
        while (i == 0 && !shares->worker_is_here) std::this_thread::yield();
        while (i == 4 && !shares->caller_is_done) std::this_thread::yield();
    }
    return HLO2C_OK;
}

}  // namespace

TEST_CASE("a thread leaves the last part of another one's share to it") {
    hlo2c_threads pool;
    REQUIRE(hlo2c_threads_start(&pool, 2) == HLO2C_OK);
    Shares shares;
    REQUIRE(hlo2c_threads_parallel_for(&pool, 8, run_shares, &shares) == HLO2C_OK);
    const std::thread::id caller = std::this_thread::get_id();
    for (const std::size_t i : {0, 1, 2, 3, 5, 6}) CHECK(shares.threads[i] == caller);
    for (const std::size_t i : {4, 7}) CHECK(shares.threads[i] != caller);
    hlo2c_threads_stop(&pool);
}

TEST_CASE("the same thread runs the same part of every loop") {
    hlo2c_threads pool;
    REQUIRE(hlo2c_threads_start(&pool, 4) == HLO2C_OK);
    Meeting first, second;
    REQUIRE(hlo2c_threads_parallel_for(&pool, 4, meet, &first) == HLO2C_OK);
    REQUIRE(hlo2c_threads_parallel_for(&pool, 4, meet, &second) == HLO2C_OK);
    CHECK(first.threads == second.threads);
    CHECK(first.threads[0] == std::this_thread::get_id());
    hlo2c_threads_stop(&pool);
}

TEST_CASE("the pool runs every iteration once, for any extent and thread count") {
    for (int threads : {-1, 1, 2, 3, 8}) {
        hlo2c_threads pool;
        REQUIRE(hlo2c_threads_start(&pool, threads) == HLO2C_OK);
        for (int extent : {0, 1, 2, 7, 64, 1001}) {
            Visits visits(extent);
            REQUIRE(hlo2c_threads_parallel_for(&pool, extent, visit, &visits) == HLO2C_OK);
            CHECK(each_once(visits));
        }
        hlo2c_threads_stop(&pool);
    }
}

TEST_CASE("a loop sees what the previous loop wrote") {
    hlo2c_threads pool;
    REQUIRE(hlo2c_threads_start(&pool, 4) == HLO2C_OK);
    std::vector<int> values(257, 0);
    const auto increment = [](void* closure, int begin, int end) -> int {
        auto& all = *static_cast<std::vector<int>*>(closure);
        for (int i = begin; i < end; i++) all[static_cast<std::size_t>(i)]++;
        return HLO2C_OK;
    };
    for (int round = 0; round < 2000; round++)
        REQUIRE(hlo2c_threads_parallel_for(&pool, 257, increment, &values) == HLO2C_OK);
    hlo2c_threads_stop(&pool);
    CHECK(values == std::vector<int>(257, 2000));
}

TEST_CASE("workers that sleep between loops wake up for the next one") {
    hlo2c_threads pool;
    REQUIRE(hlo2c_threads_start(&pool, 4) == HLO2C_OK);
    for (int round = 0; round < 30; round++) {
        // Around the time after which workers sleep.
        std::this_thread::sleep_for(std::chrono::microseconds(100 * round));
        Visits visits(64);
        REQUIRE(hlo2c_threads_parallel_for(&pool, 64, visit, &visits) == HLO2C_OK);
        CHECK(each_once(visits));
    }
    hlo2c_threads_stop(&pool);
}

TEST_CASE("a caller that waits long for a worker sleeps until it is done") {
    hlo2c_threads pool;
    REQUIRE(hlo2c_threads_start(&pool, 2) == HLO2C_OK);
    const auto take_long = [](void* closure, int begin, int end) -> int {
        const bool in_caller = *static_cast<std::thread::id*>(closure) == std::this_thread::get_id();
        std::this_thread::sleep_for(std::chrono::milliseconds(in_caller ? 2 : 20));
        return begin < end ? HLO2C_OK : 42;
    };
    std::thread::id caller = std::this_thread::get_id();
    for (int round = 0; round < 5; round++)
        CHECK(hlo2c_threads_parallel_for(&pool, 4, take_long, &caller) == HLO2C_OK);
    hlo2c_threads_stop(&pool);
}

TEST_CASE("an idle pool uses no processor") {
    hlo2c_threads pool;
    REQUIRE(hlo2c_threads_start(&pool, 4) == HLO2C_OK);
    Visits visits(64);
    REQUIRE(hlo2c_threads_parallel_for(&pool, 64, visit, &visits) == HLO2C_OK);
    const std::clock_t begin = std::clock();
    std::this_thread::sleep_for(std::chrono::milliseconds(300));
    CHECK(static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC < 0.1);
    hlo2c_threads_stop(&pool);
}

TEST_CASE("a failing body's status is returned, and the next loop runs as usual") {
    hlo2c_threads pool;
    REQUIRE(hlo2c_threads_start(&pool, 3) == HLO2C_OK);
    CHECK(hlo2c_threads_parallel_for(&pool, 100, fail_at_seven, nullptr) == 42);
    Visits visits(100);
    CHECK(hlo2c_threads_parallel_for(&pool, 100, visit, &visits) == HLO2C_OK);
    CHECK(each_once(visits));
    hlo2c_threads_stop(&pool);
}

TEST_CASE("nested loops and loops of several callers terminate") {
    hlo2c_threads pool;
    REQUIRE(hlo2c_threads_start(&pool, 3) == HLO2C_OK);
    Nested nested{&pool};
    REQUIRE(hlo2c_threads_parallel_for(&pool, 50, start_inner_loops, &nested) == HLO2C_OK);
    CHECK(nested.inner == 500);

    std::atomic<int> done{0};
    std::vector<std::thread> callers;
    for (int caller = 0; caller < 4; caller++)
        callers.emplace_back([&] {
            for (int round = 0; round < 200; round++)
                hlo2c_threads_parallel_for(&pool, 33, count_range, &done);
        });
    for (std::thread& caller : callers) caller.join();
    CHECK(done == 4 * 200 * 33);
    hlo2c_threads_stop(&pool);
}

TEST_CASE("a context without hooks runs loops in the calling thread, one with a pool in the pool") {
    Visits serial(20), pooled(20);
    CHECK(hlo2c_parallel_for(nullptr, 20, visit, &serial) == HLO2C_OK);
    CHECK(each_once(serial));

    hlo2c_threads pool;
    REQUIRE(hlo2c_threads_start(&pool, 2) == HLO2C_OK);
    hlo2c_hooks hooks = HLO2C_INIT(hlo2c_hooks);
    hooks.parallel_for = hlo2c_threads_parallel_for;
    hooks.parallel_for_user = &pool;
    hlo2c_context context = HLO2C_INIT(hlo2c_context);
    context.hooks = &hooks;
    CHECK(hlo2c_parallel_for(&context, 20, visit, &pooled) == HLO2C_OK);
    CHECK(hlo2c_parallel_for(&context, 0, visit, &pooled) == HLO2C_OK);
    CHECK(each_once(pooled));
    hlo2c_threads_stop(&pool);
}

TEST_CASE("the OpenMP hook runs every iteration once and returns statuses") {
    Visits visits(100);
    CHECK(hlo2c_openmp_parallel_for(nullptr, 100, visit, &visits) == HLO2C_OK);
    CHECK(each_once(visits));
    CHECK(hlo2c_openmp_parallel_for(nullptr, 100, fail_at_seven, nullptr) == 42);
    const auto refuse = [](void*, int, int) { return -5; };
    CHECK(hlo2c_openmp_parallel_for(nullptr, 100, refuse, nullptr) == -5);
}
