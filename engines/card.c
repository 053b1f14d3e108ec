#include "engines/card.h"

#include "engines/family.h"
#include "engines/text.h"
#include "hw/pci.h"

#define ASK_US 100000

void card_init(struct card *card, struct bus *bus, const struct pci_card *pci)
{
    *card = (struct card){ .bus = bus, .pci = *pci };
}

/* ---- a card that does not answer any more ------------------------------------------------------ */

static uint32_t ask_config(struct card *card, uint16_t offset)
{
    return card->bus->ops->config_read(card->bus, card->pci.at, offset, 2);
}

/* BOOT_0 is the first register, and never changes. */
static enum card_loss ask(struct card *card)
{
    const uint32_t boot_0 =
        card->decoding
            ? (uint32_t)card->bus->ops->read(card->bus, card->pci.bars[NV_BAR_MMIO].at, 4)
            : UINT32_MAX;

    if (card->decoding && boot_0 == card->boot_0)
        return CARD_ANSWERS;
    if (ask_config(card, PCI_VENDOR_ID) == PCI_VENDOR_NONE)
        return CARD_GONE;
    if (!card->decoding || boot_0 != UINT32_MAX)
        return CARD_ANSWERS;
    return ask_config(card, PCI_COMMAND) & PCI_COMMAND_MEMORY ? CARD_SILENT : CARD_WAS_RESET;
}

bool card_lost(struct card *card)
{
    if (card->loss == CARD_ANSWERS)
        card->loss = (uint8_t)ask(card);
    card->expired |= card->loss != CARD_ANSWERS;
    return card->loss != CARD_ANSWERS;
}

/* After an access that gave `value`: ones may be the card's own, or those of an empty slot. */
static bool lost_at(struct card *card, uint64_t value, uint64_t ones)
{
    return value == ones && card->decoding && card_lost(card);
}

/* ---- deadlines --------------------------------------------------------------------------------- */

bool card_expired(struct card *card)
{
    if (card->expired || !card->deadline_us)
        return card->expired;
    const uint64_t now = card->bus->ops->time_us(card->bus);

    if (now >= card->deadline_us) {
        card->expired = true;
    } else if (card->interrupted && now >= card->ask_us) {
        card->ask_us = now + ASK_US;
        card->expired = card->interrupted(card->interrupted_opaque);
    }
    return card->expired;
}

void card_deadline(struct card *card, uint64_t from_now_us)
{
    card->deadline_us = from_now_us ? card->bus->ops->time_us(card->bus) + from_now_us : 0;
    card->expired = card->loss != CARD_ANSWERS;
}

void card_extend(struct card *card, uint64_t from_now_us)
{
    if (!card_expired(card))
        card_deadline(card, from_now_us);
}

void card_revive(struct card *card)
{
    card->refusal = (struct card_refusal){ 0 };
    card_deadline(card, 0);
}

static bool bar_holds(const struct card *card, unsigned bar, uint64_t offset, uint64_t size)
{
    const struct pci_bar *b = &card->pci.bars[bar];

    return b->assigned && !b->io && size <= b->size && offset <= b->size - size;
}

static bus_addr bar_address(const struct card *card, unsigned bar, uint64_t offset)
{
    return (bus_addr){ card->pci.bars[bar].at.v + offset };
}

uint64_t card_bar_read(struct card *card, unsigned bar, uint64_t offset, uint8_t size)
{
    const uint64_t all_ones = UINT64_MAX >> (64 - 8 * size);

    if (!bar_holds(card, bar, offset, size) || card_expired(card))
        return all_ones;
    const uint64_t value = card->bus->ops->read(card->bus, bar_address(card, bar, offset), size);

    lost_at(card, value, all_ones);
    return value;
}

void card_bar_write(struct card *card, unsigned bar, uint64_t offset, uint8_t size, uint64_t value)
{
    if (bar_holds(card, bar, offset, size) && !card_expired(card))
        card->bus->ops->write(card->bus, bar_address(card, bar, offset), size, value);
}

/* A card that falls off in the middle of a block leaves ones at its end. */
static uint64_t last_word(const void *bytes, size_t size)
{
    const uint8_t *const end = (const uint8_t *)bytes + size;
    uint64_t word = 0;

    for (unsigned i = 1; i <= 8; i++)
        word = word << 8 | end[-(int)i];
    return word;
}

bool card_bar_read_block(struct card *card, unsigned bar, uint64_t offset, void *bytes, size_t size)
{
    if (!bar_holds(card, bar, offset, size) || card_expired(card))
        return false;
    card->bus->ops->read_block(card->bus, bar_address(card, bar, offset), bytes, size);
    return !lost_at(card, last_word(bytes, size), UINT64_MAX);
}

bool card_bar_write_block(struct card *card, unsigned bar, uint64_t offset, const void *bytes,
                          size_t size)
{
    if (!bar_holds(card, bar, offset, size) || card_expired(card))
        return false;
    card->bus->ops->write_block(card->bus, bar_address(card, bar, offset), bytes, size);
    return true;
}

