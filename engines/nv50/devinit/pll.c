#include "engines/nv50/devinit/pll.h"

#include "hw/nv50/pstraps.h"

#define KHZ     1000u
#define PLL_MAX 16 /* entries of a table that are looked at, each way */

uint32_t pll_crystal_khz(uint32_t straps)
{
    switch (straps & PSTRAPS_0_CRYSTAL) {
    case PSTRAPS_CRYSTAL_13500:
        return 13500;
    case PSTRAPS_CRYSTAL_14318:
        return 14318;
    case PSTRAPS_CRYSTAL_27000:
        return 27000;
    default:
        return 25000;
    }
}

static struct pll_range mhz(const struct rom *image, uint32_t min_at, uint32_t max_at)
{
    return (struct pll_range){ rom_u16(image, min_at) * KHZ, rom_u16(image, max_at) * KHZ };
}

static struct pll_range bytes(const struct rom *image, uint32_t at)
{
    return (struct pll_range){ rom_u8(image, at), rom_u8(image, at + 1) };
}

/* The limits of both stages, which lie alike in 2.x and 3.0 records; inputs by their own offsets. */
static void read_stages(const struct rom *image, uint32_t vco, uint32_t input, uint32_t counts,
                        struct pll_limits *out)
{
    for (unsigned i = 0; i < 2; i++)
        out->stage[i] = (struct pll_stage){
            .vco = mhz(image, vco + 4 * i, vco + 4 * i + 2),
            .input = mhz(image, input + 2 * i, input + 2 * i + 4),
            .n = bytes(image, counts + 4 * i),
            .m = bytes(image, counts + 4 * i + 2),
        };
}

static void read_2x(const struct rom *image, uint32_t entry, uint32_t entry_size,
                    struct pll_limits *out)
{
    out->reg = rom_u32(image, entry);
    read_stages(image, entry + 4, entry + 12, entry + 20, out);
    out->p = bytes(image, entry + 28);
    out->bias = rom_u8(image, entry + 30);
    out->ref_khz = entry_size > 0x22 ? rom_u32(image, entry + 31) : 0;
}

static void read_30(const struct rom *image, uint32_t entry, struct pll_limits *out)
{
    const uint32_t record = rom_u16(image, entry + 1);

    out->id = rom_u8(image, entry);
    out->reg = rom_u32(image, entry + 3);
    read_stages(image, record, record + 8, record + 16, out);
    /* The smallest P of the record is not used by the driver that runs on silicon. */
    out->p = (struct pll_range){ 0, rom_u8(image, record + 25) };
    out->bias = rom_u8(image, record + 27);
    out->ref_khz = rom_u32(image, record + 28);
}

static void read_40(const struct rom *image, uint32_t entry, struct pll_limits *out)
{
    const uint32_t record = rom_u16(image, entry + 1);

    out->id = rom_u8(image, entry);
    out->reg = rom_u32(image, entry + 3);
    out->ref_khz = rom_u16(image, entry + 9) * KHZ;
    out->stage[0] = (struct pll_stage){
        .vco = mhz(image, record, record + 2),
        .input = mhz(image, record + 4, record + 6),
        .m = bytes(image, record + 8),
        .n = bytes(image, record + 10),
    };
    out->p = bytes(image, record + 12);
}

/* Entries are found by their id, or by the register of the PLL: numbers above PLL_ID_MAX are registers. */
enum err pll_limits(const struct vbios *v, uint32_t which, struct pll_limits *out)
{
    const struct rom *const image = &v->image;
    const uint8_t version = rom_u8(image, v->pll_limits);
    const uint32_t header = rom_u8(image, v->pll_limits + 1);
    const uint32_t size = rom_u8(image, v->pll_limits + 2);
    const unsigned count = rom_u8(image, v->pll_limits + 3);

