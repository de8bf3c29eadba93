/* http.c: what is asked for without a WebSocket, and the asking for one; see net.h. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/socket.h>
#include <unistd.h>

#include "forwarded.h"
#include "handshake.h"
#include "inside.h"

/* The answers that are always the same, by their place in http->plain. */
enum plain {
    PAGE_SERVER,
    PAGE_NO_CLIENT,
    PAGE_NOT_FOUND,
    PAGE_METHOD,
    PAGE_FORBIDDEN,
    PAGE_UNNAMED,
    PAGE_BAD,
    PAGE_BODY,
    PAGE_FULL
};

static const char no_client[] =
    "<!doctype html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n"
    "<meta name=\"viewport\" content=\"width=device-width\">\n<title>Zashiki</title>\n"
    "<h1>Zashiki</h1>\n<p>The server runs, but its web client was not built in.</p>\n"
    "<p>Build the client, then the program again: <code>make play</code> does both.</p>\n"
    "</html>\n";

/* ---- Responses ---- */

static void put_header(struct MHD_Response *response, const char *name, const char *value) {
    if (MHD_add_response_header(response, name, value) != MHD_YES) zk_no_memory();
}

/* Style sheets, fonts and the engine run nothing and load nothing that the page's own policy does not allow. There are
   many, and the policy is longer than some of them. */
static bool obeys_a_page(const char *type) {
    return strncmp(type, "text/css", 8) == 0 || strncmp(type, "font/", 5) == 0 ||
           strncmp(type, "application/wasm", 16) == 0;
}

static struct MHD_Response *make(struct http *http, const void *data, size_t size,
                                 const char *type, const char *caching,
                                 enum MHD_ResponseMemoryMode mode) {
    struct MHD_Response *response =
        MHD_create_response_from_buffer(size, (void *)(uintptr_t)data, mode);
    if (!response) zk_no_memory();
    put_header(response, "Content-Type", type);
    put_header(response, "Cache-Control", caching);
    if (!obeys_a_page(type)) put_header(response, "Content-Security-Policy", http->policy);
    put_header(response, "X-Content-Type-Options", "nosniff");
    put_header(response, "Referrer-Policy", "no-referrer");
    if (http->secure) /* elsewhere browsers ignore it and complain */
        put_header(response, "Cross-Origin-Opener-Policy", "same-origin");
    put_header(response, "Cross-Origin-Resource-Policy", "same-origin");
    if (strncmp(type, "text/html", 9) ==
        0) /* it says what a document may do; files have none */
        put_header(
            response, "Permissions-Policy",
            "camera=(), display-capture=(), geolocation=(), microphone=(), payment=(), usb=()");
    return response;
}

static struct MHD_Response *make_text(struct http *http, const char *text, const char *type) {
    return make(http, text, strlen(text), type, "no-store", MHD_RESPMEM_PERSISTENT);
}

static void make_policy(struct http *http, const struct zk_origins *origins) {
    size_t used = (size_t)snprintf(
        http->policy, sizeof http->policy,
        "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; "
        "img-src 'self' data:; base-uri 'none'; frame-ancestors 'none'; object-src 'none'; "
        "form-action 'none'; connect-src 'self'");
    /* Browsers differ in whether 'self' covers ws: too. "http" becomes "ws", "https" "wss". A policy
     * cannot name an IPv6 address; browsers complain about one. */
    for (unsigned i = 0; i < origins->count; i++)
        http->secure = http->secure || strncmp(origins->origin[i], "https:", 6) == 0;
    for (unsigned i = 0; i < origins->count; i++)
        if (!strchr(origins->origin[i], '['))
            used += (size_t)snprintf(http->policy + used, sizeof http->policy - used, " ws%s",
                                     origins->origin[i] + strlen("http"));
}

static const char *const encoding_names[ZK_ENCODINGS] = {NULL, "gzip", "br"};

static struct MHD_Response *make_file(struct http *http, const struct zk_site_file *file,
                                      enum zk_encoding encoding) {
    char etag[64];
    struct MHD_Response *response =
        make(http, zk_site_bytes + file->part[encoding].at, file->part[encoding].size,
             file->type, file->forever ? "public, max-age=31536000, immutable" : "no-cache",
             MHD_RESPMEM_PERSISTENT);
    snprintf(etag, sizeof etag, "\"%s%s%s\"", file->etag, encoding ? "-" : "",
             encoding ? encoding_names[encoding] : "");
    put_header(response, "ETag", etag);
    put_header(response, "Vary", "Accept-Encoding");
    if (encoding) put_header(response, "Content-Encoding", encoding_names[encoding]);
    return response;
}

