/* mmu/ against the model's own translation: random structures and accesses of every unit of every
 * chipset. TAP, one point for each chipset and one for the spread of outcomes.
 *
 *   property_test [COUNT [SEED [FOLDER [CHIPSET [DEFECT [KNOBS]]]]]]
 *
 * COUNT accesses in all. The first difference is shrunk and printed, with its images in FOLDER. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/model/nv50/vm/random.h"
#include "tests/model/nv50/vm/shrink.h"

#define COUNT_DEFAULT 140000
#define ROUNDS        16 /* worlds for each chipset: knobs, system memory's place, noise */

struct property {
    uint64_t count, seed;
    const char *folder, *chipset, *defect, *knobs; /* knobs of the model alone */
    struct rng rng;
    uint64_t met[CHIP_COUNT][17]; /* by fault reason; the last is success */
};

static struct world_setup any_setup(struct property *p, const struct nv50_chip *chip,
                                    unsigned round)
{
    static const uint64_t bases[] = { 0, UINT64_C(0x1234500000), UINT64_C(0xfffff00000) };

    return (struct world_setup){ .chip = chip,
                                 .sysram_base = bases[rng_below(&p->rng, 3)],
                                 .rules = round % 2 ? random_rules(&p->rng) : mmu_rules_default,
                                 .defects = p->defect,
                                 .knobs = p->knobs,
                                 .seed = rng_next(&p->rng) };
}

/* False at the first difference, which has been printed. */
static bool run_world(struct property *p, struct world *world, uint64_t accesses, uint64_t met[17])
{
    for (uint64_t i = 0; i < accesses; i++) {
        struct nv50_vm_access access;
        struct verdict mmu, model;

        random_access(&p->rng, world, &access);
        world_flush(world, access.engine);
        world_ask_mmu(world, &access, &mmu);
        world_ask_model(world, &access, &model);
        met[mmu.ok ? 16 : mmu.fault.reason & 15]++;
        if (!verdicts_equal(&mmu, &model)) {
            shrink(world, &access);
            shrink_print(world, &access, p->folder);
            return false;
        }
    }
    return true;
}

static bool run_chip(struct property *p, unsigned index, uint64_t accesses)
{
    bool good = true;

    for (unsigned round = 0; round < ROUNDS && good; round++) {
        const struct world_setup setup = any_setup(p, &nv50_chips[index], round);
        struct world world;

        world_open(&world, &setup);
        random_fill(&p->rng, &world);
        good = run_world(p, &world, accesses / ROUNDS + 1, p->met[index]);
        world_close(&world);
    }
    return good;
}

/* Whether the draw was worth anything: on each chipset every outcome that the rules know, often. */
static bool spread(const struct property *p, unsigned index, uint64_t least)
{
    static const unsigned wanted[] = {
        /* clang-format off */
        FAULT_PT_NOT_PRESENT, FAULT_PT_TOO_SHORT, FAULT_PAGE_NOT_PRESENT, FAULT_PAGE_SUPERVISOR_ONLY,
        FAULT_PAGE_READ_ONLY, FAULT_NO_CHANNEL, FAULT_NULL_DMAOBJ, FAULT_WRONG_MEMTYPE, FAULT_VRAM_LIMIT,
        FAULT_DMAOBJ_LIMIT, 16,
        /* clang-format on */
    };
    bool good = true;

    for (unsigned i = 0; i < ARRAY_SIZE(wanted); i++) {
        if (p->met[index][wanted[i]] >= least)
            continue;
        printf("#   %s: outcome 0x%x only %" PRIu64 " times\n", nv50_chips[index].chip.name,
               wanted[i], p->met[index][wanted[i]]);
        good = false;
    }
    return good;
}

static void parse(struct property *p, int argc, char **argv)
{
    *p = (struct property){ .count = argc > 1 ? strtoull(argv[1], NULL, 0) : COUNT_DEFAULT,
                            .seed = argc > 2 ? strtoull(argv[2], NULL, 0) : 1,
                            .folder = argc > 3 ? argv[3] : "build",
                            .chipset = argc > 4 ? argv[4] : NULL,
                            .defect = argc > 5 && *argv[5] ? argv[5] : NULL,
                            .knobs = argc > 6 ? argv[6] : NULL };
    p->rng.state = p->seed * UINT64_C(0x9e3779b97f4a7c15) | 1;
}

int main(int argc, char **argv)
{
    static struct property p;
    unsigned points = 0, failed = 0;

    parse(&p, argc, argv);
    const uint64_t each = p.count / (p.chipset ? 1 : CHIP_COUNT) + 1;
    for (unsigned i = 0; i < CHIP_COUNT; i++) {
        if (p.chipset && strcmp(p.chipset, nv50_chips[i].chip.name) != 0)
            continue;
        const bool agrees = run_chip(&p, i, each);
        failed += !agrees;
        printf("%sok %u - vm.property.%s: %" PRIu64 " accesses, seed %" PRIu64 "\n",
               agrees ? "" : "not ", ++points, nv50_chips[i].chip.name, each, p.seed);
        const bool spreads = !agrees || spread(&p, i, each / 2000);
        failed += !spreads;
        printf("%sok %u - vm.property.spread.%s\n", spreads ? "" : "not ", ++points,
               nv50_chips[i].chip.name);
    }
    printf("1..%u\n", points);
    return failed ? 1 : 0;
}
