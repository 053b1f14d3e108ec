#include "linux/send.h"

#include <errno.h>
#include <net/if.h>
#include <netinet/in.h>
#include <stdio.h>
#include <string.h>
#include <sys/sendfile.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

#include "suite/net/http.h"
#include "suite/net/names.h"

#define PATIENCE_S 20
#define TAKEN      412 /* the server has a report of that name */
#define AGAIN_MAX  9

static bool fail(char sentence[SENTENCE_MAX], const char *folder, const char *why)
{
    snprintf(sentence, SENTENCE_MAX, "the report was not sent to %s: %s", folder, why);
    return false;
}

/* That of the first network card that is a device; zeros where there is none. */
static void find_mac(const struct roots *roots, uint8_t mac[NAME_MAC_SIZE])
{
    struct if_nameindex *const all = if_nameindex();
    char text[32];

    memset(mac, 0, NAME_MAC_SIZE);
    for (const struct if_nameindex *i = all; i && i->if_name; i++)
        if (file_there(roots->sys, "class/net/%s/device", i->if_name) &&
            file_read(text, sizeof(text), roots->sys, "class/net/%s/address", i->if_name) > 0 &&
            sscanf(text, "%hhx:%hhx:%hhx:%hhx:%hhx:%hhx", &mac[0], &mac[1], &mac[2], &mac[3],
                   &mac[4], &mac[5]) == NAME_MAC_SIZE)
            break;
    if_freenameindex(all);
}

static int connect_to(const struct url *url)
{
    const struct timeval patience = { .tv_sec = PATIENCE_S };
    struct sockaddr_in server = { .sin_family = AF_INET, .sin_port = htons(url->port) };
    const int line = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);

    memcpy(&server.sin_addr, url->host, sizeof(url->host));
    if (line < 0)
        return -1;
    setsockopt(line, SOL_SOCKET, SO_SNDTIMEO, &patience, sizeof(patience));
    setsockopt(line, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof(patience));
    if (connect(line, (const struct sockaddr *)&server, sizeof(server)) == 0)
        return line;
    close(line);
    return -1;
}

static bool send_body(int line, int file, off_t from, size_t size)
{
    while (size) {
        const ssize_t sent = sendfile(line, file, &from, size);

        if (sent <= 0)
            return false;
        size -= (size_t)sent;
    }
    return true;
}

/* The status of the answer; 0: there was none. */
static unsigned read_answer(int line)
{
    char head[HTTP_HEAD_MAX];
    size_t used = 0;
    ssize_t more;

    while (used < sizeof(head) && (more = recv(line, head + used, sizeof(head) - used, 0)) > 0) {
        struct http_answer answer;
        bool whole = false;

        used += (size_t)more;
        if (http_answer(&answer, head, used, &whole) != OK)
            return 0;
        if (whole)
            return answer.status;
    }
    return 0;
}

static unsigned put_file(const struct sending *s, const struct url *url, size_t size)
{
    const struct http_ask ask = { .method = HTTP_PUT, .url = url, .create = true, .size = size };
    char text[HTTP_ASK_MAX];
    size_t length;
    const int line = connect_to(url);
    unsigned status = 0;

    if (line < 0)
        return 0;
    if (http_ask(text, &ask, &length) == OK &&
        send(line, text, length, MSG_NOSIGNAL) == (ssize_t)length &&
        send_body(line, s->report, s->from, size))
        status = read_answer(line);
    close(line);
    return status;
}

/* Tries further names while the server has the name already, because no report there may be
 * overwritten. */
bool send_report(const struct sending *s, char sentence[SENTENCE_MAX])
{
    struct report_name name = { .began = s->began, .card = s->label };
    struct url folder, url;
    struct stat about;
    unsigned status = TAKEN;

    if (url_parse(&folder, s->folder, strlen(s->folder)) != OK || folder.scheme != URL_HTTP ||
        !folder.has_host)
        return fail(sentence, s->folder,
                    "under Linux it must be http:// with the server's address");
    if (s->report < 0 || fstat(s->report, &about))
        return fail(sentence, s->folder, "there is no report.jsonl");
    find_mac(s->roots, name.mac);
    for (unsigned again = 1; status == TAKEN && again <= AGAIN_MAX; again++) {
        char file[NAME_MAX];

        name.again = again > 1 ? again : 0;
        name_report(file, &name);
        if (url_file(&folder, file, &url) != OK)
            return fail(sentence, s->folder, "its path is too long");
        status = put_file(s, &url, (size_t)(about.st_size - s->from));
    }
    if (status == 0)
        return fail(sentence, s->folder, errno ? strerror(errno) : "the server does not answer");
    return status / 100 == 2 || fail(sentence, s->folder, http_refusal(status));
}
