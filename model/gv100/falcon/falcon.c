#include "model/gv100/falcon/falcon.h"

#include <string.h>

#include "hw/gv100/board.h"
#include "hw/gv100/devinit.h"
#include "hw/gv100/falcon.h"
#include "hw/gv100/pbus.h"
#include "hw/gv100/unlisted.h"
#include "model/common/bytes.h"
#include "model/gv100/base/card.h"
#include "model/gv100/falcon/starter.h"
#include "model/gv100/vm/access.h"
#include "model/gv100/vram/vram.h"

#define SIZES (FIELD_PUT(FALCON_SIZES_CODE, 0x100u) | FIELD_PUT(FALCON_SIZES_DATA, 0x100u))
#define SEC2_UNNAMED                                                                               \
    0x20400000u /* measured, as all words of SIZES: bits above those of the sizes */
#define PMU_UNNAMED    0x400c0000u
#define TU_GSP_UNNAMED 0x40400000u /* seen: 0x40420100 */
#define KIND           0x3105u     /* security and ports */
#define WPR_ASK_START  2u          /* written to WPR_RANGE */
#define WPR2_ASK_START 4u
#define SCRATCH_PRE_OS 6u /* measured (§1.5): 15:12 are 1 while the program of the fan runs */
#define PRE_OS_RUNS    0x1000u
#define WPR_NONE       0x1ffffe00u /* a start above every end */
#define WPR_LAST_UNIT                                                                              \
    0x200u /* of 256 bytes: instead of the end it tells where the last 128 KiB begin */

static uint32_t base_of(uint32_t offset)
{
    return offset & ~(FALCON_SIZE - 1u);
}

static struct falcon *falcon_of(struct gv100 *card, uint32_t offset)
{
    return base_of(offset) == SEC2_FALCON ? &card->falcons->sec2 : &card->falcons->pmu;
}

/* ---- ports of its memories ----------------------------------------------------------------------- */

/* The word at a port; with the bit `go_on` set the port moves to the next one. */
static uint8_t *port_word(struct gv100 *card, uint32_t port, uint8_t *memory, uint32_t go_on)
{
    const uint32_t word = gv_reg(card, port);
    const uint32_t at = word & FALCON_PORT_OFFSET;

    if (word & go_on)
        gv_set_reg(card, port, (word & ~FALCON_PORT_OFFSET) | ((at + 4) & FALCON_PORT_OFFSET));
    return memory + at;
}

static uint8_t *memory_of(struct gv100 *card, uint32_t offset)
{
    struct falcon *const falcon = falcon_of(card, offset);

    return offset - base_of(offset) < FALCON_DATA_PORT(0) ? falcon->code : falcon->data;
}

/* A PMU that keeps others out gives a word of its own (defect pmu-locked). */
static bool is_shut(const struct gv100 *card, uint32_t offset)
{
    return card->broken[DEFECT_PMU_LOCKED] && base_of(offset) == PMU_FALCON;
}

static uint32_t read_port(struct gv100 *card, uint32_t offset, uint32_t stored)
{
    (void)stored;
    if (is_shut(card, offset))
        return PMU_LOCKED;
    return (uint32_t)bytes_get32(
        port_word(card, offset - 4, memory_of(card, offset), FALCON_PORT_READ));
}

/* Code takes the tag and the mark that stand when its word is written. */
static void mark_block(struct gv100 *card, uint32_t offset)
{
    const uint32_t port = gv_reg(card, offset - 4);
    const unsigned block = (port & FALCON_PORT_OFFSET) / FALCON_BLOCK;
    struct falcon *const falcon = falcon_of(card, offset);

    if (offset - base_of(offset) >= FALCON_DATA_PORT(0))
        return;
    falcon->tags[block] = gv_reg(card, offset + 4);
    falcon->secure[block] = port & FALCON_PORT_SECURE;
}

static void write_port(struct gv100 *card, uint32_t offset, uint32_t value)
{
    if (is_shut(card, offset))
        return;
    mark_block(card, offset);
    bytes_put32(port_word(card, offset - 4, memory_of(card, offset), FALCON_PORT_WRITE), value);
}

/* ---- instance block, start ------------------------------------------------------------------------ */

static void write_instance(struct gv100 *card, uint32_t offset, uint32_t value)
{
    const uint32_t base = base_of(offset);

    if (!(value & FALCON_INSTANCE_BIND))
        return;
    gv_set_reg(card, base + FALCON_INTR, gv_reg(card, base + FALCON_INTR) | FALCON_INTR_BOUND);
    gv_set_reg(card, base + FALCON_BINDING, FIELD_PUT(FALCON_BINDING_STATE, FALCON_BINDING_BOUND));
}

/* The driver of the model's own ROM tells so that it starts the card. */
static void write_mailbox(struct gv100 *card, uint32_t offset, uint32_t value)
{
    const bool broken = card->broken[DEFECT_DEVINIT_HANGS] || card->broken[DEFECT_DEVINIT_FAILS] ||
                        card->broken[DEFECT_PMU_LOCKED];

    if (offset == PMU_FALCON + FALCON_MAILBOX(1) && value == PMU_DRIVER_WORD && !broken)
        card->hooks->started(card);
}

