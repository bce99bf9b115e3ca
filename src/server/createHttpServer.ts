// The server: its routes and sockets over the services that it is handed. Made by main and by tests; it opens no database and reads no environment.

import { join } from 'node:path';
import { constants } from 'node:zlib';
import fastifyCompress from '@fastify/compress';
import fastify, { type FastifyInstance } from 'fastify';
import type { FindEndpoint } from 'src/server/transport/endpointTable.ts';
import { itemRoute, type ItemRouteContext } from 'src/server/transport/itemRoute.ts';
import { allKeys } from 'src/model/menu/installation.ts';
import type { Config } from 'src/server/config.ts';
import { isProblem, problem } from 'src/model/problems.ts';
import { withTimeout } from 'src/base/withTimeout.ts';
import { REQUEST_TIMEOUT_MS, STOP_PARTS_MS } from 'src/server/limits.ts';
import type { SessionWatch } from 'src/server/sessions/sessionWatch.ts';
import { addSecurityHeaders } from 'src/server/http/securityHeaders.ts';
import { createClientAddress, createOriginCheck } from 'src/server/http/clientAddress.ts';
import { createDispatch, type Dispatch } from 'src/server/transport/dispatch.ts';
import { createIntake } from 'src/server/http/tokenBuckets.ts';
import { createTokenVerifier } from 'src/server/transport/tokenVerifier.ts';
import type { Module } from 'src/server/Module.ts';
import { MODULES, type Services } from 'src/server/modules.ts';
import { createLimiter } from 'src/server/http/rateLimiter.ts';
import { createMetrics } from 'src/server/transport/metrics.ts';
import { createSocketServer, type SocketServer } from 'src/server/transport/socketServer.ts';
import { documentRoutes, type ApiDocuments } from 'src/server/transport/documentRoutes.ts';
import { sendProblem } from 'src/server/http/errorToHttp.ts';
import { createProblemOfError, type ProblemOfError, type Log } from 'src/server/http/problemOfError.ts';
import { healthRoutes } from 'src/server/transport/healthRoutes.ts';
import { baseMapRoutes } from 'src/server/transport/baseMapRoutes.ts';
import { readBaseMapFiles, siteBaseMaps } from 'src/server/geo/baseMapFiles.ts';
import { pageRoutes } from 'src/server/transport/pageRoutes.ts';
import { collectRoutes } from 'src/server/transport/knownRoutes.ts';
import { standardFiles } from 'src/server/transport/standardFiles.ts';

/** Folder below the data directory with base maps in files. */
export const BASE_MAP_FOLDER = 'basemaps';
const CLOSE_IDLE_EVERY_MS = 50;
/** Compression of answers that are computed for each request. Shorter ones, in bytes, are sent uncompressed. */
const COMPRESSION = {
  threshold: 4096,
  globalDecompression: false,
  encodings: ['br', 'gzip'] as ('br' | 'gzip')[],
  // Each part of a streamed file is sent when it is made, so that a download begins at once.
  zlibOptions: { flush: constants.Z_SYNC_FLUSH },
  brotliOptions: { flush: constants.BROTLI_OPERATION_FLUSH, params: { [constants.BROTLI_PARAM_QUALITY]: 4 } },
  // Text, JSON, XML and tiles. A spreadsheet (XLSX) is compressed by itself.
  customTypes: /^(?:text\/|application\/(?:json|[\w.-]+\+(?:json|xml)|vnd\.mapbox-vector-tile))/,
};

export interface ServerOptions {
  readonly config: Config;
  readonly services: Services & Parameters<typeof healthRoutes>[1];
  readonly endpoints: FindEndpoint;
  /** Areas of the domain, for their routes and sockets. */
  readonly areas: readonly Pick<Module<Services>, 'routes' | 'sockets'>[];
  readonly sessionWatch: SessionWatch;
  /** Folder of the built client. */
  readonly clientDir: string;
  readonly version: string;
  readonly documents: ApiDocuments;
  readonly log: Log;
}

export interface Server {
  /** Handler of all routes and sockets, for tests. */
  readonly dispatch: Dispatch;
  /** Listens, and answers the address that a browser on this machine uses. */
  start(): Promise<string>;
  /** Stops listening, gives requests under way a few seconds, and closes every connection. */
  stop(): Promise<void>;
}

interface HttpError extends Error {
  readonly statusCode?: number;
  readonly headers?: Record<string, string>;
}

