// The server: its doors over the rooms that it is handed. Made by main and by tests; it opens no database and reads no environment.

import fastify, { type FastifyInstance } from 'fastify';
import type { Rooms } from 'src/server/Context.ts';
import type { Config } from 'src/server/config.ts';
import { problem } from 'src/model/problems.ts';
import { operations } from 'src/server/operations/operations.ts';
import type { SessionWatch } from 'src/server/sessions/createSessionWatch.ts';
import { accountDoors } from 'src/server/transport/accountDoors.ts';
import { addSecurityHeaders } from 'src/server/transport/addSecurityHeaders.ts';
import { byteDoors } from 'src/server/transport/byteDoors.ts';
import { clientAddressBy } from 'src/server/transport/clientAddressBy.ts';
import { createDispatch, type Dispatch } from 'src/server/transport/createDispatch.ts';
import { createLimiter } from 'src/server/transport/createLimiter.ts';
import { createMetrics } from 'src/server/transport/createMetrics.ts';
import { createSocketDoor, type SocketDoor } from 'src/server/transport/createSocketDoor.ts';
import { documentDoors, type ApiDocuments } from 'src/server/transport/documentDoors.ts';
import { sendProblem, type Doors } from 'src/server/transport/Doors.ts';
import { failureOf, type Log } from 'src/server/transport/failureOf.ts';
import { healthDoors } from 'src/server/transport/healthDoors.ts';
import { isOwnOriginBy } from 'src/server/transport/isOwnOriginBy.ts';
import { itemDoor } from 'src/server/transport/itemDoor.ts';
import { listDoors } from 'src/server/transport/listDoors.ts';
import { pageDoors } from 'src/server/transport/pageDoors.ts';

/** Half of what a client waits, so that it hears why. */
const DEADLINE = 30_000;

export interface ServerOptions {
  readonly config: Config;
  readonly rooms: Rooms;
  readonly sessionWatch: SessionWatch;
  /** Folder of the built client. */
  readonly clientDir: string;
  readonly version: string;
  readonly documents: ApiDocuments;
  readonly log: Log;
}

export interface Server {
  /** In-process door, for tests: what every other door ends in. */
  readonly dispatch: Dispatch;
  /** Listens, and answers the address that a browser on this machine uses. */
  start(): Promise<string>;
  /** Closes the sockets, finishes requests under way, and stops listening. */
  stop(): Promise<void>;
}

const createHttp = ({ config, log }: ServerOptions): FastifyInstance => {
  const secure = config.publicUrl?.startsWith('https:') === true;
  const server = fastify({
    bodyLimit: config.settings.limits.httpMaxBytes,
    forceCloseConnections: 'idle',
    routerOptions: { maxParamLength: 250 },
    requestTimeout: config.settings.site.httpTimeout,
    // An address that cannot be read reaches no route and no hook.
    frameworkErrors: (_error, _request, reply) => {
      addSecurityHeaders(reply, secure);
      void sendProblem(reply, problem('parseRequestFailed'));
    },
  });
  server.removeAllContentTypeParsers();
  // Every body is bytes until its door reads it; nothing is parsed by what a header says.
  server.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => {
    done(null, body);
  });
  server.addHook('onSend', (_request, reply, _payload, done) => {
    addSecurityHeaders(reply, secure);
    done();
  });
  server.setErrorHandler((error: Error & { readonly statusCode?: number }, request, reply) => {
    if (error.statusCode === 413) return sendProblem(reply, problem('tooLarge'));
    if (error.statusCode !== undefined && error.statusCode < 500)
      return sendProblem(reply, problem('parseRequestFailed'));
    return sendProblem(reply, failureOf(error, log, { door: request.routeOptions.url }));
  });
  return server;
};

const urlOf = ({ config }: ServerOptions, http: FastifyInstance): string => {
  const address = http.server.address();
  const port = typeof address === 'object' && address !== null ? address.port : config.port;
  return config.publicUrl ?? `http://${['0.0.0.0', '::'].includes(config.host) ? 'localhost' : config.host}:${port}`;
};

export const createServer = (options: ServerOptions): Server => {
  const { config, rooms, sessionWatch, clientDir, version, log } = options;
  const { settings } = config;
  const { limits, site } = settings;
  const metrics = createMetrics();
  const limiter = createLimiter(rooms.database, rooms.clock);
  const dispatch = createDispatch({
    rooms,
    operations: operations(rooms.registry, rooms.domain),
    limiter,
    limits,
    deadline: DEADLINE,
    log,
    measure: metrics.measure,
  });
  const clientAddress = clientAddressBy(settings.trustedProxies);
  const doors: Doors = { rooms, settings, version, dispatch, limiter, clientAddress, log };
  const http = createHttp(options);
  const sockets: SocketDoor = createSocketDoor({
    rooms,
    dispatch,
    sessionWatch,
    limits,
    maxFrame: site.wsMaxMsgSize,
    log,
    clientAddress,
    metrics,
    isOwnOrigin: isOwnOriginBy({ ...config, allowedOrigins: settings.allowedOrigins }),
  });
  itemDoor(http, doors);
  accountDoors(http, doors);
  listDoors(http, doors);
  byteDoors(http, doors);
  documentDoors(http, options.documents);
  healthDoors(http, rooms, metrics);
  pageDoors(http, { clientDir, site: { ...site, version } });
  sockets.attach(http.server);
  return {
    dispatch,
    async start() {
      await http.listen({ port: config.port, host: config.host });
      return urlOf(options, http);
    },
    async stop() {
      await sockets.stop();
      await http.close();
    },
  };
};
