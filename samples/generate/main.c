/* Writes a text with the library that hlo2c wrote from prefill.mlir and decode.mlir.
 *
 *     generate [PROMPT [CHARACTERS [TEMPERATURE [SEED]]]]
 *
 * The text, CHARACTERS long with the prompt, goes to standard output while it is written; speed and memory go
 * to standard error. At temperature 0, the default, each character is the most likely one. A higher
 * temperature draws it at random, from a generator that SEED starts.
 *
 * Exit status: 0 success, 1 a call failed, 2 wrong arguments. */
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "language.h"

/* As in model.py. */
enum {
    window = 128,
    codes = 128,
    layers = 4,
    heads = 3,
    head = 32,
    state_size = layers * heads * window * head
};

static _Alignas(LANGUAGE_ARENA_ALIGN) unsigned char arena[LANGUAGE_ARENA_BYTES];
static float keys[state_size], values[state_size];
static float logits[codes];

static int report(const char *function, int status)
{
    if (status != HLO2C_OK) {
        fprintf(stderr, "%s: %s\n", function, hlo2c_status_text(status));
    }
    return status;
}

/* Reads the last `window` characters of the prompt. Returns how many these are, or -1 after an error. */
static int32_t read_prompt(const char *text)
{
    int32_t prompt[window] = {0};
    const size_t bytes = strlen(text);
    const int32_t length = bytes < window ? (int32_t)bytes : window;
    for (int32_t i = 0; i < length; i++) {
        const unsigned char c = (unsigned char)text[bytes - (size_t)length + (size_t)i];
        prompt[i] = c < codes ? c : '?';
    }
    const language_prefill_inputs inputs = {.prompt = prompt, .length = &length};
    const language_prefill_outputs outputs = {.logits = logits, .keys = keys, .values = values};
    return report("prefill", language_prefill(&inputs, &outputs, arena, NULL)) == HLO2C_OK ? length : -1;
}

/* Reads one character. The state has one address as input and output, so it is updated in place. */
static int read_character(int32_t character, int32_t position)
{
    const language_decode_inputs inputs = {
        .character = &character, .position = &position, .keys = keys, .values = values};
    const language_decode_outputs outputs = {.logits = logits, .keys = keys, .values = values};
    return report("decode", language_decode(&inputs, &outputs, arena, NULL));
}

/* A number from 0 to 1: xorshift64*. */
static double random_number(uint64_t *state)
{
    *state ^= *state >> 12;
    *state ^= *state << 25;
    *state ^= *state >> 27;
    return (double)((*state * UINT64_C(2685821657736338717)) >> 11) / 9007199254740992.0;
}

/* Takes the most likely character at temperature 0, otherwise one with probability exp(logit / temperature).
 */
static int choose(double temperature, uint64_t *random_state)
{
    int best = 0;
    for (int code = 1; code < codes; code++) {
        if (logits[code] > logits[best]) {
            best = code;
        }
    }
    if (temperature <= 0) {
        return best;
    }
    double weights[codes], sum = 0;
    for (int code = 0; code < codes; code++) {
        weights[code] = exp((logits[code] - logits[best]) / temperature);
        sum += weights[code];
    }
    double rest = random_number(random_state) * sum;
    for (int code = 0; code < codes; code++) {
        rest -= weights[code];
        if (rest < 0) {
            return code;
        }
    }
    return best;
}

static double now(void)
{
    struct timespec time;
    timespec_get(&time, TIME_UTC);
    return (double)time.tv_sec + (double)time.tv_nsec * 1e-9;
}

int main(int argc, char **argv)
{
    const char *const prompt = argc > 1 ? argv[1] : "hlo2c compiles ";
    const long characters = argc > 2 ? atol(argv[2]) : 600;
    const double temperature = argc > 3 ? atof(argv[3]) : 0;
    uint64_t random_state = (argc > 4 ? strtoull(argv[4], NULL, 10) : 1) * UINT64_C(0x9e3779b97f4a7c15) | 1;
    const long prompt_length = (long)strlen(prompt);
    if (argc > 5 || prompt_length == 0 || characters <= prompt_length || characters > 1000000) {
        fprintf(stderr, "usage: %s [PROMPT [CHARACTERS [TEMPERATURE [SEED]]]]\n", argv[0]);
        fprintf(stderr, "The prompt is not empty. The text has more characters, but at most a million.\n");
        return 2;
    }

    fputs(prompt, stdout);
    fflush(stdout);
    const double begin = now();
    int32_t position = read_prompt(prompt);
    if (position < 0) {
        return 1;
    }
    const double prefilled = now();
    const long calls = characters - prompt_length - 1;
    for (long call = 0; call <= calls; call++) {
        const int character = choose(temperature, &random_state);
        putchar(character);
        fflush(stdout);
        if (call < calls && read_character(character, position++) != HLO2C_OK) {
            return 1;
        }
    }
    const double seconds = now() - prefilled;
    putchar('\n');

    fprintf(stderr, "\nprefill    %.2f ms\n", (prefilled - begin) * 1e3);
    if (calls > 0) {
        fprintf(stderr, "decode     %.0f characters per second, one thread\n", (double)calls / seconds);
    }
    fprintf(stderr, "memory     %u bytes of arena, %u of state, no heap\n", (unsigned)LANGUAGE_ARENA_BYTES,
            (unsigned)(sizeof keys + sizeof values));
    return 0;
}
