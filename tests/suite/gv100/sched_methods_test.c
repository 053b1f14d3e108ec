/* The methods that the self tests of push buffers, host, the scheduler and copy engines send to their channels: a self
 * test whose methods do not fit its claim fails here, though a good card and a broken one give the same result.
 * Typed from docs/hardware/gv100.md §3.4, §3.5, §4.2 to §4.6, §6.2, §7. The window of the nth channel, from 0 on, is
 * at 0x10000000 + 0x10000 n, its semaphores 0x1000 after that; channels are 1, 4, 7 and so on. */
#include "hw/bits.h"
#include "tests/kit/tests.h"
#include "tests/suite/gv100/watch_rig.h"

#define SEMAPHORES 0x10001000u
#define NEXT       0x10000u             /* from one channel's to the next one's */
#define DONE       0xff0                /* the semaphore that says that a segment was obeyed */
#define WORD       (SEMAPHORES + 0x100) /* of the tests of entries */
#define FREE       0x00100002u          /* SEMAPHORED: a release that does not wait, 16 bytes */

static unsigned id; /* of the channel that is told */

static void entry(unsigned channel)
{
    id = channel;
    want("%u entry", id);
}

/* SEMAPHOREA to D: 0x10 to 0x1c. */
static void old(uint32_t at, uint32_t payload, uint32_t operation)
{
    want("%u inc 0.10=0\n%u inc 0.14=%x\n%u inc 0.18=%x\n%u inc 0.1c=%x", id, id, at, id, payload,
         id, operation);
}

/* SEM_ADDR_LO to SEM_EXECUTE: 0x5c to 0x6c. */
static void newer(uint32_t at, uint64_t payload, uint32_t execute)
{
    want("%u inc 0.5c=%x\n%u inc 0.60=0\n%u inc 0.64=%x\n%u inc 0.68=%x\n%u inc 0.6c=%x", id, at,
         id, id, (uint32_t)payload, id, (uint32_t)(payload >> 32), id, execute);
}

static void done(uint32_t number)
{
    old(SEMAPHORES + (id / 3) * NEXT + DONE, number, FREE);
}

static void fences(const char *test, uint32_t count)
{
    for (uint32_t i = 1; i <= count; i++) {
        entry(1);
        done(i);
    }
    watch(test, WATCH_PUSH);
}

/* SEMAPHOREA to C: 0x10, 0x14, 0x18. */
static void want_payload(uint32_t at, uint32_t payload)
{
    want("1 inc 0.10=0\n1 inc 0.14=%x\n1 inc 0.18=%x", at, payload);
}

static void want_release(void)
{
    want("1 inc 0.1c=%x", FREE);
}

/* ---- entries (§4.2) -------------------------------------------------------------------------- */

TEST(every_header)
{
    entry(1);
    want_payload(WORD, 0);
    want("1 nop\n1 immd 0.18=11");
    want_release();
    done(1);

    entry(1);
    want_payload(WORD, 0);
    want("1 noninc 0.18=20\n1 noninc 0.18=21\n1 noninc 0.18=22");
    want_release();
    done(2);

    entry(1);
    want_payload(WORD, 0);
    want("1 oneinc 0.10=0\n1 noninc 0.14=%x\n1 noninc 0.14=%x\n1 inc 0.18=35", WORD + 0x40, WORD);
    want_release();
    done(3);

    entry(1);
    want_payload(WORD, 0x44);
    want("1 inc without data");
    want_release();
    done(4);
    watch("host.push", WATCH_PUSH);
}

/* The rig stops at END_PB_SEGMENT, as host does. */
TEST(ends_and_masks)
{
    entry(1);
    want_payload(WORD, 0x66);
    want("1 end\n1 entry");
    done(1);
    watch("host.push.end", WATCH_PUSH);

    entry(1);
    want_payload(WORD, 0x71);
    want("1 set mask 2");
    want_release();
    want("1 set mask fff");
    done(1);
    entry(1);
    want_payload(WORD, 0x72);
    want("1 store mask 1\n1 set mask 2\n1 use mask");
    want_release();
    want("1 set mask fff");
    done(2);
    watch("host.push.subdevice", WATCH_PUSH);

    want("1 entry\n1 inc 0.10=0\n1 inc 0.14=%x\n1 entry\n1 inc 0.18=88", WORD);
    want_release();
    done(1);
    watch("host.push.split", WATCH_PUSH);
}

/* A release of 0x90, with the words between its payload and its SEMAPHORED. */
static void want_illegal(unsigned count, uint32_t first, uint32_t second)
{
    entry(1);
    want("1 word 20030004"); /* three words from 0x10 on */
    want("1 word 0\n1 word %x\n1 word 90\n1 word %x", WORD, first);
    if (count == 2)
        want("1 word %x", second);
    want("1 word 20010007"); /* one word to 0x1c */
    want("1 word %x", FREE);
}

