// Vector tiles, cached until something changes. A cache entry belongs to one set of principals: the caller's mask is part of its key, so
// neither contents nor timing depend on what others may see. Called by the route of tiles and by act/mapLayer.

import type { Worker } from 'node:worker_threads';
import { LRUCache } from 'lru-cache';
import { askerOf } from 'src/model/query/queryKeys.ts';
import type { ServerRegistry } from 'src/model/schema/Registry.ts';
import type { ReadFilter } from 'src/server/store/readers/readFilters.ts';
import type { Audit } from 'src/server/store/audit.ts';
import { createBandThread, type BandThread } from 'src/server/geo/bandThread.ts';
import { createLayers, type Layer, type Layers } from 'src/server/geo/layers.ts';
import { locateLayer, makeTile, type AskedLayer, type MadeTile } from 'src/server/geo/makeTile.ts';
import { createSharedWork } from 'src/server/geo/sharedWork.ts';
import { createTileEncoder } from 'src/server/geo/tileEncoder.ts';
import type { TilePlace } from 'src/server/search/map/tileGrid.ts';
import { createTileVersions } from 'src/server/geo/tileVersions.ts';
import type { LocateResult } from 'src/server/search/evaluate/locate.ts';
import type { Search } from 'src/server/search/searchEngine.ts';
import type { Database } from 'src/server/store/database.ts';
import type { ItemStorage } from 'src/server/store/itemStorage.ts';
import type { Feed } from 'src/server/watch/changeFeed.ts';
import { sha256 } from 'src/server/sha256.ts';

export interface Tile {
  /** Empty for a tile without features. */
  readonly bytes: Buffer;
  readonly etag: string;
}

export interface Tiles {
  readonly layers: Layers;
  readonly areaWithin: BandThread['areaWithin'];
  /** Returns the number of features of a layer and their bounds in web mercator. */
  extent(asked: AskedLayer, gone?: AbortSignal): Promise<Pick<LocateResult, 'total' | 'bounds'>>;
  /** Resolves when tiles include everything committed before this call: changes are visible, and removed rights take effect. */
  current(): Promise<void>;
  /** Call after `current` has resolved. Rejects with `rateLimited` when too many wait. The work stops when no caller waits for it. */
  tile(asked: AskedLayer, place: TilePlace, gone: AbortSignal): Promise<Tile>;
  stop(): Promise<void>;
}

interface TilesOptions {
  readonly registry: ServerRegistry;
  readonly database: Database;
  readonly items: Pick<ItemStorage, 'labels' | 'readVisible'>;
  readonly audit: Audit;
  readonly search: Pick<Search, 'locate'>;
  readonly feed: Feed;
  readonly startWorker: () => Worker;
  readonly log: (message: string, error?: unknown) => void;
}

/** Concurrent tiles of this process: one each for the columns, the database and the encoder. */
const MADE_AT_ONCE = 3;
/** Maximum queue of tiles; further requests are rejected. */
const MOST_WAITING = 600;
const TILE_RETRY_S = 2;
const TILE_DEADLINE_MS = 10_000;
const KEPT_BYTES = 64 * 1_048_576;
/** Size of an empty tile with its key, and of each entry for the audit. */
const OVERHEAD_BYTES = 1_024;
const CLOSED_BYTES = 64;
/** Maximum age of results of filters that depend on the time. */
const TILE_CACHE_MS = 60_000;
const TILES_CHANNEL = 'tiles';

interface KeptTile extends MadeTile {
  readonly etag: string;
}

const etagOf = (bytes: Buffer): string => `"${sha256(bytes).toString('base64url').slice(0, 22)}"`;

/** Returns everything of the asker that an answer depends on. */
const askerKey = ({ subject, principals }: ReadFilter, { query }: Layer): string => {
  const { admin, signedIn, capabilities } = askerOf(subject);
  const isPersonal = 'starred' in { ...query.must, ...query.should, ...query.mustNot } || query.subs !== undefined;
  return JSON.stringify([
    [...principals].sort((a, b) => a - b),
    ...[admin, signedIn, [...capabilities].sort()],
    isPersonal ? [subject.userId, subject.actingAdminId] : null,
  ]);
};

export const createTiles = (options: TilesOptions): Tiles => {
  const { registry, database, items, audit, search, feed, startWorker, log } = options;
  const encoder = createTileEncoder(startWorker, log);
  const bands = createBandThread(startWorker, log);
  const versions = createTileVersions(registry);
  feed.use(versions, true);
  const cache = new LRUCache<string, KeptTile>({
    maxSize: KEPT_BYTES,
    sizeCalculation: ({ bytes, closed }) => bytes.length + OVERHEAD_BYTES + CLOSED_BYTES * closed.length,
    ttl: TILE_CACHE_MS,
  });
  const work = createSharedWork<KeptTile>({
    ...{ atOnce: MADE_AT_ONCE, mostWaiting: MOST_WAITING, retryAfterS: TILE_RETRY_S, deadlineMs: TILE_DEADLINE_MS },
  });

  const make = async (asked: AskedLayer, place: TilePlace, over: AbortSignal): Promise<KeptTile> => {
    const newTile = await makeTile({ database, items, search, encoder }, asked, { place, over });
    return { ...newTile, etag: etagOf(newTile.bytes) };
  };

  const record = async ({ subject }: ReadFilter, { closed }: MadeTile): Promise<void> => {
    if (closed.length === 0) return;
    await audit.record(
      TILES_CHANNEL,
      closed.map((each) => ({ ...each, subject })),
    );
  };

  return {
    layers: createLayers(registry, { items, database }),
    areaWithin: bands.areaWithin,
    extent: (asked, gone) => locateLayer(search, asked, { max: 0, square: 0 }, gone),
    current: () => feed.catchUp(),
    async tile(asked, place, gone) {
      const { readFilter, layer } = asked;
      const name = JSON.stringify([
        versions.of(layer, readFilter.subject),
        ...[layer.text, place.z, place.x, place.y],
        askerKey(readFilter, layer),
      ]);
      const known = cache.get(name);
      const tile = known ?? (await work.join(name, (over) => make(asked, place, over), gone));
      if (!known) cache.set(name, tile);
      await record(readFilter, tile);
      return tile;
    },
    async stop() {
      work.stop();
      await Promise.all([encoder.stop(), bands.stop()]);
    },
  };
};
