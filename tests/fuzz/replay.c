/* Runs a fuzzer's entry point over its corpus, one TAP point for each file. argv[0] names the fuzzer:
 * .../NAME_replay reads tests/fuzz/corpus/NAME, and the folders that are its arguments. */
#include <dirent.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size);

static int replay(const char *path)
{
    FILE *const file = fopen(path, "rb");
    uint8_t *bytes;
    size_t size;

    if (!file)
        return -1;
    fseek(file, 0, SEEK_END);
    size = (size_t)ftell(file);
    rewind(file);
    bytes = malloc(size ? size : 1); /* exactly as long, so that ASan sees the end */
    if (!bytes || fread(bytes, 1, size, file) != size) {
        fclose(file);
        free(bytes);
        return -1;
    }
    fclose(file);
    LLVMFuzzerTestOneInput(bytes, size);
    free(bytes);
    return 0;
}

static int replay_folder(const char *folder, const char *name, int length, int points)
{
    struct dirent **files;
    char path[1024];
    const int count = scandir(folder, &files, NULL, alphasort);

    for (int i = 0; i < count; i++) {
        if (files[i]->d_name[0] != '.') {
            snprintf(path, sizeof(path), "%s/%s", folder, files[i]->d_name);
            printf("%sok %d - fuzz.%.*s.%s\n", replay(path) ? "not " : "", ++points, length, name,
                   files[i]->d_name);
            fflush(stdout);
        }
        free(files[i]);
    }
    if (count >= 0)
        free(files);
    return points;
}

int main(int argc, char **argv)
{
    const char *const base = strrchr(argv[0], '/') ? strrchr(argv[0], '/') + 1 : argv[0];
    const int length = (int)(strlen(base) - strlen("_replay"));
    char folder[256];

    snprintf(folder, sizeof(folder), "tests/fuzz/corpus/%.*s", length, base);
    int points = replay_folder(folder, base, length, 0);
    for (int i = 1; i < argc; i++)
        points = replay_folder(argv[i], base, length, points);
    printf("1..%d\n", points);
    return points ? 0 : 1;
}
