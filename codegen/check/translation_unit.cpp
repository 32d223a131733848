#include <clang/AST/ASTConsumer.h>
#include <clang/AST/ASTContext.h>
#include <clang/AST/RecursiveASTVisitor.h>
#include <clang/Basic/Builtins.h>
#include <clang/Frontend/CompilerInstance.h>
#include <clang/Frontend/FrontendAction.h>
#include <clang/Tooling/Tooling.h>
#include <fmt/format.h>
#include <llvm/Support/VirtualFileSystem.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <set>
#include <sstream>

#include "codegen/check/abbreviate.h"
#include "codegen/check/facts.h"
#include "codegen/check/headers.h"
#include "frontend/integer_division.h"

namespace hlo2c::codegen {
namespace {

constexpr const char* library_root = "/hlo2c-library/";
constexpr const char* header_root = "/hlo2c-headers/";

std::string without_root(llvm::StringRef path) {
    path.consume_front(library_root);
    return path.str();
}

/// True for builtins named after a C library function that compilers always expand in place. The emitted C
/// uses fma only where a macro says that it is an instruction.
bool always_expanded(llvm::StringRef name) {
    static const std::set<std::string> names = {
        "abs",       "labs",      "llabs",       "fabs",      "fabsf", "fabsl", "copysign",
        "copysignf", "copysignl", "inf",         "inff",      "infl",  "nan",   "nanf",
        "nanl",      "huge_val",  "huge_valf",   "huge_vall", "isnan", "isinf", "isfinite",
        "signbit",   "expect",    "unreachable", "trap",      "fma",   "fmaf"};
    return names.count(name.str()) != 0;
}

/// Where the locals of a function are used, which decides how long each takes space.
struct LocalUses {
    std::map<const clang::VarDecl*, unsigned> first_use, last_use;  ///< positions in the file
    std::set<const clang::VarDecl*> address_taken;
};

/// Reads declarations and bodies of the library's own files; skips system headers.
class Reader {
public:
    Reader(clang::ASTContext& context, SourceFacts& facts) : context_(context), facts_(facts) {}

    void read(clang::Decl* declaration);

private:
    friend class BodyVisitor;

    bool is_ours(clang::SourceLocation location) const {
        const auto& manager = context_.getSourceManager();
        return location.isValid() && !manager.isInSystemHeader(manager.getExpansionLoc(location));
    }
    clang::PresumedLoc place(clang::SourceLocation location) const {
        const auto& manager = context_.getSourceManager();
        return manager.getPresumedLoc(manager.getExpansionLoc(location));
    }
    std::string file_of(clang::SourceLocation location) const {
        return without_root(place(location).getFilename());
    }
    int line_of(clang::SourceLocation location) const { return static_cast<int>(place(location).getLine()); }

    unsigned position(clang::SourceLocation location) const {
        return context_.getSourceManager().getExpansionLoc(location).getRawEncoding();
    }

    void add_violation(const char* rule, clang::SourceLocation location, std::string text) {
        facts_.violations.push_back({rule, file_of(location), line_of(location), std::move(text)});
    }
    FunctionKey key_of(const clang::FunctionDecl* function) const;
    std::string type_of(clang::QualType type) const { return type.getCanonicalType().getAsString(); }
    void check_variable(const clang::VarDecl* variable);
    void read_function(clang::FunctionDecl* function);
    void read_global(clang::VarDecl* variable);
    void note_external(const clang::FunctionDecl* function, clang::SourceLocation location);
    std::int64_t frame_bytes(const clang::Stmt* statement, const LocalUses& uses) const;
    std::int64_t declared_bytes(const clang::VarDecl* variable) const;

    clang::ASTContext& context_;
    SourceFacts& facts_;
};

/// Collects the uses of functions and data in one body or initialiser.
class BodyVisitor : public clang::RecursiveASTVisitor<BodyVisitor> {
public:
    BodyVisitor(Reader& reader, FunctionFacts* function) : reader_(reader), function_(function) {}

