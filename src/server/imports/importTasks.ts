// `act/checkImport/async` and `act/runImport/async`: what a table would change, and the import itself. Both settle the rows by the same code.

import { isTimeZone } from 'src/model/calendar/dayIn.ts';
import { SYSTEM_TYPES } from 'src/model/schema/systemTypes.ts';
import type { ItemId } from 'src/model/item/Item.ts';
import { itemId } from 'src/model/item/itemId.ts';
import { invalidAt, problem } from 'src/model/problems.ts';
import { refuseActing } from 'src/server/access/actions/refuseActing.ts';
import type { ImportContext, ImportNeeds, ImportWriting } from 'src/server/imports/ImportNeeds.ts';
import { attachImportFile, importedFile, importItemValues } from 'src/server/imports/importItem.ts';
import { withCollection } from 'src/server/imports/importCollection.ts';
import {
  importOwner,
  importPlan,
  NO_TARGET,
  type ImportPlan,
  type ImportRequest,
} from 'src/server/imports/importPlan.ts';
import { SPECIAL } from 'src/server/imports/importTargets.ts';
import { importTable, type Importing } from 'src/server/imports/importBatches.ts';
import type { ImportCheckpoint } from 'src/server/imports/rowOutcomes.ts';
import { refusedSheetTable } from 'src/server/imports/refusedTable.ts';
import { uploadedFile, type UploadedFile } from 'src/server/files/uploadedFile.ts';
import { insertItem } from 'src/server/rules/serverWrites.ts';
import { storeUploads } from 'src/server/rules/uploadsToAttachments.ts';
import { writeMetadataOf } from 'src/server/rules/writeMetadata.ts';
import {
  addImportRun,
  clearImportRows,
  importRunOf,
  isImportedAlready,
  refusedImportRows,
} from 'src/server/store/importRows.ts';
import { NO_PROGRESS } from 'src/server/tasks/runBulk.ts';
import type { BeginTask, TaskAction, TaskHandler, TaskResult } from 'src/server/TaskHandler.ts';

const RUN_ACTION = 'runImport';
/** Refused rows in the table of them, which is made in memory. */
const REFUSED_LIMITS = { most: 100_000, bytes: 64 * 1_048_576 };

/** Rows with ids change items, whose rights are checked one by one. */
const namesItems = ({ columns }: ImportPlan): boolean => columns.some(({ to }) => to === SPECIAL.id);

/** Returns the plan. Throws `notAllowed` when the person may not create any of the records. The rules of each record are checked in addition. */
const admittedPlan = async (context: ImportContext, input: ImportRequest): Promise<ImportPlan> => {
  const { services, db, readFilter, subject } = context;
  const plan = await withCollection(context, importPlan(services.registry, input, subject.admin), input);
  const { type, ownerPath, owner } = plan;
  if (input.zone !== undefined && !isTimeZone(input.zone)) throw invalidAt('/zone', 'errors.invalidChoice');
  if (plan.kind.accounts) refuseActing(subject);
  if (plan.invites && services.registration === 'closed') throw invalidAt('/invite', 'import.closedSite');
  if (owner !== undefined) await services.access.visible(db, readFilter, owner);
  if (namesItems(plan)) return plan;
  if (!services.creatable(subject).includes(type.name)) throw problem('notAllowed');
  if (ownerPath === undefined || owner === undefined) return plan;
  if ((await importOwner(context, plan)) === undefined) throw problem('notAllowed');
  return plan;
};

const runRow = ({ type }: ImportPlan, { fileID }: UploadedFile) => ({ t: type.number, owner: '', file: fileID });

const beginCheck: BeginTask<ImportNeeds, ImportRequest> = async (context, { input }) => {
  const plan = await admittedPlan(context, input);
  const upload = await uploadedFile(context, input.upload);
  return async ({ tx, subject }, key) => {
    await addImportRun(tx, { key, userId: subject.userId ?? '', live: false, ...runRow(plan, upload) });
    return { ...NO_PROGRESS, total: 0 };
  };
};

/** Length of a stored mapping. */
const MOST_MAPPING = 200_000;

