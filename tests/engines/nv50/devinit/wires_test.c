/* A transfer's accesses, as devinit.md §2.5 and board-sensors.md §2.3 have it: I2C's wires, AUX' registers. */
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

static void past_deadline(void *context, void (*finish)(void *opaque), void *opaque)
{
    say(context, "|", 0, 0);
    finish(opaque);
}

static struct record record;

static void record_init(const uint32_t *answers, unsigned count)
{
    memset(&record, 0, sizeof(record));
    record.world = (struct devinit_world){
        .context = &record, .reg = reg, .wait = wait, .past_deadline = past_deadline
    };
    record.step_us = 5;
    record.answers = answers;
    record.answer_count = count;
}

/* ---- I2C: bit 0 of the register is the clock, bit 1 the data, bit 2 says that we drive them. Half a clock of 100 kHz
 * follows each change. The clock is looked at after it was let go. */

#define START "7.7.r5.4."
#define STOP  "4.5.r7."

static const uint8_t bytes_10_a5[] = { 0x10, 0xa5 };

static enum err send(const struct devinit_i2c *transfer)
{
    static const uint32_t ports[] = { 0xe138, 0xe150, 0xe168, 0xe180, 0xe254,
                                      0xe274, 0xe764, 0xe780, 0xe79c, 0xe7b8 };

    record.port = ports[transfer->port.port];
    return pads_i2c(&record.world, transfer);
}

/* A clock that is held down is looked at again for 2200 half periods, or 220 if we are careful, and so it is for the stop.
 * Then the data line is let go. */
TEST(a_clock_that_is_held_down_is_given_up)
{
    static const uint32_t held[] = { 2 };
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
        record_init(held, 1);
        record.step_us = careful ? 10 : 5;
        assert_int_equal(send(&transfer), ERR_TIMEOUT);
        assert_string_equal(record.log, expected);
    }
}

/* Another master pulls the data that we have let go: nothing more is clocked, and both lines are let go. */
TEST(a_lost_line_is_let_go)
{
    static const uint32_t lost[] = { 3, 3, 1 };
    const struct devinit_i2c transfer = {
        .port = { 4, PAD_NONE }, .careful = true, .device = 0x48, .out = bytes_10_a5, .out_count = 1
    };

    record_init(lost, ARRAY_SIZE(lost));
    record.step_us = 10;
    assert_int_equal(send(&transfer), ERR_RIG);
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
    const struct devinit_i2c transfer = {
        .port = { 5, PAD_NONE }, .device = 0x48, .out = bytes_10_a5, .out_count = 1
    };

    for (size_t i = 0; i < ARRAY_SIZE(rows); i++) {
        record_init(rows[i].answers, rows[i].count);
        record.late_at = 1;
        assert_int_equal(send(&transfer), ERR_DEADLINE);
        assert_string_equal(record.log, rows[i].log);
    }
    record_init(rows[0].answers, 1);
    record.late_at = 1;
    record.world.past_deadline = NULL;
    assert_int_equal(send(&transfer), ERR_DEADLINE);
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
    const struct devinit_i2c transfer = { .port = { 3, PAD_NONE },
                                          .aux = true,
                                          .address = 0x107,
                                          .out = (const uint8_t[]){ 1, 2, 3, 4, 5, 6 },
                                          .out_count = 5 };

    record_init(answers, ARRAY_SIZE(answers));
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
    /* clang-format off */
    static const struct { unsigned count; const char *size, *reads; } rows[] = {
        { 1, "9e00", "e5c0? " }, { 4, "9e03", "e5c0? " }, { 5, "9e04", "e5c0? e5c4? " },
        { 16, "9e0f", "e5c0? e5c4? e5c8? e5cc? " }
    };
    /* clang-format on */

    for (size_t i = 0; i < ARRAY_SIZE(rows); i++) {
        uint8_t in[17];
        char expected[256];
        const struct devinit_i2c transfer = {
            .port = { 3, PAD_NONE }, .aux = true, .address = 1, .in = in, .in_count = rows[i].count
        };

        memset(in, 0x5a, sizeof(in));
        snprintf(expected, sizeof(expected),
                 AUX_TAKEN "e5d4? e5d0=1 e5d4=fdde%s e5d4=7dde%s e5d4=7ddf%s e5d4? e5d8? %s",
                 rows[i].size, rows[i].size, rows[i].size, rows[i].reads);
        record_init(answers, ARRAY_SIZE(answers));
        assert_int_equal(pads_i2c(&record.world, &transfer), OK);
        assert_memory_equal(record.log, expected, strlen(expected));
        for (unsigned at = 0; at < 17; at++)
            assert_int_equal(in[at], at == 15             ? (rows[i].count == 16 ? 0 : 0x5a)
                                     : at < rows[i].count ? 0x11 * (at + 1)
                                                          : 0x5a);
    }
}
