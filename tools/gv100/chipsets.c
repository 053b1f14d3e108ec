#include "tools/gv100/chipsets.h"

#include "hw/gv100/places.h"

void gv100_put_chipsets(struct out *out)
{
    out_text(out, "chipset\tid\tdevice_id\tpartitions\tbus_bits\tcopy_"
                  "engines\tpbdmas\trunlists\tchannel_class\t"
                  "copy_class\tgeneric_kind\tbar1_block\tinvalidate\tfault_buffer");
    out_end_line(out);
    for (unsigned i = 0; i < GV100_CHIP_COUNT; i++) {
        const struct gv100_chip *const chip = &gv100_chips[i];
        const struct gv100_places *const p = chip->places;

        out_format(out, "%s\t0x%x\t0x%x\t%u\t%u\t%u\t%u\t%u\t0x%x\t0x%x\t0x%x\t0x%x\t0x%x\t0x%x",
                   chip->chip.name, chip->chip.id, chip->device_id, chip->fbpas,
                   chip->fbpas * chip->fbpa_bits, p->lces, p->pbdmas, p->runlists, p->channel_class,
                   p->copy_class, p->kind_generic, p->bar1_block, p->invalidate, p->fault_buffer);
        out_end_line(out);
    }
}
