// The thread that works out areas around areas, one at a time, and for each only so long: what an intricate outline costs cannot be known
// before, and tiles, which have a thread of their own, wait for none of it. Started when it is needed, and anew after it was ended. Made
// by createTiles.

import type { Worker } from 'node:worker_threads';
import { problem } from 'src/model/problems.ts';
import { pointCount, type Geometry } from 'src/model/geo/geoJson.ts';
import { areaWithin, isPlain, type Band } from 'src/server/search/map/bandsAround.ts';
import { createWorkerPort, type WorkerPort } from 'src/server/search/workerPort.ts';

/** Several times what a rough outline of a thousand corners takes. */
const LONGEST_MS = 8_000;
/** Of one person at a time, so that nobody keeps all others waiting. */
const MOST_OF_ONE = 2;
const RETRY_AFTER_S = 5;
/** Of an area that is searched in: each type is compared with it. */
const MOST_CORNERS = 40_000;

interface Asker {
  readonly person: string;
  /** Raised when nobody waits for the answer any more. */
  readonly gone: AbortSignal | undefined;
}

export interface BandThread {
  /** As areaWithin (bandsAround.ts); undefined also for what takes too long, or is given up. Refuses with `rateLimited`. */
  areaWithin(geometry: Geometry, metres: number, asker: Asker): Promise<Band | undefined>;
  stop(): Promise<void>;
}

const OVER = Symbol('over');

export const createBandThread = (
  startWorker: () => Worker,
  log: (message: string, error?: unknown) => void,
): BandThread => {
  let port: WorkerPort | undefined;
  let last: Promise<unknown> = Promise.resolve();
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
      timer = setTimeout(leave, LONGEST_MS);
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
      if (count >= MOST_OF_ONE) throw problem('rateLimited', { retryAfter: RETRY_AFTER_S });
      asking.set(person, count + 1);
      const turn = last.then(async () => {
        gone?.throwIfAborted();
        return await workOut(geometry, metres, gone);
      });
      last = turn.catch(() => undefined);
      try {
        return await turn;
      } finally {
        const left = (asking.get(person) ?? 1) - 1;
        if (left > 0) asking.set(person, left);
        else asking.delete(person);
      }
    },
    stop: end,
  };
};
