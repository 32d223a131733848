#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "frontend/forms/text/lexer.h"
#include "frontend/ir/program.h"

namespace hlo2c::frontend {

/// The types at the end of an op.
struct Signature {
    std::vector<Type> operands, results;
    bool functional = false;  ///< written as `(..) -> ..`; otherwise `operands` has the bare list
    bool has_results = false;
};

/// A result name before an op, `%0:2`.
struct ResultName {
    std::string_view name;
    std::int64_t count = 1;
    Token token;
};

/// An argument `%a: type loc(...)`, parsed but not yet defined as a value.
struct WrittenArgument {
    Token name;
    Type type;
    LocationId location = unknown_location;
};

/// The StableHLO or CHLO op with the name and form of an MHLO op (`mhlo.add`).
std::optional<OpCode> opcode_of_mhlo(std::string_view spelled);

/// A recursive-descent parser over the tokens of one text, used by read_stablehlo_text and by the pretty
/// forms in frontend/forms/text/assembly.cpp. Each `parse_...` consumes exactly what it names and throws at
/// the first error.
class TextParser {
public:
    TextParser(std::string_view text, std::string path);
    Program parse_program();

    // Tokens.
    const Token& token() const { return token_; }
    Token take();
    Token peek();  ///< the token after the current one
    bool at(char punctuation) const;
    bool at_word(std::string_view word) const;
    bool accept(char punctuation);
    bool accept_word(std::string_view word);
    bool accept_arrow();
    bool accept_all(std::string_view text);  ///< consumes the blank-separated pieces of `text`, or nothing
    void expect(char punctuation, std::string_view where);
    void expect_word(std::string_view word, std::string_view where);
    void expect_arrow(std::string_view where);
    void expect_all(std::string_view text, std::string_view where);
    [[noreturn]] void unexpected(std::string_view wanted) const;
    [[noreturn]] void fail_here(int number, std::string message, std::string remedy) const;
    const Lexer& lexer() const { return lexer_; }

    // Numbers and lists.
    std::int64_t parse_integer(std::string_view where);
    std::vector<std::int64_t> parse_integer_list(std::string_view where);  ///< [1, -2]
    std::string parse_symbol(std::string_view where);

    // Types.
    Type parse_type();
    bool at_type() const;
    std::vector<Type> parse_type_list();       ///< (a, b)
    std::vector<Type> parse_bare_type_list();  ///< a, b
    std::vector<Type> parse_result_types();    ///< a, or (a, b)
    Signature parse_signature();               ///< after the colon

    // Attributes and locations.
    Attribute parse_attribute();
    std::vector<NamedAttribute> parse_dictionary();  ///< {a = 1, b}, with the braces
    std::vector<NamedAttribute> parse_optional_dictionary();
    /// a = 1, b = [2], up to and including `close`; if `known` is given, any other name is an error.
    std::vector<NamedAttribute> parse_fields(char close,
                                             const std::vector<std::string_view>* known = nullptr);
    /// The fields of the structured attribute `name`, up to and including the '>', checked against its known
    /// fields.
    StructAttribute parse_structure(std::string name, const Token& at);
    /// Returns the keyword; an error at `at` if its enumeration lacks it.
    Attribute known_keyword(EnumAttribute keyword, const Token& at);
    Attribute parse_convolution_dimensions();  ///< [b, 0, f]x[0, i, o]->[b, 0, f]
    std::string_view take_balanced();          ///< raw text of the bracketed part at the current token
    std::optional<LocationId> parse_optional_location();

    // Ops, values and regions.
    ValueId parse_value_use();
    std::vector<ValueId> parse_value_uses(char close);
    bool at_value() const { return token_.kind == TokenKind::Value; }
    ValueId define(const Token& name, Type type, LocationId location);
    ValueId add_anonymous(Type type, LocationId location);
    /// `(%a: type, ...)`, defined in the current scope.
    std::vector<ValueId> parse_arguments();
    WrittenArgument parse_argument();
    ValueId define(WrittenArgument argument) {
        return define(argument.name, std::move(argument.type), argument.location);
    }
    void open_scope();
    void close_scope();
    /// `{ [^bb0(...):] ops }`, in a scope of its own.
    Region parse_region();
    /// The ops up to and including the closing brace, in the caller's scope.
    void parse_ops(Region& region);
    void parse_generic_tail(Op& op, const Token& at);
    /// Checks that the operands have the `written` types.
    void check_operand_types(const Op& op, const std::vector<Type>& written, const Token& at);
    void set_result_types(std::vector<Type> types) { result_types_ = std::move(types); }
    /// Ops in the regions of the current op will get that op's location.
    void inherit_location() { inherits_location_ = true; }
    const Type& type_of(ValueId id) const { return function_->values[id].type; }

private:
    friend class DepthGuard;
    struct Scope {
        std::vector<std::string_view> names;
    };
    struct ValueRange {
        ValueId first = 0;
        std::int64_t count = 1;
    };
    /// A scalar of a dense constant, before its type is known.
    struct WrittenScalar {
        Token token;
        bool negative = false;
    };
    struct WrittenElements {
        std::vector<std::int64_t> shape;
        std::vector<WrittenScalar> scalars;
        bool pairs = false;
    };

    // Types (parse_types.cpp).
    Type parse_exclamation_type();
    Type parse_tensor_type();
    bool at_foreign_element() const;
    ElementType parse_element_type();
    Quantization parse_quantization();
    double parse_float_number(std::string_view where);
    void parse_encoding(TensorType& type);
    std::vector<std::int64_t> parse_bounds(const std::vector<std::int64_t>& shape);
    Type parse_foreign_type(Token start);

