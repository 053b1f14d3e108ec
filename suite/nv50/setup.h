/* suite/nv50/setup.h: builders and checks for the tests of translation.
 *
 * Shape   a setup is a channel under construction. Its builders keep the first error and do nothing
 *         after it, so that a test reads as a list of its parts; setup_ready says whether all of it could be built,
 *         flushes, and loads the channel into both host contexts. Memory is filled with self-naming words: each tells
 *         the address it was written for, so a wrong translation shows where it led.
 * Units   bytes. */
#ifndef SUITE_NV50_SETUP_H
#define SUITE_NV50_SETUP_H

#include "engines/nv50/aperture.h"
#include "engines/nv50/vm.h"
#include "mmu/nv50/fault.h"
#include "suite/kit/test.h"

#define LIMIT_ALL UINT64_C(0xffffffffff)

struct setup {
    struct test *t;
    struct vm vm;
    enum err err; /* of the first builder that failed */
    const char *doing;
};

/* A channel in VRAM or system memory. */
void setup_open(struct setup *setup, struct test *t, enum target where);
bool setup_ready(struct setup *setup) MUST_CHECK;

/* The apertures to go through, from the first on: on silicon all but PEEPHOLE, which no driver uses, unless
 * risky=1 asks for it and the test fails no card (silicon-sequences.md §3.1). */
unsigned setup_apertures(const struct test *t);
/* Whether a test may flush that TLB although nothing of its own uses it: on silicon that of the BARs and PFIFO's,
 * which is set up and runs; any other only with risky=1, in a test that fails no card (silicon-sequences.md §4). */
bool setup_may_flush(const struct test *t, enum vm_engine engine);

/* Memory with self-naming words in it. */
linear_addr setup_memory(struct setup *setup, enum target target, uint64_t size, uint64_t align);

/* VRAM without names, for areas too large to fill; name_words then names the words that a test
 * looks at. */
linear_addr setup_reserve(struct setup *setup, uint64_t size, uint64_t align);
enum err name_words(struct card *card, linear_addr at, uint64_t size) MUST_CHECK;

/* An object that leaves everything to the PTE: base 0, no limit. */
struct dmaobj object_paged(void);
/* An object for memory at `at`: read-write, user, pitch, short cycle. */
struct dmaobj object_unpaged(linear_addr at, uint64_t size);
/* A present, writable, pitch page. */
struct pte pte_of(linear_addr page);

uint16_t setup_object(struct setup *setup, const struct dmaobj *obj);
/* A table of 4 KiB pages for 32 MiB, of 16 KiB or of 64 KiB pages for 512 MiB, all absent. */
struct pde setup_table(struct setup *setup, virtual_addr at, enum pde_type type, enum target where);
void setup_page(struct setup *setup, const struct pde *pde, virtual_addr at, const struct pte *pte);
void setup_block(struct setup *setup, const struct pde *pde, virtual_addr at,
                 const struct pte *pte);

/* A table at virtual address 0, in it `page` at `at`, and an object that shows all of the space. */
uint16_t setup_one_page(struct setup *setup, enum pde_type type, enum target table, virtual_addr at,
                        linear_addr page);

/* The word that named memory holds at an address. */
uint32_t name_of(linear_addr at);
/* "VRAM 0x12000", "system memory 0x7f0000", or the bare word if it names nothing. */
void describe_word(struct text *text, const struct card *card, uint32_t word);

/* A read through an aperture gives the word that names `there`. */
bool expect_read(struct test *t, enum aperture aperture, logical_addr at, linear_addr there);
/* A write through an aperture lands at `there`; the name is written back. */
bool expect_write(struct test *t, enum aperture aperture, logical_addr at, linear_addr there);

/* An access that must fail. */
struct denied {
    enum aperture aperture;
    logical_addr at;
    bool write;
    uint8_t reason;      /* enum vm_fault_reason */
    uint64_t base;       /* of the object: the record must hold base + at; of none: 0 */
    uint32_t channel;    /* descriptor */
    bool exact;          /* also unproven fields of the record (unverified E13): low address bits,
                          * the address of an object's own faults, the channel's target */
    linear_addr guarded; /* where a write must not land; a target of TARGET_INVALID: nowhere */
};

/* Makes the access; checks the whole record, the interrupt, and that a write went nowhere. */
bool expect_denied(struct test *t, const struct denied *denied);
/* The record is this one, and is acknowledged; `exact` as in struct denied. */
bool expect_record(struct test *t, const struct vm_fault *wanted, bool exact);
/* Nothing is latched. */
bool expect_no_fault(struct test *t, const char *after);

void describe_fault(struct text *text, const struct card *card, const struct vm_fault *fault);

#endif
