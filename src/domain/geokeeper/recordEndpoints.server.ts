// `act/fieldPackage` returns everything that a device needs to collect records, `act/submitFieldData` stores a record that it sends, `act/ownFieldData` returns the states of the records that the caller sent, and
// `act/publishFieldForm` makes the next version of a form.

import { deepEqual } from 'src/base/deepEqual.ts';
import { prepareArrival } from 'src/domain/geokeeper/arrival/prepareArrival.server.ts';
import { readFieldPackage } from 'src/domain/geokeeper/records/fieldPackage.server.ts';
import { FORM_TYPE, VERSION_TYPE, versionsOfForms } from 'src/domain/geokeeper/records/formVersions.server.ts';
import { refuseFaultyForm } from 'src/domain/geokeeper/records/refuseFaultyForm.server.ts';
import { RECORD_TYPE } from 'src/domain/geokeeper/records/secondCopy.server.ts';
import { checkSentFiles } from 'src/domain/geokeeper/records/sentFiles.server.ts';
import { SENT_AT_ONCE, storeRecord } from 'src/domain/geokeeper/records/storeRecord.server.ts';
import type { FormAnswers } from 'src/domain/geokeeper/forms/FieldFormModel.ts';
import { invalidAt, problem } from 'src/model/problems.ts';
import { uploadRef } from 'src/model/item/uploadRef.ts';
import { endpoint, insertItem, itemsNaming, storeUploads, writeItem } from 'src/server/extend.ts';

/** Records whose states are returned at once, the latest. */
const OWN_RECORDS = 2_000;
/** Answers and tracks of the records are large, and a device has its own. */
const OWN_PROPERTIES: ReadonlySet<string> = new Set(['label', 'instanceId', 'state', 'reviewNote']);

export const fieldPackage = endpoint('fieldPackage', (context) => readFieldPackage(context));

export const submitFieldData = endpoint('submitFieldData', {
  atOnce: SENT_AT_ONCE,
  async prepare(context, { record, files }) {
    if (record.program !== context.target) throw invalidAt('/record/program', 'errors.invalidChoice');
    await checkSentFiles(context, files);
    const sent = { ...record, answers: record.answers as FormAnswers };
    const arrival = await prepareArrival(context, sent);
    await storeUploads(
      context,
      files.map(({ upload }) => uploadRef(upload)),
    );
    return async (writing) => {
      const { files: kept, ...stored } = await storeRecord(writing, sent, { files, channel: 'FIELD', arrival });
      return { ...stored, files: kept.map(({ name, sha256 }) => ({ name, sha256 })) };
    };
  },
});

export const ownFieldData = endpoint('ownFieldData', async ({ services, db, readFilter, subject }, { since }) => {
  const type = services.registry.types[RECORD_TYPE];
  if (!type) throw problem('unknownOperation');
  const ids = await itemsNaming(db, type, { collector: subject.userId ?? '' });
  const options = { channel: undefined, properties: OWN_PROPERTIES };
  const found = await services.items.readVisible(db, readFilter, ids.slice(-OWN_RECORDS), options);
  const records = found.flatMap((item) => {
    const { $id, $label, updated, instanceId, state, reviewNote } = item;
    const at = String(updated);
    if (typeof instanceId !== 'string' || (since !== undefined && at <= since)) return [];
    return [{ instanceId, id: $id, state: String(state), label: $label, note: String(reviewNote ?? ''), at }];
  });
  return { records };
});

export const publishFieldForm = endpoint('publishFieldForm', {
  async prepare(context) {
    const { form } = context.stored.properties;
    if (context.stored.type !== FORM_TYPE) throw problem('notAllowed');
    if (form === undefined || form === null) throw invalidAt('/form', 'errors.required');
    await refuseFaultyForm(context, form);
    return async (writing) => {
      const { stored, target } = writing;
      if (!deepEqual(stored.properties['form'], form)) throw problem('conflict', { current: null });
      const [last] = await versionsOfForms(writing, [target]);
      const version = (last?.version ?? 0) + 1;
      const made = await insertItem(writing, VERSION_TYPE, {
        ...{ label: `${stored.label} ${version}`, formDef: target, version, form },
      });
      await writeItem(writing, stored, { changes: { version }, kind: 'published' });
      return { version, id: made.id };
    };
  },
});
