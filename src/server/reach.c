/* reach.c: see reach.h. */
#include "reach.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "../core/json.h"
#include "../core/text.h"

/* ---- Listening ---- */

static void say_port_taken(uint16_t taken, const char *bind_to) {
    for (unsigned next = taken + 1u; next < taken + 50u && next < 65536; next++) {
        uint16_t port = (uint16_t)next;
        int listener = zk_listen(bind_to, &port);
        if (listener < 0) continue;
        close(listener);
        fprintf(stderr, "zashiki serve: port %u is taken; try --port %u\n", taken, port);
        return;
    }
    fprintf(stderr, "zashiki serve: port %u is taken\n", taken);
}

static bool start_listening(struct zk_reach *reach, uint16_t port, const char *bind_to) {
    reach->port = port;
    reach->listener = zk_listen(bind_to, &reach->port);
    if (reach->listener >= 0) return true;
    if (zk_socket_file(bind_to))
        fprintf(stderr, "zashiki serve: cannot listen at %s: %s\n", bind_to, strerror(errno));
    else if (errno == EADDRINUSE)
        say_port_taken(port, bind_to);
    else
        fprintf(stderr, "zashiki serve: cannot listen at %s, port %u: %s\n",
                bind_to ? bind_to : "any address", port, strerror(errno));
    return false;
}

/* ---- By whom ---- */

static bool is_loopback(const char *address) {
    return strncmp(address, "127.", 4) == 0 || strcmp(address, "::1") == 0;
}

static void add_origin(struct zk_reach *reach, const char *host) {
    char url[ZK_URL_SIZE];
    snprintf(url, sizeof url, "http://%s:%u", host, reach->port);
    zk_origins_add(&reach->origins, url);
}

static void find_addresses(struct zk_reach *reach, const char *bind_to) {
    char name[128] = "", local[160];
    if (!bind_to) {
        reach->lan_count = zk_lan_addresses(reach->lan);
    } else if (!is_loopback(bind_to)) {
        reach->lan_count = 1;
        snprintf(reach->lan[0], ZK_ADDRESS_TEXT_SIZE, strchr(bind_to, ':') ? "[%s]" : "%s",
                 bind_to);
    }
    bool from_here = !bind_to || is_loopback(bind_to);
    snprintf(reach->here, sizeof reach->here, "http://%s:%u/",
             from_here ? "localhost" : reach->lan[0], reach->port);
    add_origin(reach, "localhost");
    add_origin(reach, "127.0.0.1");
    add_origin(reach, "[::1]");
    for (unsigned i = 0; i < reach->lan_count; i++) add_origin(reach, reach->lan[i]);
    if (reach->lan_count && gethostname(name, sizeof name - 1) == 0 && *name) {
        add_origin(reach, name);
        snprintf(local, sizeof local, "%s.local", name);
        add_origin(reach, local);
    }
}

static void find_links(struct zk_reach *reach, const char *public_url, const char *bind_to) {
    if (public_url) {
        size_t size = strlen(public_url);
        snprintf(reach->links, sizeof reach->links, "%s%s", public_url,
                 public_url[size - 1] == '/' ? "" : "/");
        reach->why = "links.public";
    } else if (reach->lan_count) {
        snprintf(reach->links, sizeof reach->links, "http://%s:%u/", reach->lan[0],
                 reach->port);
        reach->why = "links.lan";
    } else {
        reach->why = bind_to ? "links.here_only" : "links.no_network";
    }
    struct zk_text text = zk_text_in(reach->json, sizeof reach->json);
    struct zk_json_out out = zk_json_to(&text);
    zk_json_begin_object(&out);
    zk_json_key(&out, "links");
    if (reach->links[0])
        zk_json_put_string(&out, reach->links);
    else
        zk_json_put_null(&out);
    zk_json_key(&out, "why");
    zk_json_put_string(&out, reach->why);
    zk_json_end_object(&out);
    zk_text_put_char(&text, '\n');
}

bool zk_reach_find(struct zk_reach *reach, const struct zk_serve *serve) {
    const char *bind_to = serve->lan ? NULL : serve->bind ? serve->bind : "127.0.0.1";
    if (bind_to && (strcmp(bind_to, "0.0.0.0") == 0 || strcmp(bind_to, "::") == 0))
        bind_to = NULL;
    memset(reach, 0, sizeof *reach);
    reach->proxies = serve->proxies;
    /* Whoever may open the file is a proxy. Nobody comes from that address otherwise. */
    if (zk_socket_file(bind_to) && !zk_ranges_add(&reach->proxies, "::")) {
        fputs("zashiki serve: too many proxies are named\n", stderr);
        return false;
    }
    if (!start_listening(reach, serve->port, bind_to)) return false;
    if (serve->public_url) zk_origins_add(&reach->origins, serve->public_url);
    if (zk_socket_file(bind_to))
        snprintf(reach->here, sizeof reach->here, "%s", bind_to);
    else
        find_addresses(reach, bind_to);
    find_links(reach, serve->public_url, bind_to);
    return true;
}

void zk_reach_say(const struct zk_reach *reach, const struct zk_serve *serve) {
    printf("Zashiki is open at %s\n", reach->here);
    if (serve->public_url) printf("For friends:       %s\n", reach->links);
    for (unsigned i = 0; i < reach->lan_count && !serve->public_url; i++)
        printf("For others here:   http://%s:%u/\n", reach->lan[i], reach->port);
    if (!reach->links[0])
        puts("Only this computer can reach it. For others on your network: --lan");
    puts("Ctrl-C closes it.");
    fflush(stdout);
}
