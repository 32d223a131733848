#include "frontend/forms/jax_export/reader.h"

#include <exported_generated.h>
#include <fmt/format.h>

#include <algorithm>
#include <cstring>

#include "frontend/error_numbers.h"
#include "frontend/forms/bytecode/reader.h"
#include "frontend/forms/jax_export/tree_paths.h"
#include "frontend/ir/attributes.h"
#include "frontend/ir/declarations.h"
#include "frontend/ir/location_order.h"
#include "frontend/ir/structures.h"
#include "frontend/platforms.h"

namespace hlo2c::frontend {
namespace {

namespace wire = jax_export::wire;
using jax_export::Tree;

[[noreturn]] void malformed(const std::string& path, std::string message) {
    fail(read_error::malformed, Place{.file = path}, std::move(message),
         "The file is damaged or truncated: export it again.");
}

template <typename T>
T number_at(std::string_view bytes, std::size_t position) {
    T value{};
    if (position <= bytes.size() && bytes.size() - position >= sizeof value)
        std::memcpy(&value, bytes.data() + position, sizeof value);
    return value;
}

std::string text(const flatbuffers::String* string) {
    return string != nullptr ? string->str() : std::string();
}

template <typename List>
std::vector<std::string> texts(const List* list) {
    std::vector<std::string> result;
    if (list != nullptr)
        for (const flatbuffers::String* element : *list) result.push_back(text(element));
    return result;
}

template <typename List>
std::size_t size_of(const List* list) {
    return list != nullptr ? list->size() : 0;
}

Tree tree_of(const wire::TreeNode* node) {
    Tree tree;
    if (node == nullptr) return tree;
    constexpr int most_kinds = 6;
    const int kind = node->kind();
    tree.kind = kind >= 0 && kind < most_kinds ? static_cast<Tree::Kind>(kind) : Tree::Kind::Custom;
    if (node->children() != nullptr)
        for (const wire::TreeNode* child : *node->children()) tree.children.push_back(tree_of(child));
    tree.names = texts(node->names());
    return tree;
}

std::string axes_text(const std::vector<std::string>& axes) {
    std::string list;
    for (const std::string& axis : axes) list += fmt::format("{}\"{}\"", list.empty() ? "" : ", ", axis);
    return "{" + list + "}";
}

/// The text of a sharding, such as `mesh<["x"=2]>, [{"x"}, {}]`, for a value of this rank; "" if it is
/// incomplete.
std::string sharding_text(const wire::Exported& exported, const wire::NamedSharding* sharding,
                          std::size_t rank) {
    if (sharding == nullptr || sharding->partition() == nullptr) return {};
    const wire::Mesh* mesh = sharding->mesh();
    if (mesh == nullptr && sharding->mesh_index().has_value() &&
        *sharding->mesh_index() < size_of(exported.unique_meshes()))
        mesh = exported.unique_meshes()->Get(*sharding->mesh_index());
    if (mesh == nullptr || size_of(mesh->sizes()) != size_of(mesh->names())) return {};
    const std::vector<std::string> names = texts(mesh->names());
    std::string axes;
    for (std::size_t i = 0; i < names.size(); i++)
        axes += fmt::format("{}\"{}\"={}", i > 0 ? ", " : "", names[i],
                            mesh->sizes()->Get(static_cast<flatbuffers::uoffset_t>(i)));
    const auto* partition = sharding->partition()->dimensions();
    if (size_of(partition) > rank) return {};
    std::string dimensions;
    for (std::size_t i = 0; i < rank; i++) {
        std::vector<std::string> used;
        if (i < size_of(partition))
            used = texts(partition->Get(static_cast<flatbuffers::uoffset_t>(i))->axes());
        dimensions += (i > 0 ? ", " : "") + axes_text(used);
    }
    return fmt::format("mesh<[{}]>, [{}]", axes, dimensions);
}

using Shardings = flatbuffers::Vector<flatbuffers::Offset<wire::Sharding>>;
using Values = flatbuffers::Vector<flatbuffers::Offset<wire::Value>>;
using Indices = flatbuffers::Vector<std::uint32_t>;

/// The values and shardings of the inputs or outputs: stored inline or, in newer files, as indices into
/// shared tables.
struct Signature {
    const wire::Exported& exported;
    const Values* values;
    const Indices* value_indices;
    const Shardings* shardings;
    const Indices* sharding_indices;

