#include "tests/suite/gv100/watch_rig.h"
#include "reference/gv100.h"

#define KNOWN_SIZE 0x200000u
#define VRAM_SIZE  (UINT64_C(64) << 20)
#define LINES_MAX  (1u << 18)
#define LINE_MAX   200
#define PIECES_MAX 96
#define LIES_MAX   8

#define COMMAND        0x04 /* of configuration space; bit 2: bus mastering */
#define COMMAND_MASTER 4u
#define L2_FLUSH       REF_FLUSH_L2
#define WINDOW_BASE    REF_PBUS_BAR0_WINDOW
#define WINDOW         0x700000 /* a MiB */
#define BAR1_BLOCK     REF_PBUS_BAR1_BLOCK
#define BAR2_BLOCK     REF_PBUS_BAR2_BLOCK
#define CHANNEL_RAM    0x800000 /* 8 bytes each */
#define RUNLIST_BASE   REF_PFIFO_RUNLIST_BASE
#define RUNLIST        REF_PFIFO_RUNLIST
#define DOORBELL       REF_USERMODE_NOTIFY_CHANNEL_PENDING
#define CHANNELS       64

struct lines {
    char text[LINES_MAX];
    size_t used;
};

static struct lines wanted, seen;
static struct told_lie {
    uint32_t reg, bits;
    unsigned nth, reads;
} lies[LIES_MAX];
static unsigned lie_count;

static uint64_t looked_at;               /* a virtual address; 0: none */
static uint64_t known_first, known_size; /* of VRAM; size 0: none */

static struct watched {
    struct bus_tap tap;
    struct rig *rig;
    const char *test;
    unsigned what;
    bool on;          /* the test runs: bus mastering is on for it */
    uint64_t bars[4]; /* BAR0, BAR1, unused, BAR2 */
    uint64_t sizes[4];
    uint32_t blocks[2]; /* BAR1_BLOCK, BAR2_BLOCK */
    uint32_t window;
    uint64_t evicting; /* where the next word of an eviction lies; 1: anywhere; 0: there is none */
    unsigned pieces;
    struct dma_memory memory[PIECES_MAX];
    char path[LINE_MAX];
    bool rung;
    unsigned end_target;
    const uint8_t *end;          /* of the last walk; null: it led nowhere */
    uint32_t channels[CHANNELS]; /* their instance blocks in PCCSR */
    uint32_t put[CHANNELS];      /* GP_PUT when they rang last */
    uint32_t runlist;            /* RUNLIST_BASE */
    struct told {
        unsigned left;   /* data words of the last header that are to come */
        uint32_t header; /* with the address of the next one */
        bool skips;      /* to the end of the segment */
    } told[CHANNELS];
} watched;

static void __attribute__((format(printf, 2, 0)))
add_list(struct lines *lines, const char *format, va_list list)
{
    const int size = vsnprintf(lines->text + lines->used, LINE_MAX, format, list);

    assert_in_range(size, 1, LINE_MAX - 1);
    assert_true(lines->used + 2 * LINE_MAX < LINES_MAX);
    lines->used += (size_t)size;
    lines->text[lines->used++] = '\n';
    lines->text[lines->used] = '\0';
}

void want(const char *format, ...)
{
    va_list list;

    va_start(list, format);
    add_list(&wanted, format, list);
    va_end(list);
}

static void __attribute__((format(printf, 1, 2))) saw(const char *format, ...)
{
    va_list list;

    if (!watched.on)
        return;
    va_start(list, format);
    add_list(&seen, format, list);
    va_end(list);
}

/* Polls are one line, however long they last. */
static void saw_read(uint32_t reg)
{
    char line[16];
    const size_t size = (size_t)snprintf(line, sizeof(line), "r %x\n", reg);

    if (seen.used < size || strcmp(seen.text + seen.used - size, line) != 0)
        saw("r %x", reg);
}

/* ---- memory ---------------------------------------------------------------------------------- */

