/* Each access of a transfer in its order, as docs/hardware/devinit.md §2.5 and board-sensors.md §2.3 have it: the two wires
 * of I2C, and the registers of an AUX channel. */
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "engines/nv50/devinit/board_pads.h"
#include "tests/kit/tests.h"

/* Writes and reads, in words: of the port "7" and "r", of other registers "e4e4=10" and "e4e4?". A wait is "." if it
 * lasts as long as a step, else "!". Reads are answered from a list, whose last one stays. */
struct record {
    struct devinit_world world;
    uint32_t port; /* its register; 0: none */
    uint32_t step_us;
    const uint32_t *answers;
    unsigned answer_count, reads, waits;
    unsigned late_at; /* the wait that ends with the deadline; 0: none */
    char log[16000];
    size_t used;
};

static void say(struct record *record, const char *format, uint32_t a, uint32_t b)
{
    const size_t room = sizeof(record->log) - record->used;
    char word[32];
    const int length = snprintf(word, sizeof(word), format, a, b);

    assert_true(length > 0 && (size_t)length < room);
    memcpy(record->log + record->used, word, (size_t)length + 1);
    record->used += (size_t)length;
}

static enum err reg(void *context, bool write, uint32_t at, uint32_t *value)
{
    struct record *const record = context;

    if (write && at == record->port)
        say(record, "%x", *value, 0);
    else if (write)
        say(record, "%x=%x ", at, *value);
    else if (at == record->port)
        say(record, "r", 0, 0);
    else
        say(record, "%x? ", at, 0);
    if (!write) {
        const unsigned last = record->answer_count - 1;

        *value = record->answers[record->reads < last ? record->reads : last];
        record->reads++;
    }
    return OK;
}

static enum err wait(void *context, uint32_t us)
{
    struct record *const record = context;

    say(record, us == record->step_us ? "." : "!", 0, 0);
    return ++record->waits == record->late_at ? ERR_DEADLINE : OK;
}

static void overtime(void *context, void (*finish)(void *opaque), void *opaque)
{
    say(context, "|", 0, 0);
    finish(opaque);
}

static void record_init(struct record *record, const uint32_t *answers, unsigned count)
{
    memset(record, 0, sizeof(*record));
    record->world =
        (struct devinit_world){ .context = record, .reg = reg, .wait = wait, .overtime = overtime };
    record->step_us = 5;
    record->answers = answers;
    record->answer_count = count;
}

/* ---- I2C: bit 0 of the register is the clock, bit 1 the data, bit 2 says that we drive them. Half a clock of 100 kHz
 * follows each change. The clock is looked at after it was let go. */

#define START "7.7.r5.4."
#define AGAIN "6.7.r5.4." /* a start after an acknowledgement */
#define ONE   "6.7.r6."
#define ZERO  "4.5.r4."
#define LOOK  "6.7.rr6." /* the device's bit */
#define BYTE  LOOK LOOK LOOK LOOK LOOK LOOK LOOK LOOK
#define STOP  "4.5.r7."

#define TO_48     ONE ZERO ZERO ONE ZERO ZERO ZERO ZERO LOOK
#define FROM_48   ONE ZERO ZERO ONE ZERO ZERO ZERO ONE LOOK
#define SENDS_10  ZERO ZERO ZERO ONE ZERO ZERO ZERO ZERO LOOK
#define SENDS_A5  ONE ZERO ONE ZERO ZERO ONE ZERO ONE LOOK
#define READS_ON  BYTE ZERO /* acknowledged: another one is wanted */
#define READS_END BYTE ONE  /* the last one */

static const uint8_t bytes_10_a5[] = { 0x10, 0xa5 };
/* The clock is up, and the data are down whenever somebody looks at them: acknowledged, and zeros. */
static const uint32_t acknowledged[] = { 1 };

static enum err send(struct record *record, const struct devinit_i2c *transfer)
{
    static const uint32_t ports[] = { 0xe138, 0xe150, 0xe168, 0xe180, 0xe254,
                                      0xe274, 0xe764, 0xe780, 0xe79c, 0xe7b8 };

