#include "model/gv100/vm/fault.h"

#include "hw/gv100/function.h"
#include "hw/gv100/gmmu.h"
#include "hw/gv100/places.h"
#include "hw/gv100/pmc.h"
#include "hw/gv100/pmmu.h"
#include "hw/gv100/unlisted.h"
#include "model/common/bytes.h"
#include "model/gv100/base/card.h"
#include "model/gv100/vm/memory.h"

#define STRIDE 20 /* GV100's */

/* Registers of buffer i, one after the other; and of the latch. */
enum { LO = 0, HI = 4, GET = 8, PUT = 12, SIZE = 16 };
enum { ADDR_LO = 0, ADDR_HI = 4, INST_LO = 8, INST_HI = 12, INFO = 16 };

static uint32_t of_buffer(const struct gv100 *card, unsigned i, uint32_t which)
{
    return card->chip->places->fault_buffer + i * card->chip->places->fault_buffer_stride + which;
}

/* The two buffers by their numbers. */
enum { FINAL, REPLAYABLE };

static uint32_t get_of(const struct gv100 *card, unsigned i)
{
    return FIELD_GET(PFB_PRI_MMU_FAULT_BUFFER_GET_PTR, gv_reg(card, of_buffer(card, i, GET)));
}

static uint32_t put_of(const struct gv100 *card, unsigned i)
{
    return FIELD_GET(PFB_PRI_MMU_FAULT_BUFFER_PUT_PTR, gv_reg(card, of_buffer(card, i, PUT)));
}

static uint32_t size_of(const struct gv100 *card, unsigned i)
{
    const uint32_t size =
        FIELD_GET(PFB_PRI_MMU_FAULT_BUFFER_SIZE_VAL, gv_reg(card, of_buffer(card, i, SIZE)));

    return card->broken[DEFECT_FAULT_RING_SHORT] && size > 1 ? size - 1 : size;
}

/* ---- interrupt ------------------------------------------------------------------------------- */

/* Overflow interrupts only where SIZE asks for it. */
static uint32_t status_of(const struct gv100 *card, unsigned i, uint32_t entries, uint32_t overflow)
{
    uint32_t status = get_of(card, i) != put_of(card, i) ? entries : 0;

    if (card->faults->overflow[i] &&
        (gv_reg(card, of_buffer(card, i, SIZE)) & PFB_PRI_MMU_FAULT_BUFFER_SIZE_OVERFLOW_INTR))
        status |= overflow;
    return status;
}

static uint32_t hub_status(const struct gv100 *card)
{
    return status_of(card, FINAL, HUB_INTR_NON_REPLAYABLE, BIT(30)) |
           status_of(card, REPLAYABLE, HUB_INTR_REPLAYABLE, BIT(28)) |
           (card->faults->latched ? HUB_INTR_LATCHED : 0);
}

static void tell(struct gv100 *card)
{
    const bool level =
        (hub_status(card) & card->faults->enabled) && !card->broken[DEFECT_FAULT_NO_INTERRUPT];

    gv_irq_set(card, 0, PMC_INTR_HUB, level);
}

/* Where there are leaves, each event is a pulse of a vector of its own (§13.6). */
static void pulse(struct gv100 *card, unsigned vector)
{
    if (!card->broken[DEFECT_FAULT_NO_INTERRUPT])
        gv_irq_pulse(card, vector);
}

void gv_fault_power_on(struct gv100 *card)
{
    *card->faults = (struct fault_unit){ 0 };
}

void gv_fault_set_bar2(struct gv100 *card, const struct space *space)
{
    card->faults->bar2 = *space;
}

/* ---- the entry ------------------------------------------------------------------------------- */

struct fault_words {
    uint32_t info; /* word 7 of an entry, and FAULT_INFO */
    uint64_t va;
    linear_addr block;
    uint16_t engine;
};