/* 0 VRAM, 2 and 3 system memory (§2.2). Null: nothing is there. */
static uint8_t *memory_at(unsigned target, uint64_t at)
{
    struct model *const card = host_bus_card(watched.rig->host, 0);
    uint64_t size;
    uint8_t *const vram = card->ops->vram(card, &size);

    if (target == 0)
        return at < size ? vram + at : NULL;
    for (unsigned i = watched.pieces; i-- > 0;)
        if (at - watched.memory[i].bus.v < watched.memory[i].size)
            return (uint8_t *)watched.memory[i].cpu + (at - watched.memory[i].bus.v);
    return NULL;
}

static const char *place(unsigned target, uint64_t at)
{
    static const char *const names[] = { "VRAM", "?", "coherent", "noncoherent" };
    static char text[64];

    snprintf(text, sizeof(text), "%s %llx", names[target & 3], (unsigned long long)at);
    for (unsigned i = watched.pieces; target && i-- > 0;)
        if (at - watched.memory[i].bus.v < watched.memory[i].size) {
            snprintf(text, sizeof(text), "%s %u+%llx", names[target & 3], i,
                     (unsigned long long)(at - watched.memory[i].bus.v));
            break;
        }
    return text;
}

static uint64_t word_at(unsigned target, uint64_t at, unsigned bytes)
{
    const uint8_t *const from = memory_at(target, at);
    uint64_t word = 0;

    if (from)
        memcpy(&word, from, bytes);
    return word;
}

/* ---- the walk (§5.5) ------------------------------------------------------------------------- */

static void add_path(unsigned target, uint64_t at)
{
    const size_t used = strlen(watched.path);

    if (watched.what & WATCH_TABLES)
        snprintf(watched.path + used, sizeof(watched.path) - used, "%s%s", used ? ", " : "",
                 place(target, at));
    else
        snprintf(watched.path + used, sizeof(watched.path) - used, "%c", "v?cn"[target]);
}

static uint64_t bits(uint64_t word, unsigned high, unsigned low)
{
    return word >> low & (~UINT64_C(0) >> (63 - (high - low)));
}

/* Words of directories say 1 for VRAM. False: no table. */
static bool down(uint64_t word, unsigned shift, unsigned *target, uint64_t *table)
{
    static const unsigned targets[] = { 0, 0, 2, 3 };
    const unsigned aperture = (unsigned)bits(word, 2, 1);

    *target = targets[aperture];
    *table = bits(word, *target ? 53 : 32, shift) << (shift == 4 ? 8 : 12);
    if (aperture)
        add_path(*target, *table);
    return aperture;
}

static const char *page_words(uint64_t pte, unsigned page_shift, uint64_t va)
{
    static char text[LINE_MAX];
    const unsigned target = (unsigned)bits(pte, 2, 1);
    const uint64_t at = (bits(pte, target ? 53 : 32, 8) << 12) + bits(va, page_shift - 1, 0);

    watched.end = memory_at(target, at);
    watched.end_target = target;
    snprintf(text, sizeof(text), "%s %s%s%s%s%s",
             page_shift == 12   ? "4K"
             : page_shift == 16 ? "64K"
                                : "2M",
             place(target, at), pte & 8 ? " volatile" : "", pte & 0x20 ? " privileged" : "",
             pte & 0x40 ? " read-only" : "", pte & 0x80 ? " no atomics" : "");
    if (pte >> 56)
        snprintf(text + strlen(text), sizeof(text) - strlen(text), " kind %x",
                 (unsigned)(pte >> 56));
    return text;
}

