/* tests/clients/desktop/gltest.c: OpenGL on a card that rasterises nothing: a driver turns buffers into mappings, copies and
 * fences; it clears pictures, and sends vertices through a program into a buffer.
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

static unsigned pixels_that_are_not(unsigned wanted)
{
    static unsigned pixels[64 * 48];
    unsigned count = 0;

    glReadPixels(0, 0, 64, 48, GL_RGBA, GL_UNSIGNED_BYTE, pixels);
    for (unsigned i = 0; i < 64 * 48; i++)
        count += pixels[i] != wanted;
    return count;
}

/* Two targets, which are cleared to colours of their own, and depth with a stencil. They stay: there is no window. */
static void clears(void)
{
    static const GLfloat first[] = { 1.0f, 0.0f, 0.2f, 1.0f },
                         second[] = { 0.0f, 0.4f, 1.0f, 0.6f };
    static const GLenum targets[] = { GL_COLOR_ATTACHMENT0, GL_COLOR_ATTACHMENT1 };
    static unsigned depths[64 * 48];
    GLuint frame, names[3];
    unsigned bad = 0;

    glGenFramebuffers(1, &frame);
    glGenRenderbuffers(3, names);
    glBindFramebuffer(GL_FRAMEBUFFER, frame);
    for (unsigned i = 0; i < 3; i++) {
        glBindRenderbuffer(GL_RENDERBUFFER, names[i]);
        glRenderbufferStorage(GL_RENDERBUFFER, i < 2 ? GL_RGBA8 : GL_DEPTH24_STENCIL8, 64, 48);
        glFramebufferRenderbuffer(GL_FRAMEBUFFER,
                                  i < 2 ? targets[i] : (GLenum)GL_DEPTH_STENCIL_ATTACHMENT,
                                  GL_RENDERBUFFER, names[i]);
    }
    glDrawBuffers(2, targets);
    glClearBufferfv(GL_COLOR, 0, first);
    glClearBufferfv(GL_COLOR, 1, second);
    glClearBufferfi(GL_DEPTH_STENCIL, 0, 0.0f, 0x77);
    glClearBufferfv(GL_DEPTH, 0, (const GLfloat[]){ 1.0f });
    glReadBuffer(GL_COLOR_ATTACHMENT0);
    bad += pixels_that_are_not(0xff3300ff);
    glReadBuffer(GL_COLOR_ATTACHMENT1);
    bad += pixels_that_are_not(0x99ff6600);
    glReadPixels(0, 0, 64, 48, GL_DEPTH_STENCIL, GL_UNSIGNED_INT_24_8, depths);
    for (unsigned i = 0; i < 64 * 48; i++)
        bad += depths[i] != 0xffffff77;
    verdict(!bad && glGetError() == GL_NO_ERROR, "gl-clears", "%u pixels differ", bad);
}

/* Points go through a program and, not drawn, into a buffer. */
static void feedback(void)
{
    static const char *const source = "#version 130\nin vec4 a; out vec4 b;"
                                      "void main() { b = a * 2.0 + vec4(1.0); gl_Position = a; }";
    static const char *const output = "b";
    static GLfloat points[100][4], seen[100][4];
    const GLuint program = glCreateProgram(), shader = glCreateShader(GL_VERTEX_SHADER);
    GLuint names[2], bad = 0;

    for (unsigned i = 0; i < 400; i++)
        points[i / 4][i % 4] = (GLfloat)i;
    glShaderSource(shader, 1, &source, NULL);
    glCompileShader(shader);
    glAttachShader(program, shader);
    glBindAttribLocation(program, 0, "a");
    glTransformFeedbackVaryings(program, 1, &output, GL_INTERLEAVED_ATTRIBS);
    glLinkProgram(program);
    glUseProgram(program);
    glGenBuffers(2, names);
    glBindBuffer(GL_ARRAY_BUFFER, names[0]);
    glBufferData(GL_ARRAY_BUFFER, sizeof(points), points, GL_STATIC_DRAW);
    glVertexAttribPointer(0, 4, GL_FLOAT, GL_FALSE, 0, NULL);
    glEnableVertexAttribArray(0);
    glBindBufferBase(GL_TRANSFORM_FEEDBACK_BUFFER, 0, names[1]);
    glBufferData(GL_TRANSFORM_FEEDBACK_BUFFER, sizeof(seen), seen, GL_STREAM_READ);
    glEnable(GL_RASTERIZER_DISCARD);
    glBeginTransformFeedback(GL_POINTS);
    glDrawArrays(GL_POINTS, 0, 100);
    glEndTransformFeedback();
    glDisable(GL_RASTERIZER_DISCARD);
    glGetBufferSubData(GL_TRANSFORM_FEEDBACK_BUFFER, 0, sizeof(seen), seen);
    for (unsigned i = 0; i < 400; i++)
        bad += seen[i / 4][i % 4] != (GLfloat)(2 * i + 1);
    verdict(!bad && glGetError() == GL_NO_ERROR, "gl-feedback", "%u words differ", bad);
    glDeleteBuffers(2, names);
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
    clears();
    feedback();
    buffers((unsigned)strtoul(arguments[2], NULL, 10));
    return failed;
}