    if (!v->pll_limits)
        return ERR_NOT_FOUND;
    if (version != 0x20 && version != 0x21 && version != 0x30 && version != 0x40)
        return ERR_UNSUPPORTED;
    for (unsigned i = 0; i < count; i++) {
        const uint32_t entry = v->pll_limits + header + i * size;
        struct pll_limits found = { 0 };

        if (!rom_holds(image, entry, size))
            return ERR_NOT_FOUND;
        if (version == 0x40)
            read_40(image, entry, &found);
        else if (version == 0x30)
            read_30(image, entry, &found);
        else
            read_2x(image, entry, size, &found);
        if (which > PLL_ID_MAX ? found.reg == which : found.id && found.id == which) {
            *out = found;
            return OK;
        }
    }
    return ERR_NOT_FOUND;
}

static uint32_t distance(uint32_t a, uint32_t b)
{
    return a > b ? a - b : b - a;
}

/* §5.3, step 1: shifts the VCO's range so that the target can be reached. The first rule multiplies by P where 2^P was
 * surely meant; it is kept, because cards run by it every day. */
static struct pll_range widened_vco(const struct pll_limits *limits, uint32_t khz)
{
    struct pll_range vco = limits->stage[0].vco;

    if (((uint64_t)khz << limits->p.max) < vco.min) {
        vco.min = khz * limits->p.max;
        vco.max = 2 * vco.min;
    }
    if (khz + khz / 200 > vco.max)
        vco.max = khz + khz / 200;
    return vco;
}

/* The best N for one P: goes through M, and says in `stop` when the whole search is over. */
static void try_p(const struct pll_limits *limits, uint32_t khz, uint32_t p, uint32_t *best,
                  struct pll_setting *out, bool *stop)
{
    const struct pll_stage *const stage = &limits->stage[0];
    const uint32_t ref = limits->ref_khz;
    const uint64_t vco = (uint64_t)khz << p;

    for (uint32_t m = stage->m.min; m <= stage->m.max && !*stop; m++) {
        if (ref / m < stage->input.min) {
            *stop = true;
            return;
        }
        if (ref / m > stage->input.max)
            continue;
        const uint64_t n = (vco * m + ref / 2) / ref;
        if (n < stage->n.min)
            continue;
        if (n > stage->n.max)
            return;
        const uint64_t scaled = (n * ref + (UINT64_C(1) << p) / 2) >> p;
        const uint32_t got = (uint32_t)((scaled + m / 2) / m);
        if (distance(got, khz) < *best) {
            *best = distance(got, khz);
            *out = (struct pll_setting){ .n = { (uint32_t)n }, .m = { m }, .p = p, .khz = got };
            *stop = *best == 0;
        }
    }
}

enum err pll_single(const struct pll_limits *limits, uint32_t khz, struct pll_setting *out)
{
    uint32_t best = UINT32_MAX;
    bool stop = false;

    if (!khz || !limits->ref_khz || !limits->stage[0].m.min || limits->p.max >= PLL_MAX)
        return ERR_RANGE;
    const struct pll_range vco = widened_vco(limits, khz);
    for (uint32_t p = 0; p <= limits->p.max && !stop; p++) {
        const uint64_t wanted = (uint64_t)khz << p;

        if (wanted > vco.max)
            break;
        if (wanted >= vco.min)
            try_p(limits, khz, p, &best, out, &stop);
    }
    return best == UINT32_MAX ? ERR_RANGE : OK;
}

static bool is_in(struct pll_range range, uint64_t value)
{
    return value >= range.min && value <= range.max;
}

struct double_search {
    const struct pll_limits *limits;
    struct pll_range vco2;
    uint32_t khz, target, best; /* target: of the second VCO */
    struct pll_setting *out;
};

/* The second stage after a first one that gives `c1`. */
static void try_second(struct double_search *s, uint32_t n1, uint32_t m1, uint32_t c1, uint32_t p)
{
    const struct pll_stage *const second = &s->limits->stage[1];
    const bool fixed = second->m.min == second->m.max && second->n.min == second->n.max;

    for (uint32_t m2 = second->m.min; m2 <= second->m.max && s->best; m2++) {
        if (!is_in(second->input, c1 / m2))
            continue;
        uint64_t n2 = ((uint64_t)s->target * m2 + c1 / 2) / c1;
        uint64_t c2 = c1;
        if (fixed) {
            n2 = second->n.min;
        } else {
            if (!is_in(second->n, n2))
                continue;
            c2 = c1 * n2 / m2;
            if (!is_in(s->vco2, c2))
                continue;
        }
        const uint32_t got = (uint32_t)(c2 >> p);
        if (distance(got, s->khz) < s->best) {
            s->best = distance(got, s->khz);
            *s->out = (struct pll_setting){
                .n = { n1, (uint32_t)n2 }, .m = { m1, m2 }, .p = p, .khz = got
            };
        }
    }
}