    record->port = ports[transfer->port.port];
    return pads_i2c(&record->world, transfer);
}

TEST(bytes_are_sent_bit_by_bit)
{
    struct record record;
    struct devinit_i2c transfer = { .port = { 0, PAD_NONE }, .device = 0x48, .out = bytes_10_a5 };

    for (transfer.port.port = 0; transfer.port.port < 10; transfer.port.port++) {
        transfer.out_count = 2;
        record_init(&record, acknowledged, 1);
        assert_int_equal(send(&record, &transfer), OK);
        assert_string_equal(record.log, START TO_48 SENDS_10 SENDS_A5 STOP);
    }
}

TEST(bytes_are_read_behind_a_second_start)
{
    struct record record;
    uint8_t in[3] = { 0x55, 0x55, 0x55 };
    struct devinit_i2c transfer = { .port = { 9, PAD_NONE },
                                    .device = 0x48,
                                    .out = bytes_10_a5,
                                    .out_count = 1,
                                    .in = in,
                                    .in_count = 2 };

    record_init(&record, acknowledged, 1);
    assert_int_equal(send(&record, &transfer), OK);
    assert_string_equal(record.log, START TO_48 SENDS_10 AGAIN FROM_48 READS_ON READS_END STOP);
    assert_memory_equal(in, "\0\0\x55", 3);
    transfer.out_count = 0;
    transfer.in_count = 1;
    record_init(&record, acknowledged, 1);
    assert_int_equal(send(&record, &transfer), OK);
    assert_string_equal(record.log, START FROM_48 READS_END STOP);
}

/* A byte that nobody acknowledges is followed by a stop. */
TEST(the_first_byte_that_is_refused_is_the_last)
{
    static const uint32_t refused[] = { 3 };
    struct record record;
    uint8_t in[1] = { 0x55 };
    const struct devinit_i2c transfer = { .port = { 1, PAD_NONE },
                                          .device = 0x48,
                                          .out = bytes_10_a5,
                                          .out_count = 2,
                                          .in = in,
                                          .in_count = 1 };

    record_init(&record, refused, 1);
    assert_int_equal(send(&record, &transfer), ERR_NOT_FOUND);
    assert_string_equal(record.log, START TO_48 STOP);
    assert_int_equal(in[0], 0x55);
}

/* board-sensors.md §2.3: half a clock is 10 us; data that were let go are looked at, because another master may pull
 * them. */
TEST(careful_transfers_look_at_their_own_ones)
{
#define LOOK_AT_ONE "6.7.rr6."
    // clang-format off
    static const uint32_t answers[] = { 3, /* start */
                                        3, 3, 3, 3, 3, 3, 3, 3, 3, 3, /* 1001 0000, looked at twice if 1 */
                                        3, 1, /* acknowledged */
                                        3, 3, 3, 3, 3, 3, 3, 3, 3, /* 0001 0000 */
                                        3, 1, /* acknowledged */
                                        3, /* the other start */
                                        3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, /* 1001 0001 */
                                        3, 1, /* acknowledged */
                                        3, 1, 3, 3, 3, 1, 3, 3, 3, 1, 3, 3, 3, 1, 3, 1, /* 0101 0100 */
                                        3, 3, 3 }; /* the last one; the stop */
    // clang-format on
    struct record record;
    uint8_t in[1] = { 0 };
    const struct devinit_i2c transfer = { .port = { 2, PAD_NONE },
                                          .careful = true,
                                          .device = 0x48,
                                          .out = bytes_10_a5,
                                          .out_count = 1,
                                          .in = in,
                                          .in_count = 1 };

    record_init(&record, answers, ARRAY_SIZE(answers));
    record.step_us = 10;
    assert_int_equal(send(&record, &transfer), OK);
    assert_string_equal(record.log,
                        START LOOK_AT_ONE ZERO ZERO LOOK_AT_ONE ZERO ZERO ZERO ZERO LOOK ZERO ZERO
                            ZERO LOOK_AT_ONE ZERO ZERO ZERO ZERO LOOK AGAIN LOOK_AT_ONE ZERO ZERO
                                LOOK_AT_ONE ZERO ZERO ZERO LOOK_AT_ONE LOOK BYTE LOOK_AT_ONE STOP);
    assert_int_equal(in[0], 0x54);
    assert_int_equal(record.reads, ARRAY_SIZE(answers));
}

