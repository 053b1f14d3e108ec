#include "tests/model/nv50/vm/world.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "hw/nv50/pfb.h"
#include "hw/pci.h"

#define ALL_ADDRESSES  UINT64_C(0xffffffffff)
#define NEIGHBOUR_SIZE (UINT64_C(1) << 20)
#define RECORD_RESET   PFB_VM_FAULT_ENABLE /* every unit's faults are kept */

static bool dma(struct world *world, uint64_t address, size_t size, uint8_t **bytes)
{
    if (address < world->sysram_base || address - world->sysram_base > SYSRAM_SIZE - size)
        return false;
    *bytes = world->sysram + (address - world->sysram_base);
    return true;
}

static bool is_neighbour(const struct world *world, uint64_t address)
{
    return world->neighbour && address - world->neighbour_bar1 < NEIGHBOUR_SIZE;
}

static bool dma_read(void *opaque, uint64_t address, void *bytes, size_t size, bool snoop)
{
    struct world *const world = opaque;
    uint8_t *from;

    world->last_snooped = snoop;
    if (is_neighbour(world, address)) {
        model_read_block(world->neighbour, 1, address - world->neighbour_bar1, bytes, size);
        return true;
    }
    if (!dma(world, address, size, &from))
        return false;
    memcpy(bytes, from, size);
    return true;
}

static bool dma_write(void *opaque, uint64_t address, const void *bytes, size_t size, bool snoop)
{
    struct world *const world = opaque;
    uint8_t *to;

    world->last_snooped = snoop;
    if (is_neighbour(world, address)) {
        model_write_block(world->neighbour, 1, address - world->neighbour_bar1, bytes, size);
        return true;
    }
    if (!dma(world, address, size, &to))
        return false;
    memcpy(to, bytes, size);
    return true;
}

static uint64_t clock_ns(void *opaque)
{
    (void)opaque;
    return 0;
}

/* One 64-bit word as the card would read it. */
uint64_t world_peek(const struct world *world, linear_addr at)
{
    const bool vram = at.target == TARGET_VRAM;
    const linear_addr place = { at.v & (vram ? UINT32_MAX : ALL_ADDRESSES), at.target };
    const uint8_t *const bytes = world_bytes(world, place, 8);
    uint64_t word = vram ? 0 : UINT64_MAX;

    if (bytes)
        memcpy(&word, bytes, 8);
    return word;
}

static bool read_structure(const struct mmu_memory *memory, linear_addr at, void *bytes,
                           size_t size)
{
    const struct world *const world = memory->context;

    for (size_t done = 0; done < size; done += 8) {
        const uint64_t word = world_peek(world, (linear_addr){ at.v + done, at.target });
        memcpy((uint8_t *)bytes + done, &word, 8);
    }
    return true;
}

static struct model *new_card(struct world *world, const struct world_setup *setup)
{
    const struct model_host host = {
        .opaque = world, .dma_read = dma_read, .dma_write = dma_write, .clock_ns = clock_ns
    };
    static const char *const names[] = { "EXCL_FIRST", "INCL_LAST", "INCL_FIRST", "EXCL_LAST" };
    const struct mmu_rules *const rules = &setup->rules;
    char knobs[400], error[400] = "";

    snprintf(knobs, sizeof(knobs),
             "limit_rule=%s+limit_granule=%u+sum_wrap=%s+pt_size_on_large=%s+"
             "unpaged_double_step=%u%s%s",
             names[rules->limit_rule], rules->limit_granule, rules->sum_wraps ? "wrap" : "fault",
             rules->pt_size_on_large ? "applied" : "ignored", rules->unpaged_double_step,
             setup->knobs ? "+" : "", setup->knobs ? setup->knobs : "");
    const struct model_config config = {
        .chip = &setup->chip->chip,
        .vram_size = (uint64_t)setup->chip->max_partitions << 20,
        .part_mask = (1u << setup->chip->max_partitions) - 1,
        .seed = setup->seed,
        .defects = setup->defects,
        .knobs = knobs,
    };
    struct model *const card = model_new(&config, &host, error, sizeof(error));
    if (!card) {
        printf("Bail out! %s: %s\n", setup->chip->chip.name, error);
        exit(2);
    }
    return card;
}

void world_open(struct world *world, const struct world_setup *setup)
{
    *world = (struct world){ .chip = setup->chip,
                             .sysram_base = setup->sysram_base,
                             .rules = setup->rules };
    world->sysram = calloc(1, SYSRAM_SIZE);
    if (!world->sysram) {
        puts("Bail out! no memory");
        exit(2);
    }
    world->card = new_card(world, setup);
    world->vram = model_vram(world->card, &world->vram_size);
    world->memory = (struct mmu_memory){ .read = read_structure, .context = world };
    world->mmu = (struct mmu){ .chip = setup->chip,
                               .rules = &world->rules,
                               .memory = &world->memory,
                               .vram_size = world->vram_size };
    model_config_write(world->card, PCI_COMMAND, PCI_COMMAND_MEMORY | PCI_COMMAND_MASTER, 2);
    world_write_reg(world, PFB_VM_FAULT, RECORD_RESET);
}

void world_close(struct world *world)
{
    model_free(world->card);
    free(world->sysram);
}

void world_neighbour(struct world *world, struct model *card, uint64_t bar1)
{
    world->neighbour = card;
    world->neighbour_bar1 = bar1;
}

uint8_t *world_bytes(const struct world *world, linear_addr at, size_t size)
{
    const bool vram = at.target == TARGET_VRAM;
    const uint64_t base = vram ? 0 : world->sysram_base;
    const uint64_t length = vram ? world->vram_size : SYSRAM_SIZE;

    if (at.target == TARGET_INVALID || at.v < base || at.v - base > length - size)
        return NULL;
    return (vram ? world->vram : world->sysram) + (at.v - base);
}