static void make_responses(struct zk_net *net) {
    struct http *http = &net->http;
    static const char text[] = "text/plain; charset=utf-8", json[] = "application/json";
    make_policy(http, &net->config.origins);
    http->plain[PAGE_SERVER] = make_text(http, net->config.server_json, json);
    http->plain[PAGE_NO_CLIENT] = make_text(http, no_client, "text/html; charset=utf-8");
    http->plain[PAGE_NOT_FOUND] = make_text(http, "There is nothing here.\n", text);
    http->plain[PAGE_METHOD] = make_text(http, "Only GET and HEAD are answered here.\n", text);
    http->plain[PAGE_FORBIDDEN] = make_text(http, "This page may not connect here.\n", text);
    http->plain[PAGE_UNNAMED] = make_text(http, "This is not for your address.\n", text);
    http->plain[PAGE_BAD] = make_text(http, "This is not how a WebSocket begins.\n", text);
    http->plain[PAGE_BODY] = make_text(http, "A question here has no body.\n", text);
    http->plain[PAGE_FULL] = make_text(http, "There are too many connections.\n", text);
    put_header(http->plain[PAGE_METHOD], "Allow", "GET, HEAD");
    put_header(http->plain[PAGE_METHOD], "Connection", "close");
    put_header(http->plain[PAGE_BODY], "Connection", "close");
    put_header(http->plain[PAGE_BAD], "Sec-WebSocket-Version", "13");
    put_header(http->plain[PAGE_FULL], "Retry-After", "30");
    for (unsigned e = 0; e < ZK_ENCODINGS; e++) {
        http->site[e] = zk_allocate((zk_site_count + 1) * sizeof(struct MHD_Response *));
        for (size_t i = 0; i < zk_site_count; i++)
            if (!e || zk_site_files[i].part[e].size)
                http->site[e][i] = make_file(http, &zk_site_files[i], (enum zk_encoding)e);
    }
}

/* ---- Files ---- */

static const char *asked_header(struct MHD_Connection *connection, const char *name) {
    return MHD_lookup_connection_value(connection, MHD_HEADER_KIND, name);
}

/* Whether the client already has what this ETag names, in whichever encoding. */
static bool has_already(struct MHD_Connection *connection, const struct zk_site_file *file) {
    const char *tags = asked_header(connection, "If-None-Match");
    return tags && (strcmp(tags, "*") == 0 || strstr(tags, file->etag));
}

static enum MHD_Result answer_unchanged(struct zk_net *net, struct MHD_Connection *connection,
                                        const struct zk_site_file *file,
                                        enum zk_encoding encoding) {
    struct MHD_Response *whole = net->http.site[encoding][file - zk_site_files];
    struct MHD_Response *response =
        MHD_create_response_from_buffer(0, (void *)(uintptr_t)"", MHD_RESPMEM_PERSISTENT);
    static const char *const kept[] = {"ETag", "Cache-Control", "Vary",
                                       "Content-Security-Policy"};
    if (!response) return MHD_NO;
    for (unsigned i = 0; i < sizeof kept / sizeof *kept; i++) {
        const char *value = MHD_get_response_header(whole, kept[i]);
        if (value) put_header(response, kept[i], value);
    }
    enum MHD_Result queued = MHD_queue_response(connection, MHD_HTTP_NOT_MODIFIED, response);
    MHD_destroy_response(response);
    return queued;
}

static enum MHD_Result answer_plain(struct zk_net *net, struct MHD_Connection *connection,
                                    unsigned status, enum plain page) {
    return MHD_queue_response(connection, status, net->http.plain[page]);
}

static enum MHD_Result answer_file(struct zk_net *net, struct MHD_Connection *connection,
                                   const char *path) {
    const struct zk_site_file *file = zk_site_find(path);
    if (!file && !zk_site_count && strcmp(path, "/") == 0)
        return answer_plain(net, connection, MHD_HTTP_OK, PAGE_NO_CLIENT);
    if (!file) return answer_plain(net, connection, MHD_HTTP_NOT_FOUND, PAGE_NOT_FOUND);
    enum zk_encoding encoding =
        zk_site_encoding(file, asked_header(connection, "Accept-Encoding"));
    if (has_already(connection, file))
        return answer_unchanged(net, connection, file, encoding);
    return MHD_queue_response(connection, MHD_HTTP_OK,
                              net->http.site[encoding][file - zk_site_files]);
}

