#include "engines/nv50/start.h"

#include "engines/nv50/devinit/board_pads.h"
#include "engines/nv50/devinit/devices.h"
#include "engines/past_deadline.h"
#include "hw/least.h"
#include "hw/nv50/pclock.h"
#include "hw/nv50/pdisplay.h"
#include "hw/nv50/pmc.h"

#define SETTLE_US 1000 /* devinit.md §6.2, "After" */

/* ---- the card as the interpreter's world */

/* All ones from a register that may hold them are told from a card that has gone by BOOT_0. */
static enum err look_alive(struct card *card)
{
    if (card_expired(card))
        return ERR_DEADLINE;
    return card_read32(card, PMC_BOOT_0) == UINT32_MAX ? ERR_DEAD : OK;
}

static void tell_phase(struct card *card, struct start *start)
{
    start->quiet_us = 0;
    card_phase(card, start->phase);
}

/* Before the first write of each script, so that a hang in it is named by the next boot. */
static void tell_script(struct card *card)
{
    struct start *const start = start_of(card);

    if (!start || start->script == start->d.end.script)
        return;
    struct text text = text_in(start->phase, sizeof(start->phase));
    start->script = start->d.end.script;
    text_format(&text, "starting it: init script at 0x%x", start->script);
    tell_phase(card, start);
}

static enum err world_reg(void *context, bool write, uint32_t reg, uint32_t *value)
{
    struct card *const card = context;

    if (write)
        tell_script(card);
    if (write)
        card_write32(card, reg, *value);
    else
        *value = card_read32(card, reg);
    if (write)
        return card_expired(card) ? ERR_DEADLINE : OK;
    return *value == UINT32_MAX ? look_alive(card) : OK;
}

static enum err world_port(void *context, bool write, uint16_t port, uint8_t *value)
{
    struct card *const card = context;

    if (write)
        card_write8(card, PRMIO + port, *value);
    else
        *value = card_read8(card, PRMIO + port);
    return card_expired(card) ? ERR_DEADLINE : OK;
}

/* A poll may last 25 s, and the watchdog must not take that for a hang: the script is told again. */
#define QUIET_US 10000000u

static enum err world_wait(void *context, uint32_t us)
{
    struct card *const card = context;
    struct start *const start = start_of(card);

    card->bus->ops->wait_us(card->bus, us);
    if (start && start->script && (start->quiet_us += us) >= QUIET_US)
        tell_phase(card, start);
    return card_expired(card) ? ERR_DEADLINE : OK;
}

/* Ten clocks that a device holds for 11 ms each, and nearly as much again. */
#define PAST_DEADLINE_US 200000

static void world_past_deadline(void *context, void (*work)(void *opaque), void *opaque)
{
    card_past_deadline(context, PAST_DEADLINE_US, work, opaque);
}

static enum err world_i2c(void *context, const struct devinit_i2c *transfer)
{
    const struct devinit_world world = { .context = context,
                                         .reg = world_reg,
                                         .wait = world_wait,
                                         .past_deadline = world_past_deadline };

    return pads_i2c(&world, transfer);
}

static enum err world_gpio(void *context, const struct gpio_entry *entry)
{
    const struct devinit_world world = { .context = context, .reg = world_reg, .wait = world_wait };

    return pads_gpio(&world, entry);
}

static struct devinit_world card_world(struct card *card)
{
    return (struct devinit_world){ card,       world_reg,  world_port, world_i2c,
                                   world_gpio, world_wait, NULL };
}

/* ---- before */

_Static_assert(CARD_WORKSPACE / sizeof(struct start) > 0, "a card's workspace holds a start");

struct start *start_of(const struct card *card)
{
    return card->workspace;
}

void start_look(struct card *card, struct start *start)
{
    start->script = start->quiet_us = 0;
    card_posted(card, &start->before);
    card_phase(card, "reading its VBIOS");
    vbios_find(card, start->before.posted, start->bytes, &start->walk, &start->found);
}

/* The obstacle to even a dry run; START_DONE: none. */
static enum start_outcome obstacle(const struct card *card, const struct start *start)
{
    if (start->before.posted)
        return START_NOT_NEEDED;
    if (nv50_chip_of(card->chip)->features & FEATURE_IGP)
        return START_INTEGRATED;
    if (start->mode == POST_OFF)
        return START_FORBIDDEN;
    if (!start->before.cold)
        return START_HALF;
    if (!start->found.any)
        return START_NO_ROM;
    return start->found.fault == VBIOS_SOUND ? START_DONE : START_BAD_ROM;
}

/* ---- the dry run, and the writes that it would make */

static void log_dry(struct card *card, const struct start *start)
{
    const struct overlay *const overlay = &start->overlay;

    card_log(card,
             "post=dry: the scripts would write %u registers; their last values:", overlay->count);
    for (unsigned i = 0; i < overlay->count; i++)
        card_log(card, "post=dry: 0x%06x = 0x%08x", overlay->words[i].reg, overlay->words[i].value);
    card_log(card, "post=dry: %u lines of the board, %u transfers on I2C, %u us of waiting",
             overlay->gpio, overlay->i2c, start->d.waited_us);
}

