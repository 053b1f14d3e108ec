/* mmu/gv100 against the model's own walk: tables that are full of random entries, which lead to each other in video and in
 * system memory, random instance blocks with and without subcontexts, addresses, operations, and answers to questions
 * that no source settles.
 *
 *   mmu/gv100/two_witnesses_test [COUNT [SEED]]    TAP, one point for the accesses and one for the outcomes met */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "hw/gv100/chip.h"
#include "mmu/gv100/walk.h"
#include "model/gv100/base/card.h"
#include "model/gv100/vm/access.h"
#include "model/gv100/vm/subcontext.h"
#include "model/gv100/vm/tlb.h"
#include "model/gv100/vram/vram.h"

#define COUNT_DEFAULT 200000
#define PER_WORLD     2000
#define POOL          24 /* pages that serve as tables, of each memory */
#define PAGE          0x1000u
#define VRAM_BASE     0x10000u
#define SYSTEM_BASE   UINT64_C(0x7fff00000000)
#define BLOCKS        0x100000u /* instance blocks, in video memory */
#define BLOCK_COUNT   8
#define OUTCOMES      18 /* by fault; then good and sparse */

struct twins {
    struct model *card;
    uint64_t random;
    const struct chip *chip;
    struct gmmu_rules rules;
    uint8_t system[POOL * PAGE];
    uint64_t met[OUTCOMES];
};

static uint64_t any(struct twins *t, uint64_t below)
{
    t->random ^= t->random << 13;
    t->random ^= t->random >> 7;
    t->random ^= t->random << 17;
    return (t->random >> 11) % below;
}

/* ---- the memory that both see ---- */

static bool system_read(void *opaque, uint64_t address, void *bytes, size_t size, bool snoop)
{
    const struct twins *t = opaque;

    (void)snoop;
    if (address < SYSTEM_BASE || address - SYSTEM_BASE > sizeof(t->system) - size)
        return false;
    memcpy(bytes, t->system + (address - SYSTEM_BASE), size);
    return true;
}

static bool system_write(void *opaque, uint64_t address, const void *bytes, size_t size, bool snoop)
{
    (void)opaque, (void)address, (void)bytes, (void)size, (void)snoop;
    return false;
}

static uint64_t clock_ns(void *opaque)
{
    (void)opaque;
    return 1000;
}

/* As the hardware's pins have it: video memory comes around, and an address that does not answer reads ones. */
static bool pins_read(const struct mmu_memory *memory, linear_addr at, void *bytes, size_t size)
{
    struct twins *t = memory->context;
    uint64_t vram_size;
    const uint8_t *vram = model_vram(t->card, &vram_size);

    if (at.target == TARGET_VRAM)
        for (size_t i = 0; i < size; i++)
            ((uint8_t *)bytes)[i] = vram[(at.v + i) % vram_size];
    else if (at.target == TARGET_INVALID || !system_read(t, at.v, bytes, size, true))
        memset(bytes, 0xff, size);
    return true;
}

/* ---- random tables ---- */

static uint64_t table_address(struct twins *t, bool video)
{
    const uint64_t page = (video ? VRAM_BASE : SYSTEM_BASE) + any(t, POOL) * PAGE;

    return any(t, 8) ? page : page + any(t, 16) * 0x100;
}

/* As a directory's entry has it: an aperture and the address of a table, with bits that mean nothing now and then. */
static uint64_t any_pde(struct twins *t)
{
    const uint64_t aperture = any(t, 8) ? 1 + any(t, 3) : 0;
    uint64_t entry = aperture << 1 | (uint64_t)(any(t, 4) == 0) << 3;

    if (aperture)
        entry |= table_address(t, aperture == 1) >> 4;
    if (any(t, 16) == 0)
        entry |= UINT64_C(1) << any(t, 64);
    return any(t, 8) ? entry & ~UINT64_C(1) : entry;
}

static uint64_t any_pte(struct twins *t)
{
    static const uint8_t kinds[] = { 0x00, 0x00, 0x00, 0xfe, 0x11, 0x60, 0xdb,
                                     0xff, 0x02, 0x06, 0x08, 0x0f, 0x10 };
    uint64_t entry = any(t, 4) != 0;

    entry |= any(t, 4) << 1 | (any(t, 4) ? 0 : any(t, 32) << 3);
    entry |= any(t, UINT64_C(1) << 48) << 8;
    if (any(t, 2))
        entry &= ~BITS64(53, 33);
    return entry | (uint64_t)kinds[any(t, sizeof(kinds))] << 56;
}

static void fill_tables(struct twins *t, uint8_t *bytes)
{
    for (unsigned i = 0; i < POOL * PAGE / 8; i++) {
        const uint64_t entry = any(t, 3) ? any_pde(t) : any_pte(t);

        memcpy(bytes + 8 * i, &entry, 8);
    }
}

static void put32(uint8_t *bytes, uint32_t word)
{
    memcpy(bytes, &word, 4);
}