/* Where there are both tables the big one is looked at first. */
static const char *pages_of(const uint64_t pd0[2], uint64_t va)
{
    unsigned target;
    uint64_t table;

    if (pd0[0] & 1)
        return page_words(pd0[0], 21, va);
    if (!bits(pd0[0], 2, 1) && !bits(pd0[1], 2, 1))
        return pd0[0] & 8 ? "sparse" : "PDE";
    if (down(pd0[0] & ~UINT64_C(0x8), 4, &target, &table)) {
        const uint64_t pte = word_at(target, table + 8 * bits(va, 20, 16), 8);

        if (pte & 1)
            return page_words(pte, 16, va);
        if (pte & 8)
            return "sparse";
        if (pte & 0x20)
            return "PTE, by the big one";
    }
    if (!down(pd0[1], 8, &target, &table))
        return "PTE";
    const uint64_t pte = word_at(target, table + 8 * bits(va, 20, 12), 8);

    return pte & 1 ? page_words(pte, 12, va) : pte & 8 ? "sparse" : "PTE";
}

static const char *walk(unsigned block_target, uint64_t block, uint64_t va)
{
    static const struct {
        unsigned high, low;
    } levels[] = { { 48, 47 }, { 46, 38 }, { 37, 29 } };
    const uint64_t pdb = word_at(block_target, block + 0x200, 8);
    unsigned target = (unsigned)bits(pdb, 1, 0);
    uint64_t table = pdb & ~UINT64_C(0xfff), pd0[2];
    static char unbound[64];

    watched.path[0] = '\0';
    watched.end = NULL;
    add_path(block_target, block);
    if (target == 1 || bits(pdb, 11, 10) != 3) {
        snprintf(unbound, sizeof(unbound), "UNBOUND_INST_BLOCK by %llx", (unsigned long long)pdb);
        return unbound;
    }
    add_path(target, table);
    for (unsigned i = 0; i < 3; i++) {
        const uint64_t pde =
            word_at(target, table + 8 * bits(va, levels[i].high, levels[i].low), 8);

        if (!down(pde, 8, &target, &table))
            return pde & 8 ? "sparse" : "PDE";
    }
    for (unsigned i = 0; i < 2; i++)
        pd0[i] = word_at(target, table + 16 * bits(va, 28, 21) + 8 * i, 8);
    return pages_of(pd0, va);
}

/* The walk of an access through BAR1 or BAR2 (§2.2). */
static const char *meets(unsigned bar, uint64_t at)
{
    const uint32_t block = watched.blocks[bar];

    watched.path[0] = '\0';
    if (!(block >> 31))
        return place(0, at);
    return walk((unsigned)bits(block, 29, 28), bits(block, 27, 0) << 12, at);
}

/* ---- accesses -------------------------------------------------------------------------------- */

static void see_bar(unsigned bar, uint64_t at, unsigned size, bool write, uint64_t value)
{
    const char *const end = meets(bar, at);
    char letters[24] = "";

    if (write)
        snprintf(letters, sizeof(letters), " %llx", (unsigned long long)value);
    saw("BAR%u %c%u %llx%s: %s%s%s", bar + 1, write ? 'w' : 'r', size, (unsigned long long)at,
        letters, watched.path, watched.path[0] ? " " : "", end);
}

static bool window_is_watched(uint64_t at)
{
    const bool known = bits(watched.window, 25, 24) == 0 && at - known_first < known_size;

    return known || watched.what & WATCH_WINDOW;
}

/* L2 holds no line any more once a word of each of many others has been read: one line, with the first. */
static bool is_eviction(uint64_t at, bool write)
{
    if (write || (watched.evicting != 1 && at != watched.evicting)) {
        watched.evicting = 0;
        return false;
    }
    if (watched.evicting == 1 && watched.what & WATCH_WINDOW)
        saw("L2 evicted from VRAM %llx", (unsigned long long)at);
    watched.evicting = (at + 0x80) % 0x4000000;
    return true;
}

static void see_window(uint32_t at, unsigned size, bool write, uint64_t value)
{
    const uint64_t base = bits(watched.window, 23, 0) << 16;
    char letters[24] = "";

    if (is_eviction(base + (at - WINDOW), write))
        return;
    if (!window_is_watched(base + (at - WINDOW)))
        return;
    if (write)
        snprintf(letters, sizeof(letters), " %llx", (unsigned long long)value);
    saw("window %c%u %s%s", write ? 'w' : 'r', size,
        place((unsigned)bits(watched.window, 25, 24), base + (at - WINDOW)), letters);
}

