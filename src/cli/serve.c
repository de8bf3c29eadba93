/* serve.c: the command `serve`: options from the command line and from a file. */
#include "server/serve.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "commands.h"
#include "config.h"
#include "net/address.h"
#include "server/contact.h"
#include "store/postgres.h"

enum { CONFIG_SIZE_MAX = 16 * 1024 };

/* Values stay in `text`, which has CONFIG_SIZE_MAX. */
static bool read_config(struct request *request, char *text) {
    const char *path = request->value[OPTION_CONFIG];
    FILE *file = fopen(path, "r");
    if (!file) {
        complain(request, "cannot read %s: %s", path, strerror(errno));
        return false;
    }
    size_t size = fread(text, 1, CONFIG_SIZE_MAX, file);
    bool failed = ferror(file); /* a folder can be opened, and has nothing to read */
    int why = errno;
    fclose(file);
    if (failed) {
        complain(request, "cannot read %s: %s", path, strerror(why));
        return false;
    }
    if (size == CONFIG_SIZE_MAX) {
        complain(request, "%s is too long", path);
        return false;
    }
    text[size] = '\0';
    return config_read(request, text);
}

static bool read_limits(const struct request *request, struct zk_limits *limits) {
    uint64_t away_s, delay_ms, rate, per_address, keep_days;
    if (!request_number(request, OPTION_AWAY, 0, 24 * 3600, limits->away_ms / 1000, &away_s) ||
        !request_number(request, OPTION_BOT_DELAY, 0, 60 * 1000, limits->bot_delay_ms,
                        &delay_ms) ||
        !request_number(request, OPTION_KEEP, 0, 36500, limits->keep_ms / ZK_DAY_MS,
                        &keep_days) ||
        !request_number(request, OPTION_RATE, 0, 100000, 20, &rate) ||
        !request_number(request, OPTION_PER_ADDRESS, 1, 1000000,
                        limits->guests_per_address_max, &per_address))
        return false;
    limits->away_ms = away_s * 1000;
    limits->bot_delay_ms = delay_ms;
    limits->keep_ms = keep_days * ZK_DAY_MS;
    limits->guests_per_address_max = (uint32_t)per_address;
    if (request->value[OPTION_RATE] && rate) {
        uint32_t each = (uint32_t)rate;
        limits->messages = (struct zk_rate){{each * 4, 4}, {each * 900, 3600}};
        if (each < 4) /* what counts as several messages has to be possible at once */
            limits->messages.burst = (struct zk_window){16, 16 / each};
        limits->messages_per_address = (struct zk_rate){{each * 40, 4}, {each * 9000, 3600}};
    } else if (request->value[OPTION_RATE]) {
        zk_limits_lift(limits);
    }
    return true;
}

static bool read_stand_in(const struct request *request, struct zk_limits *limits) {
    const char *name = request->value[OPTION_STAND_IN];
    const struct zk_bot_name *bot = name ? zk_bots_named(name, strlen(name)) : NULL;
    if (bot) limits->stand_in = (uint8_t)(bot - zk_bot_names + 1);
    if (!name || bot) return true;
    complain(request, "--stand-in is a bot, not \"%s\"", name);
    return false;
}

static bool is_place(const struct request *request) {
    struct zk_address address;
    const char *text = request->value[OPTION_BIND], *file = zk_socket_file(text);
    if (!text || (file ? *file == '/' : zk_address_parse(text, &address))) return true;
    complain(request,
             "--bind is an address in digits, or unix: and a file's whole path, not \"%s\"",
             text);
    return false;
}

static bool read_proxies(const struct request *request, struct zk_ranges *proxies) {
    for (unsigned i = 0; i < request->settings_count; i++) {
        if (zk_ranges_add(proxies, request->setting[i])) continue;
        complain(request,
                 "--proxy has addresses in digits, or ranges like 10.0.0.0/8, not \"%s\"",
                 request->setting[i]);
        return false;
    }
    return true;
}

static bool read_metrics(const struct request *request, struct zk_ranges *metrics) {
    const char *named = request->value[OPTION_METRICS];
    if (zk_ranges_add(metrics, named ? named : "127.0.0.0/8, ::1")) return true;
    complain(request,
             "--metrics has addresses in digits, or ranges like 10.0.0.0/8, not \"%s\"",
             named);
    return false;
}

static bool is_contact(const struct request *request) {
    const char *text = request->value[OPTION_CONTACT];
    if (!text || zk_contact_is_right(text)) return true;
    complain(request, "--contact begins with mailto:, https:// or tel:, unlike \"%s\"", text);
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
        !read_limits(&request, &serve.limits) || !read_stand_in(&request, &serve.limits) ||
        !is_place(&request) || !is_contact(&request) ||
        !read_metrics(&request, &serve.metrics) || !read_proxies(&request, &serve.proxies))
        return STATUS_UNUSABLE;
    serve.port = (uint16_t)port;
    serve.bind = request.value[OPTION_BIND];
    serve.lan = request.value[OPTION_LAN];
    serve.public_url = request.value[OPTION_PUBLIC_URL];
    serve.contact = request.value[OPTION_CONTACT];
    serve.data = request.value[OPTION_DATA];
    serve.store = request.value[OPTION_STORE];
    if (serve.store && !zk_postgres_is_url(serve.store))
        return complain(&request,
                        "--store begins with postgresql://"); /* a password may be in it */
    if (serve.lan && serve.bind)
        return complain(&request, "--lan is every address and --bind is one: choose");
    if (zk_socket_file(serve.bind) && !serve.public_url)
        return complain(&request, "--bind unix: needs --public-url: how the proxy is reached");
    if (serve.public_url && (!zk_origin_of(serve.public_url, origin) ||
                             strlen(serve.public_url) > ZK_URL_SIZE - 2))
        return complain(&request,
                        "--public-url begins with http:// or https://, unlike \"%s\"",
                        serve.public_url);
    return zk_serve(&serve) ? STATUS_RIGHT : STATUS_WRONG;
}
