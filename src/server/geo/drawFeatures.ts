// Reads items as features of a map through the current read filter: geometry, label and declared properties. PRIVATE values are audited
// before this resolves. Called by streamFeatures.

import type { MapFeature } from 'src/model/generated/wire.ts';
import { boundsOfGeometry, type Box } from 'src/model/geo/box.ts';
import { asGeometry } from 'src/model/geo/geoJson.ts';
import { levelRank } from 'src/model/access/levels.ts';
import type { ItemId, Json } from 'src/model/item/Item.ts';
import { itemId } from 'src/model/item/itemId.ts';
import { tryParseItemId } from 'src/model/item/itemKey.ts';
import { idsAtPaths } from 'src/server/store/readers/hiddenRelations.ts';
import type { GeoContext } from 'src/server/geo/GeoNeeds.ts';
import { admitted, findAmong } from 'src/server/geo/findFeatures.ts';
import { withGeometry, type MapType, type MapTypes } from 'src/server/geo/mapTypes.ts';
import { readFeatures, type FeatureRow } from 'src/server/store/featureRows.ts';

/** Wire name of geometries in the audit. */
const STREAM_CHANNEL = 'act/streamFeatures';

export interface Drawing {
  readonly context: GeoContext;
  readonly maps: MapTypes;
  readonly onlyProxyTypes: readonly string[] | undefined;
  readonly includeExcluded: boolean;
}

/** Digits after the seventh decimal, a centimetre, would be half of the data. */
const UNSEEN_DECIMALS = /(\.\d{7})\d+/g;

const featureGeometry = ({ geometry }: FeatureRow): Json => JSON.parse(geometry.replace(UNSEEN_DECIMALS, '$1')) as Json;

interface Placed {
  readonly id: ItemId;
  readonly map: MapType;
  readonly row: FeatureRow;
  readonly geometry: Json;
}

const idNumbersByType = (ids: readonly ItemId[]): Map<string, number[]> => {
  const found = new Map<string, number[]>();
  for (const id of ids) {
    const key = tryParseItemId(id);
    if (!key) continue;
    found.set(key.type, [...(found.get(key.type) ?? []), key.number]);
  }
  return found;
};

/** Returns items in the order of the ids; those that the asker may not read now are omitted. */
const readPlaced = async ({ context, maps }: Drawing, ids: readonly ItemId[]): Promise<Placed[]> => {
  const { db, readFilter } = context;
  const found = new Map<ItemId, Placed>();
  for (const [name, numbers] of idNumbersByType(ids)) {
    const map = maps.get(name);
    if (map?.geometry === undefined) continue;
    const props = [...map.props, ...(map.standsFor === undefined ? [] : [map.standsFor])];
    const request = { mask: readFilter.mask, type: map.type.number, property: map.geometry, props, numbers };
    for (const row of await readFeatures(db, request)) {
      const id = itemId(name, row.i);
      found.set(id, { id, map, row, geometry: featureGeometry(row) });
    }
  }
  return ids.flatMap((id) => found.get(id) ?? []);
};

const recordShown = async ({ context }: Drawing, placed: readonly Placed[]): Promise<void> => {
  const { readFilter, services } = context;
  const closed = placed.filter(({ row }) => row.level >= levelRank('PRIVATE'));
  const disclosures = closed.map(({ id, row }) => ({ subject: readFilter.subject, id, u: row.u }));
  if (disclosures.length > 0) await services.audit.record(STREAM_CHANNEL, disclosures);
};

const joinedBox = (boxes: readonly Box[]): Box => [
  Math.min(...boxes.map((box) => box[0])),
  Math.min(...boxes.map((box) => box[1])),
  Math.max(...boxes.map((box) => box[2])),
  Math.max(...boxes.map((box) => box[3])),
];

const geometryBox = (geometry: Json): Box | undefined => {
  const known = asGeometry(geometry);
  return known && boundsOfGeometry(known);
};

const standsForOf = ({ map, row }: Placed): ItemId | undefined => {
  const value = map.standsFor === undefined ? undefined : row.props[map.standsFor];
  return typeof value === 'string' ? value : undefined;
};

const featureProps = ({ map, row }: Placed): Readonly<Record<string, Json>> =>
  Object.fromEntries(Object.entries(row.props).filter(([name]) => map.props.includes(name)));

const isProxyTypeAsked = ({ onlyProxyTypes }: Drawing, id: ItemId | undefined): boolean =>
  onlyProxyTypes === undefined || (id !== undefined && onlyProxyTypes.includes(tryParseItemId(id)?.type ?? ''));

