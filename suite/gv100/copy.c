/* Copy engines: every size, both kinds of memory, fills, high addresses, all engines at once. */
#include "suite/gv100/groups.h"

#include "engines/gv100/family.h"
#include "engines/vram.h"
#include "engines/window.h"
#include "hw/gv100/methods.h"
#include "hw/gv100/pb.h"
#include "hw/gv100/ppbdma.h"

#define SOURCE  0x20000000u /* virtual addresses of the two areas */
#define TARGET  0x30000000u
#define AREA    0x20000u
#define LONG_AT 0x40000000u
#define GUARD   0x5a5a5a5au
#define BESIDE  0x100000u

/* Two areas, mapped in 4 KiB pages: named words, and guard words. */
struct areas {
    struct gv_setup *setup;
    struct channel *channel;
    linear_addr from, to;
    uint32_t number; /* of the last run */
};

static bool areas_of(struct areas *a, enum target from, enum target to, uint64_t size)
{
    struct gv_setup *const setup = a->setup;

    return gv_setup_memory(setup, from, size, PAGE_64K, &a->from) &&
           gv_setup_reserve(setup, to, size, PAGE_64K, &a->to) &&
           gv_setup_map(setup, SOURCE, size, GMMU_PAGE_4K, a->from) &&
           gv_setup_map(setup, TARGET, size, GMMU_PAGE_4K, a->to) && gv_setup_forget(setup);
}

static bool areas_open(struct test *t, struct areas *a)
{
    *a = (struct areas){ .channel = gv_setup_copy_channel(t) };
    if (!a->channel)
        return false;
    a->setup = gv_setup_of(a->channel);
    return areas_of(a, TARGET_VRAM, TARGET_VRAM, AREA);
}

static bool guard(struct areas *a, uint64_t from, uint64_t size)
{
    return gv_setup_ok(a->setup,
                       card_memory_fill(a->setup->card, linear_add(a->to, from), GUARD, size),
                       "filling memory");
}

static bool run(struct areas *a)
{
    return run_push(a->setup, a->channel, ++a->number, true);
}

static uint8_t byte_of(struct gv_setup *setup, linear_addr at)
{
    return (uint8_t)(gv_setup_read(setup, (linear_addr){ at.v & ~UINT64_C(3), at.target }) >>
                     (8 * (at.v & 3)));
}

static uint8_t named_byte(linear_addr at)
{
    return (uint8_t)(name_at((linear_addr){ at.v & ~UINT64_C(3), at.target }) >> (8 * (at.v & 3)));
}

/* The byte at `offset` of the target is the source's byte at `wanted`. */
static bool expect_copied(struct areas *a, uint64_t offset, uint64_t wanted)
{
    const uint8_t seen = byte_of(a->setup, linear_add(a->to, offset));
    const uint8_t right = named_byte(linear_add(a->from, wanted));

    if (test_compared(a->setup->t, seen == right))
        return true;
    test_fail(a->setup->t, "has 0x%02x in byte 0x%llx of a copy, expected 0x%02x", (unsigned)seen,
              (unsigned long long)offset, (unsigned)right);
    return false;
}

static bool expect_guard(struct areas *a, uint64_t offset)
{
    const uint8_t seen = byte_of(a->setup, linear_add(a->to, offset));

    if (test_compared(a->setup->t, seen == (uint8_t)GUARD))
        return true;
    test_fail(a->setup->t, "wrote 0x%02x to byte 0x%llx, beside a copy", (unsigned)seen,
              (unsigned long long)offset);
    return false;
}

/* One line of some size between two alignments: its ends, its middle, and the bytes beside it. */
static bool copy_line(struct areas *a, uint32_t size, uint32_t from, uint32_t to)
{
    const struct copy copy = { .from = { SOURCE + from }, .to = { TARGET + to }, .bytes = size };
    const uint64_t low = to & ~3u, high = (to + size + 7) & ~3u;

    if (!guard(a, low - 4, 8) || !guard(a, high - 8, 12))
        return false;
    push_copy(&a->setup->push, &copy);
    if (!run(a))
        return false;
    for (uint32_t i = 0; i < size && i < 9; i++)
        if (!expect_copied(a, to + i, from + i) ||
            !expect_copied(a, to + size - 1 - i, from + size - 1 - i))
            return false;
    return expect_copied(a, to + size / 2, from + size / 2) && expect_guard(a, to - 1) &&
           expect_guard(a, to + size);
}

