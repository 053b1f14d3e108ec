/* tests/model/nv50/shader/program_rig.h: programs of the compute class, sent through PGRAPH's direct port as a register test that runs on
 * cards of every chipset does.
 *
 * Shape   open_compute, then run_to_end, or load and launch. Instructions are typed from tesla-isa.md.
 * Source  docs/hardware/tesla-engines.md §4.1, §4.8. */
#pragma once

#include "tests/model/nv50/graph/pgraph_rig.h"

#define COMPUTE 0x1cu      /* selector */
#define CODE    0x1030000u /* in VRAM */
#define CONST   0x1040000u
#define LOCAL   0x1050000u
#define STACK   0x1060000u
#define GLOBAL  0x1200000u

static inline void load(const uint32_t *code, unsigned words)
{
    store(CODE, code, words);
    send(3, 0x380, 0);
}

static inline void set_address(uint32_t method, uint64_t at)
{
    SEND_ROW(3, method, (uint32_t)(at >> 32), (uint32_t)at);
}

/* §4.8's state, with every object over all of VRAM. */
static inline void start_compute(void)
{
    static const uint32_t objects[] = { 0x180, 0x1a0, 0x1a4, 0x1b8, 0x1bc, 0x1c0 };

    vram_wr(CHANNEL + 16 * COMPUTE, 0x50c0);
    send(3, 0, COMPUTE);
    for (unsigned i = 0; i < ARRAY_SIZE(objects); i++)
        send(3, objects[i], VRAM);
    for (uint32_t i = 0; i < 16; i++) {
        set_address(0x400 + 0x20 * i, GLOBAL);
        SEND(3, { 0x40c + 0x20 * i, 0xffff }, { 0x410 + 0x20 * i, 1 });
    }
    set_address(0x210, CODE);
    set_address(0x218, STACK);
    set_address(0x294, LOCAL);
    set_address(0x2a4, CONST);
    send(3, 0x2c0, 12); /* registers */
}

static inline void open_knobs(const char *chip, const char *knobs)
{
    bring_up_knobs(chip, NULL, knobs);
    start_compute();
}

/* A register of a multiprocessor; before G200 TPCs are 0x1000 apart, from it on 0x800 (tesla-isa.md §8). */
static inline uint32_t mp_register(bool late, uint32_t tpc, uint32_t mp, uint32_t offset)
{
    return (late ? REF_PGRAPH_TPC_MP_G200 + (tpc << 11) : REF_PGRAPH_TPC_MP_G80 + (tpc << 12)) +
           mp * 0x80 + offset;
}

static inline void open_compute(const char *chip)
{
    open_knobs(chip, NULL);
}

static inline void launch(uint32_t threads, uint32_t blocks)
{
    SEND(3, { 0x3a8, 0x400 }, { 0x3ac, 0x00010000 | threads }, { 0x3b0, 1 },
         { 0x2b4, 0x00010000 | threads }, { 0x2f8, 1 }, { 0x3a4, 0x00010000 | blocks },
         { 0x384, 0x100 }, { 0x3b4, 0 }, { 0x368, 0 });
}

static inline void pass_ns(uint64_t ns)
{
    clock_now += ns;
    model_wake(card);
}

static inline void wait_for_end(void)
{
    for (unsigned i = 0; i < 1000 && rd(REF_PGRAPH_STATUS); i++)
        pass_ns(1000000);
}

static inline void expect_done(void)
{
    wait_for_end();
    assert_pairs(0, rd(REF_PGRAPH_STATUS), 0, rd(REF_PGRAPH_INTR));
}

static inline void run_to_end(const uint32_t *code, unsigned words, uint32_t threads)
{
    load(code, words);
    launch(threads, 1);
    expect_done();
}

/* $rN = a number (tesla-isa.md §4.2). */
#define MOV(n, number) 0x10008001 | (n) << 2 | ((number)&0x3f) << 16, (number) >> 6 << 2 | 3
#define EXIT           0xf0000001, 0xe0000781
