#include "model/nv50/count/pcounter.h"

#include "hw/least.h"
#include "hw/nv50/pfb.h"
#include "hw/nv50/vm.h"
#include "model/nv50/base/card.h"
#include "model/nv50/vm/memory.h"
#include "model/nv50/vram/vram.h"

#define CYCLE_NS    2
#define TRANSACTION 32 /* bytes: a sector */
#define BLOCK       256

enum { PFB_SIGNAL_WRITE, PFB_SIGNAL_READ, PFB_SIGNAL_FLUSH };

static const struct pcounter_wiring *wiring_of(const struct nv50 *card)
{
    return &pcounter_wirings[card->chip->chip.index];
}

/* ---- periods --------------------------------------------------------------------------------- */

static unsigned mode_of(const struct nv50 *card, unsigned domain)
{
    return FIELD_GET(PCOUNTER_CTRL_MODE, reg_get(card, PCOUNTER_CTRL + 4 * domain));
}

static bool counts(const struct nv50 *card, unsigned domain)
{
    return mode_of(card, domain) == PCOUNTER_QUAD ||
           card->pcounter->domains[domain].state == PCOUNTER_COUNTING;
}

/* While something counts no access may go past us. */
static void rearm(struct nv50 *card)
{
    bool armed = false;

    for (unsigned d = 0; d < PCOUNTER_DOMAINS; d++)
        armed |= counts(card, d);
    if (armed && !card->counted)
        aliases_drop_all(&card->shell.aliases);
    card->counted = armed;
}

static void begin_period(struct nv50 *card, unsigned domain)
{
    struct pcounter_domain *const d = &card->pcounter->domains[domain];

    for (unsigned i = 0; i < PCOUNTER_SIGNALS; i++)
        d->pulses[i] = 0;
    d->pulsed = 0;
    d->since_ns = shell_now_ns(&card->shell);
}

static uint32_t saturated(uint64_t count)
{
    return (uint32_t)LEAST(count, UINT32_MAX);
}

/* Never less than the cycles that pulses have taken, however fast the host is. */
static uint64_t cycles_of(const struct nv50 *card, const struct pcounter_domain *d)
{
    const uint64_t passed = (shell_now_ns(&card->shell) - d->since_ns) / CYCLE_NS;

    return passed > d->pulsed ? passed : d->pulsed;
}

/* Of so many cycles, those in which the input was 1. */
static uint32_t input_count(const struct nv50 *card, unsigned domain, uint32_t src_reg,
                            uint64_t cycles)
{
    const struct pcounter_domain *const d = &card->pcounter->domains[domain];
    const uint32_t src = reg_get(card, src_reg + 4 * domain);
    const uint32_t op = reg_get(card, src_reg + (PCOUNTER_PRE_OP - PCOUNTER_PRE_SRC) + 4 * domain);
    uint64_t count = 0, pulsed = 0;

    if (card->broken[DEFECT_PCOUNTER_STUCK])
        return 0;
    for (unsigned i = 0; i < 4; i++) {
        const uint8_t signal = (uint8_t)(src >> (8 * i));
        unsigned index = 0, first = i;

        for (unsigned k = 0; k < 4; k++) {
            if ((uint8_t)(src >> (8 * k)) != signal)
                continue;
            index |= 1u << k;
            first = LEAST(k, first);
        }
        if (first != i)
            continue;
        pulsed += d->pulses[signal];
        count += op >> index & 1 ? d->pulses[signal] : 0;
    }
    if (op & 1)
        count += cycles - pulsed;
    return saturated(count);
}

/* The counter registers and the input that each of them counts. */
static const struct counter {
    uint32_t reg, src;
} counters[] = {
    { PCOUNTER_CTR_PRE, PCOUNTER_PRE_SRC },
    { PCOUNTER_CTR_START, PCOUNTER_START_SRC },
    { PCOUNTER_CTR_EVENT, PCOUNTER_EVENT_SRC },
    { PCOUNTER_CTR_STOP, PCOUNTER_STOP_SRC },
};

static void store_cycles(struct nv50 *card, unsigned domain, uint32_t cycles)
{
    reg_set(card, PCOUNTER_CTR_CYCLES + 4 * domain, cycles);
    reg_set(card, PCOUNTER_CTR_CYCLES_ALT + 4 * domain, cycles);
}

