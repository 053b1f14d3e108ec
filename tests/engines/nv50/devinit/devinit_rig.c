#include "tests/engines/nv50/devinit/devinit_rig.h"

#include "engines/nv50/devinit/walk.h"

void rig_put(struct devinit_rig *r, uint32_t at, const char *hex)
{
    char *end;

    for (;;) {
        const unsigned long byte = strtoul(hex, &end, 16);

        if (end == hex)
            return;
        assert_true(byte < 0x100 && at < RIG_ROM);
        r->rom[at++] = (uint8_t)byte;
        hex = end;
    }
}

void rig_put16(struct devinit_rig *r, uint32_t at, uint32_t value)
{
    r->rom[at] = (uint8_t)value;
    r->rom[at + 1] = (uint8_t)(value >> 8);
}

void rig_put32(struct devinit_rig *r, uint32_t at, uint32_t value)
{
    rig_put16(r, at, value);
    rig_put16(r, at + 2, value >> 16);
}

void rig_close(struct devinit_rig *r)
{
    uint8_t sum = 0;

    for (size_t i = 0; i + 1 < RIG_ROM; i++)
        sum = (uint8_t)(sum + r->rom[i]);
    r->rom[RIG_ROM - 1] = (uint8_t)-sum;
}

void rig_set(struct devinit_rig *r, uint32_t reg, uint32_t value)
{
    unsigned i = 0;

    while (i < r->word_count && r->words[i].reg != reg)
        i++;
    assert_true(i < RIG_WORDS);
    if (i == r->word_count)
        r->word_count++;
    r->words[i].reg = reg;
    r->words[i].value = value;
}

uint32_t rig_get(const struct devinit_rig *r, uint32_t reg)
{
    for (unsigned i = 0; i < r->word_count; i++)
        if (r->words[i].reg == reg)
            return r->words[i].value;
    return 0;
}

static void append(struct devinit_rig *r, const char *format, va_list list)
{
    const size_t room = sizeof(r->log) - r->used;
    const int length = vsnprintf(r->log + r->used, room, format, list);

    assert_true(length >= 0 && (size_t)length + 1 < room);
    r->used += (size_t)length;
}