/* The smallest whole use: one line, one semaphore of the engine's (§7). */
static void one_copy(struct test *t)
{
    struct areas a;

    if (!areas_open(t, &a))
        return;
    const struct copy copy = { .from = { SOURCE },
                               .to = { TARGET + 0x1000 },
                               .bytes = 0x100,
                               .semaphore = channel_semaphore(a.channel, 0x500),
                               .payload = 0xc0de,
                               .has_semaphore = true };
    if (!guard(&a, 0xff0, 0x130))
        return;
    push_method(&a.setup->push, COPY_SUBCHANNEL, HOST_SET_OBJECT, gv_setup_copy_class(a.setup));
    push_copy(&a.setup->push, &copy);
    if (!run(&a))
        return;
    expect_equal(t, 0xc0de, channel_semaphore_read(a.channel, 0x500),
                 "the semaphore behind a copy");
    for (unsigned i = 0; i < 0x100; i++)
        if (!expect_copied(&a, 0x1000 + i, i))
            return;
    expect_guard(&a, 0xfff);
    expect_guard(&a, 0x1100);
}

/* Every word of a copy that begins at the start of both areas. */
static bool expect_all_words(struct areas *a, uint32_t size)
{
    struct gv_setup *const setup = a->setup;
    const struct copy copy = { .from = { SOURCE }, .to = { TARGET }, .bytes = size };

    push_copy(&setup->push, &copy);
    if (!run(a))
        return false;
    for (uint32_t at = 0; at < size; at += 4)
        if (!expect_equal(setup->t, name_at(linear_add(a->from, at)),
                          gv_setup_read(setup, linear_add(a->to, at)), "a word of a copy"))
            return false;
    return true;
}

static void copies_of_every_size(struct test *t)
{
    static const uint32_t sizes[] = { 1,      2,      3,      4,      5,      7,   8,   15,
                                      16,     17,     31,     33,     63,     64,  65,  127,
                                      128,    129,    255,    256,    257,    511, 513, 0x0fff,
                                      0x1000, 0x1001, 0x2003, 0xffff, 0x10001 };
    struct areas a;

    if (!areas_open(t, &a))
        return;
    for (unsigned i = 0; i < ARRAY_SIZE(sizes); i++)
        if (!copy_line(&a, sizes[i], 0x40, 0x80))
            return;
    expect_all_words(&a, 0x4000);
}

static void copies_at_every_alignment(struct test *t)
{
    struct areas a;

    if (!areas_open(t, &a))
        return;
    for (uint32_t from = 0; from < 8; from++)
        for (uint32_t to = 0; to < 8; to++)
            if (!copy_line(&a, 37, 0xff0 + from, 0x1ff0 + to))
                return;
}

/* Across 2 MiB and one byte: one page table and the next one (§9.3, 21). */
static void copy_of_two_mebibytes(struct test *t)
{
    struct areas a = { .channel = gv_setup_copy_channel(t) };
    const uint64_t size = 2 * (uint64_t)PAGE_2M;

    if (!a.channel)
        return;
    struct gv_setup *const setup = a.setup = gv_setup_of(a.channel);
    if (!gv_setup_reserve(setup, TARGET_VRAM, size, PAGE_2M, &a.from) ||
        !gv_setup_reserve(setup, TARGET_VRAM, size, PAGE_2M, &a.to) ||
        !gv_setup_map(setup, SOURCE, size, GMMU_PAGE_64K, a.from) ||
        !gv_setup_map(setup, TARGET, size, GMMU_PAGE_2M, a.to) || !gv_setup_forget(setup))
        return;
    for (uint64_t at = 0; at < size; at += 0x3ff0)
        if (!gv_setup_name(setup, linear_add(a.from, at & ~UINT64_C(3))))
            return;
    const struct copy copy = { .from = { SOURCE }, .to = { TARGET }, .bytes = PAGE_2M + 1 };
    if (!gv_setup_name(setup, linear_add(a.from, PAGE_2M)) || !guard(&a, PAGE_2M, 8))
        return;
    push_copy(&setup->push, &copy);
    if (!run(&a))
        return;
    for (uint64_t at = 0; at < PAGE_2M; at += 0x3ff0)
        if (!expect_copied(&a, at, at))
            return;
    if (expect_copied(&a, PAGE_2M, PAGE_2M))
        expect_guard(&a, PAGE_2M + 1);
}

/* To and from system memory, coherent and not (§5.4). */
static void copies_between_memories(struct test *t)
{
    /* DMA buffers are few: within system memory one pair is enough. */
    static const struct {
        enum target from, to;
    } pairs[] = {
        { TARGET_VRAM, TARGET_VRAM },           { TARGET_VRAM, TARGET_SYSRAM_SNOOP },
        { TARGET_VRAM, TARGET_SYSRAM_NOSNOOP }, { TARGET_SYSRAM_SNOOP, TARGET_VRAM },
        { TARGET_SYSRAM_NOSNOOP, TARGET_VRAM }, { TARGET_SYSRAM_SNOOP, TARGET_SYSRAM_NOSNOOP },
    };

    for (unsigned i = 0; i < ARRAY_SIZE(pairs); i++) {
        struct areas a = { .channel = gv_setup_copy_channel(t) };

        if (!a.channel)
            return;
        a.setup = gv_setup_of(a.channel);
        if (!areas_of(&a, pairs[i].from, pairs[i].to, 2 * PAGE_4K) ||
            !copy_line(&a, 0x1011, 0x43, 0x85))
            return;
        host_close(&a.setup->host);
    }
}