/** Returns the mapping as it is stored: of a very wide table only the columns that fill properties. */
const mappingText = (columns: ImportRequest['columns']): string => {
  const all = JSON.stringify(columns);
  return all.length <= MOST_MAPPING ? all : JSON.stringify(columns.filter(({ to }) => to !== NO_TARGET));
};

const startTableImport = async (
  context: ImportWriting,
  key: string,
  { input, plan, upload }: { readonly input: ImportRequest; readonly plan: ImportPlan; readonly upload: UploadedFile },
): Promise<void> => {
  const { tx, subject, now } = context;
  const owner = await importOwner(context, plan);
  // A person without the right to create records occupies only their own imports.
  const row = { ...runRow(plan, upload), owner: owner ?? (namesItems(plan) ? (subject.userId ?? '') : '') };
  const { kind, type } = plan;
  const values = {
    ...importItemValues({ kind: kind.key, type: type.name, key, name: upload.name, owner, now }),
    mapping: mappingText(input.columns),
  };
  const stored = await insertItem(context, SYSTEM_TYPES.import, values);
  const isFirst = await addImportRun(tx, {
    key,
    userId: subject.userId ?? '',
    import: stored.number,
    live: true,
    ...row,
  });
  if (!isFirst) throw invalidAt('/upload', 'import.anotherRuns');
  // Read while no other import of these records can begin, so that an import that has just ended is seen.
  if (input.again !== true && !namesItems(plan) && (await isImportedAlready(tx, row)))
    throw invalidAt('/upload', 'import.sameFile');
};

const beginTableImport: BeginTask<ImportNeeds, ImportRequest> = async (context, { input }) => {
  const plan = await admittedPlan(context, input);
  const upload = await uploadedFile(context, input.upload);
  return async (writing, key) => {
    await startTableImport(writing, key, { input, plan, upload });
    return { ...NO_PROGRESS, total: 0 };
  };
};

const refusedFile = async ({ run, words, columns }: Importing): Promise<TaskResult> => {
  const { db } = await run.context();
  const rows = await refusedImportRows(db, run.key, REFUSED_LIMITS);
  if (rows.length === 0) return {};
  const content = refusedSheetTable(rows, { columns, words });
  return { file: { name: 'refused-rows.csv', type: 'text/csv', content } };
};

const runCheck: TaskHandler<ImportNeeds, ImportRequest> = async (run) => {
  // A check keeps nothing from which it could continue.
  await run.batch(async ({ tx }) => {
    await clearImportRows(tx, run.key);
    return { checkpoint: null };
  });
  return await importTable(run, undefined, refusedFile);
};

/** Writes one event for each owner, and attaches the file. */
const finishTable = async (importing: Importing, via: ItemId): Promise<TaskResult> => {
  const { run } = importing;
  const { upload } = run.input;
  await storeUploads(await run.context(), importedFile(upload));
  await run.batch(async (context) => {
    const known = run.checkpoint as ImportCheckpoint | null;
    await context.services.events.writeOfMany(
      context.tx,
      RUN_ACTION,
      Object.values(known?.owners ?? {}),
      writeMetadataOf(context),
    );
    await attachImportFile(context, via, upload);
    return { checkpoint: known && { ...known, owners: {} } };
  });
  return await refusedFile(importing);
};

const runImportTask: TaskHandler<ImportNeeds, ImportRequest> = async (run) => {
  const { db } = await run.context();
  const known = await importRunOf(db, run.key);
  if (!known || known.import === null) throw problem('notFound');
  const via = itemId(SYSTEM_TYPES.import, known.import);
  return await importTable(run, via, (importing) => finishTable(importing, via));
};

const admit: TaskAction<ImportNeeds, ImportRequest>['admit'] = async (context, input) =>
  void (await admittedPlan(context, input));

export const checkImportTask: TaskAction<ImportNeeds, ImportRequest> = { begin: beginCheck, admit, run: runCheck };
export const importTask: TaskAction<ImportNeeds, ImportRequest> = {
  begin: beginTableImport,
  admit,
  run: runImportTask,
};
