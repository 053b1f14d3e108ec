#include "tests/model/nv50/vm/shrink.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#define CHUNK 0x10000u

/* Zeroes a piece unless the difference goes with it. */
static void without(struct world *world, const struct nv50_vm_access *access, uint8_t *bytes,
                    size_t size)
{
    uint8_t kept[CHUNK];

    memcpy(kept, bytes, size);
    memset(bytes, 0, size);
    if (memcmp(kept, bytes, size) != 0 && world_agrees(world, access))
        memcpy(bytes, kept, size);
}

static void shrink_memory(struct world *world, const struct nv50_vm_access *access, uint8_t *bytes,
                          uint64_t size)
{
    static const size_t steps[] = { CHUNK, 0x1000, 8, 1 };

    for (unsigned step = 0; step < 4; step++)
        for (uint64_t at = 0; at < size; at += steps[step])
            without(world, access, bytes + at, steps[step]);
}

/* A single byte, a read, and each bit of the address 0, if the difference stays. */
static void shrink_access(struct world *world, struct nv50_vm_access *access)
{
    for (unsigned i = 0; i < 42; i++) {
        struct nv50_vm_access simpler = *access;

        if (i == 0)
            simpler.size = 1;
        else if (i == 1)
            simpler.write = false;
        else
            simpler.logical &= ~(UINT64_C(1) << (41 - i));
        if (!world_agrees(world, &simpler))
            *access = simpler;
    }
}

void shrink(struct world *world, struct nv50_vm_access *access)
{
    shrink_access(world, access);
    shrink_memory(world, access, world->vram, world->vram_size);
    shrink_memory(world, access, world->sysram, SYSRAM_SIZE);
    shrink_access(world, access);
}

static void print_words(const char *name, const uint8_t *bytes, uint64_t size, uint64_t base)
{
    for (uint64_t at = 0; at < size; at += 8) {
        uint64_t word;
        memcpy(&word, bytes + at, 8);
        if (word)
            printf("#   %s 0x%" PRIx64 ": 0x%016" PRIx64 "\n", name, base + at, word);
    }
}

static void save(const char *folder, const char *name, const uint8_t *bytes, uint64_t size)
{
    char path[400];

    snprintf(path, sizeof(path), "%s/%s", folder, name);
    FILE *const file = fopen(path, "wb");
    const bool good = file && fwrite(bytes, 1, size, file) == size;
    if ((file && fclose(file)) || !good)
        printf("#   %s could not be written\n", path);
}

/* A comment of TAP that names the differences of two accesses that went through: "differ: comp tag." */
static void print_differences(const struct verdict *a, const struct verdict *b)
{
    const struct attributes *const x = &a->attributes, *const y = &b->attributes;
    /* clang-format off */
    const struct { const char *name; bool differs; } parts[] = {
        { "linear", a->at.v != b->at.v }, { "target", a->at.target != b->at.target },
        { "ro", x->read_only != y->read_only }, { "su", x->supervisor != y->supervisor }, { "type", x->type != y->type },
        { "comp", x->compression != y->compression }, { "tag", x->tag != y->tag },
        { "cycle", x->long_cycle != y->long_cycle }, { "enc", x->encrypted != y->encrypted },
        /* clang-format on */
    };

    printf("#   differ:");
    for (unsigned i = 0; i < ARRAY_SIZE(parts); i++)
        if (parts[i].differs)
            printf(" %s", parts[i].name);
    printf(".\n");
}

void shrink_print(struct world *world, const struct nv50_vm_access *access, const char *folder)
{
    struct verdict mmu, model;

    world_flush(world, access->engine);
    world_ask_mmu(world, access, &mmu);
    world_ask_model(world, access, &model);
    verdict_print("mmu/  ", &mmu);
    verdict_print("model ", &model);
    if (mmu.ok && model.ok)
        print_differences(&mmu, &model);
    print_words("VRAM", world->vram, world->vram_size, 0);
    print_words("SYSRAM", world->sysram, SYSRAM_SIZE, world->sysram_base);
    save(folder, "property-vram.bin", world->vram, world->vram_size);
    save(folder, "property-sysram.bin", world->sysram, SYSRAM_SIZE);
    printf("#   size %u, limit_rule %d, limit_granule %u, sum_wraps %d, pt_size_on_large %d, "
           "unpaged_double_step %u\n",
           access->size, (int)world->rules.limit_rule, world->rules.limit_granule,
           world->rules.sum_wraps, world->rules.pt_size_on_large, world->rules.unpaged_double_step);
    printf("#   echo '0x%x 0x%x 0x%x 0x%x 0x%x 0x%" PRIx64
           " %c' | barecard translate --chipset %s --vram %s/property-vram.bin "
           "--sysram %s/property-sysram.bin@0x%" PRIx64 "\n",
           access->engine, access->client, access->slot, access->channel, access->selector,
           access->logical, access->write ? 'w' : 'r', world->chip->chip.name, folder, folder,
           world->sysram_base);
}