/* Steps of the scripts that are allowed and yet worth a look. */
static void log_warnings(struct card *card, const struct devinit *d)
{
    const unsigned kept = LEAST(d->warning_count, DEVINIT_WARNINGS);

    for (unsigned i = 0; i < kept; i++)
        card_log(card, "init scripts: %s, at 0x%x: 0x%x",
                 devinit_warning_text((enum devinit_warning_kind)d->warnings[i].kind),
                 d->warnings[i].at, d->warnings[i].what);
    if (d->warning_count > kept)
        card_log(card, "init scripts: %u warnings more", d->warning_count - kept);
}

static enum devinit_stop run_dry(struct card *card, struct start *start, struct devinit_rules rules)
{
    const struct devinit_world inner = card_world(card);

    overlay_init(&start->overlay, &inner);
    const struct devinit_world world = overlay_world(&start->overlay);
    rules.dry = true;
    devinit_init(&start->d, &start->found.v, nv50_chip_of(card->chip), &world, rules);
    return devinit_boot(&start->d);
}

/* ---- the run */

static enum start_outcome run(struct card *card, struct start *start, struct devinit_rules rules)
{
    const struct devinit_world world = card_world(card);

    devinit_init(&start->d, &start->found.v, nv50_chip_of(card->chip), &world, rules);
    if (devinit_boot(&start->d) != DEVINIT_OK)
        return START_STOPPED;
    card->bus->ops->wait_us(card->bus, SETTLE_US);
    start_guard_card(card, &start->found.v, &start->guard);
    if (start->guard.no_power)
        return START_NO_POWER;
    if (start->guard.too_fast)
        return START_TOO_FAST;
    card_posted_by_scripts(card, &start->after);
    return start->after.posted ? START_DONE : START_DEAD;
}

/* The dry run always comes first, so that a script which cannot be carried out is found before the first write. */
void start_card(struct card *card, struct start *start)
{
    const bool consent = start->mode == POST_RUN;
    const struct devinit_rules rules = { .i2c_writes = consent,
                                         .any_register = consent,
                                         .i2c_devices = card->post_i2c };

    start->outcome = obstacle(card, start);
    if (start->outcome != START_DONE)
        return;
    card_deadline(card, (uint64_t)START_DEADLINE_S * 1000000);
    card_phase(card, "going through its init scripts, dry");
    if (run_dry(card, start, rules) != DEVINIT_OK)
        start->outcome = START_REFUSED;
    else if (start->mode == POST_DRY)
        start->outcome = START_DRY_ONLY;
    else
        start->outcome = run(card, start, rules);
    if (start->outcome == START_DRY_ONLY)
        log_dry(card, start);
    log_warnings(card, &start->d);
}

bool start_wrote(const struct start *start)
{
    return start->outcome == START_STOPPED || start_ran_through(start);
}

bool start_ran_through(const struct start *start)
{
    return start->outcome == START_NO_POWER || start->outcome == START_TOO_FAST ||
           start->outcome == START_DEAD || start->outcome == START_DONE;
}

/* ---- words */

void vbios_version(const struct vbios_found *found, struct text *text)
{
    const uint8_t *const v = found->v.version;

    if (found->any && found->v.versioned)
        text_format(text, "%02x.%02x.%02x.%02x.%02x", v[0], v[1], v[2], v[3], v[4]);
}

void vbios_words(const struct vbios_found *found, struct text *text)
{
    if (found->v.versioned)
        vbios_version(found, text);
    else
        text_string(text, "a VBIOS without a version");
    if (found->v.date[0])
        text_format(text, " of %s", found->v.date);
    text_format(text, " from %s%s%s", rom_source_name(found->source), found->name[0] ? " " : "",
                found->name);
}

/* Each kind of stop has its own facts: the register and its value, the device that did not answer,
 * and so on. */
static void stop_words(const struct devinit_end *end, struct text *text)
{
    text_format(text, "%s: opcode 0x%02x at 0x%x", devinit_stop_text(end->stop), end->opcode,
                end->at);
    switch (end->stop) {
    case DEVINIT_REGISTER:
    case DEVINIT_CONTEXT:
        text_format(text, ", register 0x%06x", end->what);
        break;
    case DEVINIT_STRAP:
        text_format(text, ", column %u of %u by strap %u", end->what, end->expected, end->seen);
        break;
    case DEVINIT_PORT:
        text_format(text, ", port 0x%x", end->what);
        break;
    case DEVINIT_WORLD:
        text_format(text, ", %s at 0x%06x", err_name(end->error), end->what);
        break;
    default:
        break;
    }
}

/* Devices that wait for consent: a description of each for a person, or only the addresses as the configuration takes
 * them. */