/* Several lines, each with its pitch (§7). */
static void lines_with_pitch(struct test *t)
{
    struct areas a;

    if (!areas_open(t, &a))
        return;
    const struct copy copy = { .from = { SOURCE },
                               .to = { TARGET + 0x1000 },
                               .bytes = 48,
                               .lines = 20,
                               .pitch_in = 100,
                               .pitch_out = 64 };
    if (!guard(&a, 0xff0, 0x600))
        return;
    push_copy(&a.setup->push, &copy);
    if (!run(&a))
        return;
    for (unsigned line = 0; line < 20; line++) {
        for (unsigned i = 0; i < 48; i++)
            if (!expect_copied(&a, 0x1000 + line * 64 + i, line * 100 + i))
                return;
        if (!expect_guard(&a, 0x1000 + line * 64 + 48) ||
            !expect_guard(&a, 0x1000 + line * 64 + 63))
            return;
    }
    expect_guard(&a, 0x1000 + 20 * 64);
}

#define LONG_COPY (4u * PAGE_2M)

/* A long fill, then host's release that waits for the engine: the whole area is filled when the release is seen (§4.4,
 * §4.5). */
static void expect_waits(struct areas *a, linear_addr memory, bool old)
{
    struct gv_setup *const setup = a->setup;
    const virtual_addr at = channel_semaphore(a->channel, 0x700);

    const linear_addr end = linear_add(memory, LONG_COPY - 4);

    if (!gv_setup_write(setup, end, 0) ||
        !gv_setup_ok(setup, bar_flush(setup->card), "flushing host writes"))
        return;
    push_fill(&setup->push, (virtual_addr){ LONG_AT }, LONG_COPY / 8, UINT64_C(0x0101010101010101));
    if (old)
        push_semaphore_old(&setup->push, at, 1, HOST_SEMAPHORED_OPERATION_RELEASE);
    else
        push_semaphore(&setup->push, at, 1,
                       PPBDMA_SEM_EXECUTE_OPERATION_RELEASE | PPBDMA_SEM_EXECUTE_RELEASE_WFI);
    if (gv_setup_submit(a->channel) &&
        test_works(setup->t, channel_wait(a->channel, 0x700, 1, ANSWER_US),
                   "a release that waits for a copy engine"))
        expect_equal(setup->t, 0x01010101u, gv_setup_read(setup, end),
                     "the end of a fill, when a release behind it is seen");
}

static void expect_release_waits(struct test *t, bool old)
{
    struct areas a = { .channel = gv_setup_copy_channel(t) };
    linear_addr memory;

    if (!a.channel)
        return;
    a.setup = gv_setup_of(a.channel);
    if (!gv_setup_reserve(a.setup, TARGET_VRAM, LONG_COPY, PAGE_2M, &memory) ||
        !gv_setup_map(a.setup, LONG_AT, LONG_COPY, GMMU_PAGE_2M, memory) ||
        !gv_setup_forget(a.setup))
        return;
    expect_waits(&a, memory, old);
}

static void fence_waits_for_copies(struct test *t)
{
    expect_release_waits(t, true);
}

/* By the newer methods, which nouveau of Linux 6.1 does not use. */
static void newer_release_waits_for_copies(struct test *t)
{
    expect_release_waits(t, false);
}

/* Constants instead of a source, as a driver clears memory (§7). */
static void fills(struct test *t)
{
    struct areas a;

    if (!areas_open(t, &a) || !guard(&a, 0xff0, 0x420))
        return;
    push_fill(&a.setup->push, (virtual_addr){ TARGET + 0x1000 }, 0x80,
              UINT64_C(0x0123456789abcdef));
    if (!run(&a))
        return;
    for (unsigned i = 0; i < 0x80; i++)
        if (!expect_equal(t, 0x89abcdef, gv_setup_read(a.setup, linear_add(a.to, 0x1000 + 8 * i)),
                          "the lower word of a fill") ||
            !expect_equal(t, 0x01234567, gv_setup_read(a.setup, linear_add(a.to, 0x1004 + 8 * i)),
                          "the upper word of a fill"))
            return;
    expect_guard(&a, 0xfff);
    expect_guard(&a, 0x1400);
}

