#include "engines/nv50/devinit/walk.h"

#include "engines/nv50/devinit/decode.h"

#define ERASED 0xffff

static bool bit_get(const uint32_t *bits, uint32_t at)
{
    return bits[at / 32] >> at % 32 & 1;
}

static void bit_set(uint32_t *bits, uint32_t at)
{
    bits[at / 32] |= BIT(at % 32);
}

static void walk_fail(struct devinit_walk *w, enum devinit_stop stop, uint32_t at, uint32_t what)
{
    if (w->end.stop != DEVINIT_OK)
        return;
    w->end.stop = stop;
    w->end.at = at;
    w->end.opcode = rom_u8(&w->v->image, at);
    w->end.what = what;
}

static void follow(struct devinit_walk *w, uint32_t at, uint32_t target)
{
    if (!target)
        return;
    if (target == ERASED)
        walk_fail(w, DEVINIT_BAD_TARGET, at, target);
    else if (target >= WALK_BYTES || !rom_holds(&w->v->image, target, 1))
        walk_fail(w, DEVINIT_OUT_OF_IMAGE, at, target);
    else {
        bit_set(w->pending, target);
        w->more = true;
    }
}

/* Marks the bytes of an instruction; one that was found before may only be the very same. */
static void cover(struct devinit_walk *w, uint32_t at, uint32_t length)
{
    for (uint32_t i = 0; i < length && at + i < WALK_BYTES; i++) {
        if (bit_get(w->covered, at + i))
            walk_fail(w, DEVINIT_OVERLAP, at, at + i);
        bit_set(w->covered, at + i);
    }
    w->opcodes++;
    w->counts[rom_u8(&w->v->image, at)]++;
}

/* An entry that an operand names must lie in the image, and in the segment of the tables if that is said. */
static void check_entry(struct devinit_walk *w, uint32_t at, uint16_t table, uint32_t size,
                        uint32_t index)
{
    const struct vbios *const v = w->v;
    const uint32_t entry = table + size * index, end = (uint32_t)v->tables_at + v->tables_size;
    const bool inside = !v->tables_size || (entry >= v->tables_at && entry + size <= end);

    if (!table || !inside || !rom_holds(&v->image, entry, size))
        walk_fail(w, DEVINIT_TABLE, at, index);
}

/* The table of scripts is none of the segment. */
static bool names_script(const struct vbios *v, unsigned index)
{
    uint16_t script;

    return vbios_script(v, index, &script);
}

/* An operand that names an entry of a table is looked up before the script runs, so that a script
 * is refused whole instead of stopping in the middle of a card's start. The letter says which
 * table (devinit.md §4.5). */
static void check_tables(struct devinit_walk *w, uint32_t at)
{
    const struct vbios *const v = w->v;
    struct operands operands;
    struct operand operand;

    decode_first(v, at, &operands);
    while (decode_next(&operands, &operand)) {
        if (operand.letter == 'c')
            check_entry(w, at, v->conditions, CONDITION_SIZE, operand.value);
        else if (operand.letter == 'g')
            check_entry(w, at, v->io_conditions, IO_CONDITION_SIZE, operand.value);
        else if (operand.letter == 'f')
            check_entry(w, at, v->io_flags, IO_FLAG_SIZE, operand.value);
        else if (operand.letter == 'K')
            check_entry(w, at, v->macro_index, MACRO_INDEX_SIZE, operand.value);
        else if (operand.letter == 'X')
            check_entry(w, at, v->arrays, 2, operand.value);
        else if (operand.letter == 'j' && !names_script(v, operand.value))
            walk_fail(w, DEVINIT_TABLE, at, operand.value);
        else if ((operand.letter == 'C' || operand.letter == '8') && !v->strap_columns)
            walk_fail(w, DEVINIT_STRAP, at, 0);
    }
}

/* Where an opcode may go besides the next one; false: nowhere. */
static bool find_target(const struct vbios *v, uint32_t at, uint32_t next, uint32_t *target)
{
    switch (rom_u8(&v->image, at)) {
    case OP_SUB_DIRECT:
    case OP_JUMP_DIRECT:
        *target = rom_u16(&v->image, at + 1);
        return true;
    case OP_SUB:
    case OP_JUMP:
        *target = rom_u16(&v->image, v->scripts + 2u * rom_u8(&v->image, at + 1));
        return true;
    case OP_JUMP_REL:
        *target = (uint16_t)(next + (uint32_t)(int8_t)rom_u8(&v->image, at + 1));
        return true;
    default:
        return false;
    }
}

static bool is_jump(uint8_t opcode)
{
    return opcode == OP_JUMP_DIRECT || opcode == OP_JUMP || opcode == OP_JUMP_REL;
}