static void see_window_words(uint32_t at, size_t count, bool write)
{
    const uint64_t base = bits(watched.window, 23, 0) << 16;

    if (window_is_watched(base + (at - WINDOW)))
        saw("window %c4*%x %s", write ? 'w' : 'r', (unsigned)count,
            place((unsigned)bits(watched.window, 25, 24), base + (at - WINDOW)));
}

/* ---- channels (§3.2, §3.3, §4.1) ------------------------------------------------------------- */

static uint32_t word_behind(uint32_t block, uint64_t va)
{
    uint32_t word = 0xbad0bad0;

    walk((unsigned)bits(block, 29, 28), bits(block, 27, 0) << 12, va);
    if (watched.end)
        memcpy(&word, watched.end, sizeof(word));
    return word;
}

static const char *kind_of(uint32_t header)
{
    static const char *const kinds[] = { "", "inc", "", "noninc", "", "oneinc", "", "" };

    return kinds[bits(header, 31, 29)];
}

/* A word of a push buffer that is no data (§4.2). */
static void see_header(uint32_t id, struct told *told, uint32_t word)
{
    static const char *const controls[] = { "nop", "set mask", "store mask", "use mask" };
    const unsigned op = (unsigned)bits(word, 31, 29), control = (unsigned)bits(word, 31, 16);

    told->header = word;
    told->left = kind_of(word)[0] ? (unsigned)bits(word, 28, 16) : 0;
    told->skips = op == 7;
    if (op == 7)
        saw("%u end", id);
    else if (op == 4)
        saw("%u immd %u.%x=%x", id, (unsigned)bits(word, 15, 13), (unsigned)bits(word, 11, 0) * 4,
            (unsigned)bits(word, 28, 16));
    else if (kind_of(word)[0] && !told->left)
        saw("%u %s without data", id, kind_of(word));
    else if (control == 1 || control == 2)
        saw("%u %s %x", id, controls[control], (unsigned)bits(word, 15, 4));
    else if (!word || control == 3)
        saw("%u %s", id, controls[control]);
    else if (!kind_of(word)[0])
        saw("%u word %x", id, word);
}

static void see_data(uint32_t id, struct told *told, uint32_t word)
{
    const unsigned op = (unsigned)bits(told->header, 31, 29);

    saw("%u %s %u.%x=%x", id, kind_of(told->header), (unsigned)bits(told->header, 15, 13),
        (unsigned)bits(told->header, 11, 0) * 4, word);
    told->left--;
    told->header += op == 1 || op == 5;
    if (op == 5) /* the rest goes to the second address */
        told->header = (told->header & 0x1fffffff) | 3u << 29;
}

static void see_methods(uint32_t id, uint64_t at, unsigned length)
{
    struct told *const told = &watched.told[id];

    saw("%u entry", id);
    told->skips = false;
    for (unsigned i = 0; i < length && !told->skips; i++) {
        const uint32_t word = word_behind(watched.channels[id], at + 4 * i);

        if (watched.what & WATCH_WORDS)
            saw("%u word %x", id, word);
        else if (told->left)
            see_data(id, told, word);
        else
            see_header(id, told, word);
    }
}

static void see_segment(uint32_t block, uint32_t low, uint32_t high)
{
    static const char *const memories[] = { "", " ?", " coherent", " noncoherent" };
    const uint64_t at = bits(high, 7, 0) << 32 | (low & ~3u);
    char words[LINE_MAX] = "";

    word_behind(block, at);
    for (unsigned i = 0; i < bits(high, 30, 10) && watched.end && strlen(words) < 120; i++)
        snprintf(words + strlen(words), sizeof(words) - strlen(words), " %x",
                 word_behind(block, at + 4 * i));
    saw("segment %llx%s%s%s%s:%s", (unsigned long long)at, high >> 31 ? " sync" : "",
        low & 1 ? " conditional" : "", bits(high, 9, 8) ? " level" : "",
        words[0] ? memories[watched.end_target] : "", words[0] ? words : " outside");
}