export interface FeaturesRead {
  readonly features: readonly MapFeature[];
  /** Positions of the points of types whose points a line connects, in order. */
  readonly collected: readonly Json[];
}

const pointOf = ({ map, geometry }: Placed): Json | undefined => {
  if (map.collected === undefined) return undefined;
  const { type, coordinates } = geometry as { readonly type?: Json; readonly coordinates?: Json };
  return type === 'Point' ? coordinates : undefined;
};

/** Reads items with their own geometry. */
export const drawOwn = async (drawing: Drawing, ids: readonly ItemId[]): Promise<FeaturesRead> => {
  const { db, readFilter, services } = drawing.context;
  const placed = await readPlaced(drawing, ids);
  const named = placed.flatMap((each) => [each.id, standsForOf(each) ?? []].flat());
  const labels = await services.items.labels(db, readFilter, named);
  const visiblePlaces = placed.filter((each) => {
    const standsFor = standsForOf(each);
    return labels.has(each.id) && isProxyTypeAsked(drawing, labels.has(standsFor ?? '') ? standsFor : undefined);
  });
  await recordShown(drawing, visiblePlaces);
  const features = visiblePlaces.flatMap((each): MapFeature[] => {
    const bbox = geometryBox(each.geometry);
    if (!bbox) return [];
    const standsFor = standsForOf(each);
    return [
      {
        $id: each.id,
        label: labels.get(each.id) ?? '',
        type: each.map.type.name,
        geometry: each.geometry as MapFeature['geometry'],
        bbox: [...bbox],
        ...(each.map.props.length > 0 && { props: featureProps(each) }),
        // A hidden item is not named.
        ...(standsFor !== undefined && labels.has(standsFor) && { standsFor }),
      },
    ];
  });
  return {
    features,
    collected: visiblePlaces.flatMap((each) =>
      [pointOf(each) ?? []].filter((point) => point !== undefined && (point as readonly Json[]).length > 0),
    ),
  };
};

/** Returns the items whose geometries each item uses, as far as the asker sees both. */
const geometrySources = async (drawing: Drawing, ids: readonly ItemId[]): Promise<Map<ItemId, ItemId[]>> => {
  const { context, maps, includeExcluded } = drawing;
  const { db, readFilter, services } = context;
  const items = await services.items.readVisible(db, readFilter, ids, { channel: undefined });
  const sources = new Map<ItemId, ItemId[]>(items.map((item) => [item.$id, []]));
  for (const item of items) {
    const path = maps.get(item._t)?.geometryOf;
    if (path !== undefined) sources.get(item.$id)?.push(...idsAtPaths(item, [path]));
  }
  for (const map of withGeometry(maps)) {
    if (map.standsFor === undefined || sources.size === 0) continue;
    const query = { must: { [map.standsFor]: [...sources.keys()] } };
    const { ids: standing } = await findAmong(context, query, { among: [map], includeExcluded });
    for (const placed of await readPlaced(drawing, standing)) sources.get(standsForOf(placed) ?? '')?.push(placed.id);
  }
  const among = { among: withGeometry(maps), includeExcluded };
  const loaded = new Set(await admitted(context, [...sources.values()].flat(), among));
  for (const [id, own] of sources)
    sources.set(
      id,
      [...new Set(own)].filter((each) => loaded.has(each)),
    );
  return sources;
};

/** Reads items that use the geometry of others, one feature each. */
export const drawProxies = async (drawing: Drawing, ids: readonly ItemId[]): Promise<MapFeature[]> => {
  const { db, readFilter, services } = drawing.context;
  const sources = await geometrySources(drawing, ids);
  const placed = await readPlaced(drawing, [...new Set([...sources.values()].flat())]);
  await recordShown(drawing, placed);
  const byId = new Map(placed.map((each) => [each.id, each]));
  const labels = await services.items.labels(db, readFilter, [...sources.keys()]);
  return [...sources].flatMap(([id, own]): MapFeature[] => {
    const shapes = own.flatMap((each) => byId.get(each) ?? []);
    const boxes = shapes.flatMap(({ geometry }) => [geometryBox(geometry) ?? []].filter((box) => box.length === 4));
    const label = labels.get(id);
    if (boxes.length === 0 || label === undefined) return [];
    const geometries = shapes.map(({ geometry }) => geometry);
    const [only] = geometries;
    const geometry = geometries.length === 1 ? only : { type: 'GeometryCollection', geometries };
    return [
      {
        $id: id,
        label,
        type: tryParseItemId(id)?.type ?? '',
        geometry: geometry as MapFeature['geometry'],
        bbox: [...joinedBox(boxes as Box[])],
        by: shapes.map((each) => each.id),
      },
    ];
  });
};
