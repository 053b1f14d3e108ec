#include "suite/nv50/media_pages.h"

#include "engines/nv50/flush.h"
#include "hw/nv50/pfb.h"
#include "hw/nv50/pmc.h"

void media_listen(struct test *t, uint32_t record, uint32_t line)
{
    struct card *const card = t->card;

    card_set32(card, PFB_VM_FAULT,
               (nv50_chip_of(card->chip)->fault_enable & PFB_VM_FAULT_ENABLE) | record);
    card_set32(card, PMC_INTR_EN_HOST, 0);
    if (nv50_chip_of(card->chip)->features & FEATURE_INTR_MASK)
        card_set32(card, PMC_INTR_MASK_HOST, card_read32(card, PMC_INTR_MASK_HOST) | line);
}

bool media_open(struct test *t, struct pages *p, const struct media_unit *unit)
{
    const uint16_t context = media_context(t->card, unit);
    struct dmaobj object = object_paged();

    pages_build(p, t, TARGET_SYSRAM_SNOOP);
    object.base = PAGES_AT;
    if (context && p->setup.err == OK)
        p->setup.err = vm_object_change(&p->setup.vm, context, &object);
    if (!setup_ready(&p->setup))
        return false;
    media_listen(t, unit->record, unit->line);
    return true;
}

/* Each unit of a kind that the card has; none: the card lacks it. */
void media_each(struct test *t, enum media_kind kind,
                void (*body)(struct test *t, struct pages *p, const struct media_unit *unit))
{
    unsigned seen = 0;

    for (unsigned i = 0; i < MEDIA_UNIT_COUNT; i++) {
        const struct media_unit *unit = &media_units[i];
        struct pages p;

        if (unit->kind != kind || !media_present(t->card, unit))
            continue;
        seen++;
        if (!media_open(t, &p, unit) ||
            !test_ok(t, vm_flush_tlb(t->card, (enum vm_engine)unit->engine), "flushing a TLB"))
            return;
        body(t, &p, unit);
        media_stop(t->card, unit);
    }
    if (!seen)
        test_lacks(t, "this card does not have it, or its fuses hide it");
}

bool media_expect_fault(struct test *t, const struct pages *p, const struct media_unit *unit,
                        uint8_t slot, uint8_t reason, uint64_t at, bool read)
{
    return expect_record(t,
                         &(struct vm_fault){ .engine = unit->engine,
                                             .client = unit->client,
                                             .slot = slot,
                                             .reason = reason,
                                             .channel = p->setup.vm.descriptor,
                                             .at = { at },
                                             .read = read },
                         false);
}

bool media_expect_told(struct test *t, const struct vp2_event *event, uint32_t interrupts,
                       const char *what)
{
    return expect_equal(t, interrupts, event->interrupts, what) &&
           expect_equal(t, 1, event->line, "the unit's line in PMC after a fault");
}
