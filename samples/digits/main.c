/* Classifies handwritten digits with the library that hlo2c wrote from digits.mlir.
 *
 *     digits held_out.csv
 *
 * Prints a few digits as pictures, then accuracy, latency per image and the memory the network needs.
 * Exit status: 0 success, 1 accuracy below 97 %, 2 the file or a call failed. */
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "digits.h"

enum {
    side = 8,
    pixels = side * side,
    classes = 10,
    most_images = 2000,
    pictures = 4,
    rounds = 25
};

typedef struct example {
    int label;
    float image[pixels];
} example;

static example examples[most_images];
static double nanoseconds[most_images * rounds];
static _Alignas(DIGITS_ARENA_ALIGN) unsigned char arena[DIGITS_ARENA_BYTES];

/* Lines of "label,pixel,...,pixel" with 64 pixels from 0 to 16. Returns how many were read, or -1. */
static int read_examples(const char *path)
{
    FILE *file = fopen(path, "r");
    if (file == NULL) {
        perror(path);
        return -1;
    }
    int count = 0;
    while (count < most_images && fscanf(file, "%d", &examples[count].label) == 1) {
        for (int i = 0; i < pixels; i++) {
            if (fscanf(file, ",%f", &examples[count].image[i]) != 1) {
                fprintf(stderr, "%s:%d: fewer than %d pixels\n", path, count + 1, pixels);
                fclose(file);
                return -1;
            }
        }
        count++;
    }
    fclose(file);
    if (count == 0) {
        fprintf(stderr, "%s: no images\n", path);
        return -1;
    }
    return count;
}

/* The digit whose logit is largest, or -1 after an error. */
static int classify(const float *image)
{
    float logits[classes];
    const digits_main_inputs inputs = {.image = image};
    const digits_main_outputs outputs = {.logits = logits};
    const int status = digits_main(&inputs, &outputs, arena, NULL);
    if (status != HLO2C_OK) {
        fprintf(stderr, "digits_main: %s\n", hlo2c_status_text(status));
        return -1;
    }
    int best = 0;
    for (int digit = 1; digit < classes; digit++) {
        if (logits[digit] > logits[best]) {
            best = digit;
        }
    }
    return best;
}

/* Prints `count` images side by side, dark ink on a light page. */
static void print_pictures(int count)
{
    static const char ink[] = " .:-=+*#%@";
    for (int row = 0; row < side; row++) {
        for (int which = 0; which < count; which++) {
            printf("    ");
            for (int column = 0; column < side; column++) {
                const char c = ink[(int)(examples[which].image[row * side + column] * 9 / 16)];
                putchar(c);
                putchar(c);
            }
        }
        putchar('\n');
    }
    for (int which = 0; which < count; which++) {
        printf("    read %d, label %d ", classify(examples[which].image), examples[which].label);
    }
    printf("\n\n");
}

static double now(void)
{
    struct timespec time;
    timespec_get(&time, TIME_UTC);
    return (double)time.tv_sec * 1e9 + (double)time.tv_nsec;
}

static int compare(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

int main(int argc, char **argv)
{
    if (argc != 2) {
        fprintf(stderr, "usage: %s held_out.csv\n", argv[0]);
        return 2;
    }
    const int count = read_examples(argv[1]);
    if (count < 0) {
        return 2;
    }
    print_pictures(count < pictures ? count : pictures);

    int right = 0, calls = 0;
    for (int round = 0; round < rounds; round++) {
        for (int i = 0; i < count; i++) {
            const double begin = now();
            const int digit = classify(examples[i].image);
            nanoseconds[calls++] = now() - begin;
            if (digit < 0) {
                return 2;
            }
            right += round == 0 && digit == examples[i].label;
        }
    }
    qsort(nanoseconds, (size_t)calls, sizeof nanoseconds[0], compare);

    const double accuracy = 100.0 * right / count;
    printf("accuracy   %.2f %% (%d of %d images the network has never seen)\n", accuracy, right, count);
    printf("latency    %.2f us at best, %.2f us median for one image, one thread\n", nanoseconds[0] / 1000,
           nanoseconds[calls / 2] / 1000);
    printf("memory     %u bytes of arena, no heap\n", (unsigned)DIGITS_ARENA_BYTES);
    return accuracy >= 97.0 ? 0 : 1;
}
