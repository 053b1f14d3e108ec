#include "model/gv100/base/reduction.h"

#include "hw/gv100/methods.h"

bool gv_reduction_valid(const struct reduction *reduction)
{
    switch (reduction->operation) {
    case SEM_REDUCTION_IMIN:
    case SEM_REDUCTION_IMAX:
    case SEM_REDUCTION_IXOR:
    case SEM_REDUCTION_IAND:
    case SEM_REDUCTION_IOR:
        return true;
    case SEM_REDUCTION_IADD:
        return !reduction->wide || !reduction->is_signed;
    case SEM_REDUCTION_INC:
    case SEM_REDUCTION_DEC:
        return !reduction->wide && !reduction->is_signed;
    default:
        return false;
    }
}

static bool is_less(const struct reduction *reduction, uint64_t a, uint64_t b)
{
    if (!reduction->is_signed)
        return a < b;
    return reduction->wide ? (int64_t)a < (int64_t)b : (int32_t)a < (int32_t)b;
}

/* v is the old value in memory, p the payload (gv100.md, SEM_EXECUTE). */
static uint64_t result_of(const struct reduction *reduction, uint64_t v, uint64_t p)
{
    switch (reduction->operation) {
    case SEM_REDUCTION_IMIN:
        return is_less(reduction, p, v) ? p : v;
    case SEM_REDUCTION_IMAX:
        return is_less(reduction, v, p) ? p : v;
    case SEM_REDUCTION_IXOR:
        return v ^ p;
    case SEM_REDUCTION_IAND:
        return v & p;
    case SEM_REDUCTION_IOR:
        return v | p;
    case SEM_REDUCTION_IADD:
        return v + p;
    case SEM_REDUCTION_INC:
        return v >= p ? 0 : v + 1;
    case SEM_REDUCTION_DEC:
        return v == 0 || v > p ? p : v - 1;
    default:
        return v;
    }
}

void gv_reduce(const struct reduction *reduction, uint64_t *value, uint64_t payload)
{
    const uint64_t result = result_of(reduction, *value, payload);

    *value = reduction->wide ? result : (uint32_t)result;
}