static void say_more(struct devinit_rig *r, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
static void say_more(struct devinit_rig *r, const char *format, ...)
{
    va_list list;

    va_start(list, format);
    append(r, format, list);
    va_end(list);
}

/* The next thing that was done, after a blank. */
static void say(struct devinit_rig *r, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
static void say(struct devinit_rig *r, const char *format, ...)
{
    va_list list;

    if (r->used)
        say_more(r, " ");
    va_start(list, format);
    append(r, format, list);
    va_end(list);
}

static enum err reg(void *context, bool write, uint32_t at, uint32_t *value)
{
    struct devinit_rig *const r = context;

    if (write) {
        say(r, "R%x=%x", at, *value);
        rig_set(r, at, *value);
        return r->answer;
    }
    *value = rig_get(r, at);
    if (at == r->lock_reg && r->lock_mask && r->waited_us >= r->lock_at_us)
        *value |= r->lock_mask;
    return r->answer;
}

static enum err port(void *context, bool write, uint16_t at, uint8_t *value)
{
    struct devinit_rig *const r = context;

    if (at == 0x3d4 && write)
        r->crtc_index = *value;
    else if (at == 0x3d5 && write) {
        say(r, "CR%02x=%02x", r->crtc_index, *value);
        r->crtc[r->crtc_index] = *value;
    } else if (at == 0x3d5)
        *value = r->crtc[r->crtc_index];
    else if (write)
        say(r, "P%x=%x", at, *value);
    else
        *value = r->port;
    return OK;
}

static enum err i2c(void *context, const struct devinit_i2c *transfer)
{
    struct devinit_rig *const r = context;

    if (transfer->aux)
        say(r, "A%u.%x:", transfer->port.port, transfer->address);
    else
        say(r, "I%u.%x:", transfer->port.port, transfer->device);
    for (unsigned i = 0; i < transfer->out_count; i++)
        say_more(r, "%02x", transfer->out[i]);
    for (unsigned i = 0; i < transfer->in_count; i++) {
        say_more(r, "?");
        if (r->i2c_answer == OK)
            transfer->in[i] = r->i2c_value;
    }
    return r->i2c_answer;
}

static enum err gpio(void *context, const struct gpio_entry *entry)
{
    say(context, "G%u=%s%s%s", entry->line,
        entry->input   ? "in"
        : entry->level ? "1"
                       : "0",
        entry->nvio ? "n" : "", entry->sor ? "s" : "");
    return OK;
}

static enum err wait(void *context, uint32_t us)
{
    ((struct devinit_rig *)context)->waited_us += us;
    return OK;
}

static void put_headers(struct devinit_rig *r)
{
    rig_put(r, 0, "55 aa 08 cb");
    rig_put16(r, 0x18, RIG_PCIR);
    rig_put16(r, 0x36, RIG_DCB);
    /* "PCIR", vendor, device, -, length, revision, class, 8 units of 512 bytes, -, type 0, last */
    rig_put(r, RIG_PCIR, "50 43 49 52 de 10 00 04 00 00 18 00 00 00 00 03 08 00 00 00 00 80");
    rig_put(r, RIG_BIT, "ff b8 42 49 54 00 00 01 0c 06 06");
    r->rom[RIG_BIT + 11] = 0x51; /* the 12 bytes add up to 0 */
    rig_put(r, RIG_BIT + 12, "69 02 19 00");
    rig_put16(r, RIG_BIT + 16, RIG_INFO);
    rig_put(r, RIG_BIT + 18, "49 01 1c 00");
    rig_put16(r, RIG_BIT + 22, RIG_INIT);
    rig_put(r, RIG_BIT + 24, "4d 01 0d 00");
    rig_put16(r, RIG_BIT + 28, RIG_MEMORY);
    rig_put(r, RIG_BIT + 30, "43 01 0c 00");
    rig_put16(r, RIG_BIT + 34, RIG_CLOCK);
    rig_put(r, RIG_BIT + 36, "55 01 02 00");
    rig_put16(r, RIG_BIT + 40, RIG_DISPLAYS);
    rig_put(r, RIG_BIT + 42, "64 01 02 00");
    rig_put16(r, RIG_BIT + 46, RIG_DISPLAYS + 2);
    rig_put(r, RIG_INFO, "12 34 84 60 05"); /* 60.84.34.12.05 */
    memcpy(r->rom + RIG_INFO + 0xf, "01/02/07", 8);
    rig_put16(r, RIG_INFO + 0x17, 0x0400);
}

static void put_tables(struct devinit_rig *r)
{
    static const uint16_t init[] = { RIG_SCRIPTS, RIG_MACRO_INDEX, RIG_MACROS, RIG_CONDITIONS,
                                     RIG_IO,      RIG_FLAGS,       0,          0,
                                     RIG_ARRAYS };

    for (unsigned i = 0; i < sizeof(init) / sizeof(init[0]); i++)
        rig_put16(r, RIG_INIT + 2 * i, init[i]);
    r->rom[RIG_MEMORY + 2] = 4;
    rig_put16(r, RIG_MEMORY + 3, RIG_STRAPS);
    rig_put16(r, RIG_CLOCK + 8, RIG_PLLS);
    rig_put16(r, RIG_SCRIPTS, RIG_SCRIPT);
    rig_put16(r, RIG_SCRIPTS + 2, RIG_CALLEE);
    rig_put(r, RIG_MACRO_INDEX, "00 00 01 02");
    rig_put(r, RIG_MACROS + 8, "5c 11 00 00 a1 00 00 00 60 11 00 00 a2 00 00 00");
    rig_put(r, RIG_CONDITIONS,
            "54 11 00 00 ff 00 00 00 78 00 00 00 54 11 00 00 ff 00 00 00 79 00 00 00");
    rig_put(r, RIG_IO, "d4 03 3c f0 20");
    rig_put(r, RIG_FLAGS, "d4 03 3c f0 04 a0 01 01 01");
    rig_put(r, RIG_FLAG_ARRAY, "00 00 01 00");
    rig_put16(r, RIG_ARRAYS, RIG_ARRAY);
    rig_put(r, RIG_ARRAY, "10 20 30 40");
    memset(r->rom + RIG_STRAPS, 1, 16);
    rig_put(r, RIG_CALLEE, "75 01 7a 60 11 00 00 ad 0b 00 00 71");
}

static void put_board(struct devinit_rig *r)
{
    rig_put(r, RIG_DCB, "40 1b 03 08 80 08 cb bd dc 4e 40 08");
    rig_put16(r, RIG_DCB + 0x14, RIG_CONNECTORS);
    /* DisplayPort on row 3, heads 0 and 1, resource 2, second sub-link; analogue: row, head, resource 0; the end. */
    rig_put(r, RIG_DCB + 27, "36 03 00 04 20 00 00 00 00 11 00 01 00 00 00 00 0e");
    rig_put(r, RIG_CONNECTORS, "40 05 02 04 00 47 00 00 00 00");
    /* Line 5, VID0, off: drives 1; line 9, fan, on: an input, NVIO; the third row is unused. */
    rig_put(r, RIG_GPIO, "40 06 03 04 00 00 05 04 00 08 09 09 00 43 03 ff 00 00");
    /* Primary 0, secondary 1; the second port and AUX channel 1 share pad 3. */
    rig_put(r, RIG_PORTS, "40 05 04 04 10 02 00 00 05 03 07 00 05 00 00 00 ff 01 07 00 06");
    /* A record of each table: DisplayPort, second sub-link, resource 2. */
    rig_put16(r, RIG_DISPLAYS, RIG_DISPLAYS + 0x04);
    rig_put16(r, RIG_DISPLAYS + 2, RIG_DISPLAYS + 0x18);
    rig_put(r, RIG_DISPLAYS + 0x04, "21 05 02 01 08 cc 08");
    rig_put(r, RIG_DISPLAYS + 0x0c, "06 00 84 03 00 00 00 02"); /* heads 0 and 1, script 0x200 */
    rig_put(r, RIG_DISPLAYS + 0x18, "21 05 02 01 08 e0 08");
    rig_put(r, RIG_DISPLAYS + 0x20, "06 00 84 00 00 02"); /* flags 2 */
    /* Limits of §5.3's first check values: core and memory; record at RIG_PLLS + 0x40. */
    rig_put(r, RIG_PLLS, "30 04 07 02");
    rig_put(r, RIG_PLLS + 4, "01 40 09 28 40 00 00 04 40 09 08 40 00 00");
    rig_put(r, RIG_PLLS + 0x40, "90 01 e8 03 00 00 00 00 01 00 00 00 1b 00 00 00");
    rig_put(r, RIG_PLLS + 0x50, "08 ff 01 0d 00 00 00 00 00 06 00 05");
    rig_put32(r, RIG_PLLS + 0x5c, 27000);
}

void devinit_rig_init(struct devinit_rig *r)
{
    memset(r, 0, sizeof(*r));
    r->size = RIG_ROM;
    r->chip = CHIP_G84;
    put_headers(r);
    put_tables(r);
    put_board(r);
    r->world = (struct devinit_world){ r, reg, port, i2c, gpio, wait, NULL };
    rig_set(r, REF_PBUS_SCRATCH, 0x12345678);
    rig_set(r, REF_PBUS_SCRATCH + 4 * 2, 0x0000ffff);
    r->crtc[0x3c] = 0x25;
}

enum devinit_stop script_run(struct devinit_rig *r, const char *hex, struct devinit_rules rules)
{
    uint32_t length = 0;

    for (const char *at = hex; *at; at++)
        length += at == hex || (at[-1] == ' ' && *at != ' ');
    rig_put(r, RIG_SCRIPT, hex);
    r->rom[RIG_SCRIPT + length] = OP_DONE;
    rig_close(r);
    assert_int_equal(vbios_parse(r->rom, r->size, &r->v), OK);
    devinit_init(&r->d, &r->v, &nv50_chips[r->chip], &r->world, rules);
    return r->output ? devinit_output(&r->d, r->output) : devinit_script(&r->d, RIG_SCRIPT);
}

void rig_expect_stop(struct devinit_rig *r, const char *hex, struct devinit_rules rules,
                     enum devinit_stop stop, const char *writes)
{
    r->used = 0;
    r->log[0] = '\0';
    if (script_run(r, hex, rules) != stop || strcmp(r->log, writes) != 0)
        fail_msg("%s: %s, wrote '%s', the reference says '%s'", hex,
                 devinit_stop_text(r->d.end.stop), r->log, writes);
}

void rig_expect(struct devinit_rig *r, const char *hex, const char *writes)
{
    rig_expect_stop(r, hex, (struct devinit_rules){ .i2c_writes = true }, DEVINIT_OK, writes);
}

struct devinit_rig *rig;
struct devinit_walk *walk;

int rig_up(void **state)
{
    rig = malloc(sizeof(*rig));
    walk = malloc(sizeof(*walk));
    devinit_rig_init(rig);
    return 0;
}

int closed_rig_up(void **state)
{
    rig_up(state);
    rig_close(rig);
    return 0;
}

int rig_down(void **state)
{
    free(rig);
    free(walk);
    return 0;
}
