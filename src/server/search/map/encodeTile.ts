// Encodes one vector tile from its features: clipped, in integers, in Mapbox Vector Tile format 2. Runs in its own thread. The same
// features give the same bytes.

import { type GeoJSONVTFeature, type GeoJSONVTTile, geoJSONToTile } from '@maplibre/geojson-vt';
import { fromGeojsonVt } from '@maplibre/vt-pbf';
import { itemId } from 'src/model/item/itemId.ts';
import { degreesOf, TILE_BUFFER, TILE_EXTENT, type TilePlace } from 'src/server/search/map/tileGrid.ts';
import type { Dots } from 'src/server/search/evaluate/locate.ts';

/** More than the items of any type. */
const NUMBERS_OF_TYPE = 2 ** 32;

/** Returns a unique number for an item, since the format has no text ids. */
export const tileId = (type: number, item: number): number => type * NUMBERS_OF_TYPE + item;

/** Name of the only layer of every tile. */
const FEATURES_LAYER = 'features';

export type TileProps = Readonly<Record<string, string | number | boolean>>;

export interface TileFeature {
  readonly id: number;
  /** GeoJSON in longitude and latitude. */
  readonly geometry: string;
  readonly props: TileProps;
}

/** Points that represent several items. Stored in columns, because they are many and are sent to the thread as they are. */
export interface TileDots extends Dots {
  /** Names by type number. */
  readonly names: ReadonlyMap<number, string>;
}

export interface TileToEncode {
  readonly place: TilePlace;
  readonly features: readonly TileFeature[];
  readonly dots: TileDots | undefined;
}

type Data = Parameters<typeof geoJSONToTile>[0];
type Shapes = { readonly type: string; readonly geometries?: readonly Shapes[] };

/** Splits a collection into one feature per geometry, because the format has no collections. */
const singleShapes = (geometry: Shapes): Shapes[] =>
  geometry.type === 'GeometryCollection' ? (geometry.geometries ?? []).flatMap(singleShapes) : [geometry];

const dotFeatures = ({ types, numbers, counts, places, names }: TileDots) =>
  Array.from(types, (number, at) => {
    const type = names.get(number) ?? '';
    const count = counts[at] ?? 0;
    return {
      ...(count === 1 && { id: tileId(number, numbers[at] ?? 0) }),
      geometry: { type: 'Point' as const, coordinates: degreesOf(places[2 * at] ?? 0, places[2 * at + 1] ?? 0) },
      properties: { ...(count === 1 && { $id: itemId(type, numbers[at] ?? 0) }), type, count },
    };
  });

/** Returns empty bytes for an empty tile. */
export const encodeTile = ({ place: { z, x, y }, features, dots }: TileToEncode): Uint8Array => {
  const shapes = features.flatMap(({ id, geometry, props }) =>
    singleShapes(JSON.parse(geometry) as Shapes).map((shape) => ({
      id,
      geometry: shape,
      properties: props,
    })),
  );
  const points = dots ? dotFeatures(dots) : [];
  const tile: GeoJSONVTTile | null = geoJSONToTile(
    { type: 'FeatureCollection', features: [...shapes, ...points] } as Data,
    ...([z, x, y] as const),
    { extent: TILE_EXTENT, buffer: TILE_BUFFER, clip: true, wrap: true, tolerance: 1, maxZoom: 24 },
  );
  const tileFeatures: GeoJSONVTFeature[] = tile?.features ?? [];
  if (!tile || tileFeatures.length === 0) return new Uint8Array(0);
  return fromGeojsonVt({ [FEATURES_LAYER]: tile }, { version: 2, extent: TILE_EXTENT });
};
