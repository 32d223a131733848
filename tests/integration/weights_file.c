/* Calls a library with its weights file, and with files that differ from it: weights_file FILE. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "shift.h"

enum {
    room = 1024
};

static _Alignas(64) unsigned char arena[SHIFT_ARENA_BYTES + 1];
static int failures;

static void expect(const char *what, size_t number, int status, int expected)
{
    if (status != expected) {
        printf("%s %zu: %s, expected: %s\n", what, number, hlo2c_status_text(status),
               hlo2c_status_text(expected));
        failures++;
    }
}

/* The status of a call with a file of the first `bytes` bytes, or of its check. */
static int call(const unsigned char *file, size_t bytes, int is_checked)
{
    unsigned char *const weights = aligned_alloc(64, room);
    if (weights == NULL) {
        exit(1);
    }
    memcpy(weights, file, bytes);
    const float x[5] = {1, 1, 1, 1, 1};
    float r[5];
    const void *const inputs[] = {x};
    void *const outputs[] = {r};
    hlo2c_context context = HLO2C_INIT(hlo2c_context);
    context.weights = weights;
    context.weights_bytes = bytes;
    int status = is_checked ? shift_check_weights(weights, bytes)
                            : shift_call("main", inputs, outputs, arena, &context);
    for (int i = 0; !is_checked && status == HLO2C_OK && i < 5; i++) {
        if (r[i] != (float)(1 << i) + 1) {
            status = -1;
        }
    }
    free(weights);
    return status;
}

int main(int argc, char **argv)
{
    static unsigned char data[room];
    FILE *const file = argc == 2 ? fopen(argv[1], "rb") : NULL;
    if (file == NULL) {
        return 2;
    }
    const size_t bytes = fread(data, 1, sizeof data, file);
    fclose(file);
    expect("a file of so many bytes:", bytes, bytes == SHIFT_WEIGHTS_BYTES ? HLO2C_OK : -1, HLO2C_OK);
    for (int is_checked = 0; is_checked < 2; is_checked++) {
        const char *const kind = is_checked ? "check" : "call";
        expect(kind, bytes, call(data, bytes, is_checked), HLO2C_OK);
        for (size_t other = 0; other < bytes + 70; other++) {
            if (other != bytes) {
                expect(kind, other, call(data, other, is_checked), HLO2C_WEIGHTS_MISMATCH);
            }
        }
        /* A call checks the header, to which the payload's checksum belongs. */
        for (size_t at = 0; at < (is_checked ? bytes : 64); at++) {
            data[at] ^= 16;
            expect(is_checked ? "check with a change of byte" : "call with a change of byte", at,
                   call(data, bytes, is_checked), HLO2C_WEIGHTS_MISMATCH);
            data[at] ^= 16;
        }
    }
    return failures == 0 ? 0 : 1;
}
