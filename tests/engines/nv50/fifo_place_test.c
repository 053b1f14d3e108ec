/* PFIFO's structures beside a channel, in memory that held something else before (docs/hardware/tesla-mmio.md §4.3). */
#include <string.h>

#include "engines/nv50/fifo.h"
#include "engines/window.h"
#include "tests/engines/nv50/start_rig.h"

#define MEMORY 0x100000u /* the memory filled and looked at */
#define WORDS  (0x6000u / 4)

static uint32_t words[WORDS];

static struct vm open_card(struct start_rig *rig)
{
    start_rig_open(rig, &(struct model_config){ .chip = &chipset_named("g84")->chip });
    rig->card.vram = (struct vram_map){ .size = 0x1000000 };
    rig->card.vram_next = MEMORY + 0x10;
    memset(words, 0xff, sizeof(words));
    assert_int_equal(OK, card_memory_write(&rig->card, (linear_addr){ MEMORY, TARGET_VRAM }, words,
                                           sizeof(words)));
    return (struct vm){ .card = &rig->card, .channel = { 0x200000, TARGET_VRAM } };
}

/* 12 KiB from the next page on are zeros, but for RAMFC's 64 words and the channel's number, which is the runlist;
 * memory around them is not touched. */
TEST(a_channels_own_memory_is_cleared)
{
    const linear_addr ring = { 0x300000, TARGET_VRAM };
    struct start_rig rig;
    struct vm vm = open_card(&rig);
    struct fifo fifo;

    assert_int_equal(OK, fifo_prepare(&fifo, &vm, 0x567, ring, 0));
    assert_true(fifo.own.v == MEMORY + 0x1000 && fifo.own.target == TARGET_VRAM);
    assert_int_equal(OK, card_memory_read(&rig.card, (linear_addr){ MEMORY, TARGET_VRAM }, words,
                                          sizeof(words)));
    for (unsigned i = 0; i < WORDS; i++) {
        const unsigned at = 4 * i;
        const bool is_own = at >= 0x1000 && at < 0x4000, is_ramfc = at >= 0x1000 && at < 0x1100;

        if (!is_ramfc && words[i] != (!is_own ? UINT32_MAX : at == 0x3000 ? 1 : 0))
            fail_msg("0x%x: 0x%08x", at, (unsigned)words[i]);
    }
    assert_int_equal(0x403f6078, words[(0x1000 + 0x3c) / 4]);
    start_rig_close(&rig);
}

/* RAMFC's address has no target: a channel in system memory is refused, as is one for which there is no room. */
TEST(a_channel_that_cannot_be_is_refused)
{
    const linear_addr ring = { 0x300000, TARGET_VRAM };
    struct start_rig rig;
    struct vm vm = open_card(&rig);
    struct fifo fifo;

    vm.channel.target = TARGET_SYSRAM_SNOOP;
    assert_int_equal(ERR_UNSUPPORTED, fifo_prepare(&fifo, &vm, 0x567, ring, 0));
    assert_true(rig.card.vram_next == MEMORY + 0x10);
    vm.channel.target = TARGET_VRAM;
    rig.card.vram_next = 0x1000000 - 0x2000;
    assert_int_equal(ERR_NO_MEMORY, fifo_prepare(&fifo, &vm, 0x567, ring, 0));
    start_rig_close(&rig);
}