static void show_single(struct nv50 *card, unsigned domain)
{
    if (card->pcounter->domains[domain].state != PCOUNTER_COUNTING)
        return;
    const uint64_t cycles = cycles_of(card, &card->pcounter->domains[domain]);

    store_cycles(card, domain, saturated(cycles));
    reg_set(card, PCOUNTER_CTR_EVENT + 4 * domain,
            input_count(card, domain, PCOUNTER_EVENT_SRC, cycles));
}

/* ---- registers ------------------------------------------------------------------------------- */

static unsigned domain_of(uint32_t offset)
{
    return offset / 4 % PCOUNTER_DOMAINS;
}

static void swap(struct nv50 *card, unsigned domain)
{
    struct pcounter_domain *const d = &card->pcounter->domains[domain];
    const uint64_t cycles = cycles_of(card, d);

    if (card->broken[DEFECT_PCOUNTER_NO_SWAP])
        return;
    store_cycles(card, domain, saturated(cycles));
    for (unsigned i = 0; i < ARRAY_SIZE(counters); i++)
        reg_set(card, counters[i].reg + 4 * domain,
                input_count(card, domain, counters[i].src, cycles));
    d->quad_state = d->quad_state ? 3 : 1;
    begin_period(card, domain);
}

/* Before G84 every domain's SWAP is wired to the trigger; from then on SPEC_SRC, which is a stored word
 * here, would have to select it. */
void pcounter_trigger(struct nv50 *card)
{
    for (unsigned d = 0; d < PCOUNTER_DOMAINS; d++)
        if (mode_of(card, d) == PCOUNTER_QUAD && !(card->chip_bit & CHIPS_G84_UP))
            swap(card, d);
}

static bool idle_level(const struct nv50 *card, unsigned domain, uint32_t op_reg)
{
    return reg_get(card, op_reg + 4 * domain) & 1;
}

static void start(struct nv50 *card, unsigned domain)
{
    struct pcounter_domain *const d = &card->pcounter->domains[domain];

    if (d->state != PCOUNTER_INACTIVE)
        return;
    store_cycles(card, domain, 0);
    for (unsigned i = 0; i < ARRAY_SIZE(counters); i++)
        reg_set(card, counters[i].reg + 4 * domain, 0);
    d->state = PCOUNTER_WAIT_PRE;
    if (idle_level(card, domain, PCOUNTER_PRE_OP))
        d->state =
            idle_level(card, domain, PCOUNTER_START_OP) ? PCOUNTER_COUNTING : PCOUNTER_WAIT_START;
    if (d->state == PCOUNTER_COUNTING && idle_level(card, domain, PCOUNTER_STOP_OP))
        d->state = PCOUNTER_INACTIVE;
    begin_period(card, domain);
    rearm(card);
}

static void write_pre_op(struct nv50 *card, uint32_t offset, uint32_t value)
{
    const unsigned domain = domain_of(offset), mode = mode_of(card, domain);

    (void)value;
    if (mode == PCOUNTER_SINGLE)
        start(card, domain);
    else if (mode == PCOUNTER_QUAD && (card->chip_bit & CHIPS_G84_UP))
        swap(card, domain);
}

/* A write to these also loses the count, because the old event is then no longer known. */
static bool is_event(uint32_t offset)
{
    const uint32_t first = offset - 4 * domain_of(offset);

    return first == PCOUNTER_EVENT_SRC || first == PCOUNTER_EVENT_OP;
}

/* A write to any other ends a single count, whose value stays readable. */
static void write_config(struct nv50 *card, uint32_t offset, uint32_t value)
{
    const unsigned domain = domain_of(offset);

    (void)value;
    if (!is_event(offset))
        show_single(card, domain);
    card->pcounter->domains[domain].state = PCOUNTER_INACTIVE;
    rearm(card);
}

static void write_ctrl(struct nv50 *card, uint32_t offset, uint32_t value)
{
    const unsigned domain = domain_of(offset);

    write_config(card, offset, value);
    if (mode_of(card, domain) == PCOUNTER_QUAD)
        begin_period(card, domain);
}

