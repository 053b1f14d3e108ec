#include "mmu/fields.h"

#include "hw/bits.h"

bool field_on(const struct field *field, const struct chip *chip)
{
    return field->chips & chip_bit(chip);
}

static bool holds(const struct field_when *when, const uint64_t *words)
{
    const uint64_t value = when->mask ? FIELD_GET(when->mask, words[when->word]) : 0;

    return !when->mask || (when->values & BIT(value < 31 ? value : 31));
}

bool field_present(const struct field *field, const struct chip *chip, const uint64_t *words)
{
    bool present = field_on(field, chip);

    for (unsigned i = 0; i < FIELD_WHENS && present; i++)
        present = holds(&field->when[i], words);
    return present;
}

/* Where a part of name[index] lies: arrays are made of words of 32 bits. */
static struct field_part part_at(const struct field *field, unsigned part, unsigned index)
{
    const unsigned bits = field->count ? index * field->stride : 0;
    struct field_part at = field->parts[part];

    at.word = (uint16_t)(at.word + bits / 32);
    at.mask <<= bits % 32;
    return at;
}

uint64_t field_get_at(const struct field *field, unsigned index, const uint64_t *words)
{
    uint64_t value = 0;
    unsigned at = field->shift;

    for (unsigned i = 0; i < FIELD_PARTS && field->parts[i].mask; i++) {
        const struct field_part part = part_at(field, i, index);

        value |= FIELD_GET(part.mask, words[part.word]) << at;
        at += bits_count(part.mask);
    }
    return value;
}

uint64_t field_get(const struct field *field, const uint64_t *words)
{
    return field_get_at(field, 0, words);
}

uint64_t field_max(const struct field *field)
{
    uint64_t values = 1; /* how many the field can hold */

    for (unsigned i = 0; i < FIELD_PARTS && field->parts[i].mask; i++)
        values *= FIELD_MAX(field->parts[i].mask) + 1;
    return (values - 1) << field->shift;
}

enum err field_put_at(const struct field *field, unsigned index, uint64_t value, uint64_t *words)
{
    if (value > field_max(field))
        return ERR_RANGE;
    if (value & ~field_max(field))
        return ERR_ALIGN;
    value >>= field->shift;
    for (unsigned i = 0; i < FIELD_PARTS && field->parts[i].mask; i++) {
        const struct field_part part = part_at(field, i, index);

        words[part.word] = (words[part.word] & ~part.mask) | FIELD_PUT(part.mask, value);
        value >>= bits_count(part.mask);
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

/* The bits of one word that a part of a field covers, an array with all its members. */
static uint64_t covered(const struct field *field, unsigned number, unsigned word)
{
    const struct field_part *const part = &field->parts[number];
    uint64_t mask = 0;

    if (!field->count || word < part->word)
        return part->word == word ? part->mask : 0;
    /* The first member that can reach this word, and those after it that do. */
    for (unsigned i = (word - part->word) * 32 / field->stride; i < field->count; i++) {
        const struct field_part at = part_at(field, number, i);

        if (at.word != word)
            break;
        mask |= at.mask;
    }
    return mask;
}

uint64_t structure_reserved_mask(const struct structure *s, const struct chip *chip,
                                 const uint64_t *words, unsigned word)
{
    uint64_t reserved = word < s->first ? 0 : BITS64(s->word_bits - 1, 0);

    for (unsigned i = 0; i < s->field_count && reserved; i++)
        if (field_present(&s->fields[i], chip, words))
            for (unsigned p = 0; p < FIELD_PARTS && s->fields[i].parts[p].mask; p++)
                reserved &= ~covered(&s->fields[i], p, word);
    return reserved;
}