void world_poke(struct world *world, linear_addr at, uint64_t word)
{
    uint8_t *const bytes = world_bytes(world, at, 8);

    if (bytes)
        memcpy(bytes, &word, 8);
}

uint32_t world_read_reg(struct world *world, uint32_t reg)
{
    return (uint32_t)model_read(world->card, 0, reg, 4);
}

void world_write_reg(struct world *world, uint32_t reg, uint32_t value)
{
    model_write(world->card, 0, reg, value, 4);
}

void world_flush(struct world *world, unsigned engine)
{
    world_write_reg(world, PFB_MMU_TLB_FLUSH,
                    FIELD_PUT(PFB_MMU_TLB_FLUSH_ENGINE, engine) | PFB_MMU_TLB_FLUSH_TRIGGER);
}

void world_ask_mmu(struct world *world, const struct nv50_vm_access *access, struct verdict *out)
{
    const struct mmu_access asked = { .channel = access->channel,
                                      .selector = access->selector,
                                      .at = { access->logical },
                                      .size = (uint8_t)access->size,
                                      .write = access->write };
    struct translation t;

    mmu_translate(&world->mmu, &asked, &t);
    *out = (struct verdict){ .ok = t.outcome == TRANSLATION_OK };
    if (out->ok) {
        out->at = t.linear;
        out->attributes = t.attributes;
        return;
    }
    /* No sum exists without an object (tesla-vm.md §2.2, unverified E13). */
    const bool before = t.reason == FAULT_NO_CHANNEL || t.reason == FAULT_NULL_DMAOBJ;
    out->fault = (struct vm_fault){ .engine = access->engine,
                                    .client = access->client,
                                    .slot = access->slot,
                                    .reason = t.reason,
                                    .channel = access->channel,
                                    .at = { before ? access->logical : t.sum.v & ALL_ADDRESSES },
                                    .read = !access->write };
}

/* A record without a fault, or a fault without a record, is engine 0xff. */
static void take_record(struct world *world, struct vm_fault *fault)
{
    uint32_t words[FAULT_WORDS];

    *fault = (struct vm_fault){ .engine = 0xff };
    if (!(world_read_reg(world, PFB_VM_FAULT) & PFB_VM_FAULT_PENDING))
        return;
    for (uint32_t i = 0; i < FAULT_WORDS; i++) {
        world_write_reg(world, PFB_VM_FAULT, RECORD_RESET | FIELD_PUT(PFB_VM_FAULT_INDEX, i));
        words[i] = world_read_reg(world, PFB_VM_FAULT_DATA);
    }
    vm_fault_decode(world->chip, words, fault);
    world_write_reg(world, PFB_VM_FAULT, RECORD_RESET | PFB_VM_FAULT_PENDING);
}

void world_ask_model(struct world *world, const struct nv50_vm_access *access, struct verdict *out)
{
    struct nv50_vm_answer met;

    *out = (struct verdict){ .ok = nv50_vm_ask(world->card, access, &met) };
    if (!out->ok) {
        take_record(world, &out->fault);
        return;
    }
    out->at = met.at;
    out->attributes = (struct attributes){ .read_only = met.read_only,
                                           .supervisor = met.supervisor,
                                           .type = met.type,
                                           .compression = met.compression,
                                           .tag = met.tag,
                                           .long_cycle = met.long_cycle,
                                           .encrypted = met.encrypted };
}

bool verdicts_equal(const struct verdict *a, const struct verdict *b)
{
    const struct attributes *const x = &a->attributes, *const y = &b->attributes;
    const struct vm_fault *const f = &a->fault, *const g = &b->fault;

    if (a->ok != b->ok)
        return false;
    if (!a->ok)
        return f->engine == g->engine && f->client == g->client && f->slot == g->slot &&
               f->reason == g->reason && f->channel == g->channel && f->at.v == g->at.v &&
               f->read == g->read;
    return a->at.v == b->at.v && a->at.target == b->at.target && x->read_only == y->read_only &&
           x->supervisor == y->supervisor && x->type == y->type &&
           x->compression == y->compression && x->tag == y->tag && x->long_cycle == y->long_cycle &&
           x->encrypted == y->encrypted;
}

bool world_agrees(struct world *world, const struct nv50_vm_access *access)
{
    struct verdict mmu, model;

    world_flush(world, access->engine);
    world_ask_mmu(world, access, &mmu);
    world_ask_model(world, access, &model);
    return verdicts_equal(&mmu, &model);
}

void verdict_print(const char *who, const struct verdict *verdict)
{
    static const char *const targets[] = { "VRAM", "invalid", "SYSRAM_SNOOP", "SYSRAM_NOSNOOP" };
    const struct attributes *const a = &verdict->attributes;
    const struct vm_fault *const f = &verdict->fault;

    if (verdict->ok)
        printf("#   %s: ok target=%s linear=0x%" PRIx64 " ro=%d su=%d type=0x%x comp=%u tag=0x%x "
               "cycle=%s enc=%d\n",
               who, targets[verdict->at.target], verdict->at.v, a->read_only, a->supervisor,
               a->type, a->compression, a->tag, a->long_cycle ? "long" : "short", a->encrypted);
    else
        printf("#   %s: fault 0x%x, record 0x%x/0x%x/0x%x channel 0x%x address 0x%" PRIx64 " %s\n",
               who, f->reason, f->engine, f->client, f->slot, f->channel, f->at.v,
               f->read ? "read" : "write");
}