bool card_bar_fill_block(struct card *card, unsigned bar, uint64_t offset, uint64_t word,
                         size_t size)
{
    if (!bar_holds(card, bar, offset, size) || card_expired(card))
        return false;
    card->bus->ops->fill_block(card->bus, bar_address(card, bar, offset), word, size);
    return true;
}

size_t card_bar_march(struct card *card, unsigned bar, uint64_t offset, size_t size, bool down,
                      uint64_t expect, uint64_t next, uint64_t *seen)
{
    if (!bar_holds(card, bar, offset, size)) {
        *seen = UINT64_MAX;
        return 0;
    }
    if (card_expired(card))
        return size;
    const size_t right = card->bus->ops->march(card->bus, bar_address(card, bar, offset), size,
                                               down, expect, next, seen);

    return right < size && lost_at(card, *seen, UINT64_MAX) ? size : right;
}

/* The meaning of a word that is no value. */
static const char *refusal_words(const struct card *card, uint32_t reg, uint32_t word)
{
    return card->family && card->family->refusal ? card->family->refusal(reg, word) : NULL;
}

/* Once of each register. */
static void tell_refusal(struct card *card, uint32_t reg, uint32_t word, const char *words)
{
    for (unsigned i = 0; i < card->refused_count; i++)
        if (card->refused[i] == reg)
            return;
    if (card->refused_count == CARD_REFUSED_MAX)
        return;
    card->refused[card->refused_count++] = reg;
    card_log(card, "register 0x%06x reads 0x%08x: %s%s", reg, word, words,
             card->refused_count == CARD_REFUSED_MAX ? "; of others like it nothing is said" : "");
}

bool card_ask32(struct card *card, uint32_t reg, uint32_t *word)
{
    *word = (uint32_t)card_bar_read(card, NV_BAR_MMIO, reg, 4);
    const char *const words = refusal_words(card, reg, *word);

    if (words)
        tell_refusal(card, reg, *word, words);
    return !words;
}

void card_refuse(struct card *card, uint32_t reg, uint32_t word, const char *words)
{
    if (!card->refusal.words)
        card->refusal = (struct card_refusal){ .reg = reg, .word = word, .words = words };
    card->expired = true;
}

void card_refuse_write(struct card *card, uint32_t reg, uint32_t word, const char *words)
{
    card_refuse(card, reg, word, words);
    card->refusal.kept |= card->refusal.reg == reg;
}

void card_refusal_text(struct text *text, const struct card_refusal *refusal)
{
    text_format(text,
                refusal->kept ? "register 0x%06x keeps 0x%08x whatever is written: %s"
                              : "register 0x%06x reads 0x%08x, which is no value: %s",
                (unsigned)refusal->reg, (unsigned)refusal->word, refusal->words);
}

uint32_t card_read32(struct card *card, uint32_t reg)
{
    uint32_t word;

    if (card_ask32(card, reg, &word))
        return word;
    card_refuse(card, reg, word, refusal_words(card, reg, word));
    return UINT32_MAX;
}

void card_write32(struct card *card, uint32_t reg, uint32_t value)
{
    card_bar_write(card, NV_BAR_MMIO, reg, 4, value);
}

void card_read_words(struct card *card, uint32_t reg, uint32_t *words, size_t count)
{
    if (bar_holds(card, NV_BAR_MMIO, reg, 4 * count) && !card_expired(card)) {
        card->bus->ops->read_words(card->bus, bar_address(card, NV_BAR_MMIO, reg), words, count);
        lost_at(card, count ? words[count - 1] : 0, UINT32_MAX);
    } else {
        for (size_t i = 0; i < count; i++)
            words[i] = UINT32_MAX;
    }
}

void card_write_words(struct card *card, uint32_t reg, const uint32_t *words, size_t count)
{
    if (bar_holds(card, NV_BAR_MMIO, reg, 4 * count) && !card_expired(card))
        card->bus->ops->write_words(card->bus, bar_address(card, NV_BAR_MMIO, reg), words, count);
}

uint8_t card_read8(struct card *card, uint32_t reg)
{
    return (uint8_t)card_bar_read(card, NV_BAR_MMIO, reg, 1);
}

void card_write8(struct card *card, uint32_t reg, uint8_t value)
{
    card_bar_write(card, NV_BAR_MMIO, reg, 1, value);
}

static bool remembered(const struct card *card, uint32_t reg)
{
    for (unsigned i = 0; i < card->change_count; i++)
        if (card->changes[i].reg == reg)
            return true;
    return false;
}

/* The deadline may pass between any two accesses. A read that came too late gives all ones, which are
 * none of the register's and must never be put back: so the deadline is checked after the read, not before. */
static enum err remember(struct card *card, uint32_t reg)
{
    if (card->change_count == CARD_CHANGES_MAX) {
        card_log(card, "register 0x%06x stays as it is: %u changes are remembered already", reg,
                 CARD_CHANGES_MAX);
        card->changes_refused = true;
        return ERR_NO_MEMORY;
    }
    const uint32_t before = card_read32(card, reg);

    if (card->expired)
        return ERR_DEADLINE;
    card->changes[card->change_count++] = (struct card_change){ .reg = reg, .before = before };
    return OK;
}

