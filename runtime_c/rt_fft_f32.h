/* rt_fft_f32.h  Fourier transforms of f32 numbers, of any length. Complex numbers are pairs. */
#ifndef HLO2C_RT_FFT_F32_H
#define HLO2C_RT_FFT_F32_H

#include "rt_fft.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Transforms along the middle dimension of outer x length x inner complex numbers; `to` may be `from`. */
void hlo2c_fft_f32(const float *from, float *to, const float *roots, unsigned char *scratch,
                   const hlo2c_fft *shape);

/* The first length / 2 + 1 numbers of the transform of each of `outer` rows of real numbers. */
void hlo2c_rfft_f32(const float *from, float *to, const float *roots, unsigned char *scratch,
                    const hlo2c_fft *shape);

/* The inverse of it: rows of length / 2 + 1 complex numbers become rows of `length` real ones. */
void hlo2c_irfft_f32(const float *from, float *to, const float *roots, unsigned char *scratch,
                     const hlo2c_fft *shape);

#ifdef __cplusplus
}
#endif

#endif