/* The components of an element in another order, and one that is not written (§7). */
static void swizzles(struct test *t)
{
    struct areas a;

    if (!areas_open(t, &a) || !guard(&a, 0x1000, 0x100))
        return;
    struct gv_setup *const setup = a.setup;
    const struct copy copy = {
        .from = { SOURCE }, .to = { TARGET + 0x1000 }, .bytes = 8, .launch = COPY_LAUNCH_REMAP
    };
    push_method(&setup->push, COPY_SUBCHANNEL, COPY_SET_REMAP_COMPONENTS,
                FIELD_PUT(COPY_REMAP_DST_X, (uint32_t)COPY_REMAP_SRC_Y) |
                    FIELD_PUT(COPY_REMAP_DST_Y, (uint32_t)COPY_REMAP_SRC_X) |
                    FIELD_PUT(COPY_REMAP_DST_Z, (uint32_t)COPY_REMAP_NO_WRITE) |
                    FIELD_PUT(COPY_REMAP_COMPONENT_SIZE, 3u) |
                    FIELD_PUT(COPY_REMAP_SRC_COMPONENTS, 1u) |
                    FIELD_PUT(COPY_REMAP_DST_COMPONENTS, 2u));
    push_copy(&setup->push, &copy);
    if (!run(&a))
        return;
    for (unsigned i = 0; i < 8; i++) {
        const linear_addr in = linear_add(a.from, 8 * i);
        const linear_addr out = linear_add(a.to, 0x1000 + 12 * i);

        if (!expect_equal(t, name_at(linear_add(in, 4)), gv_setup_read(setup, out),
                          "the first component of a swizzle") ||
            !expect_equal(t, name_at(in), gv_setup_read(setup, linear_add(out, 4)),
                          "the second component of a swizzle") ||
            !expect_equal(t, GUARD, gv_setup_read(setup, linear_add(out, 8)),
                          "a component that is not written"))
            return;
    }
}

/* Semaphores of the engine: one word, and four with a time stamp (§7). */
static void semaphores(struct test *t)
{
    struct areas a;

    if (!areas_open(t, &a))
        return;
    struct gv_setup *const setup = a.setup;
    for (unsigned i = 0; i < 8; i++)
        if (!gv_setup_ok(setup, channel_semaphore_write(a.channel, 0x500 + 4 * i, GUARD),
                         "preparing a semaphore"))
            return;
    push_copy_done(&setup->push, channel_semaphore(a.channel, 0x500), 0x1111);
    if (!run(&a))
        return;
    expect_equal(t, 0x1111, channel_semaphore_read(a.channel, 0x500), "a semaphore of one word");
    expect_equal(t, GUARD, channel_semaphore_read(a.channel, 0x504),
                 "the word behind a semaphore of one word");
}

/* A semaphore of one word that is a reduction with the word in memory. */
static void push_reduction(struct gv_setup *setup, virtual_addr at, uint32_t payload,
                           uint32_t launch)
{
    push_header(&setup->push, COPY_SUBCHANNEL, COPY_SET_SEMAPHORE_A, 3);
    push_word(&setup->push, (uint32_t)(at.v >> 32));
    push_word(&setup->push, (uint32_t)at.v);
    push_word(&setup->push, payload);
    push_method(&setup->push, COPY_SUBCHANNEL, COPY_LAUNCH_DMA,
                COPY_LAUNCH_FLUSH | COPY_LAUNCH_REDUCTION_ENABLE |
                    FIELD_PUT(COPY_LAUNCH_SEMAPHORE, COPY_LAUNCH_SEMAPHORE_ONE_WORD) | launch);
}

/* Those of the host, by the engine's own bits (§7, §4.5). */
static void reductions_compute(struct test *t)
{
    static const struct {
        const char *name;
        uint8_t operation;
        uint32_t flags, before, payload, after;
    } rows[] = {
        { "IMIN of a copy engine", SEM_REDUCTION_IMIN, 0, 5, 0xfffffffe, 0xfffffffe },
        { "unsigned IMIN of a copy engine", SEM_REDUCTION_IMIN, COPY_LAUNCH_REDUCTION_UNSIGNED, 5,
          0xfffffffe, 5 },
        { "IMAX of a copy engine", SEM_REDUCTION_IMAX, 0, 5, 0xfffffffe, 5 },
        { "IXOR of a copy engine", SEM_REDUCTION_IXOR, 0, 0xff00ff00, 0x0ff00ff0, 0xf0f0f0f0 },
        { "IAND of a copy engine", SEM_REDUCTION_IAND, 0, 0xff00ff00, 0x0ff00ff0, 0x0f000f00 },
        { "IOR of a copy engine", SEM_REDUCTION_IOR, 0, 0xff00ff00, 0x0ff00ff0, 0xfff0fff0 },
        { "IADD of a copy engine", SEM_REDUCTION_IADD, 0, 0xfffffff0, 0x20, 0x10 },
        { "INC of a copy engine", SEM_REDUCTION_INC, COPY_LAUNCH_REDUCTION_UNSIGNED, 5, 5, 0 },
        { "DEC of a copy engine", SEM_REDUCTION_DEC, COPY_LAUNCH_REDUCTION_UNSIGNED, 0, 9, 9 },
    };
    struct areas a;

    if (!areas_open(t, &a))
        return;
    for (unsigned i = 0; i < ARRAY_SIZE(rows); i++) {
        if (!gv_setup_ok(a.setup, channel_semaphore_write(a.channel, 0x520, rows[i].before),
                         "preparing a semaphore"))
            return;
        push_reduction(a.setup, channel_semaphore(a.channel, 0x520), rows[i].payload,
                       FIELD_PUT(COPY_LAUNCH_REDUCTION, (uint32_t)rows[i].operation) |
                           rows[i].flags);
        if (!run(&a) ||
            !expect_equal(t, rows[i].after, channel_semaphore_read(a.channel, 0x520), rows[i].name))
            return;
    }
}

