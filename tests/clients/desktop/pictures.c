/* tests/clients/desktop/pictures.c: draws through an X server and writes the result, so that two servers can be
 * compared pixel by pixel.
 *
 *   pictures FOLDER
 *
 * Writes one file a picture; prints its name. Display from DISPLAY. */
#include <stdio.h>
#include <stdlib.h>

#include <X11/Xlib.h>
#include <X11/Xutil.h>
#include <X11/extensions/Xrender.h>

#define SIDE 256

static const char *folder;
static Display *display;
static Window root;
static int depth;
static Visual *visual;

struct picture {
    Pixmap pixmap;
    GC gc;
};

static struct picture begin(void)
{
    struct picture p = { XCreatePixmap(display, root, SIDE, SIDE, (unsigned)depth), NULL };

    p.gc = XCreateGC(display, p.pixmap, 0, NULL);
    XSetForeground(display, p.gc, 0x336699);
    XFillRectangle(display, p.pixmap, p.gc, 0, 0, SIDE, SIDE);
    return p;
}

/* Downloads the picture. */
static void end(struct picture *p, const char *name)
{
    char path[256];
    XImage *image = XGetImage(display, p->pixmap, 0, 0, SIDE, SIDE, AllPlanes, ZPixmap);

    snprintf(path, sizeof(path), "%s/%s", folder, name);
    FILE *file = fopen(path, "wb");
    if (!image || !file || fwrite(image->data, (size_t)image->bytes_per_line, SIDE, file) != SIDE ||
        fclose(file)) {
        fprintf(stderr, "pictures: cannot write %s\n", path);
        exit(1);
    }
    puts(name);
    XDestroyImage(image);
    XFreeGC(display, p->gc);
    XFreePixmap(display, p->pixmap);
}

/* Words that differ, the same in every run. */
static unsigned long word(unsigned x, unsigned y)
{
    return (x * 0x9e3779b1u ^ y * 0x85ebca6bu) >> 8 & 0xffffff;
}

static XImage *noise(unsigned side)
{
    char *bytes = malloc((size_t)side * side * 4);
    XImage *image =
        XCreateImage(display, visual, (unsigned)depth, ZPixmap, 0, bytes, side, side, 32, 0);

    for (unsigned y = 0; y < side; y++)
        for (unsigned x = 0; x < side; x++)
            XPutPixel(image, (int)x, (int)y, word(x, y));
    return image;
}

static void upload(struct picture *p, int x, int y, unsigned side)
{
    XImage *image = noise(side);
    XPutImage(display, p->pixmap, p->gc, image, 0, 0, x, y, side, side);
    XDestroyImage(image);
}

/* Every raster operation over the present pixels. */
static void solid(void)
{
    struct picture p = begin();

    upload(&p, 0, 0, SIDE);
    for (int function = GXclear; function <= GXset; function++) {
        XSetFunction(display, p.gc, function);
        XSetForeground(display, p.gc, word(7, (unsigned)function));
        XFillRectangle(display, p.pixmap, p.gc, function * 16, 3, 15, 100);
    }
    XSetFunction(display, p.gc, GXcopy);
    XSetPlaneMask(display, p.gc, 0x00ff0f);
    XFillRectangle(display, p.pixmap, p.gc, 0, 120, 100, 50);
    end(&p, "solid");
}

/* Onto itself in the four directions, and with raster operations from another pixmap. */
static void copies(void)
{
    struct picture p = begin(), from = begin();

    upload(&p, 0, 0, SIDE);
    upload(&from, 5, 9, 200);
    XCopyArea(display, p.pixmap, p.pixmap, p.gc, 10, 10, 60, 60, 13, 17);
    XCopyArea(display, p.pixmap, p.pixmap, p.gc, 110, 30, 60, 60, 103, 22);
    XCopyArea(display, p.pixmap, p.pixmap, p.gc, 10, 130, 60, 60, 17, 121);
    XCopyArea(display, p.pixmap, p.pixmap, p.gc, 130, 120, 60, 60, 121, 128);
    for (int function = GXclear; function <= GXset; function++) {
        XSetFunction(display, p.gc, function);
        XCopyArea(display, from.pixmap, p.pixmap, p.gc, function * 3, 7, 15, 40, function * 16,
                  210);
    }
    XFreeGC(display, from.gc);
    XFreePixmap(display, from.pixmap);
    end(&p, "copies");
}

/* Small images at odd places, and one of single bits. */
static void uploads(void)
{
    static const char bits[] = { 0x5a, 0x3c, 0x18, 0x7f, 0x01, 0x40, 0x2d, 0x66 };
    struct picture p = begin();

    for (unsigned side = 1; side < 40; side++)
        upload(&p, (int)(side * 37 % 200), (int)(side * 91 % 200), side);
    const Pixmap bitmap = XCreateBitmapFromData(display, p.pixmap, bits, 8, 8);
    XSetForeground(display, p.gc, 0xff8800);
    XSetBackground(display, p.gc, 0x0088ff);
    for (int i = 0; i < 20; i++)
        XCopyPlane(display, bitmap, p.pixmap, p.gc, 0, 0, 8, 8, i * 11, 240 + i % 3, 1);
    XFreePixmap(display, bitmap);
    end(&p, "uploads");
}

