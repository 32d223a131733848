#pragma once

#include <map>
#include <string>
#include <tuple>

#include "frontend/forms/hlo/hlo.pb.h"
#include "frontend/ir/location.h"

namespace hlo2c::frontend {

/// Builds a module's table of stack frames during export. A frame is a position in a file, its function and
/// the caller's frame; equal entries are shared.
class StackFrames {
public:
    StackFrames(const LocationTable& locations, wire::HloModuleProto& module)
        : locations_(locations), module_(module) {}

    /// The number of the frame for a location; 0 if the location has no file, or neither a function nor a
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
