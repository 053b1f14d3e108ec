#include "model/host/bars.h"

#include <assert.h>
#include <string.h>

/* Virtual time of one access, of the order of a PCI Express round trip. */
#define READ_NS           800
#define WRITE_NS          100
#define BYTES_NS(host, n) ((n) * (uint64_t)(host)->bulk_slow) /* a gigabyte a second */
#define HANG_NS           UINT64_C(1000000000)

/* The slot whose card answers at the address; null: nobody. */
static struct slot *slot_of(struct host_bus *host, uint64_t at, size_t size, unsigned *bar,
                            uint64_t *offset)
{
    if (host->dead || !bridge_passes_down(&host->bridge))
        return NULL;
    for (unsigned s = 0; s < host->count; s++) {
        struct slot *slot = &host->slots[s];
        for (unsigned i = 0; i < PCI_BAR_COUNT; i++) {
            const uint64_t inside = at - slot->bar[i];
            if (inside < slot->bar_size[i] && slot->bar_size[i] - inside >= size) {
                *bar = i;
                *offset = inside;
                return slot;
            }
        }
    }
    return NULL;
}

static struct model *answer(struct host_bus *host, uint64_t at, size_t size, unsigned *bar,
                            uint64_t *offset)
{
    struct slot *slot = slot_of(host, at, size, bar, offset);
    return slot ? slot->card : NULL;
}

static void pass_time(struct host_bus *host, unsigned bar, uint64_t ns)
{
    host->now_ns += ns * host->slow;
    if (host->hang && bar == NV_BAR_MMIO)
        host->now_ns += HANG_NS;
}

/* The sizes that pci/bus.h allows in an access to a BAR: a card in a machine need not answer any
 * other. */
static void check_one(bus_addr at, unsigned size)
{
    assert((size == 1 || size == 2 || size == 4 || size == 8) && at.v % size == 0);
}

static void check_many(bus_addr at)
{
    assert(at.v % 8 == 0);
}

uint64_t bars_read(struct bus *bus, bus_addr at, uint8_t size)
{
    check_one(at, size);
    struct host_bus *host = host_of(bus);
    unsigned bar = 0;
    uint64_t offset;
    struct model *card = answer(host, at.v, size, &bar, &offset);

    pass_time(host, card ? bar : 5, READ_NS);
    if (!card)
        return size == 8 ? UINT64_MAX : ones(size);
    const uint64_t value = model_read(card, bar, offset, size);
    return size == 8 ? value : value & ones(size);
}

void bars_write(struct bus *bus, bus_addr at, uint8_t size, uint64_t value)
{
    check_one(at, size);
    struct host_bus *host = host_of(bus);
    unsigned bar;
    uint64_t offset;
    struct model *card = answer(host, at.v, size, &bar, &offset);

    pass_time(host, 5, WRITE_NS);
    if (card)
        model_write(card, bar, offset, value, size);
}

void bars_read_block(struct bus *bus, bus_addr at, void *bytes, size_t size)
{
    check_many(at);
    struct host_bus *host = host_of(bus);
    unsigned bar = 0;
    uint64_t offset;
    struct model *card = answer(host, at.v, size, &bar, &offset);

    pass_time(host, card ? bar : 5, READ_NS + BYTES_NS(host, size));
    if (card)
        model_read_block(card, bar, offset, bytes, size);
    else
        memset(bytes, 0xff, size);
}

void bars_write_block(struct bus *bus, bus_addr at, const void *bytes, size_t size)
{
    check_many(at);
    struct host_bus *host = host_of(bus);
    unsigned bar;
    uint64_t offset;
    struct model *card = answer(host, at.v, size, &bar, &offset);

    pass_time(host, 5, WRITE_NS + BYTES_NS(host, size));
    if (card)
        model_write_block(card, bar, offset, bytes, size);
}

void bars_fill_block(struct bus *bus, bus_addr at, uint64_t word, size_t size)
{
    uint64_t words[512];

    for (unsigned i = 0; i < 512 && 8 * i < size; i++)
        words[i] = word;
    for (size_t done = 0, part; done < size; done += part) {
        part = size - done < sizeof(words) ? size - done : sizeof(words);
        bars_write_block(bus, (bus_addr){ at.v + done }, words, part);
    }
}

