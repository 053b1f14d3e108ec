/* tools/nv50/shader.c: instructions of the shader cores as text. The rows of hw/nv50/shader.c say how each is written;
 * here that is carried out, and it is counted which bits have been looked at. */
#include "tools/nv50/shader.h"

#include <inttypes.h>
#include <string.h>

#include "hw/bits.h"
#include "hw/nv50/chip.h"
#include "hw/nv50/shader.h"
#include "tools/nv50/chips.h"

struct line_of {
    struct out *out;
    uint64_t words, used; /* the instruction, and its bits that mean something */
    uint32_t chip;        /* its bit */
    uint8_t program;
    bool unknown; /* a field has a value that means nothing */
    bool begun;   /* something has been written: a blank is due */
};

static bool holds(const struct line_of *l, uint64_t value, uint64_t mask, uint16_t chips,
                  uint8_t programs)
{
    return (l->words & mask) == value && (!chips || (chips & l->chip)) &&
           (!programs || (programs & l->program));
}

static uint64_t bits_of(struct line_of *l, unsigned at, unsigned width)
{
    const uint64_t mask = width ? BITS64(width - 1, 0) : 0;

    l->used |= mask << at;
    return l->words >> at & mask;
}

static void blank(struct line_of *l)
{
    if (l->begun)
        out_char(l->out, ' ');
    l->begun = true;
}

static void put(struct line_of *l, const char *text)
{
    blank(l);
    out_text(l->out, text);
}

static void put_unknown(struct line_of *l)
{
    put(l, "???");
    l->unknown = true;
}

/* ---- operands ---- */

static void put_hex_signed(struct line_of *l, uint64_t value, unsigned width, unsigned shift,
                           bool is_signed)
{
    value <<= shift;
    if (is_signed && width && value >> (width + shift - 1) & 1) {
        out_char(l->out, '-');
        value = (UINT64_C(1) << (width + shift)) - value;
    }
    out_hex(l->out, value);
}

static void put_half(struct line_of *l, uint64_t number)
{
    out_format(l->out, "$r%" PRIu64 "%c", number >> 1, number & 1 ? 'h' : 'l');
}

static void put_register(struct line_of *l, const struct shader_operand *o)
{
    const uint64_t number = bits_of(l, o->at, o->width);

    blank(l);
    if (o->kind == SHADER_HALF) {
        put_half(l, number);
        return;
    }
    out_format(l->out, "$%s%" PRIu64, o->word, number);
    if (o->kind == SHADER_DOUBLE || o->kind == SHADER_QUAD)
        out_char(l->out, o->kind == SHADER_DOUBLE ? 'd' : 'q');
}

static uint64_t address_register(struct line_of *l, uint8_t flags)
{
    uint64_t number = 0;

    if (flags & (SHADER_A_SHORT | SHADER_A_LONG))
        number = bits_of(l, 26, 2);
    if (flags & SHADER_A_LONG)
        number |= bits_of(l, 34, 1) << 2;
    return number;
}

static void put_space(struct line_of *l, const struct shader_operand *o)
{
    blank(l);
    out_text(l->out, o->word);
    if (o->space_width)
        out_decimal(l->out, bits_of(l, o->space, o->space_width));
    out_char(l->out, '[');
}

/* s[$a1+0x10], s[0x10], and with post-increment s[$a1++0x10]. */
static void put_memory(struct line_of *l, const struct shader_operand *o)
{
    const uint64_t a = address_register(l, o->flags);
    const uint64_t offset = bits_of(l, o->at, o->width);
    const bool post = (o->flags & SHADER_POST) != 0;

    if (o->size)
        put(l, o->size);
    put_space(l, o);
    if (a)
        out_format(l->out, "$a%" PRIu64, a);
    else if (post)
        out_text(l->out, "0x0");
    if (post)
        out_text(l->out, "++");
    else if (a && offset)
        out_char(l->out, '+');
    if (post || !a || offset)
        put_hex_signed(l, offset, o->width, o->shift, (o->flags & SHADER_MINUS) != 0);
    out_char(l->out, ']');
}

static void put_special(struct line_of *l, const struct shader_operand *o)
{
    const uint64_t number = bits_of(l, o->at, o->width);
    const bool there = number != SHADER_SR_SAMPLEID || (l->chip & CHIPS_GT215_UP);

    blank(l);
    if (there && shader_specials[number])
        out_format(l->out, "$%s", shader_specials[number]);
    else
        out_format(l->out, "$sr%" PRIu64, number);
}

