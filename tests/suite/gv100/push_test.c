/* The methods that the self tests of push buffers and of host's semaphores send to their channel: a self test whose
 * methods do not fit its claim fails here, though a good card and a broken one give the same result. Typed from
 * docs/hardware/gv100.md §4.2 to §4.5. A channel's window is at 0x10000000 of its space, its semaphores 0x1000 after
 * that. */
#include "hw/bits.h"
#include "tests/kit/tests.h"
#include "tests/suite/gv100/watch_rig.h"

#define SEMAPHORES 0x10001000u
#define DONE       (SEMAPHORES + 0xff0)
#define WORD       (SEMAPHORES + 0x100) /* of the tests of entries */
#define FREE       0x00100002u          /* SEMAPHORED: a release that does not wait, 16 bytes */

/* SEMAPHOREA to C: 0x10, 0x14, 0x18. */
static void want_payload(uint32_t at, uint32_t payload)
{
    want("1 inc 0.10=0\n1 inc 0.14=%x\n1 inc 0.18=%x", at, payload);
}

/* And SEMAPHORED by the same header. */
static void want_old(uint32_t at, uint32_t payload, uint32_t operation)
{
    want_payload(at, payload);
    want("1 inc 0.1c=%x", operation);
}

/* The semaphore that says that a segment was obeyed is the last of the page. */
static void want_done(uint32_t number)
{
    want_old(DONE, number, FREE);
}

/* SEM_ADDR_LO to SEM_EXECUTE: 0x5c to 0x6c. */
static void want_new(uint32_t at, uint64_t payload, uint32_t execute)
{
    want("1 inc 0.5c=%x\n1 inc 0.60=0\n1 inc 0.64=%x\n1 inc 0.68=%x\n1 inc 0.6c=%x", at,
         (uint32_t)payload, (uint32_t)(payload >> 32), execute);
}

static void want_release(void)
{
    want("1 inc 0.1c=%x", FREE);
}

/* ---- entries (§4.2) -------------------------------------------------------------------------- */

TEST(every_header)
{
    want("1 entry");
    want_payload(WORD, 0);
    want("1 nop\n1 immd 0.18=11");
    want_release();
    want_done(1);

    want("1 entry");
    want_payload(WORD, 0);
    want("1 noninc 0.18=20\n1 noninc 0.18=21\n1 noninc 0.18=22");
    want_release();
    want_done(2);

    want("1 entry");
    want_payload(WORD, 0);
    want("1 oneinc 0.10=0\n1 noninc 0.14=%x\n1 noninc 0.14=%x\n1 inc 0.18=35", WORD + 0x40, WORD);
    want_release();
    want_done(3);

    want("1 entry");
    want_payload(WORD, 0x44);
    want("1 inc without data");
    want_release();
    want_done(4);
    watch("host.push", WATCH_PUSH);
}

/* The rig stops at END_PB_SEGMENT, as host does. */
TEST(ends_and_masks)
{
    want("1 entry");
    want_payload(WORD, 0x66);
    want("1 end\n1 entry");
    want_done(1);
    watch("host.push.end", WATCH_PUSH);

    want("1 entry");
    want_payload(WORD, 0x71);
    want("1 set mask 2");
    want_release();
    want("1 set mask fff");
    want_done(1);
    want("1 entry");
    want_payload(WORD, 0x72);
    want("1 store mask 1\n1 set mask 2\n1 use mask");
    want_release();
    want("1 set mask fff");
    want_done(2);
    watch("host.push.subdevice", WATCH_PUSH);

    want("1 entry\n1 inc 0.10=0\n1 inc 0.14=%x\n1 entry\n1 inc 0.18=88", WORD);
    want_release();
    want_done(1);
    watch("host.push.split", WATCH_PUSH);
}

/* A release of 0x90, with the words between its payload and its SEMAPHORED. */
static void want_illegal(unsigned count, uint32_t first, uint32_t second)
{
    want("1 entry");
    want("1 word 20030004"); /* three words from 0x10 on */
    want("1 word 0\n1 word %x\n1 word 90\n1 word %x", WORD, first);
    if (count == 2)
        want("1 word %x", second);
    want("1 word 20010007"); /* one word to 0x1c */
    want("1 word %x", FREE);
}

