#include "frontend/random_programs/element_kinds.h"

namespace hlo2c::frontend::random_programs {

unsigned kind_bit(ElementType type) {
    switch (kind(type)) {
        case ElementKind::Boolean: return kinds::B;
        case ElementKind::Signed: return kinds::S;
        case ElementKind::Unsigned: return kinds::U;
        case ElementKind::Float: return kinds::F;
        case ElementKind::Complex: return kinds::C;
    }
    return 0;
}

bool is_static_tensor(const Type& type) {
    return type.is_tensor() && type.as_tensor().is_static();
}

ElementType random_element(Random& random, unsigned kinds) {
    static const std::vector<ElementType> usual = {ElementType::F32, ElementType::F32, ElementType::F32,
                                                   ElementType::I32, ElementType::F64, ElementType::I8,
                                                   ElementType::UI8, ElementType::F16, ElementType::BF16,
                                                   ElementType::I64, ElementType::I1,  ElementType::C64};
    std::vector<ElementType> choices;
    if (random.chance(60))
        for (const ElementType type : usual)
            if ((kind_bit(type) & kinds) != 0) choices.push_back(type);
    if (choices.empty())
        for (auto i = 0; i < static_cast<int>(ElementType::Index); i++)
            if ((kind_bit(static_cast<ElementType>(i)) & kinds) != 0)
                choices.push_back(static_cast<ElementType>(i));
    return random.pick(choices);
}

std::vector<std::int64_t> random_shape(Random& random, std::int64_t most_elements) {
    static const std::vector<int> ranks = {0, 1, 1, 1, 2, 2, 2, 2, 3, 3, 4, 5};
    static const std::vector<std::int64_t> sizes = {1, 1, 1, 2, 2, 3, 3, 4, 5, 7, 8, 9, 16, 17, 33, 64, 130};
    std::vector<std::int64_t> shape(static_cast<std::size_t>(random.pick(ranks)));
    std::int64_t count = 1;
    for (std::int64_t& size : shape) {
        size = random.chance(2) ? 0 : random.pick(sizes);
        if (size * count > most_elements) size = random.between(1, 3);
        if (size * count > most_elements) size = 1;
        count *= size == 0 ? 1 : size;
    }
    return shape;
}

}  // namespace hlo2c::frontend::random_programs
