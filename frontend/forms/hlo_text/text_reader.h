#pragma once

#include <deque>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "frontend/forms/hlo/result_shape.h"
#include "frontend/forms/hlo_text/cursor.h"
#include "frontend/forms/hlo_text/opcodes.h"
#include "frontend/forms/hlo_text/parser.h"

namespace hlo2c::frontend {

/// One attribute in the text: its name and the offset of the name.
struct WrittenAttribute {
    std::string_view name;
    std::size_t begin = 0;
};

/// State of an instruction while it is read, in addition to its message.
struct Draft {
    wire::HloInstructionProto* instruction = nullptr;
    const Opcode* opcode = nullptr;
    AsyncPart async_part = AsyncPart::None;  ///< part of sugar such as add-start
    std::size_t begin = 0;                   ///< offset of the instruction
    std::size_t opcode_begin = 0;
    bool has_shape = false;
    std::vector<const wire::HloInstructionProto*> operands;
    std::vector<std::size_t> operand_begins;
    std::vector<WrittenAttribute> attributes;
    // Called computations, by attribute.
    std::vector<std::int64_t> to_apply, calls, branches;
    std::optional<std::int64_t> body, condition, true_branch, false_branch, select, scatter;
    std::optional<std::string> execution_thread;

    bool has(std::string_view attribute) const;
};

/// Recursive-descent parser of one HLO text, with one method per construct. The methods are defined in
/// read_<construct>.cpp.
class TextReader {
public:
    TextReader(std::string_view text, std::string path) : cursor_(text, std::move(path)) {}
    HloText read();
    wire::OpSharding read_only_sharding();
    friend struct AttributeReaders;

private:
    /// A computation while it is read.
    struct Scope {
        wire::HloComputationProto* computation = nullptr;
        std::unordered_map<std::string_view, wire::HloInstructionProto*> instructions;
        wire::HloInstructionProto* root = nullptr;
        /// Undefined operands become parameters with the shapes written before them.
        bool defines_operands = false;
    };
    // read_module.cpp
    bool at_instruction();
    void read_lone_instruction();
    void read_header();
    void read_header_attribute(std::string_view name, std::size_t begin);
    void read_entry_layout();
    void read_aliases();
    void read_donors();
    void read_stack_frames();
    void renumber();
    void finish_module();

    // read_computations.cpp
    void read_computation();
    std::int64_t read_computation_body(std::string name, std::size_t begin, const wire::ShapeProto* result);
    std::int64_t read_called_computation(const Draft& draft);
    std::vector<std::int64_t> read_called_computations(const Draft& draft);
    void read_instruction(Scope& scope);
    wire::HloInstructionProto* read_definition(Scope& scope, Draft& draft, bool has_attributes);
    void read_operands(Scope& scope, Draft& draft);
    bool at_call();
    void read_operand(Scope& scope, Draft& draft);
    void add_parameter(Scope& scope, std::string_view name, const wire::ShapeProto& shape, std::size_t begin);
    void read_attributes(Scope& scope, Draft& draft);
    void finish_called(Draft& draft);
    void check_required(const Draft& draft);
    void check_counts(const Draft& draft) const;
    void check_layout_constraints(const Draft& draft) const;
    void check_channel(const Draft& draft) const;
    void finish_computation(Scope& scope);

    // read_attributes.cpp
    void read_attribute(Scope& scope, Draft& draft, std::string_view name);
    /// Sets what an instruction holds for each attribute that it leaves out.
    void add_left_out(Draft& draft);
    void read_slice(wire::HloInstructionProto& instruction);
    void read_padding(wire::HloInstructionProto& instruction);
    void read_window(wire::Window& window);
    std::vector<std::int64_t> read_paddings();
    void read_dimension_labels(wire::ConvolutionDimensionNumbers& numbers);
    void read_precision(wire::PrecisionConfig& precision);
    void read_sparsity(wire::SparsityConfig& sparsity);
    void read_result_accuracy(wire::ResultAccuracy& accuracy);
    void read_aliasing(wire::HloInstructionProto& instruction);
    void read_domain(wire::HloInstructionProto& instruction);
    void spread_sharding(Draft& draft);

    // read_annotations.cpp
    void read_metadata(wire::OpMetadata& metadata);
    void read_frontend_attributes(wire::FrontendAttributes& attributes);
    void read_backend_config(wire::HloInstructionProto& instruction);
    void read_statistics(wire::StatisticsViz& statistics);
    void read_original_value(wire::OriginalValueProto& original);
    void read_original_element(wire::OriginalValueProto& original, std::vector<std::int64_t>& index);
    std::string read_raw_value();
    void skip_value();

