#include "tools/commands.h"

#include <string.h>
#include <unistd.h>

#include "hw/bits.h"
#include "hw/nv50/chip.h"
#include "hw/nv50/slots.h"
#include "mmu/fields.h"
#include "suite/nv50/exercised.h"
#include "tools/nv50/toolkit.h"
#include "tools/out.h"

static void put_yes(struct out *out, const struct nv50_chip *chip, unsigned feature)
{
    out_char(out, '\t');
    out_text(out, chip->features & feature ? "yes" : "no");
}

static void put_chipset(struct out *out, const struct nv50_chip *chip)
{
    out_format(out, "%s\t0x%x\t0x%x\t%u\t%u\tVP%u\t0x%x\t%u", chip->chip.name, chip->chip.id,
               chip->device_id, chip->max_partitions, chip->max_tpcs, chip->video, chip->pd_offset,
               chip->fault_format == FAULT_FIELDS_8BIT ? 8 : 4);
    put_yes(out, chip, FEATURE_PAGES_16K);
    put_yes(out, chip, FEATURE_ENCRYPTION);
    put_yes(out, chip, FEATURE_LONG_CYCLE);
    put_yes(out, chip, FEATURE_SUBPARTITIONS);
    put_yes(out, chip, FEATURE_IGP);
    out_end_line(out);
}

void nv50_put_chipsets(struct out *out)
{
    out_text(out, "chipset\tid\tdevice_id\tpartitions\ttpcs\tvideo\tpage_directory\tfault_bits\t"
                  "pages_16k\tencryption\tlong_cycle\tsubpartitions\tigp");
    out_end_line(out);
    for (unsigned i = 0; i < CHIP_COUNT; i++)
        put_chipset(out, &nv50_chips[i]);
}

static const char *name_or_dash(const char *name)
{
    return name ? name : "-";
}

static void put_exercised(struct out *out, const struct vm_slot *slot)
{
    const char *const test = slot_exercised_by(slot);

    if (test)
        out_format(out, "\t%s", test);
    else
        out_format(out, "\tnot exercised: %s", slot_why_not(slot));
}

/* Engine and client numbers have several names; a slot's chipsets decide. */
static void put_slot(struct out *out, const struct vm_slot *slot)
{
    const char *separator = "";

    out_format(
        out, "0x%x\t0x%x\t0x%x\t%s\t%s\t%s\t", slot->engine, slot->client, slot->slot,
        name_or_dash(value_name(vm_engine_names, VM_ENGINE_NAME_COUNT, slot->chips, slot->engine)),
        name_or_dash(value_name(vm_client_names, VM_CLIENT_NAME_COUNT, slot->chips, slot->client)),
        slot->name);
    for (unsigned i = 0; i < CHIP_COUNT; i++)
        if (slot->chips & CHIP_BIT(i)) {
            out_format(out, "%s%s", separator, nv50_chips[i].chip.name);
            separator = " ";
        }
    put_exercised(out, slot);
    out_end_line(out);
}

/* Of GV100's family there is nothing to list: its faults name an engine and a client, no slot. */
int command_slots(int argc, char **argv)
{
    const struct toolkit *toolkit;
    struct out out;
    int status;

    if (argc >= 2 && argc <= 3 && toolkit_chip(word_of_text(argv[argc - 1]), &toolkit) &&
        toolkit != &nv50_toolkit)
        return usage_error(argv, "%s has no slots: its faults name an engine and a client",
                           argv[argc - 1]);
    if (argc == 3 && strcmp(argv[1], "--chipset") == 0) {
        if (!toolkit_chip(word_of_text(argv[2]), &toolkit))
            return toolkit_no_chip(argv, argv[2]);
        argc = 1; /* the list says of each slot which chipsets have it */
    }
    status = usage_only_help(argc, argv,
                             "usage: barecard slots [--chipset C]\n\n"
                             "Lists every engine, client and slot that uses the VM, on which "
                             "chipsets, and the self test\nthat has a card use it, or why none "
                             "does, tab-separated.\n");

    if (status >= 0)
        return status;
    out_init(&out, STDOUT_FILENO);
    out_text(&out,
             "engine\tclient\tslot\tengine_name\tclient_name\tslot_name\tchipsets\texercised");
    out_end_line(&out);
    for (unsigned i = 0; i < VM_SLOT_COUNT; i++)
        put_slot(&out, &vm_slots[i]);
    out_flush(&out);
    return STATUS_OK;
}