static void write_unbind(struct gv100 *card, uint32_t offset, uint32_t value)
{
    if (value & FALCON_UNBIND_GO)
        gv_set_reg(card, base_of(offset) + FALCON_BINDING, 0);
}

static void write_clear(struct gv100 *card, uint32_t offset, uint32_t value)
{
    const uint32_t intr = base_of(offset) + FALCON_INTR;

    gv_set_reg(card, intr, gv_reg(card, intr) & ~value);
}

/* The effect of SEC2's loader: the range of its descriptor is protected. A descriptor that cannot be read protects
 * nothing. */
static void load(struct gv100 *card)
{
    const uint32_t instance = gv_reg(card, SEC2_FALCON + FALCON_INSTANCE);
    const uint64_t descriptor = bytes_get64(card->falcons->sec2.data + LOADER_DESCRIPTOR);
    struct access_end end;
    struct space space;
    uint8_t range[LOADER_LAST + 4 - LOADER_FIRST];

    gv_space_bind(card, &space,
                  gv_space_block(FIELD_GET(FALCON_INSTANCE_BLOCK, instance),
                                 FIELD_GET(FALCON_INSTANCE_AT, instance)));
    const struct client client = { .group = TLB_HOST, .privileged = true, .space = &space };
    if (!gv_access_read(card, &client, descriptor + LOADER_FIRST, range, sizeof(range), &end))
        return;
    card->falcons->wpr_first = (uint32_t)bytes_get32(range);
    card->falcons->wpr_last = (uint32_t)bytes_get32(range + (LOADER_LAST - LOADER_FIRST));
}

/* A reset clears the memories. */
static void write_reset(struct gv100 *card, uint32_t offset, uint32_t value)
{
    if (value & FALCON_RESET_ASSERT)
        memset(falcon_of(card, offset), 0, sizeof(struct falcon));
}

/* True: it holds a program of the card's ROM, or was asked for one. */
static bool run_pmu(struct gv100 *card)
{
    const uint32_t mailbox = PMU_FALCON + FALCON_MAILBOX(0);
    const uint32_t command = gv_reg(card, mailbox);
    const enum starter_end end = gv_starter_judge(card, &card->falcons->pmu, command,
                                                  gv_reg(card, PMU_FALCON + FALCON_BOOT_VECTOR));

    const uint32_t fan_word = card->chip->places->scratch + 4 * SCRATCH_PRE_OS;

    if (card->broken[DEFECT_DEVINIT_HANGS])
        return true;
    if (end == STARTER_STARTS && !card->broken[DEFECT_DEVINIT_FAILS])
        card->hooks->started(card);
    if (end == STARTER_STARTS || command == PMU_COMMAND_DEVINIT)
        gv_set_reg(card, mailbox, command | PMU_COMMAND_DONE);
    else if (end == STARTER_RUNS_FAN)
        gv_set_reg(card, fan_word, gv_reg(card, fan_word) | PRE_OS_RUNS);
    return end != STARTER_NOTHING || command == PMU_COMMAND_DEVINIT;
}

static void write_cpu(struct gv100 *card, uint32_t offset, uint32_t value)
{
    const uint32_t base = base_of(offset);

    if (!(value & FALCON_CPU_START) || (base == PMU_FALCON && run_pmu(card)))
        return;
    gv_set_reg(card, base + FALCON_MAILBOX(0), 0);
    if (base == SEC2_FALCON)
        load(card);
}

static uint32_t read_cpu(struct gv100 *card, uint32_t offset, uint32_t stored)
{
    (void)card, (void)offset, (void)stored;
    return FALCON_CPU_HALTED;
}

/* ---- the protected range -------------------------------------------------------------------------- */

/* Words by the index that was written; a read moves on to the next one. Bounds that say "none" were read of a card. */
static uint32_t read_wpr(struct gv100 *card, uint32_t offset, uint32_t stored)
{
    const uint32_t index = stored & WPR_RANGE_INDEX;
    uint32_t first = card->falcons->wpr_first, end = card->falcons->wpr_last, word = 0;

    if (card->broken[DEFECT_WPR_PAST_END]) {
        first = (uint32_t)(gv_vram_size(card->vram) >> 8) - WPR_LAST_UNIT;
        end = first + 2 * WPR_LAST_UNIT;
    }
    const uint32_t last = end > WPR_LAST_UNIT ? end - WPR_LAST_UNIT : 0;
    if (index == WPR_ASK_START || index == WPR2_ASK_START)
        word = end && index == WPR_ASK_START ? first : WPR_NONE;
    else if (index == WPR_ASK_START + 1)
        word = last;
    gv_set_reg(card, offset, (index + 1) & WPR_RANGE_INDEX);
    return (word & WPR_RANGE_ADDRESS) | index;
}