/* Two stages in a row. The post divider brings the second oscillator into its upper half; then every first stage
 * within its limits is tried with the best second one. */
enum err pll_double(const struct pll_limits *limits, uint32_t khz, struct pll_setting *out)
{
    const struct pll_stage *const first = &limits->stage[0];
    const uint32_t ref = limits->ref_khz;
    const uint32_t half = (limits->stage[1].vco.max - limits->stage[1].vco.max / 200) / 2;
    uint32_t p = 0;

    if (!khz || !ref || !first->m.min || !limits->stage[1].m.min || limits->p.max >= PLL_MAX ||
        khz > UINT32_MAX >> limits->p.max)
        return ERR_RANGE;
    while (p < limits->p.max && khz <= half >> p)
        p++;
    struct double_search search = {
        .limits = limits,
        .vco2 = limits->stage[1].vco,
        .khz = khz,
        .target = khz << p,
        .best = UINT32_MAX,
        .out = out,
    };
    if (search.vco2.max < khz + khz / 200)
        search.vco2.max = khz + khz / 200;
    for (uint32_t m1 = first->m.min; m1 <= first->m.max; m1++) {
        if (!is_in(first->input, ref / m1))
            continue;
        for (uint32_t n1 = first->n.min; n1 <= first->n.max && search.best; n1++) {
            const uint64_t c1 = (uint64_t)ref * n1 / m1;

            if (c1 && is_in(first->vco, c1))
                try_second(&search, n1, m1, (uint32_t)c1, p);
        }
    }
    return search.best == UINT32_MAX ? ERR_RANGE : OK;
}

static uint32_t clamp(uint32_t value, uint32_t min, uint32_t max)
{
    if (value < min)
        return min;
    return value > max ? max : value;
}

/* One stage: the post divider follows from the highest frequency that the oscillator may have; of the other two
 * all pairs are tried that keep the phase detector's input in its range, and the nearest wins. With a fraction the
 * first pair is exact enough. */
enum err pll_gt215(const struct pll_limits *limits, uint32_t khz, bool fractional,
                   struct pll_setting *out)
{
    const struct pll_stage *const stage = &limits->stage[0];
    const uint32_t ref = limits->ref_khz;
    uint32_t best = UINT32_MAX;

    if (!khz || !ref || !limits->p.min || !stage->m.min || !stage->input.max || !stage->input.min)
        return ERR_RANGE;
    const uint32_t p = clamp(stage->vco.max / khz, limits->p.min, limits->p.max);
    const uint32_t top = (ref + stage->input.min) / stage->input.min;
    const uint32_t high = top < stage->m.max ? top : stage->m.max;
    uint32_t low = (ref + stage->input.max) / stage->input.max;
    low = low > stage->m.min ? low : stage->m.min;
    low = low < high ? low : high;
    if (!p || !low)
        return ERR_RANGE;
    for (uint32_t m = low; m <= high; m++) {
        const uint64_t wanted = (uint64_t)khz * p * m;
        uint64_t n = wanted / ref, rest = wanted % ref;
        uint16_t fraction = 0;

        if (!fractional && rest >= ref / 2)
            n++;
        if (fractional && rest < ref / 2)
            n--;
        if (!is_in(stage->n, n))
            continue;
        const uint32_t got = (uint32_t)(ref * n / m / p);
        if (fractional) {
            rest = wanted - n * ref;
            fraction = (uint16_t)(((rest * 8192 + ref / 2) / ref - 4096) & 0xffff);
        } else if (distance(got, khz) >= best) {
            continue;
        }
        best = distance(got, khz);
        *out = (struct pll_setting){
            .n = { (uint32_t)n }, .m = { m }, .p = p, .fraction = fraction, .khz = got
        };
        if (fractional)
            break;
    }
    return best == UINT32_MAX ? ERR_RANGE : OK;
}
