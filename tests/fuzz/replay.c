/* Runs a fuzzer's entry point over its corpus, one TAP point for each file. argv[0] names the
 * fuzzer:
 * .../NAME_replay reads tests/fuzz/corpus/NAME. */
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

int main(int argc, char **argv)
{
    const char *const base = strrchr(argv[0], '/') ? strrchr(argv[0], '/') + 1 : argv[0];
    const int length = (int)(strlen(base) - strlen("_replay"));
    struct dirent **files;
    char directory[256], path[1024];
    int count, points = 0;

    (void)argc;
    snprintf(directory, sizeof(directory), "tests/fuzz/corpus/%.*s", length, base);
    count = scandir(directory, &files, NULL, alphasort);
    for (int i = 0; i < count; i++) {
        if (files[i]->d_name[0] != '.') {
            snprintf(path, sizeof(path), "%s/%s", directory, files[i]->d_name);
            printf("%sok %d - fuzz.%.*s.%s\n", replay(path) ? "not " : "", ++points, length, base,
                   files[i]->d_name);
            fflush(stdout);
        }
        free(files[i]);
    }
    if (count >= 0)
        free(files);
    printf("1..%d\n", points);
    return points ? 0 : 1;
}