static uint32_t read_ctrl(struct nv50 *card, uint32_t offset, uint32_t stored)
{
    const struct pcounter_domain *const d = &card->pcounter->domains[domain_of(offset)];

    return stored | FIELD_PUT(PCOUNTER_CTRL_QUAD_STATE, d->quad_state) |
           FIELD_PUT(PCOUNTER_CTRL_SINGLE_STATE, (uint32_t)d->state);
}

static void write_quad_ack(struct nv50 *card, uint32_t offset, uint32_t value)
{
    struct pcounter_domain *const d = &card->pcounter->domains[domain_of(offset)];

    if (value & PCOUNTER_QUAD_ACK_ONE)
        d->quad_state = d->quad_state == 3 ? 1 : 0;
}

static uint32_t read_counter(struct nv50 *card, uint32_t offset, uint32_t stored)
{
    (void)stored;
    show_single(card, domain_of(offset));
    return reg_get(card, offset);
}

void pcounter_reset(struct nv50 *card)
{
    *card->pcounter = (struct pcounter){ 0 };
    card->counted = false;
    pcounter_record_reset(card);
}

/* ---- signals --------------------------------------------------------------------------------- */

static void pulse(struct nv50 *card, unsigned domain, unsigned signal, uint32_t times)
{
    struct pcounter_domain *const d = &card->pcounter->domains[domain];

    d->pulses[signal % PCOUNTER_SIGNALS] += times;
    d->pulsed += times;
}

static void pulse_pfb(struct nv50 *card, unsigned which, uint32_t times)
{
    const struct pcounter_wiring *const wiring = wiring_of(card);
    const unsigned first = wiring->pfb_write ? wiring->pfb_write : card_knob(card, KNOB_PFB_SIGNAL);

    pulse(card, wiring->core, first + which, times);
}

/* The number that PART_PM_SEL knows the requester by; false: it has none. From GT215 on nobody knows
 * the numbers: those of before, shifted by a knob. */
static bool client_number(const struct nv50 *card, enum traffic from, bool write, uint32_t *number)
{
    if (from == TRAFFIC_HOST)
        *number = write ? PART_PM_PFIFO_WRITE : PART_PM_PFIFO_READ;
    else if (from == TRAFFIC_DISPATCH)
        *number = write ? PART_PM_DISPATCH_WRITE : PART_PM_DISPATCH_READ;
    else
        return false;
    if (card->chip->features & FEATURE_PART_PM_7BIT)
        *number = (*number + card_knob(card, KNOB_PART_PM_CLIENTS)) & PART_PM_SEL_CLIENT_NEW;
    return true;
}

static bool selects(const struct nv50 *card, unsigned part, uint32_t client)
{
    const uint32_t word = reg_get(card, PFB_PART_PM_SEL + 4 * part);

    if (card->chip->features & FEATURE_PART_PM_7BIT)
        return (word & PART_PM_SEL_ENABLE_NEW) && FIELD_GET(PART_PM_SEL_CLIENT_NEW, word) == client;
    return (word & PART_PM_SEL_ENABLE) && FIELD_GET(PART_PM_SEL_CLIENT, word) == client;
}

static unsigned next_part(const struct nv50 *card, unsigned part)
{
    const unsigned mask = vram_geometry(card->vram)->part_mask;

    do
        part = (part + 1) % 8;
    while (!(mask >> part & 1));
    return part;
}

/* Partition `part` has seen so many transactions. */
static void pulse_part(struct nv50 *card, unsigned part, uint32_t client, uint32_t times)
{
    const struct pcounter_wiring *const wiring = wiring_of(card);
    const uint32_t knob = card_knob(card, KNOB_PART_PM_SIGNAL);
    const unsigned own = card_knob(card, KNOB_PART_PM_WIRES) == PART_PM_WIRES_OWN ? 1 : 0;

    for (unsigned i = 0; i < 8; i++) {
        const bool here =
            card->broken[DEFECT_PCOUNTER_ALL_PARTITIONS] ||
            i == (card->broken[DEFECT_PCOUNTER_WRONG_PARTITION] ? next_part(card, part) : part);

        if (here && selects(card, i, client))
            pulse(card, knob & PCOUNTER_SIGNALS ? wiring->memory : wiring->core,
                  knob % PCOUNTER_SIGNALS + own * i, times);
    }
}

