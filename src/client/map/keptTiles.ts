// Tiles of base maps that are stored on this device, in a cache of the browser, and the list of their areas. They are not encrypted: a base
// map contains no records.

import type { Bounds } from 'src/client/fields/text/geometry.ts';
import { recall, remember } from 'src/client/ui/deviceMemory.ts';

export interface TileAddress {
  readonly z: number;
  readonly x: number;
  readonly y: number;
}

export interface KeptArea {
  readonly id: string;
  /** Name of the base map. */
  readonly name: string;
  readonly url: string;
  readonly bounds: Bounds;
  readonly maxZoom: number;
  readonly tiles: number;
  /** Bytes of its tiles. */
  readonly bytes: number;
}

const AREAS_KEY = 'Base-Map-Areas';

const KEPT_TILES_CACHE = 'base-map-tiles';
/** Header of a stored tile with the version of its file. */
const VERSION_HEADER = 'x-version';

export interface KeptTile {
  readonly bytes: ArrayBuffer | undefined;
  /** False when the site has another version of the file. */
  readonly isCurrent: boolean;
}

const cachesOf = (): CacheStorage | undefined => (window as Window & Partial<Pick<Window, 'caches'>>).caches;

/** Returns the file of a base map and its version. */
export const archiveVersionOf = (url: string): { readonly path: string; readonly version: string } => {
  const { pathname, searchParams } = new URL(url, window.location.origin);
  return { path: pathname, version: searchParams.get('v') ?? '' };
};

const keyOfTile = (url: string, { z, x, y }: TileAddress): string => `${archiveVersionOf(url).path}/${z}/${x}/${y}`;

/** Undefined until the first tile is stored, so that devices without stored areas never wait for the cache. */
let openedTiles: Promise<Cache | undefined> | undefined;

const openKept = async (): Promise<Cache | undefined> =>
  (await cachesOf()?.has(KEPT_TILES_CACHE)) === true ? await cachesOf()?.open(KEPT_TILES_CACHE) : undefined;

export const keptTile = async (url: string, tile: TileAddress): Promise<KeptTile | undefined> => {
  openedTiles ??= openKept();
  const answer = await (await openedTiles)?.match(keyOfTile(url, tile));
  if (!answer) return undefined;
  const bytes = await answer.arrayBuffer();
  return {
    bytes: bytes.byteLength === 0 ? undefined : bytes,
    isCurrent: answer.headers.get(VERSION_HEADER) === archiveVersionOf(url).version,
  };
};

/** Stores a tile; a tile without content is stored, too, so that it is not asked for without a connection. */
export const keepTile = async (url: string, tile: TileAddress, bytes: ArrayBuffer | undefined): Promise<void> => {
  const cache = await cachesOf()?.open(KEPT_TILES_CACHE);
  await cache?.put(
    keyOfTile(url, tile),
    new Response(bytes ?? new ArrayBuffer(0), { headers: { [VERSION_HEADER]: archiveVersionOf(url).version } }),
  );
  openedTiles = Promise.resolve(cache);
};

export const removeTile = async (url: string, tile: TileAddress): Promise<void> => {
  await (await cachesOf()?.open(KEPT_TILES_CACHE))?.delete(keyOfTile(url, tile));
};

export const removeAllTiles = async (): Promise<void> => {
  openedTiles = Promise.resolve(undefined);
  await cachesOf()?.delete(KEPT_TILES_CACHE);
};

/** Returns the areas of this device, the newest first. */
export const keptAreas = (): readonly KeptArea[] => {
  const stored = recall(AREAS_KEY);
  return stored === undefined || stored === '' ? [] : (JSON.parse(stored) as readonly KeptArea[]);
};

export const listAreas = (areas: readonly KeptArea[]): void => remember(AREAS_KEY, JSON.stringify(areas));

/** Removes every area from this device. */
export const removeAllAreas = async (): Promise<void> => {
  listAreas([]);
  await removeAllTiles();
};