/* The errors in the records of a broken card. */
static void spoil(const struct gv100 *card, struct fault_words *words)
{
    if (card->broken[DEFECT_FAULT_TYPE_WRONG])
        words->info ^= FIELD_PUT(GMMU_FAULT7_FAULT_TYPE, 2u);
    if (card->broken[DEFECT_FAULT_PTE_AS_PDE] &&
        FIELD_GET(GMMU_FAULT7_FAULT_TYPE, words->info) == GMMU_FAULT_PTE)
        words->info ^=
            FIELD_PUT(GMMU_FAULT7_FAULT_TYPE, (uint32_t)(GMMU_FAULT_PTE ^ GMMU_FAULT_PDE));
    if (card->broken[DEFECT_FAULT_CLIENT_WRONG])
        words->info ^= FIELD_PUT(GMMU_FAULT7_CLIENT, 8u);
    if (card->broken[DEFECT_FAULT_ACCESS_WRONG])
        words->info ^= FIELD_PUT(GMMU_FAULT7_ACCESS_TYPE, 1u);
    if (card->broken[DEFECT_FAULT_ENGINE_WRONG])
        words->engine ^= 1;
    if (card->broken[DEFECT_FAULT_ADDRESS_WRONG])
        words->va ^= 0x1000;
    if (card->broken[DEFECT_FAULT_ADDRESS_BIT_LOST])
        words->va &= ~BIT64(16);
    if (card->broken[DEFECT_FAULT_ADDRESS_HIGH_LOST])
        words->va &= UINT32_MAX;
    if (card->broken[DEFECT_FAULT_INSTANCE_WRONG])
        words->block.v ^= 0x1000;
}

static struct fault_words describe(const struct gv100 *card, const struct client *client,
                                   uint64_t va, enum gmmu_access_type type, uint8_t fault)
{
    struct fault_words words = {
        .info = FIELD_PUT(GMMU_FAULT7_FAULT_TYPE, (uint32_t)fault) |
                FIELD_PUT(GMMU_FAULT7_CLIENT, (uint32_t)client->number) |
                FIELD_PUT(GMMU_FAULT7_ACCESS_TYPE, (uint32_t)type) | GMMU_FAULT7_MMU_CLIENT_TYPE |
                (client->space->replayable ? GMMU_FAULT7_REPLAYABLE_FAULT_EN : 0) |
                GMMU_FAULT7_VALID,
        .va = va & ~BITS64(11, 0),
        .block = client->space->block,
        .engine = client->engine,
    };

    spoil(card, &words);
    return words;
}

static void fill_entry(const struct gv100 *card, const struct fault_words *words, uint8_t *bytes)
{
    const uint64_t time = gv_clock_stamp(card);
    const uint32_t entry[GMMU_FAULT_WORDS] = {
        (uint32_t)words->block.v |
            FIELD_PUT(GMMU_FAULT0_INST_APERTURE, (uint32_t)words->block.target),
        (uint32_t)(words->block.v >> 32),
        (uint32_t)words->va,
        (uint32_t)(words->va >> 32),
        (uint32_t)time,
        (uint32_t)(time >> 32),
        FIELD_PUT(GMMU_FAULT6_ENGINE_ID, (uint32_t)words->engine),
        words->info,
    };

    for (unsigned i = 0; i < GMMU_FAULT_WORDS; i++)
        bytes_put32(bytes + 4 * i, entry[i]);
}

/* ---- the latch ------------------------------------------------------------------------------- */

static bool is_bar(const struct gv100 *card, uint16_t engine)
{
    return engine == card->chip->places->bar1_engine || engine == card->chip->places->bar2_engine;
}

/* The bit of FAULT_STATUS that says whose fault found the latch taken. */
static uint32_t dropped_bit(const struct gv100 *card, uint16_t engine)
{
    const struct gv100_places *const places = card->chip->places;

    return engine == places->bar1_engine   ? PFB_PRI_MMU_FAULT_STATUS_DROPPED_BAR1_VIRT
           : engine == places->bar2_engine ? PFB_PRI_MMU_FAULT_STATUS_DROPPED_BAR2_VIRT
                                           : PFB_PRI_MMU_FAULT_STATUS_DROPPED_OTHER_VIRT;
}

static void latch(struct gv100 *card, const struct fault_words *words)
{
    if (card->faults->latched && !card->broken[DEFECT_FAULT_LATCH_OVERWRITTEN]) {
        if (!card->broken[DEFECT_FAULT_DROPPED_UNSEEN])
            card->faults->dropped |= dropped_bit(card, words->engine);
        return;
    }
    pulse(card, FUNCTION_VECTOR_INFO_FAULT);
    const uint32_t latch_at = card->chip->places->fault;
    card->faults->latched = true;
    gv_set_reg(card, latch_at + ADDR_LO, (uint32_t)words->va);
    gv_set_reg(card, latch_at + ADDR_HI, (uint32_t)(words->va >> 32));
    gv_set_reg(card, latch_at + INST_LO,
               (uint32_t)words->block.v |
                   FIELD_PUT(PFB_PRI_MMU_FAULT_INST_LO_APERTURE, (uint32_t)words->block.target) |
                   FIELD_PUT(PFB_PRI_MMU_FAULT_INST_LO_ENGINE_ID, (uint32_t)words->engine));
    gv_set_reg(card, latch_at + INST_HI, (uint32_t)(words->block.v >> 32));
    gv_set_reg(card, latch_at + INFO, words->info);
}