void gv_falcon_power_on(struct gv100 *card)
{
    memset(card->falcons, 0, sizeof(*card->falcons));
}

/* clang-format off */
#define ROW(unit, register, ...)                                                                   \
    { .at = unit##_FALCON + (register), .name = #unit "_" #register, __VA_ARGS__ }
#define ROWS(unit, register, step, ...)                                                            \
    { .at = unit##_FALCON + register(0), .name = #unit "_" #register, .count = register##_COUNT,   \
      .stride = (step), __VA_ARGS__ }
#define PORTS(unit, name_, number, step, ...)                                                      \
    { .at = unit##_FALCON + name_(0), .name = #unit "_" #name_, .count = (number),                 \
      .stride = (step), __VA_ARGS__ }

#define ALL_OF(unit)                                                                               \
    ROW(unit, FALCON_INTR_CLEAR, .bits = RW, .flags = VOL, .write = write_clear),                  \
    ROW(unit, FALCON_INTR, .flags = VOL),                                                          \
    ROW(unit, FALCON_INTR_EN_SET, .bits = RW),                                                     \
    ROW(unit, FALCON_INTR_EN_CLEAR, .bits = RW),                                                   \
    ROW(unit, FALCON_INTR_ROUTE, .bits = RW),                                                      \
    ROWS(unit, FALCON_MAILBOX, 4, .bits = RW, .write = write_mailbox),                                                     \
    ROW(unit, FALCON_INTERFACE, .bits = RW),                                                       \
    ROW(unit, FALCON_IDLE, .flags = VOL),                                                          \
    ROW(unit, FALCON_INSTANCE, .bits = RW, .write = write_instance),                               \
    ROW(unit, FALCON_UNBIND, .bits = RW, .write = write_unbind),                                   \
    ROW(unit, FALCON_CHIP, .bits = RW),                                                            \
    ROW(unit, FALCON_DEBUG, .bits = RW),                                                           \
    ROW(unit, FALCON_BINDING, .flags = VOL),                                                       \
    ROW(unit, FALCON_CPU, .bits = RW, .flags = VOL, .read = read_cpu, .write = write_cpu),         \
    ROW(unit, FALCON_BOOT_VECTOR, .bits = RW),                                                     \
    ROW(unit, FALCON_SIZES, .reset = SIZES | unit##_UNNAMED),                                                       \
    ROW(unit, FALCON_DMA, .flags = VOL),                                                           \
    ROWS(unit, FALCON_TRANSFER, 4, .bits = RW),                                                    \
    ROW(unit, FALCON_KIND, .reset = KIND),                                                         \
    PORTS(unit, FALCON_CODE_PORT, FALCON_CODE_COUNT, 16, .bits = RW),                              \
    PORTS(unit, FALCON_CODE_DATA, FALCON_CODE_COUNT, 16, .bits = RW, .flags = VOL,                 \
          .read = read_port, .write = write_port),                                                 \
    PORTS(unit, FALCON_CODE_TAG, FALCON_CODE_COUNT, 16, .bits = RW),                               \
    PORTS(unit, FALCON_DATA_PORT, FALCON_DATA_COUNT, 8, .bits = RW),                               \
    PORTS(unit, FALCON_DATA_DATA, FALCON_DATA_COUNT, 8, .bits = RW, .flags = VOL,                  \
          .read = read_port, .write = write_port),                                                 \
    ROW(unit, FALCON_RESET, .bits = FALCON_RESET_ASSERT, .write = write_reset),                                \
    ROWS(unit, FALCON_APERTURE, 4, .bits = RW),                                                    \
    ROW(unit, FALCON_APERTURE_CTRL, .bits = RW)

static const struct reg_row rows[] = {
    ALL_OF(SEC2),
    ALL_OF(PMU),
    ROW(FECS, FALCON_SIZES, .reset = 0x20204080),
    ROW(FECS, FALCON_KIND, .reset = KIND),
    ROW(GPCCS, FALCON_SIZES, .reset = 0x20102840),
    ROW(GPCCS, FALCON_KIND, .reset = KIND),
    ROW(TU_SEC2, FALCON_SIZES, .reset = SIZES, .chips = CHIPS_TURING),
    ROW(TU_SEC2, FALCON_KIND, .reset = KIND, .chips = CHIPS_TURING),
    ROW(TU_SEC2, FALCON_CPU, .reset = FALCON_CPU_HALTED, .chips = CHIPS_TURING),
    ROW(TU_GSP, FALCON_SIZES, .reset = SIZES | TU_GSP_UNNAMED, .chips = CHIPS_TURING),
    ROW(TU_GSP, FALCON_KIND, .reset = KIND, .chips = CHIPS_TURING),
    ROW(TU_GSP, FALCON_CPU, .reset = FALCON_CPU_HALTED, .chips = CHIPS_TURING),
    REG(WPR_RANGE, .bits = BITS(3, 0), .flags = VOL, .read = read_wpr),
};
/* clang-format on */

const struct reg_block gv_falcon_regs = { rows, ARRAY_SIZE(rows) };
