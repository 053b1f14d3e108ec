#include "tests/nv50/suite.h"

#include "engines/nv50/family.h"
#include "hw/bits.h"
#include "tests/nv50/groups.h"
#include "tests/nv50/way.h"

/* Least harmful first; the memory test overwrites everything and comes last, but for what both ends of the
 * link have noticed of all that. */
static const struct test_group *const groups[] = {
    &identity_tests,   &vbios_tests,  &window_tests, &channel_tests,   &dmaobj_tests,
    &page_tests,       &contig_tests, &tlb_tests,    &fault_tests,     &map_tests,
    &fifo_tests,       &falcon_tests, &vp2_tests,    &graph_tests,     &graph_fault_tests,
    &experiment_tests, &gob_tests,    &count_tests,  &placement_tests, &rate_tests,
    &memory_tests,     &link_tests,
};

const struct suite nv50_suite = {
    .family = &nv50_family,
    .way = &nv50_way,
    .groups = groups,
    .count = ARRAY_SIZE(groups),
};
