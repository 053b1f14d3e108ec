#include "engines/gv100/space.h"

#include "engines/vram.h"
#include "engines/window.h"
#include "hw/least.h"
#include "mmu/gv100/ramin.h"
#include "mmu/gv100/step.h"

#define TABLE_BYTES 0x1000u
#define VA_LAST     (BIT64(GMMU_VA_BITS) - 1)

/* Every table has a page of its own. PD3 needs one (§5.1); a table of 64 KiB pages needs 256 bytes, but whether bit
 * 9 of its address counts is not proven (K07). */
static enum err table_memory(struct space *space, linear_addr *out)
{
    if (!space->pool_left)
        return memory_alloc(space->card, space->tables, TABLE_BYTES, TABLE_BYTES, out);
    *out = space->pool;
    space->pool = linear_add(space->pool, TABLE_BYTES);
    space->pool_left -= TABLE_BYTES;
    return OK;
}

enum err space_pool(struct space *space, unsigned tables)
{
    space->pool_left = (uint64_t)tables * TABLE_BYTES;
    return memory_alloc(space->card, space->tables, space->pool_left, TABLE_BYTES, &space->pool);
}

static enum err new_table(struct space *space, linear_addr *out)
{
    const enum err e = table_memory(space, out);

    return e == OK ? card_memory_fill(space->card, *out, 0, TABLE_BYTES) : e;
}

enum err space_open(struct space *space, struct card *card, enum target tables)
{
    *space = (struct space){ .card = card, .tables = tables };
    return new_table(space, &space->root);
}

enum err space_open_at(struct space *space, struct card *card, linear_addr pool, uint64_t size)
{
    *space = (struct space){ .card = card, .tables = pool.target, .pool = pool, .pool_left = size };
    return new_table(space, &space->root);
}

/* In a directory VRAM is aperture 1, and 0 says that there is no table; system memory has the numbers of enum target. */
static uint8_t pde_aperture(enum target target)
{
    return target == TARGET_VRAM ? GMMU_PDE_VIDEO_MEMORY : (uint8_t)target;
}

static enum target pde_target(uint8_t aperture)
{
    return aperture == GMMU_PDE_VIDEO_MEMORY ? TARGET_VRAM : (enum target)aperture;
}

/* Where the word of a directory entry lies that leads to tables of level `to`: of PD0's two words the second
 * is the one for small pages. */
static linear_addr child_word(linear_addr entry, enum gmmu_level to)
{
    return linear_add(entry, to == GMMU_PT_SMALL ? 8 : 0);
}

static enum err read_child(struct space *space, linear_addr word_at, struct gmmu_pde *pde)
{
    uint64_t word;
    const enum err e = card_memory_read(space->card, word_at, &word, sizeof(word));

    if (e == OK)
        gmmu_pde_unpack(word, pde);
    return e;
}

/* The word for a table of 64 KiB pages is like any other, because that table has a page of its own too. */
static enum err write_child(struct space *space, linear_addr word_at, linear_addr table)
{
    const struct gmmu_pde pde = { .aperture = pde_aperture(table.target), .table = table.v };
    uint64_t word;
    const enum err e = gmmu_pde_pack(&pde, &word);

    return e == OK ? space_write(space, word_at, word) : e;
}

/* The table of level `to` below an entry, made if there is none. */
static enum err descend(struct space *space, linear_addr entry, enum gmmu_level to,
                        linear_addr *out)
{
    const linear_addr word_at = child_word(entry, to);
    struct gmmu_pde pde;
    enum err e = read_child(space, word_at, &pde);

    if (e != OK)
        return e;
    if (pde.aperture != GMMU_PDE_INVALID) {
        *out = (linear_addr){ pde.table, pde_target(pde.aperture) };
        return OK;
    }
    e = new_table(space, out);
    return e == OK ? write_child(space, word_at, *out) : e;
}

static linear_addr entry_in(linear_addr table, enum gmmu_level level, virtual_addr at)
{
    return linear_add(table, (uint64_t)gmmu_index(level, at.v) * gmmu_levels[level].bytes);
}

/* An entry of PD0 points to two tables, of big and of small pages; so the step out of it goes to the level that is
 * asked for, because that is not always the next one. */
