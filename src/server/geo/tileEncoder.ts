// The thread that encodes tiles, and works out areas around areas: started when the first one is asked for, and anew after it died. One at a time, so that others keep a
// processor; a tile that is kept never comes here. Made by createTiles.

import type { Worker } from 'node:worker_threads';
import type { Area, Geometry } from 'src/model/geo/geoJson.ts';
import { areaWithin, isPlain } from 'src/server/geo/bandsAround.ts';
import type { TileToEncode } from 'src/server/geo/encodeTile.ts';
import { createWorkerPort, type WorkerPort } from 'src/server/search/workerPort.ts';

export interface TileEncoder {
  encode(tile: TileToEncode): Promise<Uint8Array>;
  /** As areaWithin (bandsAround.ts), without keeping anybody else waiting where that takes long. */
  areaWithin(geometry: Geometry, metres: number): Promise<Area | undefined>;
  stop(): Promise<void>;
}

export const createTileEncoder = (
  startWorker: () => Worker,
  log: (message: string, error?: unknown) => void,
): TileEncoder => {
  let port: WorkerPort | undefined;
  const start = (): WorkerPort => {
    const started = createWorkerPort(startWorker(), (error) => {
      log('the thread that encodes tiles died; the next tile starts another', error);
      if (port === started) port = undefined;
    });
    return started;
  };
  return {
    encode: (tile) => (port ??= start()).encode(tile),
    areaWithin: (geometry, metres) =>
      isPlain(geometry) ? Promise.resolve(areaWithin(geometry, metres)) : (port ??= start()).around(geometry, metres),
    stop: async () => {
      await port?.stop();
    },
  };
};