/* ---- WebSockets ---- */

static void hand_over(void *user, struct MHD_Connection *connection, void *request,
                      const char *already, size_t already_size, MHD_socket socket,
                      struct MHD_UpgradeResponseHandle *upgrade) {
    struct zk_net *net = user;
    struct zk_address *address = request;
    (void)connection;
    int copy = dup(socket);
    MHD_upgrade_action(upgrade, MHD_UPGRADE_ACTION_CLOSE);
    net->http.run_again = true; /* else it would keep its copy of the socket */
    if (copy >= 0) connection_open(net, copy, address, already, already_size);
}

/* The hops of both headers, line by line. */
struct both_hops {
    struct zk_hops x_forwarded_for, forwarded;
};

static enum MHD_Result header_line(void *user, enum MHD_ValueKind kind, const char *name,
                                   const char *value) {
    struct both_hops *hops = user;
    (void)kind;
    if (value && strcasecmp(name, "X-Forwarded-For") == 0)
        zk_hops_add_x_forwarded_for(&hops->x_forwarded_for, value);
    if (value && strcasecmp(name, "Forwarded") == 0)
        zk_hops_add_forwarded(&hops->forwarded, value);
    return MHD_YES;
}

/* Whoever is at the other end. */
static struct zk_address peer_address(struct MHD_Connection *connection) {
    struct zk_address nobody = {{0}};
    const union MHD_ConnectionInfo *info =
        MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CLIENT_ADDRESS);
    return info ? zk_address_of(info->client_addr) : nobody;
}

/* Who asks: the other end, or for whom proxies that we trust say they ask. */
static struct zk_address address_of(struct zk_net *net, struct MHD_Connection *connection) {
    struct zk_address address = peer_address(connection);
    struct both_hops hops = {.x_forwarded_for.count = 0};
    if (!zk_ranges_have(&net->config.proxies, &address)) return address;
    MHD_get_connection_values(connection, MHD_HEADER_KIND, header_line, &hops);
    return zk_hops_asker_of_both(&hops.x_forwarded_for, &hops.forwarded, &net->config.proxies,
                                 &address);
}

static struct http_peer *peer_of(struct MHD_Connection *connection) {
    const union MHD_ConnectionInfo *info =
        MHD_get_connection_info(connection, MHD_CONNECTION_INFO_SOCKET_CONTEXT);
    return info ? info->socket_context : NULL;
}

static bool is_websocket(struct MHD_Connection *connection, const char *method,
                         const char *version, char accept[ZK_ACCEPT_SIZE]) {
    const char *upgrade = asked_header(connection, "Upgrade");
    const char *keep = asked_header(connection, "Connection");
    const char *number = asked_header(connection, "Sec-WebSocket-Version");
    const char *key = asked_header(connection, "Sec-WebSocket-Key");
    return strcmp(method, "GET") == 0 && strcmp(version, "HTTP/1.1") == 0 && upgrade &&
           zk_header_has(upgrade, "websocket") && keep && zk_header_has(keep, "upgrade") &&
           number && strcmp(number, "13") == 0 && key && zk_handshake_accept(key, accept);
}

static enum MHD_Result answer_websocket(struct zk_net *net, struct MHD_Connection *connection,
                                        const char *method, const char *version,
                                        void **request) {
    char accept[ZK_ACCEPT_SIZE];
    const char *origin = asked_header(connection, "Origin"), *why;
    if (!is_websocket(connection, method, version, accept))
        return answer_plain(net, connection, MHD_HTTP_BAD_REQUEST, PAGE_BAD);
    /* A browser always says which page asks; a program that says nothing has no cookies or other
     * people's pages to be misled by, and needs a token like anybody. */
    if (origin && !zk_origins_have(&net->config.origins, origin))
        return answer_plain(net, connection, MHD_HTTP_FORBIDDEN, PAGE_FORBIDDEN);
    struct zk_address address = address_of(net, connection);
    if (net->stopping || !net->handler.welcome(net->handler.user, &address, &why))
        return answer_plain(net, connection, MHD_HTTP_SERVICE_UNAVAILABLE, PAGE_FULL);
    struct MHD_Response *response = MHD_create_response_for_upgrade(hand_over, net);
    if (!response) return MHD_NO;
    put_header(response, "Upgrade", "websocket");
    put_header(response, "Sec-WebSocket-Accept", accept);
    *request = zk_allocate(sizeof address);
    memcpy(*request, &address, sizeof address);
    struct http_peer *peer = peer_of(connection);
    if (peer) peer->handed_over = true;
    enum MHD_Result queued =
        MHD_queue_response(connection, MHD_HTTP_SWITCHING_PROTOCOLS, response);
    MHD_destroy_response(response);
    return queued;
}

