#include "engines/gv100/topology.h"

#include "hw/gv100/pfifo.h"
#include "hw/gv100/places.h"
#include "hw/gv100/ptop.h"
#include "hw/gv100/refusal.h"

_Static_assert(PTOP_DEVICE_INFO_COUNT <= ENGINES_MAX, "a device takes a word at least");

static const struct engine nothing = {
    .type = ENGINE_NONE,
    .engine = ENGINE_NONE,
    .runlist = ENGINE_NONE,
    .interrupt = ENGINE_NONE,
    .reset = ENGINE_NONE,
    .fault = ENGINE_NONE,
};

static void take_data(struct engine *engine, uint32_t word)
{
    engine->base = word & PTOP_DEVICE_INFO_DATA_PRI_BASE;
    engine->instance = (uint8_t)FIELD_GET(PTOP_DEVICE_INFO_DATA_INST_ID, word);
    if (word & PTOP_DEVICE_INFO_DATA_FAULT_ID)
        engine->fault = (uint8_t)FIELD_GET(PTOP_DEVICE_INFO_DATA_FAULT_ID_ENUM, word);
}

static void take_enums(struct engine *engine, uint32_t word)
{
    if (word & PTOP_DEVICE_INFO_ENGINE)
        engine->engine = (uint8_t)FIELD_GET(PTOP_DEVICE_INFO_ENGINE_ENUM, word);
    if (word & PTOP_DEVICE_INFO_RUNLIST)
        engine->runlist = (uint8_t)FIELD_GET(PTOP_DEVICE_INFO_RUNLIST_ENUM, word);
    if (word & PTOP_DEVICE_INFO_INTR)
        engine->interrupt = (uint8_t)FIELD_GET(PTOP_DEVICE_INFO_INTR_ENUM, word);
    if (word & PTOP_DEVICE_INFO_RESET)
        engine->reset = (uint8_t)FIELD_GET(PTOP_DEVICE_INFO_RESET_ENUM, word);
}

static void take_word(struct engine *engine, uint32_t word)
{
    switch (FIELD_GET(PTOP_DEVICE_INFO_ENTRY, word)) {
    case PTOP_DEVICE_INFO_ENTRY_DATA:
        take_data(engine, word);
        break;
    case PTOP_DEVICE_INFO_ENTRY_ENUM:
        take_enums(engine, word);
        break;
    default:
        engine->type = (uint8_t)FIELD_GET(PTOP_DEVICE_INFO_TYPE_ENUM, word);
        break;
    }
}

/* Words of kind NOT_VALID belong to no device and do not end one. A table with a word that is no value is not believed
 * at all, because nobody can tell which device that word would have ended or begun. */
void topology_read(struct card *card, struct topology *out)
{
    const struct gv100_places *const places = gv100_places_of(card->chip);
    struct engine engine = nothing;

    *out = (struct topology){ .engines_most = places->engines, .runlists_most = places->runlists };
    for (unsigned i = 0; i < PTOP_DEVICE_INFO_COUNT; i++) {
        uint32_t word;

        if (!card_ask32(card, PTOP_DEVICE_INFO(i), &word)) {
            out->refusal = (struct card_refusal){ .reg = PTOP_DEVICE_INFO(i),
                                                  .word = word,
                                                  .words = refusal_words(word) };
            out->count = 0;
            return;
        }
        if (FIELD_GET(PTOP_DEVICE_INFO_ENTRY, word) == PTOP_DEVICE_INFO_ENTRY_NOT_VALID)
            continue;
        take_word(&engine, word);
        if (word & PTOP_DEVICE_INFO_CHAIN)
            continue;
        out->engines[out->count++] = engine;
        engine = nothing;
    }
}

static bool has_graphics(const struct topology *topology, uint8_t runlist)
{
    for (unsigned i = 0; i < topology->count; i++)
        if (topology->engines[i].type == PTOP_DEVICE_INFO_TYPE_ENUM_GRAPHICS &&
            topology->engines[i].runlist == runlist)
            return true;
    return false;
}

static bool is_copy(const struct topology *topology, const struct engine *engine)
{
    return engine->type == PTOP_DEVICE_INFO_TYPE_ENUM_LCE &&
           engine->runlist < topology->runlists_most && engine->engine < topology->engines_most &&
           !has_graphics(topology, engine->runlist);
}

static bool is_beyond(uint8_t id, unsigned count)
{
    return id != ENGINE_NONE && id >= count;
}

const struct engine *topology_copy(const struct topology *topology, unsigned nth)
{
    for (unsigned i = 0; i < topology->count; i++)
        if (is_copy(topology, &topology->engines[i]) && !nth--)
            return &topology->engines[i];
    return NULL;
}

unsigned topology_copies(const struct topology *topology)
{
    unsigned count = 0;

    while (topology_copy(topology, count))
        count++;
    return count;
}

unsigned topology_beyond(const struct topology *topology)
{
    unsigned count = 0;

    for (unsigned i = 0; i < topology->count; i++) {
        const struct engine *const engine = &topology->engines[i];

        count += engine->type == PTOP_DEVICE_INFO_TYPE_ENUM_LCE &&
                 (is_beyond(engine->runlist, topology->runlists_most) ||
                  is_beyond(engine->engine, topology->engines_most));
    }
    return count;
}

uint32_t topology_copy_resets(const struct topology *topology)
{
    uint32_t bits = 0;

    for (unsigned i = 0; i < topology->count; i++)
        if (is_copy(topology, &topology->engines[i]) && topology->engines[i].reset != ENGINE_NONE)
            bits |= BIT(topology->engines[i].reset);
    return bits;
}

uint32_t runlist_pbdmas(struct card *card, uint8_t runlist)
{
    const unsigned count = FIELD_GET(PFIFO_CFG0_NUM_PBDMA, card_read32(card, PFIFO_CFG0));
    uint32_t bits = 0;

    for (unsigned i = 0; i < count && i < gv100_places_of(card->chip)->pbdmas; i++)
        if (card_read32(card, PFIFO_PBDMA_MAP(i)) & BIT(runlist))
            bits |= BIT(i);
    return bits;
}