/* ---- the buffers ----------------------------------------------------------------------------- */

/* The buffer's own address does not lead anywhere: that is a fault of BAR2, by the MMU. */
static bool write_through_bar2(struct gv100 *card, uint64_t va, const uint8_t *bytes, size_t size)
{
    const struct client mmu = { .group = TLB_BARS,
                                .engine = card->chip->places->bar2_engine,
                                .number = 0x0a,
                                .privileged = true,
                                .space = &card->faults->bar2 };
    struct access_end end;

    if (gv_access_write(card, &mmu, va, bytes, size, &end))
        return true;
    const struct fault_words words =
        describe(card, &mmu, end.at, GMMU_ACCESS_VIRT_WRITE, end.fault);
    latch(card, &words);
    return false;
}

/* VALID lies in the last byte, which is written last (§6.2). */
static bool write_entry(struct gv100 *card, unsigned i, uint32_t index, const uint8_t *bytes)
{
    const uint32_t low = gv_reg(card, of_buffer(card, i, LO));
    const uint64_t at = ((uint64_t)gv_reg(card, of_buffer(card, i, HI)) << 32 |
                         (low & PFB_PRI_MMU_FAULT_BUFFER_LO_ADDR)) +
                        (uint64_t)index * GMMU_FAULT_BYTES;
    const size_t body = GMMU_FAULT_BYTES - 4;

    if (!(low & PFB_PRI_MMU_FAULT_BUFFER_LO_ADDR_MODE))
        return write_through_bar2(card, at, bytes, body) &&
               write_through_bar2(card, at + body, bytes + body, 4);
    const linear_addr to = { at, (enum target)FIELD_GET(PFB_PRI_MMU_FAULT_BUFFER_LO_PHYS_APERTURE,
                                                        low) };
    gv_memory_write(card, to, bytes, body);
    gv_memory_write(card, linear_add(to, body), bytes + body, 4);
    return true;
}

static bool is_full(const struct gv100 *card, unsigned i)
{
    const uint32_t size = size_of(card, i);

    return size == 0 || (put_of(card, i) + 1) % size == get_of(card, i);
}

/* By the number of the buffer. */
static const uint8_t entry_vectors[] = { FUNCTION_VECTOR_FAULT, FUNCTION_VECTOR_REPLAYABLE };
static const uint8_t error_vectors[] = { FUNCTION_VECTOR_FAULT_ERROR,
                                         FUNCTION_VECTOR_REPLAYABLE_ERROR };

/* A full buffer drops the fault and sets the overflow bit, which stays until software clears it. */
static void enqueue(struct gv100 *card, unsigned i, const struct fault_words *words)
{
    const uint32_t put = put_of(card, i);
    uint8_t bytes[GMMU_FAULT_BYTES];

    if (!card->broken[DEFECT_FAULT_NO_OVERFLOW] &&
        (card->faults->overflow[i] || is_full(card, i))) {
        card->faults->overflow[i] = true;
        pulse(card, error_vectors[i]);
        return;
    }
    fill_entry(card, words, bytes);
    if (card->broken[DEFECT_FAULT_VALID_CLEAR])
        bytes[GMMU_FAULT_BYTES - 1] &= 0x7f;
    if (!write_entry(card, i, put, bytes)) {
        card->faults->error[i] = true;
        return;
    }
    if (!card->broken[DEFECT_FAULT_PUT_STUCK])
        gv_set_reg(card, of_buffer(card, i, PUT),
                   size_of(card, i) ? (put + 1) % size_of(card, i) : 0);
    pulse(card, entry_vectors[i]);
}

static bool is_on(const struct gv100 *card, unsigned i)
{
    return gv_reg(card, of_buffer(card, i, SIZE)) & PFB_PRI_MMU_FAULT_BUFFER_SIZE_ENABLE;
}

