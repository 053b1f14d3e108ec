/* A GV100, or a Turing, that answers anything: bytes say which registers, and which words of the fault buffer, the firmware reads as
 * something else, and from which read on. Whatever comes, engines/gv100 ends each wait, touches nothing that is not
 * the card's, and drives the card again as soon as it answers right.
 *
 * An input is records of 8 bytes: which register (an index into the table, and which one of several), how many reads
 * of it are left alone, how many are spoilt, and the word that comes instead. Where the first byte is 0xc0 or more a
 * record spoils a word that the card reads from memory: the instance block, USERD, page tables, an entry of the
 * runlist, of the ring, or of the push buffer. How many bytes stand after the last record says which chip it is. */
#include "engines/gv100/channel.h"
#include "engines/gv100/copy.h"
#include "engines/gv100/family.h"
#include "engines/gv100/fault.h"
#include "engines/window.h"
#include "hw/gv100/chip.h"
#include "hw/gv100/ppbdma.h"
#include "hw/pci.h"
#include "model/host/host.h"
#include "reference/gv100.h"
#include "tests/fuzz/feed.h"
#include "tests/kit/bus_tap.h"

#define RECORD_BYTES 8
#define RECORDS_MAX  32
#define MEMORY_KIND  0xc0
#define VRAM_SIZE    (UINT64_C(16) << 20)
#define DEADLINE_US  UINT64_C(3600000000) /* so far away that each wait has to end by itself */
#define WAIT_US      200000u
#define SLOW         50       /* times that accesses take: waits end after fewer */
#define READS_MAX    1000000u /* the most reads that all waits of a run together may take */
#define RECORDS      64       /* of the ring of faults */

/* Offsets typed from docs/hardware/gv100.md, with how many there are of each and how far apart. */
static const struct {
    uint32_t first, count, step;
} targets[] = {
    { REF_PTOP_DEVICE_INFO(0), 64, 4 }, /* PTOP */
    { REF_PTOP_SCAL_NUM_FBPS, 1, 4 },   /* numbers of FBPs and of their parts */
    { REF_PTOP_SCAL_NUM_FBPA_PER_FBP, 1, 4 },
    { REF_PTOP_SCAL_NUM_SLICES_PER_LTC, 1, 4 },
    { 0x90020c, 16, 0x4000 },                 /* sizes of FBPAs */
    { 0x021400, 1024, 4 },                    /* fuses */
    { REF_VPR_STATUS, 2, 4 },                 /* VPR, WPR */
    { REF_PFIFO_CFG0, 3, 4 },                 /* CFG0 to CFG2 */
    { REF_PFIFO_PBDMA_MAP(0), 14, 4 },        /* PBDMA_MAP */
    { REF_PFIFO_ENG_RUNLIST_BASE(0), 26, 4 }, /* ENG_RUNLIST_BASE, ENG_RUNLIST */
    { REF_PFIFO_INTR_0, 1, 4 },               /* interrupts and their codes */
    { REF_PFIFO_INTR_SCHED_ERROR, 1, 4 },
    { REF_PFIFO_SCHED_DISABLE, 4, 4 }, /* SCHED_DISABLE, PREEMPT, RUNLIST_PREEMPT, SCHED_STATUS */
    { REF_PFIFO_ENGINE_STATUS(0), 30, 4 }, /* ENGINE_STATUS */
    { REF_PFIFO_PBDMA_STATUS(0), 14, 4 },  /* PBDMA_STATUS */
    { 0x040000, 96, 4 },                   /* the first PBDMAs */
    { 0x042000, 96, 4 },
    { 0x800000, 16, 4 },                           /* PCCSR */
    { REF_PFB_PRI_MMU_CTRL, 1, 4 },                /* MMU_CTRL */
    { REF_PFB_PRI_MMU_FAULT_BUFFER_LO(0), 10, 4 }, /* both fault buffers: LO, HI, GET, PUT, SIZE */
    { REF_PFB_PRI_MMU_FAULT_ADDR_LO, 6, 4 },       /* the latch */
    { REF_PBUS_BAR1_BLOCK, 5, 4 },                 /* BAR1_BLOCK, BIND_STATUS, BAR2_BLOCK */
    { 0x070000, 5, 4 },                            /* flushes */
    { REF_CE_PCE_MAP, 1, 4 },                      /* PCE_MAP */
    { 0x104410, 64, 4 },                           /* copy engines */
    { 0x000200, 4, 4 },                            /* PMC_ENABLE */
    { REF_TSENSOR, 1, 4 },                         /* the sensor */
    { 0x700000, 0x4000, 4 },                       /* the window in BAR0, wherever it stands */
    { REF_PFIFO_RUNLIST_BASE_LO(0), 64, 4 },       /* from here on Turing's: runlists */
    { REF_SELF_START_MASK, 1, 4 },
    { REF_SELF_START, 1, 4 },                       /* its own start */
    { REF_VPR_SCRUB, 8, 4 },                        /* locked ranges */
    { 0xb65000, 1, 4 },                             /* doorbells */
    { REF_VIRTUAL_FUNCTION_PRIV_BAR1_BLOCK, 5, 4 }, /* BAR blocks and their state */
    { 0xb81000, 8, 4 },
    { REF_VIRTUAL_FUNCTION_PRIV_CPU_INTR_LEAF_EN_SET(0), 8, 4 }, /* vectors and their enables */
    { REF_VIRTUAL_FUNCTION_PRIV_CPU_INTR_TOP(0), 5, 4 },         /* the top */
    { 0xb83000, 45, 4 },       /* fault buffers, the latch, invalidates */
    { REF_CE_PCE_MAP, 10, 4 }, /* PCEs */
};
#define VOLTA_TARGETS 28