/* Two words that say where tables are, as word 128 and each entry of a subcontext have them. */
static void put_directory(struct twins *t, uint8_t *words)
{
    const uint32_t target = any(t, 8) ? (uint32_t)(any(t, 2) ? 0 : 2 + any(t, 2)) : 1;
    const uint64_t tables = (target == 0 ? VRAM_BASE : SYSTEM_BASE) + any(t, POOL) * PAGE;

    put32(words, (uint32_t)tables | target | (uint32_t)(any(t, 8) ? 0xc00 : any(t, 4) << 10));
    put32(words + 4, (uint32_t)(tables >> 32));
}

/* Words 128 and 129 of some instance blocks, words 166 and 167, and the array of subcontexts. */
static void fill_blocks(struct twins *t, uint8_t *vram)
{
    for (unsigned i = 0; i < BLOCK_COUNT; i++) {
        uint8_t *block = vram + BLOCKS + i * PAGE;

        memset(block, 0, PAGE);
        put_directory(t, block + 512);
        for (unsigned veid = 0; veid < 64; veid++) {
            put_directory(t, block + 0x2a0 + 16 * veid);
            if (any(t, 4))
                block[0x298 + veid / 8] |= (uint8_t)(1 << veid % 8);
        }
    }
}

/* ---- answers ---- */

static void any_order(struct twins *t, char letters[5])
{
    static const char of_check[] = "PRAK";

    for (unsigned i = 0; i < GMMU_CHECKS; i++)
        t->rules.order[i] = (uint8_t)i;
    for (unsigned i = GMMU_CHECKS - 1; i > 0; i--) {
        const unsigned other = (unsigned)any(t, i + 1);
        const uint8_t kept = t->rules.order[i];

        t->rules.order[i] = t->rules.order[other];
        t->rules.order[other] = kept;
    }
    for (unsigned i = 0; i < GMMU_CHECKS; i++)
        letters[i] = of_check[t->rules.order[i]];
    letters[GMMU_CHECKS] = 0;
}

/* The same answers as mmu/'s rules and as the model's knobs. */
static void any_rules(struct twins *t, char *knobs, size_t size)
{
    static const char *const va[] = { "limit", "dropped", "pde" };
    struct gmmu_rules *r = &t->rules;
    char order[GMMU_CHECKS + 1];

    *r = gmmu_rules_default;
    any_order(t, order);
    r->table_wins = any(t, 2) ? GMMU_BIG_WINS : GMMU_SMALL_WINS;
    r->va_rule = (enum gmmu_va_rule)any(t, 3);
    r->low_bits = any(t, 2) ? GMMU_LOW_BITS_IGNORED : GMMU_LOW_BITS_ADDED;
    r->small_absent_is_pde = any(t, 2);
    r->bit5 = any(t, 2) ? GMMU_BIT5_ADDRESS : GMMU_BIT5_NO_ATS;
    r->is_pte_faults = any(t, 2);
    r->atomic_writes = any(t, 2);
    r->system_bits = any(t, 2) ? 47 : 58;
    snprintf(knobs, size,
             "tlb_entries=0+check_order=%s+both_valid=%s+va_high=%s+low_bits=%s+no_small=%s+"
             "dual_bit5=%s+pde_bit0=%s+ro_atomic=%s+sys_high=%s",
             order, r->table_wins == GMMU_BIG_WINS ? "big" : "small", va[r->va_rule],
             r->low_bits == GMMU_LOW_BITS_IGNORED ? "ignored" : "added",
             r->small_absent_is_pde ? "pde" : "pte",
             r->bit5 == GMMU_BIT5_ADDRESS ? "address" : "no_ats",
             r->is_pte_faults ? "fault" : "ignored", r->atomic_writes ? "violation" : "allowed",
             r->system_bits == 47 ? "dropped" : "count");
}

static bool open_card(struct twins *t)
{
    const struct model_host host = {
        .opaque = t, .dma_read = system_read, .dma_write = system_write, .clock_ns = clock_ns
    };
    char knobs[400], error[300];
    uint64_t vram_size;

    any_rules(t, knobs, sizeof(knobs));
    const struct model_config config = {
        .chip = t->chip, .vram_size = 16 << 20, .seed = any(t, 1000), .knobs = knobs
    };
    t->card = model_new(&config, &host, error, sizeof(error));
    if (!t->card) {
        printf("# %s\n", error);
        return false;
    }
    model_config_write(t->card, 4, 6, 2);
    uint8_t *vram = model_vram(t->card, &vram_size);
    fill_tables(t, vram + VRAM_BASE);
    fill_tables(t, t->system);
    fill_blocks(t, vram);
    return true;
}

/* ---- accesses ---- */

struct answer {
    unsigned outcome; /* fault, or 16: good, 17: sparse */
    uint64_t address;
    unsigned target;
};

static struct answer ask_mmu(struct twins *t, const struct gmmu_access *access)
{
    const struct mmu_memory memory = { pins_read, t };
    const struct gmmu gmmu = { &t->rules, &memory, t->chip };
    struct gmmu_result result;

