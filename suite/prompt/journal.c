#include "suite/prompt/journal.h"

#include "engines/family.h"
#include "engines/window.h"

void journal_open(struct journal *journal, struct card *card)
{
    *journal = (struct journal){ .card = card };
}

static bool is_full(const struct journal *journal)
{
    return journal->count == JOURNAL_MAX;
}

static void add(struct journal *journal, const struct journal_entry *entry)
{
    journal->entries[journal->count++] = *entry;
}

enum err journal_register(struct journal *journal, uint32_t reg, uint32_t value)
{
    struct card *const card = journal->card;
    const unsigned changes = card->change_count;

    if (is_full(journal) || changes == CARD_CHANGES_MAX)
        return ERR_NO_MEMORY;
    const uint32_t before = card_read32(card, reg);
    const enum err e = card_set32(card, reg, value);

    card->pmem_known = false; /* it may be the register of the window that memory is reached by */

    if (e == OK)
        add(journal, &(struct journal_entry){ .kind = JOURNAL_REGISTER,
                                              .at = reg,
                                              .before = before,
                                              .after = value,
                                              .first = card->change_count > changes });
    return e;
}

enum err journal_config(struct journal *journal, uint16_t offset, uint32_t value)
{
    struct card *const card = journal->card;

    if (is_full(journal))
        return ERR_NO_MEMORY;
    const uint32_t before = card->bus->ops->config_read(card->bus, card->pci.at, offset, 4);

    add(journal, &(struct journal_entry){
                     .kind = JOURNAL_CONFIG, .at = offset, .before = before, .after = value });
    card->bus->ops->config_write(card->bus, card->pci.at, offset, 4, value);
    return OK;
}

/* Where the next `size` bytes that are kept go; null: nowhere. */
static uint8_t *store_of(struct journal *journal, uint32_t size)
{
    if (!journal->store.size &&
        card_work_alloc(journal->card, JOURNAL_STORE, &journal->store) != OK)
        return NULL;
    return size <= JOURNAL_STORE - journal->stored ? (uint8_t *)journal->store.cpu + journal->stored
                                                   : NULL;
}

static void add_memory(struct journal *journal, linear_addr at, uint32_t size, uint32_t after)
{
    const uint32_t *const kept =
        (const uint32_t *)(const void *)((const uint8_t *)journal->store.cpu + journal->stored);

    add(journal, &(struct journal_entry){ .kind = JOURNAL_MEMORY,
                                          .memory = at,
                                          .size = size,
                                          .stored = journal->stored,
                                          .before = *kept,
                                          .after = after });
    journal->stored += size;
}

enum err journal_memory(struct journal *journal, linear_addr at, const uint32_t *words,
                        uint32_t fill, uint32_t size)
{
    struct card *const card = journal->card;
    uint8_t *const kept = is_full(journal) ? NULL : store_of(journal, size);

    if (!kept)
        return ERR_NO_MEMORY;
    const enum err e = card_memory_read(card, at, kept, size);

    if (e != OK || card_expired(card)) /* a word read too late is not the former content */
        return e != OK ? e : ERR_DEADLINE;
    add_memory(journal, at, size, words ? words[0] : fill);
    return words ? card_memory_write(card, at, words, size)
                 : card_memory_fill(card, at, fill, size);
}

enum err journal_note(struct journal *journal, linear_addr at, const uint32_t *before,
                      uint32_t size, uint32_t after)
{
    uint8_t *const kept = is_full(journal) ? NULL : store_of(journal, size);

    if (!kept)
        return ERR_NO_MEMORY;
    __builtin_memcpy(kept, before, size);
    add_memory(journal, at, size, after);
    return OK;
}

static enum err put_back_register(struct card *card, const struct journal_entry *entry)
{
    const struct card_change change = { entry->at, entry->before };

    card->pmem_known = false;

    if (card->family->put_back)
        card->family->put_back(card, &change);
    else
        card_write32(card, entry->at, entry->before);
    /* The card's journal has it too, as its newest entry unless something else has written meanwhile. */
    if (entry->first && card->change_count &&
        card->changes[card->change_count - 1].reg == entry->at)
        card->change_count--;
    return OK;
}

static enum err put_back(struct journal *journal, const struct journal_entry *entry)
{
    struct card *const card = journal->card;

    switch (entry->kind) {
    case JOURNAL_REGISTER:
        return put_back_register(card, entry);
    case JOURNAL_CONFIG:
        card->bus->ops->config_write(card->bus, card->pci.at, (uint16_t)entry->at, 4,
                                     entry->before);
        return OK;
    default:
        journal->stored = entry->stored;
        return card_memory_write(card, entry->memory,
                                 (const uint8_t *)journal->store.cpu + entry->stored, entry->size);
    }
}

enum err journal_undo(struct journal *journal)
{
    if (!journal->count)
        return ERR_NOT_FOUND;
    const enum err e = put_back(journal, &journal->entries[--journal->count]);

    return e == OK && card_expired(journal->card) ? ERR_DEADLINE : e;
}

void journal_where(struct text *text, const struct journal_entry *entry)
{
    if (entry->kind == JOURNAL_REGISTER)
        text_format(text, "register 0x%06x", entry->at);
    else if (entry->kind == JOURNAL_CONFIG)
        text_format(text, "configuration space 0x%03x", entry->at);
    else
        text_format(text, "%s 0x%llx, %u bytes",
                    entry->memory.target == TARGET_VRAM ? "VRAM" : "system memory",
                    (unsigned long long)entry->memory.v, entry->size);
}
