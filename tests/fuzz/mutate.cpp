// Replaces libFuzzer if that is not available: runs the target on each file of the corpora, then on mutations
// of them for some seconds. The seed is fixed.
//   fuzz_<name> SECONDS FOLDER...
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <random>
#include <string>
#include <vector>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

namespace {

void run(const std::string& bytes) {
    LLVMFuzzerTestOneInput(reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size());
}

std::string mutated(std::string bytes, const std::string& other, std::mt19937_64& random) {
    const auto below = [&](std::size_t limit) { return limit == 0 ? 0 : random() % limit; };
    const std::size_t changes = 1 + below(4);
    for (std::size_t i = 0; i < changes && !bytes.empty(); i++) {
        const std::size_t at = below(bytes.size()), length = 1 + below(16);
        switch (below(6)) {
            case 0: bytes[at] = static_cast<char>(random()); break;
            case 1: bytes[at] = static_cast<char>(bytes[at] ^ 1 << below(8)); break;
            case 2: bytes.erase(at, length); break;
            case 3: bytes.insert(at, bytes.substr(below(bytes.size()), length)); break;
            case 4: bytes.resize(at); break;
            case 5: bytes.replace(at, length, other.substr(below(other.size()), length)); break;
        }
    }
    return bytes;
}

}  // namespace

int main(int count, char** arguments) {
    std::vector<std::string> corpus;
    for (int i = 2; i < count; i++)
        for (const auto& entry : std::filesystem::directory_iterator(arguments[i])) {
            std::ifstream file(entry.path(), std::ios::binary);
            corpus.emplace_back(std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>());
        }
    if (corpus.empty()) {
        std::fputs("the corpora are empty\n", stderr);
        return 2;
    }
    for (const std::string& bytes : corpus) run(bytes);
    std::mt19937_64 random(20240229);
    const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(std::atoi(arguments[1]));
    long runs = 0;
    for (; std::chrono::steady_clock::now() < end; runs++)
        run(mutated(corpus[random() % corpus.size()], corpus[random() % corpus.size()], random));
    std::printf("%zu files, %ld mutations\n", corpus.size(), runs);
    return 0;
}
