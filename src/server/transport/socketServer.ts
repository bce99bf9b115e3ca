// `GET /ws` and the sockets of areas: decides who may open a socket (path, Origin, how many), keeps the open ones, and bounds what they hold
// together.

import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';
import { WebSocketServer, type WebSocket } from 'ws';
import { withTimeout } from 'src/base/withTimeout.ts';
import { FRAGMENTS_PER_MESSAGE, HEARTBEAT_MS, STOP_PARTS_MS, UNSIGNED_SOCKET } from 'src/server/limits.ts';
import type { ClientAddress, IsOwnOrigin } from 'src/server/http/clientAddress.ts';
import {
  createSocketConnection,
  type SocketConnection,
  type SocketOptions,
} from 'src/server/transport/socketConnection.ts';
import { ignoreOffer, isWebSocketOffer } from 'src/server/transport/foreignUpgrade.ts';
import { createSocketQuota, type SocketPlace } from 'src/server/transport/socketQuota.ts';
import type { Metrics } from 'src/server/transport/metrics.ts';
import type { AreaSocket } from 'src/server/http/areaSockets.ts';
import type { TokenVerifier } from 'src/server/http/routeContext.ts';
import { createAreaSocket } from 'src/server/transport/areaSocket.ts';

const GOING_AWAY = 1012;
/** Sums of waiting bytes are taken at most so often. */
const SUM_EVERY_MS = 100;

export interface SocketServerOptions extends Omit<SocketOptions, 'address' | 'raw' | 'admit' | 'onBacklog'> {
  readonly isOwnOrigin: IsOwnOrigin;
  readonly clientAddress: ClientAddress;
  readonly metrics: Metrics;
  readonly verifyToken: TokenVerifier;
  readonly areaSockets: readonly AreaSocket[];
}

export interface SocketServer {
  attach(server: Server): void;
  /** Closes every socket with the code after which clients reconnect, and waits for the handshakes. */
  stop(): Promise<void>;
}

const refuseUpgrade = (socket: Duplex, status: string): void => {
  socket.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
};

const createWebSocketServer = (maxFrame: number): WebSocketServer =>
  new WebSocketServer({
    noServer: true,
    perMessageDeflate: false,
    maxPayload: maxFrame,
    maxFragments: FRAGMENTS_PER_MESSAGE,
    // One frame of a socket between two turns of the event loop, so that no socket holds it.
    allowSynchronousEvents: false,
    // Text is checked by decodeUtf8, which answers; ws would close.
    skipUTF8Validation: true,
    clientTracking: true,
  });

/** ws knows one limit for a frame; without a sign-in the bound is far lower. */
const cutOffEarly = (raw: Duplex, socket: WebSocket, place: SocketPlace): void => {
  let received = 0;
  const onData = (chunk: Buffer): void => {
    received += chunk.length;
    if (place.signedIn) raw.off('data', onData);
    else if (received > UNSIGNED_SOCKET.bytes) socket.terminate();
  };
  raw.on('data', onData);
};

interface FoundServer {
  readonly server: WebSocketServer;
  /** The area that the address belongs to, with the query of the address. */
  readonly area?: { readonly area: AreaSocket; readonly query: URLSearchParams };
}

/** The WebSocket servers of this process: each address has its own largest frame. */
const createServers = (maxFrame: number, areaSockets: readonly AreaSocket[]) => {
  const own: FoundServer = { server: createWebSocketServer(maxFrame) };
  const ofAreas = new Map(
    areaSockets.map((area) => [area.path, { area, server: createWebSocketServer(area.frameBytes) }]),
  );
  const all = [own, ...ofAreas.values()].map(({ server }) => server);
  return {
    find(url: string): FoundServer | undefined {
      if (url === '/ws') return own;
      const [path = '', search = ''] = url.split('?', 2);
      const found = ofAreas.get(path);
      return found && { server: found.server, area: { area: found.area, query: new URLSearchParams(search) } };
    },
    async allClosed(): Promise<void> {
      while (all.some(({ clients }) => clients.size > 0)) await new Promise((resolve) => setTimeout(resolve, 20));
    },
    close(): void {
      for (const server of all) {
        for (const socket of server.clients) socket.terminate();
        server.close();
      }
    },
  };
};

export const createSocketServer = (options: SocketServerOptions): SocketServer => {
  const { maxFrame, limits, isOwnOrigin, clientAddress, metrics } = options;
  const connections = new Set<SocketConnection>();
  const quota = createSocketQuota(limits);
  let summing: NodeJS.Timeout | undefined;
  let stopping = false;
  const servers = createServers(maxFrame, options.areaSockets);

  const onBacklog = (): void => {
    summing ??= setTimeout(() => {
      summing = undefined;
      quota.relieve(connections);
    }, SUM_EVERY_MS).unref();
  };

  const open = (
    socket: WebSocket,
    { address, raw, area }: { address: string; raw: Duplex } & Pick<FoundServer, 'area'>,
  ): void => {
    const place = quota.enter(address);
    cutOffEarly(raw, socket, place);
    const admit: SocketOptions['admit'] = ({ userId }) => place.move(userId);
    const common = { ...options, ...{ address, raw, onBacklog, admit } };
    const connection = area
      ? createAreaSocket(socket, { ...options.services, ...common, ...area })
      : createSocketConnection(socket, common);
    connections.add(connection);
    metrics.socketOpened();
    socket.on('close', (code) => {
      connections.delete(connection);
      place.leave();
      metrics.socketClosed(code);
    });
  };

  const upgrade = (request: IncomingMessage, socket: Duplex, head: Buffer): void => {
    socket.on('error', () => socket.destroy());
    const address = clientAddress(request);
    const full = quota.fullFor(address);
    const found = servers.find(request.url ?? '');
    if (!found) refuseUpgrade(socket, '404 Not Found');
    else if (stopping) refuseUpgrade(socket, '503 Service Unavailable');
    else if (!isOwnOrigin(request.headers)) refuseUpgrade(socket, '403 Forbidden');
    else if (full !== undefined) refuseUpgrade(socket, full);
    else {
      found.server.handleUpgrade(request, socket, head, (opened) => {
        open(opened, { address, raw: socket, ...(found.area && { area: found.area }) });
      });
    }
  };

  const timer = setInterval(() => {
    for (const connection of connections) connection.heartbeat();
    quota.relieve(connections);
  }, HEARTBEAT_MS);

  return {
    attach(http) {
      http.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
        if (isWebSocketOffer(request)) upgrade(request, socket, head);
        else ignoreOffer(http, request, [socket, head]);
      });
    },
    async stop() {
      stopping = true;
      clearInterval(timer);
      await withTimeout(
        STOP_PARTS_MS.requests,
        Promise.all([...connections].map((each) => each.retire(GOING_AWAY, 'restart'))),
      );
      await withTimeout(STOP_PARTS_MS.goodbye, servers.allClosed());
      servers.close();
    },
  };
};
