#include "frontend/forms/hlo/stack_frames.h"

namespace hlo2c::frontend {
namespace {

constexpr int deepest_stack = 500;

}  // namespace

int StackFrames::frame_at(LocationId id, int depth) {
    if (const auto known = frames_.find(id); known != frames_.end()) return known->second;
    const Location& location = locations_[id];
    const bool call = location.kind == Location::Kind::CallSite && location.children.size() == 2;
    const Location& callee = call ? locations_[location.children[0]] : location;
    const bool named = callee.kind == Location::Kind::Name && callee.children.size() == 1;
    const Location& file = named ? locations_[callee.children[0]] : callee;
    if (file.kind != Location::Kind::File || depth > deepest_stack || (!call && !named && depth == 0))
        return 0;
    const int caller = call ? frame_at(location.children[1], depth + 1) : 0;
    if (call && caller == 0) return 0;
    const int frame = add(file, named ? callee.text : std::string(), caller);
    if (depth == 0 || call || named) frames_.emplace(id, frame);
    return frame;
}

int StackFrames::add(const Location& file, const std::string& function, int caller) {
    wire::StackFrameIndexProto& table = *module_.mutable_stack_frame_index();
    const auto number = [](std::map<std::string, int>& known, const std::string& text, auto* list) {
        if (text.empty()) return 0;
        const auto [entry, added] = known.try_emplace(text, list->size() + 1);
        if (added) *list->Add() = text;
        return entry->second;
    };
    const int file_name = number(files_, file.text, table.mutable_file_names());
    const int function_name = number(functions_, function, table.mutable_function_names());
    const std::tuple key{file_name, function_name, file.line, file.column, file.end_line, file.end_column};
    const auto [place, new_place] = places_.try_emplace(key, table.file_locations_size() + 1);
    if (new_place) {
        wire::StackFrameIndexProto::FileLocation& made = *table.add_file_locations();
        made.set_file_name_id(file_name);
        made.set_function_name_id(function_name);
        made.set_line(file.line);
        made.set_column(file.column);
        made.set_end_line(file.end_line);
        made.set_end_column(file.end_column);
    }
    const auto [frame, new_frame] =
        pairs_.try_emplace({place->second, caller}, table.stack_frames_size() + 1);
    if (new_frame) {
        wire::StackFrameIndexProto::StackFrame& made = *table.add_stack_frames();
        made.set_file_location_id(place->second);
        made.set_parent_frame_id(caller);
    }
    return frame->second;
}

}  // namespace hlo2c::frontend
