#include "driver/shardings_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <set>

#include "driver/error_numbers.h"
#include "frontend/diagnostic.h"
#include "frontend/ir/checked_arithmetic.h"

namespace hlo2c::driver {
namespace {

using frontend::Box;
using frontend::Type;

[[noreturn]] void bad_shardings(const std::string& path, const std::string& why) {
    fail(option_error::shardings, Place{.file = path}, why,
         "Write {\"inputs\": [per tensor [per rank [[begin, end] per dimension]]], \"results\": ...}.");
}

/// One list of the file: boxes by tensor and rank, and the shapes of the whole tensors that follow from them.
void read_boxes(const nlohmann::json& json, const std::string& name, const std::string& path, int ranks,
                const std::vector<Type>& types, std::vector<std::vector<Box>>& boxes,
                std::vector<std::vector<std::int64_t>>& shapes) {
    if (!json.is_object() || !json.contains(name) || !json[name].is_array())
        bad_shardings(path, fmt::format("there is no list \"{}\"", name));
    if (json[name].size() != types.size())
        bad_shardings(path, fmt::format("\"{}\" has {} tensors, the program has {}", name, json[name].size(),
                                        types.size()));
    for (std::size_t i = 0; i < types.size(); i++) {
        const nlohmann::json& tensor = json[name][i];
        if (!tensor.is_array() || static_cast<int>(tensor.size()) != ranks)
            bad_shardings(
                path, fmt::format("\"{}\"[{}] does not have one part for each of {} ranks", name, i, ranks));
        const std::vector<std::int64_t>& local = types[i].as_tensor().shape;
        std::vector<std::int64_t> whole(local.size(), 0);
        boxes.emplace_back();
        for (const nlohmann::json& part : tensor) {
            Box box;
            if (!part.is_array())
                bad_shardings(path,
                              fmt::format("\"{}\"[{}] has a part that is not a list of ranges", name, i));
            for (const nlohmann::json& range : part) {
                if (!range.is_array() || range.size() != 2 || !range[0].is_number_integer() ||
                    !range[1].is_number_integer())
                    bad_shardings(path,
                                  fmt::format("\"{}\"[{}] has a range that is not [begin, end]", name, i));
                box.emplace_back(range[0].get<std::int64_t>(), range[1].get<std::int64_t>());
            }
            if (box.size() != local.size())
                bad_shardings(path, fmt::format("\"{}\"[{}] does not have as many dimensions as {}", name, i,
                                                to_string(types[i])));
            for (std::size_t d = 0; d < box.size(); d++) {
                const bool is_range = box[d].first >= 0 && box[d].second >= box[d].first;
                if (!is_range || box[d].second - box[d].first != local[d])
                    bad_shardings(path, fmt::format("\"{}\"[{}] has a part that differs in size from {}",
                                                    name, i, to_string(types[i])));
                whole[d] = std::max(whole[d], box[d].second);
            }
            boxes.back().push_back(std::move(box));
        }
        if (!frontend::is_possible_shape(whole))
            bad_shardings(path, fmt::format("\"{}\"[{}] has more elements than any tensor", name, i));
        shapes.push_back(std::move(whole));
    }
}

}  // namespace

frontend::ProgramShards parse_shardings(std::string_view text, const std::string& path,
                                        const std::vector<Type>& inputs, const std::vector<Type>& results,
                                        int ranks) {
    std::set<std::string> keys;
    const auto require_own_key = [&](int, nlohmann::json::parse_event_t event, const nlohmann::json& parsed) {
        if (event != nlohmann::json::parse_event_t::key) return true;
        const std::string key = parsed.get<std::string>();
        if (key != "inputs" && key != "results")
            bad_shardings(path, fmt::format("\"{}\" is neither \"inputs\" nor \"results\"", key));
        if (!keys.insert(key).second) bad_shardings(path, fmt::format("there are two lists \"{}\"", key));
        return true;
    };
    const nlohmann::json json = nlohmann::json::parse(text, require_own_key, false);
    if (json.is_discarded()) bad_shardings(path, "this is not JSON");
    frontend::ProgramShards shards;
    read_boxes(json, "inputs", path, ranks, inputs, shards.inputs, shards.input_shapes);
    read_boxes(json, "results", path, ranks, results, shards.results, shards.result_shapes);
    return shards;
}

}  // namespace hlo2c::driver