/* A clock that is held down is looked at again for 2200 half periods, or 220 if we are careful, and so it is for the stop.
 * Then the data line is let go. */
TEST(a_clock_that_is_held_down_is_given_up)
{
    static const uint32_t held[] = { 2 };
    static struct record record;
    static char expected[sizeof(record.log)];
    struct devinit_i2c transfer = {
        .port = { 3, PAD_NONE }, .device = 0x48, .out = bytes_10_a5, .out_count = 1
    };

    for (unsigned careful = 0; careful < 2; careful++) {
        char *at = expected;

        at += sprintf(at, "7.7.r");
        for (unsigned i = 0; i < (careful ? 220 : 2200); i++)
            at += sprintf(at, ".r");
        at += sprintf(at, "4.5.r");
        for (unsigned i = 0; i < (careful ? 220 : 2200); i++)
            at += sprintf(at, ".r");
        sprintf(at, "7.");
        transfer.careful = careful;
        record_init(&record, held, 1);
        record.step_us = careful ? 10 : 5;
        assert_int_equal(send(&record, &transfer), ERR_TIMEOUT);
        assert_string_equal(record.log, expected);
    }
}

/* All bytes were taken, with 21 looks at the wires, and then the clock stays down: the transfer has not ended. */
TEST(a_clock_that_is_held_down_at_the_end_is_no_success)
{
    static const uint32_t answers[22] = { 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1,
                                          1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 0 };
    static struct record record;
    const struct devinit_i2c transfer = {
        .port = { 3, PAD_NONE }, .device = 0x48, .out = bytes_10_a5, .out_count = 1
    };

    record_init(&record, answers, ARRAY_SIZE(answers));
    assert_int_equal(send(&record, &transfer), ERR_TIMEOUT);
    assert_int_equal(record.reads, 21 + 2201);
}

/* Another master pulls the data that we have let go: nothing more is clocked, and both lines are let go. */
TEST(a_lost_line_is_let_go)
{
    static const uint32_t lost[] = { 3, 3, 1 };
    struct record record;
    const struct devinit_i2c transfer = {
        .port = { 4, PAD_NONE }, .careful = true, .device = 0x48, .out = bytes_10_a5, .out_count = 1
    };

    record_init(&record, lost, ARRAY_SIZE(lost));
    record.step_us = 10;
    assert_int_equal(send(&record, &transfer), ERR_RIG);
    assert_string_equal(record.log, START "6.7.rr7.");
}

/* The time is over at the first wait: both wires are up, and are driven no further but in the time that is given to end it.
 * The clock goes down, the data are let go, and as long as they stay down the clock goes up and down, nine times at most. */
TEST(what_was_begun_ends_when_the_time_is_over)
{
    static const struct {
        uint32_t answers[5];
        unsigned count;
        const char *log;
    } rows[] = {
        { { 3 }, 1, "7.|6.6.r4." STOP },
        /* low at the first look, and up with the second clock: data, clock, data, clock, data */
        { { 1, 1, 1, 3, 3 }, 5, "7.|6.6.r7.r6.r7.r6.r4." STOP },
        { { 1 }, 1, "7.|6.6.r7.r6.r7.r6.r7.r6.r7.r6.r7.r6.r7.r6.r7.r6.r7.r6.r7.r6.4." STOP },
    };
    struct record record;
    const struct devinit_i2c transfer = {
        .port = { 5, PAD_NONE }, .device = 0x48, .out = bytes_10_a5, .out_count = 1
    };

    for (size_t i = 0; i < ARRAY_SIZE(rows); i++) {
        record_init(&record, rows[i].answers, rows[i].count);
        record.late_at = 1;
        assert_int_equal(send(&record, &transfer), ERR_DEADLINE);
        assert_string_equal(record.log, rows[i].log);
    }
    record_init(&record, rows[0].answers, 1);
    record.late_at = 1;
    record.world.overtime = NULL;
    assert_int_equal(send(&record, &transfer), ERR_DEADLINE);
    assert_string_equal(record.log, "7.");
}

