/* tools/report/xml.h: libxml2's writer with short names; it escapes, this filters. */
#ifndef TOOLS_REPORT_XML_H
#define TOOLS_REPORT_XML_H

#include <libxml/xmlwriter.h>

typedef xmlTextWriterPtr xml;

void xml_open(xml out, const char *element);
void xml_close(xml out);
void xml_attribute(xml out, const char *name, const char *value);
void xml_format(xml out, const char *name, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
void xml_write(xml out, const char *text);
void xml_print(xml out, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* <element>text</element> */
void xml_line(xml out, const char *element, const char *text);
/* <element class="class">text</element>; without text the element stays open. */
void xml_class(xml out, const char *element, const char *class, const char *text);

#endif
