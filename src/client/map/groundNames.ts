// Names of the ground for the place search: rivers, villages, islands and roads that the vector tiles of a base map name. They are read from
// the tiles of the whole file and of the view, each at the greatest zoom with few tiles, so that a search reads little.

import type { FeatureLike } from 'ol/Feature.js';
import MVT from 'ol/format/MVT.js';
import type Geometry from 'ol/geom/Geometry.js';
import GeometryCollection from 'ol/geom/GeometryCollection.js';
import { fromLonLat, transformExtent } from 'ol/proj.js';
import RenderFeature, { toGeometry } from 'ol/render/Feature.js';
import { createXYZ } from 'ol/tilegrid.js';
import type { Bounds } from 'src/client/fields/text/geometry.ts';
import type { Ground } from 'src/client/map/chosenBaseMap.ts';
import { pointIn, type FoundPlace } from 'src/client/map/FoundMark.ts';
import { FILE_MAX_ZOOM, LAST_TILE_LATITUDE, VECTOR_TILE_PIXELS } from 'src/client/map/fileBaseMap.ts';
import type { TileAddress } from 'src/client/map/keptTiles.ts';
import { baseMapTile } from 'src/client/map/tileArchive.ts';
import type { BaseMap } from 'src/model/generated/wire.ts';
import { foldedTokens } from 'src/model/query/searchText.ts';

const MAX_TILES = 16;
const MAX_FOUND = 6;
const WHOLE_FILE: Bounds = [-180, -LAST_TILE_LATITUDE, 180, LAST_TILE_LATITUDE];

export interface GroundName extends FoundPlace {
  readonly name: string;
}

const tileGrid = createXYZ({ tileSize: VECTOR_TILE_PIXELS });
const tileFormat = new MVT();

/** Returns the base map whose tiles have names; undefined for pictures and for the map that ships. */
export const namedGround = (ground: Ground | undefined): BaseMap | undefined =>
  typeof ground === 'object' && ground.kind === 'PMTILES_VECTOR' ? ground : undefined;

/** Returns the addresses of the tiles of an area at the greatest zoom of the file that has at most MAX_TILES of them. */
const tilesWithin = (
  { minZoom = 0, maxZoom = FILE_MAX_ZOOM }: BaseMap,
  [west, south, east, north]: Bounds,
): TileAddress[] => {
  const clamped = (latitude: number): number => Math.max(-LAST_TILE_LATITUDE, Math.min(LAST_TILE_LATITUDE, latitude));
  for (let z = maxZoom; z >= minZoom; z -= 1) {
    const [, left = 0, top = 0] = tileGrid.getTileCoordForCoordAndZ(fromLonLat([west, clamped(north)]), z);
    const [, right = 0, bottom = 0] = tileGrid.getTileCoordForCoordAndZ(fromLonLat([east, clamped(south)]), z);
    const [columns, rows] = [right - left + 1, bottom - top + 1];
    if (columns > 0 && columns * rows <= MAX_TILES)
      return Array.from({ length: columns * rows }, (_, at) => ({
        z,
        x: left + (at % columns),
        y: top + Math.floor(at / columns),
      }));
  }
  return [];
};

const featuresInTile = async ({ url }: BaseMap, tile: TileAddress): Promise<readonly FeatureLike[]> => {
  const bytes = await baseMapTile(url, tile);
  const extent = tileGrid.getTileCoordExtent([tile.z, tile.x, tile.y]);
  return bytes ? tileFormat.readFeatures(bytes, { extent, featureProjection: 'EPSG:3857' }) : [];
};

/** Returns the names of the ground in the whole file and in the view. Parts of a river in several tiles are one name. */
export const groundNames = async (map: BaseMap, view: Bounds | undefined): Promise<readonly GroundName[]> => {
  const tiles = [...tilesWithin(map, map.bounds ?? WHOLE_FILE), ...(view ? tilesWithin(map, view) : [])];
  const shapes = new Map<string, Geometry[]>();
  for (const features of await Promise.all(tiles.map((tile) => featuresInTile(map, tile))))
    for (const feature of features) {
      const name: unknown = feature.get('name');
      const shape = feature.getGeometry();
      if (typeof name !== 'string' || name === '' || !shape) continue;
      const parts = shapes.get(name) ?? [];
      parts.push(shape instanceof RenderFeature ? toGeometry(shape) : shape);
      shapes.set(name, parts);
    }
  return [...shapes].map(([name, parts]) => {
    const whole = new GeometryCollection(parts);
    const [west = 0, south = 0, east = 0, north = 0] = transformExtent(whole.getExtent(), 'EPSG:3857', 'EPSG:4326');
    return { name, bounds: [west, south, east, north], at: pointIn(whole) };
  });
};

/** Returns the names in which each typed word begins a word. */
export const matchingNames = (names: readonly GroundName[], typed: string): readonly GroundName[] => {
  const wanted = foldedTokens(typed);
  const matches = ({ name }: GroundName): boolean => {
    const words = foldedTokens(name);
    return wanted.every((word) => words.some((each) => each.startsWith(word)));
  };
  return wanted.length === 0 ? [] : names.filter(matches).slice(0, MAX_FOUND);
};
