/* Finds a memory configuration that explains an alias test's observation: the field of the configuration registers that
 * disagrees with the memory (tesla-vm.md §6.1). */
#include "suite/nv50/alias.h"

uint32_t alias_shared_with(const struct placement *p, struct view view, uint32_t block)
{
    return byte_at(p, (struct view){ 0 }, place_byte(p, view, block << BLOCK_SHIFT)) >> BLOCK_SHIFT;
}

/* Whether every block that BAR1 shows lies where `p` has it. A layout that moves none fits many a fault, and
 * says nothing. */
static bool fits(struct test *t, const struct placement *p, struct view view, linear_addr start,
                 uint64_t size)
{
    const uint32_t first = (uint32_t)(start.v >> BLOCK_SHIFT);
    const uint32_t blocks = (uint32_t)(size >> BLOCK_SHIFT);
    unsigned looked = 0, moved = 0;

    for (uint32_t i = 0; i < blocks && !card_expired(t->card); i++) {
        const uint32_t wanted = alias_shared_with(p, view, first + i);

        if (wanted - first >= blocks)
            continue; /* its partner lies outside of the filled range */
        if (aperture_read32(t->card, APERTURE_BAR1, (logical_addr){ (uint64_t)i << BLOCK_SHIFT }) !=
            wanted)
            return false;
        looked++;
        moved += wanted != first + i;
    }
    return moved && looked >= blocks / 2;
}

struct seen {
    struct test *t;
    const struct placement *configured;
    struct view view;
    linear_addr start;
    uint64_t size;
};

static bool looks_like(const struct seen *seen, unsigned parts, unsigned subparts,
                       const struct dram_geometry *dram)
{
    const struct placement *const c = seen->configured;
    struct placement other;

    return placement_init(&other, c->chip, c->rules, parts, subparts, c->select_mask, dram) == OK &&
           fits(seen->t, &other, seen->view, seen->start, seen->size);
}

static bool other_partitions(const struct seen *seen, struct text *out)
{
    const struct placement *const c = seen->configured;
    unsigned found = 0, last = 0;

    for (unsigned parts = 1; parts <= 8; parts++)
        if (parts != c->parts && looks_like(seen, parts, c->subparts, &c->dram))
            text_format(out, found++ ? " or %u" : "is laid out as with %u", last = parts);
    if (found)
        text_format(out, " partition%s, where HWUNITS_0 says %u: ", last == 1 ? "" : "s",
                    (unsigned)c->parts);
    return found;
}

static bool other_subpartitions(const struct seen *seen, struct text *out)
{
    const struct placement *const c = seen->configured;
    const unsigned subparts = 3u - c->subparts;

    if (!looks_like(seen, c->parts, subparts, &c->dram))
        return false;
    text_format(out, "is laid out as with %u subpartition%s, where 0x100268 says %u: ", subparts,
                subparts == 1 ? "" : "s", (unsigned)c->subparts);
    return true;
}

/* The same size otherwise divided; rows take the remaining bits. */
static bool other_banks(const struct seen *seen, unsigned bank_bits, struct text *out)
{
    const struct placement *const c = seen->configured;
    const int bits = c->dram.bank_bits + c->dram.column_bits;

    for (uint8_t columns = 5; columns <= 12; columns++) {
        struct dram_geometry dram = c->dram;
        const int more_rows = bits - (int)bank_bits - columns;

        dram.bank_bits = (uint8_t)bank_bits;
        dram.column_bits = columns;
        dram.row_bits_a = (uint8_t)(dram.row_bits_a + more_rows);
        dram.row_bits_b = (uint8_t)(dram.row_bits_b + more_rows);
        if ((bank_bits == c->dram.bank_bits && columns == c->dram.column_bits) ||
            c->dram.row_bits_a + more_rows < 1 || !looks_like(seen, c->parts, c->subparts, &dram))
            continue;
        text_format(out,
                    "is laid out as with %u banks and %u column bits, where CFG1 says %u and %u: ",
                    1u << bank_bits, (unsigned)columns, 1u << c->dram.bank_bits,
                    (unsigned)c->dram.column_bits);
        return true;
    }
    return false;
}

static bool other_cycle(const struct seen *seen, struct text *out)
{
    const struct placement *const c = seen->configured;
    struct dram_geometry dram = c->dram;

    dram.times3 = !dram.times3;
    if (!looks_like(seen, c->parts, c->subparts, &dram))
        return false;
    text_format(out, "exchanges banks over %s, where BANKCFG says %s: ",
                dram.times3 ? "three rows" : "one row", dram.times3 ? "one row" : "three rows");
    return true;
}

void alias_explain(struct test *t, const struct placement *configured, struct view view,
                   linear_addr start, uint64_t size, struct text *out)
{
    const struct seen seen = { t, configured, view, start, size };
    const unsigned banks = configured->dram.bank_bits;

    if (other_partitions(&seen, out) || !view.alternate_banks)
        return;
    if (other_subpartitions(&seen, out) || other_banks(&seen, banks, out))
        return;
    for (unsigned bits = 2; bits <= 3; bits++)
        if (bits != banks && other_banks(&seen, bits, out))
            return;
    other_cycle(&seen, out);
}
