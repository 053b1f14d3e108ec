#include "mmu/fields.h"

#include "hw/bits.h"
#include "hw/nv50/slots.h"

bool field_on(const struct field *field, const struct chip *chip)
{
    return field->chips & chip_bit(chip);
}

static unsigned bit_count(uint64_t mask)
{
    unsigned count = 0;

    for (; mask; mask &= mask - 1)
        count++;
    return count;
}

uint64_t field_get(const struct field *field, const uint64_t *words)
{
    uint64_t value = 0;
    unsigned at = field->shift;

    for (unsigned i = 0; i < FIELD_PARTS && field->parts[i].mask; i++) {
        const struct field_part *const part = &field->parts[i];

        value |= FIELD_GET(part->mask, words[part->word]) << at;
        at += bit_count(part->mask);
    }
    return value;
}

uint64_t field_max(const struct field *field)
{
    uint64_t values = 1; /* how many the field can hold */

    for (unsigned i = 0; i < FIELD_PARTS && field->parts[i].mask; i++)
        values *= FIELD_MAX(field->parts[i].mask) + 1;
    return (values - 1) << field->shift;
}

enum err field_put(const struct field *field, uint64_t value, uint64_t *words)
{
    if (value > field_max(field))
        return ERR_RANGE;
    if (value & ~field_max(field))
        return ERR_ALIGN;
    value >>= field->shift;
    for (unsigned i = 0; i < FIELD_PARTS && field->parts[i].mask; i++) {
        const struct field_part *const part = &field->parts[i];

        words[part->word] = (words[part->word] & ~part->mask) | FIELD_PUT(part->mask, value);
        value >>= bit_count(part->mask);
    }
    return OK;
}

/* ---- names of values ---- */

/* One row of whichever table holds the names; false past the last. */
static bool value_row(const struct field *field, unsigned row, struct field_value *out)
{
    switch ((enum field_names)field->names) {
    case FIELD_NAMES_ENGINE:
        if (row >= VM_ENGINE_NAME_COUNT)
            return false;
        *out = (struct field_value){ vm_engine_names[row].engine, vm_engine_names[row].name,
                                     vm_engine_names[row].chips };
        return true;
    case FIELD_NAMES_CLIENT:
        if (row >= VM_CLIENT_NAME_COUNT)
            return false;
        *out = (struct field_value){ vm_client_names[row].client, vm_client_names[row].name,
                                     vm_client_names[row].chips };
        return true;
    case FIELD_NAMES_REASON:
        if (row >= VM_FAULT_NAME_COUNT)
            return false;
        *out =
            (struct field_value){ vm_fault_names[row].reason, vm_fault_names[row].name, CHIPS_ALL };
        return true;
    case FIELD_NAMES_LIST:
        break;
    }
    if (row >= field->value_count)
        return false;
    *out = field->values[row];
    return true;
}

const char *field_value_name(const struct field *field, const struct chip *chip, uint64_t value)
{
    struct field_value row;

    for (unsigned i = 0; value_row(field, i, &row); i++)
        if (row.value == value && (row.chips & chip_bit(chip)))
            return row.name;
    return NULL;
}

static bool same_name(const char *name, const char *chars, size_t length)
{
    size_t i = 0;

    while (i < length && name[i] && name[i] == chars[i])
        i++;
    return i == length && !name[i];
}

bool field_value_named(const struct field *field, const struct chip *chip, const char *name,
                       size_t length, uint64_t *value)
{
    struct field_value row;

    for (unsigned i = 0; value_row(field, i, &row); i++)
        if ((row.chips & chip_bit(chip)) && same_name(row.name, name, length)) {
            *value = row.value;
            return true;
        }
    return false;
}

uint64_t structure_reserved_mask(const struct structure *s, const struct chip *chip, unsigned word)
{
    uint64_t reserved = BITS64(s->word_bits - 1, 0);

    for (unsigned i = 0; i < s->field_count; i++)
        for (unsigned part = 0; part < FIELD_PARTS && field_on(&s->fields[i], chip); part++)
            if (s->fields[i].parts[part].word == word)
                reserved &= ~s->fields[i].parts[part].mask;
    return reserved;
}
