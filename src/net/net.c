/* net.c: the loop and its WebSockets; see net.h. */
#include "net.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "inside.h"

enum { WATCH_MS = 1000, QUEUED_MUCH = 64 * 1024 };

struct write {
    uv_write_t request;
    char data[];
};

/* ---- What waits in memory ---- */

static void count_held(struct zk_connection *connection) {
    struct zk_net *net = connection->net;
    size_t held = connection->closed ? 0 : connection->out.capacity + connection->under_way;
    net->held += held - connection->held;
    net->crowd_held[connection->crowd] += held - connection->held;
    connection->held = (uint32_t)held;
}

/* ---- Ends ---- */

static void connection_gone(uv_handle_t *handle) {
    struct zk_connection *connection = (struct zk_connection *)handle;
    struct zk_net *net = connection->net;
    if (connection->guest) net->handler.closed(net->handler.user, connection->guest);
    if (connection->next) connection->next->previous = connection->previous;
    *(connection->previous ? &connection->previous->next : &net->connections) =
        connection->next;
    if (connection->dirty) {
        struct zk_connection **at = &net->dirty;
        while (*at != connection) at = &(*at)->dirty_next;
        *at = connection->dirty_next;
    }
    zk_ws_end(&connection->ws);
    zk_bytes_free(&connection->out);
    free(connection);
}

/* At once, whatever is still to be written. */
static void cut(struct zk_connection *connection) {
    if (connection->closed) return;
    connection->closed = connection->ws.broken = true;
    count_held(connection);
    uv_close((uv_handle_t *)&connection->tcp, connection_gone);
}

static void shut_down(uv_shutdown_t *shutdown, int status) {
    if (status < 0) cut((struct zk_connection *)shutdown->handle);
}

/* A socket that is closed with bytes unread takes its last words back. So unless both ends have
 * said goodbye, we only stop writing, and wait a little for the other end to stop too. */
static void end_when_written(struct zk_connection *connection) {
    uv_stream_t *stream = (uv_stream_t *)&connection->tcp;
    if (!connection->ending || connection->closed || connection->out.used ||
        uv_stream_get_write_queue_size(stream) != 0)
        return;
    if (connection->ws.closed) {
        cut(connection);
    } else if (!connection->shut) {
        connection->shut = true;
        if (uv_shutdown(&connection->shutdown, stream, shut_down) != 0) cut(connection);
    }
}

/* ---- Writing ---- */

static void mark_dirty(struct zk_connection *connection) {
    if (connection->dirty) return;
    connection->dirty = true;
    connection->dirty_next = connection->net->dirty;
    connection->net->dirty = connection;
}

size_t connection_unsent(const struct zk_connection *connection) {
    return connection->out.used +
           uv_stream_get_write_queue_size((const uv_stream_t *)&connection->tcp);
}

static struct zk_connection *connection_of(struct zk_ws *ws) {
    return (struct zk_connection *)(void *)((char *)ws - offsetof(struct zk_connection, ws));
}

static void borrow_memory(struct zk_connection *connection) {
    struct zk_net *net = connection->net;
    if (connection->out.data || !net->spare_count) return;
    connection->out = net->spare[--net->spare_count];
}

static void give_memory_back(struct zk_connection *connection) {
    struct zk_net *net = connection->net;
    struct zk_bytes *out = &connection->out;
    if (!out->data || out->capacity > ZK_WS_SPARE_SIZE ||
        net->spare_count == ZK_WS_SPARE_MAX) {
        zk_bytes_free(out);
        return;
    }
    net->spare[net->spare_count++] = (struct zk_bytes){out->data, 0, out->capacity};
    *out = (struct zk_bytes){0};
}

/* Of the household for which most is held, the connection for which most is. */
static struct zk_connection *most_held(const struct zk_net *net) {
    struct zk_connection *most = NULL;
    for (struct zk_connection *at = net->connections; at; at = at->next) {
        if (!at->held) continue;
        size_t crowd = net->crowd_held[at->crowd],
               before = most ? net->crowd_held[most->crowd] : 0;
        if (crowd > before || (crowd == before && (!most || at->held > most->held))) most = at;
    }
    return most;
}

/* A connection has its bound, and an address so many connections; but those of many addresses together could fill the
 * memory, and then the server ends for everybody. */
static void make_room(struct zk_net *net) {
    for (struct zk_connection *out;
         net->held > net->config.queues_max && (out = most_held(net));)
        cut(out);
}

/* Every byte for the other end comes through here: messages, pings, answers to pings, closes. So
 * one that does not read costs at most so much. */
static void bytes_out(struct zk_ws *ws, const void *bytes, size_t size) {
    struct zk_connection *connection = connection_of(ws);
    make_room(connection->net);
    if (connection->closed) return;
    if (connection_unsent(connection) > ZK_WS_QUEUE_MAX + connection->largest) {
        cut(connection);
        return;
    }
    if (size > connection->largest) connection->largest = (uint32_t)size;
    borrow_memory(connection);
    zk_bytes_add(&connection->out, bytes, size);
    count_held(connection);
    connection->net->queued += size;
    mark_dirty(connection);
}

