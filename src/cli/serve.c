/* serve.c: the command `serve`: options from the command line and from a file. */
#include "server/serve.h"

#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "commands.h"
#include "net/address.h"
#include "store/postgres.h"

enum { CONFIG_SIZE_MAX = 16 * 1024 };

/* The text without blanks at its ends. */
static char *trimmed(char *text) {
    while (isspace((unsigned char)*text)) text++;
    size_t size = strlen(text);
    while (size && isspace((unsigned char)text[size - 1])) size--;
    text[size] = '\0';
    return text;
}

/* The option of this command that has this name, or OPTIONS. */
static enum option_id option_named(const struct command *command, const char *name) {
    for (const enum option_id *o = command->options; *o != OPTION_HELP; o++)
        if (*o != OPTION_CONFIG && strcmp(option_table[*o].name, name) == 0) return *o;
    return OPTIONS;
}

/* One line of the file; false after saying what is wrong. The command line comes first. */
static bool set_line(struct request *request, char *line, unsigned number) {
    const char *file = request->value[OPTION_CONFIG];
    line = trimmed(line);
    if (!*line || *line == '#' || *line == ';' || *line == '[') return true;
    char *equals = strchr(line, '=');
    if (equals) *equals = '\0';
    const char *name = trimmed(line), *value = equals ? trimmed(equals + 1) : "";
    enum option_id option = option_named(request->command, name);
    if (option == OPTIONS) {
        complain(request, "%s, line %u: there is no option \"%s\"", file, number, name);
        return false;
    }
    bool flag = !option_table[option].argument;
    bool yes = strcmp(value, "yes") == 0 || strcmp(value, "true") == 0 || !equals;
    bool no = strcmp(value, "no") == 0 || strcmp(value, "false") == 0;
    if (flag ? !yes && !no : !*value) {
        complain(request,
                 flag ? "%s, line %u: \"%s\" is yes or no"
                      : "%s, line %u: \"%s\" needs a value",
                 file, number, name);
        return false;
    }
    if (!request->value[option] && (!flag || yes)) request->value[option] = flag ? "" : value;
    return true;
}

/* Values stay in `text`, which has CONFIG_SIZE_MAX. */
static bool read_config(struct request *request, char *text) {
    const char *path = request->value[OPTION_CONFIG];
    FILE *file = fopen(path, "r");
    if (!file) {
        complain(request, "cannot read %s: %s", path, strerror(errno));
        return false;
    }
    size_t size = fread(text, 1, CONFIG_SIZE_MAX, file);
    fclose(file);
    if (size == CONFIG_SIZE_MAX) {
        complain(request, "%s is too long", path);
        return false;
    }
    text[size] = '\0';
    unsigned number = 1;
    for (char *line = text, *end; line; line = end, number++) {
        end = strchr(line, '\n');
        if (end) *end++ = '\0';
        if (!set_line(request, line, number)) return false;
    }
    return true;
}

static bool read_limits(const struct request *request, struct zk_limits *limits) {
    uint64_t away_s, delay_ms, rate, per_address;
    if (!request_number(request, OPTION_AWAY, 0, 24 * 3600, limits->away_ms / 1000, &away_s) ||
        !request_number(request, OPTION_BOT_DELAY, 0, 60 * 1000, limits->bot_delay_ms,
                        &delay_ms) ||
        !request_number(request, OPTION_RATE, 0, 100000, 20, &rate) ||
        !request_number(request, OPTION_PER_ADDRESS, 1, 1000000,
                        limits->guests_per_address_max, &per_address))
        return false;
    limits->away_ms = away_s * 1000;
    limits->bot_delay_ms = delay_ms;
    limits->guests_per_address_max = (uint32_t)per_address;
    if (request->value[OPTION_RATE] && rate) {
        uint32_t each = (uint32_t)rate;
        limits->messages = (struct zk_rate){{each * 4, 4}, {each * 900, 3600}};
        limits->messages_per_address = (struct zk_rate){{each * 40, 4}, {each * 9000, 3600}};
    } else if (request->value[OPTION_RATE]) {
        zk_limits_lift(limits);
    }
    return true;
}

static bool is_address(const struct request *request, enum option_id option) {
    struct zk_address address;
    const char *text = request->value[option];
    if (!text || zk_address_parse(text, &address)) return true;
    complain(request, "--%s is an address in digits, not \"%s\"", option_table[option].name,
             text);
    return false;
}

int run_serve(const struct request *given) {
    static char config[CONFIG_SIZE_MAX];
    struct request request = *given;
    struct zk_serve serve = {.limits = zk_limits_usual};
    char origin[ZK_URL_SIZE];
    uint64_t port;
    if (request.value[OPTION_CONFIG] && !read_config(&request, config)) return STATUS_UNUSABLE;
    if (!request_number(&request, OPTION_PORT, 0, 65535, 8080, &port) ||
        !read_limits(&request, &serve.limits) || !is_address(&request, OPTION_BIND) ||
        !is_address(&request, OPTION_PROXY))
        return STATUS_UNUSABLE;
    serve.port = (uint16_t)port;
    serve.bind = request.value[OPTION_BIND];
    serve.lan = request.value[OPTION_LAN];
    serve.public_url = request.value[OPTION_PUBLIC_URL];
    serve.proxy = request.value[OPTION_PROXY];
    serve.data = request.value[OPTION_DATA];
    serve.store = request.value[OPTION_STORE];
    if (serve.store && !zk_postgres_is_url(serve.store))
        return complain(&request, "--store begins with postgresql://, unlike \"%s\"",
                        serve.store);
    if (serve.lan && serve.bind)
        return complain(&request, "--lan is every address and --bind is one: choose");
    if (serve.public_url && (!zk_origin_of(serve.public_url, origin) ||
                             strlen(serve.public_url) > ZK_URL_SIZE - 2))
        return complain(&request,
                        "--public-url begins with http:// or https://, unlike \"%s\"",
                        serve.public_url);
    return zk_serve(&serve) ? STATUS_RIGHT : STATUS_WRONG;
}
