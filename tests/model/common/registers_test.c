/* The register engine that every family's model stands on (model/common/registers.h), with a card of three
 * registers and a unit that can be switched off. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "model/common/registers.h"
#include "tests/kit/tests.h"

#define STATUS  0x100u /* a one clears bits 3:0 */
#define CONTROL 0x104u /* 16 bits; reads with bit 31 set */
#define ARRAY   0x200u /* two words in the unit that can be off */

struct owner {
    struct registers registers;
    bool off;
    unsigned refused, wrote;
    uint32_t seen; /* offset of the last of both */
    char line[128];
};

static int control_row; /* only its address counts */

static bool answers(void *owner, uint32_t offset)
{
    return offset < ARRAY || !((struct owner *)owner)->off;
}

static void refused(void *owner, uint32_t offset, bool write, uint32_t value)
{
    struct owner *o = owner;
    (void)write, (void)value;
    o->refused++;
    o->seen = offset;
}

static uint32_t read(void *owner, const void *row, uint32_t offset, uint32_t stored)
{
    (void)owner, (void)offset;
    return row == &control_row ? stored | 0x80000000u : stored;
}

static void wrote(void *owner, const void *row, uint32_t offset, uint32_t value)
{
    struct owner *o = owner;
    (void)row, (void)value;
    o->wrote++;
    o->seen = offset;
}

static void trace(void *owner, const char *line)
{
    struct owner *o = owner;
    snprintf(o->line, sizeof(o->line), "%s", line);
}

/* Another card of the family has one at 0x300. */
static const char *elsewhere(void *owner, uint32_t offset)
{
    (void)owner;
    return offset == 0x300 ? "OTHER" : NULL;
}

static const struct registers_ops operations = { .answers = answers,
                                                 .refused = refused,
                                                 .read = read,
                                                 .wrote = wrote,
                                                 .elsewhere = elsewhere,
                                                 .trace = trace };

static int open_owner(void **state)
{
    struct owner *o = calloc(1, sizeof(*o));

    registers_init(&o->registers, &operations, o, true);
    registers_add(&o->registers,
                  &(struct reg){ .offset = STATUS, .w1c = 0xf, .reset = 5, .name = "STATUS" });
    registers_add(
        &o->registers,
        &(struct reg){ .offset = CONTROL, .bits = 0xffff, .name = "CONTROL", .row = &control_row });
    for (uint16_t i = 0; i < 2; i++)
        registers_add(&o->registers, &(struct reg){ .offset = ARRAY + 4u * i,
                                                    .bits = UINT32_MAX,
                                                    .index = i,
                                                    .array = true,
                                                    .is_volatile = i == 1,
                                                    .name = "ARRAY" });
    *state = o;
    return 0;
}

static int close_owner(void **state)
{
    free(*state);
    return 0;
}

TEST(writes_reach_the_bits_that_there_are, open_owner, close_owner)
{
    struct owner *o = *state;

    registers_write(&o->registers, CONTROL, 0xffff1234, UINT32_MAX);
    assert_int_equal(registers_get(&o->registers, CONTROL), 0x1234);
    assert_int_equal(o->seen, CONTROL);
    registers_write(&o->registers, CONTROL, 0x00ab00, 0xff00); /* one byte of the word */
    assert_int_equal(registers_get(&o->registers, CONTROL), 0xab34);
    assert_int_equal(o->registers.lanes, 0xff00);
    assert_int_equal(registers_read(&o->registers, CONTROL), 0x8000ab34);
}

TEST(a_one_clears_status, open_owner, close_owner)
{
    struct owner *o = *state;

    registers_set(&o->registers, STATUS, 0x1f);
    registers_write(&o->registers, STATUS, 0x13, UINT32_MAX);
    assert_int_equal(registers_get(&o->registers, STATUS), 0x1c);
    registers_reset(&o->registers);
    assert_int_equal(registers_get(&o->registers, STATUS), 5);
}

