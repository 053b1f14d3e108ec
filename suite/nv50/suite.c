#include "suite/nv50/suite.h"

#include "engines/nv50/family.h"
#include "hw/bits.h"
#include "suite/nv50/groups.h"
#include "suite/nv50/prompt.h"
#include "suite/nv50/way.h"

/* Least harmful first, and each group before those that build on it: the memory is judged before the structures that
 * lie in it. Last come the errors that both ends of the link have noted meanwhile. */
static const struct test_group *const groups[] = {
    &identity_tests,
    &vbios_tests,
    &board_tests,
    &sensor_tests,
    &window_tests,
    &dma_tests,
    &memory_tests,
    &channel_tests,
    &dmaobj_tests,
    &page_tests,
    &contig_tests,
    &tlb_tests,
    &fault_tests,
    &map_tests,
    &fifo_tests,
    &falcon_tests,
    &vp2_tests,
    &mpeg_tests,
    &media_context_tests,
    &graph_tests,
    &graph_fault_tests,
    &graph_slot_tests,
    &context_program_tests,
    &shader_block_tests,
    &shader_tests,
    &compute_slot_tests,
    &texture_slot_tests,
    &render_slot_tests,
    &vertex_slot_tests,
    &experiment_tests,
    &gob_tests,
    &count_tests,
    &placement_tests,
    &rate_tests,
    &link_tests,
};

const struct suite nv50_suite = {
    .family = &nv50_family,
    .way = &nv50_way,
    .prompt = &nv50_prompt,
    .parts = BITS(PARTS - 1, PART_NONE + 1),
    .groups = groups,
    .count = ARRAY_SIZE(groups),
};