/* ---- AUX: channel 3 is at 3 times 0x50, its bits that nobody asks for are 1 */

#define AUX_TAKEN    "e5d4? e5d4? e5d4=fcdeffff e5d4? e5d8? "
#define AUX_SENT(is) "e5d4=fdde" is " e5d4=7dde" is " e5d4=7ddf" is " "
#define AUX_BACK     "e5d4? e5d4=ffceffff "
#define AUX_FREE     0xfcfeffff, 0xfcfeffff, 0xfddeffff, 0xffffffff /* asked for, and ours; a display */

/* Five bytes go to 0x107. Command 8, size 5 less 1. The channel is busy with it once; the display wants more time twice. */
TEST(bytes_are_sent_to_a_display)
{
    static const uint32_t answers[] = {
        AUX_FREE,   0x7ddeffff, 0x7ddf8e04, 0x7dde8e04, 0xfff2f0ff,
        0x7dde8e04, 0xfff8f0ff, 0x7dde8e04, 0xfff0f0ff, 0xffffffff
    };
    struct record record;
    const struct devinit_i2c transfer = { .port = { 3, PAD_NONE },
                                          .aux = true,
                                          .address = 0x107,
                                          .out = (const uint8_t[]){ 1, 2, 3, 4, 5, 6 },
                                          .out_count = 5 };

    record_init(&record, answers, ARRAY_SIZE(answers));
    record.step_us = 1;
    assert_int_equal(pads_i2c(&record.world, &transfer), OK);
    assert_string_equal(
        record.log,
        AUX_TAKEN "e5b0=4030201 e5b4=5 e5b8=0 e5bc=0 e5d4? e5d0=107 " AUX_SENT(
            "8e04") "e5d4? .e5d4? e5d8? !" AUX_SENT("8e04") "e5d4? e5d8? !" AUX_SENT("8e04") "e5d4?"
                                                                                             " e5d8"
                                                                                             "?"
                                                                                             " " AUX_BACK);
}

/* Command 9, as many bytes as are wanted, four in each register. */
TEST(bytes_are_read_from_a_display)
{
    static const uint32_t answers[] = { AUX_FREE,   0x7ddeffff, 0x7dde9e00, 0x10000000, 0x44332211,
                                        0x88776655, 0xccbbaa99, 0x00ffeedd, 0xffffffff };
    static const struct {
        unsigned count;
        const char *size, *reads;
    } rows[] = {
        { 1, "9e00", "e5c0? " },
        { 4, "9e03", "e5c0? " },
        { 5, "9e04", "e5c0? e5c4? " },
        { 16, "9e0f", "e5c0? e5c4? e5c8? e5cc? " },
    };

    for (size_t i = 0; i < ARRAY_SIZE(rows); i++) {
        struct record record;
        uint8_t in[17];
        char expected[256];
        const struct devinit_i2c transfer = {
            .port = { 3, PAD_NONE }, .aux = true, .address = 1, .in = in, .in_count = rows[i].count
        };

        memset(in, 0x5a, sizeof(in));
        snprintf(expected, sizeof(expected),
                 AUX_TAKEN "e5d4? e5d0=1 e5d4=fdde%s e5d4=7dde%s e5d4=7ddf%s e5d4? e5d8? %s",
                 rows[i].size, rows[i].size, rows[i].size, rows[i].reads);
        record_init(&record, answers, ARRAY_SIZE(answers));
        assert_int_equal(pads_i2c(&record.world, &transfer), OK);
        assert_memory_equal(record.log, expected, strlen(expected));
        for (unsigned at = 0; at < 17; at++)
            assert_int_equal(in[at], at == 15             ? (rows[i].count == 16 ? 0 : 0x5a)
                                     : at < rows[i].count ? 0x11 * (at + 1)
                                                          : 0x5a);
    }
}

