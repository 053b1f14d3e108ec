/* Lines and I2C by registers (docs/hardware/devinit.md §2.5), to a device on the wires, and AUX, to a display. */
#include "engines/nv50/devinit/board_pads.h"
#include "tests/engines/nv50/i2c_rig.h"
#include "tests/kit/tests.h"

/* The device, and the card's registers around it. */
struct bench {
    struct devinit_world world;
    struct i2c_rig device;
    uint32_t port_reg, regs[4], last_reg, waited_us;
    char writes[256];         /* registers other than the port's */
    unsigned calls, fails_at; /* the call with that number fails; 0: none does */
    unsigned late_from;       /* the deadline is over from that rise of the clock on; 0: never */
};

/* Fails the one call that was asked for, and says by its answer that it was this one. */
static enum err count_call(struct bench *b)
{
    return ++b->calls == b->fails_at ? ERR_ALIGN : OK;
}

static enum err reg(void *context, bool write, uint32_t at, uint32_t *value)
{
    struct bench *const b = context;

    if (count_call(b) != OK)
        return ERR_ALIGN;
    if (at == b->port_reg && write) {
        assert_true(*value & 4);
        i2c_rig_write(&b->device, *value);
    } else if (at == b->port_reg) {
        *value = i2c_rig_read(&b->device);
    } else if (write) {
        const size_t used = strlen(b->writes);
        snprintf(b->writes + used, sizeof(b->writes) - used, "%x=%x ", at, *value);
        b->last_reg = at;
        b->regs[0] = *value;
    } else {
        *value = at == b->last_reg ? b->regs[0] : b->regs[1];
    }
    return OK;
}

static enum err wait(void *context, uint32_t us)
{
    struct bench *const b = context;

    b->waited_us += us;
    if (b->late_from && b->device.rises >= b->late_from)
        return ERR_DEADLINE;
    return count_call(b);
}

/* After the deadline the world gives the time to end a transfer. */
static void past_deadline(void *context, void (*finish)(void *opaque), void *opaque)
{
    ((struct bench *)context)->late_from = 0;
    finish(opaque);
}

static void stuck_past_deadline(void *context, void (*finish)(void *opaque), void *opaque)
{
    ((struct bench *)context)->device.holds_data = true;
    past_deadline(context, finish, opaque);
}

static struct bench bench;

static void bench_init(void)
{
    memset(&bench, 0, sizeof(bench));
    bench.world = (struct devinit_world){
        .context = &bench, .reg = reg, .wait = wait, .past_deadline = past_deadline
    };
    bench.port_reg = 0xe168; /* port 2 */
    i2c_rig_init(&bench.device, 0x48);
}

TEST(a_device_that_does_not_answer_is_known)
{
    struct devinit_i2c transfer = {
        .port = { 2, PAD_NONE }, .device = 0x49, .out = (const uint8_t[]){ 1, 2 }, .out_count = 2
    };

    bench_init();
    assert_int_equal(pads_i2c(&bench.world, &transfer), ERR_NOT_FOUND);
    assert_int_equal(bench.device.stops, 1); /* the port is left as it should be */
    transfer.device = 0x48;
    bench.device.holds_clock = true;
    assert_int_equal(pads_i2c(&bench.world, &transfer), ERR_TIMEOUT);
}

/* Asks the device at 0x48 of port 2 for its register 0x10, on a pad that AUX shares. */
#define ASKS_48(...)                                                                               \
    {                                                                                              \
        .port = { 2, 1 }, .device = 0x48, .out = (const uint8_t[]){ 0x10 }, .out_count = 1,        \
        __VA_ARGS__                                                                                \
    }

