#include "frontend/forms/hlo/fields.h"
#include "frontend/ir/attributes.h"

namespace hlo2c::frontend {
namespace {

using wire::HloInstructionProto;

/// A list of dimensions.
template <const Attr<Integers>& key>
constexpr Field list_field = {[](const HloInstructionProto& from, const Function&, const Site&, Op& op) {
                                  op.set_attribute(key, integer_array(from.dimensions()));
                              },
                              [](const Op& op, const Function&, HloInstructionProto& to) {
                                  write_integers(op[key], *to.mutable_dimensions());
                              }};

/// One dimension.
template <const Attr<std::int64_t>& key>
constexpr Field single_field = {
    [](const HloInstructionProto& from, const Function&, const Site& site, Op& op) {
        site.require(from.dimensions_size() == 1, "the instruction does not have exactly one dimension");
        op.set(key, from.dimensions(0));
    },
    [](const Op& op, const Function&, HloInstructionProto& to) { to.add_dimensions(op[key]); }};

}  // namespace

IntegerArray integer_array(const google::protobuf::RepeatedField<google::protobuf::int64>& values) {
    return {{values.begin(), values.end()}};
}

void write_integers(const std::vector<std::int64_t>& values,
                    google::protobuf::RepeatedField<google::protobuf::int64>& target) {
    target.Clear();
    for (const std::int64_t value : values) target.Add(value);
}

const Field permutation_field = list_field<attr::permutation>;
const Field broadcast_dimensions_field = list_field<attr::broadcast_dimensions>;
const Field dimensions_field = list_field<attr::dimensions>;
const Field dimension_field = single_field<attr::dimension>;
const Field iota_dimension_field = single_field<attr::iota_dimension>;
const Field all_gather_dim_field = single_field<attr::all_gather_dim>;
const Field scatter_dimension_field = single_field<attr::scatter_dimension>;

/// HLO splits and concatenates along the same dimension; the group size is the number of parts.
const Field split_dimension_field = {
    [](const HloInstructionProto& from, const Function&, const Site& site, Op& op) {
        site.require(from.dimensions_size() == 1, "the instruction does not have exactly one dimension");
        const std::vector<std::vector<std::int64_t>> groups = replica_groups(from, site);
        if (groups.empty() || groups[0].empty())
            site.reject(
                "an all-to-all over all processes is not supported, because their number is not known",
                "Write the groups explicitly: replica_groups={{0,1,...}}.");
        op.set(attr::split_dimension, from.dimensions(0));
        op.set(attr::concat_dimension, from.dimensions(0));
        op.set(attr::split_count, static_cast<std::int64_t>(groups[0].size()));
    },
    [](const Op& op, const Function&, HloInstructionProto& to) {
        to.add_dimensions(op[attr::split_dimension]);
    }};

const Field slice_field = {
    [](const HloInstructionProto& from, const Function&, const Site&, Op& op) {
        IntegerArray starts, limits, strides;
        for (const HloInstructionProto::SliceDimensions& range : from.slice_dimensions()) {
            starts.values.push_back(range.start());
            limits.values.push_back(range.limit());
            strides.values.push_back(range.stride() == 0 ? 1 : range.stride());
        }
        op.set_attribute(attr::start_indices, std::move(starts));
        op.set_attribute(attr::limit_indices, std::move(limits));
        op.set_attribute(attr::strides, std::move(strides));
    },
    [](const Op& op, const Function&, HloInstructionProto& to) {
        const std::vector<std::int64_t> starts = op[attr::start_indices], limits = op[attr::limit_indices],
                                        strides = op[attr::strides];
        for (std::size_t i = 0; i < starts.size(); i++) {
            HloInstructionProto::SliceDimensions& range = *to.add_slice_dimensions();
            range.set_start(starts[i]);
            range.set_limit(limits[i]);
            range.set_stride(strides[i]);
        }
    }};

const Field slice_sizes_field = {[](const HloInstructionProto& from, const Function&, const Site&, Op& op) {
                                     op.set_attribute(attr::slice_sizes,
                                                      integer_array(from.dynamic_slice_sizes()));
                                 },
                                 [](const Op& op, const Function&, HloInstructionProto& to) {
                                     write_integers(op[attr::slice_sizes], *to.mutable_dynamic_slice_sizes());
                                 }};

const Field padding_field = {
    [](const HloInstructionProto& from, const Function&, const Site&, Op& op) {
        IntegerArray low, high, interior;
        for (const wire::PaddingConfig::PaddingConfigDimension& edge : from.padding_config().dimensions()) {
            low.values.push_back(edge.edge_padding_low());
            high.values.push_back(edge.edge_padding_high());
            interior.values.push_back(edge.interior_padding());
        }
        op.set_attribute(attr::edge_padding_low, std::move(low));
        op.set_attribute(attr::edge_padding_high, std::move(high));
        op.set_attribute(attr::interior_padding, std::move(interior));
    },
    [](const Op& op, const Function&, HloInstructionProto& to) {
        const std::vector<std::int64_t> low = op[attr::edge_padding_low], high = op[attr::edge_padding_high],
                                        interior = op[attr::interior_padding];
        to.mutable_padding_config();
        for (std::size_t i = 0; i < low.size(); i++) {
            wire::PaddingConfig::PaddingConfigDimension& edge =
                *to.mutable_padding_config()->add_dimensions();
            edge.set_edge_padding_low(low[i]);
            edge.set_edge_padding_high(high[i]);
            edge.set_interior_padding(interior[i]);
        }
    }};

}  // namespace hlo2c::frontend