    // Attributes (parse_attributes.cpp).
    Attribute parse_number();
    Attribute parse_typed_array();
    Attribute parse_list();
    Attribute parse_hash_attribute();
    std::optional<Attribute> parse_keyword_of(const std::string& dialect);
    /// The dimensions of a convolution's operand or result; the meaning of `first` and `second` depends on
    /// it.
    struct LetteredDimensions {
        std::int64_t first = -1, second = -1;
        std::vector<std::int64_t> spatial;
    };
    LetteredDimensions parse_lettered_dimensions(char first, char second);
    Attribute parse_complex_number();
    Attribute parse_field_value();
    Attribute parse_sub_axis();
    Attribute parse_function_type();

    // Constants (parse_literals.cpp).
    Attribute parse_dense();
    Attribute parse_dense_resource();
    void parse_elements(WrittenElements& into, std::size_t depth, const Token& open);
    void parse_scalar(WrittenElements& into);
    WrittenScalar parse_signed_scalar();
    Literal literal_from_scalars(const TensorType& type, const WrittenElements& elements, const Token& at);
    Literal literal_from_bytes(const TensorType& type, std::vector<std::byte> bytes, const Token& at);
    std::vector<std::byte> bytes_of_hexadecimal(std::string_view text, const Token& at) const;
    std::uint64_t scalar_bits(ElementType type, const WrittenScalar& scalar) const;
    void read_resources();

    // Locations (parse_locations.cpp).
    LocationId parse_location_body();
    LocationId parse_file_or_name_location();
    void parse_alias_definition();
    void settle_locations(Program& program);
    LocationId settle(LocationTable& table, LocationId draft, int depth);

    // Modules and functions (parser.cpp), ops (parse_ops.cpp).
    void parse_module(Program& program);
    void parse_generic_module(Program& program);
    void parse_module_item(Program& program);
    /// Discards the values and aliases of the previous function.
    void begin(Function& function, const Token& start);
    void parse_function(Program& program);
    void parse_generic_function(Program& program);
    void require_returned_types(const Function& function) const;
    void finish_function(Program& program, Function function);
    /// Checks that the attributes so far, which are properties, are those of the op at `at`.
    void require_known_properties(const Op& op, const Token& at) const;
    /// Checks that all required attributes are present.
    void require_attributes(const Op& op, const Token& at) const;
    void parse_op(Region& region);
    std::vector<ResultName> parse_result_names();
    void add_results(Op& op, const std::vector<ResultName>& names);
    OpCode opcode_at(const Token& name, std::string_view spelling);

    // MHLO ops (mhlo.cpp): each reader appends ops to the region and returns the values of the results.
    bool parse_mhlo_op(Region& region, const std::vector<ResultName>& names, Op& op);
    void parse_mhlo_tail(Op& op, const Token& name);
    void drop_replaced_values(Function& function) const;
    std::vector<ValueId> read_bitcast(Region& region, Op& op, const Token& name);
    std::vector<ValueId> read_copy(Region& region, Op& op, const Token& name);
    std::vector<ValueId> read_fusion(Region& region, Op& op, const Token& name);
    std::vector<ValueId> read_stochastic_convert(Region& region, Op& op, const Token& name);
    std::vector<ValueId> read_top_k(Region& region, Op& op, const Token& name);
    ValueId emit(Region& region, const Op& like, OpCode code, std::vector<ValueId> operands, Type type);

    /// The value of an alias, with the characters and nesting levels of its expansion.
    template <typename T>
    struct Alias {
        T value;
        std::size_t characters = 0;
        int levels = 0;
    };
    template <typename T>
    Alias<T> alias_of(const Token& name, T (TextParser::*parse)());
    template <typename T>
    const T& expand(const Alias<T>& alias, const Token& use);
    /// Counts characters of repeated expansions; it is an error if they exceed a multiple of the text's size.
    void repeat(std::size_t characters, const Token& use);

    Lexer lexer_;
    Token token_;
    int depth_ = 0, deepest_ = 0;  ///< current nesting depth, and the deepest so far
    Function* function_ = nullptr;
    std::unordered_set<std::string> function_names_;
    std::vector<Type> result_types_;  ///< of the current op, set at its end
    bool inherits_location_ = false;
    bool in_mhlo_op_ = false;  ///< read MHLO attributes as StableHLO's
    std::unordered_map<std::string_view, ValueRange> values_;
    std::unordered_map<ValueId, ValueId> aliases_;  ///< result of a replaced op -> its replacement
    std::vector<Scope> scopes_;
    std::unordered_map<std::string_view, Alias<Attribute>> attribute_aliases_;
    std::unordered_map<std::string_view, Alias<Type>> type_aliases_;
    /// Characters in expansions of aliases and resources so far, and their limit.
    std::size_t expanded_ = 0, most_expanded_;
    std::unordered_map<std::string, std::string_view> resources_;
    /// Locations while reading. An alias may be used before its definition, so ids are drafts until
    /// `settle_locations`.
    LocationTable drafts_;
    std::unordered_map<std::string_view, LocationId> location_aliases_;  ///< alias -> its placeholder draft
    std::unordered_map<LocationId, LocationId> alias_targets_;  ///< placeholder draft -> its definition
    std::unordered_map<LocationId, Token> alias_uses_;
    std::unordered_map<LocationId, LocationId> settled_;
};

inline constexpr int deepest_nesting = 200;

/// Counts nested types, attributes and regions; nesting beyond the limit is an error instead of a stack
/// overflow.
class DepthGuard {
public:
    explicit DepthGuard(TextParser& parser, int limit = deepest_nesting);
    ~DepthGuard() { parser_.depth_--; }
    DepthGuard(const DepthGuard&) = delete;
    DepthGuard& operator=(const DepthGuard&) = delete;

private:
    TextParser& parser_;
};

}  // namespace hlo2c::frontend