static void see_entry(uint32_t id, uint64_t at)
{
    const uint32_t block = watched.channels[id];
    const uint32_t low = word_behind(block, at), high = word_behind(block, at + 4);

    if (!watched.end)
        saw("no entry at %llx", (unsigned long long)at);
    else if (watched.what & WATCH_PUSH)
        see_methods(id, bits(high, 7, 0) << 32 | (low & ~3u), (unsigned)bits(high, 30, 10));
    else if (bits(high, 30, 10))
        see_segment(block, low, high);
    else
        saw("entry %x: %x%s", (unsigned)bits(high, 7, 0), low, high >> 31 ? " sync" : "");
}

static void see_entries(uint32_t id)
{
    const uint32_t block = watched.channels[id];
    const unsigned target = (unsigned)bits(block, 29, 28);
    const uint64_t ramfc = bits(block, 27, 0) << 12;
    const uint64_t userd = word_at(target, ramfc + 0x08, 8),
                   base = word_at(target, ramfc + 0x48, 8);
    const uint32_t put =
        (uint32_t)word_at((unsigned)bits(userd, 1, 0), bits(userd, 39, 9) << 9 | 0x8c, 4);
    const uint32_t last = (1u << bits(base, 52, 48)) - 1;

    if (put > last)
        saw("put %x", put);
    for (uint32_t i = watched.put[id]; i != put && put <= last; i = (i + 1) & last)
        see_entry(id, (bits(base, 39, 3) << 3) + 8 * i);
    watched.put[id] = put;
}

static void see_ring(uint32_t id)
{
    const bool bound = id < CHANNELS && watched.channels[id] >> 31;

    watched.rung = true;
    if (watched.what & WATCH_RINGS)
        saw("channel %u rings", id);
    if (bound && looked_at && watched.what & WATCH_PUSH)
        saw("%u has %x %x", id, word_behind(watched.channels[id], looked_at),
            word_behind(watched.channels[id], looked_at + 4));
    else if (bound && looked_at)
        saw("%llx: %s", (unsigned long long)looked_at,
            walk((unsigned)bits(watched.channels[id], 29, 28),
                 bits(watched.channels[id], 27, 0) << 12, looked_at));
    if (bound)
        see_entries(id);
}

static void see_bound(uint32_t id, uint32_t block)
{
    const unsigned target = (unsigned)bits(block, 29, 28);
    const uint32_t signature = (uint32_t)word_at(target, (bits(block, 27, 0) << 12) + 0x10, 2);
    char words[24] = "";

    watched.channels[id] = block;
    watched.put[id] = 0;
    watched.told[id] = (struct told){ 0 };
    watched.rung = false;
    if (signature != 0xface)
        snprintf(words, sizeof(words), ", signature %x", signature);
    if (block >> 31 && watched.what & WATCH_RINGS)
        saw("channel %u bound in %c%s", id, "v?cn"[target], words);
}

static void see_channel_write(uint32_t at, uint32_t value)
{
    const uint32_t id = (at - CHANNEL_RAM) / 8;

    if (at == DOORBELL)
        see_ring(value);
    else if (id < CHANNELS && at % 8 == 0 && at >= CHANNEL_RAM)
        see_bound(id, value);
    else if (watched.what & WATCH_PUSH)
        return;
    else if ((watched.rung && (at - 0x100c00 < 0x300 || at - CHANNEL_RAM < 8 * CHANNELS)) ||
             at - 0x100a00 < 0x100)
        saw("%x=%x", at, value);
}