TEST(what_stops_a_channel)
{
    /* clang-format off */
    static const struct { const char *test; uint32_t first, second; } rows[] = { /* the last of a test has its name */
        { NULL, 0x20010001, 5 }, { NULL, 0x20010020, 1 }, /* ILLEGAL, 0x04; YIELD, 0x80; 0x54 is reserved */
        { "host.illegal.method", 0x20010015, 1 },
        { "host.illegal.privilege", 0x2001000d, 0x48000000 }, /* MEM_OP_D, 0x34: 31:27 are 9, TLB_INVALIDATE */
        { "host.illegal.subchannel", 0x2001a040, 5 }, /* 0x100 of subchannel 5 */
        { NULL, 0xc0010000, 0 }, { "host.illegal.entry", 0x40040100, 0 }, /* 31:29 are 6; 2 */
        { NULL, 0x00040100, 0 }, { NULL, 0x00090010, 0 }, /* 0, and 17:16 are 0; 1, 2, 3 with bit 19 */
        { NULL, 0x000a0010, 0 }, { "host.illegal.old", 0x000b0000, 0 },
        { NULL, 0x20028fff, 0 }, { "host.illegal.last", 0xa0028fff, 0 }, /* two words from 0x3ffc on, subchannel 4 */
        { NULL, 0x00010010, 0 }, { "host.illegal.mask", 0x00030000, 0 },
    };
    /* clang-format on */

    for (unsigned i = 0; i < ARRAY_SIZE(rows); i++) {
        want_illegal(rows[i].second ? 2 : 1, rows[i].first, rows[i].second);
        if (rows[i].test)
            watch(rows[i].test, WATCH_PUSH | WATCH_WORDS);
    }
}

/* Class 0xc3b5 by SET_OBJECT of subchannel 4; 0x104 is no method of it, SET_RENDER_ENABLE_A to C are 0x254 to 0x25c,
 * where mode 7 is none and mode 2 asks memory. A copy's semaphore is 0x240 to 0x248, LAUNCH_DMA 0x300: no transfer,
 * flush, one word. */
static void want_object(void)
{
    entry(1);
    want("1 inc 4.0=c3b5");
}

static void want_refused(const char *test, const char *methods)
{
    want_object();
    want("1 inc 4.240=0\n1 inc 4.244=%x\n1 inc 4.248=1\n1 inc 4.300=c", SEMAPHORES + DONE);
    entry(1);
    want("%s", methods);
    old(SEMAPHORES + 0x40, 2, FREE);
    watch(test, WATCH_PUSH);
}

TEST(what_an_engine_refuses)
{
    want_object();
    watch("host.context", WATCH_PUSH);
    want_object();
    done(1);
    want("1 entry\n1 inc 4.0=1234");
    watch("host.class", WATCH_PUSH);

    want_refused("host.refused.method", "1 inc 4.104=5a5a");
    want_refused("host.refused.mode", "1 inc 4.25c=7");
    want_refused("host.refused.alignment", "1 inc 4.254=0\n1 inc 4.258=10001081\n1 inc 4.25c=2");
}

/* ---- reductions (§4.5) ----------------------------------------------------------------------- */

#define U 0x80000000u /* unsigned */
#define W 0x01000000u /* 64 bits */

struct reduction {
    uint32_t operation, flags;
    uint64_t before, payload;
};

/* SEM_EXECUTE: 2:0 is 6, 30:27 which. */
static void want_reductions(const char *test, const struct reduction *rows, unsigned count)
{
    for (unsigned i = 0; i < count; i++) {
        want("1 has %x %x", (uint32_t)rows[i].before, (uint32_t)(rows[i].before >> 32));
        entry(1);
        newer(SEMAPHORES + 0x70, rows[i].payload, 6 | rows[i].operation << 27 | rows[i].flags);
        done(i + 1);
    }
    watch_address(SEMAPHORES + 0x70);
    watch(test, WATCH_PUSH);
}

/* The word there before, and the payload. */
TEST(reductions)
{
    enum { IMIN, IMAX, IXOR, IAND, IOR, IADD, INC, DEC };
    static const struct reduction rows[] = {
        /* clang-format off */
        { IMIN, 0, 5, 0xfffffffe }, { IMIN, U, 5, 0xfffffffe }, { IMAX, 0, 5, 0xfffffffe },
        { IMAX, U, 5, 0xfffffffe }, { IMIN, W, 5, 0xfffffffffffffff0 }, { IMAX, W | U, 5, 0x8000000000000000 },
        { IMIN, W | U, 5, 0x8000000000000000 }, { IMAX, W, 5, 0xfffffffffffffff0 },
        { IAND, W, 0xff00ff00ff00ff00, 0x0123456789abcdef }, { IOR, W, 0xff00ff00ff00ff00, 0x0123456789abcdef },
        { IXOR, 0, 0xff00ff00, 0x0ff00ff0 }, { IAND, 0, 0xff00ff00, 0x0ff00ff0 },
        { IOR, 0, 0xff00ff00, 0x0ff00ff0 }, { IXOR, W, 0xff00ff00ff00ff00, 0x0123456789abcdef },
        { IADD, 0, 0xfffffff0, 0x20 }, { IADD, W | U, 0xffffffff, 1 }, { INC, U, 4, 5 }, { INC, U, 5, 5 },
        { DEC, U, 5, 9 }, { DEC, U, 0, 9 }, { DEC, U, 10, 9 },
        /* clang-format on */
    };
    static const struct reduction with_time[] = { { IADD, 0x02000000, 7, 5 } };

    want_reductions("host.reduction", rows, ARRAY_SIZE(rows));
    want_reductions("host.reduction.time", with_time, 1);
}

