#include "efi/monitor.h"

#include "engines/text.h"
#include "suite/report/layout.h"

#define SECOND_US    UINT64_C(1000000)
#define DATE_LETTERS 10

void monitor_open(struct monitor *monitor, EFI_SYSTEM_TABLE *table, struct clock *clock,
                  const bool *withheld)
{
    monitor->clock = clock;
    monitor->withheld = withheld;
    const bool drawn =
        painter_open(&monitor->painter, table->BootServices, table->ConsoleOutHandle);
    display_open(&monitor->display, table->ConOut, drawn);
    monitor_begin_rounds(monitor);
    monitor_begin(monitor, (struct moment){ 0 });
}

void monitor_close(struct monitor *monitor)
{
    painter_close(&monitor->painter);
}

void monitor_begin_rounds(struct monitor *monitor)
{
    monitor->all_begun_us = clock_us(monitor->clock);
}

void monitor_begin(struct monitor *monitor, struct moment began)
{
    monitor->begun_us = monitor->ended_us = clock_us(monitor->clock);
    monitor->drawn_us = 0;
    monitor->time[0] = '\0';
    if (!began.known)
        return;
    struct text text = text_in(monitor->time, sizeof(monitor->time));

    moment_words(&text, &began);
    monitor->time[DATE_LETTERS] = ' '; /* 2026-11-22T07:03:52 */
    monitor->time[DATE_LETTERS + 6] = '\0';
}

/* A run in progress shows its own time, because the time that is left is computed from it. */
static unsigned elapsed_s(const struct monitor *monitor, const struct scene *scene)
{
    const uint64_t from_us =
        scene->state == STATE_RUNNING ? monitor->begun_us : monitor->all_begun_us;

    return (unsigned)((monitor->ended_us - from_us) / SECOND_US);
}

/* drawn_us is taken after drawing, so that a slow console also leaves the tests time between two
 * pictures. */
void monitor_show(struct monitor *monitor, const struct scene *scene, bool now)
{
    const uint64_t at_us = clock_us(monitor->clock);
    const uint64_t paused_us = scene_paused_us(&monitor->pause, scene, at_us);

    monitor->begun_us += paused_us;
    monitor->all_begun_us += paused_us;
    if (*monitor->withheld)
        return;
    if (!now && at_us - monitor->drawn_us < SECOND_US / MONITOR_PER_SECOND)
        return;
    monitor->scene = *scene;
    monitor->scene.time = monitor->time;
    monitor->scene.saved = monitor->saved;
    monitor->scene.lost = monitor->lost;
    monitor->scene.unsent = monitor->unsent;
    monitor->scene.rounds = monitor->rounds;
    scene_offer_keys(&monitor->scene);
    if (scene->state == STATE_RUNNING)
        monitor->ended_us = at_us;
    scene_clock(&monitor->scene, elapsed_s(monitor, scene));
    if (monitor->painter.output != NULL) {
        painter_show(&monitor->painter, &monitor->scene);
    } else {
        layout_draw(&monitor->screen, &monitor->scene);
        display_show(&monitor->display, &monitor->screen);
    }
    monitor->drawn_us = clock_us(monitor->clock);
}