/* A semaphore of four words: the payload, a zero, and PTIMER's time in the last two (gv100.md,
 * LAUNCH_DMA). */
static void semaphore_with_time(struct test *t)
{
    struct areas a;

    if (!areas_open(t, &a))
        return;
    struct gv_setup *const setup = a.setup;
    const virtual_addr at = channel_semaphore(a.channel, 0x510);
    push_header(&setup->push, COPY_SUBCHANNEL, COPY_SET_SEMAPHORE_A, 3);
    push_word(&setup->push, (uint32_t)(at.v >> 32));
    push_word(&setup->push, (uint32_t)at.v);
    push_word(&setup->push, 0x2222);
    push_method(&setup->push, COPY_SUBCHANNEL, COPY_LAUNCH_DMA,
                COPY_LAUNCH_FLUSH |
                    FIELD_PUT(COPY_LAUNCH_SEMAPHORE, COPY_LAUNCH_SEMAPHORE_FOUR_WORDS));
    if (!run(&a))
        return;
    expect_equal(t, 0x2222, channel_semaphore_read(a.channel, 0x510), "a semaphore of four words");
    expect_equal(t, 0, channel_semaphore_read(a.channel, 0x514),
                 "the second word of a semaphore of four");
    if (test_compared(t, !channel_semaphore_read(a.channel, 0x518) &&
                             !channel_semaphore_read(a.channel, 0x51c)))
        test_fail(t, "stamped no time with a semaphore of four words");
}

/* A page with one high address bit and the page without it are two, for each bit that only copies reach (§9.3, 22).
 * BESIDE keeps both clear of the areas and of the channel's window. */
static void high_address_bits(struct test *t)
{
    struct areas a;
    linear_addr high, low;

    if (!areas_open(t, &a))
        return;
    struct gv_setup *const setup = a.setup;
    if (!gv_setup_memory(setup, TARGET_VRAM, PAGE_4K, PAGE_4K, &high) ||
        !gv_setup_memory(setup, TARGET_VRAM, PAGE_4K, PAGE_4K, &low) ||
        !gv_setup_map(setup, BESIDE, PAGE_4K, GMMU_PAGE_4K, low))
        return;
    for (unsigned bit = GMMU_PAGE_2M; bit < GMMU_VA_BITS; bit++) {
        const uint64_t at = (UINT64_C(1) << bit) + BESIDE;

        if (!gv_setup_map(setup, at, PAGE_4K, GMMU_PAGE_4K, high) || !gv_setup_forget(setup))
            return;
        const struct copy to = { .from = { SOURCE + 0x40 }, .to = { at + 0x80 }, .bytes = 16 };
        const struct copy from = { .from = { at + 0xc0 }, .to = { TARGET + 0x40 }, .bytes = 16 };
        push_copy(&setup->push, &to);
        push_copy(&setup->push, &from);
        if (!run(&a))
            return;
        expect_equal(t, name_at(linear_add(a.from, 0x40)),
                     gv_setup_read(setup, linear_add(high, 0x80)),
                     "a page with one high address bit, written");
        expect_equal(t, name_at(linear_add(high, 0xc0)),
                     gv_setup_read(setup, linear_add(a.to, 0x40)),
                     "a page with one high address bit, read");
        expect_name(setup, linear_add(low, 0x80), "the page without the high address bit");
        if (!gv_setup_name(setup, linear_add(high, 0x80)))
            return;
    }
}

/* Entries of PD3, PD2 and PD1 lead to different tables (§9.3, 8). */
static void entries_of_high_directories(struct test *t)
{
    static const unsigned bits[] = { 29, 38, 47 };
    struct areas a;
    linear_addr pages;

    if (!areas_open(t, &a) ||
        !gv_setup_memory(a.setup, TARGET_VRAM, 9 * (uint64_t)PAGE_4K, PAGE_4K, &pages))
        return;
    for (unsigned level = 0; level < ARRAY_SIZE(bits); level++)
        for (unsigned i = 1; i < 4; i++)
            if (!gv_setup_map(a.setup, (uint64_t)i << bits[level] | PAGE_64K, PAGE_4K, GMMU_PAGE_4K,
                              linear_add(pages, (3 * level + i - 1) * PAGE_4K)))
                return;
    if (!gv_setup_forget(a.setup))
        return;
    for (unsigned n = 0; n < 9; n++) {
        const struct copy copy = { .from = { (uint64_t)(n % 3 + 1) << bits[n / 3] |
                                             (PAGE_64K + 0x20) },
                                   .to = { TARGET + 16 * n },
                                   .bytes = 16 };
        push_copy(&a.setup->push, &copy);
    }
    if (!run(&a))
        return;
    for (unsigned n = 0; n < 9; n++)
        expect_equal(t, name_at(linear_add(pages, n * PAGE_4K + 0x20)),
                     gv_setup_read(a.setup, linear_add(a.to, 16 * n)),
                     "a page behind its own directory entry");
}

