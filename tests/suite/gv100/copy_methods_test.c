/* The methods that the self tests of copy engines send to their channels (docs/hardware/gv100.md §6.2, §7): sources at
 * 0x20000000, targets at 0x30000000, where nothing is in tests of faults. */
#include "tests/suite/gv100/methods_rig.h"

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
