/* Calls one function of a library (LIBRARY, declared in HEADER), whose weights are the file WEIGHTS, with
 * zeros: CALLER FUNCTION. Prints the bytes of the function's arguments, results and arena, and the largest
 * amount of memory that was resident. */
#define _GNU_SOURCE
#include HEADER

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/sendfile.h>

#include "caller.h"

static size_t most_resident_bytes(void)
{
    char line[256];
    unsigned long kilobytes = 0;
    FILE *status = fopen("/proc/self/status", "r");
    if (status == NULL) {
        exit(1);
    }
    while (fgets(line, sizeof line, status) != NULL && sscanf(line, "VmHWM: %lu kB", &kilobytes) != 1) {
    }
    fclose(status);
    return (size_t)kilobytes * 1024;
}

/* A copy of the file of weights in small pages, at an address where the kernel cannot use huge ones: of a
 * file on a disk, the kernel may map a megabyte around the page that is touched. */
static const void *mapped_weights(void)
{
    const size_t huge = 2 << 20;
    unsigned char *space =
        mmap(NULL, WEIGHTS_BYTES + 2 * huge, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    const int file = open(WEIGHTS, O_RDONLY), copy = memfd_create("weights", 0);
    if (space == MAP_FAILED || file < 0 || copy < 0 ||
        sendfile(copy, file, NULL, WEIGHTS_BYTES) != WEIGHTS_BYTES) {
        exit(1);
    }
    space += huge - (uintptr_t)space % huge + 4096;
    void *weights = mmap(space, WEIGHTS_BYTES, PROT_READ, MAP_PRIVATE | MAP_FIXED, copy, 0);
    if (weights == MAP_FAILED) {
        exit(1);
    }
    return weights;
}

int main(int argc, char **argv)
{
    if (argc != 2) {
        return 1;
    }
    hlo2c_context context = HLO2C_INIT(hlo2c_context);
    context.weights = mapped_weights();
    context.weights_bytes = WEIGHTS_BYTES;
    const hlo2c_function *function = SYMBOL(LIBRARY, _functions);
    while (function->name != NULL && strcmp(function->name, argv[1]) != 0) {
        function++;
    }
    if (function->name == NULL || function->input_count > 8 || function->output_count > 8) {
        return 1;
    }
    const void *inputs[8] = {0};
    void *outputs[8] = {0};
    size_t bytes = function->arena_bytes;
    for (int i = 0; i < function->input_count; i++) {
        void *input = allocate(function->inputs[i].bytes);
        memset(input, 0, function->inputs[i].bytes);
        inputs[i] = input;
        bytes += function->inputs[i].bytes;
    }
    for (int i = 0; i < function->output_count; i++) {
        outputs[i] = allocate(function->outputs[i].bytes);
        bytes += function->outputs[i].bytes;
    }
    void *arena = allocate(function->arena_bytes);
    if (SYMBOL(LIBRARY, _call)(function->name, inputs, outputs, arena, &context) != HLO2C_OK) {
        return 1;
    }
    printf("%zu %zu\n", bytes, most_resident_bytes());
    return 0;
}
