#include <cmath>
#include <complex>

#include "frontend/ir/attributes.h"
#include "frontend/random_programs/rules.h"

namespace hlo2c::frontend::random_programs::make {

using Sizes = std::vector<std::int64_t>;

namespace {

using Number = std::complex<double>;
using Matrix = std::vector<Number>;  ///< square, row by row

Number random_number(Random& random, bool is_complex) {
    const double re = random.unit() * 2 - 1;
    return {re, is_complex ? random.unit() * 2 - 1 : 0};
}

std::size_t at(std::int64_t n, std::int64_t row, std::int64_t column) {
    return static_cast<std::size_t>(row * n + column);
}

/// Diagonally dominant, so that solutions keep their accuracy.
Matrix triangular_matrix(Random& random, std::int64_t n, bool is_complex) {
    Matrix matrix(static_cast<std::size_t>(n * n));
    for (Number& element : matrix)
        element = random_number(random, is_complex) / static_cast<double>(std::max<std::int64_t>(n, 1));
    for (std::int64_t i = 0; i < n; i++)
        matrix[at(n, i, i)] = random_number(random, is_complex) + (random.chance(50) ? 3.0 : -3.0);
    return matrix;
}

/// Hermitian, positive definite.
Matrix definite_matrix(Random& random, std::int64_t n, bool is_complex) {
    Matrix matrix = triangular_matrix(random, n, is_complex);
    for (std::int64_t i = 0; i < n; i++) {
        matrix[at(n, i, i)] = 3 + random.unit();
        for (std::int64_t j = 0; j < i; j++) matrix[at(n, i, j)] = std::conj(matrix[at(n, j, i)]);
    }
    return matrix;
}

/// Fills the triangle that the op must not read with arbitrary values.
void spoil(Random& random, Matrix& matrix, std::int64_t n, bool lower) {
    for (std::int64_t i = 0; i < n; i++)
        for (std::int64_t j = i + 1; j < n; j++)
            matrix[lower ? at(n, i, j) : at(n, j, i)] = {random.unit() * 8 - 4, 0};
}

Literal literal_of(const TensorType& type, const Matrix& elements) {
    const bool is_complex = frontend::is_complex(type.element);
    const ElementType part = real_part(type.element);
    const auto width = static_cast<std::size_t>(byte_width(part));
    std::vector<std::byte> bytes;
    const auto add = [&](double number) {
        const std::uint64_t bits = encode_float(part, number);
        const auto* first = reinterpret_cast<const std::byte*>(&bits);
        bytes.insert(bytes.end(), first, first + width);
    };
    for (const Number& element : elements) {
        add(element.real());
        if (is_complex) add(element.imag());
    }
    return {type, std::move(bytes)};
}

/// A batch of square matrices, of a type that linear algebra supports.
struct Batch {
    TensorType type;
    std::int64_t count = 1, n = 0;
    bool is_complex = false;
};

Batch random_batch(Draft& draft, const Rule& rule) {
    static const std::vector<ElementType> elements = {ElementType::F32, ElementType::F32,  ElementType::F64,
                                                      ElementType::C64, ElementType::C128, ElementType::F16,
                                                      ElementType::BF16};
    static const std::vector<std::int64_t> sizes = {0, 1, 2, 3, 4, 5, 7, 8, 12, 17};
    if (draft.style() == ValueStyle::Extreme) throw Rejected{};
    Random& random = draft.random();
    Batch batch;
    batch.type.element = random.pick(elements);
    if ((kind_bit(batch.type.element) & rule.kinds) == 0) throw Rejected{};
    for (std::int64_t more = random.between(0, 2); more > 0; more--)
        batch.type.shape.push_back(random.between(1, 3));
    for (const std::int64_t size : batch.type.shape) batch.count *= size;
    batch.n = random.pick(sizes);
    batch.type.shape.insert(batch.type.shape.end(), 2, batch.n);
    batch.is_complex = is_complex(batch.type.element);
    return batch;
}

ValueId matrices(Draft& draft, const Batch& batch, bool lower, bool definite) {
    Random& random = draft.random();
    const bool spoilt = random.chance(50);
    Matrix all;
    for (std::int64_t i = 0; i < batch.count; i++) {
        Matrix one = definite ? definite_matrix(random, batch.n, batch.is_complex)
                              : triangular_matrix(random, batch.n, batch.is_complex);
        if (spoilt) spoil(random, one, batch.n, lower);
        all.insert(all.end(), one.begin(), one.end());
    }
    return draft.argument(literal_of(batch.type, all));
}

}  // namespace

void cholesky(Draft& draft, const Rule& rule) {
    const Batch batch = random_batch(draft, rule);
    const bool lower = draft.random().chance(50);
    draft.emit(rule.code, {matrices(draft, batch, lower, true)}, batch.type, {attr::lower.with(lower)});
}

void triangular_solve(Draft& draft, const Rule& rule) {
    const Batch batch = random_batch(draft, rule);
    Random& random = draft.random();
    const bool lower = random.chance(50), left = random.chance(50);
    TensorType other = batch.type;
    other.shape[other.shape.size() - (left ? 1 : 2)] = random.between(0, 6);
    static const std::vector<Transposition> turns = {Transposition::NoTranspose, Transposition::Transpose,
                                                     Transposition::Adjoint};
    const ValueId a = matrices(draft, batch, lower, false), b = draft.of_type(other, rule.tolerates);
    draft.emit(rule.code, {a, b}, other,
               {attr::left_side.with(left), attr::lower.with(lower),
                attr::unit_diagonal.with(random.chance(25)), attr::transpose_a.with(random.pick(turns))});
}

}  // namespace hlo2c::frontend::random_programs::make