/* Physical addresses, with the engine's own numbers for places (§7); the channel must be allowed to. */
static void physical_copies(struct test *t)
{
    struct gv_setup *const setup = gv_setup_open(t);
    linear_addr from, to;

    if (!setup || !gv_setup_host(setup))
        return;
    struct channel_form form = gv_setup_form(setup, 0);
    form.copies = form.physical = true;
    struct channel *const channel = gv_setup_channel(setup, &form);
    if (!channel || !gv_setup_ok(setup, channel_run_alone(channel), "submitting a runlist") ||
        !gv_setup_memory(setup, TARGET_VRAM, PAGE_4K, PAGE_4K, &from) ||
        !gv_setup_memory(setup, TARGET_SYSRAM_SNOOP, PAGE_4K, PAGE_4K, &to))
        return;
    const struct copy copy = { .from = { from.v + 0x40 },
                               .to = { to.v + 0x80 },
                               .bytes = 64,
                               .launch = COPY_LAUNCH_SRC_PHYSICAL | COPY_LAUNCH_DST_PHYSICAL };
    push_method(&setup->push, COPY_SUBCHANNEL, COPY_SET_SRC_PHYS_MODE, COPY_TARGET_LOCAL);
    push_method(&setup->push, COPY_SUBCHANNEL, COPY_SET_DST_PHYS_MODE, COPY_TARGET_COHERENT);
    push_copy(&setup->push, &copy);
    if (!run_push(setup, channel, 1, true))
        return;
    for (unsigned i = 0; i < 64; i += 4)
        expect_equal(t, name_at(linear_add(from, 0x40 + i)),
                     gv_setup_read(setup, linear_add(to, 0x80 + i)), "a physical copy");
}

static void physical_copies_need_privilege(struct test *t)
{
    struct areas a;
    struct pbdma_event event;

    if (!areas_open(t, &a))
        return;
    const struct copy copy = {
        .from = { a.from.v }, .to = { TARGET }, .bytes = 64, .launch = COPY_LAUNCH_SRC_PHYSICAL
    };
    push_copy(&a.setup->push, &copy);
    if (!gv_setup_submit(a.channel))
        return;
    if (test_compared(t, channel_wait_event(a.channel, &event, ANSWER_US) != OK))
        test_fail(t, "raised no interrupt at a physical copy of a user's channel");
    else
        expect_equal(t, PPBDMA_INTR_1_HCE_PRIV, event.interrupts_1,
                     "INTR_1 after a physical copy of a user's channel");
}

/* A channel for each copy engine: its nth channel is of engine numbers[n]. Of engines that share a runlist, which the card's
 * do not (§1.4), the first alone has one, because the runlist holds one channel at a time. */
static bool open_all_engines(struct gv_setup *setup, unsigned numbers[SETUP_CHANNELS_MAX])
{
    const unsigned count = topology_copies(gv100_topology(setup->card));
    uint32_t runlists = 0;

    for (unsigned i = 0; i < count; i++) {
        struct channel_form form = gv_setup_form(setup, i);
        form.copies = true;

        if (runlists & BIT(form.runlist))
            continue;
        runlists |= BIT(form.runlist);
        numbers[setup->channel_count] = i;
        struct channel *const channel = gv_setup_channel(setup, &form);

        if (!channel || !gv_setup_ok(setup, channel_run_alone(channel), "submitting a runlist"))
            return false;
    }
    if (count > setup->channel_count)
        test_note(setup->t, "%u copy engines of %u: the others share their runlists",
                  setup->channel_count, count);
    else
        test_note(setup->t, "%u copy engines", count);
    return true;
}

