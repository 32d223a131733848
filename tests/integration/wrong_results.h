/* Included at the end of an emitted library's entry file, whose function NAME_call is renamed before: the
 * functions below call it, and then make its results wrong. FAULT and NAME_functions are defined by
 * wrong_compiler.py. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

static double number(const unsigned char *data, size_t at, hlo2c_dtype type)
{
    if (type == HLO2C_F64) {
        double wide;
        memcpy(&wide, data + at * sizeof wide, sizeof wide);
        return wide;
    }
    float narrow;
    uint16_t half;
    if (type == HLO2C_BF16) {
        memcpy(&half, data + at * sizeof half, sizeof half);
        const uint32_t bits = (uint32_t)half << 16;
        memcpy(&narrow, &bits, sizeof narrow);
    } else {
        memcpy(&narrow, data + at * sizeof narrow, sizeof narrow);
    }
    return narrow;
}

static void store(unsigned char *data, size_t at, hlo2c_dtype type, double value)
{
    const float narrow = (float)value;
    if (type == HLO2C_F64) {
        memcpy(data + at * sizeof value, &value, sizeof value);
    } else if (type == HLO2C_BF16) {
        uint32_t bits;
        memcpy(&bits, &narrow, sizeof bits);
        const uint16_t half = (uint16_t)((bits + 0x8000u) >> 16);
        memcpy(data + at * sizeof half, &half, sizeof half);
    } else {
        memcpy(data + at * sizeof narrow, &narrow, sizeof narrow);
    }
}

/* The number of real numbers in a tensor: two in each complex one. */
static size_t parts_of(const hlo2c_tensor *tensor)
{
    size_t count = tensor->dtype == HLO2C_C64 ? 2 : 1;
    for (int i = 0; i < tensor->rank; i++) {
        count *= (size_t)tensor->shape[i];
    }
    return count;
}

static void make_integer_wrong(unsigned char *data, const hlo2c_tensor *tensor)
{
    const size_t bytes = hlo2c_dtype_bytes(tensor->dtype);
    data[parts_of(tensor) / 2 * bytes] ^= 1;
}

static size_t place_of_largest(const unsigned char *data, const hlo2c_tensor *tensor)
{
    size_t largest = 0;
    double most = -1;
    for (size_t i = 0; i < parts_of(tensor); i++) {
        const double size = fabs(number(data, i, tensor->dtype));
        if (isfinite(size) && size > most) {
            largest = i;
            most = size;
        }
    }
    return largest;
}

static double changed(double value)
{
    if (strcmp(FAULT, "flushed_subnormals") == 0 && fabs(value) < 0x1p-126) {
        return copysign(0, value);
    }
    if (strcmp(FAULT, "zero_for_nan") == 0 && isnan(value)) {
        return 0;
    }
    if (strcmp(FAULT, "number_for_infinity") == 0 && isinf(value)) {
        return copysign(0x1.fffffep127, value);
    }
    return strcmp(FAULT, "other_zero") == 0 && value == 0 ? -value : value;
}

/* Makes a result wrong; `before` is what the block held before the call. */
static void make_wrong(unsigned char *data, const hlo2c_tensor *tensor, const unsigned char *before)
{
    const hlo2c_dtype type = tensor->dtype == HLO2C_C64 ? HLO2C_F32 : tensor->dtype;
    const int is_real = type == HLO2C_F32 || type == HLO2C_F64 || type == HLO2C_BF16;
    if (strcmp(FAULT, "unwritten_row") == 0) {
        const size_t rows = tensor->rank > 0 ? (size_t)tensor->shape[0] : 1,
                     begin = tensor->bytes / rows * (rows - 1);
        memcpy(data + begin, before + begin, tensor->bytes - begin);
    } else if (strcmp(FAULT, "wrong_element") == 0 && !is_real) {
        make_integer_wrong(data, tensor);
    } else if (strcmp(FAULT, "wrong_element") == 0) {
        const size_t at = place_of_largest(data, tensor);
        store(data, at, type, 0.9 * number(data, at, type));
    } else if (strcmp(FAULT, "nan_element") == 0 && is_real) {
        store(data, parts_of(tensor) / 2, type, NAN);
    } else if (is_real) {
        for (size_t i = 0; i < parts_of(tensor); i++) {
            store(data, i, type, changed(number(data, i, type)));
        }
    }
}