    gmmu_translate(&gmmu, access, &result);
    if (result.outcome == GMMU_SPARSE)
        return (struct answer){ .outcome = 17 };
    if (result.outcome == GMMU_FAULT)
        return (struct answer){ .outcome = result.fault };
    if (result.aperture == GMMU_PTE_PEER_MEMORY) /* which this card does not have */
        return (struct answer){ .outcome = GMMU_FAULT_UNSUPPORTED_APERTURE };
    return (struct answer){ 16, result.address, result.aperture };
}

/* Of the entries that are valid and unbind nothing the one with the highest number, which the bind comes to last. */
static bool find_last(struct twins *t, linear_addr block, uint8_t *last)
{
    uint64_t vram_size;
    const uint8_t *bytes = model_vram(t->card, &vram_size) + block.v;

    for (unsigned veid = 64; veid-- > 0;)
        if ((bytes[0x298 + veid / 8] >> veid % 8 & 1) && (bytes[0x2a0 + 16 * veid] & 3) != 1) {
            *last = (uint8_t)veid;
            return true;
        }
    return false;
}

static void bind_model(struct gv100 *card, const struct gmmu_access *access, struct space *space)
{
    static struct subcontexts subcontexts;

    gv_space_bind(card, space, access->instance);
    if (access->veid == GMMU_NO_VEID)
        return;
    gv_subcontexts_forget(&subcontexts);
    gv_subcontexts_load(card, &subcontexts, access->instance);
    *space = subcontexts.spaces[access->veid];
}

static struct answer ask_model(struct twins *t, const struct gmmu_access *access)
{
    static const enum gmmu_access_type types[] = { GMMU_ACCESS_VIRT_READ, GMMU_ACCESS_VIRT_WRITE,
                                                   GMMU_ACCESS_VIRT_ATOMIC_STRONG };
    struct gv100 *card = gv_of(t->card);
    struct space space;
    struct access_result result;
    const struct client client = { .group = TLB_COPIES,
                                   .privileged = access->privileged,
                                   .space = &space };

    bind_model(card, access, &space);
    if (!gv_access_translate(card, &client, access->va, types[access->operation], &result))
        return (struct answer){ .outcome = result.fault };
    if (result.sparse)
        return (struct answer){ .outcome = 17 };
    return (struct answer){ 16, result.at.v, result.at.target };
}

static struct gmmu_access any_access(struct twins *t)
{
    uint64_t va = any(t, UINT64_C(1) << 49);

    if (any(t, 16) == 0)
        va |= UINT64_C(1) << (49 + any(t, 15));
    struct gmmu_access access = { .instance = { BLOCKS + any(t, BLOCK_COUNT) * PAGE, TARGET_VRAM },
                                  .veid = any(t, 2) ? GMMU_NO_VEID : (int)any(t, 64),
                                  .va = va,
                                  .operation = (enum gmmu_operation)any(t, 3),
                                  .privileged = any(t, 2) };

    access.has_last_bound = find_last(t, access.instance, &access.last_bound);
    return access;
}

static bool run_world(struct twins *t, uint64_t accesses)
{
    for (uint64_t i = 0; i < accesses; i++) {
        const struct gmmu_access access = any_access(t);
        const struct answer mmu = ask_mmu(t, &access), model = ask_model(t, &access);

        t->met[mmu.outcome]++;
        if (mmu.outcome == model.outcome && mmu.address == model.address &&
            mmu.target == model.target)
            continue;
        printf("# block %llx subcontext %d va %llx operation %u privileged %d\n",
               (unsigned long long)access.instance.v, access.veid, (unsigned long long)access.va,
               access.operation, access.privileged);
        printf("# mmu: outcome %u at %llx target %u; model: outcome %u at %llx target %u\n",
               mmu.outcome, (unsigned long long)mmu.address, mmu.target, model.outcome,
               (unsigned long long)model.address, model.target);
        return false;
    }
    return true;
}

/* Every outcome of a walk has to be among those met. */
static bool met_all(const struct twins *t)
{
    static const uint8_t wanted[] = { 0, 2, 3, 4, 5, 6, 0xa, 0xc, 0xf, 16, 17 };

    for (unsigned i = 0; i < sizeof(wanted); i++)
        if (t->met[wanted[i]] == 0) {
            printf("# outcome %u was never met\n", wanted[i]);
            return false;
        }
    return true;
}

int main(int argc, char **argv)
{
    static struct twins twins;
    const uint64_t count = argc > 1 ? strtoull(argv[1], NULL, 0) : COUNT_DEFAULT;
    bool same = true;

    twins.random = argc > 2 ? strtoull(argv[2], NULL, 0) : 0x2545f4914f6cdd1d;
    for (uint64_t done = 0; same && done < count; done += PER_WORLD) {
        /* GV100 and TU104 in turn: they differ by kinds. */
        twins.chip = &gv100_chips[done / PER_WORLD % 2 ? CHIP_TU104 : CHIP_GV100].chip;
        same = open_card(&twins) && run_world(&twins, PER_WORLD);
        model_free(twins.card);
    }
    const bool all = met_all(&twins);
    printf("%sok 1 - gv100.twins: %llu accesses\n", same ? "" : "not ", (unsigned long long)count);
    printf("%sok 2 - gv100.twins.met\n1..2\n", all ? "" : "not ");
    return !(same && all);
}
