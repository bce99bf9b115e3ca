// `act/importFeatures/async`: creates an item of a collection for each feature of a geographic file, by the rules of `create`; a refused
// feature does not affect the others. Each run reads the file from its start and continues after the last settled row. `act/undoMany`
// removes the items. Types declare that they accept features (`place.fromFiles`).

import type { Endpoints } from 'src/model/generated/endpoints.ts';
import type { InvalidEntry } from 'src/model/generated/wire.ts';
import type { GeometryFault } from 'src/model/geo/checkShape.ts';
import type { Values } from 'src/model/item/Item.ts';
import { invalidAt, isProblem, problem } from 'src/model/problems.ts';
import { exportWords, type ExportWords } from 'src/server/exchange/exportWords.ts';
import type { GeoRow } from 'src/server/geoFiles/geoFile.ts';
import type { ReadGeoFile } from 'src/server/geoFiles/geoFiles.ts';
import { refusedCsv, type RefusedRow } from 'src/server/geoFiles/refusedRows.ts';
import { collectionValues, rowValues, type RowMapping } from 'src/server/geoFiles/rowValues.ts';
import { takesColumn } from 'src/model/kinds/kindTraits.ts';
import { mapTypes } from 'src/server/geo/mapTypes.ts';
import { uploadedFile } from 'src/server/files/uploadedFile.ts';
import { createItem } from 'src/server/rules/createItem.ts';
import { writeMetadataOf } from 'src/server/rules/writeMetadata.ts';
import type { StoredItem } from 'src/server/store/itemStorage.ts';
import { isNamed } from 'src/server/store/itemsNaming.ts';
import { isDeadlock, isOutage } from 'src/server/store/queryable.ts';
import { inSavepoint } from 'src/server/store/savepoint.ts';
import { addMadeItems, refusedDetails, type MadeItem } from 'src/server/store/taskItemRows.ts';
import type { Progress } from 'src/server/store/taskRows.ts';
import type { TaskContext, TaskNeeds, TaskWriting } from 'src/server/tasks/TaskNeeds.ts';
import { ITEMS_AT_ONCE, BATCH_MS, NO_PROGRESS, withOwners, type Owners } from 'src/server/tasks/bulkTasks.ts';
import type { BeginTask, TaskAction, TaskHandler, TaskRun } from 'src/server/TaskHandler.ts';

const IMPORT_TASK = 'importFeatures';
const IMPORT_DEADLINE_MS = 600_000;
/** Refused rows that are listed in the table of them, which is made in memory. */
const LISTED = { most: 100_000, bytes: 64 * 1_048_576 };

type Asked = Endpoints['importFeatures']['input'];

const refuseImport = (path: string, message: string): never => {
  throw invalidAt(path, message);
};

/** Returns the mapping of the request, checked against the declaration. */
const mappingOf = ({ services }: TaskContext, { type: name, title, columns }: Asked, target: string): RowMapping => {
  const found = mapTypes(services.registry).get(name);
  if (!found?.fromFiles || found.geometry === undefined) return refuseImport('/type', 'errors.invalidChoice');
  const { type, fromFiles, geometry } = found;
  const targetType = target.slice(0, target.lastIndexOf('-'));
  if (type.properties[fromFiles.collection]?.rel?.to.includes(targetType) !== true)
    return refuseImport('/type', 'errors.invalidChoice');
  const taken = new Set<string>([fromFiles.title, fromFiles.collection]);
  for (const [at, { to }] of columns.entries()) {
    if (to === undefined) continue;
    const property = Object.hasOwn(type.properties, to) ? type.properties[to] : undefined;
    if (!property || taken.has(to) || !takesColumn(property))
      return refuseImport(`/columns/${at}/to`, 'errors.invalidChoice');
    taken.add(to);
  }
  return { type, fromFiles, geometry, title, columns };
};

/**
 * Recorded before all rows, so that an undo removes it after them. Only a collection that the person has just made can belong to the
 * import.
 */
const noteNewCollection = async (context: TaskWriting, key: string, target: string): Promise<void> => {
  const { services, tx, subject } = context;
  const stored = await services.items.find(tx, target, true);
  if (!stored || stored.creator !== subject.userId || stored.u !== 1 || (await isNamed(tx, services.registry, target)))
    return;
  await addMadeItems(tx, key, [{ n: 0, id: target, state: 'c', before: {}, after: stored.u }]);
};

const beginImport: BeginTask<TaskNeeds, Asked> = async (context, { target, input }) => {
  mappingOf(context, input, target);
  await uploadedFile(context, input.upload);
  return async (writing, key) => {
    if (input.newCollection === true) await noteNewCollection(writing, key, target);
    return { ...NO_PROGRESS, total: 0 };
  };
};

/** Everything that a batch needs to know. */
interface Import {
  readonly run: TaskRun<TaskNeeds, Asked>;
  readonly file: ReadGeoFile;
  readonly mapping: RowMapping;
  readonly words: ExportWords;
  readonly total: number;
}

type Checkpoint = Progress & { readonly n: number; readonly owners: Owners };

const START: Checkpoint = { ...NO_PROGRESS, n: 0, owners: {} };

/** For counts, only messages that need no values. */
const faultMessage = ({ message, params }: GeometryFault): string => (params ? 'geoFile.refusedShape' : message);

const refusedRowFault = (error: unknown): GeometryFault => {
  if (!isProblem(error)) return { message: 'errors.generalFailure' };
  const [first] = (error.params?.['errors'] ?? []) as readonly InvalidEntry[];
  if (!first) return { message: `errors.${error.key}` };
  return { message: first.message, ...(first.params && { params: first.params }) };
};

