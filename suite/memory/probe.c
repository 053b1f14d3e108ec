#include "suite/memory/probe.h"

#include "suite/memory/probe_address.h"
#include "suite/memory/probe_data.h"

/* Data lines first, because the other probes leave out the lanes that these explain. */
void probe_wires(struct memory_errors *errors, struct damages *damages)
{
    for (unsigned part = 0; part < errors->chips.parts; part++)
        probe_data_lines(errors, damages, part);
    probe_address_lines(errors, damages);
    for (unsigned part = 0; part < errors->chips.parts; part++)
        probe_masks(errors, damages, part);
}
