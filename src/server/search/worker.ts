// Entry point of the search worker thread: holds the columns and evaluates plans. Started by createColumns. It opens no connection. A
// second instance without columns encodes tiles (geo/tileEncoder.ts).

import { getHeapStatistics } from 'node:v8';
import { parentPort, workerData } from 'node:worker_threads';
import { areaWithin } from 'src/server/search/map/bandsAround.ts';
import { encodeTile } from 'src/server/search/map/encodeTile.ts';
import { differingRows } from 'src/server/search/check/differingRows.ts';
import { TableLoader } from 'src/server/search/columns/loadTable.ts';
import { Table, type TablePlan } from 'src/server/search/columns/Table.ts';
import { TermPlaces } from 'src/server/search/columns/TermPlaces.ts';
import { evaluate } from 'src/server/search/evaluate/evaluate.ts';
import { locate } from 'src/server/search/evaluate/locate.ts';
import { textCandidates } from 'src/server/search/evaluate/textCandidates.ts';
import { met } from 'src/server/search/evaluate/meetingGeometries.ts';
import { isCancelled, type GivenUp } from 'src/server/search/cancelledRequests.ts';
import { OutOfTime } from 'src/server/search/evaluate/Scope.ts';
import {
  readIndex,
  restoredIndex,
  type ReadIndex,
  type RestoreAsked,
  type SnapshotAnswer,
} from 'src/server/search/snapshot/restoreIndex.ts';
import { RowComparison } from 'src/server/search/snapshot/RowComparison.ts';
import { SnapshotSave } from 'src/server/search/snapshot/SnapshotSave.ts';
import type { SnapshotWorkerData } from 'src/server/search/snapshot/startSnapshotWorker.ts';
import type { FromWorker, IndexSize, ToWorker } from 'src/server/search/workerMessages.ts';

let tables: ReadonlyMap<number, Table> = new Map();
let interner = new TermPlaces();
const loader = new TableLoader();
let hasTexts = false;
let marks: GivenUp | undefined;
let comparison: RowComparison | undefined;

const workerAnswer = (id: number, work: () => FromWorker): FromWorker => {
  try {
    return work();
  } catch (error) {
    return {
      id,
      failed: error instanceof OutOfTime ? 'timeout' : 'error',
      text: error instanceof Error ? (error.stack ?? error.message) : String(error),
    };
  }
};

const post = (id: number, work: () => FromWorker): void => {
  parentPort?.postMessage(workerAnswer(id, work));
};

/** Runs work unless it was cancelled, and stops it on cancellation. */
const postMarked = (
  { id, at }: { readonly id: number; readonly at: number },
  work: (isOver: () => boolean) => FromWorker,
): void => {
  const isOver = (): boolean => isCancelled(marks, at);
  post(id, () => {
    if (isOver()) throw new OutOfTime();
    return work(isOver);
  });
};

/** Memory of this thread: its heap and the arrays outside of it. */
const indexSize = (): IndexSize => {
  const { used_heap_size: heap, external_memory: arrays } = getHeapStatistics();
  return { items: [...tables.values()].reduce((sum, { held }) => sum + held, 0), bytes: heap + arrays };
};

const clearIndex = (plans: readonly TablePlan[]): void => {
  tables = new Map(plans.map((plan) => [plan.number, new Table(plan)]));
  interner = new TermPlaces();
  hasTexts = false;
  comparison = undefined;
};

/** Reads the snapshot with which the thread was started, before the main thread can tell its key. */
const readFirst = (): { readonly path: string; readonly read: ReadIndex } | undefined => {
  const { snapshot: path } = (workerData ?? {}) as Partial<SnapshotWorkerData>;
  try {
    return path === undefined ? undefined : { path, read: readIndex(path) };
  } catch {
    // The main thread asks for the same file, and learns the reason then.
    return undefined;
  }
};

let readAtStart = readFirst();

const restore = ({ path, key }: RestoreAsked): SnapshotAnswer => {
  clearIndex([]);
  try {
    const read = readAtStart?.path === path ? readAtStart.read : readIndex(path, key);
    readAtStart = undefined;
    const { answer, index } = restoredIndex(read, key);
    if (index) ({ tables, interner } = index);
    comparison = index && new RowComparison(tables);
    return answer;
  } catch (error) {
    return { refused: error instanceof Error ? error.message : String(error) };
  }
};

