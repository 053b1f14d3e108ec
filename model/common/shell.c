#include "model/common/shell.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

/* Sizes that boards can set (docs/hardware/tesla-mmio.md §1.3, gv100.md §1.1). */
#define BAR1_SMALLEST (UINT64_C(64) << 20)
#define BAR1_LARGEST  (UINT64_C(64) << 30)

#define LINE_MAX 192

void shell_take_config(struct shell *shell, const struct model_ops *ops,
                       const struct model_config *config, const struct model_host *host,
                       uint64_t bar1_usual)
{
    shell->model.ops = ops;
    shell->host = *host;
    shell->starts_cold = config->cold;
    shell->seed = config->seed;
    shell->d3hot = config->d3hot;
    shell->device_id = config->device_id;
    shell->traced = config->trace && host->trace;
    shell->strict.on = config->strict && host->trace;
    shell->bar1_size = config->bar1_size ? config->bar1_size : bar1_usual;
}

bool shell_check_bar1(const struct shell *shell, char *error, size_t error_size)
{
    const uint64_t size = shell->bar1_size;

    if (size >= BAR1_SMALLEST && size <= BAR1_LARGEST && (size & (size - 1)) == 0)
        return true;
    snprintf(error, error_size, "bar1 0x%llx: a power of two from 64M to 64G",
             (unsigned long long)size);
    return false;
}

void shell_take_defects(struct shell *shell, const struct defect_row *rows, unsigned count,
                        unsigned lost_pages, bool *broken)
{
    shell->starts_cold |= options_broken(&shell->options, rows, count, broken);
    lost_pages_open(&shell->lost, options_defect(&shell->options, rows[lost_pages].option.name, 0));
}

void shell_reset(struct shell *shell, const struct defect_row *gone)
{
    shell->cold = shell->starts_cold;
    presence_open(shell->model.presence, options_defect(&shell->options, gone->option.name, 0));
}

void shell_note(struct model *model)
{
    struct shell *const shell = shell_of(model);

    config_bytes_note(&shell->config);
    registers_note(&shell->regs);
}

unsigned shell_changed(struct model *model, void (*line)(void *opaque, const char *text),
                       void *opaque)
{
    struct shell *const shell = shell_of(model);

    return registers_changed(&shell->regs, line, opaque) +
           config_bytes_changed(&shell->config, line, opaque);
}

/* Findings are told before aliases are dropped, because a line may need the card as software has left it. */
void shell_discard(struct shell *shell, const char *const *sections)
{
    registers_trace_unknown(&shell->regs);
    registers_judge_unread(&shell->regs);
    strict_tell(&shell->strict, sections, shell->host.trace, shell->host.opaque);
    aliases_drop_all(&shell->aliases);
    free(shell->rom);
}

bool shell_asleep(const struct model *model)
{
    return config_bytes_asleep(&((const struct shell *)model)->config);
}

const uint8_t *shell_rom(const struct model *model, size_t *size)
{
    const struct shell *const shell = (const struct shell *)model;

    *size = shell->rom_size;
    return shell->rom;
}

uint64_t shell_now_ns(const struct shell *shell)
{
    return shell->host.clock_ns(shell->host.opaque);
}

void shell_trace(struct shell *shell, const char *format, ...)
{
    char line[LINE_MAX];
    va_list arguments;

    if (!shell->traced)
        return;
    va_start(arguments, format);
    vsnprintf(line, sizeof(line), format, arguments);
    va_end(arguments);
    shell->host.trace(shell->host.opaque, line);
}

void shell_wake_after(struct shell *shell, uint64_t ns)
{
    const uint64_t at = shell_now_ns(shell) + ns;

    if (shell->wake_ns && shell->wake_ns <= at)
        return;
    shell->wake_ns = at;
    if (shell->host.wake)
        shell->host.wake(shell->host.opaque, at);
}
