#include "model/gv100/vm/space.h"

#include "hw/gv100/ram.h"
#include "model/gv100/base/card.h"
#include "model/gv100/vm/memory.h"

linear_addr gv_space_block(uint32_t pointer, uint32_t target)
{
    return (linear_addr){ (uint64_t)pointer << 12, (enum target)(target & 3) };
}

void gv_space_unbind(struct space *space)
{
    *space = (struct space){ 0 };
}

static bool usable(const struct gv100 *card, uint32_t word)
{
    if (FIELD_GET(RAMIN_PDB_TARGET, word) == RAMIN_TARGET_INVALID)
        return false;
    if (card->broken[DEFECT_VM_BLOCK_UNCHECKED])
        return true;
    return (word & RAMIN_PDB_USE_VER2_PT_FORMAT) && (word & RAMIN_PDB_BIG_PAGE_SIZE);
}

/* Of a defect: whether the block has a subcontext that is valid. */
static bool has_subcontext(struct gv100 *card, linear_addr block)
{
    return gv_memory_read64(card, linear_add(block, 4 * RAMIN_SC_PDB_VALID)) != 0;
}

/* Directory and limit are kept, because the MMU reads the instance block only at a bind. */
void gv_space_bind(struct gv100 *card, struct space *space, linear_addr block)
{
    const uint32_t low = gv_memory_read32(card, linear_add(block, 4 * RAMIN_PAGE_DIR_BASE));
    const uint32_t high = gv_memory_read32(card, linear_add(block, 4 * RAMIN_PAGE_DIR_BASE_HI));
    uint64_t tables = (uint64_t)high << 32 | (low & RAMIN_PDB_LO);
    enum target target = (enum target)FIELD_GET(RAMIN_PDB_TARGET, low);

    if (card->broken[DEFECT_VM_PDB_HIGH_IGNORED])
        tables &= UINT32_MAX;
    if (card->broken[DEFECT_VM_PDB_BIT_STUCK])
        tables |= 0x2000;
    if (card->broken[DEFECT_VM_PDB_TARGET_IGNORED])
        target = TARGET_VRAM;
    *space = (struct space){
        .bound = block.target != TARGET_INVALID && usable(card, low) &&
                 (!card->broken[DEFECT_VM_SUBCONTEXT_VALID_COUNTS] || has_subcontext(card, block)),
        .replayable = low & (RAMIN_PDB_FAULT_REPLAY_TEX | RAMIN_PDB_FAULT_REPLAY_GCC),
        .block = block,
        .limit = gv_memory_read64(card, linear_add(block, 4 * RAMIN_LIMIT_LO)),
        .tables = { tables, target },
    };
}