TEST(a_unit_that_is_off_is_refused, open_owner, close_owner)
{
    struct owner *o = *state;

    registers_set(&o->registers, ARRAY, 7);
    o->off = true;
    assert_int_equal(registers_read(&o->registers, ARRAY), 0);
    assert_string_equal(o->line, "r 000200 00000000 ARRAY[0] off");
    registers_write(&o->registers, ARRAY, 9, UINT32_MAX);
    assert_int_equal(o->refused, 2);
    assert_int_equal(o->wrote, 0);
    o->off = false;
    assert_int_equal(registers_read(&o->registers, ARRAY), 7);
}

TEST(unknown_ones_are_counted, open_owner, close_owner)
{
    struct owner *o = *state;

    assert_int_equal(registers_read(&o->registers, 0x108), 0);
    registers_write(&o->registers, 0x108, 1, UINT32_MAX);
    registers_write(&o->registers, 0x108, 1, UINT32_MAX);
    assert_int_equal(registers_get(&o->registers, 0x108), 0);
    assert_int_equal(o->registers.unknown_accesses, 3);
    registers_trace_unknown(&o->registers);
    assert_string_equal(o->line, "unknown register 000108: 1 reads, 2 writes");
}

static void keep_line(void *opaque, const char *text)
{
    snprintf(opaque, 128, "%s", text);
}

TEST(state_that_changed_is_told, open_owner, close_owner)
{
    struct owner *o = *state;
    char line[128] = "";

    registers_set(&o->registers, CONTROL, 2);
    registers_note(&o->registers);
    registers_set(&o->registers, ARRAY + 4, 1); /* volatile: no state */
    assert_int_equal(registers_changed(&o->registers, keep_line, line), 0);
    registers_set(&o->registers, CONTROL, 3);
    assert_int_equal(registers_changed(&o->registers, keep_line, line), 1);
    assert_string_equal(line, "000104 CONTROL: 0x00000003, was 0x00000002");
}

/* Of a strict card each access is noted with its place and kind. */
static void expect_noted(struct strict *strict, enum strict_kind kind, const char *first)
{
    assert_int_equal(strict->count, 1);
    assert_int_equal(strict->places[0].kind, kind);
    assert_string_equal(strict->places[0].first, first);
    strict->count = 0;
}

TEST(strict_kinds, open_owner, close_owner)
{
    static struct strict strict;
    struct owner *o = *state;

    strict = (struct strict){ .on = true };
    o->registers.strict = &strict;
    registers_read(&o->registers, 0x108);
    expect_noted(&strict, STRICT_UNKNOWN, "r 000108 00000000 unknown");
    registers_write(&o->registers, 0x300, 7, UINT32_MAX);
    expect_noted(&strict, STRICT_OTHER_CHIPSET, "w 000300 00000007 OTHER");
    o->off = true;
    registers_write(&o->registers, ARRAY, 9, UINT32_MAX);
    expect_noted(&strict, STRICT_OFF, "w 000200 00000009 ARRAY");
    o->off = false;
    registers_write(&o->registers, CONTROL, 0x10002, UINT32_MAX);
    expect_noted(&strict, STRICT_BITS, "w 000104 00010002 CONTROL");
    registers_add(&o->registers, &(struct reg){ .offset = 0x10c, .reset = 4, .name = "ID" });
    registers_write(&o->registers, 0x10c, 5, UINT32_MAX);
    expect_noted(&strict, STRICT_NOT_TAKEN, "w 00010c 00000005 ID");
}

/* Writes of the present value, bits that a one clears, lanes that are not written and a register whose write does
 * more. */
TEST(strict_allows, open_owner, close_owner)
{
    static struct strict strict;
    struct owner *o = *state;

    strict = (struct strict){ .on = true };
    o->registers.strict = &strict;
    registers_read(&o->registers, CONTROL);
    registers_write(&o->registers, CONTROL, 0xffff, UINT32_MAX);
    registers_write(&o->registers, CONTROL, 0xffffff00, 0xff00);
    registers_write(&o->registers, STATUS, 0xf, UINT32_MAX);
    registers_write(&o->registers, ARRAY, UINT32_MAX, UINT32_MAX);
    registers_add(&o->registers, &(struct reg){ .offset = 0x10c, .acts = true, .name = "GO" });
    registers_write(&o->registers, 0x10c, 1, UINT32_MAX);
    assert_int_equal(strict.count, 0);
    strict.on = false;
    registers_read(&o->registers, 0x108);
    assert_int_equal(strict.count, 0);
}