/* $r0:$r1:#:$r2: a component that a mask leaves out takes no register. */
static void put_vector(struct line_of *l, const struct shader_operand *o)
{
    const bool masked = o->kind == SHADER_MASKED;
    const uint64_t mask = masked ? bits_of(l, 25, 2) | bits_of(l, 46, 2) << 2 : UINT64_MAX;
    const uint64_t count = o->space_width ? bits_of(l, o->space, o->space_width) + 1 : 4;
    uint64_t next = bits_of(l, o->at, o->width);

    blank(l);
    for (unsigned i = 0; i < count; i++) {
        if (i)
            out_char(l->out, ':');
        if (mask >> i & 1)
            out_format(l->out, "$%s%" PRIu64, o->word, next++);
        else
            out_char(l->out, '#');
    }
}

/* (l01): which of the four threads of a quad take part. */
static void put_lanes(struct line_of *l, const struct shader_operand *o)
{
    const uint64_t lanes = bits_of(l, o->at, o->width);

    if (lanes == 15)
        return;
    put(l, lanes ? "(l" : "(lnone");
    for (unsigned i = 0; i < 4; i++)
        if (lanes >> i & 1)
            out_decimal(l->out, i);
    out_char(l->out, ')');
}

static void put_condition(struct line_of *l, const struct shader_operand *o)
{
    const uint64_t number = bits_of(l, o->at, o->width);

    if (number == SHADER_ALWAYS)
        return;
    if (!shader_predicates[number]) {
        put_unknown(l);
        return;
    }
    put(l, "(");
    out_text(l->out, shader_predicates[number]);
    if (number != SHADER_NEVER)
        out_format(l->out, " $c%" PRIu64, bits_of(l, 44, 2));
    out_char(l->out, ')');
}

static void put_operand(struct line_of *l, const char *name, size_t length);

/* One case for each kind of operand, without a default, so that the compiler names a kind that is
 * missing. */
static void put_row(struct line_of *l, const struct shader_operand *o)
{
    switch ((enum shader_kind)o->kind) {
    case SHADER_NOTHING:
        bits_of(l, o->at, o->width);
        return;
    case SHADER_WORD:
        put(l, o->word);
        if (o->size)
            put_operand(l, o->size, strlen(o->size));
        return;
    case SHADER_DISCARDED:
        put(l, "#");
        return;
    case SHADER_ADDRESS: {
        const uint64_t a = o->flags ? address_register(l, o->flags) : bits_of(l, o->at, o->width);

        blank(l);
        if (a)
            out_format(l->out, "$a%" PRIu64, a);
        else
            out_text(l->out, "0x0");
        return;
    }
    case SHADER_SPECIAL:
        put_special(l, o);
        return;
    case SHADER_NUMBER:
    case SHADER_SIGNED:
        blank(l);
        put_hex_signed(l, bits_of(l, o->at, o->width), o->width, 0, o->kind == SHADER_SIGNED);
        return;
    case SHADER_IMMEDIATE:
        blank(l);
        out_hex(l->out, bits_of(l, 16, 6) | bits_of(l, 34, 26) << 6);
        return;
    case SHADER_TARGET:
        blank(l);
        out_hex(l->out, (bits_of(l, 11, 16) | bits_of(l, 46, 6) << 16) << 2);
        return;
    case SHADER_MEMORY:
        put_memory(l, o);
        return;
    case SHADER_GLOBAL:
        put_space(l, o);
        out_format(l->out, "$r%" PRIu64 "]", bits_of(l, o->at, o->width));
        return;
    case SHADER_VECTOR:
    case SHADER_MASKED:
        put_vector(l, o);
        return;
    case SHADER_LANES:
        put_lanes(l, o);
        return;
    case SHADER_CONDITION:
        put_condition(l, o);
        return;
    case SHADER_REGISTER:
    case SHADER_HALF:
    case SHADER_DOUBLE:
    case SHADER_QUAD:
        put_register(l, o);
    }
}

static void put_operand(struct line_of *l, const char *name, size_t length)
{
    for (const struct shader_operand *o = shader_operands; o->name; o++) {
        if (strlen(o->name) != length || memcmp(o->name, name, length) != 0)
            continue;
        if (holds(l, o->value, o->mask, o->chips, o->programs)) {
            l->used |= o->mask;
            put_row(l, o);
            return;
        }
    }
    put_unknown(l);
}

/* ---- how a row is written ---- */

static size_t until(const char *text, const char *ends)
{
    return strcspn(text, ends);
}

/* {a|b:N}: one of the texts between the bars, chosen by the bits listed after the colon, the first
 * one lowest. */
