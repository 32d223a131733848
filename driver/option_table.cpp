#include "driver/option_table.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <vector>

namespace hlo2c::driver {
namespace {

using Apps = std::vector<const CLI::App*>;

Apps verbs_of(const CLI::App& app) {
    return app.get_subcommands([](const CLI::App*) { return true; });
}

std::vector<const CLI::Option*> options_of(const CLI::App& app) {
    return app.get_options([](const CLI::Option* option) { return !option->get_group().empty(); });
}

std::vector<std::string> spellings(const CLI::Option& option) {
    std::vector<std::string> names;
    for (const std::string& name : option.get_snames()) names.push_back("-" + name);
    for (const std::string& name : option.get_lnames()) names.push_back("--" + name);
    return names;
}

std::vector<std::string> all_spellings(const CLI::App& app) {
    std::vector<std::string> names;
    for (const CLI::Option* option : options_of(app))
        for (const std::string& name : spellings(*option)) names.push_back(name);
    return names;
}

bool takes_value(const CLI::Option& option) {
    return option.get_items_expected_max() > 0;
}

std::string roff(const std::string& text) {
    std::string out;
    for (char c : text) out += c == '-' ? "\\-" : c == '\\' ? "\\e" : std::string(1, c);
    return out.starts_with('.') || out.starts_with('\'') ? "\\&" + out : out;
}

std::string roff_options(const CLI::App& app) {
    std::string out;
    for (const CLI::Option* option : options_of(app)) {
        std::string head;
        if (option->nonpositional()) {
            head = fmt::format("{}", fmt::join(spellings(*option), ", "));
            if (takes_value(*option)) head += " " + option->get_type_name();
        } else {
            head = option->get_type_name();
        }
        std::string description = option->get_description();
        if (!option->get_default_str().empty())
            description += " (default: " + option->get_default_str() + ")";
        out += fmt::format(".TP\n.B {}\n{}\n", roff(head), roff(description));
    }
    return out;
}

std::size_t edit_distance(const std::string& a, const std::string& b) {
    std::vector<std::size_t> row(b.size() + 1);
    for (std::size_t j = 0; j <= b.size(); j++) row[j] = j;
    for (std::size_t i = 1; i <= a.size(); i++) {
        std::size_t diagonal = row[0];
        row[0] = i;
        for (std::size_t j = 1; j <= b.size(); j++) {
            const std::size_t above = row[j];
            row[j] = std::min({above + 1, row[j - 1] + 1, diagonal + (a[i - 1] == b[j - 1] ? 0 : 1)});
            diagonal = above;
        }
    }
    return row.back();
}

std::string bash_completion(const CLI::App& app) {
    std::vector<std::string> names;
    std::string cases;
    for (const CLI::App* verb : verbs_of(app)) {
        names.push_back(verb->get_name());
        cases += fmt::format("        {}) words=\"{}\" ;;\n", verb->get_name(),
                             fmt::join(all_spellings(*verb), " "));
    }
    return fmt::format(R"(_hlo2c() {{
    local current="${{COMP_WORDS[COMP_CWORD]}}" words=""
    case "${{COMP_WORDS[1]}}" in
{}        *) words="{}" ;;
    esac
    [ "$COMP_CWORD" -eq 1 ] && words="{}"
    case "$current" in
        -*) mapfile -t COMPREPLY < <(compgen -W "$words" -- "$current") ;;
        *) [ "$COMP_CWORD" -eq 1 ] && mapfile -t COMPREPLY < <(compgen -W "$words" -- "$current") ;;
    esac
}}
complete -o default -F _hlo2c hlo2c
)",
                       cases, fmt::join(all_spellings(app), " "), fmt::join(names, " "));
}

std::string fish_text(const std::string& text) {
    std::string out;
    for (char c : text) out += c == '\'' || c == '\\' ? std::string("\\") + c : std::string(1, c);
    return out;
}

std::string fish_completion(const CLI::App& app) {
    std::string out;
    for (const CLI::App* verb : verbs_of(app)) {
        out += fmt::format("complete -c hlo2c -n __fish_use_subcommand -a {} -d '{}'\n", verb->get_name(),
                           fish_text(verb->get_description()));
        for (const CLI::Option* option : options_of(*verb)) {
            for (const std::string& name : option->get_lnames()) {
                out += fmt::format("complete -c hlo2c -n '__fish_seen_subcommand_from {}' -l {}{} -d '{}'\n",
                                   verb->get_name(), name, takes_value(*option) ? " -r" : "",
                                   fish_text(option->get_description()));
            }
        }
    }
    return out;
}

}  // namespace

std::string man_page(const CLI::App& app, const std::string& version) {
    std::string out = fmt::format(".TH HLO2C 1 \"\" \"hlo2c {}\"\n.SH NAME\nhlo2c \\- {}\n", version,
                                  roff(app.get_description()));
    out += ".SH SYNOPSIS\n.B hlo2c\n.I VERB\n.RI [ OPTIONS ]\n.SH VERBS\n";
    for (const CLI::App* verb : verbs_of(app)) {
        std::string positional;
        for (const CLI::Option* option : options_of(*verb))
            if (!option->nonpositional()) positional += " " + option->get_type_name();
        out += fmt::format(".SS \"hlo2c {}{}\"\n{}.\n", roff(verb->get_name()), roff(positional),
                           roff(verb->get_description()));
        out += roff_options(*verb);
    }
    out +=
        ".SH EXIT STATUS\n.TP\n.B 0\nsuccess\n.TP\n.B 1\nan error in the input or on the command line\n"
        ".TP\n.B 2\nan unsupported input or option\n.TP\n.B 3\nresults differ, or the memory plan "
        "is over its "
        "capacity\n.TP\n.B 70\na bug in hlo2c\n"
        ".SH ENVIRONMENT\n.TP\n.B CC\nthe C compiler that run, bench and verify use, unless \\-\\-cc names "
        "one\n"
        ".TP\n.B NO_COLOR\nshow errors without colour\n.TP\n.B TMPDIR\nparent of temporary directories"
        "\n";
    return out;
}

std::string completion_script(const CLI::App& app, const std::string& shell) {
    if (shell == "fish") return fish_completion(app);
    if (shell == "zsh") return "autoload -U +X bashcompinit && bashcompinit\n" + bash_completion(app);
    return bash_completion(app);
}

std::string nearest_name(const CLI::App& app, const std::string& word) {
    std::vector<std::string> names = all_spellings(app);
    for (const CLI::App* verb : verbs_of(app)) names.push_back(verb->get_name());
    std::string best;
    std::size_t distance = std::min<std::size_t>(3, word.size() / 3) + 1;
    for (const std::string& name : names) {
        const std::size_t here = edit_distance(word, name);
        if (here < distance) {
            best = name;
            distance = here;
        }
    }
    return best;
}

}  // namespace hlo2c::driver
