// `act/streamFeatures`: streams the features of a map in parts. Each part is read when it is requested, with the rights of that time.

import type { MapFeature, MapFeatures } from 'src/model/generated/wire.ts';
import type { ItemId, Json } from 'src/model/item/Item.ts';
import { parseItemId } from 'src/model/item/itemId.ts';
import { tryParseItemId } from 'src/model/item/itemKey.ts';
import { invalid, invalidAt } from 'src/model/problems.ts';
import type { Context } from 'src/server/context.ts';
import { drawOwn, drawProxies, type Drawing } from 'src/server/geo/drawFeatures.ts';
import { findFeatures, type FeatureRequest } from 'src/server/geo/findFeatures.ts';
import { furtherMapTypes, mapTypes, type MapTypes } from 'src/server/geo/mapTypes.ts';
import type { StreamPart } from 'src/server/endpoint.ts';
import { endpoint, type GeoNeeds } from 'src/server/geo/GeoNeeds.ts';
import type { Endpoints } from 'src/model/generated/endpoints.ts';
import { queryInput } from 'src/server/search/queryInput.ts';
import { featurePoints } from 'src/server/store/featureRows.ts';

/** Points of one part: about 400 kB of JSON, so that a frame stays below the socket's limit and its making below 50 ms. */
const POINTS_OF_PART = 16_000;
const FEATURES_OF_PART = 1_000;
/** Each of these items may use several geometries. */
const PROXIES_OF_PART = 100;

/** Position at which a stream continues. */
interface Rest {
  readonly own: readonly ItemId[];
  readonly proxies: readonly ItemId[];
  readonly onlyProxyTypes?: readonly string[];
  readonly includeExcluded: boolean;
  readonly further?: string;
  /** The last point of the line through collected points. */
  readonly point?: Json;
}

const validIds = (ids: readonly ItemId[] = [], path: string): ItemId[] => {
  const wrong = ids.findIndex((id) => tryParseItemId(id) === undefined);
  if (wrong >= 0) throw invalid([{ path: `/${path}/${wrong}`, message: 'errors.wrongType' }]);
  return [...ids];
};

const featureRequest = (input: Endpoints['streamFeatures']['input']): FeatureRequest => {
  const { query, relatedIDs, proxyIDs, onlyProxyTypes, includeExcluded } = input;
  if (query === undefined && relatedIDs === undefined && proxyIDs === undefined)
    throw invalidAt('/query', 'errors.required');
  return {
    query: query === undefined ? undefined : queryInput(query),
    relatedIDs: validIds(relatedIDs, 'relatedIDs'),
    proxyIDs: validIds(proxyIDs, 'proxyIDs'),
    onlyProxyTypes,
    includeExcluded: includeExcluded === true,
  };
};

/** Returns how many of the first ids make one part, by their number of points. */
const countOfPart = async (
  { db, readFilter }: Pick<Context<GeoNeeds>, 'db' | 'readFilter'>,
  maps: MapTypes,
  ids: readonly ItemId[],
): Promise<number> => {
  const first = parseItemId(ids[0] ?? '').type;
  const end = ids.findIndex((id, at) => at >= FEATURES_OF_PART || parseItemId(id).type !== first);
  const some = (end < 0 ? ids : ids.slice(0, end)).map((id) => parseItemId(id).number);
  const map = maps.get(first);
  if (map?.geometry === undefined) return some.length;
  const request = { mask: readFilter.mask, type: map.type.number, property: map.geometry, props: [], numbers: some };
  const points = await featurePoints(db, request);
  let sum = 0;
  const over = some.findIndex((number, at) => (sum += points.get(number) ?? 0) > POINTS_OF_PART && at > 0);
  return over < 0 ? some.length : over;
};

const lineThrough = (points: readonly Json[]): Pick<MapFeatures, 'collectedLine'> =>
  points.length < 2 ? {} : { collectedLine: { type: 'LineString', coordinates: [...points] } };

const nextOwn = async (drawing: Drawing, rest: Rest): Promise<{ part: MapFeatures; rest: Rest }> => {
  const count = await countOfPart(drawing.context, drawing.maps, rest.own);
  const { features, collected } = await drawOwn(drawing, rest.own.slice(0, count));
  const points = [...(rest.point === undefined ? [] : [rest.point]), ...collected];
  const last = points.at(-1);
  return {
    part: { features: [...features], ...lineThrough(points) },
    rest: { ...rest, own: rest.own.slice(count), ...(last !== undefined && { point: last }) },
  };
};

const nextOf = async (drawing: Drawing, rest: Rest): Promise<{ part: MapFeatures; rest: Rest }> => {
  if (rest.own.length > 0) return await nextOwn(drawing, rest);
  const some = rest.proxies.slice(0, PROXIES_OF_PART);
  const features = some.length === 0 ? [] : await drawProxies(drawing, some);
  return { part: { features: [...features] }, rest: { ...rest, proxies: rest.proxies.slice(some.length) } };
};

const mapsOf = (
  { services: { registry } }: Pick<Context<GeoNeeds>, 'services'>,
  further: string | undefined,
): MapTypes => (further === undefined ? mapTypes(registry) : furtherMapTypes(registry, further));

const partFrom = async (context: Context<GeoNeeds>, from: Rest): Promise<StreamPart<MapFeatures, Rest>> => {
  context.gone?.throwIfAborted();
  const { onlyProxyTypes, includeExcluded, further } = from;
  const drawing = { context, maps: mapsOf(context, further), onlyProxyTypes, includeExcluded };
  const { part, rest } = await nextOf(drawing, from);
  const isOver = rest.own.length + rest.proxies.length === 0;
  return { part, rest: isOver ? undefined : rest };
};

const collectedLineOf = (parts: readonly MapFeatures[]): Pick<MapFeatures, 'collectedLine'> => {
  const lines = parts.flatMap(({ collectedLine }) =>
    collectedLine ? [collectedLine.coordinates as readonly Json[]] : [],
  );
  // Each begins where the one before ended.
  return lineThrough(lines.flatMap((line, at) => (at === 0 ? line : line.slice(1))));
};

export const streamFeatures = endpoint('streamFeatures', {
  async open(context, input) {
    const request = featureRequest(input);
    const { further } = input;
    const maps = mapsOf(context, further);
    const { own, proxies, more } = await findFeatures(context, maps, request);
    const { onlyProxyTypes, includeExcluded } = request;
    const first = await partFrom(context, {
      ...{ own, proxies, includeExcluded },
      ...(onlyProxyTypes && { onlyProxyTypes }),
      ...(further !== undefined && { further }),
    });
    const total = own.length + proxies.length;
    return { ...first, part: { ...first.part, total, ...(more && { more }) } };
  },
  next: (context, rest: Rest) => partFrom(context, rest),
  join(parts) {
    const features: MapFeature[] = parts.flatMap((part) => part.features);
    return { ...parts[0], features, ...collectedLineOf(parts) };
  },
});
