/* suite/gv100/setup.h: builders and checks for the tests of translation and of engines.
 *
 * Shape   a setup lives in system memory, so that engines that it started can be stopped after its test, whatever the
 *         result. Memory is filled with self-naming words: each tells the address that it was written for, so a wrong
 *         translation shows where it led.
 * Units   bytes.
 * Errors  a builder that fails says so in the test's result and gives null or false. */
#ifndef SUITE_GV100_SETUP_H
#define SUITE_GV100_SETUP_H

#include "engines/gv100/bar.h"
#include "engines/gv100/channel.h"
#include "engines/gv100/copy.h"
#include "engines/gv100/flush.h"
#include "engines/gv100/generation.h"
#include "suite/kit/test.h"

#define PAGE_4K  0x1000u
#define PAGE_64K 0x10000u
#define PAGE_2M  0x200000u

#define SETUP_CHANNELS_MAX 12       /* a runlist each: 13 less that of graphics */
#define SETUP_RING         64       /* entries of the ring of fault records */
#define ANSWER_US          2000000u /* in which an engine must have done its work */
/* For which something must not happen: host looks at an acquire every 8 of its clocks and lets a TSG run for 1 ms, so
 * whatever may happen has had its turn nine times (gv100.md §3.2, §3.4). */
#define STAYS_US 10000u

struct gv_setup {
    struct test *t;
    struct card *card;
    struct space space;   /* the tested space: a BAR's, or its channels' */
    linear_addr instance; /* of `space`, where a BAR shows it */
    struct host host;
    bool has_host;
    unsigned channel_count;
    struct channel channels[SETUP_CHANNELS_MAX];
    struct push push; /* for any builder that needs one */
    const char *sent; /* how run_push sent its work, for a failure; null: not told */
};

/* An empty space whose tables lie in VRAM. */
struct gv_setup *gv_setup_open(struct test *t);
/* The same with its tables elsewhere. */
struct gv_setup *gv_setup_open_in(struct test *t, enum target tables);
/* Checks a step; false ends the test. */
bool gv_setup_ok(struct gv_setup *setup, enum err e, const char *doing) MUST_CHECK;

/* ---- memory ---- */

/* Memory with self-naming words in it. */
bool gv_setup_memory(struct gv_setup *setup, enum target target, uint64_t size, uint64_t align,
                     linear_addr *out) MUST_CHECK;
/* System memory at 4 GiB or above, without names; false: the machine has none for the card, and the test lacks it. */
bool gv_setup_high_memory(struct gv_setup *setup, enum target target, uint64_t size,
                          linear_addr *out) MUST_CHECK;
/* Without names. */
bool gv_setup_reserve(struct gv_setup *setup, enum target target, uint64_t size, uint64_t align,
                      linear_addr *out) MUST_CHECK;
/* One word gets its name. */
bool gv_setup_name(struct gv_setup *setup, linear_addr at) MUST_CHECK;
uint32_t name_at(linear_addr at);
/* "VRAM 0x12000", "system memory 0x7f0000", or the bare word if it names nothing. */
void named_words(struct text *text, const struct card *card, uint32_t word);

/* Memory, by the way that no translation touches. */
uint32_t gv_setup_read(struct gv_setup *setup, linear_addr at);
bool gv_setup_write(struct gv_setup *setup, linear_addr at, uint32_t value);

/* Pages of one size. */
bool gv_setup_map(struct gv_setup *setup, uint64_t at, uint64_t size, unsigned page_shift,
                  linear_addr there);
bool gv_setup_pte(struct gv_setup *setup, uint64_t at, unsigned page_shift,
                  const struct gmmu_pte *pte);

/* ---- BARs ---- */

/* The space of a BAR: makes its instance block, lets TLBs forget the former entries, binds. */
bool gv_setup_bind(struct gv_setup *setup, enum bar bar) MUST_CHECK;
/* After tables have changed: flushes, and the hub's TLBs forget the space. */
bool gv_setup_forget(struct gv_setup *setup) MUST_CHECK;

/* A read through a BAR gives the word that names `there`. */
bool expect_bar_read(struct gv_setup *setup, enum bar bar, uint64_t at, linear_addr there);
/* Whether a word read for system memory is VRAM's word at the same address: then the card ignored
 * the target. */
bool is_word_of_vram(struct card *card, linear_addr there, uint32_t seen);
/* A write through a BAR lands at `there`; the name is written back. */
bool expect_bar_write(struct gv_setup *setup, enum bar bar, uint64_t at, linear_addr there);
/* Memory holds its own name. */
bool expect_name(struct gv_setup *setup, linear_addr at, const char *what);

/* ---- faults ---- */

/* A fault that the card has told, in words; its record may not be VALID, and then says nothing. */
void seen_words(struct text *text, const struct gmmu_fault *fault);
/* Compares all but time. A wanted strong atomic may be a weak one. */
bool expect_same_fault(struct gv_setup *setup, const struct gmmu_fault *wanted,
                       const struct gmmu_fault *seen);
/* The latch holds this fault, and is free afterwards. */
bool expect_latched(struct gv_setup *setup, const struct gmmu_fault *wanted);
/* Neither latch nor ring has a fault. */
bool expect_no_record(struct gv_setup *setup, const char *after);

/* ---- engines ---- */

/* Host, with BAR2 and the ring of faults; it is taken down after the test. */
bool gv_setup_host(struct gv_setup *setup) MUST_CHECK;
/* A copy engine's runlist, for channels that use host alone or that engine: the nth. Null: there is none. */
const struct engine *gv_setup_engine(struct gv_setup *setup, unsigned nth);
/* False: there is none at all, and the test is skipped. */
bool gv_setup_has_engine(struct gv_setup *setup) MUST_CHECK;
/* A form whose id and window no other channel of the setup has, for the runlist of engine `nth`. */
struct channel_form gv_setup_form(struct gv_setup *setup, unsigned nth);
/* Made and bound. */
struct channel *gv_setup_channel(struct gv_setup *setup, const struct channel_form *form);
/* One that runs alone; for host methods, or copies as well. */
struct channel *gv_setup_host_channel(struct test *t);
struct channel *gv_setup_copy_channel(struct test *t);
struct gv_setup *gv_setup_of(struct channel *channel);

/* The setup's push goes out, and is empty then for what comes next. */
bool gv_setup_submit(struct channel *channel) MUST_CHECK;
/* The same with a release of `payload` at the end that is waited for. `copies`: by the copy
 * engine, else by host. */
bool run_push(struct gv_setup *setup, struct channel *channel, uint32_t payload,
              bool copies) MUST_CHECK;

/* The fault at the head of the ring is this one. */
bool expect_ring_fault(struct gv_setup *setup, const struct gmmu_fault *wanted);

/* The class of the card's copy engines. */
uint16_t gv_setup_copy_class(const struct gv_setup *setup);

/* The name of the last register of a signal, followed by `after`, in `out`. */
const char *signal_name(const struct mmu_signal *signal, const char *after, char out[64]);

#endif
