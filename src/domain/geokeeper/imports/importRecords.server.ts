// Imports the records of an export. Each record is stored once: a record whose id is known stays as it is, so an import that was interrupted
// or repeated adds only what is missing. A refused record is listed with its reason and stops nothing.

import type { ItemId, Values } from 'src/model/item/Item.ts';
import { withImport, type ImportUploads, type OpenImport } from 'src/domain/geokeeper/imports/openImport.server.ts';
import type { ReadRecord, RefusedRecord } from 'src/domain/geokeeper/imports/readRecords.ts';
import { FORM_TYPE } from 'src/domain/geokeeper/records/formVersions.server.ts';
import { splitAnswers } from 'src/domain/geokeeper/records/splitAnswers.ts';
import { prepareArrival, type Arrival } from 'src/domain/geokeeper/arrival/prepareArrival.server.ts';
import { RECORD_TYPE } from 'src/domain/geokeeper/records/secondCopy.server.ts';
import type { SentRecord } from 'src/domain/geokeeper/records/sentRecord.ts';
import { storeRecord } from 'src/domain/geokeeper/records/storeRecord.server.ts';
import { invalidEntries, isProblem, problem, type Problem } from 'src/model/problems.ts';
import {
  attachImportFile,
  attachMade,
  beginAreaImport,
  importedFile,
  importOfTask,
  inSavepoint,
  itemsNaming,
  keepOutcomes,
  storeUploads,
  uploadedFile,
  writeItem,
  type ImportCounts,
  type ImportRow,
  type MadeFile,
  type StoredItem,
  type TaskAction,
  type TaskRun,
  type WritingContext,
} from 'src/server/extend.ts';

/** Kind of the Import item. */
const IMPORT_KIND = 'FIELD_RECORDS';
/** Records that one transaction stores. */
const RECORDS_AT_ONCE = 10;

interface Checkpoint {
  /** Records that are settled. */
  readonly done: number;
  /** Position of the next outcome. */
  readonly n: number;
  readonly counts: ImportCounts;
}

type Outcome = Omit<ImportRow, 'n'>;

interface ImportWork {
  readonly run: TaskRun<ImportUploads>;
  readonly formDef: StoredItem;
  readonly via: ItemId;
  readonly opened: OpenImport;
}

const refusedOutcome = (
  row: number,
  cell: { readonly name?: string; readonly value?: string; readonly message: string; readonly params?: Values },
): Outcome => ({ row, state: 'r', id: null, u: null, detail: { cells: [{ ...cell }] } });

const refusedReading = ({ table, row, column, value, message }: RefusedRecord): Outcome =>
  refusedOutcome(row, { name: [table, column].filter((name) => name !== '').join(': '), value, message });

const refusedStoring = ({ table, row }: ReadRecord, error: unknown): Outcome => {
  if (!isProblem(error)) throw error;
  const [entry] = invalidEntries(error);
  return refusedOutcome(row, {
    name: table,
    message: entry?.message ?? `errors.${error.key}`,
    ...(entry?.params && { params: entry.params as Values }),
  });
};

const isStoredAlready = async (
  { services, tx }: WritingContext,
  formDef: ItemId,
  instanceId: string,
): Promise<boolean> => {
  const type = services.registry.types[RECORD_TYPE];
  if (!type) throw problem('unknownOperation');
  return (await itemsNaming(tx, type, { instanceId, formDef })).length > 0;
};

/** Puts the files of a record into the store, before the transaction that names them. */
const storedMedia = async ({ media }: OpenImport, record: ReadRecord): Promise<readonly MadeFile[]> => {
  const files: MadeFile[] = [];
  for (const name of record.files) {
    const found = media.fileOf(record, name);
    if (found) files.push({ ...(await found.store()), name });
  }
  return files;
};

const FILE_SIDES = ['files', 'restrictedFiles'] as const;

const attachMedia = async (
  context: WritingContext,
  { work, record, id }: { readonly work: ImportWork; readonly record: ReadRecord; readonly id: ItemId },
  files: readonly MadeFile[],
): Promise<number> => {
  const { form } = work.opened;
  const closesPositions = work.formDef.properties['generalise'] !== false;
  const { restrictedFiles } = splitAnswers(form.questions, record.answers, { closesPositions });
  const item = await context.services.items.find(context.tx, id, true);
  if (!item) throw problem('notFound');
  const changes: Record<string, ItemId[]> = {};
  for (const property of FILE_SIDES) {
    const own = files.filter(({ name }) => restrictedFiles.has(name) === (property === 'restrictedFiles'));
    if (own.length > 0) changes[property] = await attachMade(context, item, { property, files: own });
  }
  if (Object.keys(changes).length === 0) return item.u;
  return (await writeItem(context, item, { changes, kind: 'sent' })).u;
};

interface PreparedRecord {
  readonly record: ReadRecord;
  readonly sent: SentRecord;
  readonly files: readonly MadeFile[];
  /** A problem refuses the record when it is its turn. */
  readonly arrival: Arrival | Problem;
}