interface Collection {
  readonly values: Values;
  readonly label: string;
}

/** Reads the collection as it is now; the right to change it was checked before the batch. */
const collectionOf = async (context: TaskWriting, { run, mapping }: Import): Promise<Collection> => {
  const { services, tx, readFilter } = context;
  const stored = await services.access.visible(tx, readFilter, run.target);
  const type = services.registry.types[stored.type];
  if (!type) throw problem('notFound');
  const labels = await services.items.labels(tx, readFilter, [stored.id]);
  return { values: collectionValues(mapping, stored, type), label: labels.get(stored.id) ?? stored.id };
};

interface Settled extends MadeItem {
  readonly stored?: StoredItem;
}

const settleRow = async (
  context: TaskWriting,
  row: GeoRow,
  { mapping, file, words }: Import,
  collection: Collection,
): Promise<Settled> => {
  const { n, geometry, properties, fault } = row;
  const refused = (why: GeometryFault): Settled => {
    const layer = file.summary.layers[row.layer]?.name ?? '';
    const detail: RefusedRow = { n, layer, fault: why, properties };
    return { n, id: '', state: 'r', reason: faultMessage(why), before: detail as Values };
  };
  if (!geometry) return refused(fault ?? { message: 'geoFile.noGeometry' });
  const values = {
    ...collection.values,
    ...rowValues(mapping, row, { geometry, label: collection.label, reader: words }),
  };
  try {
    const stored = await inSavepoint(context.tx, (inner) =>
      createItem({ ...context, db: inner, tx: inner, many: true }, mapping.type.name, values),
    );
    return { n, id: stored.id, state: 'c', before: {}, after: stored.u, stored };
  } catch (error) {
    // The whole batch is tried again: the row is not to blame.
    if (isDeadlock(error) || isOutage(error)) throw error;
    if (!isProblem(error)) context.services.log('a feature of a file could not be imported', error);
    return refused(refusedRowFault(error));
  }
};

const importProgress = ({ done, counts }: Progress, settled: readonly Settled[], total: number): Progress => {
  const createdCount = settled.filter(({ state }) => state === 'c').length;
  const { changed = 0, unchanged = 0, refused = 0 } = counts ?? {};
  return {
    done: done + settled.length,
    total,
    counts: { changed: changed + createdCount, unchanged, refused: refused + settled.length - createdCount },
  };
};

/** Answers how many of the rows were settled, so that others wait no longer than for a part of a second. */
const runBatch = async (all: Import, rows: readonly GeoRow[]): Promise<number> => {
  const { run, total } = all;
  let count = 0;
  await run.batch(async (context) => {
    const known = (run.checkpoint as Checkpoint | null) ?? START;
    const collection = await collectionOf(context, all);
    const settled: Settled[] = [];
    const started = performance.now();
    for (const row of rows) {
      if (performance.now() - started > BATCH_MS) break;
      settled.push(await settleRow(context, row, all, collection));
    }
    await addMadeItems(context.tx, run.key, settled);
    count = settled.length;
    const progress = importProgress(known, settled, total);
    const owners = withOwners(context, known.owners, settled);
    const checkpoint: Checkpoint = { ...progress, owners, n: settled.at(-1)?.n ?? known.n };
    return { checkpoint: checkpoint, progress };
  });
  return count;
};

const settleAll = async (all: Import, waiting: GeoRow[]): Promise<void> => {
  while (waiting.length > 0) waiting.splice(0, await runBatch(all, waiting));
};

const importRows = async (all: Import): Promise<void> => {
  const { run, file } = all;
  const { layers } = run.input;
  const from = (run.checkpoint as Checkpoint | null)?.n ?? 0;
  const waiting: GeoRow[] = [];
  for await (const row of file.rows()) {
    if (row.n <= from || !layers.includes(row.layer)) continue;
    waiting.push(row);
    if (waiting.length === ITEMS_AT_ONCE) await settleAll(all, waiting);
  }
  await settleAll(all, waiting);
};

/** One event for each owner, and the table of what was refused. */
const finishImport = async ({ run, words }: Import) => {
  let refused: RefusedRow[] = [];
  await run.batch(async (context) => {
    const known = (run.checkpoint as Checkpoint | null) ?? START;
    const { services, tx } = context;
    await services.events.writeOfMany(tx, IMPORT_TASK, Object.values(known.owners), writeMetadataOf(context));
    refused = (await refusedDetails(tx, run.key, LISTED)) as RefusedRow[];
    return { checkpoint: { ...known, owners: {} } };
  });
  if (refused.length === 0) return {};
  const content = refusedCsv(refused, words.find);
  return { file: { name: 'refused-rows.csv', type: 'text/csv', content } };
};

const importFile: TaskHandler<TaskNeeds, Asked> = async (run) => {
  const context = await run.context();
  const { services } = context;
  const { upload, crs, encoding, layers, language } = run.input;
  const mapping = mappingOf(context, run.input, run.target);
  const { path } = await uploadedFile(context, upload);
  return await services.geoFiles.read(
    { path, person: context.subject.userId ?? '', crs, encoding, deadlineMs: IMPORT_DEADLINE_MS, signal: run.signal },
    async (file) => {
      const total = file.summary.layers.reduce((sum, { rows }, at) => sum + (layers.includes(at) ? rows : 0), 0);
      if (total > services.limits.itemsPerTask) throw problem('tooLarge');
      const words = await exportWords(services, { language });
      const all = { run, file, mapping, words, total };
      await importRows(all);
      return await finishImport(all);
    },
  );
};

export const importFeatures: TaskAction<TaskNeeds, Asked> = { begin: beginImport, run: importFile, undoable: true };
