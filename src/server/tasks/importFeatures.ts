// `act/importFeatures/async`: creates an item of a collection for each feature of a geographic file, by the rules of `create`; a refused
// feature does not affect the others. Each run reads the file from its start and continues after the last settled row. `act/undoMany`
// removes the items. Types declare that they accept features (`place.fromFiles`), or places for their codes (`place.fromCodes`).

import type { GeometryFault } from 'src/model/geo/checkShape.ts';
import type { Values } from 'src/model/item/Item.ts';
import { invalidAt, problem } from 'src/model/problems.ts';
import { exportWords, type ExportWords } from 'src/server/exchange/exportWords.ts';
import type { GeoRow } from 'src/server/geoFiles/geoFile.ts';
import type { ReadGeoFile } from 'src/server/geoFiles/geoFiles.ts';
import { refusedCsv, type RefusedRow } from 'src/server/geoFiles/refusedRows.ts';
import { rowValues, type RowMapping, valuesLike } from 'src/server/geoFiles/rowValues.ts';
import { takesColumn } from 'src/model/kinds/kindTraits.ts';
import { mapTypes } from 'src/server/geo/mapTypes.ts';
import { uploadedFile } from 'src/server/files/uploadedFile.ts';
import { createItem } from 'src/server/rules/createItem.ts';
import { writeMetadataOf } from 'src/server/rules/writeMetadata.ts';
import type { StoredItem } from 'src/server/store/itemStorage.ts';
import { isNamed } from 'src/server/store/itemsNaming.ts';
import { inSavepoint } from 'src/server/store/savepoint.ts';
import { addMadeItems, refusedDetails } from 'src/server/store/taskItemRows.ts';
import type { Progress } from 'src/server/store/taskRows.ts';
import type { TaskContext, TaskNeeds, TaskWriting } from 'src/server/tasks/TaskNeeds.ts';
import { ITEMS_AT_ONCE, BATCH_MS, NO_PROGRESS, withOwners } from 'src/server/tasks/bulkTasks.ts';
import { type Coded, type CodedImport, codedOf, codedPlace, linkCodes } from 'src/server/tasks/importCoded.ts';
import {
  type Checkpoint,
  checkpointOf,
  type ImportInput,
  type ImportRun,
  refusedRow,
  refusedRowFault,
  type Settled,
} from 'src/server/tasks/importProgress.ts';
import type { BeginTask, TaskAction, TaskHandler } from 'src/server/TaskHandler.ts';

const IMPORT_TASK = 'importFeatures';
const IMPORT_DEADLINE_MS = 600_000;
/** Refused rows that are listed in the table of them, which is made in memory. */
const LISTED = { most: 100_000, bytes: 64 * 1_048_576 };

const refuseImport = (path: string, message: string): never => {
  throw invalidAt(path, message);
};

interface ImportMapping extends RowMapping {
  /** Set for items that are found by codes; the mapping is that of their places. */
  readonly coded: Coded | undefined;
}