/* SEMAPHORED: bit 4, no wait, 4 bytes, and the same operations. */
TEST(older_reductions)
{
    static const uint32_t rows[][3] = { { 0x01100010, 5, 0xfffffffe },
                                        { 0x81100010, 5, 0xfffffffe },
                                        { 0x11100010, 0xff00ff00, 0x0ff00ff0 },
                                        { 0x29100010, 0xfffffff0, 0x20 } };

    for (unsigned i = 0; i < 4; i++) {
        want("1 has %x 0\n1 entry", rows[i][1]);
        old(SEMAPHORES + 0x70, rows[i][2], rows[i][0]);
        done(i + 1);
    }
    watch_address(SEMAPHORES + 0x70);
    watch("host.reduction.old", WATCH_PUSH);
}

/* ---- releases (§4.4, §4.5) ------------------------------------------------------------------- */

static void release(uint32_t at, uint64_t payload, uint32_t execute, uint32_t number)
{
    entry(1);
    newer(SEMAPHORES + at, payload, execute);
    done(number);
}

TEST(releases)
{
    release(0x14, 0x12345678, 1, 1);
    release(0x14, 0x87654321, 1, 2);
    watch("host.release", WATCH_PUSH);
    release(0x14, 0x87654321, 0x00100001, 1);
    watch("host.release.wait", WATCH_PUSH);
    release(0x10, UINT64_C(0x0123456789abcdef), 0x01000001, 1);
    watch("host.release.wide", WATCH_PUSH);
    entry(1);
    newer(SEMAPHORES + 0x20, 0x55aa55aa, 0x02000001);
    watch("host.release.time", WATCH_PUSH);

    for (uint32_t i = 1; i <= 2; i++) {
        entry(1);
        old(SEMAPHORES + 0x50, 0x9000 + i, FREE);
        done(i);
    }
    watch("host.release.old", WATCH_PUSH);
    entry(1);
    old(SEMAPHORES + 0x40, 0x600d, 0x01100002);
    old(SEMAPHORES + 0x40, 0x600d, 1);
    done(1);
    watch("host.release.old.short", WATCH_PUSH);
}

/* ---- acquires -------------------------------------------------------------------------------- */

/* The semaphore after the acquire is released when it passes. */
static void passes(uint32_t number)
{
    old(SEMAPHORES + 0x80, number, FREE);
}

TEST(acquires)
{
    static const uint64_t payloads[2][5] = {
        { 7, 0x80000001, 0xfffffff0, 0x60, 0xffff0000 },
        { UINT64_C(0x100000007), UINT64_C(0x8000000000000001), UINT64_C(0xfffffffffffffff0),
          UINT64_C(0x6000000000), UINT64_C(0xffff0000ffffffff) },
    };
    static const uint64_t held[2][5] = {
        { 8, 3, 0xffffffef, 0x9f, 0xffff },
        { UINT64_C(0x200000007), 1, UINT64_C(0x7ffffffffffffff0), UINT64_C(0x9fffffffff),
          UINT64_C(0x0000ffff00000000) },
    };
    static const uint32_t operations[] = { 0, 2, 3, 4, 5 };

    for (unsigned wide = 0; wide < 2; wide++) {
        for (uint32_t i = 0; i < 5; i++) {
            want("1 has %x %x", (uint32_t)held[wide][i], (uint32_t)(held[wide][i] >> 32));
            entry(1);
            newer(SEMAPHORES + 0x60, payloads[wide][i], operations[i] | wide << 24);
            passes(i + 1);
        }
        watch_address(SEMAPHORES + 0x60);
        watch(wide ? "host.acquire.wide" : "host.acquire", WATCH_PUSH);
    }
    for (unsigned bits = 0; bits < 2; bits++) {
        want(bits ? "1 has 9f 0" : "1 has 6 0");
        entry(1);
        old(SEMAPHORES + 0x60, bits ? 0x60 : 7, bits ? 8 : 0x1004);
        passes(1);
        watch_address(SEMAPHORES + 0x60);
        watch(bits ? "host.acquire.old.bits" : "host.acquire.old", WATCH_PUSH);
    }
    entry(1);
    newer(SEMAPHORES + 0x60, 1, 0);
    watch("host.acquire.timeout", WATCH_PUSH);
}

/* Accepted ones, then refused ones: for their place, or for their kind. */
TEST(refused_semaphores)
{
    static const uint32_t rows[][2] = {
        { 0, 0x02000001 }, { 0, 0x01000001 }, { 4, 0x01000001 }, { 8, 0x02000001 },
        { 0, 7 },          { 0, 0x30000006 }, { 0, 0x29000006 },
    };

    for (unsigned i = 0; i < ARRAY_SIZE(rows); i++) {
        entry(1);
        newer(SEMAPHORES + 0xa0 + rows[i][0], 1, rows[i][1]);
    }
    watch("host.semaphore.refused", WATCH_PUSH);
}

