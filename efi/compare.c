#include "efi/compare.h"

#include "hw/bits.h"

#define CPUID_LEAVES     0
#define CPUID_FEATURES   1
#define FEATURES_XSAVE   BIT(26) /* of ecx */
#define FEATURES_OSXSAVE BIT(27)
#define FEATURES_AVX     BIT(28)
#define CPUID_EXTENDED   7
#define EXTENDED_AVX2    BIT(5) /* of ebx */
#define CPUID_STATES     13
#define XCR0_X87         BIT64(0)
#define XCR0_XMM         BIT64(1)
#define XCR0_YMM         BIT64(2)
#define XCR0_AVX         (XCR0_XMM | XCR0_YMM)
#define CR4_OSXSAVE      BIT64(18)

const char *compare_way_name(enum compare_way way)
{
    return way == COMPARE_AVX2 ? "avx2" : "64-bit";
}

bool vector_has_avx2(const struct vector_support *support)
{
    const uint32_t wanted = FEATURES_XSAVE | FEATURES_AVX;

    return (support->features.ecx & wanted) == wanted &&
           (support->extended.ebx & EXTENDED_AVX2) != 0 &&
           (support->states.eax & XCR0_AVX) == XCR0_AVX;
}

bool vector_avx2_is_on(const struct vector_support *support, uint64_t xcr0)
{
    return vector_has_avx2(support) && (support->features.ecx & FEATURES_OSXSAVE) != 0 &&
           (xcr0 & XCR0_AVX) == XCR0_AVX;
}

static struct vector_support ask(void)
{
    struct vector_support support = { 0 };
    struct cpuid leaves;

    cpu_cpuid(CPUID_LEAVES, 0, &leaves);
    cpu_cpuid(CPUID_FEATURES, 0, &support.features);
    if (leaves.eax >= CPUID_EXTENDED)
        cpu_cpuid(CPUID_EXTENDED, 0, &support.extended);
    if (leaves.eax >= CPUID_STATES)
        cpu_cpuid(CPUID_STATES, 0, &support.states);
    return support;
}

void vector_allow(struct vector_state *state)
{
    const struct vector_support support = ask();

    *state = (struct vector_state){ .cr4 = cpu_cr4() };
    if (!vector_has_avx2(&support))
        return;
    if ((state->cr4 & CR4_OSXSAVE) == 0) {
        cpu_set_cr4(state->cr4 | CR4_OSXSAVE);
        state->cr4_changed = true;
    }
    state->xcr0 = cpu_xcr0();
    if ((state->xcr0 & XCR0_AVX) != XCR0_AVX) {
        cpu_set_xcr0(state->xcr0 | XCR0_X87 | XCR0_AVX);
        state->xcr0_changed = true;
    }
}

void vector_restore(const struct vector_state *state)
{
    if (state->xcr0_changed)
        cpu_set_xcr0(state->xcr0);
    if (state->cr4_changed)
        cpu_set_cr4(state->cr4);
}

enum compare_way compare_best(void)
{
    const struct vector_support support = ask();

    /* Without OSXSAVE there is no XCR0 to ask for. */
    if ((support.features.ecx & FEATURES_OSXSAVE) == 0)
        return COMPARE_PLAIN;
    return vector_avx2_is_on(&support, cpu_xcr0()) ? COMPARE_AVX2 : COMPARE_PLAIN;
}

size_t compare_first_difference(enum compare_way way, const struct comparison *c)
{
    if (c->expected != NULL)
        return way == COMPARE_AVX2 ? compare_words_avx2(c->words, c->expected, c->size)
                                   : compare_words_plain(c->words, c->expected, c->size);
    return way == COMPARE_AVX2 ? compare_value_avx2(c->words, c->value, c->size)
                               : compare_value_plain(c->words, c->value, c->size);
}
