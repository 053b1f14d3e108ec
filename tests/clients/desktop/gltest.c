/* tests/clients/desktop/gltest.c: OpenGL's buffers on a card that draws nothing: a driver turns them into mappings,
 * copies and fences.
 *
 *   gltest CHIP MIB
 *
 * CHIP must be in the renderer's name; MIB of buffers are filled, copied and read back. Prints "ok NAME: DETAIL"
 * or "FAIL NAME: DETAIL" for each check; status 0 if none failed. */
#define GL_GLEXT_PROTOTYPES
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <EGL/egl.h>
#include <EGL/eglext.h>
#include <GL/gl.h>
#include <GL/glext.h>

#define MIB   (1u << 20)
#define EACH  (4 * MIB)
#define WORDS (EACH / 4)

static bool failed;

static void verdict(bool good, const char *name, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

static void verdict(bool good, const char *name, const char *format, ...)
{
    va_list arguments;

    failed |= !good;
    printf("%s %s: ", good ? "ok" : "FAIL", name);
    va_start(arguments, format);
    vprintf(format, arguments);
    va_end(arguments);
    putchar('\n');
    fflush(stdout);
}

static bool open_context(void)
{
    static const EGLint any[] = { EGL_NONE };
    EGLDisplay display =
        eglGetPlatformDisplay(EGL_PLATFORM_SURFACELESS_MESA, EGL_DEFAULT_DISPLAY, NULL);
    EGLConfig config = NULL;
    EGLint count = 0;

    if (!eglInitialize(display, NULL, NULL) || !eglBindAPI(EGL_OPENGL_API))
        return false;
    eglChooseConfig(display, any, &config, 1, &count);
    EGLContext context = eglCreateContext(display, config, EGL_NO_CONTEXT, NULL);
    return context && eglMakeCurrent(display, EGL_NO_SURFACE, EGL_NO_SURFACE, context);
}

static void fill(unsigned *words, unsigned buffer, unsigned round)
{
    for (unsigned i = 0; i < WORDS; i++)
        words[i] = (i * 0x9e3779b1u) ^ (buffer << 20) ^ (round * 0x01010101u);
}

static unsigned differing(const unsigned *seen, const unsigned *wanted)
{
    unsigned count = 0;

    for (unsigned i = 0; i < WORDS; i++)
        count += seen[i] != wanted[i];
    return count;
}

/* More than VRAM holds, so that buffers move out and in again; each is copied to its neighbour by the card. */
static void buffers(unsigned mib)
{
    const unsigned count = mib * MIB / EACH;
    GLuint *names = calloc(count, sizeof(*names));
    unsigned *wanted = malloc(EACH), *seen = malloc(EACH), bad = 0;

    glGenBuffers((GLsizei)count, names);
    for (unsigned i = 0; i < count; i++) {
        fill(wanted, i, 1);
        glBindBuffer(GL_COPY_WRITE_BUFFER, names[i]);
        glBufferData(GL_COPY_WRITE_BUFFER, EACH, wanted, GL_STATIC_DRAW);
    }
    for (unsigned i = 0; i < count; i++) {
        fill(wanted, i, 1);
        glBindBuffer(GL_COPY_READ_BUFFER, names[i]);
        glGetBufferSubData(GL_COPY_READ_BUFFER, 0, EACH, seen);
        bad += differing(seen, wanted);
    }
    verdict(!bad && glGetError() == GL_NO_ERROR, "gl-buffers", "%u MiB, %u words differ", mib, bad);

    bad = 0;
    for (unsigned i = 1; i < count; i += 2) {
        glBindBuffer(GL_COPY_READ_BUFFER, names[i]);
        glBindBuffer(GL_COPY_WRITE_BUFFER, names[i - 1]);
        glCopyBufferSubData(GL_COPY_READ_BUFFER, GL_COPY_WRITE_BUFFER, 0, 0, EACH);
    }
    for (unsigned i = 0; i < count; i++) {
        fill(wanted, i | 1, 1);
        glBindBuffer(GL_COPY_READ_BUFFER, names[i]);
        glGetBufferSubData(GL_COPY_READ_BUFFER, 0, EACH, seen);
        bad += differing(seen, wanted);
    }
    verdict(!bad && glGetError() == GL_NO_ERROR, "gl-copies", "%u of them, %u words differ",
            count / 2, bad);
    glDeleteBuffers((GLsizei)count, names);
    free(names);
    free(wanted);
    free(seen);
}

/* A fence is a query of the 3D class. */
static void fences(void)
{
    unsigned late = 0;

    for (unsigned i = 0; i < 100; i++) {
        GLsync fence = glFenceSync(GL_SYNC_GPU_COMMANDS_COMPLETE, 0);
        late += glClientWaitSync(fence, GL_SYNC_FLUSH_COMMANDS_BIT, 1000000000) !=
                    GL_ALREADY_SIGNALED &&
                glClientWaitSync(fence, 0, 0) != GL_ALREADY_SIGNALED;
        glDeleteSync(fence);
    }
    verdict(!late && glGetError() == GL_NO_ERROR, "gl-fences", "%u of 100 did not come", late);
}

int main(int count, char **arguments)
{
    if (count != 3) {
        fprintf(stderr, "usage: gltest CHIP MIB\n");
        return 2;
    }
    if (!open_context()) {
        verdict(false, "gl", "no context: EGL error %#x", (unsigned)eglGetError());
        return 1;
    }
    const char *renderer = (const char *)glGetString(GL_RENDERER);
    verdict(renderer && strstr(renderer, arguments[1]), "gl-renderer", "%s", renderer);
    fences();
    buffers((unsigned)strtoul(arguments[2], NULL, 10));
    return failed;
}