TEST(methods_without_memory)
{
    entry(1);
    want("1 inc 0.20=0"); /* NON_STALL_INTERRUPT */
    done(1);
    watch("host.interrupt", WATCH_PUSH);
    entry(1);
    want("1 inc 0.50=ddba11"); /* SET_REFERENCE */
    done(1);
    watch("host.userd", WATCH_PUSH);

    /* MEM_OP_A to D at 0x28: 31:27 of D say MEMBAR 5, L2_SYSMEM_INVALIDATE 14, L2_CLEAN_COMPTAGS 15, L2_FLUSH_DIRTY 16,
     * L2_WAIT_FOR_SYS_PENDING_READS 21 (§4.6). */
    static const uint32_t operations[] = { 5, 14, 16, 15, 21 };
    for (uint32_t i = 0; i < 5; i++) {
        entry(1);
        want("1 inc 0.28=0\n1 inc 0.2c=0\n1 inc 0.30=0\n1 inc 0.34=%x", operations[i] << 27);
        done(i + 1);
    }
    watch("host.barriers", WATCH_PUSH);
}

/* ---- the scheduler (§3.5) -------------------------------------------------------------------- */

#define TOKEN (SEMAPHORES + 0x300)

/* Each channel waits for its numbers and releases the next: six rounds. The one that has to wait is told first. */
static void want_token(const char *test, uint32_t switching)
{
    for (unsigned who = 2; who-- > 0;) {
        entry(1 + 3 * who);
        for (uint32_t i = 0; i < 6; i++) {
            old(TOKEN, 2 * i + who, 4 | switching);
            old(TOKEN, 2 * i + who + 1, FREE);
        }
    }
    watch(test, WATCH_PUSH);
}

/* YIELD 2 lets the runlist go on, 3 the TSG. */
static void want_race(unsigned who, unsigned operation)
{
    for (unsigned i = 0; i < 2; i++) {
        entry(1 + 3 * i);
        if (i == who)
            want("%u inc 0.80=%x", id, operation);
        old(TOKEN, i + 1, FREE);
        old(SEMAPHORES + i * NEXT + 0x380, 1, FREE);
    }
}

TEST(turns)
{
    want_token("sched.tsg", 0x1000);
    want_token("sched.tsgs", 0x1000);
    want_token("sched.slice", 0);
    for (unsigned who = 0; who < 2; who++) {
        want_race(who, 2);
        want_race(who, 3);
    }
    watch("sched.yield", WATCH_PUSH);
}

TEST(stops)
{
    for (uint32_t i = 1; i <= 3; i++) {
        entry(1);
        old(SEMAPHORES + 0x340, i, FREE);
    }
    watch("sched.enable", WATCH_PUSH);
    fences("sched.preempt", 9);
    entry(1);
    old(TOKEN, 0xdead, 4);
    entry(4);
    done(1);
    watch("sched.preempt.waiting", WATCH_PUSH);
}

/* ---- subcontexts (§3.1) ---------------------------------------------------------------------- */

TEST(subcontexts)
{
    for (unsigned i = 0; i < 3; i++) {
        entry(1);
        done(1);
    }
    watch("subcontext.host", WATCH_PUSH);
    fences("subcontext.valid", 1);
    entry(1);
    newer(SEMAPHORES + 0x20, 1, 0);
    newer(SEMAPHORES + 0x24, 1, 1);
    watch("subcontext.veid", WATCH_PUSH);
    for (unsigned i = 0; i < 2; i++) {
        entry(1);
        newer(0x20000000, 1, 1); /* where nothing is */
    }
    watch("subcontext.replay", WATCH_PUSH);
}

/* ---- runlists (§3.4, §3.5, §8.2) ------------------------------------------------------------- */

/* PCCSR_CHANNEL: bit 10 enables, 11 disables, 22 and 23 acknowledge faults. */
static void enabled(unsigned channel)
{
    want("%x=400", 0x800004 + 8 * channel);
}

/* The runlist is stopped, preempted (0x2638 has a bit for each) and empty before a channel's memory goes. */
static void closed(unsigned channels)
{
    want("2630=2");
    for (unsigned i = 0; i < channels; i++)
        want("%x=800", 0x800004 + 8 * (1 + 3 * i));
    want("2638=2");
    for (unsigned i = 0; i < channels; i++)
        want("%x=c00000", 0x800004 + 8 * (1 + 3 * i));
    want("list 1:\n2630=0");
}

