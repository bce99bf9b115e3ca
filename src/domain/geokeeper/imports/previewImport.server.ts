// Tells what an import of records would do, without writing anything.

import { compileForm } from 'src/domain/geokeeper/forms/compileForm.ts';
import type { FieldForm } from 'src/domain/geokeeper/forms/FieldFormModel.ts';
import { openSession } from 'src/domain/geokeeper/forms/openSession.ts';
import type { OpenImport } from 'src/domain/geokeeper/imports/openImport.server.ts';
import type { ReadRecord } from 'src/domain/geokeeper/imports/readRecords.ts';
import { RECORD_TYPE } from 'src/domain/geokeeper/records/secondCopy.server.ts';
import type { Endpoints } from 'src/model/generated/endpoints.ts';
import type { ItemId } from 'src/model/item/Item.ts';
import { calendarOf, type Context, type StoredItem } from 'src/server/extend.ts';

type Preview = Endpoints['previewFieldRecords']['answer'];
type ImportProblem = Preview['refused'][number];

/** Problems of each kind that a preview lists. */
const LISTED = 200;
/** Records whose answers are compared with the rules of the form. */
const COMPARED_RECORDS = 1_000;
const PREVIEW_RECORDS = 10;
const IDS_IN_A_QUERY = 500;

/** Returns how many of the records are stored already, among those that the caller may see. */
const knownCount = async (
  { services, readFilter, gone }: Context,
  formDef: ItemId,
  records: readonly ReadRecord[],
): Promise<number> => {
  let count = 0;
  for (let from = 0; from < records.length; from += IDS_IN_A_QUERY) {
    const instanceId = records.slice(from, from + IDS_IN_A_QUERY).map((record) => record.instanceId);
    const must = { _t: [RECORD_TYPE], formDef: [formDef], instanceId };
    const { total } = await services.search.search(readFilter, { must, max: 0 }, gone);
    count += total;
  }
  return count;
};

/** Opens the form of records with their answers. */
const checkedSessionsOf = (form: FieldForm, { now, timeZone }: { readonly now: Date; readonly timeZone: string }) => {
  const compiled = compileForm(form);
  return ({ answers }: ReadRecord) =>
    openSession(compiled, { answers, now: () => now, timeZone, language: form.defaultLanguage });
};

/** Returns the answers that break a rule of the form. Such records are imported as they are. */
const misfitsOf = (
  records: readonly ReadRecord[],
  open: ReturnType<typeof checkedSessionsOf>,
): readonly ImportProblem[] =>
  records.slice(0, COMPARED_RECORDS).flatMap((record) =>
    open(record)
      .problems()
      .map(({ path, kind }) => ({
        ...{ table: record.table, row: record.row, column: path, value: '' },
        message: kind === 'required' ? 'fieldImport.misfit.required' : 'fieldImport.misfit.constraint',
      })),
  );

const missingMedia = ({ records, media }: OpenImport): readonly ImportProblem[] =>
  records.flatMap((record) =>
    record.files
      .filter((name) => media.fileOf(record, name) === undefined)
      .map((value) => ({
        ...{ table: record.table, row: record.row, column: '', value },
        message: 'fieldImport.missingFile',
      })),
  );

const listedRecords = (problems: readonly ImportProblem[]): ImportProblem[] => problems.slice(0, LISTED);

export const previewImport = async (context: Context, formDef: StoredItem, opened: OpenImport): Promise<Preview> => {
  const { name, form, version, records, refused, unused } = opened;
  const { timeZone } = await calendarOf(context.services, context.db, formDef);
  const open = checkedSessionsOf(form, { now: context.now, timeZone });
  const misfits = misfitsOf(records, open);
  const missing = missingMedia(opened);
  return {
    ...{ name, version, records: records.length, known: await knownCount(context, formDef.id, records) },
    files: records.reduce((sum, { files }) => sum + files.length, 0) - missing.length,
    ...{ refused: listedRecords(refused.map(({ instanceId: _, ...place }) => place)), refusedCount: refused.length },
    ...{ missing: listedRecords(missing), missingCount: missing.length },
    ...{ misfits: listedRecords(misfits), misfitCount: misfits.length },
    unused: unused.slice(0, LISTED).map((column) => ({ ...column })),
    shown: records.slice(0, PREVIEW_RECORDS).map((record) => ({
      ...{ row: record.row, title: open(record).title(), files: record.files.length },
      ...(record.collected !== undefined && { collected: record.collected }),
      ...(record.submitter !== undefined && { submitter: record.submitter }),
    })),
  };
};
