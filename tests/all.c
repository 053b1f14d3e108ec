#include "tests/all.h"

#include "tests/nv50/groups.h"

/* Least harmful first; the memory test overwrites everything and comes last. */
unsigned tests_list(const struct test_case *rows[TESTS_MAX])
{
    const struct test_group {
        const struct test_case *rows;
        unsigned count;
    } groups[] = {
        { identity_tests, identity_test_count },
        { window_tests, window_test_count },
        { channel_tests, channel_test_count },
        { dmaobj_tests, dmaobj_test_count },
        { page_tests, page_test_count },
        { contig_tests, contig_test_count },
        { tlb_tests, tlb_test_count },
        { fault_tests, fault_test_count },
        { map_tests, map_test_count },
        { fifo_tests, fifo_test_count },
        { falcon_tests, falcon_test_count },
        { vp2_tests, vp2_test_count },
        { graph_tests, graph_test_count },
        { graph_fault_tests, graph_fault_test_count },
        { experiment_tests, experiment_test_count },
        { gob_tests, gob_test_count },
        { count_tests, count_test_count },
        { placement_tests, placement_test_count },
        { rate_tests, rate_test_count },
        { memory_tests, memory_test_count },
    };
    unsigned count = 0;

    for (unsigned g = 0; g < ARRAY_SIZE(groups); g++)
        for (unsigned i = 0; i < groups[g].count && count < TESTS_MAX; i++)
            rows[count++] = groups[g].rows + i;
    return count;
}