    std::size_t rank(std::size_t index) const {
        const auto i = static_cast<flatbuffers::uoffset_t>(index);
        if (i < size_of(value_indices)) {
            const std::uint32_t unique = value_indices->Get(i);
            if (unique >= size_of(exported.unique_values())) return 0;
            return size_of(exported.unique_values()->Get(unique)->shape());
        }
        return i < size_of(values) ? size_of(values->Get(i)->shape()) : 0;
    }

    std::string sharding(std::size_t index) const {
        const auto i = static_cast<flatbuffers::uoffset_t>(index);
        const wire::NamedSharding* named = nullptr;
        if (i < size_of(sharding_indices) && sharding_indices->Get(i) > 0) {
            const std::uint32_t unique = sharding_indices->Get(i) - 1;
            if (unique < size_of(exported.unique_shardings()))
                named = exported.unique_shardings()->Get(unique);
        } else if (i < size_of(shardings)) {
            named = shardings->Get(i)->named();
        }
        return sharding_text(exported, named, rank(index));
    }
};

void describe_arguments(JaxExport& result, const wire::Exported& exported) {
    const Signature inputs{exported, exported.input_values(), exported.input_value_indices(),
                           exported.input_shardings(), exported.input_sharding_indices()};
    const std::vector<std::string> paths = jax_export::input_paths(tree_of(exported.inputs()));
    const auto add = [&](std::string path, std::string sharding) {
        result.argument_paths.push_back(std::move(path));
        result.argument_shardings.push_back(std::move(sharding));
    };
    if (result.platforms.size() > 1) add("platform_index", "");
    for (std::size_t i = 0; i < size_of(exported.ordered_effects()); i++) add("token", "");
    for (std::size_t i = 0; i < size_of(exported.kept_inputs()); i++) {
        const std::size_t input = exported.kept_inputs()->Get(static_cast<flatbuffers::uoffset_t>(i));
        add(input < paths.size() ? paths[input] : std::string(), inputs.sharding(input));
    }
}

void describe_results(JaxExport& result, const wire::Exported& exported) {
    const Signature outputs{exported, exported.output_values(), exported.output_value_indices(),
                            exported.output_shardings(), exported.output_sharding_indices()};
    for (std::size_t i = 0; i < size_of(exported.ordered_effects()); i++) {
        result.result_paths.push_back("token");
        result.result_shardings.emplace_back();
    }
    const std::vector<std::string> paths = jax_export::leaf_paths(tree_of(exported.outputs()));
    for (std::size_t i = 0; i < paths.size(); i++) {
        result.result_paths.push_back("result" + paths[i]);
        result.result_shardings.push_back(outputs.sharding(i));
    }
}

bool has_entry(const DictionaryAttribute& dictionary, std::string_view name) {
    for (const NamedAttribute& named : dictionary.entries)
        if (named.first == name) return true;
    return false;
}

void add_sharding(DictionaryAttribute& dictionary, const std::string& sharding) {
    if (sharding.empty() || has_entry(dictionary, declarations::sharding) ||
        has_entry(dictionary, attr::mhlo_sharding))
        return;
    dictionary.entries.emplace_back(declarations::sharding,
                                    StructAttribute{structures::sharding, {}, sharding});
}

/// Adds names and shardings from the file to the entry point, unless the artifact has them.
void annotate(Program& program, const JaxExport& exported) {
    Function& main = program.main();
    const std::vector<ValueId>& arguments = main.arguments();
    const bool sharded = exported.devices > 1;
    for (std::size_t i = 0; arguments.size() == exported.argument_paths.size() && i < arguments.size(); i++) {
        Value& value = main.values[arguments[i]];
        if (!exported.argument_paths[i].empty() && program.locations.name(value.location).empty()) {
            Location named{Location::Kind::Name, exported.argument_paths[i]};
            if (value.location != unknown_location) named.children = {value.location};
            value.location = program.locations.intern(std::move(named));
        }
        if (sharded) add_sharding(main.argument_attributes[i], exported.argument_shardings[i]);
    }
    const std::size_t results = main.result_types.size();
    for (std::size_t i = 0; results == exported.result_paths.size() && i < results; i++) {
        DictionaryAttribute& attributes = main.result_attributes[i];
        if (!has_entry(attributes, declarations::result_info))
            attributes.entries.emplace_back(declarations::result_info, exported.result_paths[i]);
        if (sharded) add_sharding(attributes, exported.result_shardings[i]);
    }
    if (program.name.empty()) program.name = exported.function_name;
    order_locations(program);
}

/// An export for several platforms takes the index of the current platform as its first argument. The emitted
/// C runs on a CPU, so the argument becomes a constant: the index of the CPU, or 0 if the CPU is not among
/// the platforms.
void choose_platform(Program& program, const JaxExport& exported) {
    Function& main = program.main();
    std::vector<ValueId>& arguments = main.body.arguments;
    if (exported.platforms.size() < 2 || arguments.size() != exported.argument_paths.size()) return;
    const ValueId platform = arguments[0];
    const Type& type = main.type(platform);
    if (!type.is_tensor() || type.as_tensor().rank() != 0 || !is_integer(type.as_tensor().element)) return;
    const auto cpu = std::find(exported.platforms.begin(), exported.platforms.end(), "cpu");
    const auto number = cpu != exported.platforms.end() ? cpu - exported.platforms.begin() : 0;
    Op constant{.code = OpCode::Constant, .results = {platform}};
    constant.location = main.values[platform].location;
    constant.set(attr::value, Literal::from_values<std::int64_t>(type.as_tensor(), {number}));
    main.body.ops.insert(main.body.ops.begin(), std::move(constant));
    arguments.erase(arguments.begin());
    main.argument_attributes.erase(main.argument_attributes.begin());
}

}  // namespace

bool is_jax_export(std::string_view bytes) {
    // A flatbuffer table starts with the distance back to its vtable, which starts with its own size.
    constexpr std::size_t most_fields = 64;
    const auto root = static_cast<std::size_t>(number_at<std::uint32_t>(bytes, 0));
    if (root < 4 || root + 4 > bytes.size()) return false;
    const std::int64_t fields = static_cast<std::int64_t>(root) - number_at<std::int32_t>(bytes, root);
    if (fields < 4 || fields + 4 > static_cast<std::int64_t>(bytes.size())) return false;
    const auto size = number_at<std::uint16_t>(bytes, static_cast<std::size_t>(fields));
    return size >= 4 && size % 2 == 0 && size <= 4 + 2 * most_fields &&
           bytes.find("ML\xefR") != std::string_view::npos;
}

JaxExport read_jax_export(std::string_view bytes, const std::string& path) {
    const auto* data = reinterpret_cast<const std::uint8_t*>(bytes.data());
    flatbuffers::Verifier verifier(data, bytes.size());
    if (!wire::VerifyExportedBuffer(verifier))
        fail(read_error::malformed, Place{.file = path, .byte_offset = static_cast<long long>(bytes.size())},
             fmt::format("a table of this jax.export file lies outside its {} bytes, or is damaged",
                         bytes.size()),
             "The file may have been truncated or changed. Export the program again.");
    const wire::Exported& exported = *wire::GetExported(data);
    JaxExport result;
    result.function_name = text(exported.function_name());
    result.platforms = texts(exported.platforms());
    result.devices = static_cast<int>(
        exported.devices() != 0 ? exported.devices()
                                : static_cast<unsigned>(std::max<int>(exported.devices_before(), 1)));
    result.calling_convention = exported.calling_convention();
    if (exported.artifact() == nullptr || exported.artifact()->size() == 0)
        malformed(path, "this jax.export file contains no program");
    result.artifact_begin = static_cast<std::size_t>(exported.artifact()->data() - data);
    result.artifact_size = exported.artifact()->size();
    describe_arguments(result, exported);
    describe_results(result, exported);
    return result;
}

Program read_jax_export_program(std::string_view bytes, std::string path,
                                std::function<void(std::size_t begin, std::size_t size)> release) {
    const JaxExport exported = read_jax_export(bytes, path);
    Program program = read_bytecode(bytes.substr(exported.artifact_begin, exported.artifact_size),
                                    std::move(path), {exported.artifact_begin, std::move(release)});
    annotate(program, exported);
    choose_platform(program, exported);
    keep_platforms(program, exported.platforms);
    return program;
}

}  // namespace hlo2c::frontend
