/* efi/compare.h: comparing words of system memory as fast as one processor can.
 *
 * Shape   a comparison is plain data, so that any processor can do it; the ways are plain registers and AVX2.
 *         Firmware seldom lets programs use AVX: vector_allow does, as far as CPUID says that the
 *         processor can, and vector_restore puts the processor's registers back.
 * Units   sizes in bytes, multiples of 8; words are aligned to 8.
 * Source  Intel SDM volume 1 §13.3 (XCR0), §14.3, §14.7.1 (how to find AVX and AVX2), volume 3 §2.5. */
#ifndef EFI_COMPARE_H
#define EFI_COMPARE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "efi/cpu.h"

enum compare_way { COMPARE_PLAIN, COMPARE_AVX2 };

struct comparison {
    const uint64_t *words;
    const uint64_t *expected; /* as many words; null: each word is `value` */
    uint64_t value;
    size_t size;
};

/* CR4 and XCR0 of one processor, as they were. */
struct vector_state {
    bool cr4_changed, xcr0_changed;
    uint64_t cr4, xcr0;
};

/* CPUID's leaves 1 and 7, and the low word of leaf 13. */
struct vector_support {
    struct cpuid features, extended, states;
};

const char *compare_way_name(enum compare_way way);

/* The processor has AVX2, whether or not it is switched on. */
bool vector_has_avx2(const struct vector_support *support);
/* It is switched on too: OSXSAVE in leaf 1, XMM and YMM state in XCR0. */
bool vector_avx2_is_on(const struct vector_support *support, uint64_t xcr0);

/* Of the processor that runs this. */
void vector_allow(struct vector_state *state);
void vector_restore(const struct vector_state *state);
enum compare_way compare_best(void);

/* Bytes before the first word that differs; size if none does. */
size_t compare_first_difference(enum compare_way way, const struct comparison *comparison);

/* linker/compare.asm */
size_t compare_value_plain(const uint64_t *words, uint64_t value, size_t size);
size_t compare_value_avx2(const uint64_t *words, uint64_t value, size_t size);
size_t compare_words_plain(const uint64_t *words, const uint64_t *expected, size_t size);
size_t compare_words_avx2(const uint64_t *words, const uint64_t *expected, size_t size);

#endif