/* Status: bits 19..16 the display's reply, 8 none, 11..9 errors, which go before the reply. */
TEST(replies_mean_what_the_status_says)
{
    static const struct {
        uint32_t status;
        enum err e;
        unsigned waits;
    } rows[] = {
        { 0x10000000, OK, 0 },
        { 0x10010000, ERR_NOT_FOUND, 0 },
        { 0x10040000, ERR_NOT_FOUND, 0 },
        { 0x100a0000, ERR_NOT_FOUND, 0 },
        { 0x10000100, ERR_TIMEOUT, 0 },
        { 0x10000200, ERR_NOT_FOUND, 0 },
        { 0x10000400, ERR_NOT_FOUND, 0 },
        { 0x10000800, ERR_NOT_FOUND, 0 },
        { 0x10020200, ERR_NOT_FOUND, 0 },
        { 0x10020100, ERR_TIMEOUT, 0 },
        { 0x10080100, ERR_TIMEOUT, 0 },
        { 0x10020000, ERR_TIMEOUT, 32 },
        { 0x10080000, ERR_TIMEOUT, 32 },
        { 0x10001000, OK, 0 },
        { 0x10100000, OK, 0 },
        { 0x100000ff, OK, 0 },
    };

    for (size_t i = 0; i < ARRAY_SIZE(rows); i++) {
        static struct record record;
        uint32_t answers[4 + 1 + 2 * 33] = { AUX_FREE };
        const struct devinit_i2c transfer = {
            .port = { 3, PAD_NONE }, .aux = true, .out = (const uint8_t[]){ 1 }, .out_count = 1
        };

        for (unsigned at = 5; at < ARRAY_SIZE(answers); at++)
            answers[at] = at % 2 ? 0 : rows[i].status;
        record_init(&record, answers, ARRAY_SIZE(answers));
        record.step_us = 400;
        if (pads_i2c(&record.world, &transfer) != rows[i].e || record.waits != rows[i].waits ||
            strchr(record.log, '!'))
            fail_msg("status 0x%x: %u waits, not %s", rows[i].status, record.waits,
                     err_name(rows[i].e));
    }
}

/* 1 ms for another one's transfer to end, 1 ms for the channel to be ours, 2 ms for an answer: looked at each microsecond,
 * and given back whatever came. */
TEST(nothing_is_waited_for_without_end)
{
    static const struct {
        uint32_t answers[6];
        unsigned count, looks;
        const char *back;
    } rows[] = {
        { { 0x01000000 }, 1, 1001, "e4e4? e4e4=1000000 " },
        { { 0x02000000 }, 1, 1001, "e4e4? e4e4=2000000 " },
        { { 0x00010000 }, 1, 1001, "e4e4? e4e4=0 " },
        { { 0, 0, 0 }, 3, 1001, "e4e4? e4e4=0 " },
        { { 0, 0, 0x02300000 }, 3, 1001, "e4e4? e4e4=2000000 " },
        { { 0, 0, 0x03100000 }, 3, 1001, "e4e4? e4e4=3000000 " },
        { { 0, 0, 0x01000000, 0x10000000, 0, 0x00010000 }, 6, 2001, "e4e4? e4e4=0 " },
    };

    for (size_t i = 0; i < ARRAY_SIZE(rows); i++) {
        static struct record record;
        const struct devinit_i2c transfer = {
            .port = { 0, PAD_NONE }, .aux = true, .out = (const uint8_t[]){ 1 }, .out_count = 1
        };

        record_init(&record, rows[i].answers, rows[i].count);
        record.step_us = 1;
        assert_int_equal(pads_i2c(&record.world, &transfer), ERR_TIMEOUT);
        assert_int_equal(record.waits, rows[i].looks);
        assert_null(strchr(record.log, '!'));
        assert_int_equal(record.reads, rows[i].count - 1 + rows[i].looks + 1);
        assert_string_equal(record.log + record.used - strlen(rows[i].back), rows[i].back);
    }
}