static void flush(struct zk_connection *connection);

static void written(uv_write_t *request, int status) {
    struct zk_connection *connection = (struct zk_connection *)request->handle;
    free(request);
    connection->writing = false;
    connection->under_way = 0;
    count_held(connection);
    if (status < 0)
        cut(connection);
    else
        flush(connection);
}

/* What the socket does not take at once is one request. What comes until that is written is the next
 * one: a request for each small answer would take a hundred times its bytes. */
static void flush(struct zk_connection *connection) {
    uv_stream_t *stream = (uv_stream_t *)&connection->tcp;
    if (connection->closed || connection->writing) return;
    if (!connection->out.used) {
        connection->largest = 0;
        end_when_written(connection);
        return;
    }
    uv_buf_t buffer = uv_buf_init(connection->out.data, (unsigned)connection->out.used);
    int sent = uv_try_write(stream, &buffer, 1);
    if (sent < 0 && sent != UV_EAGAIN) {
        cut(connection);
        return;
    }
    size_t left = connection->out.used - (sent > 0 ? (size_t)sent : 0);
    if (left) {
        struct write *write = zk_allocate(sizeof *write + left);
        memcpy(write->data, connection->out.data + connection->out.used - left, left);
        buffer = uv_buf_init(write->data, (unsigned)left);
        if (uv_write(&write->request, stream, &buffer, 1, written) != 0) {
            free(write);
            cut(connection);
            return;
        }
        connection->writing = true;
        connection->under_way = (uint32_t)left;
    } else {
        connection->largest = 0;
    }
    give_memory_back(connection);
    count_held(connection);
    end_when_written(connection);
}

static void flush_all(struct zk_net *net) {
    net->queued = 0;
    while (net->dirty) {
        struct zk_connection *connection = net->dirty;
        net->dirty = connection->dirty_next;
        connection->dirty = false;
        flush(connection);
    }
}

void zk_net_relieve(struct zk_net *net) {
    if (net->queued > QUEUED_MUCH) flush_all(net);
}

static void turn_ends(uv_prepare_t *prepare) {
    struct zk_net *net = prepare->data;
    net->handler.turn_ends(net->handler.user);
    if (net->http.run_again) http_run(net);
    flush_all(net);
}

void zk_net_send(struct zk_connection *connection, const char *data, size_t size) {
    if (connection->closed || connection->ending) return;
    zk_ws_send(&connection->ws, data, size);
}

void zk_net_close(struct zk_connection *connection, int code, const char *reason) {
    if (connection->closed || connection->close_by_ms) return;
    connection->close_by_ms = uv_now(connection->net->loop) + ZK_WS_CLOSE_MS;
    zk_ws_close(&connection->ws, (uint16_t)code, reason);
}

/* ---- Reading ---- */

static void message_came(struct zk_ws *ws, const char *data, size_t size) {
    struct zk_connection *connection = connection_of(ws);
    struct zk_net *net = connection->net;
    if (connection->closed || connection->close_by_ms) return;
    net->handler.message(net->handler.user, connection->guest, data, size);
}

static void frame_came(struct zk_ws *ws) {
    struct zk_connection *connection = connection_of(ws);
    struct zk_net *net = connection->net;
    if (connection->closed || connection->close_by_ms) return;
    net->handler.frame(net->handler.user, connection->guest);
}

static void feed(struct zk_connection *connection, const char *data, size_t size) {
    connection->silent = 0;
    if (connection->ending || connection->closed) return;
    if (connection->close_by_ms) connection->read_closing += (uint32_t)size;
    if (connection->read_closing > ZK_WS_CLOSING_MAX ||
        !zk_ws_feed(&connection->ws, data, size)) {
        connection->ending = true;
        if (!connection->dirty) end_when_written(connection);
    }
    /* After a close or a mistake the other end has a little time to close as well. */
    if (connection->ws.closing && !connection->close_by_ms)
        connection->close_by_ms = uv_now(connection->net->loop) + ZK_WS_CLOSE_MS;
}

static void bytes_came(uv_stream_t *stream, ssize_t size, const uv_buf_t *buffer) {
    struct zk_connection *connection = (struct zk_connection *)stream;
    if (connection->closed) return;
    if (size > 0)
        feed(connection, buffer->base, (size_t)size);
    else if (size < 0)
        cut(connection);
}

static void lend_memory(uv_handle_t *handle, size_t wanted, uv_buf_t *buffer) {
    struct zk_net *net = ((struct zk_connection *)handle)->net;
    (void)wanted;
    *buffer = uv_buf_init(net->read, sizeof net->read);
}

