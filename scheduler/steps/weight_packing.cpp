#include "scheduler/steps/weight_packing.h"

#include <cstring>

#include "frontend/diagnostic.h"
#include "scheduler/schedule/winograd_transform.h"

namespace hlo2c::scheduler {
namespace {

/// Packs the blocks of one constant.
class Packing {
public:
    explicit Packing(const frontend::Literal& literal)
        : source_(literal.expanded()),
          width_(static_cast<std::size_t>(frontend::byte_width(literal.type().element))),
          count_(literal.type().element_count()) {}

    std::vector<std::byte> run(const PackedWeight& packed) {
        result_.reserve(static_cast<std::size_t>(packed.element_count()) * width_);
        for (const PackedBlock& block : packed.blocks)
            if (block.element_count() > 0) add(block);
        return std::move(result_);
    }

private:
    void add(const PackedBlock& block) {
        std::vector<std::int64_t> position(block.loops.size(), 0);
        std::int64_t from = block.offset;
        for (bool more = true; more;) {
            if (block.windows)
                add_sum(*block.windows, from, position);
            else
                add_bytes(element(from));
            more = false;
            for (std::size_t l = block.loops.size(); l-- > 0;) {
                from += block.loops[l].stride;
                if (++position[l] < block.loops[l].extent) {
                    more = true;
                    break;
                }
                from -= block.loops[l].stride * block.loops[l].extent;
                position[l] = 0;
            }
        }
    }

    const std::byte* element(std::int64_t from) const {
        HLO2C_CHECK(from >= 0 && from < count_, "a packed weight reads outside of its constant");
        return source_.data() + static_cast<std::size_t>(from) * width_;
    }

    void add_bytes(const std::byte* bytes) { result_.insert(result_.end(), bytes, bytes + width_); }

    /// An element of a transformed window, rounded once.
    void add_sum(const TransformedWindows& windows, std::int64_t from,
                 const std::vector<std::int64_t>& position) {
        HLO2C_CHECK(width_ == sizeof(float), "windows of f32 are transformed");
        const WinogradTransform::Matrix& matrix = winograd_transform(windows.outputs).weights;
        const std::vector<double>& rows = matrix[static_cast<std::size_t>(position[0])];
        const std::vector<double>& columns = matrix[static_cast<std::size_t>(position[1])];
        double sum = 0;
        for (std::size_t row = 0; row < rows.size(); row++)
            for (std::size_t column = 0; column < columns.size(); column++) {
                float weight = 0;
                std::memcpy(&weight,
                            element(from + static_cast<std::int64_t>(row) * windows.row_stride +
                                    static_cast<std::int64_t>(column) * windows.column_stride),
                            sizeof weight);
                sum += rows[row] * columns[column] * static_cast<double>(weight);
            }
        const auto rounded = static_cast<float>(sum);
        std::byte bytes[sizeof rounded];
        std::memcpy(bytes, &rounded, sizeof rounded);
        add_bytes(bytes);
    }

    const std::vector<std::byte> source_;
    const std::size_t width_;
    const std::int64_t count_;
    std::vector<std::byte> result_;
};

}  // namespace

std::vector<std::byte> pack(const frontend::Literal& literal, const PackedWeight& packed) {
    return Packing(literal).run(packed);
}

}  // namespace hlo2c::scheduler
