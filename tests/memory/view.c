#include "tests/memory/view.h"

#include "engines/window.h"
#include "hw/pmc.h"

bool view_stopped(const struct memory_view *view)
{
    return card_expired(view->t->card) || view->t->result == TEST_ERROR;
}

bool view_show(struct memory_view *view, uint64_t at)
{
    const uint64_t base = at / view->slice * view->slice;
    const uint64_t rest = view->size - base;

    if (view->showing && base == view->shown)
        return true;
    const struct dmaobj object = object_unpaged((linear_addr){ base, TARGET_VRAM },
                                                rest < view->slice ? rest : view->slice);
    if (!test_ok(view->t, vm_object_change(&view->kit.vm, view->selector, &object),
                 "moving BAR1 over VRAM") ||
        !test_ok(view->t, vm_ready(&view->kit.vm), "moving BAR1 over VRAM"))
        return false;
    aperture_bind(view->t->card, APERTURE_BAR1, view->selector);
    view->shown = base;
    view->showing = true;
    return true;
}

bool view_hidden(const struct memory_view *view, uint64_t chunk)
{
    const uint64_t offset = chunk % view->slice;

    return offset < view->hide_to && view->hide_from < offset + VIEW_CHUNK;
}

uint64_t view_read(struct memory_view *view, uint64_t at, uint8_t size)
{
    if (!view_show(view, at))
        return UINT64_MAX >> (64 - 8 * size);
    return card_bar_read(view->t->card, NV_BAR_VRAM, at % view->slice, size);
}

void view_write(struct memory_view *view, uint64_t at, uint8_t size, uint64_t value)
{
    if (view_show(view, at))
        card_bar_write(view->t->card, NV_BAR_VRAM, at % view->slice, size, value);
}

bool view_read_block(struct memory_view *view, uint64_t at, void *bytes, size_t size)
{
    return view_show(view, at) &&
           card_bar_read_block(view->t->card, NV_BAR_VRAM, at % view->slice, bytes, size);
}

void view_write_block(struct memory_view *view, uint64_t at, const void *bytes, size_t size)
{
    if (view_show(view, at))
        card_bar_write_block(view->t->card, NV_BAR_VRAM, at % view->slice, bytes, size);
}

void view_flush(struct memory_view *view)
{
    (void)!test_ok(view->t, host_flush(view->t->card), "flushing host writes");
}

static void copy_reserved(struct memory_view *view, bool back)
{
    const struct card *card = view->t->card;
    uint8_t *cpu = view->saved.cpu;

    for (unsigned i = 0; i < card->vram_owner_count; i++) {
        const struct vram_owner *owner = &card->vram_owners[i];

        for (uint64_t at = owner->from; at < owner->to; at += VIEW_CHUNK, cpu += VIEW_CHUNK)
            if (back)
                view_write_block(view, at, cpu, VIEW_CHUNK);
            else if (!view_read_block(view, at, cpu, VIEW_CHUNK))
                return;
    }
}

void view_save(struct memory_view *view)
{
    copy_reserved(view, false);
}

void view_restore(struct memory_view *view)
{
    copy_reserved(view, true);
}

static uint64_t reserved_size(const struct card *card)
{
    uint64_t size = 0;

    for (unsigned i = 0; i < card->vram_owner_count; i++)
        size += card->vram_owners[i].to - card->vram_owners[i].from;
    return size;
}

static void read_hide(struct memory_view *view)
{
    const uint32_t low = card_read32(view->t->card, PMC_VRAM_HIDE_LOW);
    const uint32_t high = card_read32(view->t->card, PMC_VRAM_HIDE_HIGH);

    if (!(low & PMC_VRAM_HIDE_ENABLE))
        return;
    view->hide_from = low & PMC_VRAM_HIDE_ADDRESS & ~3u;
    view->hide_to = (high & PMC_VRAM_HIDE_ADDRESS) + 1;
}

bool view_open(struct memory_view *view, struct test *t)
{
    const struct dmaobj any = object_unpaged((linear_addr){ 0, TARGET_VRAM }, VIEW_CHUNK);

    *view = (struct memory_view){ .t = t, .size = t->card->vram_size };
    view->slice = aperture_size(t->card, APERTURE_BAR1);
    kit_open(&view->kit, t, TARGET_SYSRAM_SNOOP);
    view->selector = kit_object(&view->kit, &any);
    if (!kit_ready(&view->kit))
        return false;
    read_hide(view);
    return test_ok(t, card_dma_alloc(t->card, reserved_size(t->card), &view->saved),
                   "saving what drivers leave alone");
}