static void device_words(const struct devinit *d, bool addresses, struct text *text)
{
    const char *between = "";

    for (unsigned i = 0; i < LEAST(d->device_count, DEVINIT_DEVICES); i++) {
        const struct devinit_device *const device = &d->devices[i];
        const char *const guess = device_guess(device->address);

        if (!device->held)
            continue;
        text_format(text, addresses ? "%s0x%02x" : "%s%u to 0x%02x on port %u", between,
                    addresses ? (unsigned)device->address : device->writes, device->address,
                    device->port);
        if (!addresses && guess)
            text_format(text, " (%s?)", guess);
        between = addresses ? "," : ", ";
    }
}

static void poll_words(const struct devinit *d, struct text *text)
{
    if (d->polls_failed)
        text_format(
            text,
            "; what a script waited for did not come: opcode 0x%02x at 0x%x, register 0x%06x "
            "is 0x%08x, 0x%08x wanted under mask 0x%08x",
            d->poll.opcode, d->poll.at, d->poll.what, d->poll.seen, d->poll.expected, d->poll.mask);
}

static void bad_rom_words(const struct vbios_found *found, struct text *text)
{
    text_format(text, "not started: its VBIOS ");
    vbios_words(found, text);
    text_format(text, " %s", vbios_fault_text(found->fault));
    if (found->fault == VBIOS_UNSOUND) {
        text_string(text, ": ");
        stop_words(&found->refused, text);
    }
}

static void too_fast_words(const struct start_guard *guard, struct text *text)
{
    text_format(
        text,
        "too fast after its scripts: core %u MHz, memory %u MHz, where its VBIOS has no level "
        "above %u and %u MHz",
        guard->clocks.core_khz / 1000, guard->clocks.memory_khz / 1000, guard->top.core_mhz,
        guard->top.memory_mhz);
}

/* A switch without a default, so that the compiler finds an outcome that has no words. */
void start_words(const struct start *start, struct text *text)
{
    switch (start->outcome) {
    case START_NOT_NEEDED:
        text_string(text, "started before Barecard came");
        break;
    case START_FORBIDDEN:
        text_string(text, "not initialised by its VBIOS");
        break;
    case START_HALF:
        text_format(text, "half started: part of its memory controller is set up, part is not; %s",
                    posted_missing(&start->before));
        break;
    case START_INTEGRATED:
        text_string(text, "without memory: an integrated chipset has none of its own to start, and "
                          "the system's firmware has given it none");
        break;
    case START_NO_ROM:
        text_string(text, "not started: no VBIOS was found");
        break;
    case START_BAD_ROM:
        bad_rom_words(&start->found, text);
        break;
    case START_REFUSED:
        text_string(text, "not started, nothing was written: ");
        stop_words(&start->d.end, text);
        if (start->d.end.stop == DEVINIT_I2C_CONSENT) {
            text_string(text, ", ");
            device_words(&start->d, false, text);
        }
        break;
    case START_DRY_ONLY:
        text_string(text, "not started: post=dry, its scripts would run to their end");
        break;
    case START_STOPPED:
        text_string(text, "started in part: ");
        stop_words(&start->d.end, text);
        break;
    case START_NO_POWER:
        text_format(text, "short of power: line %u of its board says that its own plug is missing",
                    (unsigned)start->guard.power_line);
        break;
    case START_TOO_FAST:
        too_fast_words(&start->guard, text);
        break;
    case START_DEAD:
        text_format(text, "not working after its scripts: %s", posted_missing(&start->after));
        poll_words(&start->d, text);
        break;
    case START_DONE:
        text_string(text, "started by Barecard with ");
        vbios_words(&start->found, text);
        text_string(text, ", stays so");
        break;
    }
}

void start_advice(const struct start *start, struct text *text)
{
    switch (start->outcome) {
    case START_NOT_NEEDED:
    case START_DONE:
        break;
    case START_FORBIDDEN:
        text_string(text, "post=auto in barecard.cfg starts it");
        break;
    case START_DRY_ONLY: /* the dry run had no more consent than post=auto has */
        text_string(text, "post=auto starts it");
        break;
    case START_INTEGRATED:
        text_string(text, "set a size for its memory in the machine's setup");
        break;
    case START_NO_POWER:
        text_string(text, "power the machine off, and plug the card's own power cable in");
        break;
    case START_HALF:
    case START_STOPPED:
    case START_TOO_FAST:
    case START_DEAD:
        text_string(text, "power the machine off and on");
        break;
    case START_REFUSED:
        if (start->d.end.stop == DEVINIT_I2C_CONSENT) {
            text_string(text, "post_i2c=");
            device_words(&start->d, true, text);
            text_string(text, " in barecard.cfg allows it");
        } else if (start->mode != POST_RUN && start->d.end.stop == DEVINIT_REGISTER) {
            text_string(text, "post=run may allow it");
        } else {
            text_string(text, "a machine with CSM may start it");
        }
        break;
    default:
        text_string(text, "its VBIOS as a file in \\vbios may help");
        break;
    }
}
