#include "tests/model/nv50/vm/random.h"

#include <string.h>

#define ALL_ADDRESSES UINT64_C(0xffffffffff)
#define PAGE          UINT64_C(0x1000)

uint64_t rng_next(struct rng *rng)
{
    rng->state ^= rng->state << 13;
    rng->state ^= rng->state >> 7;
    rng->state ^= rng->state << 17;
    return rng->state * UINT64_C(0x2545f4914f6cdd1d);
}

uint64_t rng_below(struct rng *rng, uint64_t end)
{
    return (rng_next(rng) >> 11) % end;
}

bool rng_chance(struct rng *rng, unsigned percent)
{
    return rng_below(rng, 100) < percent;
}

void random_fill(struct rng *rng, struct world *world)
{
    for (uint64_t at = 0; at < SYSRAM_SIZE; at += 8) {
        const uint64_t word = rng_next(rng);
        memcpy(world->sysram + at, &word, 8);
    }
}

struct mmu_rules random_rules(struct rng *rng)
{
    static const uint16_t granules[] = { 1, 4, 32, 256, 4096 };

    return (struct mmu_rules){ .limit_rule = (enum limit_rule)rng_below(rng, 4),
                               .limit_granule = granules[rng_below(rng, 5)],
                               .sum_wraps = rng_chance(rng, 50),
                               .pt_size_on_large = rng_chance(rng, 50),
                               .unpaged_double_step = (uint8_t)(1 + rng_below(rng, 2)) };
}

static enum target any_target(struct rng *rng)
{
    static const enum target targets[] = { TARGET_VRAM, TARGET_VRAM, TARGET_SYSRAM_SNOOP,
                                           TARGET_SYSRAM_NOSNOOP };

    return rng_chance(rng, 1) ? TARGET_INVALID : targets[rng_below(rng, 4)];
}

/* A page of that target's memory, now and then one outside. */
static uint64_t any_page(struct rng *rng, const struct world *world, enum target target)
{
    const bool vram = target == TARGET_VRAM;
    const uint64_t size = vram ? world->vram_size : SYSRAM_SIZE;
    uint64_t page = (vram ? 0 : world->sysram_base) + rng_below(rng, size / PAGE) * PAGE;

    if (rng_chance(rng, 2))
        page = rng_next(rng) & ALL_ADDRESSES & ~(PAGE - 1);
    else if (vram && rng_chance(rng, 30)) /* bits 39:32 do not count */
        page |= rng_below(rng, 256) << 32;
    return page;
}

/* Addresses of every magnitude, with corners. */
static uint64_t any_address(struct rng *rng)
{
    switch (rng_below(rng, 4)) {
    case 0:
        return rng_next(rng) & ALL_ADDRESSES;
    case 1:
        return rng_below(rng, UINT64_C(1) << (1 + rng_below(rng, 40)));
    case 2:
        return (ALL_ADDRESSES - rng_below(rng, UINT64_C(1) << (1 + rng_below(rng, 32)))) &
               ALL_ADDRESSES;
    default:
        return rng_below(rng, UINT64_C(0x800)) << 29 | rng_below(rng, 0x10000);
    }
}

static uint64_t any_limit(struct rng *rng, uint64_t sum)
{
    switch (rng_below(rng, 6)) {
    case 0:
        return (sum + rng_below(rng, 16) - 8) & ALL_ADDRESSES;
    case 1:
        return (sum + rng_below(rng, 0x3000) - 0x1000) & ALL_ADDRESSES;
    case 2:
        return any_address(rng);
    default:
        return ALL_ADDRESSES;
    }
}

static linear_addr object_place(uint32_t channel, uint16_t selector)
{
    const enum target target = (enum target)(channel >> 28 & 3);
    const uint64_t at = ((uint64_t)(channel & 0xfffffff) << 12) + (uint64_t)selector * 16;

    return (linear_addr){ at & (target == TARGET_VRAM ? UINT32_MAX : ALL_ADDRESSES), target };
}