/* ---- How the server does ---- */

static enum MHD_Result answer_made(struct zk_net *net, struct MHD_Connection *connection,
                                   unsigned status, struct zk_bytes *text, const char *type) {
    struct MHD_Response *response =
        make(&net->http, text->data, text->used, type, "no-store", MHD_RESPMEM_MUST_COPY);
    enum MHD_Result queued = MHD_queue_response(connection, status, response);
    MHD_destroy_response(response);
    zk_bytes_free(text);
    return queued;
}

static enum MHD_Result answer_health(struct zk_net *net, struct MHD_Connection *connection) {
    struct zk_bytes text = {0};
    bool well = net->handler.health(net->handler.user, &text);
    return answer_made(net, connection, well ? MHD_HTTP_OK : MHD_HTTP_SERVICE_UNAVAILABLE,
                       &text, "application/json");
}

/* Who asks through a proxy that we were not told of has the proxy's address, which may be one that is
 * named, and so has who asks through one of ours and cannot be told from what it says: so nobody who was
 * forwarded is believed to be a proxy. */
static bool is_named(struct zk_net *net, struct MHD_Connection *connection) {
    const struct zk_ranges *proxies = &net->config.proxies;
    struct zk_address address = address_of(net, connection), peer = peer_address(connection);
    bool forwarded =
        asked_header(connection, "X-Forwarded-For") || asked_header(connection, "Forwarded");
    bool is_known = zk_ranges_have(proxies, &peer) && !zk_ranges_have(proxies, &address);
    return zk_ranges_have(&net->config.metrics, &address) && (!forwarded || is_known);
}

static enum MHD_Result answer_metrics(struct zk_net *net, struct MHD_Connection *connection) {
    struct zk_bytes text = {0};
    if (!is_named(net, connection))
        return answer_plain(net, connection, MHD_HTTP_FORBIDDEN, PAGE_UNNAMED);
    net->handler.metrics(net->handler.user, &text);
    return answer_made(net, connection, MHD_HTTP_OK, &text,
                       "text/plain; version=0.0.4; charset=utf-8");
}

static enum MHD_Result answer_contact(struct zk_net *net, struct MHD_Connection *connection) {
    struct zk_bytes text = {0};
    if (!net->handler.contact(net->handler.user, &text))
        return answer_plain(net, connection, MHD_HTTP_NOT_FOUND, PAGE_NOT_FOUND);
    return answer_made(net, connection, MHD_HTTP_OK, &text, "text/plain; charset=utf-8");
}

/* ---- Requests ---- */

/* What marks a request whose head has come. Later it is marked by its own memory, if any. */
static char read_on;

static bool is_read(const char *method) {
    return strcmp(method, "GET") == 0 || strcmp(method, "HEAD") == 0;
}

static enum MHD_Result answer(void *user, struct MHD_Connection *connection, const char *path,
                              const char *method, const char *version, const char *body,
                              size_t *body_size, void **request) {
    struct zk_net *net = user;
    (void)body;
    (void)body_size;
    if (!*request) { /* the head has come */
        struct http_peer *peer = peer_of(connection);
        if (peer) peer->asked = true;
        *request = &read_on;
        /* Nothing that we answer has a body, and of two lengths nobody knows where one ends. Who is
         * answered at once cannot keep the connection, so what follows is no request. */
        if (asked_header(connection, "Content-Length") ||
            asked_header(connection, "Transfer-Encoding"))
            return is_read(method)
                       ? answer_plain(net, connection, MHD_HTTP_BAD_REQUEST, PAGE_BODY)
                       : answer_plain(net, connection, MHD_HTTP_METHOD_NOT_ALLOWED,
                                      PAGE_METHOD);
        return MHD_YES;
    }
    if (strcmp(path, "/ws") == 0)
        return answer_websocket(net, connection, method, version, request);
    if (!is_read(method))
        return answer_plain(net, connection, MHD_HTTP_METHOD_NOT_ALLOWED, PAGE_METHOD);
    if (strcmp(path, "/health") == 0) return answer_health(net, connection);
    if (strcmp(path, "/metrics") == 0) return answer_metrics(net, connection);
    if (strcmp(path, "/.well-known/security.txt") == 0) return answer_contact(net, connection);
    if (strcmp(path, "/server.json") == 0)
        return answer_plain(net, connection, MHD_HTTP_OK, PAGE_SERVER);
    return answer_file(net, connection, path);
}

