// Areas of base maps for this device: which tiles they need, how large they are, how they are loaded and removed.

import type { Bounds } from 'src/client/fields/text/geometry.ts';
import {
  keepTile,
  keptAreas,
  listAreas,
  removeAllTiles,
  removeTile,
  archiveVersionOf,
  type KeptArea,
  type TileAddress,
} from 'src/client/map/keptTiles.ts';
import { headerOfArchive, serverTile } from 'src/client/map/tileArchive.ts';
import type { BaseMap } from 'src/model/generated/wire.ts';
import { uuid } from 'src/client/connection/uuid.ts';

export interface AreaPlan {
  readonly map: BaseMap;
  readonly bounds: Bounds;
  readonly maxZoom: number;
}

export interface AreaSize {
  readonly tiles: number;
  /** Estimated from the mean size of the tiles of the archive. */
  readonly bytes: number;
}

/** Tiles requested at a time. */
const TILES_AT_A_TIME = 4;
/** An area with more tiles would take hours to load. */
export const MOST_AREA_TILES = 20_000;

const tileColumnAt = (longitude: number, z: number): number =>
  Math.min(2 ** z - 1, Math.max(0, Math.floor(((longitude + 180) / 360) * 2 ** z)));
const rowAt = (latitude: number, z: number): number => {
  const sine = Math.sin((Math.max(-85.05, Math.min(85.05, latitude)) * Math.PI) / 180);
  const part = 0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI);
  return Math.min(2 ** z - 1, Math.max(0, Math.floor(part * 2 ** z)));
};

/** Returns the part of an area that the base map has; undefined when they do not meet. */
export const areaOnMap = ({ bounds: own = [-180, -85, 180, 85] }: BaseMap, area: Bounds): Bounds | undefined => {
  const [west, south] = [Math.max(own[0], area[0]), Math.max(own[1], area[1])];
  const [east, north] = [Math.min(own[2], area[2]), Math.min(own[3], area[3])];
  return west < east && south < north ? [west, south, east, north] : undefined;
};

/** Visits the tiles of an area, the least detailed first. */
// oxlint-disable-next-line func-style -- a generator
export function* tilesOfArea({ map, bounds, maxZoom }: AreaPlan): Generator<TileAddress> {
  const [west, south, east, north] = bounds;
  for (let z = map.minZoom ?? 0; z <= maxZoom; z += 1)
    for (let x = tileColumnAt(west, z); x <= tileColumnAt(east, z); x += 1)
      for (let y = rowAt(north, z); y <= rowAt(south, z); y += 1) yield { z, x, y };
}

/** Returns the size of an area, without visiting each of its tiles. */
export const sizeOfArea = async ({ map, bounds: [west, south, east, north], maxZoom }: AreaPlan): Promise<AreaSize> => {
  let tiles = 0;
  for (let z = map.minZoom ?? 0; z <= maxZoom; z += 1)
    tiles += (tileColumnAt(east, z) - tileColumnAt(west, z) + 1) * (rowAt(south, z) - rowAt(north, z) + 1);
  const { tileDataLength = 0, numTileContents } = await headerOfArchive(map.url);
  const mean = numTileContents > 0 ? tileDataLength / numTileContents : 0;
  return { tiles, bytes: Math.min(tileDataLength, Math.round(tiles * mean)) };
};

interface Keeping {
  readonly signal: AbortSignal;
  /** Called after each tile. */
  readonly progress: (done: number) => void;
}

const areaKeyOf = ({ z, x, y }: TileAddress): string => `${z}/${x}/${y}`;

const areaPlanOf = (area: KeptArea, maps: readonly BaseMap[]): AreaPlan | undefined => {
  const map = maps.find(({ url }) => archiveVersionOf(url).path === archiveVersionOf(area.url).path);
  return map && { map, bounds: area.bounds, maxZoom: area.maxZoom };
};

/** Deletes the tiles that no other area needs. */
const forgetTiles = async (plan: AreaPlan, others: readonly AreaPlan[]): Promise<void> => {
  const needed = new Set(
    others.filter(({ map }) => map === plan.map).flatMap((each) => [...tilesOfArea(each)].map(areaKeyOf)),
  );
  for (const tile of tilesOfArea(plan)) if (!needed.has(areaKeyOf(tile))) await removeTile(plan.map.url, tile);
};

export const removeArea = async (id: string, maps: readonly BaseMap[]): Promise<void> => {
  const areas = keptAreas();
  const area = areas.find((each) => each.id === id);
  const others = areas.filter((each) => each.id !== id);
  listAreas(others);
  const plan = area && areaPlanOf(area, maps);
  if (others.length === 0) await removeAllTiles();
  else if (plan)
    await forgetTiles(
      plan,
      others.flatMap((each) => areaPlanOf(each, maps) ?? []),
    );
};

/** Loads an area onto this device. When it is aborted or fails, the tiles that have arrived are removed again. */
export const keepArea = async (plan: AreaPlan, { signal, progress }: Keeping): Promise<KeptArea> => {
  const { map, bounds, maxZoom } = plan;
  const waiting = tilesOfArea(plan);
  let [tiles, bytes] = [0, 0];
  let hasFailed = false;
  const load = async (): Promise<void> => {
    for (const tile of waiting) {
      if (hasFailed) return;
      signal.throwIfAborted();
      const content = await serverTile(map.url, tile);
      await keepTile(map.url, tile, content);
      tiles += 1;
      bytes += content?.byteLength ?? 0;
      progress(tiles);
    }
  };
  const loading = Array.from({ length: TILES_AT_A_TIME }, () =>
    load().catch((thrown: unknown) => {
      hasFailed = true;
      throw thrown;
    }),
  );
  const ended = await Promise.allSettled(loading);
  const failure = ended.find((each) => each.status === 'rejected');
  if (failure) {
    await forgetTiles(
      plan,
      keptAreas().flatMap((each) => areaPlanOf(each, [map]) ?? []),
    );
    throw failure.reason;
  }
  const area = { id: uuid(), name: map.name, url: map.url, bounds, maxZoom, tiles, bytes };
  listAreas([area, ...keptAreas()]);
  return area;
};