void gv_fault_repeat(struct gv100 *card)
{
    const struct fault_words words = { .info = GMMU_FAULT7_VALID };

    if (is_on(card, FINAL))
        enqueue(card, FINAL, &words);
    tell(card);
}

/* No client that the model has can replay, whatever its instance block says (§6.3). */
static unsigned buffer_of(const struct gv100 *card, const struct client *client)
{
    return card->broken[DEFECT_FAULT_REPLAY_QUEUED] && client->space->replayable ? REPLAYABLE
                                                                                 : FINAL;
}

void gv_fault_report(struct gv100 *card, const struct client *client, uint64_t va,
                     enum gmmu_access_type type, uint8_t fault)
{
    const struct fault_words words = describe(card, client, va, type, fault);
    const bool bar1_buffered = client->engine == card->chip->places->bar1_engine &&
                               gv_knob(card, KNOB_BAR_FAULTS) == BAR_FAULTS_BUFFERED &&
                               is_on(card, FINAL);
    const bool by_latch = is_bar(card, client->engine) && !bar1_buffered;

    shell_trace(&card->shell, "fault %x engine %x client %x access %x at %llx", fault,
                client->engine, client->number, type, (unsigned long long)va);
    if (card->broken[DEFECT_FAULT_NO_RECORD])
        return;
    if (!by_latch && is_on(card, FINAL))
        enqueue(card, buffer_of(card, client), &words);
    else if (by_latch || gv_knob(card, KNOB_UNBUFFERED) == UNBUFFERED_LATCHED)
        latch(card, &words);
    tell(card);
}

/* ---- registers ------------------------------------------------------------------------------- */

/* Entries that SET_DEFAULT gives, as two cards did. */
static const uint32_t default_sizes[] = { 8289, 6144 };

static unsigned buffer_at(const struct gv100 *card, uint32_t offset)
{
    return (offset - card->chip->places->fault_buffer) / card->chip->places->fault_buffer_stride;
}

/* Bits 31 and 30 of GET and PUT. */
static uint32_t read_pointer(struct gv100 *card, uint32_t offset, uint32_t stored)
{
    const unsigned i = buffer_at(card, offset);

    return stored | (card->faults->overflow[i] ? PFB_PRI_MMU_FAULT_BUFFER_GET_OVERFLOW : 0) |
           (card->faults->corrupted[i] ? PFB_PRI_MMU_FAULT_BUFFER_GET_GETPTR_CORRUPTED : 0);
}

static void write_get(struct gv100 *card, uint32_t offset, uint32_t value)
{
    const unsigned i = buffer_at(card, offset);
    const uint32_t size = size_of(card, i);

    if (value & PFB_PRI_MMU_FAULT_BUFFER_GET_OVERFLOW)
        card->faults->overflow[i] = false;
    if (value & PFB_PRI_MMU_FAULT_BUFFER_GET_GETPTR_CORRUPTED)
        card->faults->corrupted[i] = false;
    if (size && get_of(card, i) >= size)
        card->faults->corrupted[i] = true;
    tell(card);
}

/* SET_DEFAULT fills in the recommended size, and stays 1 (measured, §6.2); a size that changes while the buffer is off starts it anew. */
static void write_size(struct gv100 *card, uint32_t offset, uint32_t value)
{
    const unsigned i = buffer_at(card, offset);
    uint32_t word = gv_reg(card, offset);

    if (value & PFB_PRI_MMU_FAULT_BUFFER_SIZE_SET_DEFAULT) {
        word &= ~PFB_PRI_MMU_FAULT_BUFFER_SIZE_VAL;
        if (!card->broken[DEFECT_FAULT_SIZE_ZERO])
            word |= FIELD_PUT(PFB_PRI_MMU_FAULT_BUFFER_SIZE_VAL, default_sizes[i]);
        gv_set_reg(card, offset, word);
    }
    if (i == REPLAYABLE && (value & PFB_PRI_MMU_FAULT_BUFFER_SIZE_ENABLE))
        strict_note(&card->shell.strict, STRICT_UNREAD, offset,
                    "%06x: nothing comes into the buffer of replayable faults (§6.3)", offset);
    if (size_of(card, i) && put_of(card, i) >= size_of(card, i))
        gv_set_reg(card, of_buffer(card, i, PUT), 0);
    if (!is_on(card, i))
        card->faults->error[i] = false;
    tell(card);
}