    bool shouldVisitImplicitCode() const { return false; }

    bool VisitCallExpr(clang::CallExpr* call) {
        const clang::Expr* callee = call->getCallee()->IgnoreParenImpCasts();
        if (const auto* reference = llvm::dyn_cast<clang::DeclRefExpr>(callee)) called_.insert(reference);
        if (call->getDirectCallee() == nullptr && function_ != nullptr) {
            clang::QualType type = callee->getType();
            if (type->isPointerType()) type = type->getPointeeType();
            std::string name = "pointer";
            if (const auto* member = llvm::dyn_cast<clang::MemberExpr>(callee))
                name = member->getMemberDecl()->getNameAsString();
            else if (const auto* reference = llvm::dyn_cast<clang::DeclRefExpr>(callee))
                name = reference->getDecl()->getNameAsString();
            function_->indirect_calls.push_back(
                {std::move(name), reader_.type_of(type), reader_.line_of(call->getBeginLoc())});
        }
        return true;
    }

    bool VisitDeclRefExpr(clang::DeclRefExpr* reference) {
        if (auto* function = llvm::dyn_cast<clang::FunctionDecl>(reference->getDecl()))
            use_function(function, reference);
        else if (auto* variable = llvm::dyn_cast<clang::VarDecl>(reference->getDecl()))
            use_variable(variable, reference->getLocation());
        return true;
    }

    bool VisitUnaryOperator(clang::UnaryOperator* operation) {
        if (operation->getOpcode() != clang::UO_AddrOf) return true;
        const auto* reference = llvm::dyn_cast<clang::DeclRefExpr>(operation->getSubExpr()->IgnoreParens());
        if (reference == nullptr) return true;
        if (const auto* variable = llvm::dyn_cast<clang::VarDecl>(reference->getDecl()))
            uses_.address_taken.insert(variable);
        return true;
    }

    const LocalUses& uses() const { return uses_; }

    bool VisitVarDecl(clang::VarDecl* variable) {
        reader_.check_variable(variable);
        return true;
    }

    bool TraverseInitListExpr(clang::InitListExpr* list, DataRecursionQueue* queue = nullptr) {
        const auto* array = list->getType()->getAsArrayTypeUnsafe();
        if (function_ == nullptr && array != nullptr && array->getElementType()->isArithmeticType())
            return true;
        return RecursiveASTVisitor::TraverseInitListExpr(list, queue);
    }

private:
    void use_function(clang::FunctionDecl* function, clang::DeclRefExpr* reference) {
        const bool is_call = called_.count(reference) != 0;
        if (reader_.is_ours(function->getLocation()) || function->isExternC() || function->isGlobal())
            reader_.note_external(function, reference->getLocation());
        if (function_ != nullptr) {
            function_->uses.push_back({reader_.key_of(function), function->getNameAsString(), is_call,
                                       reader_.line_of(reference->getLocation())});
        } else {
            reader_.facts_.table_entries.push_back(
                {reader_.key_of(function), reader_.type_of(function->getType())});
        }
    }

    void use_variable(clang::VarDecl* variable, clang::SourceLocation location) {
        const unsigned position = reader_.position(location);
        unsigned& first = uses_.first_use.emplace(variable, position).first->second;
        first = std::min(first, position);
        unsigned& last = uses_.last_use[variable];
        last = std::max(last, position);
        if (!variable->hasExternalStorage() || variable->getDefinition() != nullptr) return;
        reader_.facts_.external_uses.push_back(
            {variable->getNameAsString(), reader_.file_of(location), reader_.line_of(location)});
    }