static void request_done(void *user, struct MHD_Connection *connection, void **request,
                         enum MHD_RequestTerminationCode code) {
    struct zk_net *net = user;
    (void)code;
    struct http_peer *peer = peer_of(connection);
    if (peer) {
        peer->asked = false;
        peer->since_ms = uv_now(net->loop);
    }
    if (*request != &read_on) free(*request);
    *request = NULL;
}

unsigned crowd_of(const struct zk_net *net, const struct zk_address *network) {
    uint8_t hash[crypto_shorthash_BYTES];
    crypto_shorthash(hash, network->bytes, sizeof network->bytes, net->http.crowd_key);
    return (hash[0] | (unsigned)hash[1] << 8) % HTTP_CROWDS;
}

/* Of those who have not asked anything whole, or of those who are being answered, and came before that run: the oldest from
 * the address that has most connections. The newest of all stays. */
static struct http_peer *one_of(const struct http *http, bool asked, uint64_t run) {
    struct http_peer *out = NULL;
    for (struct http_peer *peer = http->peers->next; peer; peer = peer->next)
        if (peer->asked == asked && !peer->handed_over && !peer->put_out && peer->run < run &&
            peer->socket >= 0 && (!out || http->crowd[peer->crowd] >= http->crowd[out->crowd]))
            out = peer;
    return out;
}

/* One too many, and one goes. So whoever sends heads by halves, from however many addresses, keeps nobody out, and
 * neither does who fills every place with answers that are read drop by drop. Some ten are taken in a run, and heard in the next
 * one: of those who have only just come nobody goes while there are others. */
static void make_place(struct zk_net *net) {
    struct http *http = &net->http;
    uint64_t heard = http->runs - 1;
    struct http_peer *out = one_of(http, false, heard);
    if (!out) out = one_of(http, true, heard);
    if (!out) out = one_of(http, false, UINT64_MAX);
    if (!out) return;
    out->put_out = true;
    http->crowd[out->crowd]--;
    shutdown(out->socket, SHUT_RDWR);
    http->run_again = true;
}

bool http_admits(const struct zk_net *net, const struct sockaddr *from) {
    struct zk_address address = zk_address_of(from), network = zk_address_network(&address);
    unsigned count = 0;
    if (zk_ranges_have(&net->config.proxies, &address)) return true;
    for (const struct http_peer *peer = net->http.peers; peer; peer = peer->next)
        count += !peer->put_out && zk_address_same(&peer->network, &network);
    return count < ZK_HTTP_PER_ADDRESS_MAX;
}

static enum MHD_Result accepted(void *user, const struct sockaddr *from, socklen_t size) {
    (void)size;
    return http_admits(user, from) ? MHD_YES : MHD_NO;
}

static void peer_changed(void *user, struct MHD_Connection *connection, void **context,
                         enum MHD_ConnectionNotificationCode code) {
    struct zk_net *net = user;
    struct http *http = &net->http;
    struct http_peer *peer = *context;
    if (code == MHD_CONNECTION_NOTIFY_STARTED) {
        const union MHD_ConnectionInfo *info =
            MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CONNECTION_FD);
        peer = *context = zk_allocate(sizeof *peer);
        peer->socket = info ? info->connect_fd : -1;
        peer->since_ms = uv_now(net->loop);
        peer->run = http->runs;
        struct zk_address address = peer_address(connection);
        peer->network = zk_address_network(&address);
        peer->crowd = crowd_of(net, &peer->network);
        peer->next = http->peers;
        if (http->peers) http->peers->previous = peer;
        http->peers = peer;
        http->crowd[peer->crowd]++;
        if (++http->peers_count > net->config.http_max) make_place(net);
    } else if (peer) {
        if (peer->next) peer->next->previous = peer->previous;
        *(peer->previous ? &peer->previous->next : &http->peers) = peer->next;
        http->peers_count--;
        if (!peer->put_out) http->crowd[peer->crowd]--;
        free(peer);
        *context = NULL;
    }
}

void http_watch(struct zk_net *net, uint64_t now_ms) {
    for (struct http_peer *peer = net->http.peers; peer; peer = peer->next)
        if (!peer->asked && !peer->handed_over && peer->socket >= 0 &&
            now_ms >= peer->since_ms + ZK_HANDSHAKE_MS)
            shutdown(peer->socket, SHUT_RDWR);
    http_run(net);
}

