#include "tools/nv50/explain.h"

#include "tools/explain.h"

void explain_step(struct out *out, const char *paragraph, const char *format, ...)
{
    va_list list;

    va_start(list, format);
    explain_line(out, "tesla-vm.md", paragraph, format, list);
    va_end(list);
}
