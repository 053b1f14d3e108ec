#include "suite/gv100/suite.h"

#include "engines/gv100/family.h"
#include "hw/bits.h"
#include "suite/gv100/groups.h"
#include "suite/gv100/prompt.h"
#include "suite/gv100/way.h"

/* Least harmful first, and each group before those that build on it: the memory is judged before the structures that
 * lie in it, BARs before engines, host before the engines that it feeds. Last come the errors that both ends of the
 * link have noted meanwhile. */
static const struct test_group *const groups[] = {
    &gv100_identity_tests,   &gv100_board_tests,      &gv100_window_tests,     &gv100_memory_tests,
    &gv100_page_tests,       &gv100_bar_tests,        &gv100_table_tests,      &gv100_tlb_tests,
    &gv100_fault_tests,      &gv100_semaphore_tests,  &gv100_reduction_tests,  &gv100_push_tests,
    &gv100_refused_tests,    &gv100_ring_tests,       &gv100_copy_tests,       &gv100_sched_tests,
    &gv100_host_fault_tests, &gv100_copy_fault_tests, &gv100_subcontext_tests, &gv100_link_tests,
};

const struct suite gv100_suite = {
    .family = &gv100_family,
    .way = &gv100_way,
    .prompt = &gv100_prompt,
    .parts = BITS(PARTS - 1, PART_NONE + 1),
    .groups = groups,
    .count = ARRAY_SIZE(groups),
};