/* INTR_0: SCHED_ERROR is bit 8, BIND_ERROR bit 0. */
TEST(what_is_refused)
{
    static const char *const lists[] = { "channel 1", "tsg 7 of 0, channel 1",
                                         "tsg 7 of 2, channel 1, tsg 9 of 1, channel 4",
                                         "tsg 7 of 2, channel 1" };

    for (unsigned i = 0; i < 4; i++) {
        enabled(1);
        enabled(4);
        want("2100=100\nlist 1: %s\n2100=100", lists[i]);
        closed(2);
    }
    watch("sched.bad_tsg", WATCH_LISTS);
    enabled(1);
    want("2100=1\n2100=1");
    watch("sched.bad_bind", WATCH_LISTS);
    enabled(1);
    want("2a00=ffffffff\nlist 1: tsg 7 of 1, channel 1\n2a00=2");
    watch("sched.runlist", WATCH_LISTS);
    /* CHANNEL_INTR, bit 31: one of before is not taken for this one. */
    enabled(1);
    want("list 1: tsg 1 of 1, channel 1");
    enabled(1);
    want("2100=80000000\n2100=80000000");
    watch("host.interrupt", WATCH_LISTS);
}

TEST(who_is_listed)
{
    static const char together[] = "list 1: tsg 7 of 2, channel 1, channel 4";
    static const char apart[] = "list 1: tsg 7 of 1, channel 1, tsg 9 of 1, channel 4";
    static const char *const tests[] = { "sched.tsg", "sched.tsgs", "sched.slice",
                                         "host.fault.clear" };

    for (unsigned i = 0; i < 4; i++) {
        enabled(1);
        enabled(4);
        want("%s", i ? apart : together);
        watch(tests[i], WATCH_LISTS);
    }
    for (unsigned i = 0; i < 4; i++) {
        enabled(1);
        enabled(4);
        want("2630=2\n%s", i % 2 ? together : apart);
        want("2638=2"); /* work that the runlist before left on its PBDMA starts at no doorbell */
        want("2630=0");
        closed(2);
    }
    watch("sched.yield", WATCH_LISTS);

    /* A page of BAR1's space lies at 0x68000: neither channel changes its words. */
    enabled(1);
    enabled(4);
    want("%s", apart);
    for (unsigned at = 0x100; at < 0x140; at += 16)
        want("BAR1 r4 %x: vvvvvv 4K VRAM %x", at, 0x68000 + at);
    watch("copy.spaces", WATCH_LISTS);
}

/* PREEMPT: 11:0 the number, 25:24 the type: 0 a channel, 1 a TSG. */
TEST(who_is_stopped)
{
    enabled(1);
    want("list 1: tsg 7 of 1, channel 1\n80000c=800");
    enabled(1);
    want("2630=2\n2634=1\n2630=0");
    watch("sched.enable", WATCH_LISTS);
    enabled(1);
    enabled(4);
    want("list 1: tsg 7 of 1, channel 1, tsg 9 of 1, channel 4\n80000c=800\n2634=1000007");
    watch("sched.preempt.waiting", WATCH_LISTS);
}

/* Each third time the channel, the TSG, or by 0x2638 the runlist, whose number is 1. */
TEST(who_is_saved)
{
    enabled(1);
    want("list 1: tsg 7 of 1, channel 1");
    for (unsigned i = 0; i < 3; i++)
        want("2634=1000007\n2638=2\n2634=1");
    watch("sched.preempt", WATCH_LISTS);
}

/* Tests that list one channel, or list it twice: in both sorts of system memory. */
TEST(lists_of_one_channel)
{
    enabled(1);
    want("list 1: tsg 1 of 1, channel 1");
    enabled(1);
    watch("sched.runqueue", WATCH_LISTS);
    enabled(1);
    for (unsigned i = 0; i < 2; i++)
        want("list 1: tsg 7 of 1, channel 1");
    watch("sched.system", WATCH_LISTS);
    enabled(1);
    want("list 1: tsg 1 of 1, channel 1");
    enabled(1);
    closed(1);
    watch("sched.tear_down", WATCH_LISTS);

    fences("sched.runqueue", 1);
    fences("sched.system", 2);
}

/* For 10 ms nothing happens that must not: of a channel that is disabled, not in the list, or whose list is stopped; of
 * each way to wait for a semaphore; of a release after a copy that has faulted. Clocks are looked at 20 ms apart. */
TEST(times)
{
    static const struct {
        const char *test;
        unsigned count;
    } rows[] = {
        { "sched.enable", 3 },          { "host.acquire", 5 },    { "host.acquire.old", 1 },
        { "host.acquire.old.bits", 1 }, { "copy.fault.wait", 1 }, { "link.time.rate", 1 },
    };

    for (unsigned i = 0; i < ARRAY_SIZE(rows); i++) {
        for (unsigned n = 0; n < rows[i].count; n++)
            want(i + 1 < sizeof(rows) / sizeof(rows[0]) ? "wait 10000" : "wait 20000");
        watch(rows[i].test, WATCH_WAITS);
    }
}

/* ---- copies (§7): sources at 0x20000000, targets at 0x30000000, where nothing is in tests of faults ---- */

#define FROM 0x20000000u
#define TO   0x30000000u

/* LAUNCH_DMA: 2 non-pipelined, 4 flush, 8 a semaphore of one word, 0x80 and 0x100 pitch on both sides. */
#define LAUNCH     0x186u
#define ONE_WORD   0x8u
#define MANY_LINES 0x200u
#define REMAP      0x400u
#define NO_COPY    0xcu

