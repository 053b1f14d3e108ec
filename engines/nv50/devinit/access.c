/* The interpreter's accesses to the world: each one passes the policy here, and none is made once the run has ended. */
#include "engines/nv50/devinit/policy.h"
#include "engines/nv50/devinit/state.h"
#include "hw/nv50/pbus.h"
#include "hw/nv50/pmc.h"

void devinit_fail(struct devinit *d, enum devinit_stop stop, uint32_t what)
{
    if (devinit_ended(d))
        return;
    d->end.stop = stop;
    d->end.at = d->at;
    d->end.opcode = rom_u8(&d->v->image, d->at);
    d->end.what = what;
}

void devinit_warn(struct devinit *d, enum devinit_warning_kind kind, uint32_t what)
{
    if (d->warning_count < DEVINIT_WARNINGS)
        d->warnings[d->warning_count] = (struct devinit_warning){ (uint8_t)kind, d->at, what };
    d->warning_count++;
}

/* An access to a place that a script must not touch. The run comes there only by a branch that the dry run has not
 * taken. */
static void hold(struct devinit *d, enum devinit_stop stop, uint32_t what)
{
    if (d->rules.dry)
        devinit_fail(d, stop, what);
    else
        devinit_warn(d, DEVINIT_WARN_HELD, what);
}

static void refused(struct devinit *d, enum err e, uint32_t what)
{
    if (e == OK || devinit_ended(d))
        return;
    devinit_fail(d, DEVINIT_WORLD, what);
    d->end.error = e;
}

/* Whether the head, device and link that the operand asks for are known (§4.2). */
static bool has_context(const struct output *output, uint32_t operand)
{
    const uint32_t asked = operand & (OPERAND_USE_HEAD | OPERAND_USE_DEVICE | OPERAND_USE_SUBLINK);

    if (!asked)
        return true;
    if (!output || ((asked & OPERAND_USE_HEAD) && output->head == OUTPUT_NO_HEAD))
        return false;
    return !(asked & OPERAND_USE_SUBLINK) || (asked & OPERAND_USE_DEVICE);
}

/* From a script's operand to a register; false: the run has ended. */
static bool find_register(struct devinit *d, uint32_t operand, uint32_t *reg)
{
    if (devinit_ended(d))
        return false;
    if (!has_context(d->output, operand)) {
        devinit_fail(d, DEVINIT_CONTEXT, operand);
        return false;
    }
    *reg = operand & OPERAND_OFFSET;
    if (operand & OPERAND_USE_HEAD)
        *reg += d->output->head * OPERAND_PER_HEAD;
    if (operand & OPERAND_USE_DEVICE)
        *reg += d->output->resource * OPERAND_PER_DEVICE;
    if (operand & OPERAND_USE_SUBLINK)
        *reg += d->output->second_link ? OPERAND_PER_SUBLINK : 0;
    return true;
}

/* Whether the register is one of a memory partition that the board lacks. The mask of partitions is asked for at the
 * first register of any, as drivers do, because scripts may write it before (§4.2). */
static bool is_absent(struct devinit *d, uint32_t reg)
{
    uint32_t units = 0;

    if (!policy_is_absent(d->chip, 0, reg))
        return false;
    if (!d->parts_known) {
        refused(d, d->world->reg(d->world->context, false, PBUS_HWUNITS_0, &units), PBUS_HWUNITS_0);
        for (uint32_t mask = FIELD_GET(PBUS_HWUNITS_0_PARTS, units); mask; mask &= mask - 1)
            d->parts++;
        d->parts_known = true;
    }
    return policy_is_absent(d->chip, d->parts, reg);
}

uint32_t devinit_read(struct devinit *d, uint32_t operand)
{
    uint32_t reg, value = 0;

    if (!find_register(d, operand, &reg) || is_absent(d, reg))
        return 0;
    if (!policy_may_read(reg))
        hold(d, DEVINIT_REGISTER, reg);
    else
        refused(d, d->world->reg(d->world->context, false, reg, &value), reg);
    return value;
}

/* Whether start-up may write that value there. Some registers are written back as they read, or nearly so. */
static bool may_write(struct devinit *d, uint32_t reg, uint32_t value)
{
    const enum policy policy = policy_write(d->chip, reg);
    const uint32_t free_bits = policy_bits(reg);

    if (policy == POLICY_DENIED || (policy == POLICY_UNEXPECTED && !d->rules.any_register))
        return false;
    return free_bits == UINT32_MAX || !((devinit_read(d, reg) ^ value) & ~free_bits);
}

void devinit_write(struct devinit *d, uint32_t operand, uint32_t value)
{
    uint32_t reg;

    if (!find_register(d, operand, &reg))
        return;
    if (!may_write(d, reg, value)) {
        hold(d, DEVINIT_REGISTER, reg);
        return;
    }
    if (is_absent(d, reg)) {
        devinit_warn(d, DEVINIT_WARN_ABSENT, reg);
        return;
    }
    if (reg >= PBUS_PCI_MIRROR && reg < PBUS_PCI_MIRROR + PBUS_PCI_MIRROR_SIZE)
        devinit_warn(d, DEVINIT_WARN_PCI, reg);
    d->register_writes++;
    refused(d, d->world->reg(d->world->context, true, reg, &value), reg);
}

void devinit_mask(struct devinit *d, uint32_t operand, uint32_t keep, uint32_t set)
{
    devinit_write(d, operand, (devinit_read(d, operand) & keep) | set);
}

static bool find_port(struct devinit *d, uint16_t port)
{
    const bool ours = policy_is_vga_port(port);

    if (!devinit_ended(d) && !ours)
        hold(d, DEVINIT_PORT, port);
    return ours && !devinit_ended(d);
}

uint8_t devinit_port_read(struct devinit *d, uint16_t port)
{
    uint8_t value = 0;

    if (find_port(d, port))
        refused(d, d->world->port(d->world->context, false, port, &value), port);
    return value;
}

void devinit_port_write(struct devinit *d, uint16_t port, uint8_t value)
{
    if (!find_port(d, port))
        return;
    d->port_writes++;
    refused(d, d->world->port(d->world->context, true, port, &value), port);
}

/* Index registers need not be preserved between opcodes (§4.3), so each access sets its own. */
uint8_t devinit_index_read(struct devinit *d, uint16_t port, uint8_t index)
{
    devinit_port_write(d, port, index);
    return devinit_port_read(d, (uint16_t)(port + 1));
}

void devinit_index_write(struct devinit *d, uint16_t port, uint8_t index, uint8_t value)
{
    devinit_port_write(d, port, index);
    devinit_port_write(d, (uint16_t)(port + 1), value);
}

void devinit_wait(struct devinit *d, uint32_t us)
{
    if (devinit_ended(d))
        return;
    if (us > DEVINIT_WAIT_US - d->waited_us) {
        devinit_fail(d, DEVINIT_TOO_LONG, us);
        return;
    }
    d->waited_us += us;
    refused(d, d->world->wait(d->world->context, us), us);
}

uint32_t devinit_shift(uint32_t value, uint8_t shift)
{
    const unsigned by = shift < 0x80 ? shift : 0x100u - shift;

    if (by >= 32)
        return 0;
    return shift < 0x80 ? value >> by : value << by;
}

bool devinit_entry(struct devinit *d, uint16_t table, uint32_t size, unsigned index, uint32_t *at)
{
    *at = table + size * index;
    if (!table || !rom_holds(&d->v->image, *at, size))
        devinit_fail(d, DEVINIT_TABLE, index);
    return !devinit_ended(d);
}