enum err space_entry(struct space *space, virtual_addr at, enum gmmu_level level, linear_addr *out)
{
    const enum gmmu_level last_directory = LEAST(level, GMMU_PD0);
    linear_addr table = space->root;

    if (at.v > VA_LAST)
        return ERR_RANGE;
    for (enum gmmu_level l = GMMU_PD3; l < last_directory; l++) {
        const enum err e = descend(space, entry_in(table, l, at), (enum gmmu_level)(l + 1), &table);

        if (e != OK)
            return e;
    }
    if (level > GMMU_PD0) {
        const enum err e = descend(space, entry_in(table, GMMU_PD0, at), level, &table);

        if (e != OK)
            return e;
    }
    *out = entry_in(table, level, at);
    return OK;
}

enum err space_write(struct space *space, linear_addr entry, uint64_t word)
{
    return card_memory_write(space->card, entry, &word, sizeof(word));
}

/* A page of 2 MiB is an entry of PD0 itself. */
static enum gmmu_level level_of(unsigned page_shift)
{
    return page_shift == GMMU_PAGE_4K    ? GMMU_PT_SMALL
           : page_shift == GMMU_PAGE_64K ? GMMU_PT_BIG
                                         : GMMU_PD0;
}

enum err space_page(struct space *space, virtual_addr at, unsigned page_shift,
                    const struct gmmu_pte *pte)
{
    linear_addr entry;
    uint64_t word;
    enum err e = gmmu_pte_pack(pte, page_shift, &word);

    if (e == OK)
        e = space_entry(space, at, level_of(page_shift), &entry);
    return e == OK ? space_write(space, entry, word) : e;
}

enum err space_map(struct space *space, virtual_addr at, uint64_t size, unsigned page_shift,
                   const struct gmmu_pte *pte)
{
    const uint64_t page = BIT64(page_shift);
    struct gmmu_pte next = *pte;

    if ((at.v | size) & (page - 1))
        return ERR_ALIGN;
    for (; size; size -= page, at.v += page, next.page += page) {
        const enum err e = space_page(space, at, page_shift, &next);

        if (e != OK)
            return e;
    }
    return OK;
}

struct gmmu_pte pte_to(linear_addr there)
{
    return (struct gmmu_pte){
        .valid = true,
        .aperture = (uint8_t)there.target, /* PTEs number VRAM and system memory as we do */
        .vol = there.target != TARGET_VRAM,
        .page = there.v,
    };
}

/* As a driver fills the block of a context without subcontexts: entry 0 of their array is the space itself, and
 * the others are invalid, with a 1 in both words of the address (§3.1). */
static void fill_subcontexts(struct ramin *ramin)
{
    ramin->sc[0] = (struct ramin_subcontext){ .valid = true, .pdb = ramin->pdb };
    for (unsigned i = 1; i < RAMIN_SUBCONTEXTS; i++)
        ramin->sc[i].pdb =
            (struct ramin_pdb){ .target = RAMIN_TARGET_INVALID, .base = UINT64_C(1) << 32 };
}

static enum err instance_words(const struct space *space, const struct instance_form *form,
                               uint32_t words[RAMIN_WORDS])
{
    struct ramin ramin = {
        .pdb = { .target = (uint8_t)space->root.target,
                 .vol = space->root.target != TARGET_VRAM,
                 .ver2 = true,
                 .big_64k = true,
                 .base = space->root.v },
        .method_buffer = form ? form->method_buffer : 0,
    };

    for (unsigned i = 0; i < RAMIN_WORDS; i++)
        words[i] = form && form->ramfc && i < RAMFC_WORDS ? form->ramfc[i] : 0;
    words[RAMIN_LIMIT_LO] = (uint32_t)VA_LAST;
    words[RAMIN_LIMIT_HI] = (uint32_t)(VA_LAST >> 32);
    fill_subcontexts(&ramin);
    return ramin_pack(&ramin, words);
}

enum err instance_make(const struct space *space, enum target where,
                       const struct instance_form *form, linear_addr *out)
{
    uint32_t words[RAMIN_WORDS];
    enum err e = instance_words(space, form, words);

    if (e == OK)
        e = memory_alloc(space->card, where, RAMIN_BYTES, RAMIN_ALIGN, out);
    return e == OK ? card_memory_write(space->card, *out, words, RAMIN_BYTES) : e;
}
