#include <fmt/format.h>

#include "codegen/library/files.h"
#include "codegen/library/self_test_texts.h"
#include "codegen/library/test_vectors.h"
#include "codegen/text/text.h"

namespace hlo2c::codegen {

namespace {

std::string generated_notice(const LibraryModel& model) {
    const std::string& why = model.options->untested;
    return "Runs the library on generated inputs, twice, and compares." + (why.empty() ? "" : " " + why);
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
    const std::string file = model.name + "_test.c";
    std::string text =
        file_notice(model, file,
                    model.may_refuse() ? "Calls the library without hooks: it runs, or says what it misses."
                    : has_vectors      ? "Runs the library on stored inputs and compares with stored results."
                                       : generated_notice(model));
    text += std::string(test_start) + (model.may_refuse() ? "" : test_call) + test_refusals +
            (model.may_refuse() ? test_alone
             : has_vectors      ? test_stored
                                : test_generated) +
            (loads ? test_blob : "") + test_main;
    std::vector<CFile> files = {{"test/" + file, fill_in(text, pieces), FilePart::Test}};
    if (has_vectors) files.push_back(vectors_file(model));
    return files;
}

}  // namespace hlo2c::codegen