/* board-sensors.md §2.3: a device may hold the clock for 2200 us; one looks every 10 us, then lets the lines go. */
TEST(careful_transfers_wait_no_longer_than_devices_may_take)
{
    uint8_t in[1] = { 0 };
    const struct devinit_i2c transfer = ASKS_48(.careful = true, .in = in, .in_count = 1);

    bench_init();
    bench.device.memory[0x10] = 0x5a;
    assert_pairs(pads_i2c(&bench.world, &transfer), OK, in[0], 0x5a);
    assert_string_equal(bench.writes, "e550=c001 e55c=0 e55c=1 ");
    /* 4 bytes of 9 bits, each of which takes two or three half periods of 10 us, so 50 kHz at most */
    assert_in_range(bench.waited_us, 4 * 9 * 20, 4 * 9 * 40);
    bench_init();
    bench.device.holds_clock = true;
    assert_int_equal(pads_i2c(&bench.world, &transfer), ERR_TIMEOUT);
    assert_in_range(bench.waited_us, 2200, 3 * 2200);
    bench_init(); /* what only writes reads nothing */
    const struct devinit_i2c store = {
        .port = { 2, PAD_NONE }, .device = 0x48, .out = (const uint8_t[]){ 0x10, 7 }, .out_count = 2
    };
    assert_pairs(pads_i2c(&bench.world, &store), OK, bench.device.memory[0x10], 7,
                 bench.device.starts, 1, bench.device.stops, 1);
}

/* §2.3: a released wire that reads 0 is pulled by somebody else. Nothing more is driven, no stop either. */
TEST(another_master_is_left_alone)
{
    const struct devinit_i2c transfer = ASKS_48(.careful = true);

    bench_init();
    bench.device.other_master_from = 1; /* 0x48 begins with a 1 */
    assert_int_equal(pads_i2c(&bench.world, &transfer), ERR_RIG);
    assert_pairs(bench.device.stops, 0, bench.device.rises, 1, bench.device.wires, 3);
}

/* §2.5: two bits of the line's nibble, two of the mode register. */
TEST(lines_have_a_nibble_and_two_mode_bits)
{
    static const struct {
        struct gpio_entry entry;
        const char *writes;
    } rows[] = {
        { { .line = 5 }, "e104=ffefffff e100=ffdfffdf " },
        { { .line = 9, .input = true, .nvio = true }, "e108=ffffffcf e100=fdffffff " },
        { { .line = 16, .sor = true }, "e280=fffffffe e28c=fffffffe " },
        { { .line = 31, .level = true, .nvio = true }, "e284=ffffffff e28c=7fffffff " },
    };

    for (size_t i = 0; i < ARRAY_SIZE(rows); i++) {
        bench_init();
        bench.regs[1] = 0xffffffff;
        assert_int_equal(pads_gpio(&bench.world, &rows[i].entry), OK);
        assert_string_equal(bench.writes, rows[i].writes);
    }
}

/* board-sensors.md §2.3: a device that sends zeros is clocked until it lets the data line go, then gets a stop. Two
 * bytes, a second start and the address again are 28 rises of the clock; at the third bit of the answer the deadline is
 * over. Five more end the byte, and one belongs to the stop. A device that never lets go gets nine. */
TEST(a_late_transfer_is_clocked_to_its_end)
{
    for (unsigned stuck = 0; stuck < 2; stuck++) {
        uint8_t in[1] = { 0 };
        const struct devinit_i2c transfer = ASKS_48(.in = in, .in_count = 1);

        bench_init();
        bench.late_from = 31;
        if (stuck)
            bench.world.past_deadline = stuck_past_deadline;
        assert_int_equal(pads_i2c(&bench.world, &transfer), ERR_DEADLINE);
        assert_pairs(bench.device.rises, stuck ? 31 + 9 + 1 : 31 + 5 + 1, bench.device.stops, 1,
                     bench.device.races, 0, bench.device.wires, 3);
    }
}

/* ---- AUX: a display with 256 registers behind channel 1, which is at 0x50 (§2.5) */