static void put_choice(struct line_of *l, const char *text)
{
    const char *bits = text + until(text, ":") + 1;
    unsigned pick = 0, count = 0, names = 1;

    for (const char *c = text; *c != ':'; c++)
        names += *c == '|';
    for (; bits[-1] != '}'; count++) {
        unsigned at = 0;

        for (; *bits >= '0' && *bits <= '9'; bits++)
            at = at * 10 + (unsigned)(*bits - '0');
        bits++;
        pick |= (unsigned)bits_of(l, at, 1) << count;
    }
    if (names == 1 && !pick)
        return;
    for (unsigned i = names == 1 ? 1 : 0; i < pick; i++)
        text += until(text, "|") + 1;
    if (*text == '?') {
        put_unknown(l);
        return;
    }
    blank(l);
    out_bytes(l->out, text, until(text, "|:"));
}

static void put_text(struct line_of *l, const char *text)
{
    for (; *text; text += until(text, " "), text += *text == ' ') {
        if (*text == '{')
            put_choice(l, text + 1);
        else if (*text == '%')
            put_operand(l, text + 1, until(text + 1, " "));
        else if (*text == ')') {
            out_char(l->out, ')');
        } else {
            blank(l);
            out_bytes(l->out, text, until(text, " "));
            l->begun = *text != '(';
        }
    }
}

static const struct shader_row *find_row(const struct line_of *l, const struct shader_row *rows)
{
    while (rows->text && !holds(l, rows->value, rows->mask, rows->chips, rows->programs))
        rows++;
    return rows->text ? rows : NULL;
}

/* Chooses the table, and prints the text before the row's own. */
static const struct shader_row *table_of(struct line_of *l)
{
    const uint32_t first = (uint32_t)l->words, tail = (uint32_t)(l->words >> 32) & SHADER_TAIL;

    l->used = SHADER_LONG;
    if (!(first & SHADER_LONG))
        return first & SHADER_CONTROL ? shader_control_short : shader_short;
    l->used |= SHADER_CONTROL;
    if (first & SHADER_CONTROL)
        return shader_control;
    l->used |= SHADER_WORDS(0, SHADER_TAIL);
    if (tail == SHADER_TAIL_IMM)
        return shader_immediate;
    if (tail)
        put(l, tail == SHADER_TAIL_EXIT ? "exit" : "join");
    put_operand(l, "p", 1);
    return shader_long;
}

static void put_instruction(struct line_of *l)
{
    const struct shader_row *const row = find_row(l, table_of(l));

    if (!row) {
        put(l, "??? unknown");
        return;
    }
    l->used |= row->mask;
    put_text(l, row->text);
    if (l->words & ~l->used)
        out_format(l->out, " reserved=0x%" PRIx64, l->words & ~l->used);
    if (l->unknown)
        out_text(l->out, " unknown");
}

static uint8_t program_of(const char *name)
{
    static const struct {
        const char *name;
        uint8_t program;
    } programs[] = { { "compute", SHADER_COMPUTE },
                     { "vertex", SHADER_VERTEX },
                     { "geometry", SHADER_GEOMETRY },
                     { "fragment", SHADER_FRAGMENT } };

    for (unsigned i = 0; i < ARRAY_SIZE(programs); i++)
        if (!name || strcmp(name, programs[i].name) == 0)
            return programs[i].program;
    return 0;
}

/* A long instruction at an odd word is marked and decoded all the same, because a dump may begin
 * anywhere. */
bool nv50_decode_shader(const struct toolkit_words *words, struct out *out)
{
    const uint32_t chip = CHIP_BIT((unsigned)(nv50_chip_of(words->chip) - nv50_chips));
    const uint8_t program = program_of(words->program);

    if (!program) {
        out_format(out, "error: --program %s: compute, vertex, geometry or fragment wanted",
                   words->program);
        out_end_line(out);
        return false;
    }
    for (uint64_t i = 0, length; i < words->count; i += length) {
        struct line_of l = { .out = out, .chip = chip, .program = program };
        const uint32_t first = words->words[i];
        const uint64_t at = words->at + i * 4;

        length = first & SHADER_LONG ? 2 : 1;
        if (i + length > words->count) {
            out_format(out,
                       "error: 0x%" PRIx64
                       ": %08x is the first word of two, and the second is missing",
                       at, first);
            out_end_line(out);
            return false;
        }
        l.words = SHADER_WORDS(first, length == 2 ? words->words[i + 1] : 0);
        out_format(out, "0x%" PRIx64 " %08x", at, first);
        if (length == 2)
            out_format(out, " %08x", words->words[i + 1]);
        l.begun = true;
        put_instruction(&l);
        if (length == 2 && at % 8)
            out_text(out, " misaligned");
        out_end_line(out);
    }
    return true;
}