/* SET_SEMAPHORE_A, B and PAYLOAD: 0x240 to 0x248. */
static void semaphore(uint32_t at, uint32_t payload)
{
    want("%u inc 4.240=0\n%u inc 4.244=%x\n%u inc 4.248=%x", id, id, at, id, payload);
}

static void launch(uint32_t bits)
{
    want("%u inc 4.300=%x", id, bits);
}

/* OFFSET_IN_UPPER to LINE_COUNT: 0x400 to 0x41c. */
static void copy_lines(uint64_t from, uint64_t to, uint32_t size, const uint32_t lines[3],
                       uint32_t bits)
{
    want("1 inc 4.400=%x\n1 inc 4.404=%x\n1 inc 4.408=%x\n1 inc 4.40c=%x\n1 inc 4.410=%x\n"
         "1 inc 4.414=%x\n1 inc 4.418=%x\n1 inc 4.41c=%x",
         (uint32_t)(from >> 32), (uint32_t)from, (uint32_t)(to >> 32), (uint32_t)to, lines[1],
         lines[2], size, lines[0]);
    launch(bits);
}

static const uint32_t one[] = { 1, 0, 0 };

static void copy(uint64_t from, uint64_t to, uint32_t size)
{
    copy_lines(from, to, size, one, LAUNCH);
}

/* SET_REMAP_CONST_A, _B and COMPONENTS: 0x700 to 0x708; X is A (4), Y is B (5), 4 bytes (3), two of them (1). */
static void filled(uint32_t to, uint32_t elements, uint64_t word)
{
    want("%u inc 4.700=%x\n%u inc 4.704=%x\n%u inc 4.708=1030054\n%u inc 4.418=%x\n"
         "%u inc 4.408=0\n%u inc 4.40c=%x",
         id, (uint32_t)word, id, (uint32_t)(word >> 32), id, id, elements, id, id, to);
    launch(LAUNCH | REMAP);
}

/* The engine's own semaphore ends a segment. */
static void copied(uint32_t number)
{
    semaphore(SEMAPHORES + DONE, number);
    launch(NO_COPY);
}

static void segment(uint64_t from, uint64_t to, uint32_t size, uint32_t number)
{
    entry(1);
    copy(from, to, size);
    copied(number);
}

/* ---- sizes and places ------------------------------------------------------------------------ */

TEST(one_copy)
{
    entry(1);
    want("1 inc 4.0=c3b5");
    semaphore(SEMAPHORES + 0x500, 0xc0de);
    copy_lines(FROM, TO + 0x1000, 0x100, one, LAUNCH | ONE_WORD);
    copied(1);
    watch("copy.one", WATCH_PUSH);
}

static const uint32_t sizes[] = { 1,   2,   3,   4,    5,    7,    8,    15,    16,   17,
                                  31,  33,  63,  64,   65,   127,  128,  129,   255,  256,
                                  257, 511, 513, 4095, 4096, 4097, 8195, 65535, 65537 };

TEST(sizes_and_alignments)
{
    uint32_t number = 0;

    for (unsigned i = 0; i < ARRAY_SIZE(sizes); i++)
        segment(FROM + 0x40, TO + 0x80, sizes[i], ++number);
    segment(FROM, TO, 0x4000, ++number);
    watch("copy.size", WATCH_PUSH);

    number = 0;
    for (uint32_t from = 0; from < 8; from++)
        for (uint32_t to = 0; to < 8; to++)
            segment(FROM + 0xff0 + from, TO + 0x1ff0 + to, 37, ++number);
    watch("copy.alignment", WATCH_PUSH);

    segment(FROM, TO, 0x200001, 1);
    watch("copy.large", WATCH_PUSH);
    for (unsigned i = 0; i < 6; i++)
        segment(FROM + 0x43, TO + 0x85, 0x1011, 1);
    watch("copy.system", WATCH_PUSH);
}

TEST(lines_fills_and_swizzles)
{
    static const uint32_t lines[] = { 20, 100, 64 };

    entry(1);
    copy_lines(FROM, TO + 0x1000, 48, lines, LAUNCH | MANY_LINES);
    copied(1);
    watch("copy.lines", WATCH_PUSH);

    entry(1);
    filled(TO + 0x1000, 0x80, UINT64_C(0x0123456789abcdef));
    copied(1);
    watch("copy.fill", WATCH_PUSH);

    /* X is the source's Y (1), Y its X (0), Z is not written (6); 4 bytes, 2 components to 3. */
    entry(1);
    want("1 inc 4.708=2130601");
    copy_lines(FROM, TO + 0x1000, 8, one, LAUNCH | REMAP);
    copied(1);
    watch("copy.remap", WATCH_PUSH);

    for (uint32_t i = 1; i <= 4; i++) {
        entry(1);
        filled(TO + 0x4000, 0x200, UINT64_C(0x0101010101010101) * i);
        copied(i);
        for (uint32_t at = 0x4000; at < 0x5000; at += 0x1fc) /* the target's memory is at b0000 */
            want("BAR1 r4 %x: vvvvvv 64K VRAM %x", at, 0xb0000 + at);
    }
    watch("copy.bar", WATCH_PUSH);
}