/** Stores the files of a record and checks its answers, before the transaction that stores the record. */
const prepareRecord = async (
  context: Pick<WritingContext, 'services' | 'db' | 'readFilter' | 'subject' | 'now'>,
  { formDef, opened }: ImportWork,
  record: ReadRecord,
): Promise<PreparedRecord> => {
  const collected = record.collected ?? record.finalized ?? context.now.toISOString();
  const sent: SentRecord = {
    ...{ instanceId: record.instanceId, program: String(formDef.properties['program']), formDef: formDef.id },
    ...{ version: opened.version, collected, finalized: record.finalized ?? collected, answers: record.answers },
    ...{ submitter: record.submitter, earlierReview: record.earlierReview },
  };
  const arrival = await prepareArrival(context, sent).catch((error: unknown) => {
    if (isProblem(error)) return error;
    throw error;
  });
  return { record, sent, files: await storedMedia(opened, record), arrival };
};

const settleRecord = async (
  context: WritingContext,
  work: ImportWork,
  { record, sent, files, arrival }: PreparedRecord,
): Promise<Outcome | undefined> => {
  const { formDef, via } = work;
  if (await isStoredAlready(context, formDef.id, record.instanceId)) return undefined;
  if (isProblem(arrival)) throw arrival;
  const { id } = await storeRecord({ ...context, via }, sent, { files: [], channel: 'IMPORT', arrival });
  const u = await attachMedia(context, { work, record, id }, files);
  return { row: record.row, state: 'c', id, u, detail: {} };
};

const countsWith = (
  { created, changed, unchanged, refused }: ImportCounts,
  outcomes: readonly (Outcome | undefined)[],
): ImportCounts => {
  const countOf = (state: string | undefined): number => outcomes.filter((each) => each?.state === state).length;
  return {
    ...{ created: created + countOf('c'), changed },
    ...{ unchanged: unchanged + countOf(undefined), refused: refused + countOf('r') },
  };
};

const START: Checkpoint = { done: 0, n: 0, counts: { created: 0, changed: 0, unchanged: 0, refused: 0 } };

const checkpointOf = ({ checkpoint }: TaskRun<ImportUploads>): Checkpoint => (checkpoint as Checkpoint | null) ?? START;

/** Keeps the outcomes of a part of the work together with it. */
const settlePart = async (
  { run, opened }: ImportWork,
  settle: (context: WritingContext) => Promise<{
    readonly outcomes: readonly (Outcome | undefined)[];
    readonly records: number;
  }>,
): Promise<void> => {
  const total = opened.records.length;
  const before = checkpointOf(run);
  await run.batch(async (context) => {
    const { outcomes, records } = await settle(context);
    const listed = outcomes.filter((each) => each !== undefined);
    const rows = listed.map((outcome, at) => ({ n: before.n + at, ...outcome }));
    const counts = countsWith(before.counts, outcomes);
    await keepOutcomes(context, run.key, { rows, counts });
    const done = before.done + records;
    const { created, unchanged, refused } = counts;
    return {
      checkpoint: { done, n: before.n + rows.length, counts: { ...counts } },
      progress: { done, total, counts: { changed: created, unchanged, refused } },
    };
  });
};

const settleRecords = async (work: ImportWork, records: readonly ReadRecord[]): Promise<void> => {
  const reading = await work.run.context();
  const prepared: PreparedRecord[] = [];
  for (const record of records) prepared.push(await prepareRecord(reading, work, record));
  await settlePart(work, async (context) => {
    const outcomes: (Outcome | undefined)[] = [];
    for (const each of prepared)
      outcomes.push(
        await inSavepoint(context.tx, (tx) => settleRecord({ ...context, db: tx, tx }, work, each)).catch(
          (error: unknown) => refusedStoring(each.record, error),
        ),
      );
    return { outcomes, records: records.length };
  });
};

const settleAll = async (work: ImportWork): Promise<void> => {
  const { run, opened } = work;
  const { records, refused } = opened;
  if (run.checkpoint === null)
    await settlePart(work, () => Promise.resolve({ outcomes: refused.map(refusedReading), records: 0 }));
  for (let { done } = checkpointOf(run); done < records.length; { done } = checkpointOf(run))
    await settleRecords(work, records.slice(done, done + RECORDS_AT_ONCE));
};

const formIn = async (context: Pick<WritingContext, 'services' | 'db'>, target: ItemId): Promise<StoredItem> => {
  const formDef = await context.services.items.find(context.db, target);
  if (formDef?.type !== FORM_TYPE) throw problem('notFound');
  return formDef;
};

export const importRecords: TaskAction<ImportUploads> = {
  async begin(context, { target, input }) {
    const formDef = await formIn(context, target);
    const { name, fileID } = await uploadedFile(context, input.upload);
    const program = await context.services.items.find(context.db, String(formDef.properties['program']));
    const owner = program?.properties['owner'];
    return async (writing, key) => {
      await beginAreaImport(writing, {
        ...{ kind: IMPORT_KIND, type: RECORD_TYPE, name, key, fileID },
        owner: typeof owner === 'string' ? owner : undefined,
      });
      return { done: 0, total: 0 };
    };
  },
  async run(run) {
    const context = await run.context();
    const formDef = await formIn(context, run.target);
    const via = await importOfTask(context.db, run.key);
    await withImport(context, formDef, run.input, (opened) => settleAll({ run, formDef, via, opened }));
    await storeUploads(await run.context(), importedFile(run.input.upload));
    await run.batch(async (writing) => {
      await attachImportFile(writing, via, run.input.upload);
      return { checkpoint: run.checkpoint };
    });
    return {};
  },
};