/* Whether the next instruction can be reached from this one. */
static bool goes_on(uint8_t opcode, bool may_skip)
{
    if (opcode == OP_DONE)
        return false;
    return may_skip || !(is_jump(opcode) || opcode == OP_DONE_CONDITION);
}

static bool may_skip_after(uint8_t opcode, bool may_skip)
{
    if (opcode == OP_RESUME)
        return false;
    return may_skip || opcode == OP_NOT || opcodes[opcode].class == OPCODE_TESTS;
}

/* The length of a sound instruction at `at`, 0: it is none. */
static uint32_t check_instruction(struct devinit_walk *w, uint32_t at)
{
    const struct rom *const image = &w->v->image;

    if (at >= WALK_BYTES || !rom_holds(image, at, 1)) {
        walk_fail(w, DEVINIT_OUT_OF_IMAGE, at, at);
        return 0;
    }
    const struct opcode *const opcode = &opcodes[rom_u8(image, at)];
    const uint32_t length = decode_length(w->v, at);
    if (!length)
        walk_fail(w, DEVINIT_UNKNOWN_OPCODE, at, rom_u8(image, at));
    else if (opcode->class == OPCODE_STOP)
        walk_fail(w, DEVINIT_CANNOT, at, rom_u8(image, at));
    else if (!rom_holds(image, at, length))
        walk_fail(w, DEVINIT_OUT_OF_IMAGE, at, at);
    else
        check_tables(w, at);
    return w->end.stop == DEVINIT_OK ? length : 0;
}

/* Follows instructions from `start` to where nothing new comes. */
static void walk_run(struct devinit_walk *w, uint32_t start)
{
    bool may_skip = false;
    uint32_t at = start;

    while (w->end.stop == DEVINIT_OK) {
        const uint32_t length = check_instruction(w, at), next = at + length;
        if (!length || bit_get(w->seen[may_skip], at))
            return;
        if (!bit_get(w->seen[!may_skip], at))
            cover(w, at, length);
        bit_set(w->seen[may_skip], at);

        const uint8_t opcode = rom_u8(&w->v->image, at);
        uint32_t target;
        if (find_target(w->v, at, next, &target)) {
            if (is_jump(opcode) && target >= start && target <= at)
                walk_fail(w, DEVINIT_LOOP, at, target);
            follow(w, at, target);
        }
        may_skip = may_skip_after(opcode, may_skip);
        if (!goes_on(opcode, may_skip))
            return;
        at = next;
    }
}

static void walk_pending(struct devinit_walk *w)
{
    while (w->more && w->end.stop == DEVINIT_OK) {
        w->more = false;
        for (uint32_t at = 0; at < WALK_BYTES && w->end.stop == DEVINIT_OK; at++) {
            if (!w->pending[at / 32]) { /* mostly, so word by word */
                at |= 31;
            } else if (bit_get(w->pending, at)) {
                w->pending[at / 32] &= ~BIT(at % 32);
                walk_run(w, at);
            }
        }
    }
}

static void start(struct devinit_walk *w, const struct vbios *v)
{
    uint8_t *const bytes = (uint8_t *)w;

    /* Byte by byte: the struct is too large for a temporary on the firmware's stack. */
    for (size_t i = 0; i < sizeof(*w); i++)
        bytes[i] = 0;
    w->v = v;
}

enum devinit_stop devinit_walk_script(struct devinit_walk *walk, const struct vbios *v, uint32_t at)
{
    start(walk, v);
    walk->end.script = at;
    follow(walk, 0, at);
    walk_pending(walk);
    return walk->end.stop;
}

/* Scripts end with the first that has no address; the private script, if there is one, comes after them. */
enum devinit_stop devinit_walk(struct devinit_walk *walk, const struct vbios *v)
{
    uint16_t script;

    start(walk, v);
    for (unsigned i = 0; walk->end.stop == DEVINIT_OK; i++) {
        if (!vbios_script(v, i, &script)) {
            walk_fail(walk, DEVINIT_TABLE, 0, i);
            break;
        }
        if (!script)
            break;
        if (i == DEVINIT_SCRIPTS)
            walk_fail(walk, DEVINIT_TOO_MANY, 0, i);
        walk->end.script = script;
        follow(walk, 0, script);
        walk_pending(walk);
    }
    if (v->private_script && walk->end.stop == DEVINIT_OK) {
        walk->end.script = v->private_script;
        follow(walk, 0, v->private_script);
        walk_pending(walk);
    }
    return walk->end.stop;
}

bool devinit_walk_starts(const struct devinit_walk *walk, uint32_t at)
{
    return at < WALK_BYTES && (bit_get(walk->seen[0], at) || bit_get(walk->seen[1], at));
}