    Reader& reader_;
    FunctionFacts* function_;
    std::set<const clang::DeclRefExpr*> called_;
    LocalUses uses_;
};

FunctionKey Reader::key_of(const clang::FunctionDecl* function) const {
    if (function->isExternallyVisible()) return function->getNameAsString();
    const clang::FunctionDecl* definition = function->getDefinition();
    return file_of((definition ? definition : function)->getLocation()) + ":" + function->getNameAsString();
}

void Reader::note_external(const clang::FunctionDecl* function, clang::SourceLocation location) {
    if (function->getDefinition() != nullptr || !function->isExternallyVisible()) return;
    std::string name = function->getNameAsString();
    if (const unsigned builtin = function->getBuiltinID()) {
        llvm::StringRef plain = name;
        if (plain.consume_front("__builtin_")) {
            const bool allocates = plain.startswith("alloca");
            if (!allocates && (!context_.BuiltinInfo.isLibFunction(builtin) || always_expanded(plain)))
                return;
            name = plain.str();
        } else if (!context_.BuiltinInfo.isPredefinedLibFunction(builtin)) {
            return;
        }
    }
    facts_.external_uses.push_back({std::move(name), file_of(location), line_of(location)});
}

void Reader::check_variable(const clang::VarDecl* variable) {
    const clang::QualType type = variable->getType();
    const bool is_parameter = llvm::isa<clang::ParmVarDecl>(variable);
    if (!is_parameter && type->isVariablyModifiedType())
        add_violation("vla", variable->getLocation(),
                      fmt::format("the size of '{}' is not constant", variable->getNameAsString()));
    if (is_parameter || variable->hasLocalStorage() || !variable->isThisDeclarationADefinition()) return;
    if (!type.isConstant(context_))
        add_violation(
            "mutable-global", variable->getLocation(),
            fmt::format("'{}' of type '{}' is not const", variable->getNameAsString(), type.getAsString()));
}

std::int64_t Reader::declared_bytes(const clang::VarDecl* variable) const {
    if (!variable->hasLocalStorage() || variable->getType()->isVariablyModifiedType() ||
        variable->getType()->isIncompleteType())
        return 0;
    const std::int64_t size = context_.getTypeSizeInChars(variable->getType()).getQuantity();
    const std::int64_t alignment =
        std::max<std::int64_t>(1, context_.toCharUnitsFromBits(variable->getMaxAlignment()).getQuantity());
    return round_up(size, alignment);
}

/// The most bytes of locals that are live at once in `statement`. Sibling scopes share space. Arrays,
/// structures and variables whose address is taken live to the end of their scope. A mutable number or vector
/// lives from its first value to the last statement of its scope that mentions it. A const number or vector
/// whose address is not taken only names an expression and takes no declared space.
std::int64_t Reader::frame_bytes(const clang::Stmt* statement, const LocalUses& uses) const {
    if (statement == nullptr) return 0;
    struct Value {
        unsigned first_use, last_use;
        std::int64_t bytes;
    };
    std::vector<Value> values;
    std::int64_t storage = 0, most = 0;
    if (const auto* literal = llvm::dyn_cast<clang::CompoundLiteralExpr>(statement))
        if (!literal->getType()->isVariablyModifiedType() && !literal->getType()->isVectorType())
            storage += context_.getTypeSizeInChars(literal->getType()).getQuantity();
    for (const clang::Stmt* child : statement->children()) {
        if (child == nullptr) continue;
        const unsigned begin = position(child->getBeginLoc());
        if (llvm::isa<clang::CompoundStmt>(statement))
            std::erase_if(values, [&](const Value& value) { return value.last_use < begin; });
        std::int64_t inside = 0;
        if (const auto* declarations = llvm::dyn_cast<clang::DeclStmt>(child)) {
            for (const clang::Decl* declaration : declarations->decls()) {
                const auto* variable = llvm::dyn_cast<clang::VarDecl>(declaration);
                if (variable == nullptr) continue;
                const clang::QualType type = variable->getType();
                const bool is_value =
                    (type->isScalarType() || type->isVectorType()) && uses.address_taken.count(variable) == 0;
                const auto used = uses.last_use.find(variable);
                if (is_value && !type.isConstQualified() && used != uses.last_use.end())
                    values.push_back({variable->hasInit() ? begin : uses.first_use.at(variable), used->second,
                                      declared_bytes(variable)});
                else if (!is_value)
                    storage += declared_bytes(variable);
                if (variable->hasInit()) inside = std::max(inside, frame_bytes(variable->getInit(), uses));
            }
        } else {
            inside = frame_bytes(child, uses);
        }
        std::int64_t alive = storage + inside;
        const unsigned end = position(child->getEndLoc());
        for (const Value& value : values)
            if (value.first_use <= end) alive += value.bytes;
        most = std::max(most, alive);
    }
    return std::max(most, storage);
}

void Reader::read_function(clang::FunctionDecl* function) {
    if (!function->isThisDeclarationADefinition()) return;
    const FunctionKey key = key_of(function);
    if (facts_.functions.count(key) != 0) return;
    FunctionFacts found;
    found.name = function->getNameAsString();
    found.file = file_of(function->getLocation());
    found.line = line_of(function->getLocation());
    found.external = function->isExternallyVisible();
    BodyVisitor visitor(*this, &found);
    for (clang::ParmVarDecl* parameter : function->parameters()) {
        if (parameter->getType()->isRecordType()) found.stack_bytes += declared_bytes(parameter);
        visitor.VisitVarDecl(parameter);
    }
    visitor.TraverseStmt(function->getBody());
    found.stack_bytes += frame_bytes(function->getBody(), visitor.uses());
    facts_.functions.emplace(key, std::move(found));
}

void Reader::read_global(clang::VarDecl* variable) {
    check_variable(variable);
    if (variable->isThisDeclarationADefinition() && variable->isExternallyVisible())
        facts_.external_objects.emplace(
            variable->getNameAsString(),
            file_of(variable->getLocation()) + ":" + std::to_string(line_of(variable->getLocation())));
    if (variable->hasInit()) BodyVisitor(*this, nullptr).TraverseStmt(variable->getInit());
}

void Reader::read(clang::Decl* declaration) {
    if (!is_ours(declaration->getLocation())) return;
    if (auto* function = llvm::dyn_cast<clang::FunctionDecl>(declaration))
        read_function(function);
    else if (auto* variable = llvm::dyn_cast<clang::VarDecl>(declaration))
        read_global(variable);
}

class Consumer : public clang::ASTConsumer {
public:
    explicit Consumer(SourceFacts& facts) : facts_(facts) {}
    void HandleTranslationUnit(clang::ASTContext& context) override {
        Reader reader(context, facts_);
        for (clang::Decl* declaration : context.getTranslationUnitDecl()->decls()) reader.read(declaration);
    }

private:
    SourceFacts& facts_;
};

class Action : public clang::ASTFrontendAction {
public:
    explicit Action(SourceFacts& facts) : facts_(facts) {}
    std::unique_ptr<clang::ASTConsumer> CreateASTConsumer(clang::CompilerInstance&,
                                                          llvm::StringRef) override {
        return std::make_unique<Consumer>(facts_);
    }

private:
    SourceFacts& facts_;
};

/// Turns each warning and error into a violation. One outside of the library has no file: the flags are
/// wrong.
class Listener : public clang::DiagnosticConsumer {
public:
    explicit Listener(SourceFacts& facts) : facts_(facts) {}
    void HandleDiagnostic(clang::DiagnosticsEngine::Level level,
                          const clang::Diagnostic& diagnostic) override {
        DiagnosticConsumer::HandleDiagnostic(level, diagnostic);
        if (level < clang::DiagnosticsEngine::Warning) return;
        llvm::SmallString<128> text;
        diagnostic.FormatDiagnostic(text);
        Violation violation{"parse", "", 0, text.str().str()};
        if (diagnostic.hasSourceManager() && diagnostic.getLocation().isValid()) {
            const auto& manager = diagnostic.getSourceManager();
            const auto place = manager.getPresumedLoc(manager.getExpansionLoc(diagnostic.getLocation()));
            const llvm::StringRef file = place.getFilename();
            if (file.startswith(library_root) || file.startswith(header_root)) {
                violation.file = without_root(file);
                violation.line = static_cast<int>(place.getLine());
            } else {
                violation.text = fmt::format("{}:{}: {}", file.str(), place.getLine(), violation.text);
            }
        }
        facts_.violations.push_back(std::move(violation));
    }

private:
    SourceFacts& facts_;
};

std::vector<std::string> command_line(const std::vector<SourceFile>& sources, const std::string& main_file,
                                      const CertificateOptions& options) {
    std::vector<std::string> arguments = {"clang",
                                          "-fsyntax-only",
                                          "-xc",
                                          "-std=c11",
                                          "-Wall",
                                          "-Wextra",
                                          "-pedantic",
                                          "-nostdlibinc",
                                          "-ferror-limit=20",
                                          "-fno-spell-checking",
                                          "-fno-caret-diagnostics",
                                          "-D__SCE__"};
    if (!options.triple.empty()) arguments.push_back(fmt::format("--target={}", options.triple));
    std::istringstream flags(options.c_flags);
    for (std::string flag; flags >> flag;) arguments.push_back(flag);
    arguments.insert(arguments.end(), {"-resource-dir", clang_resource_directory(), "-isystem", header_root});
    std::set<std::string> include_directories;
    for (const SourceFile& file : sources)
        if (file.path.ends_with(".h"))
            include_directories.insert(
                std::filesystem::path(library_root + file.path).parent_path().string());
    for (const std::string& directory : include_directories)
        arguments.push_back(fmt::format("-I{}", directory));
    for (const std::string& directory :
         {"/usr/lib/" + options.triple + "/include", "/usr/" + options.triple + "/include",
          "/usr/include/" + options.triple})
        if (std::filesystem::exists(directory)) arguments.insert(arguments.end(), {"-idirafter", directory});
    if (std::filesystem::exists("/usr/include/" + options.triple))
        arguments.insert(arguments.end(), {"-idirafter", "/usr/include"});
    arguments.push_back(library_root + main_file);
    return arguments;
}

}  // namespace

SourceFacts scan_translation_unit(const std::vector<SourceFile>& sources, const std::string& main_file,
                                  const CertificateOptions& options) {
    auto in_memory = llvm::makeIntrusiveRefCnt<llvm::vfs::InMemoryFileSystem>();
    for (const SourceFile& file : sources)
        if (file.path == main_file || file.path.ends_with(".h") || file.path.ends_with(".inc"))
            in_memory->addFile(
                library_root + file.path, 0,
                llvm::MemoryBuffer::getMemBufferCopy(abbreviate_number_lists(file.text), file.path));
    for (const auto& [name, text] : c_library_headers())
        in_memory->addFile(header_root + name, 0, llvm::MemoryBuffer::getMemBufferCopy(text, name));
    auto layers = llvm::makeIntrusiveRefCnt<llvm::vfs::OverlayFileSystem>(llvm::vfs::getRealFileSystem());
    layers->pushOverlay(in_memory);
    auto files = llvm::makeIntrusiveRefCnt<clang::FileManager>(clang::FileSystemOptions(), layers);

    SourceFacts facts;
    Listener listener(facts);
    clang::tooling::ToolInvocation invocation(command_line(sources, main_file, options),
                                              std::make_unique<Action>(facts), files.get());
    invocation.setDiagnosticConsumer(&listener);
    const bool parsed = invocation.run();
    if (!parsed && facts.violations.empty())
        facts.violations.push_back({"parse", main_file, 0, "Clang could not read the file"});
    return facts;
}

}  // namespace hlo2c::codegen
