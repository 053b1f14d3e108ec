#include "tools/report/xml.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include "tools/report/write.h"

#define TEXT(text) ((const xmlChar *)(text))

void xml_open(xml out, const char *element)
{
    xmlTextWriterStartElement(out, TEXT(element));
}

/* Browsers know some elements only by their end tag. */
void xml_close(xml out)
{
    xmlTextWriterFullEndElement(out);
}

void xml_attribute(xml out, const char *name, const char *value)
{
    char *const safe = xml_text(value);

    xmlTextWriterWriteAttribute(out, TEXT(name), TEXT(safe));
    free(safe);
}

void xml_format(xml out, const char *name, const char *format, ...)
{
    va_list list;
    char *text = NULL;

    va_start(list, format);
    if (vasprintf(&text, format, list) >= 0)
        xml_attribute(out, name, text);
    va_end(list);
    free(text);
}

void xml_write(xml out, const char *text)
{
    char *const safe = xml_text(text);

    xmlTextWriterWriteString(out, TEXT(safe));
    free(safe);
}

void xml_print(xml out, const char *format, ...)
{
    va_list list;
    char *text = NULL;

    va_start(list, format);
    if (vasprintf(&text, format, list) >= 0)
        xml_write(out, text);
    va_end(list);
    free(text);
}

void xml_line(xml out, const char *element, const char *text)
{
    xml_open(out, element);
    xml_write(out, text);
    xml_close(out);
}

void xml_class(xml out, const char *element, const char *class, const char *text)
{
    xml_open(out, element);
    xml_attribute(out, "class", class);
    if (!text)
        return;
    xml_write(out, text);
    xml_close(out);
}