static void count_block(struct nv50 *card, uint32_t at, const struct mapping *mapping, size_t size,
                        bool write)
{
    const uint32_t times =
        (uint32_t)((at + size - 1) / TRANSACTION - (uint64_t)at / TRANSACTION + 1);
    const bool reads = !write != card->broken[DEFECT_PCOUNTER_SWAPPED];
    uint32_t client;
    unsigned part;

    pulse_pfb(card, reads ? PFB_SIGNAL_READ : PFB_SIGNAL_WRITE, times);
    if ((card->chip->features & FEATURE_PART_PM_SEL) &&
        client_number(card, mapping->from, write, &client) &&
        vram_partition(card->vram, at, mapping->type, mapping->long_cycle, &part))
        pulse_part(card, part, client, times);
}

void pcounter_traffic(struct nv50 *card, uint32_t at, const struct mapping *mapping, size_t size,
                      bool write)
{
    for (size_t piece; size; at += (uint32_t)piece, size -= piece) {
        piece = LEAST(BLOCK - at % BLOCK, size);
        count_block(card, at, mapping, piece, write);
    }
}

void pcounter_flush(struct nv50 *card)
{
    if (card->counted)
        pulse_pfb(card, PFB_SIGNAL_FLUSH, 1);
}

#define N PCOUNTER_DOMAINS

#define OP_BITS   BITS(20, 0)
#define CTRL_BITS (BITS(1, 0) | BITS(6, 4) | BIT(8) | BIT(11) | BIT(13) | BIT(16) | BITS(23, 20))

/* clang-format off */
static const struct reg_row rows[] = {
    REG(PCOUNTER_PRE_SRC, .bits = RW, .count = N, .write = write_config),
    REG(PCOUNTER_PRE_OP, .bits = OP_BITS, .count = N, .write = write_pre_op),
    REG(PCOUNTER_START_SRC, .bits = RW, .count = N, .write = write_config),
    REG(PCOUNTER_START_OP, .bits = OP_BITS, .count = N, .write = write_config),
    REG(PCOUNTER_EVENT_SRC, .bits = RW, .count = N, .write = write_config),
    REG(PCOUNTER_EVENT_OP, .bits = OP_BITS, .count = N, .write = write_config),
    REG(PCOUNTER_STOP_SRC, .bits = RW, .count = N, .write = write_config),
    REG(PCOUNTER_STOP_OP, .bits = OP_BITS, .count = N, .write = write_config),
    REG(PCOUNTER_SETFLAG_OP, .bits = OP_BITS, .count = N, .write = write_config),
    REG(PCOUNTER_CLRFLAG_OP, .bits = OP_BITS, .count = N, .write = write_config),
    REG(PCOUNTER_SRC_STATUS, .count = N, .flags = VOL),
    REG(PCOUNTER_SPEC_SRC, .bits = BITS(15, 0), .count = N, .chips = CHIPS_G84_UP),
    REG(PCOUNTER_USER_TRIGGER, .count = N, .flags = VOL, .chips = CHIPS_GT215_UP),
    REG(PCOUNTER_CTR_CYCLES, .count = N, .flags = VOL, .read = read_counter, .write = write_config),
    REG(PCOUNTER_CTR_CYCLES_ALT, .count = N, .flags = VOL, .read = read_counter, .write = write_config),
    REG(PCOUNTER_CTR_EVENT, .count = N, .flags = VOL, .read = read_counter, .write = write_config),
    REG(PCOUNTER_CTR_START, .count = N, .flags = VOL, .write = write_config),
    REG(PCOUNTER_CTR_PRE, .count = N, .flags = VOL, .write = write_config),
    REG(PCOUNTER_CTR_STOP, .count = N, .flags = VOL, .write = write_config),
    REG(PCOUNTER_THRESHOLD, .bits = RW, .count = N, .write = write_config),
    REG(PCOUNTER_CTRL, .bits = CTRL_BITS, .count = N, .read = read_ctrl, .write = write_ctrl),
    REG(PCOUNTER_QUAD_ACK, .count = N, .flags = VOL, .write = write_quad_ack),
    REG(PCOUNTER_SIG_STATUS, .count = 8 * N, .flags = VOL),
};
/* clang-format on */

const struct reg_block pcounter_regs = { rows, ARRAY_SIZE(rows) };
