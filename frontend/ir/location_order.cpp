#include "frontend/ir/location_order.h"

#include <optional>
#include <vector>

namespace hlo2c::frontend {
namespace {

/// Builds a table in the order in which its locations are first requested, children before parents.
class LocationOrder {
public:
    explicit LocationOrder(const LocationTable& from) : from_(from), ids_(from.locations.size()) {
        ids_[unknown_location] = unknown_location;
    }

    void settle(LocationId& id) { id = settled(id); }
    LocationTable take() { return std::move(into_); }

private:
    LocationId settled(LocationId id) {
        if (ids_[id]) return *ids_[id];
        Location location = from_[id];
        for (LocationId& child : location.children) child = settled(child);
        ids_[id] = into_.intern(std::move(location));
        return *ids_[id];
    }

    const LocationTable& from_;
    std::vector<std::optional<LocationId>> ids_;
    LocationTable into_;
};

}  // namespace

void order_locations(Program& program) {
    LocationOrder order(program.locations);
    order.settle(program.location);
    for (Op& op : program.symbols) order.settle(op.location);
    for (Function& function : program.functions) {
        order.settle(function.location);
        for (Value& value : function.values) order.settle(value.location);
        for_each_op(function.body, [&](Op& op) { order.settle(op.location); });
    }
    program.locations = order.take();
}

}  // namespace hlo2c::frontend
