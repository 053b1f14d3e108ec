#include "tools/gv100/register.h"

#include "hw/gv100/board.h"
#include "hw/gv100/refusal.h"
#include "hw/gv100/unlisted.h"
#include "tools/gv100/probe_words.h"

bool gv100_register_words(const struct register_view *reg, uint32_t value, char *out, size_t size)
{
    if (!is_refusal(value) && reg->fields)
        return false;
    gv100_probe_words(reg->name, reg->index, value, out, size);
    return out[0] != '\0';
}

/* PROM and PRAMIN show memory, where a word like that of a refusal is a word like any other. */
const char *gv100_no_value(uint32_t offset, uint32_t value)
{
    const bool memory = offset - PROM < PROM_SIZE || offset - PRAMIN < PRAMIN_BYTES;

    return memory ? NULL : refusal_words(value);
}