struct record {
    uint32_t offset;
    unsigned left_alone, spoilt;
    uint32_t word;
    bool all_bits; /* the word comes instead; else its bits are turned over */
};

/* The structures that a record of memory spoils. */
enum structure { INSTANCE, USERD, DIRECTORY, RUNLIST, RING, PUSH, STRUCTURES };

struct poke {
    enum structure where;
    unsigned index; /* of the word */
    uint32_t word;
};

static struct hostile {
    struct bus_tap tap;
    uint64_t bar0;
    struct record records[RECORDS_MAX];
    unsigned count;
    struct poke pokes[RECORDS_MAX];
    unsigned poke_count;
    unsigned reads;
} hostile;

static uint32_t spoil(uint32_t offset, uint32_t word)
{
    if (++hostile.reads > READS_MAX)
        abort(); /* a wait that does not end */
    for (unsigned i = 0; i < hostile.count; i++) {
        struct record *const record = &hostile.records[i];

        if (record->offset != offset)
            continue;
        if (record->left_alone)
            record->left_alone--;
        else if (record->spoilt) {
            record->spoilt--;
            word = record->all_bits ? record->word : word ^ record->word;
        }
    }
    return word;
}

static uint64_t read_spoilt(struct bus *bus, bus_addr at, uint8_t size)
{
    const uint64_t word = hostile.tap.real->read(bus, at, size);

    return size == 4 ? spoil((uint32_t)(at.v - hostile.bar0), (uint32_t)word) : word;
}

static void read_words_spoilt(struct bus *bus, bus_addr at, uint32_t *words, size_t count)
{
    hostile.tap.real->read_words(bus, at, words, count);
    for (size_t i = 0; i < count; i++)
        words[i] = spoil((uint32_t)(at.v - hostile.bar0 + 4 * i), words[i]);
}

static void take_poke(const uint8_t *bytes)
{
    struct poke *const poke = &hostile.pokes[hostile.poke_count++];

    *poke = (struct poke){ .where = (enum structure)(bytes[0] % STRUCTURES),
                           .index = bytes[1] | (unsigned)bytes[2] << 8 };
    memcpy(&poke->word, bytes + 4, sizeof(poke->word));
}

static void take_records(const uint8_t *bytes, size_t size, unsigned target_count)
{
    for (; size >= RECORD_BYTES && hostile.count < RECORDS_MAX;
         bytes += RECORD_BYTES, size -= RECORD_BYTES) {
        const unsigned target = bytes[0] % target_count;
        const uint32_t which =
            ((uint32_t)bytes[1] | (uint32_t)(bytes[2] & 0x3f) << 8) % targets[target].count;
        uint32_t word;

        if (bytes[0] >= MEMORY_KIND) {
            if (hostile.poke_count < RECORDS_MAX)
                take_poke(bytes);
            continue;
        }
        memcpy(&word, bytes + 4, sizeof(word));
        hostile.records[hostile.count++] = (struct record){
            .offset = targets[target].first + which * targets[target].step,
            .left_alone = bytes[3] & 0xf,
            .spoilt = bytes[3] >> 4 == 15 ? READS_MAX : bytes[3] >> 4,
            .word = word,
            .all_bits = !(bytes[2] & 0x80),
        };
    }
}