/** Returns the mapping of the request, checked against the declaration. */
const mappingOf = ({ services }: TaskContext, input: ImportInput, target: string): ImportMapping => {
  const { type: name, title, columns } = input;
  const maps = mapTypes(services.registry);
  const coded = codedOf(maps, name);
  const found = coded?.places ?? maps.get(name);
  if (!found?.fromFiles || found.geometry === undefined) return refuseImport('/type', 'errors.invalidChoice');
  const { type, fromFiles, geometry } = found;
  const gathered = coded ? coded.type.properties[coded.fromCodes.collection] : type.properties[fromFiles.collection];
  if (gathered?.rel?.to.includes(target.slice(0, target.lastIndexOf('-'))) !== true)
    return refuseImport('/type', 'errors.invalidChoice');
  if (coded && title === undefined) return refuseImport('/title', 'errors.required');
  const taken = new Set<string>([fromFiles.title, fromFiles.collection]);
  for (const [at, { to }] of columns.entries()) {
    if (to === undefined) continue;
    const property = Object.hasOwn(type.properties, to) ? type.properties[to] : undefined;
    if (!property || taken.has(to) || !takesColumn(property))
      return refuseImport(`/columns/${at}/to`, 'errors.invalidChoice');
    taken.add(to);
  }
  return { type, fromFiles, geometry, title, columns, coded };
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

const beginImport: BeginTask<TaskNeeds, ImportInput> = async (context, { target, input }) => {
  mappingOf(context, input, target);
  await uploadedFile(context, input.upload);
  return async (writing, key) => {
    if (input.newCollection === true) await noteNewCollection(writing, key, target);
    return { ...NO_PROGRESS, total: 0 };
  };
};

/** Everything that a batch needs to know. */
interface Import {
  readonly run: ImportRun;
  readonly file: ReadGeoFile;
  readonly mapping: ImportMapping;
  readonly words: ExportWords;
  readonly total: number;
}

interface Collection {
  readonly stored: StoredItem;
  readonly label: string;
}

/** Reads the collection as it is now; the right to change it was checked before the batch. */
const collectionOf = async ({ services, tx, readFilter }: TaskWriting, { run }: Import): Promise<Collection> => {
  const stored = await services.access.visible(tx, readFilter, run.target);
  const labels = await services.items.labels(tx, readFilter, [stored.id]);
  return { stored, label: labels.get(stored.id) ?? stored.id };
};

/** Returns the values that an item gets from its collection, or a place from the items with its code. */
const givenValues = async (
  context: TaskWriting,
  row: GeoRow,
  { run, mapping: { type, fromFiles, coded }, collection }: Import & { readonly collection: StoredItem },
): Promise<Values> => {
  if (coded) return await codedPlace(context, coded, { row, input: run.input, collection });
  return { ...valuesLike(context.services.registry, type, collection), [fromFiles.collection]: collection.id };
};

const nameOfLayer = ({ summary }: ReadGeoFile, layer: number): string => summary.layers[layer]?.name ?? '';

const settleRow = async (
  context: TaskWriting,
  row: GeoRow,
  all: Import,
  { stored: collection, label }: Collection,
): Promise<Settled> => {
  const { mapping, file, words } = all;
  const { n, geometry, fault } = row;
  const refused = (why: GeometryFault): Settled => refusedRow(row, nameOfLayer(file, row.layer), why);
  if (!geometry) return refused(fault ?? { message: 'geoFile.noGeometry' });
  try {
    const values = {
      ...(await givenValues(context, row, { ...all, collection })),
      ...rowValues(mapping, row, { geometry, label, reader: words }),
    };
    const stored = await inSavepoint(context.tx, (inner) =>
      createItem({ ...context, db: inner, tx: inner, many: true }, mapping.type.name, values),
    );
    return { n, id: stored.id, state: 'c', before: {}, after: stored.u, stored };
  } catch (error) {
    return refused(refusedRowFault(context, error));
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
    const known = checkpointOf(run);
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
  const from = checkpointOf(run).n;
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
    const known = checkpointOf(run);
    const { services, tx } = context;
    await services.events.writeOfMany(tx, IMPORT_TASK, Object.values(known.owners), writeMetadataOf(context));
    refused = (await refusedDetails(tx, run.key, LISTED)) as RefusedRow[];
    return { checkpoint: { ...known, owners: {} } };
  });
  if (refused.length === 0) return {};
  const content = refusedCsv(refused, words.find);
  return { file: { name: 'refused-rows.csv', type: 'text/csv', content } };
};

const codedImport = ({ run, file }: Import, coded: Coded): CodedImport => ({
  ...{ run, coded, rows: () => file.rows(), nameOfLayer: (layer) => nameOfLayer(file, layer) },
  rowCount: file.summary.layers.reduce((sum, { rows }) => sum + rows, 0),
});

const importFile: TaskHandler<TaskNeeds, ImportInput> = async (run) => {
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
      if (mapping.coded) await linkCodes(codedImport(all, mapping.coded));
      return await finishImport(all);
    },
  );
};

export const importFeatures: TaskAction<TaskNeeds, ImportInput> = {
  begin: beginImport,
  run: importFile,
  undoable: true,
};
