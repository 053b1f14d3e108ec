/* The memory itself: every byte stores the value written to it. */
#include "suite/nv50/groups.h"

#include "suite/memory/load.h"
#include "suite/memory/memory_tests.h"
#include "suite/memory/refresh.h"

/* A chunk of 64 KiB takes milliseconds, and the longest look at one cell some minutes. */
#define STALL_S 600

/* Only if they are asked for; they name chips. */
#define THOROUGH (TEST_EXTRA | TEST_CHIPS | TEST_EXTENDS)

/* clang-format off */
static const struct test_case rows[] = {
    { .name = "vram.temperature", .source = "board.md §4", .run = memory_temperature,
      .basis = DOCUMENTED, .claim = CLAIM_BOARD },
    { .name = "vram.quick", .source = "board.md §3.3", .run = march_all,
      .basis = PROVEN, .claim = CLAIM_VRAM, .uses = "link.dma", .flags = TEST_EXTENDS, .deadline_s = STALL_S },
    { .name = "vram.load", .source = "board.md §3.3", .run = memory_load,
      .basis = PROVEN, .claim = CLAIM_VRAM, .needs = "vram.quick", .uses = "link.dma", .flags = TEST_CHIPS | TEST_EXTENDS, .deadline_s = STALL_S },
    { .name = "vram.thorough.address", .source = "board.md §3.3", .run = memory_address,
      .basis = PROVEN, .claim = CLAIM_VRAM, .uses = "link.dma", .flags = THOROUGH, .deadline_s = STALL_S },
    { .name = "vram.thorough.lines", .source = "board.md §3.3", .run = memory_lines,
      .basis = PROVEN, .claim = CLAIM_VRAM, .uses = "link.dma", .flags = THOROUGH, .deadline_s = STALL_S },
    { .name = "vram.thorough.inversions", .source = "board.md §3.3", .run = memory_inversions,
      .basis = PROVEN, .claim = CLAIM_VRAM, .uses = "link.dma", .flags = THOROUGH, .deadline_s = STALL_S },
    { .name = "vram.thorough.march_c", .source = "board.md §3.3", .run = memory_march_c,
      .basis = PROVEN, .claim = CLAIM_VRAM, .uses = "link.dma", .flags = THOROUGH, .deadline_s = STALL_S },
    { .name = "vram.thorough.march_ss", .source = "board.md §3.3", .run = memory_march_ss,
      .basis = PROVEN, .claim = CLAIM_VRAM, .uses = "link.dma", .flags = THOROUGH, .deadline_s = STALL_S },
    { .name = "vram.thorough.checkerboard", .source = "board.md §3.3", .run = memory_checkerboard,
      .basis = PROVEN, .claim = CLAIM_VRAM, .uses = "link.dma", .flags = THOROUGH, .deadline_s = STALL_S },
    { .name = "vram.thorough.fade", .source = "board.md §3.3", .run = memory_fade,
      .basis = PROVEN, .claim = CLAIM_VRAM, .uses = "link.dma", .flags = THOROUGH, .deadline_s = STALL_S },
    { .name = "vram.thorough.modulo_20", .source = "board.md §3.3", .run = memory_modulo_20,
      .basis = PROVEN, .claim = CLAIM_VRAM, .uses = "link.dma", .flags = THOROUGH, .deadline_s = STALL_S },
    { .name = "vram.thorough.random", .source = "board.md §3.3", .run = memory_random,
      .basis = PROVEN, .claim = CLAIM_VRAM, .uses = "link.dma", .flags = THOROUGH, .deadline_s = STALL_S },
    { .name = "vram.refresh", .source = "board.md §3.3", .run = memory_refresh,
      .basis = UNVERIFIED, .experiment = "board.md §3.3", .claim = CLAIM_VRAM, .uses = "link.dma", .flags = THOROUGH | TEST_RISKY, .deadline_s = STALL_S },
};
/* clang-format on */
const struct test_group memory_tests = { rows, ARRAY_SIZE(rows) };
