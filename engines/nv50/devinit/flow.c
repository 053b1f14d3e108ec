/* The loop over opcodes, calls, jumps and repeats. */
#include "engines/nv50/devinit/decode.h"
#include "engines/nv50/devinit/state.h"
#include "hw/nv50/pdisplay.h"
#include "hw/nv50/pnvio.h"

#define ERASED 0xffff

/* Target of a call or jump. 0 is no script: false without an end. */
static bool find_target(struct devinit *d, uint16_t target)
{
    if (target == ERASED)
        devinit_fail(d, DEVINIT_BAD_TARGET, target);
    else if (target && !rom_holds(&d->v->image, target, 1))
        devinit_fail(d, DEVINIT_OUT_OF_IMAGE, target);
    return target && !devinit_ended(d);
}

static void call(struct devinit *d, uint16_t target)
{
    if (!find_target(d, target))
        return;
    if (d->call_count == DEVINIT_CALLS) {
        devinit_fail(d, DEVINIT_TOO_DEEP, target);
        return;
    }
    d->calls[d->call_count].back = d->next;
    d->calls[d->call_count].repeats = d->repeat_count;
    d->call_count++;
    d->next = target;
}

/* Back to the caller, or the end of the script. */
static void leave(struct devinit *d)
{
    const unsigned open = d->call_count ? d->calls[d->call_count - 1].repeats : 0;

    if (d->repeat_count > open)
        devinit_fail(d, DEVINIT_REPEAT, d->repeat_count - open);
    if (devinit_ended(d))
        return;
    if (!d->call_count) {
        if (d->skip)
            devinit_warn(d, DEVINIT_WARN_DONE_SKIPS, 0);
        d->script_over = true;
        return;
    }
    if (d->skip)
        devinit_warn(d, DEVINIT_WARN_CALLEE_SKIPS, 0);
    d->call_count--;
    d->next = d->calls[d->call_count].back;
    if (!d->rules.shared_flag)
        d->skip = false; /* the caller's own state, because in skip state it calls no script */
}

static void jump(struct devinit *d, uint16_t target)
{
    if (find_target(d, target))
        d->next = target;
    else if (!target)
        leave(d);
}

/* The target that an index into the script table names. */
static uint16_t indexed_target(struct devinit *d)
{
    uint32_t at;

    return devinit_entry(d, d->v->scripts, 2, arg8(d, 1), &at) ? rom_u16(&d->v->image, at) : 0;
}

void op_sub_direct(struct devinit *d)
{
    call(d, arg16(d, 1));
}

void op_sub(struct devinit *d)
{
    call(d, indexed_target(d));
}

void op_jump_direct(struct devinit *d)
{
    jump(d, arg16(d, 1));
}

void op_jump(struct devinit *d)
{
    const uint16_t target = indexed_target(d);

    if (!devinit_ended(d))
        jump(d, target);
}

void op_jump_rel(struct devinit *d)
{
    jump(d, (uint16_t)(d->next + (uint32_t)(int8_t)arg8(d, 1)));
}

void op_done(struct devinit *d)
{
    leave(d);
}

void op_done_condition(struct devinit *d)
{
    leave(d);
}

void op_not(struct devinit *d)
{
    d->skip = !d->skip;
}

void op_resume(struct devinit *d)
{
    d->skip = false;
}

/* A count of 0 runs the block once. */
void op_repeat(struct devinit *d)
{
    const unsigned count = arg8(d, 1);

    if (d->repeat_count == DEVINIT_REPEATS) {
        devinit_fail(d, DEVINIT_REPEAT, d->repeat_count);
        return;
    }
    d->repeats[d->repeat_count].body = d->next;
    d->repeats[d->repeat_count].left = count ? count : 1;
    d->repeat_count++;
}

/* Outside of a block of this script it does nothing. */
void op_end_repeat(struct devinit *d)
{
    const unsigned open = d->call_count ? d->calls[d->call_count - 1].repeats : 0;

    if (d->repeat_count == open)
        return;
    if (--d->repeats[d->repeat_count - 1].left)
        d->next = d->repeats[d->repeat_count - 1].body;
    else
        d->repeat_count--;
}

void op_time(struct devinit *d)
{
    devinit_wait(d, arg16(d, 1));
}

void op_time_msec(struct devinit *d)
{
    devinit_wait(d, arg16(d, 1) * 1000u);
}

/* Whether the opcode's length depends on the number of strap columns. Without that number the parser
 * would lose its step (§4.6). */
static bool needs_columns(const struct opcode *opcode)
{
    for (const char *letter = opcode->operands; *letter; letter++)
        if (*letter == 'C' || *letter == '8')
            return true;
    return false;
}

