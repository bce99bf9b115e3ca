// Vector tiles, kept until something changes. What is kept is kept for one set of principals: the caller's mask is part of its name, so
// nobody is answered, and nobody waits or does not wait, by what others may see. Called by the route of tiles and by act/mapLayer.

import { createHash } from 'node:crypto';
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

export interface Tile {
  /** Empty: there is nothing in it. */
  readonly bytes: Buffer;
  readonly etag: string;
}

export interface Tiles {
  readonly layers: Layers;
  readonly areaWithin: BandThread['areaWithin'];
  /** How many features a layer has, and between which web mercator bounds. */
  extent(asked: AskedLayer, gone?: AbortSignal): Promise<Pick<LocateResult, 'total' | 'bounds'>>;
  /** Resolves when all that was committed before this call counts in tiles: an edited place shows, a right that was taken away is gone. */
  current(): Promise<void>;
  /** To be asked once `current` has been awaited. Refuses with `rateLimited` when too many wait. The work ends once nobody waits for it. */
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

/** Tiles that are made at a time in this process: the columns, the database and the encoder each have one to do. */
const MADE_AT_ONCE = 3;
/** Tiles that wait to be made; whoever comes then is asked to come back. */
const MOST_WAITING = 600;
const RETRY_AFTER_S = 2;
const DEADLINE_MS = 10_000;
const KEPT_BYTES = 64 * 1_048_576;
/** Of an empty tile too, with its name; and of each entry for the audit. */
const OVERHEAD_BYTES = 1_024;
const CLOSED_BYTES = 64;
/** What a filter takes from the clock is as old as this at most. */
const KEPT_MS = 60_000;
const CHANNEL = 'tiles';

interface KeptTile extends MadeTile {
  readonly etag: string;
}

const etagOf = (bytes: Buffer): string => `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"`;

/** Everything of the asker that an answer depends on. */
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
  const kept = new LRUCache<string, KeptTile>({
    maxSize: KEPT_BYTES,
    sizeCalculation: ({ bytes, closed }) => bytes.length + OVERHEAD_BYTES + CLOSED_BYTES * closed.length,
    ttl: KEPT_MS,
  });
  const work = createSharedWork<KeptTile>({
    ...{ atOnce: MADE_AT_ONCE, mostWaiting: MOST_WAITING, retryAfterS: RETRY_AFTER_S, deadlineMs: DEADLINE_MS },
  });

  const make = async (asked: AskedLayer, place: TilePlace, over: AbortSignal): Promise<KeptTile> => {
    const made = await makeTile({ database, items, search, encoder }, asked, { place, over });
    return { ...made, etag: etagOf(made.bytes) };
  };

  const record = async ({ subject }: ReadFilter, { closed }: MadeTile): Promise<void> => {
    if (closed.length === 0) return;
    await audit.record(
      CHANNEL,
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
      const known = kept.get(name);
      const tile = known ?? (await work.join(name, (over) => make(asked, place, over), gone));
      if (!known) kept.set(name, tile);
      await record(readFilter, tile);
      return tile;
    },
    async stop() {
      work.stop();
      await Promise.all([encoder.stop(), bands.stop()]);
    },
  };
};
