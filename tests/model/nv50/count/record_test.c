/* PCOUNTER's record buffer in the device model (docs/hardware/tesla-engines.md §5.1, §5.5): the content of one packet,
 * the events that send it, and a domain's state after a fault (tesla-vm.md §2.2, §2.5). */
#include "tests/model/nv50/graph/pgraph_rig.h"

#define STOP_SRC  REF_PCOUNTER_STOP_SRC
#define STOP_OP   REF_PCOUNTER_STOP_OP
#define STATUS    REF_PCOUNTER_RECORD_STATUS
#define START     REF_PCOUNTER_RECORD_START
#define CTRL      REF_PCOUNTER_CTRL
#define HIGH      REF_PCOUNTER_RECORD_HIGH
#define BUFFER    0x300000u
#define UNTOUCHED 0x77777777u
#define WIDE      0x1cu /* selector of a paged object of 40 bits, for which there are no tables */

#define RECORD 0x00000002u
#define SHORT  0x00100000u
#define PERIOD 0x00200000u /* 0x400 cycles */

/* The host domain's trailer starts at 0x40, 0x60, 0x80 or 0xe0; its signal 0d is periodic. */
static const struct {
    const char *chip;
    uint32_t periodic;
} chips[] = {
    { "g84", 0x4d },   { "g86", 0x4d },   { "g92", 0x4d },   { "g94", 0x4d },   { "g96", 0x4d },
    { "g98", 0x4d },   { "g200", 0x6d },  { "mcp77", 0x8d }, { "mcp79", 0x8d }, { "gt215", 0xed },
    { "gt216", 0xed }, { "gt218", 0xed }, { "mcp89", 0x8d },
};

static void open_buffer(const char *chip)
{
    bring_up(chip, NULL);
    wipe(BUFFER, 0x40, UNTOUCHED);
    PUT(wr, REF_PCOUNTER_RECORD_DMA, VRAM, REF_PCOUNTER_RECORD_CHAN, 0x80000000 | CHANNEL >> 12);
}

static void arm(uint32_t signal, uint32_t op, uint32_t ctrl)
{
    PUT(wr, STOP_SRC, signal, STOP_OP, op, CTRL, ctrl);
}

/* Cycles in 48 bits, how often STOP was 1, and twelve or four counters of 16 bits, of which none has counted. */
static void expect_packet(uint32_t bytes)
{
    assert_int_equal(rd(STATUS), bytes);
    for (uint32_t at = 0; at < 0x40; at += 4)
        assert_int_equal(vram_rd(BUFFER + at), at >= bytes ? UNTOUCHED
                                               : at == 0   ? 0x400
                                               : at == 4   ? 0x10000
                                                           : 0);
    wipe(BUFFER, 0x40, UNTOUCHED);
}

TEST(packets_are_long_or_short)
{
    for (unsigned i = 0; i < ARRAY_SIZE(chips); i++) {
        open_buffer(chips[i].chip);
        arm(chips[i].periodic, 0xaaaa, RECORD | PERIOD);
        wr(START, BUFFER);
        expect_packet(32);
        arm(chips[i].periodic, 0xaaaa, RECORD | PERIOD | SHORT);
        wr(START, BUFFER);
        expect_packet(16);
        for (unsigned k = 0; k < ARRAY_SIZE(chips); k++) {
            if (chips[k].periodic == chips[i].periodic)
                continue;
            arm(chips[k].periodic, 0xaaaa, RECORD | PERIOD);
            wr(START, BUFFER);
            expect_packet(0);
        }
    }
}

/* Mode 2, a period, and STOP by the periodic signal of this domain, as it is: without one of them no period ends. */
TEST(no_period_no_packet, NULL, close_card)
{
    static const struct {
        uint32_t signal, op, ctrl;
    } rows[] = {
        { 0x4d, 0xaaaa, PERIOD },          { 0x4d, 0xaaaa, PERIOD | 1 },
        { 0x4d, 0xaaaa, RECORD },          { 0x4d, 0xaaab, RECORD | PERIOD },
        { 0x4d, 0, RECORD | PERIOD },      { 0x4c, 0xaaaa, RECORD | PERIOD },
        { 0x4e, 0xaaaa, RECORD | PERIOD },
    };

    open_buffer("g84");
    for (unsigned i = 0; i < ARRAY_SIZE(rows); i++) {
        arm(rows[i].signal, rows[i].op, rows[i].ctrl);
        wr(START, BUFFER);
        expect_packet(0);
    }
    arm(0xffffff4d, 0xaaaa, RECORD | 7u << 21); /* other sources do not count */
    wr(START, BUFFER);
    assert_int_equal(rd(STATUS), 32);
    wr(CTRL + 4, RECORD | PERIOD); /* the model has no signals of another domain */
    PUT(wr, STOP_SRC + 4, 0x4d, STOP_OP + 4, 0xaaaa);
    vram_wr(BUFFER + 0x100, UNTOUCHED);
    wr(START + 4, BUFFER + 0x100);
    assert_pairs(0, rd(STATUS + 4), UNTOUCHED, vram_rd(BUFFER + 0x100), 32, rd(STATUS));
}

/* b/f/0, a write; from G92 on addresses have eight bits more. 0xa7a0 binds, with bit 31 alone. */
TEST(faults_name_engine_and_address)
{
    static const struct {
        const char *chip;
        uint32_t selector, valid, word0, high;
    } rows[] = {
        { "g84", WIDE, 0x80000000, 0x0f0b, 0 },    { "g92", WIDE, 0x80000000, 0x0f0b, 0xfe },
        { "g92", WIDE, 0xc0000000, 0x0f0b, 0xfe }, { "g92", 0, 0x80000000, 0x0f6b, 0xfe },
        { "g92", WIDE, 0, 0x0f5b, 0xfe },
    };

    for (unsigned i = 0; i < ARRAY_SIZE(rows); i++) {
        uint32_t words[6];

        bring_up(rows[i].chip, NULL);
        wipe(CHANNEL + nv50_of(card)->chip->pd_offset, 0x4000, 0);
        put_wide(WIDE);
        PUT(wr, REF_PCOUNTER_RECORD_DMA, rows[i].selector, REF_PCOUNTER_RECORD_CHAN,
            rows[i].valid | CHANNEL >> 12);
        arm(0x4d, 0xaaaa, RECORD | PERIOD);
        PUT(wr, HIGH, 0xfffffffe, REF_PFB_VM_FAULT, 0x80200000, START, 0x12345600);
        assert_pairs(1, rd(STATUS), 1, rd(REF_PFB_VM_FAULT) >> 31);
        read_fault(words);
        assert_int_equal(words[0], rows[i].word0);
        if (rows[i].valid)
            assert_int_equal(words[2] << 16 | words[1], CHANNEL >> 12);
        assert_pairs(0x12345600, words[4] << 16 | words[3], rows[i].high, words[5]);
    }
}
