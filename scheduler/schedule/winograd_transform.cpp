#include "scheduler/schedule/winograd_transform.h"

#include "frontend/diagnostic.h"

namespace hlo2c::scheduler {

const WinogradTransform& winograd_transform(int outputs) {
    static const WinogradTransform two{.result = {{1, 1, 1, 0}, {0, 1, -1, -1}},
                                       .input = {{1, 0, -1, 0}, {0, 1, 1, 0}, {0, -1, 1, 0}, {0, 1, 0, -1}},
                                       .weights = {{1, 0, 0}, {0.5, 0.5, 0.5}, {0.5, -0.5, 0.5}, {0, 0, 1}}};
    static const WinogradTransform four{
        .result = {{1, 1, 1, 1, 1, 0}, {0, 1, -1, 2, -2, 0}, {0, 1, 1, 4, 4, 0}, {0, 1, -1, 8, -8, 1}},
        .input = {{4, 0, -5, 0, 1, 0},
                  {0, -4, -4, 1, 1, 0},
                  {0, 4, -4, -1, 1, 0},
                  {0, -2, -1, 2, 1, 0},
                  {0, 2, -1, -2, 1, 0},
                  {0, 4, 0, -5, 0, 1}},
        .weights = {{1.0 / 4, 0, 0},
                    {-1.0 / 6, -1.0 / 6, -1.0 / 6},
                    {-1.0 / 6, 1.0 / 6, -1.0 / 6},
                    {1.0 / 24, 1.0 / 12, 1.0 / 6},
                    {1.0 / 24, -1.0 / 12, 1.0 / 6},
                    {0, 0, 1}}};
    HLO2C_CHECK(outputs == 2 || outputs == 4, "Winograd's algorithm has tiles of 2 or 4 sums");
    return outputs == 2 ? two : four;
}

}  // namespace hlo2c::scheduler
