// Thread that encodes tiles: started for the first one, and again after it died. It encodes one at a time, so that a processor stays free;
// cached tiles do not need it. Created by createTiles.

import type { Worker } from 'node:worker_threads';
import type { TileToEncode } from 'src/server/search/map/encodeTile.ts';
import { createWorkerPort, type WorkerPort } from 'src/server/search/workerPort.ts';

export interface TileEncoder {
  encode(tile: TileToEncode): Promise<Uint8Array>;
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
    stop: async () => {
      await port?.stop();
    },
  };
};
