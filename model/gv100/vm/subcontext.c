#include "model/gv100/vm/subcontext.h"

#include "model/gv100/base/card.h"
#include "model/gv100/vm/memory.h"

static uint32_t word(struct gv100 *card, linear_addr block, unsigned index)
{
    return gv_memory_read32(card, linear_add(block, 4 * (uint64_t)index));
}

/* One entry. False: it unbinds. */
static bool bind(struct gv100 *card, linear_addr block, unsigned veid, struct space *space,
                 uint32_t *low)
{
    const unsigned at = RAMIN_SC + RAMIN_SC_WORDS * veid;

    *low = word(card, block, at);
    if (FIELD_GET(RAMIN_PDB_TARGET, *low) == RAMIN_TARGET_INVALID)
        return false;
    space->bound = true;
    space->tables =
        (linear_addr){ (uint64_t)word(card, block, at + 1) << 32 | (*low & RAMIN_PDB_LO),
                       (enum target)FIELD_GET(RAMIN_PDB_TARGET, *low) };
    return true;
}

/* The subcontext bound last sets format, big page size and replay bits of all others (gv100.md
 * §3.1). */
static void bind_all(struct gv100 *card, struct subcontexts *loaded, linear_addr block)
{
    const uint64_t valid = word(card, block, RAMIN_SC_PDB_VALID) |
                           (uint64_t)word(card, block, RAMIN_SC_PDB_VALID + 1) << 32;
    uint32_t last = 0;

    for (unsigned i = 0; i < RAMIN_SUBCONTEXTS; i++) {
        uint32_t low;

        loaded->spaces[i] = (struct space){ .block = block };
        if ((valid >> i & 1) && bind(card, block, i, &loaded->spaces[i], &low))
            last = low;
    }
    const bool usable = (last & RAMIN_PDB_USE_VER2_PT_FORMAT) && (last & RAMIN_PDB_BIG_PAGE_SIZE);
    for (unsigned i = 0; i < RAMIN_SUBCONTEXTS; i++) {
        loaded->spaces[i].bound &= usable;
        loaded->spaces[i].replayable =
            last & (RAMIN_PDB_FAULT_REPLAY_TEX | RAMIN_PDB_FAULT_REPLAY_GCC);
    }
    shell_trace(&card->shell, "subcontexts %016llx of block %llx", (unsigned long long)valid,
                (unsigned long long)block.v);
}

void gv_subcontexts_load(struct gv100 *card, struct subcontexts *loaded, linear_addr block)
{
    const uint64_t context = word(card, block, RAMIN_ENGINE_WFI) |
                             (uint64_t)word(card, block, RAMIN_ENGINE_WFI_HI) << 32;

    if (loaded->loaded && loaded->context == context)
        return;
    *loaded = (struct subcontexts){ .loaded = true, .block = block, .context = context };
    bind_all(card, loaded, block);
}

void gv_subcontexts_forget(struct subcontexts *loaded)
{
    loaded->loaded = false;
}
