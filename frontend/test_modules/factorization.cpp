#include "frontend/test_modules/factorization.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>

#include "frontend/evaluate/linear_algebra.h"
#include "frontend/ir/attributes.h"
#include "frontend/ir/total_table.h"
#include "frontend/ops/lapack_call.h"

namespace hlo2c::frontend {
namespace {

/// A result of a call.
struct Origin {
    const Op* call = nullptr;
    int result = -1;
};

/// The origin of a value through ops that do not move elements.
class Origins {
public:
    explicit Origins(const Function& function) {
        for (const Op& op : function.body.ops)
            for (std::size_t i = 0; i < op.results.size(); i++)
                made_[op.results[i]] = {&op, static_cast<int>(i)};
    }

    Origin operator()(ValueId value) const {
        for (;;) {
            const auto found = made_.find(value);
            if (found == made_.end()) return {};
            const Op& op = *found->second.call;
            if (op.code == OpCode::CustomCall) return found->second;
            const Source source = behaviour(sources, op.code);
            const std::optional<ValueId> from =
                source != nullptr ? (this->*source)(found->second) : std::nullopt;
            if (!from) return {};
            value = *from;
        }
    }

private:
    /// The operand that a result consists of, but for NaN that replaces it.
    using Source = std::optional<ValueId> (Origins::*)(const Origin& made) const;
    static const std::array<Source, op_count> sources;

    template <std::size_t operand>
    std::optional<ValueId> from(const Origin& made) const {
        return made.call->operands[operand];
    }
    std::optional<ValueId> from_same_operand(const Origin& made) const {
        return made.call->operands[static_cast<std::size_t>(made.result)];
    }
    std::optional<ValueId> from_tuple(const Origin& made) const {
        const auto tuple = made_.find(made.call->operands[0]);
        if (tuple == made_.end() || tuple->second.call->code != OpCode::Tuple) return {};
        return tuple->second.call->operands.at(static_cast<std::size_t>((*made.call)[attr::index]));
    }

