#include <fmt/format.h>

#include "codegen/library/files.h"
#include "codegen/library/self_test_texts.h"
#include "codegen/library/test_vectors.h"
#include "codegen/text/text.h"

namespace hlo2c::codegen {

namespace {

std::string notice_of(const LibraryModel& model, bool has_vectors) {
    if (model.may_refuse()) return "Calls the library without hooks: it must run, or report what is missing.";
    const std::string& why = model.options->untested;
    const std::string what = has_vectors
                                 ? "Runs the library on stored inputs and compares with stored results."
                                 : "Runs the library on generated inputs, twice, and compares.";
    return what + (why.empty() ? "" : " " + why);
}

/// The places in the test where pools matter; empty without any besides the arena.
void add_pool_pieces(const LibraryModel& model, const std::map<std::string, std::string>& names,
                     std::map<std::string, std::string>& pieces) {
    for (const char* piece : {"fill_pools", "check_pools", "refuse_pools"}) pieces[piece] = "";
    if (!model.has_further_pools()) return;
    pieces["fill_pools"] = "    fill_pools(pattern);\n";
    pieces["check_pools"] = "    check_pools(pattern);\n";
    pieces["refuse_pools"] = "    check_pool_refusals(function, in, out, arena, context);\n";
    pieces["load"] = fill_in(make_pools_lines, names) + pieces["load"];
    pieces["free"] += fill_in(free_pools_lines, names);
    std::vector<std::string> rows;
    for (const FunctionModel& function : model.functions) {
        std::vector<std::string> row;
        for (const scheduler::PoolUse& use : function.plan->further_pools)
            row.push_back(use.bytes > 0 ? "1" : "0");
        rows.push_back("{" + join(row, ", ") + "}");
    }
    pieces["used"] = join(rows, ", ");
}

}  // namespace

std::vector<CFile> write_self_test(const LibraryModel& model) {
    const bool has_vectors = !model.options->test_vectors.empty() && !model.may_refuse();
    const bool loads = model.has_blob() && model.storage == WeightStorage::Blob;
    const std::map<std::string, std::string> names = {{"name", model.name}, {"NAME", model.upper}};
    std::map<std::string, std::string> pieces = names;
    pieces["includes"] = has_vectors ? fmt::format("#include \"{}_vectors.h\"\n", model.name) : "";
    pieces["parameters"] = loads ? "int count, char **arguments" : "void";
    pieces["load"] = loads ? fill_in(load_lines, names) : "";
    pieces["free"] = loads ? "    free((void *)(uintptr_t)context.weights);\n" : "";
    const bool is_usual =
        largest_alignment(model) == area_alignment && model.arena_alignment == area_alignment;
    pieces["alignment"] =
        is_usual ? model.upper + "_ARENA_ALIGN" : fmt::format("{}u", largest_alignment(model));
    add_pool_pieces(model, names, pieces);
    const std::string file = model.name + "_test.c";
    std::string text = file_notice(model, file, notice_of(model, has_vectors));
    pieces["give"] = has_vectors ? give_stored : give_generated;
    pieces["judge"] = has_vectors ? judge_stored : "";
    pieces["compare"] = has_vectors ? compare_stored : compare_generated;
    const std::string call_once = test_alone;
    const std::string call_twice = std::string(has_vectors ? test_stored : test_generated) + test_runs;
    text += std::string(test_start) + (model.has_further_pools() ? test_pools : "") +
            (model.may_refuse() ? "" : test_call) + test_refusals +
            (model.may_refuse() ? call_once : call_twice) +
            (has_vectors ? test_each_vector : test_each_function) + (loads ? test_blob : "") + test_main;
    std::vector<CFile> files = {{"test/" + file, fill_in(text, pieces), FilePart::Test}};
    if (has_vectors) files.push_back(vectors_file(model));
    return files;
}

}  // namespace hlo2c::codegen