    // read_sharding.cpp
    void read_sharding(wire::OpSharding& sharding);
    void read_one_sharding(wire::OpSharding& sharding);
    void read_tile_assignment(wire::OpSharding& sharding, std::size_t begin);
    void read_sharding_metadata(wire::OpSharding& sharding);
    void read_named_sharding(wire::OpSharding& whole);
    void read_mesh(wire::MeshProto& mesh);
    void read_axis(const wire::MeshProto& mesh, wire::AxisRefProto& axis);
    template <typename Axes>
    void read_axes(const wire::MeshProto& mesh, Axes* axes);
    void read_replica_groups(wire::HloInstructionProto& instruction);
    template <typename Dimensions, typename Permutation>
    void read_iota(Dimensions* dimensions, Permutation* permutation);

    // read_shapes.cpp
    bool at_shape();
    bool at_layout();
    void read_shape(wire::ShapeProto& shape);
    void read_layout(wire::ShapeProto& shape);
    void read_layout_property(wire::ShapeProto& shape);
    std::vector<std::int64_t> read_integer_list(char open, char close);
    /// Reads `{1,2}`, the form of dimension lists and shape indices.
    template <typename Repeated>
    void read_integers(Repeated* into) {
        for (const std::int64_t value : read_integer_list('{', '}'))
            into->Add(static_cast<typename Repeated::value_type>(value));
    }
    std::vector<std::int64_t> read_extents(std::string_view what);

    // read_literals.cpp; an elided literal has a shape and no elements
    bool accept_elided();
    void read_literal(wire::LiteralProto& literal, const wire::ShapeProto& shape);
    void read_tuple_literal(wire::LiteralProto& literal, const wire::ShapeProto& shape);
    /// Reads the literal of an array without elements: only brackets, in any nesting.
    void read_empty_lists(const wire::ShapeProto& shape);
    void read_array_literal(wire::LiteralProto& literal, const wire::ShapeProto& shape, std::int64_t count);
    void read_typed_literal(wire::LiteralProto& literal);

    // async.cpp
    void wrap_async(Draft& draft);
    void check_async(Draft& draft);
    void check_async_start(Draft& draft);
    void check_wrapped(const Draft& draft, std::int64_t computation) const;
    [[noreturn]] void refuse_async(const Draft& draft, std::string message) const;

    // infer_shapes.cpp
    void infer_shape(Draft& draft);
    void check_shape(const Draft& draft) const;

    wire::HloComputationProto* new_computation(std::string name, std::size_t begin);
    /// A name that no computation has: `stem`, with a number if necessary.
    std::string unused_name(const std::string& stem) const;
    std::int64_t keep_computation(wire::HloComputationProto* computation,
                                  const wire::HloInstructionProto* root);
    const CalledComputation& known(std::int64_t id) const { return known_.at(id); }
    [[noreturn]] void fail_at(int number, std::size_t offset, std::string message, std::string remedy) const {
        cursor_.fail_at(number, offset, std::move(message), std::move(remedy));
    }

    Cursor cursor_;
    int depth_ = 0;
    std::int64_t unwritten_bytes_ = 0;  ///< of constants given by a single value
    HloText result_;
    bool scheduled_ = false;
    bool in_typed_literal_ = false;
    bool has_entry_layout_ = false;
    std::int64_t replica_count_ = 0, partition_count_ = 0;
    std::int64_t next_computation_ = 0;
    std::deque<wire::HloComputationProto> computations_;         ///< in order of their starts
    std::vector<wire::HloComputationProto*> finished_;           ///< in order of their ends
    std::unordered_map<std::string, std::int64_t> names_;        ///< computation names to ids
    std::unordered_map<std::int64_t, CalledComputation> known_;  ///< complete computations by id
    std::unordered_map<std::int64_t, std::int64_t> wrapped_;     ///< async-start (by id) to its computation
    std::optional<std::int64_t> entry_;
    std::size_t entry_layout_begin_ = 0;
};

/// Whether two shapes have equal element types, sizes and tuple elements; ignores layouts and dynamic
/// dimensions.
bool same_shape(const wire::ShapeProto& a, const wire::ShapeProto& b);
std::string spell_shape(const wire::ShapeProto& shape);

}  // namespace hlo2c::frontend
