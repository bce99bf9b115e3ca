// Thread that computes areas around areas, one at a time and with a time limit: the cost of an intricate outline cannot be predicted, and
// tiles, which have their own thread, must not wait for it. Started on demand and again after it was stopped. Created by createTiles.

import type { Worker } from 'node:worker_threads';
import { problem } from 'src/model/problems.ts';
import { pointCount, type Geometry } from 'src/model/geo/geoJson.ts';
import { areaWithin, isPlain, type Band } from 'src/server/search/map/bandsAround.ts';
import { createSemaphore } from 'src/server/semaphore.ts';
import { createWorkerPort, type WorkerPort } from 'src/server/search/workerPort.ts';

/** Several times the duration of a rough outline with a thousand corners. */
const MAX_BAND_MS = 8_000;
/** Maximum requests of one person at a time. */
const MOST_OF_ONE = 2;
const BAND_RETRY_S = 5;
/** Maximum corners of an area for a search, because each type is compared with it. */
const MOST_CORNERS = 40_000;

interface Asker {
  readonly person: string;
  /** Aborted when the answer is no longer needed. */
  readonly gone: AbortSignal | undefined;
}

export interface BandThread {
  /** See areaWithin (bandsAround.ts). Returns undefined also on a timeout or when cancelled. Throws `rateLimited`. */
  areaWithin(geometry: Geometry, metres: number, asker: Asker): Promise<Band | undefined>;
  stop(): Promise<void>;
}

const OVER = Symbol('over');

export const createBandThread = (
  startWorker: () => Worker,
  log: (message: string, error?: unknown) => void,
): BandThread => {
  let port: WorkerPort | undefined;
  const semaphore = createSemaphore({ limit: 1 });
  const asking = new Map<string, number>();

  const start = (): WorkerPort => {
    const started = createWorkerPort(startWorker(), (error) => {
      log('the thread that works out bands died; the next band starts another', error);
      if (port === started) port = undefined;
    });
    return started;
  };
  const end = async (): Promise<void> => {
    const ended = port;
    port = undefined;
    await ended?.stop();
  };

  const workOut = async (
    geometry: Geometry,
    metres: number,
    gone: AbortSignal | undefined,
  ): Promise<Band | undefined> => {
    let timer: NodeJS.Timeout | undefined;
    let leave = (): void => undefined;
    const over = new Promise<typeof OVER>((resolve) => {
      leave = () => resolve(OVER);
      timer = setTimeout(leave, MAX_BAND_MS);
    });
    gone?.addEventListener('abort', leave);
    const worked = (port ??= start()).around(geometry, metres);
    try {
      const found = await Promise.race([worked, over]);
      if (found !== OVER) return found && pointCount(found.area) <= MOST_CORNERS ? found : undefined;
      worked.catch(() => undefined);
      await end();
      return undefined;
    } finally {
      clearTimeout(timer);
      gone?.removeEventListener('abort', leave);
    }
  };

  return {
    async areaWithin(geometry, metres, { person, gone }) {
      if (isPlain(geometry)) return areaWithin(geometry, metres);
      const count = asking.get(person) ?? 0;
      if (count >= MOST_OF_ONE) throw problem('rateLimited', { retryAfter: BAND_RETRY_S });
      asking.set(person, count + 1);
      try {
        return await semaphore.run(() => workOut(geometry, metres, gone), { signal: gone });
      } finally {
        const left = (asking.get(person) ?? 1) - 1;
        if (left > 0) asking.set(person, left);
        else asking.delete(person);
      }
    },
    stop: end,
  };
};
