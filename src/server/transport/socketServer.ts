// `GET /ws`: decides who may open a socket (path, Origin, how many), and keeps the open ones.

import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';
import { WebSocketServer, type WebSocket } from 'ws';
import { within } from 'src/base/within.ts';
import type { ClientAddress } from 'src/server/transport/clientAddress.ts';
import {
  createSocketConnection,
  type SocketConnection,
  type SocketOptions,
} from 'src/server/transport/socketConnection.ts';
import type { Metrics } from 'src/server/transport/metrics.ts';
import type { IsOwnOrigin } from 'src/server/transport/originCheck.ts';

const HEARTBEAT = 10_000;
/** A message in more pieces than this is an attack. */
const MAX_FRAGMENTS = 1_024;
const GOING_AWAY = 1012;
/** What a stop waits for requests under way, and then for clients to say goodbye. */
const REQUESTS_END = 5_000;
const SOCKETS_CLOSE = 3_000;

export interface SocketServerOptions extends Omit<SocketOptions, 'address' | 'admit'> {
  readonly isOwnOrigin: IsOwnOrigin;
  readonly clientAddress: ClientAddress;
  readonly metrics: Metrics;
}

export interface SocketServer {
  attach(server: Server): void;
  /** Tells every client to come back, and waits for them to go. */
  stop(): Promise<void>;
}

const refuse = (socket: Duplex, status: string): void => {
  socket.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
};

export const createSocketServer = (options: SocketServerOptions): SocketServer => {
  const { maxFrame, limits, isOwnOrigin, clientAddress, metrics } = options;
  const connections = new Set<SocketConnection>();
  const perAddress = new Map<string, number>();
  let stopping = false;
  // Text is checked by readText, which answers; ws would close.
  const server = new WebSocketServer({
    noServer: true,
    perMessageDeflate: false,
    maxPayload: maxFrame,
    maxFragments: MAX_FRAGMENTS,
    skipUTF8Validation: true,
    clientTracking: true,
  });

  const count = (address: string, change: number): void => {
    const next = (perAddress.get(address) ?? 0) + change;
    if (next > 0) perAddress.set(address, next);
    else perAddress.delete(address);
  };

  const open = (socket: WebSocket, address: string): void => {
    const connection = createSocketConnection(socket, {
      ...options,
      address,
      admit: ({ userId }) => [...connections].filter((each) => each.userId === userId).length < limits.socketsPerUser,
    });
    connections.add(connection);
    count(address, 1);
    metrics.socketOpened();
    socket.on('close', (code) => {
      connections.delete(connection);
      count(address, -1);
      metrics.socketClosed(code);
    });
  };

  const upgrade = (request: IncomingMessage, socket: Duplex, head: Buffer): void => {
    socket.on('error', () => socket.destroy());
    const address = clientAddress(request);
    if (request.url !== '/ws') refuse(socket, '404 Not Found');
    else if (stopping) refuse(socket, '503 Service Unavailable');
    else if (!isOwnOrigin(request.headers)) refuse(socket, '403 Forbidden');
    else if ((perAddress.get(address) ?? 0) >= limits.socketsPerAddress) refuse(socket, '429 Too Many Requests');
    else {
      server.handleUpgrade(request, socket, head, (opened) => {
        open(opened, address);
      });
    }
  };

  const allClosed = async (): Promise<void> => {
    while (server.clients.size > 0) await new Promise((resolve) => setTimeout(resolve, 20));
  };

  const timer = setInterval(() => {
    for (const connection of connections) connection.heartbeat();
  }, HEARTBEAT);

  return {
    attach(http) {
      http.on('upgrade', upgrade);
    },
    async stop() {
      stopping = true;
      clearInterval(timer);
      await within(REQUESTS_END, Promise.all([...connections].map((each) => each.retire(GOING_AWAY, 'restart'))));
      await within(SOCKETS_CLOSE, allClosed());
      for (const socket of server.clients) socket.terminate();
      server.close();
    },
  };
};
