#include "engines/nv50/devinit/image_choice.h"

#include "hw/pci.h"

#define ERASED_BYTES 64

uint32_t vbios_subsystem(const struct vbios *v)
{
    const uint32_t id = rom_u32(&v->image, ROM_SUBSYSTEM);

    return id == UINT32_MAX ? 0 : id;
}

unsigned vbios_score(const struct vbios *v)
{
    unsigned score = 0;

    for (unsigned i = 0; i < v->images.count; i++) {
        const struct rom_image *const image = &v->images.list[i];

        score += image->type == ROM_TYPE_X86 && (image->cut || !image->sum_ok) ? 2 : 4;
    }
    return score;
}

/* A chip that is smaller than its image, or that was not written to its end, reads as erased there. */
static bool ends_erased(const struct vbios *v)
{
    if (v->image.size < ERASED_BYTES)
        return false;
    for (size_t i = v->image.size - ERASED_BYTES; i < v->image.size; i++)
        if (v->image.bytes[i] != 0xff)
            return false;
    return true;
}

static enum vbios_fault judge_image(const struct vbios *v, enum err parsed)
{
    const struct rom_image *const first = &v->images.list[0];

    if (!v->images.count)
        return VBIOS_NO_IMAGE;
    if (first->cut)
        return VBIOS_CUT;
    if (first->vendor != PCI_VENDOR_NVIDIA || first->type != ROM_TYPE_X86)
        return VBIOS_FOREIGN;
    if (!first->sum_ok)
        return ends_erased(v) ? VBIOS_CUT : VBIOS_CHECKSUM;
    if (parsed != OK)
        return VBIOS_NO_BIT;
    if (!v->bit_sum_ok || v->bit_version != BIT_VERSION_1)
        return VBIOS_BIT_DAMAGED;
    return v->versioned ? VBIOS_SOUND : VBIOS_NO_VERSION;
}

/* Whether the version names any chipset of the family. */
static bool names_a_chip(const struct vbios *v)
{
    for (unsigned i = 0; i < CHIP_COUNT; i++)
        if (vbios_is_for(v, nv50_chips[i].chip.id))
            return true;
    return false;
}

static enum vbios_fault judge_card(const struct vbios *v, const struct vbios_card *card)
{
    const uint32_t subsystem = vbios_subsystem(v);

    if (!card)
        return names_a_chip(v) ? VBIOS_SOUND : VBIOS_OTHER_CHIP;
    if (!vbios_is_for(v, card->chipset))
        return VBIOS_OTHER_CHIP;
    if (v->images.list[0].device != card->device)
        return VBIOS_OTHER_DEVICE;
    if (subsystem && card->subsystem && subsystem != card->subsystem)
        return VBIOS_OTHER_BOARD;
    return VBIOS_SOUND;
}

enum vbios_fault vbios_judge(const struct vbios *v, enum err parsed, const struct vbios_card *card,
                             struct devinit_walk *walk)
{
    enum vbios_fault fault = judge_image(v, parsed);

    if (fault == VBIOS_SOUND)
        fault = judge_card(v, card);
    if (fault == VBIOS_SOUND && !v->startable)
        fault = VBIOS_NO_SCRIPTS;
    if (fault == VBIOS_SOUND && devinit_walk(walk, v) != DEVINIT_OK)
        fault = VBIOS_UNSOUND;
    return fault;
}

/* Half sentences, because each caller begins with its own name for the ROM. */
const char *vbios_fault_text(enum vbios_fault fault)
{
    static const char *const texts[VBIOS_FAULT_COUNT] = {
        [VBIOS_SOUND] = "is sound",
        [VBIOS_NO_IMAGE] = "is not there",
        [VBIOS_CUT] = "ends before its image does",
        [VBIOS_FOREIGN] = "does not begin with an x86 image for a card of this vendor",
        [VBIOS_CHECKSUM] = "has a wrong checksum",
        [VBIOS_NO_BIT] = "has no BIT",
        [VBIOS_BIT_DAMAGED] = "has a BIT with a damaged header",
        [VBIOS_NO_VERSION] = "has no version (token i)",
        [VBIOS_OTHER_CHIP] = "is for another chipset by its version",
        [VBIOS_OTHER_DEVICE] = "is for another PCI device",
        [VBIOS_OTHER_BOARD] = "is for another board by its subsystem id",
        [VBIOS_NO_SCRIPTS] = "has no init scripts (token I)",
        [VBIOS_UNSOUND] = "has init scripts that are not sound",
        [VBIOS_UNSTABLE] = "reads otherwise each time",
    };

    return texts[fault];
}