TEST(what_stops_a_channel)
{
    want_illegal(2, 0x20010001, 5); /* ILLEGAL, 0x04 */
    want_illegal(2, 0x20010020, 1); /* YIELD, 0x80 */
    want_illegal(2, 0x20010015, 1); /* 0x54 is reserved */
    watch("host.illegal.method", WATCH_PUSH | WATCH_WORDS);
    want_illegal(2, 0x2001000d, 0x48000000); /* MEM_OP_D, 0x34: bits 31:27 are 9, TLB_INVALIDATE */
    watch("host.illegal.privilege", WATCH_PUSH | WATCH_WORDS);
    want_illegal(2, 0x2001a040, 5); /* 0x100 of subchannel 5 */
    watch("host.illegal.subchannel", WATCH_PUSH | WATCH_WORDS);

    want_illegal(1, 0xc0010000, 0); /* 31:29 are 6 */
    want_illegal(1, 0x40040100, 0); /* 2 */
    watch("host.illegal.entry", WATCH_PUSH | WATCH_WORDS);
    want_illegal(1, 0x00040100, 0); /* 0, and 17:16 are 0 */
    want_illegal(1, 0x00090010, 0); /* 1, 2, 3 with bit 19 */
    want_illegal(1, 0x000a0010, 0);
    want_illegal(1, 0x000b0000, 0);
    watch("host.illegal.old", WATCH_PUSH | WATCH_WORDS);
    want_illegal(1, 0x20028fff, 0); /* two words from 0x3ffc on, subchannel 4 */
    want_illegal(1, 0xa0028fff, 0);
    watch("host.illegal.last", WATCH_PUSH | WATCH_WORDS);
    want_illegal(1, 0x00010010, 0);
    want_illegal(1, 0x00030000, 0);
    watch("host.illegal.mask", WATCH_PUSH | WATCH_WORDS);
}

/* Class 0xc3b5 by SET_OBJECT of subchannel 4; 0x104 is no method of it, SET_RENDER_ENABLE_A to C are 0x254 to 0x25c,
 * where mode 7 is none and mode 2 asks memory. A copy's semaphore is 0x240 to 0x248, LAUNCH_DMA 0x300: no transfer,
 * flush, one word. */
static void want_engine_done(void)
{
    want("1 inc 4.240=0\n1 inc 4.244=%x\n1 inc 4.248=1\n1 inc 4.300=c", DONE);
}

static void want_object(void)
{
    want("1 entry\n1 inc 4.0=c3b5");
}

static void want_opened(void)
{
    want_object();
    want_engine_done();
    want("1 entry");
}

TEST(what_an_engine_refuses)
{
    want_object();
    watch("host.context", WATCH_PUSH);
    want_object();
    want_done(1);
    want("1 entry\n1 inc 4.0=1234");
    watch("host.class", WATCH_PUSH);

    want_opened();
    want("1 inc 4.104=5a5a");
    want_old(SEMAPHORES + 0x40, 2, FREE);
    watch("host.refused.method", WATCH_PUSH);
    want_opened();
    want("1 inc 4.25c=7");
    want_old(SEMAPHORES + 0x40, 2, FREE);
    watch("host.refused.mode", WATCH_PUSH);
    want_opened();
    want("1 inc 4.254=0\n1 inc 4.258=%x\n1 inc 4.25c=2", SEMAPHORES + 0x81);
    want_old(SEMAPHORES + 0x40, 2, FREE);
    watch("host.refused.alignment", WATCH_PUSH);
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
        want("1 entry");
        want_new(SEMAPHORES + 0x70, rows[i].payload, 6 | rows[i].operation << 27 | rows[i].flags);
        want_done(i + 1);
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
        want_old(SEMAPHORES + 0x70, rows[i][2], rows[i][0]);
        want_done(i + 1);
    }
    watch_address(SEMAPHORES + 0x70);
    watch("host.reduction.old", WATCH_PUSH);
}