struct display {
    struct devinit_world world;
    bool absent, silent, held; /* held: somebody else has the channel */
    uint32_t busy;             /* other bits of CTRL, and the time at which that ends */
    unsigned busy_us;
    unsigned defers; /* how often it asks for more time */
    uint32_t says;   /* its status, whatever is asked; 0: as it should be */
    uint8_t memory[256];
    uint32_t words[9]; /* four that go out, four that come in, the address */
    uint32_t ctrl, status;
    unsigned transfers, waited_us;
    unsigned calls, fails_at; /* as in struct bench */
    char pads[256];
};

/* The command in bits 15:12, the number of bytes less 1 below. */
static void aux_start(struct display *d)
{
    const unsigned command = d->ctrl >> 12 & 0xf, count = (d->ctrl & 0xff) + 1;

    d->transfers++;
    if (d->silent || d->says) {
        d->status = 1u << 28 | (d->silent ? 1u << 8 : d->says);
        return;
    }
    if (d->defers) {
        d->defers--;
        d->status = 1u << 28 | 2u << 16;
        return;
    }
    d->status = 1u << 28 | count;
    for (unsigned i = 0; i < count; i++) {
        const unsigned shift = 8 * (i % 4);
        uint8_t *const cell = &d->memory[(d->words[8] + i) & 0xff];

        if (command == 8)
            *cell = (uint8_t)(d->words[i / 4] >> shift);
        else if (command == 9)
            d->words[4 + i / 4] = (d->words[4 + i / 4] & ~(0xffu << shift)) | (uint32_t)*cell
                                                                                  << shift;
        else
            fail_msg("command %u", command);
    }
}

static void aux_ctrl(struct display *d, uint32_t value)
{
    /* Bit 24 says that the channel is ours as long as bit 20 asks for it. */
    const uint32_t granted = value & 1u << 20 && !d->held ? 1u << 24 : 0;

    d->ctrl = (value & ~(1u << 31 | 1u << 16 | 3u << 24)) | granted;
    if (value & 1u << 16) {
        assert_true(granted);
        aux_start(d);
    }
}

static enum err display_reg(void *context, bool write, uint32_t at, uint32_t *value)
{
    struct display *const d = context;
    const unsigned index = (at - 0xe510) / 4;

    if (++d->calls == d->fails_at)
        return ERR_ALIGN;
    if (at == 0xe5f0 || at == 0xe5fc) { /* pad 3 */
        const size_t used = strlen(d->pads);

        if (write)
            snprintf(d->pads + used, sizeof(d->pads) - used, "%x=%x ", at, *value);
        else
            *value = 0xffffffff;
    } else if (at % 4 == 0 && index < 9) {
        if (write)
            d->words[index] = *value;
        else
            *value = d->words[index];
    } else if (at == 0xe534 && write) {
        assert_false(d->waited_us < d->busy_us);
        aux_ctrl(d, *value);
    } else if (at == 0xe534) {
        *value = d->ctrl | (d->held ? 2u << 24 : 0) | (d->waited_us < d->busy_us ? d->busy : 0);
    } else if (at == 0xe538 && !write) {
        *value = d->absent ? 0 : d->status;
    } else {
        fail_msg("register 0x%x", at);
    }
    return OK;
}

static enum err display_wait(void *context, uint32_t us)
{
    struct display *const d = context;

    d->waited_us += us;
    return ++d->calls == d->fails_at ? ERR_ALIGN : OK;
}

static struct display display;

static void display_init(void)
{
    memset(&display, 0, sizeof(display));
    display.world =
        (struct devinit_world){ .context = &display, .reg = display_reg, .wait = display_wait };
    display.status = 1u << 28;
}

