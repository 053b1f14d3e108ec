/* suite/gv100/groups.h: the tables of self tests, one for each file of tests. */
#ifndef SUITE_GV100_GROUPS_H
#define SUITE_GV100_GROUPS_H

#include "suite/gv100/setup.h"
#include "suite/run/test.h"

extern const struct test_group gv100_identity_tests;
extern const struct test_group gv100_board_tests;
extern const struct test_group gv100_window_tests;
extern const struct test_group gv100_bar_tests;
extern const struct test_group gv100_table_tests;
extern const struct test_group gv100_tlb_tests;
extern const struct test_group gv100_fault_tests;
extern const struct test_group gv100_semaphore_tests;
extern const struct test_group gv100_reduction_tests;
extern const struct test_group gv100_push_tests;
extern const struct test_group gv100_refused_tests;
extern const struct test_group gv100_ring_tests;
extern const struct test_group gv100_sched_tests;
extern const struct test_group gv100_host_fault_tests;
extern const struct test_group gv100_copy_tests;
extern const struct test_group gv100_copy_fault_tests;
extern const struct test_group gv100_subcontext_tests;
extern const struct test_group gv100_memory_tests;
extern const struct test_group gv100_page_tests;
extern const struct test_group gv100_link_tests;

#endif
