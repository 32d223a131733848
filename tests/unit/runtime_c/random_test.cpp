#include <catch2/catch.hpp>
#include <cstdint>
#include <vector>

#include "rt_random.h"

namespace {

hlo2c_random line(std::int64_t count, std::int64_t bits, std::int64_t words) {
    hlo2c_random shape{};
    shape.count = count;
    shape.bits = bits;
    shape.state_words = words;
    shape.outer = shape.inner = 1;
    shape.split = count;
    return shape;
}

}  // namespace

TEST_CASE("Threefry2x32 gives the words that its authors publish") {
    // Known answers of Random123 for 20 rounds: counter 0 and key 0, then all bits set.
    std::uint64_t state[2] = {0, 0}, next[2];
    std::uint32_t words[2];
    const hlo2c_random shape = line(2, 32, 2);
    hlo2c_threefry(state, next, words, &shape);
    CHECK(words[0] == 0x6b200159);
    CHECK(words[1] == 0x99ba4efe);
    CHECK(next[0] == 0);
    CHECK(next[1] == 1);
    state[0] = state[1] = ~std::uint64_t{0};
    hlo2c_threefry(state, next, words, &shape);
    CHECK(words[0] == 0x1cb996fc);
    CHECK(words[1] == 0xbb002be7);
    CHECK(next[1] == 0);
}

TEST_CASE("Philox4x32 gives the words that its authors publish") {
    // Known answers of Random123 for 10 rounds: all zero, then all bits set.
    std::uint64_t state[3] = {0, 0, 0}, next[3];
    std::uint32_t words[4];
    const hlo2c_random shape = line(4, 32, 3);
    hlo2c_philox(state, next, words, &shape);
    CHECK(words[0] == 0x6627e8d5);
    CHECK(words[1] == 0xe169c58d);
    CHECK(words[2] == 0xbc57ac4c);
    CHECK(words[3] == 0x9b00dbd8);
    CHECK(next[1] == 1);
    state[0] = state[1] = state[2] = ~std::uint64_t{0};
    hlo2c_philox(state, next, words, &shape);
    CHECK(words[0] == 0x408f276d);
    CHECK(words[1] == 0x41c83b0e);
    CHECK(words[2] == 0xa20bc7c6);
    CHECK(words[3] == 0x6d5451fd);
    // The counter's low half carries into its high half.
    CHECK(next[1] == 0);
    CHECK(next[2] == 0);
}

TEST_CASE("narrow elements are the low bits of wide ones, and the last block may be partial") {
    std::uint64_t state[2] = {5, 7}, next[2];
    std::vector<std::uint32_t> wide(37);
    std::vector<std::uint8_t> narrow(37), nibbles(37);
    hlo2c_random shape = line(37, 32, 2);
    hlo2c_philox(state, next, wide.data(), &shape);
    CHECK(next[1] == 7 + 10);
    shape.bits = 8;
    hlo2c_philox(state, next, narrow.data(), &shape);
    shape.bits = 4;
    hlo2c_philox(state, next, nibbles.data(), &shape);
    for (std::size_t i = 0; i < wide.size(); i++) {
        CHECK(narrow[i] == (wide[i] & 0xff));
        CHECK(nibbles[i] == (wide[i] & 0xf));
    }
}