/* Entries of 16 bytes: of a TSG bit 0 is set (§3.4). */
static void see_runlist(uint32_t submitted)
{
    const unsigned target = (unsigned)bits(watched.runlist, 29, 28);
    uint64_t at = bits(watched.runlist, 27, 0) << 12;
    char words[LINE_MAX - 40] = "";

    for (unsigned i = 0; i < bits(submitted, 15, 0) && strlen(words) < 100; i++, at += 16) {
        const uint32_t number = (uint32_t)word_at(target, at + 8, 4) & 0xfff;
        const size_t used = strlen(words);

        if (word_at(target, at, 4) & 1)
            snprintf(words + used, sizeof(words) - used, "%s tsg %u of %u", i ? "," : "", number,
                     (unsigned)word_at(target, at + 4, 1));
        else
            snprintf(words + used, sizeof(words) - used, "%s channel %u", i ? "," : "", number);
    }
    saw("list %u:%s", (unsigned)bits(submitted, 23, 20), words);
}

/* Interrupts of PFIFO and of runlists, registers that disable and preempt them, and channels' own registers. */
static void see_lists(uint32_t at, uint32_t value)
{
    if (at == RUNLIST_BASE)
        watched.runlist = value;
    else if (at == RUNLIST)
        see_runlist(value);
    else if (at == REF_PFIFO_INTR_0 || at == REF_PFIFO_INTR_RUNLIST ||
             at == REF_PFIFO_SCHED_DISABLE || at == REF_PFIFO_PREEMPT ||
             at == REF_PFIFO_RUNLIST_PREEMPT || (at - CHANNEL_RAM < 8 * CHANNELS && at % 8 == 4))
        saw("%x=%x", at, value);
}

static void see_register(uint32_t at, bool write, uint32_t value)
{
    if (write && at == WINDOW_BASE)
        watched.window = value;
    else if (write && at == L2_FLUSH)
        watched.evicting = 1;
    else if (write && at == BAR1_BLOCK)
        watched.blocks[0] = value;
    else if (write && at == BAR2_BLOCK)
        watched.blocks[1] = value;
    if (at == WINDOW_BASE && !(watched.what & WATCH_BASE))
        return;
    if (write && watched.what & WATCH_LISTS)
        see_lists(at, value);
    if (write && watched.what & (WATCH_RINGS | WATCH_PUSH))
        see_channel_write(at, value);
    else if (write && watched.what & WATCH_WRITES)
        saw("%x=%x", at, value);
    else if (!write && watched.what & WATCH_READS)
        saw_read(at);
}

static void see(uint64_t at, unsigned size, bool write, uint64_t value)
{
    for (unsigned bar = 0; bar < 4; bar++) {
        const uint64_t offset = at - watched.bars[bar];

        if (offset >= watched.sizes[bar])
            continue;
        if (bar)
            see_bar(bar == 3, offset, size, write, value);
        else if (offset - WINDOW < 0x100000)
            see_window((uint32_t)offset, size, write, value);
        else
            see_register((uint32_t)offset, write, (uint32_t)value);
    }
}

static uint32_t wrong_bits(uint64_t reg)
{
    uint32_t wrong = 0;

    for (unsigned i = 0; i < lie_count && watched.on; i++)
        if (lies[i].reg == reg && (++lies[i].reads == lies[i].nth || !lies[i].nth))
            wrong ^= lies[i].bits;
    return wrong;
}

static uint64_t see_read(struct bus *bus, bus_addr at, uint8_t size)
{
    see(at.v, size, false, 0);
    return watched.tap.real->read(bus, at, size) ^ wrong_bits(at.v - watched.bars[0]);
}

static void see_write(struct bus *bus, bus_addr at, uint8_t size, uint64_t value)
{
    see(at.v, size, true, value);
    watched.tap.real->write(bus, at, size, value);
}

/* Many words behind BAR0: those of the window are one line, registers are not. */
static void see_words(uint64_t at, size_t count, bool write, uint32_t first)
{
    const uint64_t offset = at - watched.bars[0];

    if (offset - WINDOW < 0x100000 && count == 1)
        see_window((uint32_t)offset, 4, write, first);
    else if (offset - WINDOW < 0x100000)
        see_window_words((uint32_t)offset, count, write);
    else
        for (size_t i = 0; i < count; i++)
            see(at + 4 * i, 4, write, first);
}

