#pragma once

#include <map>
#include <string>
#include <tuple>

#include "frontend/forms/hlo/hlo.pb.h"
#include "frontend/ir/location.h"

namespace hlo2c::frontend {

/// The table of stack frames of a module while its instructions are written: each frame is a place in a file,
/// the function that it stands in, and the frame of its caller; all are shared.
class StackFrames {
public:
    StackFrames(const LocationTable& locations, wire::HloModuleProto& module)
        : locations_(locations), module_(module) {}

    /// The number of the frame that a location is; 0 where it has no file, or neither a function nor a
    /// caller.
    int frame_of(LocationId id) { return frame_at(id, 0); }

private:
    int frame_at(LocationId id, int depth);
    int add(const Location& file, const std::string& function, int caller);

    const LocationTable& locations_;
    wire::HloModuleProto& module_;
    std::map<LocationId, int> frames_;
    std::map<std::string, int> files_, functions_;
    std::map<std::tuple<int, int, int, int, int, int>, int> places_;
    std::map<std::pair<int, int>, int> pairs_;
};

}  // namespace hlo2c::frontend