TEST(bytes_reach_a_display_and_come_back)
{
    uint8_t in[6] = { 0 };
    struct devinit_i2c transfer = { .port = { 1, 3 },
                                    .aux = true,
                                    .address = 0x23,
                                    .out = (const uint8_t[]){ 1, 2, 3, 4, 5 },
                                    .out_count = 5 };

    display_init();
    assert_int_equal(pads_i2c(&display.world, &transfer), OK);
    assert_memory_equal(display.memory + 0x23, "\1\2\3\4\5", 6);
    assert_int_equal(display.ctrl & (3u << 24 | 3u << 20), 0); /* given back */
    transfer.address = 0x22;
    transfer.out_count = 0;
    transfer.in = in;
    transfer.in_count = 6;
    display.defers = 3;
    assert_int_equal(pads_i2c(&display.world, &transfer), OK);
    assert_memory_equal(in, "\0\1\2\3\4\5", 6);
    assert_pairs(display.transfers, 1 + 4, display.waited_us, 3 * 400);
    assert_string_equal(display.pads, "e5f0=ffff3ffe e5fc=fffffffe e5fc=ffffffff "
                                      "e5f0=ffff3ffe e5fc=fffffffe e5fc=ffffffff ");
}

TEST(a_display_that_does_not_answer_is_known)
{
    const struct devinit_i2c transfer = {
        .port = { 1, PAD_NONE }, .aux = true, .out = (const uint8_t[]){ 1 }, .out_count = 1
    };

    display_init();
    display.absent = true;
    assert_pairs(pads_i2c(&display.world, &transfer), ERR_NOT_FOUND, display.transfers, 0);
    display.absent = false;
    display.silent = true;
    assert_pairs(pads_i2c(&display.world, &transfer), ERR_TIMEOUT, display.transfers, 1);
    display.silent = false;
    display.defers = 100;
    assert_int_equal(pads_i2c(&display.world, &transfer), ERR_TIMEOUT);
    assert_pairs(display.transfers, 1 + 33, display.ctrl & (3u << 24 | 3u << 20), 0);
    display.held = true;
    assert_pairs(pads_i2c(&display.world, &transfer), ERR_TIMEOUT, display.transfers, 1 + 33);
    /* Errors, another reply, and the other one that asks for time (§2.5). */
    static const uint32_t says[] = { 1u << 9, 1u << 11, 1u << 16, 4u << 16, 8u << 16 };
    for (unsigned i = 0; i < ARRAY_SIZE(says); i++) {
        display_init();
        display.says = says[i];
        assert_pairs(pads_i2c(&display.world, &transfer), i < 4 ? ERR_NOT_FOUND : ERR_TIMEOUT,
                     display.transfers, i < 4 ? 1 : 33);
    }
}

/* The channel is asked for once it is nobody's (bits 25..24), and no transfer runs (bit 16): 1 ms is waited for that. */
TEST(the_end_of_another_transfer_is_waited_for)
{
    static const uint32_t busy[] = { 1u << 24, 2u << 24, 3u << 24, 1u << 16 };
    const struct devinit_i2c transfer = {
        .port = { 1, PAD_NONE }, .aux = true, .out = (const uint8_t[]){ 7 }, .out_count = 1
    };

    for (unsigned i = 0; i < 4; i++) {
        display_init();
        display.busy = busy[i];
        display.busy_us = 1000;
        assert_int_equal(pads_i2c(&display.world, &transfer), OK);
        assert_pairs(display.transfers, 1, display.memory[0], 7);
    }
}

/* Whatever fails, the channel is given back, which is a read and a write. The display asks for time once. */
TEST(the_first_error_ends_a_transfer_by_aux)
{
    for (unsigned reads = 0; reads < 2; reads++) {
        unsigned calls = 0;

        for (unsigned n = 0; n <= calls; n++) {
            uint8_t in[6] = { 0 };
            const struct devinit_i2c transfer = { .port = { 1, PAD_NONE },
                                                  .aux = true,
                                                  .out = (const uint8_t[]){ 1, 2, 3, 4, 5 },
                                                  .out_count = reads ? 0 : 5,
                                                  .in = in,
                                                  .in_count = reads ? 6 : 0 };

            display_init();
            display.defers = 1;
            display.fails_at = n;
            assert_int_equal(pads_i2c(&display.world, &transfer), n ? ERR_ALIGN : OK);
            if (n == 0)
                calls = display.calls;
            else
                assert_int_equal(display.calls, n > calls - 2 ? n : n + 2);
        }
    }
}
