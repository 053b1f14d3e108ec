/* tests/nv50/groups.h: the tables of self tests, one for each file of tests. */
#ifndef TESTS_NV50_GROUPS_H
#define TESTS_NV50_GROUPS_H

#include "tests/nv50/kit.h"
#include "tests/run/test.h"

#define TEST_GROUP(name)                                                                           \
    extern const struct test_case name##_tests[];                                                  \
    extern const unsigned name##_test_count

TEST_GROUP(identity);
TEST_GROUP(window);
TEST_GROUP(channel);
TEST_GROUP(dmaobj);
TEST_GROUP(page);
TEST_GROUP(contig);
TEST_GROUP(map);
TEST_GROUP(tlb);
TEST_GROUP(fault);
TEST_GROUP(fifo);
TEST_GROUP(falcon);
TEST_GROUP(vp2);
TEST_GROUP(graph);
TEST_GROUP(graph_fault);
TEST_GROUP(experiment);
TEST_GROUP(gob);
TEST_GROUP(placement);
TEST_GROUP(count);
TEST_GROUP(rate);
TEST_GROUP(memory);

#undef TEST_GROUP

#endif
