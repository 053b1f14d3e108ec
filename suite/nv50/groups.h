/* suite/nv50/groups.h: the tables of self tests, one for each file of tests. */
#ifndef SUITE_NV50_GROUPS_H
#define SUITE_NV50_GROUPS_H

#include "suite/nv50/setup.h"
#include "suite/run/test.h"

extern const struct test_group identity_tests;
extern const struct test_group link_tests;
extern const struct test_group vbios_tests;
extern const struct test_group board_tests;
extern const struct test_group sensor_tests;
extern const struct test_group window_tests;
extern const struct test_group dma_tests;
extern const struct test_group channel_tests;
extern const struct test_group dmaobj_tests;
extern const struct test_group page_tests;
extern const struct test_group contig_tests;
extern const struct test_group map_tests;
extern const struct test_group tlb_tests;
extern const struct test_group fault_tests;
extern const struct test_group fifo_tests;
extern const struct test_group falcon_tests;
extern const struct test_group vp2_tests;
extern const struct test_group graph_tests;
extern const struct test_group graph_fault_tests;
extern const struct test_group graph_slot_tests;
extern const struct test_group compute_slot_tests;
extern const struct test_group texture_slot_tests;
extern const struct test_group mpeg_tests;
extern const struct test_group media_context_tests;
extern const struct test_group context_program_tests;
extern const struct test_group render_slot_tests;
extern const struct test_group vertex_slot_tests;
extern const struct test_group shader_block_tests;
extern const struct test_group shader_tests;
extern const struct test_group experiment_tests;
extern const struct test_group gob_tests;
extern const struct test_group placement_tests;
extern const struct test_group count_tests;
extern const struct test_group rate_tests;
extern const struct test_group memory_tests;

#endif