enum err card_set32(struct card *card, uint32_t reg, uint32_t value)
{
    const enum err e = remembered(card, reg) ? OK : remember(card, reg);

    if (e != OK)
        return e;
    card_write32(card, reg, value);
    return card->expired ? ERR_DEADLINE : OK;
}

static void put_back(struct card *card, const struct card_change *change)
{
    if (card->family && card->family->put_back)
        card->family->put_back(card, change);
    else
        card_write32(card, change->reg, change->before);
}

/* A refusal ends a test, not the writing back of registers that the test has changed. */
static void go_on(struct card *card)
{
    if (card->refusal.words)
        card->expired = card->loss != CARD_ANSWERS;
}

void card_undo(struct card *card, unsigned mark)
{
    card->pmem_known = false;
    while (card->change_count > mark) {
        put_back(card, &card->changes[--card->change_count]);
        go_on(card);
    }
}

static bool was_stuck(const struct card *card, uint32_t reg)
{
    for (unsigned i = 0; i < card->stuck_count; i++)
        if (card->stuck[i] == reg)
            return true;
    return false;
}

static enum err give_up_on(struct card *card, uint32_t reg)
{
    if (!was_stuck(card, reg) && card->stuck_count < CARD_STUCK_MAX)
        card->stuck[card->stuck_count++] = reg;
    return ERR_TIMEOUT;
}

/* A register that has stayed out once is waited for only a hundredth of the time after that: a dead unit must not cost
 * its whole time-out in each test. */
enum err card_wait(struct card *card, uint32_t reg, uint32_t mask, uint32_t wanted,
                   uint32_t timeout_us)
{
    struct bus *bus = card->bus;
    const uint32_t allowed_us = was_stuck(card, reg) ? timeout_us / 100 : timeout_us;
    const uint64_t give_up = bus->ops->time_us(bus) + allowed_us;

    for (;;) {
        uint32_t seen;
        const bool value = card_ask32(card, reg, &seen);

        if (card->loss != CARD_ANSWERS)
            return ERR_DEADLINE;
        if (card->expired && card->refusal.words)
            return ERR_DEADLINE;
        if (card->expired) {
            card_log(card, "register 0x%06x mask 0x%08x: wanted 0x%08x, deadline of the test", reg,
                     mask, wanted);
            return ERR_DEADLINE;
        }
        if (value && (seen & mask) == wanted)
            return OK;
        if (bus->ops->time_us(bus) < give_up)
            continue;
        if (!value) {
            card_refuse(card, reg, seen, refusal_words(card, reg, seen));
            (void)!give_up_on(card, reg);
            return ERR_DEADLINE;
        }
        card_log(card, "register 0x%06x mask 0x%08x: wanted 0x%08x, seen 0x%08x after %u us", reg,
                 mask, wanted, seen & mask, allowed_us);
        card->late[0] = '\0';
        return give_up_on(card, reg);
    }
}

typedef enum err dma_function(struct bus *bus, size_t size, struct dma_memory *out);

static enum err take_dma(struct card *card, dma_function *alloc, size_t size,
                         struct dma_memory *out)
{
    if (card->dma_count == CARD_DMA_MAX)
        return ERR_NO_MEMORY;
    const enum err e = alloc(card->bus, size, out);

    if (e == OK)
        card->dma[card->dma_count++] = *out;
    return e;
}

enum err card_dma_alloc(struct card *card, size_t size, struct dma_memory *out)
{
    return take_dma(card, card->bus->ops->dma_alloc, size, out);
}

enum err card_work_alloc(struct card *card, size_t size, struct dma_memory *out)
{
    const enum err e = card_dma_alloc(card, size, out);
    dma_function *const alloc = card->bus->ops->ram_alloc;

    return e == ERR_NO_DMA && alloc ? take_dma(card, alloc, size, out) : e;
}

enum err card_dma_alloc_high(struct card *card, size_t size, struct dma_memory *out)
{
    dma_function *const alloc = card->bus->ops->dma_alloc_high;

    return alloc ? take_dma(card, alloc, size, out) : ERR_UNSUPPORTED;
}

uint8_t *card_dma_cpu(struct card *card, uint64_t bus, size_t size)
{
    /* The newest first: a fence that is polled lies there. */
    for (unsigned i = card->dma_count; i-- > 0;) {
        const struct dma_memory *m = &card->dma[i];

        if (bus >= m->bus.v && size <= m->size && bus - m->bus.v <= m->size - size)
            return (uint8_t *)m->cpu + (bus - m->bus.v);
    }
    return NULL;
}

void card_dma_free_all(struct card *card, unsigned keep)
{
    while (card->dma_count > keep)
        card->bus->ops->dma_free(card->bus, &card->dma[--card->dma_count]);
}

void card_phase(struct card *card, const char *what)
{
    if (card->phase)
        card->phase(card->phase_opaque, what);
}

void card_log(struct card *card, const char *format, ...)
{
    char line[CARD_LOG_MAX];
    struct text text = text_in(line, sizeof(line));
    va_list list;

    va_start(list, format);
    text_format_list(&text, format, list);
    va_end(list);
    card->bus->ops->log(card->bus, line);
}