/* ---- the firmware's work on a card ------------------------------------------------------------ */

struct driven {
    struct card card;
    struct host host;
    struct space space;
    struct channel channel;
    struct push push;
};

static bool open_card(struct driven *d, struct bus *bus, const struct chip *chip)
{
    struct pci_search search = { 0 };
    struct pci_card found;

    if (pci_find_next(bus, &search, &found) != OK)
        abort();
    pci_read_bars(bus, &found);
    hostile.bar0 = found.bars[NV_BAR_MMIO].at.v;
    card_init(&d->card, bus, &found);
    d->card.chip = chip;
    pci_command(bus, &found, PCI_COMMAND_MEMORY | PCI_COMMAND_MASTER, 0);
    d->card.deadline_us = bus->ops->time_us(bus) + DEADLINE_US;
    return gv100_family.memory(&d->card) == OK && gv100_family.take(&d->card) == OK;
}

/* ---- structures that the card reads from memory ---- */

#define WORDS_MAX 64u

/* Words for one of the three that the firmware hands over as a whole: `count` says how many the pokes reach. */
static unsigned poked_words(enum structure where, uint32_t words[WORDS_MAX])
{
    unsigned count = 0;

    for (unsigned i = 0; i < hostile.poke_count; i++) {
        const struct poke *const poke = &hostile.pokes[i];
        const unsigned index = poke->index % WORDS_MAX;

        if (poke->where != where)
            continue;
        words[index] = poke->word;
        count = index + 1 > count ? index + 1 : count;
    }
    return count;
}

/* Single words of the structures there already. */
static void poke_structures(struct driven *d)
{
    for (unsigned i = 0; i < hostile.poke_count; i++) {
        const struct poke *const poke = &hostile.pokes[i];
        const linear_addr at = poke->where == INSTANCE ? d->channel.instance
                               : poke->where == USERD  ? d->channel.userd
                                                       : d->space.root;
        const unsigned words = poke->where == USERD ? 0x80 : 0x400;

        if (poke->where <= DIRECTORY)
            (void)!card_memory_write(&d->card, linear_add(at, 4 * (poke->index % words)),
                                     &poke->word, sizeof(poke->word));
    }
}

/* A runlist, entries of the ring and of the push buffer as the input has them; the firmware waits for the result. */
static void submit_rubbish(struct driven *d)
{
    struct runlist_entry entries[WORDS_MAX / 4];
    uint32_t words[WORDS_MAX] = { 0 };
    struct pbdma_event event;
    virtual_addr at;
    unsigned count;

    count = poked_words(PUSH, words);
    if (count && channel_write(&d->channel, words, count, &at) == OK) {
        const uint32_t entry[2] = { (uint32_t)at.v, (uint32_t)(at.v >> 32) | count << 10 };

        (void)!channel_add_entry(&d->channel, entry);
    }
    count = poked_words(RING, words);
    for (unsigned i = 0; i + 1 < count; i += 2)
        (void)!channel_add_entry(&d->channel, words + i);
    (void)!channel_kick(&d->channel);
    (void)!channel_wait_event(&d->channel, &event, WAIT_US);
    pbdma_drop_method(&d->card, channel_pbdma(&d->channel));
    memset(words, 0, sizeof(words));
    count = poked_words(RUNLIST, words) / 4;
    for (unsigned i = 0; i < count; i++)
        runlist_unpack(words + 4 * i, &entries[i]);
    if (count)
        (void)!host_schedule(&d->host, d->channel.form.runlist, entries, count);
}

