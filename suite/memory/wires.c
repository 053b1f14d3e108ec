#include "suite/memory/wires.h"

#include "suite/memory/wires_address.h"
#include "suite/memory/wires_data.h"

/* Data lines first, because the other tries leave out the lanes that these explain. */
void wires_try(struct memory_errors *errors, struct damages *damages)
{
    for (unsigned part = 0; part < errors->chips.parts; part++)
        wires_try_data(errors, damages, part);
    wires_try_address(errors, damages);
    for (unsigned part = 0; part < errors->chips.parts; part++)
        wires_try_masks(errors, damages, part);
}