/* ---- the accesses compared ------------------------------------------------------------------- */

/* The target's memory: its words are read one at a time, whichever byte of them is meant. */
#define MEMORY 0xb0000u

static void read_byte(uint32_t at)
{
    want("window r4 VRAM %x", MEMORY + (at & ~3u));
}

/* 1 KiB at a time. */
static void guard(uint32_t at, uint32_t size)
{
    for (; size > 0x400; at += 0x400, size -= 0x400)
        want("window w4*100 VRAM %x", MEMORY + at);
    want("window w4*%x VRAM %x", size / 4, MEMORY + at);
}

/* Guard words lie about both ends. Then the first and the last nine bytes are read, the middle, and those beside. */
static void line_is_looked_at(uint32_t at, uint32_t size)
{
    const uint32_t end = at + size;

    guard(at / 4 * 4 - 4, 8);
    guard((end + 7) / 4 * 4 - 8, 12);
    for (uint32_t i = 0; i < size && i < 9; i++) {
        read_byte(at + i);
        read_byte(end - 1 - i);
    }
    read_byte(at + size / 2);
    read_byte(at - 1);
    read_byte(end);
}

TEST(copies_are_looked_at)
{
    watch_memory(MEMORY, 0x20000);
    guard(0xff0, 0x130);
    for (uint32_t i = 0; i < 0x100; i++)
        read_byte(0x1000 + i);
    read_byte(0xfff);
    read_byte(0x1100);
    watch("copy.one", 0);

    watch_memory(MEMORY, 0x20000);
    for (unsigned i = 0; i < ARRAY_SIZE(sizes); i++)
        line_is_looked_at(0x80, sizes[i]);
    for (uint32_t at = 0; at < 0x4000; at += 4)
        read_byte(at);
    watch("copy.size", 0);

    watch_memory(MEMORY, 0x20000);
    for (uint32_t i = 0; i < 64; i++)
        line_is_looked_at(0x1ff0 + i % 8, 37);
    watch("copy.alignment", 0);
}

TEST(fills_and_lines_are_looked_at)
{
    watch_memory(MEMORY, 0x20000);
    guard(0xff0, 0x420);
    for (uint32_t at = 0x1000; at < 0x1400; at += 4)
        read_byte(at);
    read_byte(0xfff);
    read_byte(0x1400);
    watch("copy.fill", 0);

    watch_memory(MEMORY, 0x20000);
    guard(0xff0, 0x600);
    for (uint32_t line = 0; line < 20; line++) {
        for (uint32_t i = 0; i < 48; i++)
            read_byte(0x1000 + 64 * line + i);
        read_byte(0x1000 + 64 * line + 48);
        read_byte(0x1000 + 64 * line + 63);
    }
    read_byte(0x1000 + 20 * 64);
    watch("copy.lines", 0);

    watch_memory(MEMORY, 0x20000);
    guard(0x1000, 0x100);
    for (uint32_t at = 0x1000; at < 0x1060; at += 4)
        read_byte(at);
    watch("copy.remap", 0);
}

/* 8 MiB at 0x40000000, then a release of host's that waits: SEMAPHORED 2, SEM_EXECUTE with bit 20. */
TEST(releases_behind_a_fill)
{
    const uint32_t at = SEMAPHORES + 0x700;

    entry(1);
    filled(0x40000000, 0x100000, UINT64_C(0x0101010101010101));
    want("1 inc 0.10=0\n1 inc 0.14=%x\n1 inc 0.18=1\n1 inc 0.1c=2", at);
    watch("copy.wait", WATCH_PUSH);
    entry(1);
    filled(0x40000000, 0x100000, UINT64_C(0x0101010101010101));
    want("1 inc 0.5c=%x\n1 inc 0.60=0\n1 inc 0.64=1\n1 inc 0.68=0\n1 inc 0.6c=100001", at);
    watch("copy.wait.new", WATCH_PUSH);
}

/* ---- several channels ------------------------------------------------------------------------ */

/* One address in the spaces of host's channel, of a copy engine's and of BAR1. */
TEST(three_spaces)
{
    for (unsigned i = 0; i < 4; i++) {
        const uint32_t at = 0x100 + 16 * i;

        entry(1);
        old(at, 0xbeef0000 + i, FREE);
        done(i + 1);
        entry(4);
        semaphore(at, 0xcafe0000 + i);
        launch(NO_COPY);
        semaphore(SEMAPHORES + NEXT + DONE, i + 1);
        launch(NO_COPY);
        want("BAR1 r4 %x: vvvvvv 4K VRAM %x", at, 0x68000 + at);
    }
    watch("copy.spaces", WATCH_PUSH);
}

/* The model has three that are not for graphics: each fills 64 KiB of its own, and all is looked at after that. */
TEST(all_engines)
{
    for (unsigned i = 0; i < 3; i++) {
        entry(1 + 3 * i);
        filled(TO + 0x10000 * i, 0x2000, UINT64_C(0x1111111111111111) * (i + 1));
        semaphore(SEMAPHORES + NEXT * i + 0x600, i + 1);
        launch(NO_COPY);
    }
    for (unsigned i = 0; i < 3; i++)
        for (uint32_t at = 0x10000 * i; at < 0x10000 * (i + 1); at += 0xffc)
            want("BAR1 r4 %x: vvvvvv 64K VRAM %x", at, 0x70000 + at);
    watch("copy.engines", WATCH_PUSH);
}