static void see_read_words(struct bus *bus, bus_addr at, uint32_t *words, size_t count)
{
    see_words(at.v, count, false, 0);
    watched.tap.real->read_words(bus, at, words, count);
}

static void see_write_words(struct bus *bus, bus_addr at, const uint32_t *words, size_t count)
{
    see_words(at.v, count, true, words[0]);
    watched.tap.real->write_words(bus, at, words, count);
}

static enum err keep_piece(enum err e, const struct dma_memory *memory)
{
    assert_true(watched.pieces < PIECES_MAX);
    if (e == OK)
        watched.memory[watched.pieces++] = *memory;
    return e;
}

static enum err see_alloc(struct bus *bus, size_t size, struct dma_memory *out)
{
    return keep_piece(watched.tap.real->dma_alloc(bus, size, out), out);
}

static enum err see_alloc_high(struct bus *bus, size_t size, struct dma_memory *out)
{
    return keep_piece(watched.tap.real->dma_alloc_high(bus, size, out), out);
}

static void see_wait(struct bus *bus, uint64_t us)
{
    if (watched.what & WATCH_WAITS)
        saw("wait %llu", (unsigned long long)us);
    watched.tap.real->wait_us(bus, us);
}

static void find_bars(struct bus *bus, struct pci_function at)
{
    static const uint8_t offsets[] = { 0x10, 0x14, 0, 0x1c };
    struct model *const card = host_bus_card(watched.rig->host, 0);

    for (unsigned i = 0; i < 4; i++) {
        struct model_bar bar;

        if (!offsets[i] || !card->ops->bar(card, i, &bar))
            continue;
        watched.bars[i] = watched.tap.real->config_read(bus, at, offsets[i], 4) & ~0xfu;
        watched.sizes[i] = bar.size;
    }
}

/* The suite's name stands for all tests whose names begin with it. */
static bool is_the_test(void)
{
    const char *start = watched.rig->records, *next;
    char name[80];

    while ((next = strstr(start + 1, "\"type\":\"start\"")))
        start = next;
    snprintf(name, sizeof(name), "\"test\":\"%s\"", watched.test);
    const char *const found = strstr(start, name);
    return found && found < start + strcspn(start, "\n");
}

/* A test has bus mastering on; writes before and after it are the runner's. */
static void see_config_write(struct bus *bus, struct pci_function at, uint16_t offset, uint8_t size,
                             uint32_t value)
{
    if (at.bus == 1 && offset == COMMAND && value & COMMAND_MASTER && is_the_test()) {
        find_bars(bus, at);
        watched.pieces = 0;
        seen = (struct lines){ .used = 0 };
        watched.on = true;
    } else if (at.bus == 1 && offset == COMMAND) {
        watched.on = false;
    }
    watched.tap.real->config_write(bus, at, offset, size, value);
}

static void look_on(struct rig *rig)
{
    bus_tap(&watched.tap, host_bus(rig->host));
    watched.tap.ops.read = see_read;
    watched.tap.ops.write = see_write;
    watched.tap.ops.read_words = see_read_words;
    watched.tap.ops.write_words = see_write_words;
    watched.tap.ops.dma_alloc = see_alloc;
    watched.tap.ops.dma_alloc_high = see_alloc_high;
    watched.tap.ops.wait_us = see_wait;
    watched.tap.ops.config_write = see_config_write;
    if (watched.what & WATCH_WINDOW) {
        struct model *const card = host_bus_card(rig->host, 0);
        uint64_t size;
        uint8_t *const vram = card->ops->vram(card, &size);

        memset(vram, 0x5c, KNOWN_SIZE);
        memset(vram + size - KNOWN_SIZE, 0x5c, KNOWN_SIZE);
    }
}

/* The watchdog is armed once more before the work of a test is stopped. */
static void see_watchdog(void *opaque, unsigned seconds)
{
    watched.on = false;
}