    std::map<ValueId, Origin> made_;
};

constinit const std::array<Origins::Source, op_count> Origins::sources = partial<Origins::Source>({
    {OpCode::Complex, &Origins::from<0>},
    {OpCode::GetTupleElement, &Origins::from_tuple},
    {OpCode::OptimizationBarrier, &Origins::from_same_operand},
    {OpCode::Select, &Origins::from<1>},  // the other side is NaN
});

/// Indices of the call's results that hold values, left and right; -1: none.
struct Places {
    Factorization::Kind kind;
    int values, left, right;
};

std::optional<Places> places_of(const LapackCall& call, bool is_complex) {
    using Kind = Factorization::Kind;
    switch (call.function) {
        case LapackFunction::Syevd: return Places{Kind::Symmetric, 1, -1, 0};
        case LapackFunction::Geev: return Places{Kind::General, 0, is_complex ? 1 : 2, is_complex ? 2 : 3};
        case LapackFunction::Gesdd: return Places{Kind::Singular, 1, 2, 3};
        case LapackFunction::Gees: return Places{Kind::Schur, -1, 1, 0};
        default: return std::nullopt;
    }
}

bool is_complete(const Factorization& found) {
    switch (found.kind) {
        case Factorization::Kind::Symmetric:
        case Factorization::Kind::General: return found.values >= 0;
        case Factorization::Kind::Singular: return found.values >= 0 && found.left >= 0 && found.right >= 0;
        case Factorization::Kind::Schur: return found.left >= 0 && found.right >= 0;
    }
    return false;
}

Matrices one_of(const Matrices& all, std::size_t batch) {
    Matrices one(1, all.rows, all.columns);
    const std::size_t size = one.values.size();
    std::copy_n(all.values.begin() + static_cast<std::ptrdiff_t>(batch * size), size, one.values.begin());
    return one;
}

/// Scales each column.
Matrices columns_times(Matrices a, const std::vector<Complex>& numbers) {
    for (std::size_t i = 0; i < a.rows; i++)
        for (std::size_t j = 0; j < a.columns; j++)
            a.at(0, i, j) *= j < numbers.size() ? numbers[j] : Complex(0);
    return a;
}

double largest_element(const Matrices& a) {
    double largest = 0;
    for (const Complex& value : a.values) largest = std::max(largest, std::abs(value));
    return largest;
}

/// NaN counts as the largest error.
void raise(double& largest, double error) {
    largest = std::max(largest, std::isnan(error) ? std::numeric_limits<double>::infinity() : error);
}

double distance(const std::vector<Complex>& a, const std::vector<Complex>& b) {
    double largest = 0;
    for (std::size_t i = 0; i < a.size(); i++) raise(largest, std::abs(a[i] - b[i]));
    return largest;
}

double distance(const Matrices& a, const Matrices& b) {
    return distance(a.values, b.values);
}

Matrices unit(std::size_t n) {
    Matrices result(1, n, n);
    for (std::size_t i = 0; i < n; i++) result.at(0, i, i) = 1;
    return result;
}

/// The full matrix that one triangle represents.
Matrices hermitian(const Matrices& a, bool lower) {
    Matrices whole = a;
    for (std::size_t i = 0; i < a.rows; i++)
        for (std::size_t j = 0; j < a.columns; j++)
            if (i == j)
                whole.at(0, i, i) = a.at(0, i, i).real();
            else if (lower ? i < j : j < i)
                whole.at(0, i, j) = std::conj(a.at(0, j, i));
    return whole;
}

/// Matches each expected value to the nearest remaining one, and returns the largest distance.
double distance_in_any_order(std::vector<Complex> found, const std::vector<Complex>& wanted) {
    double largest = 0;
    for (const Complex& value : wanted) {
        const auto nearest = std::min_element(found.begin(), found.end(), [&](Complex a, Complex b) {
            return std::abs(a - value) < std::abs(b - value);
        });
        raise(largest, std::abs(*nearest - value));
        found.erase(nearest);
    }
    return largest;
}

/// The elements below the diagonal, except isolated subdiagonal ones if blocks of two rows are allowed.
double below_diagonal(const Matrices& t, bool blocks) {
    double largest = 0;
    for (std::size_t i = 1; i < t.rows; i++)
        for (std::size_t j = 0; j < i; j++) {
            const bool second_block = j > 0 && t.at(0, j, j - 1) != Complex(0);
            if (blocks && j + 1 == i && !second_block) continue;
            raise(largest, std::abs(t.at(0, i, j)));
        }
    return largest;
}

/// Checks the factors of one matrix of a batch against it; collects violations.
class Judge {
public:
    Judge(const Factorization& factorization, const std::vector<Literal>& results, std::size_t batch,
          double absolute, double relative)
        : factorization_(factorization),
          results_(results),
          batch_(batch),
          absolute_(absolute),
          relative_(relative),
          a_(matrix(factorization.matrix)) {
        if (factorization.kind == Factorization::Kind::Symmetric) a_ = hermitian(a_, factorization.lower);
        const std::size_t count = std::min(a_.rows, a_.columns);
        scale_ = largest_element(a_) * static_cast<double>(count);
        if (factorization.values >= 0) values_ = numbers(result(factorization.values));
    }

    void hold_values(const Literal& expected) {
        const std::vector<Complex> wanted = numbers(expected);
        const bool in_any_order = factorization_.kind == Factorization::Kind::General;
        hold("the values", in_any_order ? distance_in_any_order(values_, wanted) : distance(values_, wanted),
             scale_);
    }

    void hold_factors() {
        using Kind = Factorization::Kind;
        switch (factorization_.kind) {
            case Kind::Symmetric:
            case Kind::General: hold_eigenvectors(); break;
            case Kind::Singular: hold_singular_vectors(); break;
            case Kind::Schur: hold_schur_form(); break;
        }
    }

    double largest() const { return largest_; }
    const std::string& text() const { return text_; }

private:
    void hold(const char* what, double error, double scale) {
        if (std::isfinite(error)) largest_ = std::max(largest_, error);
        if (error <= absolute_ + relative_ * scale) return;
        text_ +=
            fmt::format("{}{} (matrix {}): off by {:.3g}", text_.empty() ? "" : "\n", what, batch_, error);
    }
    void hold_orthonormal(const char* what, const Matrices& v) {
        hold(what, distance(product(adjoint(v), v), unit(v.columns)), 1);
    }
    void hold_lengths(const char* what, const Matrices& v) {
        const Matrices squares = product(adjoint(v), v);
        double error = 0;
        for (std::size_t i = 0; i < v.columns; i++) raise(error, std::abs(squares.at(0, i, i) - 1.0));
        hold(what, error, 1);
    }