/* ---- Life ---- */

static void timer_came(uv_timer_t *timer) { http_run(timer->data); }

static void idle_came(uv_idle_t *idle) { http_run(idle->data); }

static void poll_came(uv_poll_t *poll, int status, int events) {
    (void)status;
    (void)events;
    http_run(poll->data);
}

/* Where there is more to do at once, it is done in the next turn of the loop. Not by the timer: libuv goes through
 * timers as long as one is due, and one of no time that is set again each time always is. So whoever asked
 * faster than he was answered would have the loop for himself. */
void http_run(struct zk_net *net) {
    struct http *http = &net->http;
    MHD_UNSIGNED_LONG_LONG timeout;
    http->run_again = false;
    http->runs++;
    MHD_run(http->daemon);
    uv_idle_stop(&http->idle);
    uv_timer_stop(&http->timer);
    if (MHD_get_timeout(http->daemon, &timeout) != MHD_YES) return;
    if (timeout)
        uv_timer_start(&http->timer, timer_came, timeout, 0);
    else
        uv_idle_start(&http->idle, idle_came);
}

static void log_nothing(void *user, const char *format, va_list arguments) {
    (void)user;
    (void)format;
    (void)arguments;
}

bool http_start(struct zk_net *net, const char **error) {
    struct http *http = &net->http;
    int kernel = ZK_HTTP_KERNEL; /* what is accepted has it from the listener */
    make_responses(net);
    setsockopt(net->config.listener, SOL_SOCKET, SO_SNDBUF, &kernel, sizeof kernel);
    randombytes_buf(http->crowd_key, sizeof http->crowd_key);
    http->daemon = MHD_start_daemon(
        MHD_USE_EPOLL | MHD_ALLOW_UPGRADE | MHD_USE_ERROR_LOG, 0, accepted, net, answer, net,
        MHD_OPTION_EXTERNAL_LOGGER, log_nothing, NULL, MHD_OPTION_LISTEN_SOCKET,
        net->config.listener, MHD_OPTION_CONNECTION_LIMIT,
        net->config.http_max + net->config.http_max / 8 + 1, MHD_OPTION_CONNECTION_TIMEOUT,
        (unsigned)ZK_HTTP_IDLE_S, MHD_OPTION_CONNECTION_MEMORY_LIMIT, (size_t)ZK_HTTP_MEMORY,
        MHD_OPTION_NOTIFY_COMPLETED, request_done, net, MHD_OPTION_NOTIFY_CONNECTION,
        peer_changed, net, MHD_OPTION_END);
    const union MHD_DaemonInfo *info =
        http->daemon ? MHD_get_daemon_info(http->daemon, MHD_DAEMON_INFO_EPOLL_FD) : NULL;
    if (!info || info->epoll_fd < 0 ||
        uv_poll_init(net->loop, &http->poll, info->epoll_fd) != 0) {
        *error = "libmicrohttpd does not start";
        return false;
    }
    http->poll.data = net;
    uv_poll_start(&http->poll, UV_READABLE, poll_came);
    uv_timer_init(net->loop, &http->timer);
    uv_idle_init(net->loop, &http->idle);
    http->timer.data = http->idle.data = net;
    return true;
}

void http_quiesce(struct zk_net *net) {
    MHD_socket listener = MHD_quiesce_daemon(net->http.daemon);
    if (listener != MHD_INVALID_SOCKET) close(listener);
}

static void nothing(uv_handle_t *handle) { (void)handle; }

void http_free(struct zk_net *net) {
    struct http *http = &net->http;
    uv_poll_stop(&http->poll);
    uv_timer_stop(&http->timer);
    uv_idle_stop(&http->idle);
    MHD_run(http->daemon); /* lets go of sockets that were handed over */
    MHD_stop_daemon(http->daemon);
    for (unsigned i = 0; i < sizeof http->plain / sizeof *http->plain; i++)
        MHD_destroy_response(http->plain[i]);
    for (unsigned e = 0; e < ZK_ENCODINGS; e++) {
        for (size_t i = 0; i < zk_site_count; i++)
            if (http->site[e][i]) MHD_destroy_response(http->site[e][i]);
        free(http->site[e]);
    }
    uv_close((uv_handle_t *)&http->poll, nothing);
    uv_close((uv_handle_t *)&http->timer, nothing);
    uv_close((uv_handle_t *)&http->idle, nothing);
}