/* ---- running it ------------------------------------------------------------------------------ */

/* Empty: all lines are the same. */
static void compare(const char *test, char *differs, size_t size)
{
    differs[0] = '\0';
    const char *want_line = wanted.text, *seen_line = seen.text;

    for (unsigned n = 1; *want_line || *seen_line; n++) {
        const size_t want_size = strcspn(want_line, "\n"), seen_size = strcspn(seen_line, "\n");

        if (want_size != seen_size || memcmp(want_line, seen_line, want_size) != 0) {
            snprintf(differs, size, "%s: step %u is \"%.*s\", expected \"%.*s\"", test, n,
                     (int)seen_size, seen_line, (int)want_size, want_line);
            return;
        }
        want_line += want_size + (want_line[want_size] == '\n');
        seen_line += seen_size + (seen_line[seen_size] == '\n');
    }
}

void watch_address(uint64_t va)
{
    looked_at = va;
}

void watch_memory(uint64_t first, uint64_t size)
{
    known_first = first;
    known_size = size;
}

static struct rig *run_watched(const char *test, unsigned what)
{
    struct rig *const rig = rig_new();

    watched = (struct watched){ .rig = rig, .test = test, .what = what };
    seen = (struct lines){ .used = 0 };
    rig->card = (struct model_config){ /* fewer engines than a card has, and their numbers plain */
                                       .chip = &gv100_chips[CHIP_GV100].chip,
                                       .vram_size = VRAM_SIZE,
                                       .lces = 4,
                                       .board = "v100"
    };
    rig->prepare = look_on;
    rig->sinks.watchdog = see_watchdog;
    rig_run_suite(rig, test);
    lie_count = 0;
    looked_at = 0;
    known_size = 0;
    return rig;
}

void watch(const char *test, unsigned what)
{
    struct rig *const rig = run_watched(test, what);
    char differs[3 * LINE_MAX];

    if (getenv("WATCH_SHOW"))
        printf("# %s\n%s", test, seen.text);
    compare(test, differs, sizeof(differs));
    wanted = (struct lines){ .used = 0 };
    if (rig->verdict != VERDICT_PASS)
        fail_msg("%s: %s", test, rig->tap);
    rig_free(rig);
    if (differs[0])
        fail_msg("%s", differs);
}

void lie(uint32_t reg, unsigned nth, uint32_t wrong)
{
    assert_true(lie_count < LIES_MAX);
    lies[lie_count++] = (struct told_lie){ .reg = reg, .bits = wrong, .nth = nth };
}

void expect_says(const char *test, const char *words)
{
    struct rig *const rig = run_watched(test, 0);
    char name[80], line[1000] = "";

    snprintf(name, sizeof(name), " - %s", test);
    for (const char *at = rig->tap; (at = strstr(at, name)); at++)
        if (strchr(": \n", at[strlen(name)])) {
            while (at > rig->tap && at[-1] != '\n')
                at--;
            snprintf(line, sizeof(line), "%.*s", (int)strcspn(at, "\n"), at);
            break;
        }
    rig_free(rig);
    if (words ? !strstr(line, words) || strncmp(line, "not ok", 6) != 0
              : strncmp(line, "ok", 2) != 0)
        fail_msg("%s: says \"%s\", expected %s", test, line, words ? words : "that it passes");
}

/* ---- parts that many lines share ------------------------------------------------------------- */

uint32_t vram_name(uint64_t at)
{
    return (uint32_t)(0x50000000 + at / 4);
}

void want_flush(void)
{
    want("70000=1");
}

void want_invalidate(uint64_t root)
{
    want("100cb8=%llx\n100cec=0\n100cbc=80000005", (unsigned long long)root >> 8);
}

void want_bind(unsigned bar, uint64_t instance)
{
    want("%s=%llx", bar == 1 ? "1704" : "1714", 0x80000000 | (unsigned long long)instance >> 12);
}
