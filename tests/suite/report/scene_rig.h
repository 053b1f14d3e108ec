/* tests/suite/report/scene_rig.h: made-up scenes of a screen, one for each kind of page and of trouble. */
#pragma once

#include "suite/report/scene.h"
#include "tests/kit/tests.h"

#define SHOTS 43

struct shot {
    const char *name;
    struct scene scene;
};

void take_shots(struct shot shots[SHOTS]);
/* The scene of that name, in which "_" stands for "-". */
struct scene *shot_called(struct shot shots[SHOTS], const char *name);

/* One card under test. */
struct scene scene_running(void);
/* One with 1 to 8 partitions of two chips, which are in every state in turn. */
struct scene_card scene_card_of(unsigned parts);
/* A verdict of several cards, of which the second is bad; `parts`: partitions of each, 0 two. */
struct scene scene_many(unsigned count, unsigned parts);
/* A server that does not have the report. */
struct scene scene_unsent(void);