void connection_open(struct zk_net *net, int socket, const struct zk_address *address,
                     const char *already, size_t already_size) {
    struct zk_connection *connection = zk_allocate(sizeof *connection);
    connection->net = net;
    connection->ws.pool = &net->pool;
    connection->address = *address;
    struct zk_address network = zk_address_network(address);
    connection->crowd = (uint16_t)crowd_of(net, &network);
    uv_tcp_init(net->loop, &connection->tcp);
    connection->next = net->connections;
    if (net->connections) net->connections->previous = connection;
    net->connections = connection;
    if (uv_tcp_open(&connection->tcp, socket) != 0) {
        close(socket);
        cut(connection);
        return;
    }
    uv_tcp_nodelay(&connection->tcp, 1);
    /* Or the system keeps megabytes for one that does not read, before anything waits here. */
    uv_send_buffer_size((uv_handle_t *)&connection->tcp, &(int){ZK_WS_KERNEL});
    if (!net->stopping)
        connection->guest = net->handler.opened(net->handler.user, connection, address);
    if (uv_read_start((uv_stream_t *)&connection->tcp, lend_memory, bytes_came) != 0) {
        cut(connection);
        return;
    }
    if (!connection->guest)
        zk_net_close(connection, 1013, "full");
    else if (already_size)
        feed(connection, already, already_size);
}

/* ---- Watching the time ---- */

/* Silence is counted in looks and not by the clock: a server that stood still for a minute has asked nobody, and what they said
 * meanwhile is still unread. */
static void watch_connection(struct zk_connection *connection, uint64_t now_ms) {
    if (connection->closed) return;
    connection->silent++;
    if ((connection->close_by_ms && now_ms >= connection->close_by_ms) ||
        connection->silent == ZK_WS_SILENT_MS / WATCH_MS)
        cut(connection);
    else if (connection->silent == ZK_WS_PING_MS / WATCH_MS)
        zk_ws_ping(&connection->ws);
}

static void check_stopped(struct zk_net *net, uint64_t now_ms) {
    if (!net->stopped || (net->connections && now_ms < net->stop_by_ms)) return;
    for (struct zk_connection *connection = net->connections; connection;
         connection = connection->next)
        cut(connection);
    if (net->connections) return; /* they are gone when the loop has turned */
    void (*stopped)(void *) = net->stopped;
    net->stopped = NULL;
    stopped(net->stopped_user);
}

static void watch(uv_timer_t *timer) {
    struct zk_net *net = timer->data;
    uint64_t now_ms = uv_now(net->loop);
    for (struct zk_connection *connection = net->connections; connection;
         connection = connection->next)
        watch_connection(connection, now_ms);
    http_watch(net, now_ms);
    check_stopped(net, now_ms);
}

/* ---- Life ---- */

struct zk_net *zk_net_start(uv_loop_t *loop, const struct zk_net_config *config,
                            const struct zk_net_handler *handler, const char **error) {
    struct zk_net *net = zk_allocate(sizeof *net);
    net->loop = loop;
    net->config = *config;
    if (!config->queues_max) net->config.queues_max = ZK_WS_QUEUES_MAX;
    net->handler = *handler;
    net->pool = (struct zk_ws_pool){.idle_max = ZK_WS_CONTEXTS_IDLE_MAX,
                                    .message_max = ZK_WS_MESSAGE_MAX,
                                    .message = message_came,
                                    .frame = frame_came,
                                    .out = bytes_out};
    if (!http_start(net, error)) {
        free(net);
        return NULL;
    }
    uv_prepare_init(loop, &net->prepare);
    net->prepare.data = net;
    uv_prepare_start(&net->prepare, turn_ends);
    uv_timer_init(loop, &net->watch);
    net->watch.data = net;
    uv_timer_start(&net->watch, watch, WATCH_MS, WATCH_MS);
    return net;
}

void zk_net_quiesce(struct zk_net *net) {
    if (net->stopping) return;
    net->stopping = true;
    http_quiesce(net);
}

void zk_net_stop(struct zk_net *net, int code, void (*done)(void *user), void *user) {
    zk_net_quiesce(net);
    for (struct zk_connection *connection = net->connections; connection;
         connection = connection->next)
        zk_net_close(connection, code, "the server stops");
    net->stop_by_ms = uv_now(net->loop) + ZK_WS_CLOSE_MS;
    net->stopped = done;
    net->stopped_user = user;
    uv_timer_start(&net->watch, watch, 0, 50);
}

static void prepare_gone(uv_handle_t *handle) {
    struct zk_net *net = handle->data;
    zk_ws_pool_free(&net->pool);
    while (net->spare_count) zk_bytes_free(&net->spare[--net->spare_count]);
    free(net);
}

static void watch_gone(uv_handle_t *handle) {
    struct zk_net *net = handle->data;
    uv_close((uv_handle_t *)&net->prepare, prepare_gone);
}

void zk_net_free(struct zk_net *net) {
    assert(!net->connections);
    http_free(net);
    uv_prepare_stop(&net->prepare);
    uv_close((uv_handle_t *)&net->watch, watch_gone);
}
