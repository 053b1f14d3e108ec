#include "mmu/fields.h"

#include "hw/bits.h"

bool field_on(const struct field *field, const struct chip *chip)
{
    return field->chips & chip_bit(chip);
}

uint64_t field_get(const struct field *field, const uint64_t *words)
{
    uint64_t value = 0;
    unsigned at = field->shift;

    for (unsigned i = 0; i < FIELD_PARTS && field->parts[i].mask; i++) {
        const struct field_part *const part = &field->parts[i];

        value |= FIELD_GET(part->mask, words[part->word]) << at;
        at += bits_count(part->mask);
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
        value >>= bits_count(part->mask);
    }
    return OK;
}

/* ---- names of values ---- */

const char *value_name(const struct field_value *values, unsigned count, uint32_t chips,
                       uint64_t value)
{
    for (unsigned i = 0; i < count; i++)
        if (values[i].value == value && (values[i].chips & chips))
            return values[i].name;
    return NULL;
}

const char *field_value_name(const struct field *field, const struct chip *chip, uint64_t value)
{
    return value_name(field->values, field->value_count, chip_bit(chip), value);
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
    for (unsigned i = 0; i < field->value_count; i++)
        if ((field->values[i].chips & chip_bit(chip)) &&
            same_name(field->values[i].name, name, length)) {
            *value = field->values[i].value;
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
