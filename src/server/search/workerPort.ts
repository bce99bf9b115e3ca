// Questions to the search worker and its answers. A worker that dies fails its open questions and is reported once; the
// columns then start a new one.

import type { Worker } from 'node:worker_threads';
import { problem } from 'src/model/problems.ts';
import type { Geometry } from 'src/model/geo/geoJson.ts';
import type { Band } from 'src/server/geo/bandsAround.ts';
import type { TileToEncode } from 'src/server/geo/encodeTile.ts';
import type { LocatePlan, LocateResult } from 'src/server/search/evaluate/locate.ts';
import type { CompareAreas } from 'src/server/search/areaHits.ts';
import type { SearchPlan, SearchResult } from 'src/server/search/evaluate/searchPlan.ts';
import type { FromWorker, IndexSize, ToWorker } from 'src/server/search/workerMessages.ts';

export interface WorkerPort {
  notify(message: Exclude<ToWorker, { readonly id: number }>): void;
  /** Refuses with `timeout` past the plan's deadline. */
  ask(plan: SearchPlan): Promise<SearchResult>;
  /** As ask. */
  locate(plan: LocatePlan): Promise<LocateResult>;
  encode(tile: TileToEncode): Promise<Uint8Array>;
  /** As areaWithin (geo/bandsAround.ts). */
  around(geometry: Geometry, metres: number): Promise<Band | undefined>;
  /** As ask, for geometries that stand as JSON. */
  meet: CompareAreas;
  size(): Promise<IndexSize>;
  stop(): Promise<void>;
}

/** Who comes when so many wait would not be answered in time, and would keep the worker from those who can be. */
const MAX_WAITING = 200;

type Answer = Exclude<FromWorker, { readonly failed: unknown }>;

interface Waiting {
  resolve(answer: Answer): void;
  reject(error: unknown): void;
}

export const createWorkerPort = (worker: Worker, onDeath: (error: Error) => void): WorkerPort => {
  const waiting = new Map<number, Waiting>();
  let next = 1;
  let stopping = false;
  let dead = false;

  const settle = (message: FromWorker): void => {
    const asked = waiting.get(message.id);
    waiting.delete(message.id);
    if (!('failed' in message)) asked?.resolve(message);
    else asked?.reject(message.failed === 'timeout' ? problem('timeout') : new Error(message.text));
  };

  const die = (error: Error): void => {
    if (dead) return;
    dead = true;
    for (const each of waiting.values()) each.reject(error);
    waiting.clear();
    if (!stopping) onDeath(error);
  };

  const send = (messageFor: (id: number) => ToWorker): Promise<Answer> =>
    new Promise((resolve, reject) => {
      if (dead) return reject(new Error('The search worker is gone'));
      if (waiting.size >= MAX_WAITING) return reject(problem('timeout'));
      const id = next++;
      waiting.set(id, { resolve, reject });
      worker.postMessage(messageFor(id));
    });

  /** One question at a time: a worker that hangs is not asked again and again. */
  let sizing: Promise<IndexSize> | undefined;
  const size = async (): Promise<IndexSize> => {
    const answer = await send((id) => ({ do: 'size', id }));
    if (!('size' in answer)) throw new Error('The search worker gave another answer');
    return answer.size;
  };

  worker.on('message', settle);
  worker.on('error', (error: Error) => die(error));
  worker.on('exit', (code) => die(new Error(`The search worker ended with code ${code}`)));
  return {
    notify: (message) => worker.postMessage(message),
    ask: async (plan) => {
      const answer = await send((id) => ({ do: 'search', id, plan }));
      if (!('result' in answer)) throw new Error('The search worker gave another answer');
      return answer.result;
    },
    locate: async (plan) => {
      const answer = await send((id) => ({ do: 'locate', id, plan }));
      if (!('located' in answer)) throw new Error('The search worker gave another answer');
      return answer.located;
    },
    encode: async (tile) => {
      const answer = await send((id) => ({ do: 'encode', id, tile }));
      if (!('bytes' in answer)) throw new Error('The search worker gave another answer');
      return answer.bytes;
    },
    around: async (geometry, metres) => {
      const answer = await send((id) => ({ do: 'around', id, geometry, metres }));
      if (!('around' in answer)) throw new Error('The search worker gave another answer');
      return answer.around;
    },
    meet: async (area, geometries, deadline) => {
      const answer = await send((id) => ({ do: 'meet', id, area, geometries, deadline }));
      if (!('met' in answer)) throw new Error('The search worker gave another answer');
      return answer.met;
    },
    size: () => (sizing ??= size().finally(() => (sizing = undefined))),
    async stop() {
      stopping = true;
      await worker.terminate();
    },
  };
};
