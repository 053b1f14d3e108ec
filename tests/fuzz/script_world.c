#include "tests/fuzz/script_world.h"

#include "engines/nv50/devinit/policy.h"
#include "tests/fuzz/feed.h"

enum {
    /* clang-format off */
    FLAG_DRY = 1, FLAG_I2C = 2, FLAG_ANY = 4, FLAG_SHARED = 8, FLAG_ZERO = 16, FLAG_OUTPUT = 32
    /* clang-format on */
};

static uint32_t answer(struct script_world *world)
{
    world->seed = world->seed ? world->seed * 1664525u + 1013904223u : 0;
    return world->seed;
}

/* Nothing is done once the run has ended, and no register that is denied is touched. */
static enum err reg(void *context, bool write, uint32_t at, uint32_t *value)
{
    struct script_world *const world = context;

    require(world->d.end.stop == DEVINIT_OK && at % 4 == 0 && at < OPERAND_END);
    require(!policy_is_absent(world->d.chip, world->d.parts, at) || at == 0x1540);
    if (write) {
        const enum policy policy = policy_write(world->d.chip, at);
        require(policy == POLICY_ALLOWED ||
                (policy == POLICY_UNEXPECTED && world->d.rules.any_register));
    } else {
        require(policy_may_read(at));
        *value = answer(world);
    }
    return OK;
}

static enum err port(void *context, bool write, uint16_t at, uint8_t *value)
{
    struct script_world *const world = context;

    require(world->d.end.stop == DEVINIT_OK && policy_is_vga_port(at));
    if (!write)
        *value = (uint8_t)(answer(world) >> 8);
    return OK;
}

static enum err i2c(void *context, const struct devinit_i2c *transfer)
{
    struct script_world *const world = context;
    unsigned sum = 0;

    require(world->d.end.stop == DEVINIT_OK && transfer->device < 0x80);
    require(transfer->port.port < (transfer->aux ? 4 : 10));
    require(!transfer->aux || transfer->in_count + transfer->out_count == 1);
    require(transfer->in_count || world->d.rules.i2c_writes);
    for (unsigned i = 0; i < transfer->out_count; i++)
        sum += transfer->out[i]; /* ASan sees whether they are there */
    for (unsigned i = 0; i < transfer->in_count; i++)
        transfer->in[i] = (uint8_t)(answer(world) + sum);
    return answer(world) & 0x10000 ? ERR_NOT_FOUND : OK;
}

static enum err gpio(void *context, const struct gpio_entry *entry)
{
    struct script_world *const world = context;

    require(world->d.end.stop == DEVINIT_OK && entry->line < 32);
    return OK;
}

static enum err wait(void *context, uint32_t us)
{
    struct script_world *const world = context;

    require(world->d.end.stop == DEVINIT_OK);
    world->waited_us += us;
    return OK;
}

/* The boot list's first script for every output of the board, and its own tables' entries for it. */
static enum devinit_stop run_outputs(struct script_world *world, const struct vbios *v)
{
    struct output output;
    uint16_t script;

    for (unsigned i = 0; i < 16; i++) {
        if (output_find(v, i, &output) != OK)
            continue;
        devinit_output(&world->d, &output);
        output.head = i % 2;
        if (vbios_script(v, 0, &script))
            output.script = script;
        devinit_output(&world->d, &output);
    }
    return world->d.end.stop;
}

void script_world_run(struct script_world *world, const struct vbios *v, unsigned chip,
                      unsigned flags, uint32_t seed)
{
    const struct devinit_world callbacks = {
        .context = world, .reg = reg, .port = port, .i2c = i2c, .gpio = gpio, .wait = wait
    };
    const struct devinit_rules rules = { .dry = flags & FLAG_DRY,
                                         .i2c_writes = flags & FLAG_I2C,
                                         .any_register = flags & FLAG_ANY,
                                         .shared_flag = flags & FLAG_SHARED };

    world->seed = flags & FLAG_ZERO ? 0 : seed | 1;
    world->waited_us = 0;
    const enum devinit_stop sound = devinit_walk(&world->walk, v);
    world->d.end.stop = DEVINIT_OK;
    world->d.chip = &nv50_chips[chip % CHIP_COUNT];
    world->d.parts = 8;
    devinit_init(&world->d, v, &nv50_chips[chip % CHIP_COUNT], &callbacks, rules);
    const enum devinit_stop stop =
        flags & FLAG_OUTPUT ? run_outputs(world, v) : devinit_boot(&world->d);

    require(world->d.opcodes <= DEVINIT_TOTAL_OPCODES + 1);
    require(world->waited_us <= DEVINIT_WAIT_US + DEVINIT_POLL_US);
    require(devinit_stop_text(stop) && devinit_stop_text(sound));
    /* A script that the walk has found sound holds no surprise. */
    if (sound == DEVINIT_OK)
        require(stop != DEVINIT_UNKNOWN_OPCODE && stop != DEVINIT_CANNOT &&
                stop != DEVINIT_OUT_OF_IMAGE && stop != DEVINIT_BAD_TARGET);
}