static bool open_channel(struct driven *d)
{
    const struct engine *const engine = topology_copy(gv100_topology(&d->card), 0);

    if (!engine ||
        host_open(&d->host, &d->card, gv100_topology(&d->card), TARGET_SYSRAM_SNOOP, RECORDS) !=
            OK ||
        space_open(&d->space, &d->card, TARGET_SYSRAM_SNOOP) != OK)
        return false;
    const struct channel_form form = { .id = 1,
                                       .runlist = engine->runlist,
                                       .engine = engine->engine,
                                       .copies = true,
                                       .where = TARGET_SYSRAM_SNOOP,
                                       .instance = TARGET_SYSRAM_SNOOP,
                                       .at = { 0x10000000 } };
    if (channel_make(&d->channel, &d->host, &d->space, &form) != OK)
        return false;
    poke_structures(d);
    return channel_rebind(&d->channel) == OK && channel_run_alone(&d->channel) == OK;
}

static bool release(struct driven *d, uint32_t payload)
{
    push_start(&d->push);
    push_semaphore(&d->push, channel_semaphore(&d->channel, 0x40), payload,
                   PPBDMA_SEM_EXECUTE_OPERATION_RELEASE);
    push_copy_done(&d->push, channel_semaphore(&d->channel, 0x44), payload);
    return channel_submit(&d->channel, &d->push) == OK &&
           channel_wait(&d->channel, 0x40, payload, WAIT_US) == OK &&
           channel_wait(&d->channel, 0x44, payload, WAIT_US) == OK;
}

/* Something that faults, and all that reads of it: event, ring, latch. */
static void fault(struct driven *d)
{
    struct pbdma_event event;
    struct gmmu_fault record;
    uint32_t status;

    push_start(&d->push);
    push_semaphore(&d->push, (virtual_addr){ 0x70000000 }, 1, PPBDMA_SEM_EXECUTE_OPERATION_RELEASE);
    if (channel_submit(&d->channel, &d->push) != OK)
        return;
    (void)!channel_wait_event(&d->channel, &event, WAIT_US);
    for (unsigned i = 0; i < 2 * RECORDS && fault_ring_take(&d->host.faults, &record); i++) {
    }
    (void)fault_ring_overflown(&d->host.faults);
    fault_ring_clear(&d->host.faults);
    (void)fault_latch_take(&d->card, &record, &status);
    (void)fault_ring_default(&d->card, FAULT_REPLAYABLE);
    pbdma_drop_method(&d->card, channel_pbdma(&d->channel));
}

static bool drive(struct driven *d, struct bus *bus, const struct chip *chip)
{
    struct fb_size fb;
    uint64_t from, to;
    unsigned celsius;
    bool good = open_card(d, bus, chip);

    gv100_fb_size(&d->card, &fb);
    (void)gv100_protected_range(&d->card, PROTECTED_WPR2, &from, &to);
    (void)gv100_protected_range(&d->card, PROTECTED_VPR, &from, &to);
    (void)gv100_vpr_locked(&d->card);
    (void)!gv100_family.celsius(&d->card, &celsius);
    good = good && open_channel(d) && release(d, 1);
    if (d->host.card && d->channel.host) {
        if (hostile.poke_count)
            submit_rubbish(d);
        fault(d);
        (void)!host_preempt_channel(&d->card, d->channel.form.id);
        (void)!host_preempt_tsg(&d->card, d->channel.form.id);
    }
    (void)!host_close(&d->host);
    gv100_family.settle(&d->card);
    return good;
}

int fuzz_one(const uint8_t *bytes, size_t size)
{
    const struct chip *const chip = &gv100_chips[size % RECORD_BYTES % GV100_CHIP_COUNT].chip;
    const struct model_config config = { .chip = chip, .vram_size = VRAM_SIZE };
    const struct host_bus_config machine = { .cards = &config, .count = 1, .slow = SLOW };
    struct driven *const d = calloc(1, sizeof(*d));
    char error[200];
    struct host_bus *const host = host_bus_new(&machine, error, sizeof(error));

    require(d && host);
    struct bus *const bus = host_bus(host);
    hostile = (struct hostile){ 0 };
    bus_tap(&hostile.tap, bus);
    hostile.tap.ops.read = read_spoilt;
    hostile.tap.ops.read_words = read_words_spoilt;
    take_records(bytes, size,
                 chip->index == CHIP_GV100 ? VOLTA_TARGETS : sizeof(targets) / sizeof(targets[0]));
    (void)drive(d, bus, chip);
    hostile.count = hostile.poke_count = hostile.reads = 0;
    memset(d, 0, sizeof(*d));
    if (!drive(d, bus, chip))
        abort(); /* the card answers right again, and the firmware does not go on */
    free(d);
    host_bus_free(host);
    return 0;
}