    void hold_eigenvectors() {
        const bool symmetric = factorization_.kind == Factorization::Kind::Symmetric;
        Complex trace = 0, sum = 0;
        for (std::size_t i = 0; i < a_.rows; i++) trace += a_.at(0, i, i);
        for (const Complex& value : values_) sum += value;
        hold("the sum of the values", std::abs(sum - trace), scale_);
        if (factorization_.right >= 0) {
            const Matrices v = matrix(factorization_.right);
            hold("a V - V diag(w)", distance(product(a_, v), columns_times(v, values_)), scale_);
            symmetric ? hold_orthonormal("V^H V - 1", v) : hold_lengths("the lengths of V", v);
        }
        if (factorization_.left >= 0) {
            const Matrices u = matrix(factorization_.left);
            std::vector<Complex> conjugates;
            for (const Complex& value : values_) conjugates.push_back(std::conj(value));
            hold("a^H U - U diag(w)^H", distance(product(adjoint(a_), u), columns_times(u, conjugates)),
                 scale_);
            hold_lengths("the lengths of U", u);
        }
    }

    void hold_singular_vectors() {
        const Matrices u = matrix(factorization_.left), vt = matrix(factorization_.right);
        Matrices middle(1, u.columns, vt.rows);
        for (std::size_t i = 0; i < values_.size(); i++) middle.at(0, i, i) = values_[i];
        hold("U diag(s) V^H - a", distance(product(product(u, middle), vt), a_), scale_);
        hold_orthonormal("U^H U - 1", u);
        hold_orthonormal("V^H V - 1", adjoint(vt));
    }

    void hold_schur_form() {
        const Matrices z = matrix(factorization_.left), t = matrix(factorization_.right);
        const bool is_real = !is_complex(result(factorization_.matrix).type().element);
        hold("Z T Z^H - a", distance(product(product(z, t), adjoint(z)), a_), scale_);
        hold_orthonormal("Z^H Z - 1", z);
        hold("T below its diagonal", below_diagonal(t, is_real), 0);
    }

    const Literal& result(int number) const { return results_.at(static_cast<std::size_t>(number)); }
    Matrices matrix(int number) const { return one_of(Matrices(result(number)), batch_); }
    std::vector<Complex> numbers(const Literal& literal) const {
        const std::vector<Complex> values = all_complexes(literal);
        const auto count = static_cast<std::ptrdiff_t>(std::min(a_.rows, a_.columns));
        const auto begin = values.begin() + static_cast<std::ptrdiff_t>(batch_) * count;
        return {begin, begin + count};
    }

    const Factorization& factorization_;
    const std::vector<Literal>& results_;
    std::size_t batch_;
    double absolute_, relative_, scale_ = 0, largest_ = 0;
    Matrices a_;
    std::vector<Complex> values_;
    std::string text_;
};

}  // namespace

std::optional<Factorization> take_factorization(Program& program) {
    Function& main = program.main();
    const Origins origin(main);
    Op& terminator = main.body.ops.back();
    const Op* call = nullptr;
    std::optional<Factorization> found;
    std::optional<Places> places;
    for (std::size_t i = 0; i < terminator.operands.size(); i++) {
        const Origin from = origin(terminator.operands[i]);
        if (from.call == nullptr) continue;
        if (call != nullptr && from.call != call) return std::nullopt;
        if (call == nullptr) {
            const auto lapack = lapack_call(main, *from.call);
            if (!lapack) return std::nullopt;
            call = from.call;
            places = places_of(*lapack, is_complex(main.tensor(call->operands[0]).element));
            if (!places) return std::nullopt;
            found = Factorization{.kind = places->kind, .lower = (*lapack)[lapack_option::uplo] == 'L'};
        }
        const auto number = static_cast<int>(i);
        if (from.result == places->values) found->values = number;
        if (from.result == places->left) found->left = number;
        if (from.result == places->right) found->right = number;
    }
    if (!found || !is_complete(*found)) return std::nullopt;
    found->matrix = static_cast<int>(terminator.operands.size());
    const ValueId matrix = call->operands[0];
    terminator.operands.push_back(matrix);
    main.result_types.push_back(main.type(matrix));
    main.result_attributes.resize(main.result_types.size());
    return found;
}

std::string check_factorization(const Factorization& factorization, const std::vector<Literal>& results,
                                const Literal* expected, double absolute, double relative, double& largest) {
    std::string text;
    const std::size_t batches = Matrices(results.at(static_cast<std::size_t>(factorization.matrix))).batches;
    for (std::size_t batch = 0; batch < batches; batch++) {
        Judge judge(factorization, results, batch, absolute, relative);
        if (factorization.values >= 0 && expected != nullptr) judge.hold_values(*expected);
        judge.hold_factors();
        largest = std::max(largest, judge.largest());
        if (!judge.text().empty()) text += (text.empty() ? "" : "\n") + judge.text();
    }
    return text;
}

}  // namespace hlo2c::frontend
