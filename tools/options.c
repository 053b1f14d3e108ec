#include "tools/options.h"

#include <stdio.h>
#include <string.h>

bool options_join(char joined[JOINED_MAX], const char *part)
{
    const size_t used = strlen(joined);

    if (used + strlen(part) + 2 > JOINED_MAX)
        return false;
    snprintf(joined + used, JOINED_MAX - used, "%s%s", used ? "+" : "", part);
    return true;
}

bool options_set_key(struct run_config *config, const char *line, struct text *wrong)
{
    char key[32];
    const size_t length = strcspn(line, "=");

    if (!line[length] || length >= sizeof(key))
        return false;
    memcpy(key, line, length);
    key[length] = '\0';
    return config_set(config, key, line + length + 1, wrong) == OK;
}