static uint32_t buffer_bits(const struct gv100 *card, unsigned i)
{
    const struct fault_unit *faults = card->faults;

    return (get_of(card, i) != put_of(card, i) ? PFB_PRI_MMU_FAULT_STATUS_NON_REPLAYABLE : 0) |
           (faults->error[i] ? PFB_PRI_MMU_FAULT_STATUS_NON_REPLAYABLE_ERROR : 0) |
           (faults->overflow[i] ? PFB_PRI_MMU_FAULT_STATUS_NON_REPLAYABLE_OVERFLOW : 0) |
           (faults->corrupted[i] ? PFB_PRI_MMU_FAULT_STATUS_NON_REPLAYABLE_GETPTR_CORRUPTED : 0);
}

/* Each bit of the replayable buffer is next below that of the other buffer. */
static uint32_t read_status(struct gv100 *card, uint32_t offset, uint32_t stored)
{
    (void)offset, (void)stored;
    return card->faults->dropped | buffer_bits(card, FINAL) | buffer_bits(card, REPLAYABLE) >> 1 |
           (card->faults->latched ? PFB_PRI_MMU_FAULT_STATUS_VALID : 0);
}

static void write_status(struct gv100 *card, uint32_t offset, uint32_t value)
{
    (void)offset;
    card->faults->dropped &= ~value;
    if ((value & PFB_PRI_MMU_FAULT_STATUS_VALID) && !card->broken[DEFECT_FAULT_LATCH_STUCK])
        card->faults->latched = false;
    tell(card);
}

/* A card that nobody has started has engine 0x1f there; one whose host is on has 0 (measured, §6.2). */
static uint32_t read_instance(struct gv100 *card, uint32_t offset, uint32_t stored)
{
    (void)offset;
    return stored || gv_reg(card, PMC_ENABLE) & PMC_ENABLE_PFIFO ? stored : GMMU_ENGINE_PHYSICAL;
}

static uint32_t read_hub(struct gv100 *card, uint32_t offset, uint32_t stored)
{
    (void)offset, (void)stored;
    return hub_status(card);
}

static uint32_t read_enables(struct gv100 *card, uint32_t offset, uint32_t stored)
{
    (void)stored;
    if (offset == HUB_INTR_EN_CLEAR && gv_knob(card, KNOB_HUB_CLEAR_READS) == HUB_CLEAR_READS_ZERO)
        return 0;
    return card->faults->enabled;
}

static void write_enables(struct gv100 *card, uint32_t offset, uint32_t value)
{
    if (offset == HUB_INTR_EN_SET)
        card->faults->enabled |= value;
    else
        card->faults->enabled &= ~value;
    tell(card);
}

/* Buffer i's by NOTIFY and ERROR. */
static uint32_t read_vectors(struct gv100 *card, uint32_t offset, uint32_t stored)
{
    const uint32_t i = (offset - PFB_PRI_MMU_INT_VECTOR_FAULT(0)) / 4;

    (void)card, (void)stored;
    return FIELD_PUT(PFB_PRI_MMU_INT_VECTOR_FAULT_NOTIFY, (uint32_t)entry_vectors[i]) |
           FIELD_PUT(PFB_PRI_MMU_INT_VECTOR_FAULT_ERROR, (uint32_t)error_vectors[i]);
}

#define LO_BITS                                                                                    \
    (PFB_PRI_MMU_FAULT_BUFFER_LO_ADDR_MODE | PFB_PRI_MMU_FAULT_BUFFER_LO_PHYS_APERTURE |           \
     PFB_PRI_MMU_FAULT_BUFFER_LO_PHYS_VOL | PFB_PRI_MMU_FAULT_BUFFER_LO_ADDR)
#define SIZE_BITS                                                                                  \
    (PFB_PRI_MMU_FAULT_BUFFER_SIZE_VAL | PFB_PRI_MMU_FAULT_BUFFER_SIZE_OVERFLOW_INTR |             \
     PFB_PRI_MMU_FAULT_BUFFER_SIZE_SET_DEFAULT | PFB_PRI_MMU_FAULT_BUFFER_SIZE_ENABLE)

