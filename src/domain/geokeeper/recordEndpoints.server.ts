// `act/fieldPackage` returns everything that a device needs to collect records, `act/submitFieldData` stores a record that it sends, `act/ownFieldData` returns the states of the records that the caller sent, and
// `act/publishFieldForm` makes the next version of a form.

import { readFieldPackage } from 'src/domain/geokeeper/records/fieldPackage.server.ts';
import { FORM_TYPE, VERSION_TYPE, versionsOfForm } from 'src/domain/geokeeper/records/formVersions.server.ts';
import { refuseFaultyForm } from 'src/domain/geokeeper/records/refuseFaultyForm.server.ts';
import { checkSentFiles } from 'src/domain/geokeeper/records/sentFiles.server.ts';
import { RECORD_TYPE, storeRecord } from 'src/domain/geokeeper/records/storeRecord.server.ts';
import type { FormAnswers } from 'src/domain/geokeeper/forms/FieldFormModel.ts';
import { invalidAt, problem } from 'src/model/problems.ts';
import { uploadRef } from 'src/model/item/uploadRef.ts';
import { endpoint, insertItem, itemsNaming, storeUploads, writeItem } from 'src/server/extend.ts';

/** Records whose states are returned at once, the latest. */
const OWN_RECORDS = 2_000;

export const fieldPackage = endpoint('fieldPackage', (context) => readFieldPackage(context));

export const submitFieldData = endpoint('submitFieldData', {
  async prepare(context, { record, files }) {
    if (record.program !== context.target) throw invalidAt('/record/program', 'errors.invalidChoice');
    await checkSentFiles(context, files);
    await storeUploads(
      context,
      files.map(({ upload }) => uploadRef(upload)),
    );
    return async (writing) => {
      const sent = { ...record, answers: record.answers as FormAnswers };
      const { files: kept, ...stored } = await storeRecord(writing, sent, { files, channel: 'FIELD' });
      return { ...stored, files: kept.map(({ name, sha256 }) => ({ name, sha256 })) };
    };
  },
});

export const ownFieldData = endpoint('ownFieldData', async ({ services, db, subject }, { since }) => {
  const type = services.registry.types[RECORD_TYPE];
  if (!type) throw problem('unknownOperation');
  const ids = await itemsNaming(db, type, { collector: subject.userId ?? '' });
  const found = await services.items.findMany(db, ids.slice(-OWN_RECORDS));
  const records = found.flatMap(({ id, label, updated, properties }) => {
    const { instanceId, state, reviewNote } = properties;
    if (typeof instanceId !== 'string' || (since !== undefined && updated <= since)) return [];
    return [{ instanceId, id, state: String(state), label, note: String(reviewNote ?? ''), at: updated }];
  });
  return { records };
});

export const publishFieldForm = endpoint('publishFieldForm', async (context) => {
  const { services, tx, stored } = context;
  if (stored.type !== FORM_TYPE) throw problem('notAllowed');
  const { form } = stored.properties;
  if (form === undefined || form === null) throw invalidAt('/form', 'errors.required');
  refuseFaultyForm(context, form);
  const [last] = await versionsOfForm({ services, db: tx }, stored.id);
  const version = Number(last?.properties['version'] ?? 0) + 1;
  const made = await insertItem(context, VERSION_TYPE, {
    ...{ label: `${stored.label} ${version}`, formDef: stored.id, version, form },
  });
  await writeItem(context, stored, { changes: { version }, kind: 'published' });
  return { version, id: made.id };
});