/* Every copy engine, at once, each with its own pattern (§9.3, 26). That each is served is not proven (K38). */
static void all_engines_at_once(struct test *t)
{
    struct gv_setup *const setup = gv_setup_open(t), *const bar = gv_setup_open(t);
    const uint64_t size = SETUP_CHANNELS_MAX * (uint64_t)PAGE_64K;
    unsigned numbers[SETUP_CHANNELS_MAX] = { 0 };
    linear_addr memory;

    if (!bar || !setup || !gv_setup_host(setup) || !gv_setup_has_engine(setup) ||
        !gv_setup_reserve(setup, TARGET_VRAM, size, PAGE_64K, &memory) ||
        !gv_setup_map(setup, TARGET, size, GMMU_PAGE_64K, memory) ||
        !gv_setup_map(bar, 0, size, GMMU_PAGE_64K, memory) || !gv_setup_bind(bar, BAR1) ||
        !open_all_engines(setup, numbers))
        return;
    for (unsigned i = 0; i < setup->channel_count; i++) {
        push_fill(&setup->push, (virtual_addr){ TARGET + (uint64_t)i * PAGE_64K }, PAGE_64K / 8,
                  UINT64_C(0x1111111111111111) * (i + 1));
        push_copy_done(&setup->push, channel_semaphore(&setup->channels[i], 0x600), i + 1);
        if (!gv_setup_submit(&setup->channels[i]))
            return;
    }
    for (unsigned i = 0; i < setup->channel_count; i++) {
        char what[TEST_VALUE_MAX];
        struct text text = text_in(what, sizeof(what));

        text_format(&text, "one of all copy engines, LCE%u",
                    (unsigned)gv_setup_engine(setup, numbers[i])->instance);
        if (!test_works(setup->t, channel_wait(&setup->channels[i], 0x600, i + 1, ANSWER_US), what))
            return;
        for (uint64_t at = i * (uint64_t)PAGE_64K; at < (i + 1) * (uint64_t)PAGE_64K; at += 0xffc)
            if (!expect_equal(t, 0x11111111u * (i + 1),
                              bar_read32(t->card, BAR1, (virtual_addr){ at }),
                              "the pattern of a copy engine"))
                return;
    }
}

/* One virtual address in three spaces: a BAR's and those of two channels (§9.3, 25). */
static void translations_do_not_mix(struct test *t)
{
    struct gv_setup *const bar = gv_setup_open(t), *const setup = gv_setup_open(t);
    struct space other;
    linear_addr pages[3];

    if (!bar || !setup || !gv_setup_host(setup) ||
        !gv_setup_ok(setup, space_open(&other, t->card, TARGET_VRAM), "making page tables"))
        return;
    for (unsigned i = 0; i < 3; i++)
        if (!gv_setup_memory(setup, TARGET_VRAM, PAGE_4K, PAGE_4K, &pages[i]))
            return;
    const struct gmmu_pte pte = pte_to(pages[2]);
    if (!gv_setup_map(bar, 0, PAGE_4K, GMMU_PAGE_4K, pages[0]) ||
        !gv_setup_map(setup, 0, PAGE_4K, GMMU_PAGE_4K, pages[1]) ||
        !gv_setup_ok(setup, space_page(&other, (virtual_addr){ 0 }, GMMU_PAGE_4K, &pte),
                     "mapping") ||
        !gv_setup_bind(bar, BAR1))
        return;
    const struct channel_form first_form = gv_setup_form(setup, 0);
    struct channel *const first = gv_setup_channel(setup, &first_form);
    struct channel_form form = gv_setup_form(setup, 0);
    const struct space own = setup->space;
    form.copies = true;
    setup->space = other;
    struct channel *const second = gv_setup_channel(setup, &form);
    other = setup->space;
    if (!first || !second || !gv_setup_ok(setup, bar_flush(t->card), "flushing host writes"))
        return;
    setup->space = own;
    const struct runlist_entry list[] = { tsg_entry(7, 1), channel_entry(first), tsg_entry(9, 1),
                                          channel_entry(second) };
    channel_enable(first);
    channel_enable(second);
    if (!gv_setup_ok(setup, host_schedule(&setup->host, form.runlist, list, 4),
                     "submitting a runlist"))
        return;
    for (unsigned i = 0; i < 4; i++) {
        const uint32_t at = 0x100 + 16 * i;

        push_fence(&setup->push, (virtual_addr){ at }, 0xbeef0000 + i);
        if (!run_push(setup, first, 1 + i, false))
            return;
        push_copy_done(&setup->push, (virtual_addr){ at }, 0xcafe0000 + i);
        if (!run_push(setup, second, 1 + i, true))
            return;
        expect_bar_read(bar, BAR1, at, linear_add(pages[0], at));
        expect_equal(t, 0xbeef0000 + i, gv_setup_read(setup, linear_add(pages[1], at)),
                     "the page of the host's space");
        expect_equal(t, 0xcafe0000 + i, gv_setup_read(setup, linear_add(pages[2], at)),
                     "the page of the copy engine's space");
    }
}