/** Time of one step of a save, which a search may have to wait for. Large parts take longer. */
const SAVE_STEP_MS = 8;

/** Writes a snapshot between messages, and ends when the tables are replaced. */
const beginSave = ({ id, path, label }: Extract<ToWorker, { readonly do: 'save' }>): void => {
  const savedTables = tables;
  let save: SnapshotSave | undefined;
  const writeNext = (): void => {
    const answer = workerAnswer(id, () => {
      if (tables !== savedTables) save?.abandon();
      save ??= new SnapshotSave({ tables, interner }, path, label);
      return { id, saved: tables === savedTables && save.step(Date.now() + SAVE_STEP_MS) };
    });
    if ('saved' in answer && !answer.saved && tables === savedTables) setImmediate(writeNext);
    else parentPort?.postMessage(answer);
  };
  writeNext();
};

type SnapshotAsked = 'restore' | 'check' | 'checked' | 'save' | 'size';

/** Messages about snapshots, and the size. */
const handleSnapshot = (message: Extract<ToWorker, { readonly do: SnapshotAsked }>): void => {
  switch (message.do) {
    case 'restore':
      post(message.id, () => ({ id: message.id, snapshot: restore(message) }));
      return;
    case 'check':
      comparison?.push(message);
      return;
    case 'checked':
      post(message.id, () => ({ id: message.id, stale: comparison?.end(message.pieces) ?? new Map() }));
      comparison = undefined;
      return;
    case 'save':
      beginSave(message);
      return;
    case 'size':
      parentPort?.postMessage({ id: message.id, size: indexSize() } satisfies FromWorker);
  }
};

const handleMessage = (message: ToWorker): void => {
  switch (message.do) {
    case 'givenUp':
      marks = message.marks;
      return;
    case 'tables':
      clearIndex(message.tables);
      return;
    case 'terms':
      interner.add(message.batch);
      return;
    case 'rows':
      for (const row of message.rows) tables.get(message.type)?.put(row);
      return;
    case 'load': {
      const table = tables.get(message.type);
      if (table) loader.push(table, message);
      return;
    }
    case 'textsReady':
      hasTexts = true;
      return;
    case 'prepare':
      for (const table of tables.values())
        if (table.held > 0)
          table.prepareSets(
            interner,
            table.plan.facets.map((path) => interner.prop(path)),
          );
      return;
    case 'remove':
      for (const number of message.numbers) tables.get(message.type)?.remove(number);
      return;
    case 'readBy':
      tables.get(message.type)?.readBy(message);
      return;
    case 'close':
      for (const table of tables.values()) table.close(message.closed);
      return;
    case 'search':
      postMarked(message, (isOver) => ({
        id: message.id,
        result: evaluate({ tables, interner, isOver, hasTexts }, message.plan),
      }));
      return;
    case 'locate':
      postMarked(message, (isOver) => ({
        id: message.id,
        located: locate({ tables, interner, isOver, hasTexts }, message.plan),
      }));
      return;
    case 'candidates':
      postMarked(message, (isOver) => ({
        id: message.id,
        candidates: textCandidates({ tables, interner, isOver, hasTexts }, message.plan),
      }));
      return;
    case 'encode':
      post(message.id, () => ({ id: message.id, bytes: encodeTile(message.tile) }));
      return;
    case 'around':
      post(message.id, () => ({ id: message.id, around: areaWithin(message.geometry, message.metres) }));
      return;
    case 'meet':
      postMarked(message, (isOver) => ({ id: message.id, met: met({ ...message, isOver }) }));
      return;
    case 'compare':
      post(message.id, () => ({
        id: message.id,
        differing: differingRows({ tables, interner, hasTexts }, message.block),
      }));
      return;
    default:
      handleSnapshot(message);
  }
};

/** Time of one step of removing former texts, which a search may have to wait for. */
const COMPACTION_STEP_MS = 8;
let compacting = false;

/** Removes former texts between messages. */
const compactTexts = (): void => {
  const table = [...tables.values()].find(({ texts }) => texts.needsCompaction);
  compacting = table !== undefined;
  if (!table) return;
  table.texts.compact(Date.now() + COMPACTION_STEP_MS);
  setImmediate(compactTexts);
};

parentPort?.on('message', (message: ToWorker) => {
  handleMessage(message);
  if (!compacting && message.do === 'rows') compactTexts();
});