/* Tiles, stipples and text-like spans. */
static void patterns(void)
{
    static const char bits[] = { 0x11, 0x22, 0x44, 0x08, 0x0f, 0x70, 0x55, 0x2a };
    struct picture p = begin(), tile = begin();

    upload(&tile, 0, 0, 19);
    const Pixmap cut = XCreatePixmap(display, root, 19, 19, (unsigned)depth);
    XCopyArea(display, tile.pixmap, cut, tile.gc, 0, 0, 19, 19, 0, 0);
    const Pixmap bitmap = XCreateBitmapFromData(display, p.pixmap, bits, 8, 8);
    XSetTile(display, p.gc, cut);
    XSetFillStyle(display, p.gc, FillTiled);
    XSetTSOrigin(display, p.gc, 3, 5);
    XFillRectangle(display, p.pixmap, p.gc, 4, 4, 120, 240);
    XSetStipple(display, p.gc, bitmap);
    XSetForeground(display, p.gc, 0x00ffee);
    XSetFillStyle(display, p.gc, FillOpaqueStippled);
    XFillRectangle(display, p.pixmap, p.gc, 130, 4, 60, 240);
    XSetFillStyle(display, p.gc, FillStippled);
    XFillArc(display, p.pixmap, p.gc, 100, 30, 150, 190, 0, 360 * 64);
    XSetFillStyle(display, p.gc, FillSolid);
    for (int i = 0; i < 40; i++)
        XDrawLine(display, p.pixmap, p.gc, 20 + i, 200, 250 - 3 * i, i * 6);
    XFreePixmap(display, cut);
    XFreePixmap(display, bitmap);
    XFreeGC(display, tile.gc);
    XFreePixmap(display, tile.pixmap);
    end(&p, "patterns");
}

/* RENDER: operators with and without a mask, a repeated and a scaled source. */
static void composites(void)
{
    static const int operators[] = { PictOpSrc, PictOpOver, PictOpAdd,
                                     PictOpIn,  PictOpOut,  PictOpXor };
    XRenderPictFormat *argb = XRenderFindStandardFormat(display, PictStandardARGB32);
    XRenderPictFormat *alpha = XRenderFindStandardFormat(display, PictStandardA8);
    struct picture p = begin();
    const Pixmap pixmaps[] = { XCreatePixmap(display, root, 64, 64, 32),
                               XCreatePixmap(display, root, 64, 64, 8) };
    const Picture onto =
        XRenderCreatePicture(display, p.pixmap, XRenderFindVisualFormat(display, visual), 0, NULL);
    XRenderPictureAttributes attributes = { .repeat = 1 };
    const Picture source = XRenderCreatePicture(display, pixmaps[0], argb, CPRepeat, &attributes);
    const Picture mask = XRenderCreatePicture(display, pixmaps[1], alpha, 0, NULL);

    upload(&p, 0, 0, SIDE);
    for (int y = 0; y < 64; y += 8)
        for (int x = 0; x < 64; x += 8) {
            const XRenderColor color = { (unsigned short)(x * 1000), (unsigned short)(y * 1000),
                                         0x4000, (unsigned short)((x + y) * 512) };
            XRenderFillRectangle(display, PictOpSrc, source, &color, x, y, 8, 8);
            XRenderFillRectangle(display, PictOpSrc, mask, &color, y, x, 8, 8);
        }
    for (int i = 0; i < 6; i++) {
        XRenderComposite(display, operators[i], source, None, onto, 3, 5, 0, 0, i * 40, 2, 38, 70);
        XRenderComposite(display, operators[i], source, mask, onto, 3, 5, 1, 2, i * 40, 80, 38, 50);
    }
    XTransform half = { { { 0x8000, 0, 0 }, { 0, 0x8000, 0 }, { 0, 0, 0x10000 } } };
    XRenderSetPictureTransform(display, source, &half);
    XRenderComposite(display, PictOpOver, source, None, onto, 0, 0, 0, 0, 10, 150, 200, 90);
    XRenderFreePicture(display, source);
    XRenderFreePicture(display, mask);
    XRenderFreePicture(display, onto);
    XFreePixmap(display, pixmaps[0]);
    XFreePixmap(display, pixmaps[1]);
    end(&p, "composites");
}

int main(int count, char **arguments)
{
    display = count == 2 ? XOpenDisplay(NULL) : NULL;
    if (!display) {
        fprintf(stderr, "usage: pictures FOLDER, with an X server\n");
        return 2;
    }
    folder = arguments[1];
    root = DefaultRootWindow(display);
    depth = DefaultDepth(display, DefaultScreen(display));
    visual = DefaultVisual(display, DefaultScreen(display));
    solid();
    copies();
    uploads();
    patterns();
    composites();
    XCloseDisplay(display);
    return 0;
}
