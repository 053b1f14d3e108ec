#include "suite/kit/registers.h"

#include "mmu/fields.h"

void register_title(struct text *text, const struct register_view *reg)
{
    text_format(text, "%s%s%s", reg->unit ? reg->unit : "", reg->unit ? "_" : "", reg->name);
    if (reg->many)
        text_format(text, "[%u]", reg->index);
}

/* Whether others of the register's fields divide this one, which then says nothing that they do not. */
static bool is_divided(const struct register_view *reg, const struct field *field,
                       const struct chip *chip, uint64_t word)
{
    const uint64_t mask = field->parts[0].mask;
    uint64_t inside = 0;

    for (unsigned i = 0; i < reg->field_count; i++) {
        const uint64_t other = reg->fields[i].parts[0].mask;

        if (field_present(&reg->fields[i], chip, &word) && other != mask && (other & mask) == other)
            inside |= other;
    }
    return inside == mask;
}

static void put_value(struct text *text, const struct field *field, const struct chip *chip,
                      uint64_t number)
{
    const char *const name = field_value_name(field, chip, number);

    if (name)
        text_format(text, " %s=%s", field->name, name);
    else
        text_format(text, " %s=0x%llx", field->name, (unsigned long long)number);
}

/* Fields that are 0 and have no name for 0 are left out, because a line has to show the set ones. */
void register_fields(struct text *text, const struct register_view *reg, const struct chip *chip,
                     uint32_t value)
{
    const uint64_t word = value;
    uint32_t reserved = value;
    bool any = false;

    for (unsigned i = 0; i < reg->field_count; i++) {
        const struct field *const field = &reg->fields[i];
        const uint64_t number = field_get(field, &word);
        const char *const name = field_value_name(field, chip, number);

        if (!field_on(field, chip) || is_divided(reg, field, chip, word))
            continue;
        reserved &= (uint32_t)~field->parts[0].mask;
        if (!field_present(field, chip, &word))
            continue;
        if (!number && !name)
            continue;
        put_value(text, field, chip, number);
        any = true;
    }
    if (reg->field_count && reserved)
        text_format(text, " reserved=0x%x", reserved);
    else if (!any)
        text_string(text, reg->field_count ? " no field is set" : " no field of it is known");
}

void structure_fields(struct text *text, const struct structure *s, const struct chip *chip,
                      const uint64_t *words)
{
    for (unsigned i = 0; i < s->field_count; i++)
        if (!s->fields[i].count && field_present(&s->fields[i], chip, words))
            put_value(text, &s->fields[i], chip, field_get(&s->fields[i], words));
}
