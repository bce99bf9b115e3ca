// Requests to the search worker and its answers. When a worker dies, its open requests fail and it is reported once; the columns then start
// a new one.

import type { Worker } from 'node:worker_threads';
import { problem } from 'src/model/problems.ts';
import type { Area, Geometry } from 'src/model/geo/geoJson.ts';
import type { Band } from 'src/server/search/map/bandsAround.ts';
import type { RowBlock } from 'src/server/search/check/differingRows.ts';
import type { TileToEncode } from 'src/server/search/map/encodeTile.ts';
import type { CandidatePlan, Candidates } from 'src/server/search/evaluate/textCandidates.ts';
import type { LocatePlan, LocateResult } from 'src/server/search/evaluate/locate.ts';
import { createCancelFlags, createPlaces } from 'src/server/search/cancelledRequests.ts';
import type { RestoreAsked, SnapshotAnswer } from 'src/server/search/snapshot/restoreIndex.ts';
import type { StaleRows } from 'src/server/search/snapshot/RowComparison.ts';
import type { SnapshotLabel } from 'src/server/search/snapshot/snapshotFile.ts';
import type { SearchPlan, SearchResult } from 'src/server/search/evaluate/searchPlan.ts';
import type { FromWorker, IndexSize, ToWorker } from 'src/server/search/workerMessages.ts';

interface Until {
  readonly deadline: number;
  /** Aborted when the answer is no longer needed. */
  readonly over: AbortSignal;
}

export interface WorkerPort {
  /** Moves the buffers of the message to the worker instead of copying them. */
  notify(message: Exclude<ToWorker, { readonly id: number }>, moved?: readonly ArrayBuffer[]): void;
  /** Rejects with `timeout` after the plan's deadline, and when `over` is aborted. */
  ask(plan: SearchPlan, over: AbortSignal): Promise<SearchResult>;
  /** Same as ask. */
  locate(plan: LocatePlan, over: AbortSignal): Promise<LocateResult>;
  /** Same as ask. */
  candidates(plan: CandidatePlan, over: AbortSignal): Promise<Candidates>;
  encode(tile: TileToEncode): Promise<Uint8Array>;
  /** See areaWithin (bandsAround.ts). */
  around(geometry: Geometry, metres: number): Promise<Band | undefined>;
  /** Same as ask, for geometries as JSON. */
  meet(area: Area, geometries: readonly string[], until: Until): Promise<Uint8Array>;
  /** Returns the numbers of the rows that differ. */
  compare(block: RowBlock): Promise<readonly number[]>;
  size(): Promise<IndexSize>;
  /** Restores a snapshot, or says why it is not used. */
  restore(asked: RestoreAsked): Promise<SnapshotAnswer>;
  /** Returns the rows that must be read again, after this number of `check` messages. */
  checked(pieces: number): Promise<StaleRows>;
  /** Writes a snapshot. Returns false when the index was replaced meanwhile. */
  save(path: string, label: SnapshotLabel): Promise<boolean>;
  stop(): Promise<void>;
}

/** With a longer queue, requests would not be answered in time, and would delay those that can be. */
const MAX_WAITING_REQUESTS = 200;

type Answer = Exclude<FromWorker, { readonly failed: unknown }>;

interface Waiting {
  resolve(answer: Answer): void;
  reject(error: unknown): void;
  /** Frees the slot. */
  leave(): void;
}

type With<Name extends string> = Extract<Answer, Readonly<Record<Name, unknown>>>;

const valueIn = <Name extends string>(answer: Answer, name: Name): With<Name>[Name] => {
  if (!(name in answer)) throw new Error('The search worker gave another answer');
  return (answer as With<Name>)[name];
};

export const createWorkerPort = (worker: Worker, onDeath: (error: Error) => void): WorkerPort => {
  const waiting = new Map<number, Waiting>();
  const marks = createCancelFlags(MAX_WAITING_REQUESTS);
  const places = createPlaces(marks);
  let next = 1;
  let stopping = false;
  let dead = false;

  const settle = (message: FromWorker): void => {
    const pendingCall = waiting.get(message.id);
    waiting.delete(message.id);
    pendingCall?.leave();
    if (!('failed' in message)) pendingCall?.resolve(message);
    else pendingCall?.reject(message.failed === 'timeout' ? problem('timeout') : new Error(message.text));
  };

  const die = (error: Error): void => {
    if (dead) return;
    dead = true;
    for (const each of waiting.values()) {
      each.leave();
      each.reject(error);
    }
    waiting.clear();
    if (!stopping) onDeath(error);
  };

  const send = (messageFor: (id: number, at: number) => ToWorker, over?: AbortSignal): Promise<Answer> =>
    new Promise((resolve, reject) => {
      if (dead) return reject(new Error('The search worker is gone'));
      const place = places.take(over);
      if (!place) return reject(problem('timeout'));
      const id = next++;
      waiting.set(id, { resolve, reject, leave: place.leave });
      worker.postMessage(messageFor(id, place.at));
    });

  /** One request at a time: a worker that hangs is not asked repeatedly. */
  let sizing: Promise<IndexSize> | undefined;
  const size = async (): Promise<IndexSize> => valueIn(await send((id) => ({ do: 'size', id })), 'size');

  worker.postMessage({ do: 'givenUp', marks } satisfies ToWorker);
  worker.on('message', settle);
  worker.on('error', (error: Error) => die(error));
  worker.on('exit', (code) => die(new Error(`The search worker ended with code ${code}`)));
  return {
    notify: (message, moved = []) => worker.postMessage(message, moved),
    ask: async (plan, over) => valueIn(await send((id, at) => ({ do: 'search', id, at, plan }), over), 'result'),
    locate: async (plan, over) => valueIn(await send((id, at) => ({ do: 'locate', id, at, plan }), over), 'located'),
    candidates: async (plan, over) =>
      valueIn(await send((id, at) => ({ do: 'candidates', id, at, plan }), over), 'candidates'),
    encode: async (tile) => valueIn(await send((id) => ({ do: 'encode', id, tile })), 'bytes'),
    around: async (geometry, metres) => valueIn(await send((id) => ({ do: 'around', id, geometry, metres })), 'around'),
    meet: async (area, geometries, { deadline, over }) =>
      valueIn(await send((id, at) => ({ do: 'meet', id, at, area, geometries, deadline }), over), 'met'),
    compare: async (block) => valueIn(await send((id) => ({ do: 'compare', id, block })), 'differing'),
    restore: async (asked) => valueIn(await send((id) => ({ do: 'restore', id, ...asked })), 'snapshot'),
    checked: async (pieces) => valueIn(await send((id) => ({ do: 'checked', id, pieces })), 'stale'),
    save: async (path, label) => valueIn(await send((id) => ({ do: 'save', id, path, label })), 'saved'),
    size: () => (sizing ??= size().finally(() => (sizing = undefined))),
    async stop() {
      stopping = true;
      await worker.terminate();
    },
  };
};