/* Bytes that VRAM storage serves without the card's doing; null: the card must do each access. */
static uint8_t *plain_bytes(const struct slot *slot, unsigned bar, uint64_t offset, size_t size)
{
    uint64_t vram_size;
    uint8_t *vram = model_vram(slot->card, &vram_size);

    for (unsigned i = 0; i < MODEL_ALIASES_MAX; i++) {
        const struct alias_range *alias = &slot->aliases[i];
        const uint64_t inside = offset - alias->offset;

        if (alias->used && alias->bar == bar && inside < alias->size &&
            size <= alias->size - inside)
            /* cppcheck takes the pointer for one to vram_size, of which model_vram keeps nothing. */
            /* cppcheck-suppress returnDanglingLifetime */
            return vram + alias->vram + inside;
    }
    return NULL;
}

/* How many words are looked up together: an alias may come while they are written. */
#define WORDS_AT_ONCE 64

/* Of up to WORDS_AT_ONCE words, where they lie if storage serves them. */
static uint8_t *plain_words(struct host_bus *host, bus_addr at, size_t count, unsigned *bar)
{
    uint64_t offset;
    struct slot *slot = slot_of(host, at.v, 4 * count, bar, &offset);

    return slot ? plain_bytes(slot, *bar, offset, 4 * count) : NULL;
}

void bars_read_words(struct bus *bus, bus_addr at, uint32_t *words, size_t count)
{
    struct host_bus *host = host_of(bus);

    for (size_t done = 0, part; done < count; done += part) {
        const bus_addr from = { at.v + 4 * done };
        unsigned bar = 0;

        part = count - done < WORDS_AT_ONCE ? count - done : WORDS_AT_ONCE;
        const uint8_t *plain = plain_words(host, from, part, &bar);
        if (plain)
            memcpy(words + done, plain, 4 * part);
        for (size_t i = 0; i < part; i++)
            if (plain)
                pass_time(host, bar, READ_NS);
            else
                words[done + i] = (uint32_t)bars_read(bus, (bus_addr){ from.v + 4 * i }, 4);
    }
}

void bars_write_words(struct bus *bus, bus_addr at, const uint32_t *words, size_t count)
{
    struct host_bus *host = host_of(bus);

    for (size_t done = 0, part; done < count; done += part) {
        const bus_addr to = { at.v + 4 * done };
        unsigned bar = 0;

        part = count - done < WORDS_AT_ONCE ? count - done : WORDS_AT_ONCE;
        uint8_t *plain = plain_words(host, to, part, &bar);
        if (plain)
            memcpy(plain, words + done, 4 * part);
        for (size_t i = 0; i < part; i++)
            if (plain)
                pass_time(host, 5, WRITE_NS);
            else
                bars_write(bus, (bus_addr){ to.v + 4 * i }, 4, words[done + i]);
    }
}

/* One word of a march element; false: it was not the expected one. */
static bool march_word(struct model *card, unsigned bar, uint64_t offset, uint64_t expect,
                       uint64_t next, uint64_t *seen)
{
    *seen = model_read(card, bar, offset, 8);
    if (*seen != expect)
        return false;
    if (next != expect)
        model_write(card, bar, offset, next, 8);
    return true;
}

static size_t march_slowly(struct model *card, unsigned bar, uint64_t offset, size_t size,
                           bool down, uint64_t expect, uint64_t next, uint64_t *seen)
{
    for (size_t i = 0; i < size; i += 8) {
        const size_t word = down ? size - 8 - i : i;

        if (!march_word(card, bar, offset + word, expect, next, seen))
            return word;
    }
    return size;
}

static size_t march_plainly(uint64_t *words, size_t size, bool down, uint64_t expect, uint64_t next,
                            uint64_t *seen)
{
    for (size_t i = 0; i < size / 8; i++) {
        const size_t word = down ? size / 8 - 1 - i : i;

        *seen = words[word];
        if (*seen != expect)
            return 8 * word;
        words[word] = next;
    }
    return size;
}

size_t bars_march(struct bus *bus, bus_addr at, size_t size, bool down, uint64_t expect,
                  uint64_t next, uint64_t *seen)
{
    check_many(at);
    struct host_bus *host = host_of(bus);
    unsigned bar = 0;
    uint64_t offset;
    struct slot *slot = slot_of(host, at.v, size, &bar, &offset);

    pass_time(host, slot ? bar : 5, READ_NS + BYTES_NS(host, size));
    *seen = UINT64_MAX;
    if (!slot)
        return 0;
    uint8_t *plain = plain_bytes(slot, bar, offset, size);
    return plain ? march_plainly((uint64_t *)(void *)plain, size, down, expect, next, seen)
                 : march_slowly(slot->card, bar, offset, size, down, expect, next, seen);
}