const createHttp = ({ config }: ServerOptions, failureOf: ProblemOfError): FastifyInstance => {
  const secure = config.publicUrl?.startsWith('https:') === true;
  const server = fastify({
    bodyLimit: config.settings.limits.visitorMaxBytes,
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
  // Every body is bytes until its route reads it; nothing is parsed by what a header says.
  server.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => {
    done(null, body);
  });
  server.addHook('onSend', (_request, reply, _payload, done) => {
    addSecurityHeaders(reply, secure);
    done();
  });
  server.setErrorHandler((error: HttpError, request, reply) => {
    // A request whose body was still arriving.
    if (isProblem(error)) return sendProblem(reply.header('connection', 'close'), error);
    if (error.statusCode === 413) return sendProblem(reply, problem('tooLarge'));
    if (error.statusCode === 416)
      return reply
        .code(416)
        .headers(error.headers ?? {})
        .send();
    if (error.statusCode !== undefined && error.statusCode < 500)
      return sendProblem(reply, problem('parseRequestFailed'));
    return sendProblem(reply, failureOf(error, { route: request.routeOptions.url }));
  });
  return server;
};

/** A connection that was kept alive goes as soon as its answer is out; one with half a request goes at the end. */
const closeHttp = async (http: FastifyInstance): Promise<void> => {
  const closed = http.close();
  const closingIdle = setInterval(() => http.server.closeIdleConnections(), CLOSE_IDLE_EVERY_MS);
  await withTimeout(STOP_PARTS_MS.requests, closed);
  clearInterval(closingIdle);
  http.server.closeAllConnections();
  await withTimeout(STOP_PARTS_MS.goodbye, closed);
};

const serverUrl = ({ config }: ServerOptions, http: FastifyInstance): string => {
  const address = http.server.address();
  const port = typeof address === 'object' && address !== null ? address.port : config.port;
  return config.publicUrl ?? `http://${['0.0.0.0', '::'].includes(config.host) ? 'localhost' : config.host}:${port}`;
};

export const createHttpServer = (options: ServerOptions): Server => {
  const { config, services, endpoints, sessionWatch, clientDir, version, log } = options;
  const { settings } = config;
  const { limits, site } = settings;
  const metrics = createMetrics(services);
  const limiter = createLimiter({ database: services.database, clock: services.clock, limits });
  const dispatch = createDispatch({
    services,
    endpoints,
    limiter,
    deadline: REQUEST_TIMEOUT_MS,
    log,
    measure: metrics.measure,
  });
  const intake = createIntake(limits, services.clock);
  const clientAddress = createClientAddress(settings.trustedProxies, (proxy) => {
    log.warn({ proxy }, 'X-Forwarded-For from an address that is not in trustedProxies: all its visitors count as one');
  });
  const failureOf = createProblemOfError(log, services.clock);
  const verifyToken = createTokenVerifier(services.sessions, limits, services.clock);
  const routes: ItemRouteContext<Services> = {
    ...{ services, settings, dispatch, limiter, intake },
    ...{ verifyToken, clientAddress, failureOf },
  };
  const http = createHttp(options, failureOf);
  const known = collectRoutes(http);
  const areaSockets = options.areas.flatMap(({ sockets: add }) => add?.(routes) ?? []);
  for (const { gauges = [] } of areaSockets) for (const gauge of gauges) metrics.addGauge(gauge);
  const sockets: SocketServer = createSocketServer({
    services,
    dispatch,
    sessionWatch,
    limits,
    intake,
    maxFrame: site.wsMaxMsgSize,
    log,
    clientAddress,
    metrics,
    verifyToken,
    areaSockets,
    isOwnOrigin: createOriginCheck({ ...config, allowedOrigins: settings.allowedOrigins }),
  });
  void http.register(async (scope) => {
    await scope.register(fastifyCompress, COMPRESSION);
    for (const add of MODULES.flatMap(({ compressedRoutes = [] }) => compressedRoutes)) add(scope, routes);
    itemRoute(scope, routes);
    documentRoutes(scope, options.documents);
  });
  for (const add of [...MODULES, ...options.areas].flatMap((module) => module.routes ?? [])) add(http, routes);
  healthRoutes(http, services, metrics);
  standardFiles(http, { contact: site.supportEmail, publicUrl: config.publicUrl, now: () => services.clock.now() });
  const baseMapFiles = readBaseMapFiles(join(config.dataDir, BASE_MAP_FOLDER), (file, reason) =>
    log.warn({ file, reason }, 'a base map cannot be used'),
  );
  baseMapRoutes(http, baseMapFiles);
  pageRoutes(http, {
    ...{ clientDir, known, registry: services.registry },
    site: {
      ...site,
      keyCaps: site.keyCaps ?? allKeys(services.registry),
      timeZone: settings.timeZone,
      undoDays: settings.limits.undoDays,
      baseMaps: siteBaseMaps(site.baseMaps, baseMapFiles),
      version,
    },
  });
  sockets.attach(http.server);
  return {
    dispatch,
    async start() {
      await http.listen({ port: config.port, host: config.host });
      return serverUrl(options, http);
    },
    async stop() {
      await Promise.all([sockets.stop(), closeHttp(http)]);
    },
  };
};