/* ---- semaphores ------------------------------------------------------------------------------ */

/* 17:14 which operation, 18 unsigned, 19 a reduction. */
TEST(semaphores)
{
    enum { IMIN, IMAX, IXOR, IAND, IOR, IADD, INC, DEC };
    static const uint32_t rows[][4] = {
        /* clang-format off */
        { IMIN, 0, 5, 0xfffffffe }, { IMIN, 1, 5, 0xfffffffe }, { IMAX, 0, 5, 0xfffffffe },
        { IXOR, 0, 0xff00ff00, 0x0ff00ff0 }, { IAND, 0, 0xff00ff00, 0x0ff00ff0 },
        { IOR, 0, 0xff00ff00, 0x0ff00ff0 }, { IADD, 0, 0xfffffff0, 0x20 }, { INC, 1, 5, 5 }, { DEC, 1, 0, 9 },
        /* clang-format on */
    };

    for (uint32_t i = 0; i < ARRAY_SIZE(rows); i++) {
        want("1 has %x 0", rows[i][2]);
        entry(1);
        semaphore(SEMAPHORES + 0x520, rows[i][3]);
        launch(NO_COPY | 1u << 19 | rows[i][1] << 18 | rows[i][0] << 14);
        copied(i + 1);
    }
    watch_address(SEMAPHORES + 0x520);
    watch("copy.reduction", WATCH_PUSH);

    entry(1);
    semaphore(SEMAPHORES + 0x500, 0x1111);
    launch(NO_COPY);
    copied(1);
    watch("copy.semaphore", WATCH_PUSH);
    /* Bits 4:3: 2, four words. */
    entry(1);
    semaphore(SEMAPHORES + 0x510, 0x2222);
    launch(0x14);
    copied(1);
    watch("copy.semaphore.time", WATCH_PUSH);
}

/* ---- addresses ------------------------------------------------------------------------------- */

TEST(high_addresses)
{
    uint32_t number = 0;

    for (unsigned bit = 21; bit < 49; bit++) {
        const uint64_t at = (UINT64_C(1) << bit) + 0x100000;

        entry(1);
        copy(FROM + 0x40, at + 0x80, 16);
        copy(at + 0xc0, TO + 0x40, 16);
        copied(++number);
    }
    watch("copy.address", WATCH_PUSH);

    entry(1);
    for (unsigned n = 0; n < 9; n++)
        copy((uint64_t)(n % 3 + 1) << (29 + 9 * (n / 3)) | 0x10020, TO + 16 * n, 16);
    copied(1);
    watch("copy.directories", WATCH_PUSH);
}

/* ---- faults (§6.2) --------------------------------------------------------------------------- */

static void want_launch(const char *test, uint64_t from, uint64_t to)
{
    entry(1);
    copy(from, to, 64);
    watch(test, WATCH_PUSH);
}

TEST(copies_that_fault)
{
    static const unsigned bits[] = { 21, 25, 30, 33, 38, 40, 44, 47, 48 };
    static const uint32_t short_pitch[] = { 4, 32, 64 };

    want_launch("copy.fault.source", TO + 0x100, FROM);
    want_launch("copy.fault.target", FROM, TO + 0x100);
    want_launch("copy.fault.pte", FROM + 0x1040, FROM);
    want_launch("copy.fault.read_only", FROM, TO + 0x100);
    want_launch("copy.fault.privilege", TO + 0x100, FROM);
    want_launch("copy.fault.engine", TO, FROM);
    for (unsigned i = 0; i < ARRAY_SIZE(bits); i++) {
        entry(1);
        copy((UINT64_C(1) << bits[i]) + 0x1000, FROM, 64);
    }
    watch("copy.fault.address", WATCH_PUSH);

    /* Data go there; a reduction, IADD, does not. */
    entry(1);
    copy(FROM + 0x40, TO + 0x100, 64);
    entry(1);
    copied(1);
    entry(1);
    semaphore(TO + 0x20, 1);
    launch(NO_COPY | 1u << 19 | 5u << 14);
    watch("copy.fault.atomic", WATCH_PUSH);

    entry(1);
    copy(FROM + 0x40, TO + 0x100, 64);
    entry(1);
    copied(1);
    watch("copy.fault.resume", WATCH_PUSH);

    entry(1);
    copy(FROM, TO, 64);
    want("1 inc 0.10=0\n1 inc 0.14=%x\n1 inc 0.18=600d\n1 inc 0.1c=2", SEMAPHORES + 0x40);
    watch("copy.fault.wait", WATCH_PUSH);

    entry(1);
    copy_lines(FROM, FROM + 0x800, 64, short_pitch, LAUNCH | MANY_LINES);
    watch("copy.launch", WATCH_PUSH);
}
