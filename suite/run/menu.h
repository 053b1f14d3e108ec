/* suite/run/menu.h: a person's choices before a run, with keys, or by letting the clock run out.
 *
 * Shape   pure. The first line is the configuration as it is; the others change it. Any key but Enter stops the clock.
 * Units   seconds. */
#ifndef SUITE_RUN_MENU_H
#define SUITE_RUN_MENU_H

#include "pci/find.h"
#include "suite/kit/settings.h"
#include "suite/report/record.h"
#include "suite/report/scene.h"

enum menu_what {
    MENU_AS_IT_IS,
    MENU_QUICK,
    MENU_THOROUGH,
    MENU_MEMORY,
    MENU_LOOP,
    MENU_PROBE,
    MENU_WARM,
    MENU_PROMPT,
    MENU_CARD
};

struct menu {
    struct scene scene;
    uint8_t what[SCENE_LINES]; /* enum menu_what */
    char first[CONFIG_SUITE_MAX + 32];
    unsigned card_count;
    struct card_key cards[SCENE_CARDS];
    char card_names[SCENE_CARDS][32], card_abouts[SCENE_CARDS][64];
};

/* `cards`: those that the bus has. */
void menu_open(struct menu *menu, const struct run_config *config, const struct card_key *cards,
               unsigned card_count);
/* true: the run shall begin. */
bool menu_press(struct menu *menu, int key);
/* A second has passed; true: the run shall begin. */
bool menu_tick(struct menu *menu);
/* Puts the choice into the configuration. */
void menu_apply(const struct menu *menu, struct run_config *config);

#endif