/* BAR1, with a space of its own, reads a copy engine's words: L2 shows both the same (§2.1). */
static void bar_sees_copies(struct test *t)
{
    struct areas a;
    struct gv_setup *const bar = gv_setup_open(t);

    if (!bar || !areas_open(t, &a) || !gv_setup_map(bar, 0, AREA, GMMU_PAGE_64K, a.to) ||
        !gv_setup_bind(bar, BAR1))
        return;
    for (unsigned i = 1; i < 5; i++) {
        push_fill(&a.setup->push, (virtual_addr){ TARGET + 0x4000 }, 0x200,
                  UINT64_C(0x0101010101010101) * i);
        if (!run(&a))
            return;
        for (uint32_t at = 0; at < 0x1000; at += 0x1fc)
            if (!expect_equal(t, 0x01010101u * i,
                              bar_read32(t->card, BAR1, (virtual_addr){ 0x4000 + at }),
                              "what a copy engine wrote, through BAR1"))
                return;
    }
}

/* clang-format off */
static const struct test_case rows[] = {
    { .name = "copy.one", .source = "gv100.md §7", .run = one_copy,
      .basis = PROVEN, .claim = CLAIM_ENGINE, .needs = "host.release.old" },
    { .name = "copy.size", .source = "gv100.md §7", .run = copies_of_every_size,
      .basis = PROVEN, .claim = CLAIM_ENGINE, .needs = "copy.one" },
    { .name = "copy.alignment", .source = "gv100.md §7", .run = copies_at_every_alignment,
      .basis = DOCUMENTED, .claim = CLAIM_ENGINE, .needs = "copy.one" },
    { .name = "copy.large", .source = "gv100.md §7", .run = copy_of_two_mebibytes,
      .basis = PROVEN, .claim = CLAIM_ENGINE, .needs = "copy.one,vm.page.2m" },
    { .name = "copy.system", .source = "gv100.md §5.4, §7", .run = copies_between_memories,
      .basis = PROVEN, .claim = CLAIM_ENGINE, .needs = "copy.one,link.dma" },
    { .name = "copy.lines", .source = "gv100.md §7", .run = lines_with_pitch,
      .basis = PROVEN, .claim = CLAIM_ENGINE, .needs = "copy.one" },
    { .name = "copy.fill", .source = "gv100.md §7", .run = fills,
      .basis = PROVEN, .claim = CLAIM_ENGINE, .needs = "copy.one" },
    { .name = "copy.wait", .source = "gv100.md §4.4", .run = fence_waits_for_copies,
      .basis = PROVEN, .claim = CLAIM_ENGINE, .needs = "copy.fill,vm.page.2m" },
    { .name = "copy.wait.new", .source = "gv100.md §4.5", .run = newer_release_waits_for_copies,
      .basis = DOCUMENTED, .claim = CLAIM_ENGINE, .needs = "copy.wait,host.release" },
    { .name = "copy.remap", .source = "gv100.md §7", .run = swizzles,
      .basis = DOCUMENTED, .claim = CLAIM_ENGINE, .needs = "copy.fill" },
    { .name = "copy.semaphore", .source = "gv100.md §7", .run = semaphores,
      .basis = DOCUMENTED, .claim = CLAIM_ENGINE, .needs = "copy.one" },
    { .name = "copy.reduction", .source = "gv100.md §7, §4.5", .run = reductions_compute,
      .basis = DOCUMENTED, .claim = CLAIM_ENGINE, .needs = "copy.semaphore" },
    { .name = "copy.semaphore.time", .source = "gv100.md §7", .run = semaphore_with_time,
      .basis = UNVERIFIED, .experiment = "gv100.md §11 K37", .claim = CLAIM_ENGINE, .needs = "copy.semaphore" },
    { .name = "copy.address", .source = "gv100.md §5.1", .run = high_address_bits,
      .basis = DOCUMENTED, .claim = CLAIM_ENGINE, .needs = "copy.one" },
    { .name = "copy.directories", .source = "gv100.md §5.1", .run = entries_of_high_directories,
      .basis = DOCUMENTED, .claim = CLAIM_ENGINE, .needs = "copy.one" },
    { .name = "copy.physical", .source = "gv100.md §7", .run = physical_copies,
      .basis = DOCUMENTED, .claim = CLAIM_ENGINE, .needs = "copy.one,link.dma" },
    { .name = "copy.physical.privilege", .source = "gv100.md §7", .run = physical_copies_need_privilege,
      .basis = DOCUMENTED, .claim = CLAIM_ENGINE, .needs = "copy.one" },
    { .name = "copy.spaces", .source = "gv100.md §3.1, §5.5", .run = translations_do_not_mix,
      .basis = PROVEN, .claim = CLAIM_ENGINE, .needs = "copy.one" },
    { .name = "copy.bar", .source = "gv100.md §2.1", .run = bar_sees_copies,
      .basis = PROVEN, .claim = CLAIM_ENGINE, .needs = "copy.fill,vm.page.64k" },
    { .name = "copy.engines", .source = "gv100.md §1.4, §7", .run = all_engines_at_once,
      .basis = UNVERIFIED, .experiment = "gv100.md §11 K38", .claim = CLAIM_ENGINE, .needs = "copy.bar" },
};
/* clang-format on */

const struct test_group gv100_copy_tests = { rows, ARRAY_SIZE(rows) };
