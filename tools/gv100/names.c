#include "tools/gv100/names.h"

#include <stddef.h>
#include <string.h>

#include "hw/gv100/gmmu.h"
#include "hw/gv100/structures.h"
#include "mmu/fields.h"

const char *gv100_aperture_name(uint8_t aperture)
{
    static const char *const names[] = { "VID_MEM", "PEER", "SYS_MEM_COHERENT",
                                         "SYS_MEM_NONCOHERENT" };

    return names[aperture & 3];
}

const char *gv100_target_name(enum target target)
{
    return target == TARGET_INVALID ? "INVALID" : gv100_aperture_name((uint8_t)target);
}

const char *gv100_page_name(uint8_t page_shift)
{
    if (page_shift == GMMU_PAGE_4K)
        return "4K";
    return page_shift == GMMU_PAGE_64K ? "64K" : "2M";
}

const char *gv100_fault_name(uint8_t type)
{
    for (unsigned i = 0; i < gv100_fault.field_count; i++) {
        const struct field *const field = &gv100_fault.fields[i];

        if (strcmp(field->name, "fault_type") == 0 &&
            value_name(field->values, field->value_count, GV100_CHIPS_ALL, type))
            return value_name(field->values, field->value_count, GV100_CHIPS_ALL, type);
    }
    return "UNKNOWN";
}
