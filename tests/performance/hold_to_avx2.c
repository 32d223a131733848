/* Preloaded into a process on Linux, makes the processor look as if it had AVX2, but neither AVX-512 nor
 * anything later: each cpuid instruction faults, and the handler clears these features in its answer. So
 * libraries that ask the processor which kernels to use take those for AVX2.
 *
 *     gcc -O2 -shared -fPIC tests/performance/hold_to_avx2.c -o hold_to_avx2.so
 */

#define _GNU_SOURCE

#include <cpuid.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <ucontext.h>
#include <unistd.h>

enum { ARCH_SET_CPUID = 0x1012 };                             /* of arch_prctl: 0 lets cpuid fault */
enum { AMX_TILES = 0x1d, AMX_PRODUCTS = 0x1e, AVX10 = 0x24 }; /* leaves that describe only what is hidden */

/* The bits of leaf 7: of its subleaf 0 in ebx, ecx and edx, and of its subleaf 1 in eax. */
static const unsigned hidden_ebx =
    1u << 16 | 1u << 17 | 1u << 21 | 1u << 26 | 1u << 27 | 1u << 28 | 1u << 30 | 1u << 31;
static const unsigned hidden_ecx = 1u << 1 | 1u << 6 | 1u << 11 | 1u << 12 | 1u << 14;
static const unsigned hidden_edx = 1u << 2 | 1u << 3 | 1u << 8 | 1u << 22 | 1u << 23 | 1u << 24 | 1u << 25;
static const unsigned hidden_eax_1 = 1u << 4 | 1u << 5 | 1u << 21 | 1u << 23;

static long let_cpuid_fault(int faults) {
    return syscall(SYS_arch_prctl, ARCH_SET_CPUID, !faults);
}

static void answer_cpuid(int number, siginfo_t* info, void* context) {
    (void)info;
    greg_t* const registers = ((ucontext_t*)context)->uc_mcontext.gregs;
    const unsigned char* const code = (const unsigned char*)registers[REG_RIP];
    if (code[0] != 0x0f ||
        code[1] != 0xa2) { /* another fault: the instruction runs again, and ends the process */
        signal(number, SIG_DFL);
        return;
    }
    const unsigned leaf = (unsigned)registers[REG_RAX], subleaf = (unsigned)registers[REG_RCX];
    unsigned a, b, c, d;
    let_cpuid_fault(0);
    __cpuid_count(leaf, subleaf, a, b, c, d);
    let_cpuid_fault(1);
    if (leaf == 7 && subleaf == 0) {
        b &= ~hidden_ebx;
        c &= ~hidden_ecx;
        d &= ~hidden_edx;
    } else if (leaf == 7 && subleaf == 1) {
        a &= ~hidden_eax_1;
        d = 0;
    } else if (leaf == AMX_TILES || leaf == AMX_PRODUCTS || leaf == AVX10) {
        a = b = c = d = 0;
    }
    registers[REG_RAX] = a;
    registers[REG_RBX] = b;
    registers[REG_RCX] = c;
    registers[REG_RDX] = d;
    registers[REG_RIP] += 2;
}

/* Features of this process that should be hidden; 0 if it is held. */
unsigned features_beyond_avx2(void) {
    unsigned a, b, c, d;
    __cpuid_count(7, 0, a, b, c, d);
    return (b & hidden_ebx) | (c & hidden_ecx) | (d & hidden_edx);
}

__attribute__((constructor)) static void hold_to_avx2(void) {
    unsetenv("LD_PRELOAD"); /* compilers that this process starts handle faults in their own way */
    if (features_beyond_avx2() == 0) return;
    struct sigaction action = {.sa_flags = SA_SIGINFO | SA_NODEFER | SA_ONSTACK};
    action.sa_sigaction = answer_cpuid;
    if (sigaction(SIGSEGV, &action, NULL) != 0 || let_cpuid_fault(1) != 0) {
        fputs("hold_to_avx2: this machine cannot let cpuid fault\n", stderr);
        exit(1);
    }
}