/* Fetches the opcode at `at`; false: the run has ended. */
static bool fetch(struct devinit *d, const struct opcode **opcode)
{
    if (!rom_holds(&d->v->image, d->at, 1)) {
        devinit_fail(d, DEVINIT_OUT_OF_IMAGE, d->at);
        return false;
    }
    *opcode = &opcodes[arg8(d, 0)];
    if (!(*opcode)->name)
        devinit_fail(d, DEVINIT_UNKNOWN_OPCODE, arg8(d, 0));
    else if (needs_columns(*opcode) && !d->v->strap_columns)
        devinit_fail(d, DEVINIT_STRAP, 0);
    else if (!rom_holds(&d->v->image, d->at, decode_length(d->v, d->at)))
        devinit_fail(d, DEVINIT_OUT_OF_IMAGE, d->at);
    return !devinit_ended(d);
}

/* One opcode. Where a condition has not held, opcodes are passed over, except those that change it. */
static void step(struct devinit *d)
{
    const struct opcode *opcode;

    d->at = d->next;
    if (!fetch(d, &opcode))
        return;
    d->opcodes++;
    d->script_opcodes += d->repeat_count ? 0 : 1;
    if (d->opcodes > DEVINIT_TOTAL_OPCODES || d->script_opcodes > DEVINIT_SCRIPT_OPCODES) {
        devinit_fail(d, DEVINIT_TOO_MANY, d->opcodes);
        return;
    }
    d->next = d->at + decode_length(d->v, d->at);
    if (opcode->class == OPCODE_STOP) {
        devinit_fail(d, DEVINIT_CANNOT, arg8(d, 0));
        return;
    }
    if (d->skip && opcode->class != OPCODE_ALWAYS)
        return;
    if (devinit_ops[arg8(d, 0)])
        devinit_ops[arg8(d, 0)](d);
    if (!devinit_ended(d))
        d->reached[arg8(d, 0) / 32] |= BIT(arg8(d, 0) % 32);
}

void devinit_init(struct devinit *d, const struct vbios *v, const struct nv50_chip *chip,
                  const struct devinit_world *world, struct devinit_rules rules)
{
    *d = (struct devinit){ .v = v, .chip = chip, .world = world, .rules = rules };
}

enum devinit_stop devinit_script(struct devinit *d, uint32_t at)
{
    d->end.script = at;
    d->next = at;
    d->skip = d->script_over = false;
    d->call_count = d->repeat_count = d->script_opcodes = 0;
    while (!d->script_over && !devinit_ended(d))
        step(d);
    return d->end.stop;
}

/* Extended CRTC registers are locked until this is written, and a script may talk to devices on I2C
 * (§6.1, steps 4 and before 5). */
static void prepare(struct devinit *d)
{
    static const uint32_t ports[] = PNVIO_I2C_PORTS;
    struct i2c_port port;

    devinit_index_write(d, VGA_PORT_CRTC, CRTC_LOCK, CRTC_LOCK_OPEN);
    for (unsigned i = 0; i < dcb_port_count(d->v); i++)
        if (dcb_port(d->v, (uint8_t)i, &port) == OK)
            devinit_write(d, ports[port.port], PNVIO_I2C_IDLE);
}

enum devinit_stop devinit_output(struct devinit *d, const struct output *output)
{
    d->output = output;
    if (output->script && !devinit_ended(d))
        devinit_script(d, output->script);
    d->output = NULL;
    return d->end.stop;
}

/* All devices are asked for at once, so that one answer is enough. */
static void ask_consent(struct devinit *d)
{
    for (unsigned i = 0; i < d->device_count && i < DEVINIT_DEVICES; i++)
        if (d->devices[i].held) {
            d->at = d->devices[i].at;
            devinit_fail(d, DEVINIT_I2C_CONSENT, d->devices[i].address);
        }
}

/* A zero ends the list of scripts. A list that is longer than DEVINIT_SCRIPTS is refused, because in a damaged image
 * it may have no end. */
enum devinit_stop devinit_boot(struct devinit *d)
{
    uint16_t script;

    prepare(d);
    for (unsigned i = 0; !devinit_ended(d); i++) {
        if (!vbios_script(d->v, i, &script)) {
            devinit_fail(d, DEVINIT_TABLE, i);
            break;
        }
        if (!script)
            break;
        if (i == DEVINIT_SCRIPTS) {
            devinit_fail(d, DEVINIT_TOO_MANY, i);
            break;
        }
        devinit_script(d, script);
    }
    if (d->v->private_script && !devinit_ended(d))
        devinit_script(d, d->v->private_script);
    if (d->rules.dry)
        ask_consent(d);
    return d->end.stop;
}