/* Draws an object for an access at L and gives the sum; about half leave all to the PTE. */
static uint64_t random_object(struct rng *rng, struct world *world,
                              const struct nv50_vm_access *access)
{
    const linear_addr at = object_place(access->channel, access->selector);
    const bool unpaged = rng_chance(rng, 25);
    const uint64_t into =
        (unpaged ? any_page(rng, world, TARGET_VRAM) : any_address(rng)) + rng_below(rng, PAGE);
    const uint64_t base = (rng_chance(rng, 70) ? into - access->logical : into) & ALL_ADDRESSES;
    const uint64_t sum = (base + access->logical) & ALL_ADDRESSES;
    const uint64_t limit = any_limit(rng, sum);
    uint64_t w0 = rng_next(rng) & UINT32_MAX, w4 = rng_next(rng), w5 = w4 >> 32;

    w0 = (w0 & ~UINT64_C(0x30000)) | (unpaged ? 1 + rng_below(rng, 3) : 0) << 16;
    if (rng_chance(rng, 50))
        w0 |= UINT64_C(0x7f) << 22;
    if (rng_chance(rng, 50)) /* rights from the PTE */
        w0 &= ~UINT64_C(0x3c0000);
    if (rng_chance(rng, 60)) /* compressed memory that begins a little below */
        w5 = (w5 & ~UINT64_C(0xffff)) | (((sum >> 16) - rng_below(rng, 8)) & 0xffff);
    world_poke(world, at, w0 | limit << 32);
    world_poke(world, (linear_addr){ at.v + 8, at.target },
               (base & UINT32_MAX) |
                   ((base >> 32) | (limit >> 32) << 24 | (rng_next(rng) & 0xffff00)) << 32);
    world_poke(world, (linear_addr){ at.v + 16, at.target }, (w4 & UINT32_MAX) | w5 << 32);
    return sum;
}

static uint64_t random_pte(struct rng *rng, const struct world *world)
{
    const enum target target = any_target(rng);
    uint64_t pte = rng_next(rng) & ~(UINT64_C(0xfffffff) << 12);

    pte = (pte & ~UINT64_C(0x31)) | (uint64_t)target << 4 | rng_chance(rng, 90);
    if (rng_chance(rng, 40))
        pte &= ~UINT64_C(0x380); /* no block */
    if (rng_chance(rng, 50))
        pte &= ~UINT64_C(0x48); /* no restriction of rights */
    return pte | any_page(rng, world, target);
}

/* The PDE and PTE of one virtual address. The table is put so that the PTE lies in memory. */
static void random_tables(struct rng *rng, struct world *world, uint32_t channel, uint64_t at)
{
    static const unsigned shifts[] = { 12, 16, 14, 12 };
    const linear_addr start = object_place(channel, 0);
    const uint64_t type = rng_chance(rng, 96) ? 1 + rng_below(rng, 3) : 0;
    const enum target target = any_target(rng);
    const uint64_t index = (at & 0x1fffffff) >> shifts[type];
    const uint64_t page = any_page(rng, world, target);
    const uint64_t top = target == TARGET_VRAM ? UINT32_MAX : ALL_ADDRESSES;
    const uint64_t table = (page - (index * 8 & ~(PAGE - 1))) & top;
    const uint64_t size = rng_chance(rng, 50) ? 0 : rng_below(rng, 4);
    const uint64_t junk = rng_next(rng) & ~(ALL_ADDRESSES & ~UINT64_C(0xf80)) & ~UINT64_C(0x7f);
    const uint64_t high = target == TARGET_VRAM ? page & ~(uint64_t)UINT32_MAX : 0;

    world_poke(
        world, (linear_addr){ start.v + world->chip->pd_offset + 8 * (at >> 29), start.target },
        type | (uint64_t)target << 2 | size << 5 | table | high | junk | rng_below(rng, 2) << 4);
    world_poke(world, (linear_addr){ table + index * 8, target }, random_pte(rng, world));
}

static const struct vm_slot *any_slot(struct rng *rng, const struct nv50_chip *chip)
{
    const unsigned bit = chip_bit(&chip->chip);
    const struct vm_slot *slot;

    do
        slot = &vm_slots[rng_below(rng, VM_SLOT_COUNT)];
    while (!(slot->chips & bit));
    return slot;
}

void random_access(struct rng *rng, struct world *world, struct nv50_vm_access *access)
{
    const struct vm_slot *const slot = any_slot(rng, world->chip);
    const enum target target = any_target(rng);

    *access = (struct nv50_vm_access){
        .engine = slot->engine,
        .client = slot->client,
        .slot = slot->slot,
        .write = rng_chance(rng, 50),
        .channel = (uint32_t)(any_page(rng, world, target) >> 12) | (uint32_t)target << 28,
        .selector = (uint16_t)rng_next(rng),
        .logical = any_address(rng),
    };
    if (rng_chance(rng, 70)) /* near the start, so that the object lies in memory too */
        access->selector &= 0x7ff;
    if (rng_chance(rng, 1))
        access->selector = 0;
    if (rng_chance(rng, 1)) /* whatever lies there */
        access->size = 1;
    else
        random_tables(rng, world, access->channel, random_object(rng, world, access));
    /* An access of more than one byte that crosses a page is split by its requester. */
    const linear_addr object = object_place(access->channel, access->selector);
    const uint64_t base = world_peek(world, (linear_addr){ object.v + 8, object.target });
    const uint64_t room = PAGE - ((base + access->logical) & (PAGE - 1));
    access->size = 1 + (unsigned)rng_below(rng, room < 8 ? room : 8);
}