/* clang-format off */
static const struct reg_row rows[] = {
    MANY(PFB_PRI_MMU_FAULT_BUFFER_LO, STRIDE, .bits = LO_BITS, .chips = CHIPS_VOLTA),
    MANY(PFB_PRI_MMU_FAULT_BUFFER_HI, STRIDE, .bits = RW, .chips = CHIPS_VOLTA),
    MANY(PFB_PRI_MMU_FAULT_BUFFER_GET, STRIDE, .bits = PFB_PRI_MMU_FAULT_BUFFER_GET_PTR, .flags = VOL, .read = read_pointer, .write = write_get, .chips = CHIPS_VOLTA),
    MANY(PFB_PRI_MMU_FAULT_BUFFER_PUT, STRIDE, .flags = VOL, .read = read_pointer, .chips = CHIPS_VOLTA),
    MANY(PFB_PRI_MMU_FAULT_BUFFER_SIZE, STRIDE, .bits = SIZE_BITS, .write = write_size, .chips = CHIPS_VOLTA),
    REG(PFB_PRI_MMU_FAULT_ADDR_LO, .flags = VOL, .chips = CHIPS_VOLTA),
    REG(PFB_PRI_MMU_FAULT_ADDR_HI, .flags = VOL, .chips = CHIPS_VOLTA),
    REG(PFB_PRI_MMU_FAULT_INST_LO, .flags = VOL, .read = read_instance, .chips = CHIPS_VOLTA),
    REG(PFB_PRI_MMU_FAULT_INST_HI, .flags = VOL, .chips = CHIPS_VOLTA),
    REG(PFB_PRI_MMU_FAULT_INFO, .flags = VOL, .chips = CHIPS_VOLTA),
    REG(PFB_PRI_MMU_FAULT_STATUS, .flags = VOL, .read = read_status, .write = write_status, .chips = CHIPS_VOLTA),
    REG(HUB_INTR, .flags = VOL, .read = read_hub, .chips = CHIPS_VOLTA),
    REG(HUB_INTR_EN_SET, .flags = VOL, .read = read_enables, .write = write_enables, .chips = CHIPS_VOLTA),
    REG(HUB_INTR_EN_CLEAR, .flags = VOL, .read = read_enables, .write = write_enables, .chips = CHIPS_VOLTA),
    REG(PFB_PRI_MMU_INT_VECTOR_INFO_FAULT, .reset = FUNCTION_VECTOR_INFO_FAULT, .chips = CHIPS_TURING),
    MANY(PFB_PRI_MMU_INT_VECTOR_FAULT, 4, .read = read_vectors, .chips = CHIPS_TURING),
    MANY(VIRTUAL_FUNCTION_PRIV_MMU_FAULT_BUFFER_LO, 32, .bits = LO_BITS, .chips = CHIPS_TURING),
    MANY(VIRTUAL_FUNCTION_PRIV_MMU_FAULT_BUFFER_HI, 32, .bits = RW, .chips = CHIPS_TURING),
    MANY(VIRTUAL_FUNCTION_PRIV_MMU_FAULT_BUFFER_GET, 32, .bits = PFB_PRI_MMU_FAULT_BUFFER_GET_PTR, .flags = VOL, .read = read_pointer, .write = write_get, .chips = CHIPS_TURING),
    MANY(VIRTUAL_FUNCTION_PRIV_MMU_FAULT_BUFFER_PUT, 32, .flags = VOL, .read = read_pointer, .chips = CHIPS_TURING),
    MANY(VIRTUAL_FUNCTION_PRIV_MMU_FAULT_BUFFER_SIZE, 32, .bits = SIZE_BITS, .write = write_size, .chips = CHIPS_TURING),
    REG(VIRTUAL_FUNCTION_PRIV_MMU_FAULT_ADDR_LO, .flags = VOL, .chips = CHIPS_TURING),
    REG(VIRTUAL_FUNCTION_PRIV_MMU_FAULT_ADDR_HI, .flags = VOL, .chips = CHIPS_TURING),
    REG(VIRTUAL_FUNCTION_PRIV_MMU_FAULT_INST_LO, .flags = VOL, .read = read_instance, .chips = CHIPS_TURING),
    REG(VIRTUAL_FUNCTION_PRIV_MMU_FAULT_INST_HI, .flags = VOL, .chips = CHIPS_TURING),
    REG(VIRTUAL_FUNCTION_PRIV_MMU_FAULT_INFO, .flags = VOL, .chips = CHIPS_TURING),
    REG(VIRTUAL_FUNCTION_PRIV_MMU_FAULT_STATUS, .flags = VOL, .read = read_status, .write = write_status, .chips = CHIPS_TURING),
};
/* clang-format on */

const struct reg_block gv_fault_regs = { rows, ARRAY_SIZE(rows) };
