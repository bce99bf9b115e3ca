// `GET /tiles/{layer}/{z}/{x}/{y}.mvt`: vector tiles of what the caller may see now. As with other bytes, a cookie serves as well as a
// bearer token. The browser keeps a tile and asks every time whether it is still right.

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { VISITOR } from 'src/model/access/Subject.ts';
import { invalidAt, problem } from 'src/model/problems.ts';
import type { Layer } from 'src/server/geo/layers.ts';
import { parseTilePlace, type TilePlace } from 'src/server/search/map/tileGrid.ts';
import type { ReadFilter } from 'src/server/store/readers/readFilters.ts';
import type { GeoNeeds } from 'src/server/geo/GeoNeeds.ts';
import { httpCaller, sessionForBytes, type RouteContext } from 'src/server/http/routeContext.ts';
import { answeringProblems } from 'src/server/http/errorToHttp.ts';

const MEDIA_TYPE = 'application/vnd.mapbox-vector-tile';
const LAYER_KEY = /^[\w-]{22}$/;
const TILE_FILE = /^(\d+)\.mvt$/;

interface Params {
  readonly layer: string;
  readonly z: string;
  readonly x: string;
  readonly name: string;
}

const tilePlace = ({ z, x, name }: Params): TilePlace => {
  const place = parseTilePlace(z, x, TILE_FILE.exec(name)?.[1] ?? '');
  if (!place) throw invalidAt('/z', 'errors.wrongType');
  return place;
};

const tileLayer = async (
  { services }: RouteContext<GeoNeeds>,
  readFilter: ReadFilter,
  { layer, key }: { readonly layer: string; readonly key: string | undefined },
): Promise<Layer> => {
  const { layers } = services.tiles;
  const asker = { db: services.database, readFilter };
  const found =
    key === undefined
      ? await layers.named(asker, layer)
      : LAYER_KEY.test(key)
        ? await layers.keyed(asker, layer, key)
        : undefined;
  // An unknown, a hidden and another user's key give the same answer.
  if (!found) throw problem(readFilter.subject.userId === undefined ? 'notAllowed' : 'notFound');
  return found;
};

const goneWith = (reply: FastifyReply): AbortSignal => {
  const gone = new AbortController();
  reply.raw.once('close', () => gone.abort(problem('timeout')));
  return gone.signal;
};

const sendTile = async (
  routes: RouteContext<GeoNeeds>,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> => {
  const gone = goneWith(reply);
  // Both count from now on; neither needs the other.
  const [session] = await Promise.all([sessionForBytes(routes, request), routes.services.tiles.current()]);
  const caller = httpCaller(routes, request, session);
  await routes.limiter.take('tile', caller);
  const params = request.params as Params;
  const place = tilePlace(params);
  const { q } = request.query as { readonly q?: string };
  const readFilter = await routes.services.readFilters.readFilterFor(session?.subject ?? VISITOR);
  const layer = await tileLayer(routes, readFilter, { layer: params.layer, key: q });
  const { bytes, etag } = await routes.services.tiles.tile({ readFilter, layer }, place, gone);
  reply.header('cache-control', 'private, no-cache').header('vary', 'Authorization, Cookie').header('etag', etag);
  if (request.headers['if-none-match'] === etag) return reply.code(304).send();
  if (bytes.length === 0) return reply.code(204).send();
  return reply.type(MEDIA_TYPE).send(bytes);
};

export const tileRoute = (server: FastifyInstance, routes: RouteContext<GeoNeeds>): void => {
  server.get(
    '/tiles/:layer/:z/:x/:name',
    answeringProblems(routes, (request, reply) => sendTile(routes, request, reply)),
  );
};
