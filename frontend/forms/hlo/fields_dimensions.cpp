#include "frontend/forms/hlo/fields.h"

namespace hlo2c::frontend {
namespace {

using wire::HloInstructionProto;

/// A list of dimensions called `name`.
template <const char* name>
constexpr Field list_field = {[](const HloInstructionProto& from, const Function&, const Site&, Op& op) {
                                  op.set_attribute(name, integer_array(from.dimensions()));
                              },
                              [](const Op& op, const Function&, HloInstructionProto& to) {
                                  write_integers(op.integers(name), *to.mutable_dimensions());
                              }};

/// One dimension called `name`.
template <const char* name>
constexpr Field single_field = {
    [](const HloInstructionProto& from, const Function&, const Site& site, Op& op) {
        site.require(from.dimensions_size() == 1, "the instruction does not have one dimension");
        op.set_attribute(name, IntegerAttribute{from.dimensions(0)});
    },
    [](const Op& op, const Function&, HloInstructionProto& to) { to.add_dimensions(op.integer(name, 0)); }};

constexpr char permutation[] = "permutation", broadcast_dimensions[] = "broadcast_dimensions",
               dimensions[] = "dimensions", dimension[] = "dimension", iota_dimension[] = "iota_dimension",
               all_gather_dim[] = "all_gather_dim", scatter_dimension[] = "scatter_dimension";

}  // namespace

IntegerArray integer_array(const google::protobuf::RepeatedField<google::protobuf::int64>& values) {
    return {{values.begin(), values.end()}};
}

void write_integers(const std::vector<std::int64_t>& values,
                    google::protobuf::RepeatedField<google::protobuf::int64>& target) {
    target.Clear();
    for (const std::int64_t value : values) target.Add(value);
}

const Field permutation_field = list_field<permutation>;
const Field broadcast_dimensions_field = list_field<broadcast_dimensions>;
const Field dimensions_field = list_field<dimensions>;
const Field dimension_field = single_field<dimension>;
const Field iota_dimension_field = single_field<iota_dimension>;
const Field all_gather_dim_field = single_field<all_gather_dim>;
const Field scatter_dimension_field = single_field<scatter_dimension>;

/// HLO splits and joins along one dimension; the groups say into how many parts.
const Field split_dimension_field = {
    [](const HloInstructionProto& from, const Function&, const Site& site, Op& op) {
        site.require(from.dimensions_size() == 1, "the instruction does not have one dimension");
        const std::vector<std::vector<std::int64_t>> groups = replica_groups(from, site);
        if (groups.empty() || groups[0].empty())
            site.reject("an all-to-all over all processes, whose number is not known, is not supported",
                        "Write the groups out: replica_groups={{0,1,...}}.");
        op.set_attribute("split_dimension", IntegerAttribute{from.dimensions(0)});
        op.set_attribute("concat_dimension", IntegerAttribute{from.dimensions(0)});
        op.set_attribute("split_count", IntegerAttribute{static_cast<std::int64_t>(groups[0].size())});
    },
    [](const Op& op, const Function&, HloInstructionProto& to) {
        to.add_dimensions(op.integer("split_dimension", 0));
    }};

const Field slice_field = {
    [](const HloInstructionProto& from, const Function&, const Site&, Op& op) {
        IntegerArray starts, limits, strides;
        for (const HloInstructionProto::SliceDimensions& range : from.slice_dimensions()) {
            starts.values.push_back(range.start());
            limits.values.push_back(range.limit());
            strides.values.push_back(range.stride() == 0 ? 1 : range.stride());
        }
        op.set_attribute("start_indices", std::move(starts));
        op.set_attribute("limit_indices", std::move(limits));
        op.set_attribute("strides", std::move(strides));
    },
    [](const Op& op, const Function&, HloInstructionProto& to) {
        const std::vector<std::int64_t> starts = op.integers("start_indices"),
                                        limits = op.integers("limit_indices"),
                                        strides = op.integers("strides");
        for (std::size_t i = 0; i < starts.size(); i++) {
            HloInstructionProto::SliceDimensions& range = *to.add_slice_dimensions();
            range.set_start(starts[i]);
            range.set_limit(limits[i]);
            range.set_stride(strides[i]);
        }
    }};

const Field slice_sizes_field = {
    [](const HloInstructionProto& from, const Function&, const Site&, Op& op) {
        op.set_attribute("slice_sizes", integer_array(from.dynamic_slice_sizes()));
    },
    [](const Op& op, const Function&, HloInstructionProto& to) {
        write_integers(op.integers("slice_sizes"), *to.mutable_dynamic_slice_sizes());
    }};

const Field padding_field = {
    [](const HloInstructionProto& from, const Function&, const Site&, Op& op) {
        IntegerArray low, high, interior;
        for (const wire::PaddingConfig::PaddingConfigDimension& edge : from.padding_config().dimensions()) {
            low.values.push_back(edge.edge_padding_low());
            high.values.push_back(edge.edge_padding_high());
            interior.values.push_back(edge.interior_padding());
        }
        op.set_attribute("edge_padding_low", std::move(low));
        op.set_attribute("edge_padding_high", std::move(high));
        op.set_attribute("interior_padding", std::move(interior));
    },
    [](const Op& op, const Function&, HloInstructionProto& to) {
        const std::vector<std::int64_t> low = op.integers("edge_padding_low"),
                                        high = op.integers("edge_padding_high"),
                                        interior = op.integers("interior_padding");
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
