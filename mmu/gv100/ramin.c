/* mmu/gv100/ramin.c: the two words of a page directory base have one layout, in words 128 and 129 for the context
 * and again for each of 64 subcontexts, so one pair of functions packs them all. */
#include "mmu/gv100/ramin.h"

static enum err ramin_pdb_pack(const struct ramin_pdb *pdb, uint32_t words[2])
{
    if (!FIELD_FITS(RAMIN_PDB_TARGET, pdb->target))
        return ERR_RANGE;
    if (pdb->base & (uint32_t)~RAMIN_PDB_LO)
        return ERR_ALIGN;
    words[0] = FIELD_PUT(RAMIN_PDB_TARGET, (uint32_t)pdb->target) |
               FIELD_PUT(RAMIN_PDB_VOL, (uint32_t)pdb->vol) |
               FIELD_PUT(RAMIN_PDB_FAULT_REPLAY_TEX, (uint32_t)pdb->replay_tex) |
               FIELD_PUT(RAMIN_PDB_FAULT_REPLAY_GCC, (uint32_t)pdb->replay_gcc) |
               FIELD_PUT(RAMIN_PDB_USE_VER2_PT_FORMAT, (uint32_t)pdb->ver2) |
               FIELD_PUT(RAMIN_PDB_BIG_PAGE_SIZE, (uint32_t)pdb->big_64k) |
               ((uint32_t)pdb->base & RAMIN_PDB_LO);
    words[1] = (uint32_t)(pdb->base >> 32);
    return OK;
}

void ramin_pdb_unpack(const uint32_t words[2], struct ramin_pdb *pdb)
{
    *pdb = (struct ramin_pdb){
        .target = (uint8_t)FIELD_GET(RAMIN_PDB_TARGET, words[0]),
        .vol = words[0] & RAMIN_PDB_VOL,
        .replay_tex = words[0] & RAMIN_PDB_FAULT_REPLAY_TEX,
        .replay_gcc = words[0] & RAMIN_PDB_FAULT_REPLAY_GCC,
        .ver2 = words[0] & RAMIN_PDB_USE_VER2_PT_FORMAT,
        .big_64k = words[0] & RAMIN_PDB_BIG_PAGE_SIZE,
        .base = (words[0] & RAMIN_PDB_LO) | (uint64_t)words[1] << 32,
    };
}

void ramin_pdb_bound_last(struct ramin_pdb *pdb, const struct ramin_pdb *last)
{
    if (last->target == RAMIN_TARGET_INVALID)
        return;
    pdb->replay_tex = last->replay_tex;
    pdb->replay_gcc = last->replay_gcc;
    pdb->ver2 = last->ver2;
    pdb->big_64k = last->big_64k;
}

/* ---- address translation services: a PASID and a switch, of the context and of each subcontext ---- */

static enum err ats_pack(bool ats, uint32_t pasid, uint32_t *word)
{
    if (!FIELD_FITS(RAMIN_ATS_PASID, pasid))
        return ERR_RANGE;
    *word = FIELD_PUT(RAMIN_ATS_PASID, pasid) | FIELD_PUT(RAMIN_ATS_ENABLE, (uint32_t)ats);
    return OK;
}

static enum err engine_pack(const struct ramin *ramin, uint32_t *words)
{
    if (!FIELD_FITS(RAMIN_ENGINE_WFI_TARGET, ramin->wfi_target) ||
        !FIELD_FITS(RAMIN_ENGINE_WFI_VEID, ramin->wfi_veid) ||
        !FIELD_FITS(RAMIN_ENGINE_WFI_PTR_HI, ramin->wfi_ptr >> 32) ||
        !FIELD_FITS(RAMIN_METHOD_BUFFER_HI, ramin->method_buffer >> 32))
        return ERR_RANGE;
    if (ramin->wfi_ptr & (uint32_t)~RAMIN_ENGINE_WFI_PTR_LO)
        return ERR_ALIGN;
    words[RAMIN_ENGINE_WFI] = FIELD_PUT(RAMIN_ENGINE_WFI_TARGET, (uint32_t)ramin->wfi_target) |
                              FIELD_PUT(RAMIN_ENGINE_WFI_MODE, (uint32_t)ramin->wfi_virtual) |
                              FIELD_PUT(RAMIN_ENGINE_CS, (uint32_t)ramin->cs_fg) |
                              ((uint32_t)ramin->wfi_ptr & RAMIN_ENGINE_WFI_PTR_LO);
    words[RAMIN_ENGINE_WFI_HI] = (uint32_t)(ramin->wfi_ptr >> 32);
    words[RAMIN_ENGINE_WFI_SUB] = ramin->wfi_veid;
    words[RAMIN_METHOD_BUFFER] = (uint32_t)ramin->method_buffer;
    words[RAMIN_METHOD_BUFFER_WORD1] = (uint32_t)(ramin->method_buffer >> 32);
    return OK;
}

static enum err subcontext_pack(const struct ramin_subcontext *sc, unsigned i, uint32_t *words)
{
    uint32_t *const own = words + RAMIN_SC + (size_t)i * RAMIN_SC_WORDS;
    uint32_t *const valid = words + RAMIN_SC_PDB_VALID + i / 32;
    enum err e = ramin_pdb_pack(&sc->pdb, own + RAMIN_SC_PAGE_DIR);

    if (e != OK)
        return e;
    e = ats_pack(sc->ats, sc->pasid, own + RAMIN_SC_ATS);
    if (e != OK)
        return e;
    *valid = (*valid & ~BIT(i % 32)) | (sc->valid ? BIT(i % 32) : 0);
    return OK;
}

/* Words that are no field of the instance block stay as the caller left them: RAMFC lies in the first 128. */
enum err ramin_pack(const struct ramin *ramin, uint32_t words[RAMIN_WORDS])
{
    enum err e = ramin_pdb_pack(&ramin->pdb, words + RAMIN_PAGE_DIR_BASE);

    if (e != OK)
        return e;
    e = engine_pack(ramin, words);
    if (e != OK)
        return e;
    e = ats_pack(ramin->ats, ramin->pasid, words + RAMIN_ATS);
    for (unsigned i = 0; i < RAMIN_SUBCONTEXTS && e == OK; i++)
        e = subcontext_pack(&ramin->sc[i], i, words);
    return e;
}
