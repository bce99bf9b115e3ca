// Stores a submission of an OpenRosa client as a record of the person. Files may come in several requests; the record waits as a draft until
// all of them have arrived. A submission that is sent again is not stored again, and another one with the same id is refused.

import { randomUUID } from 'node:crypto';
import { prepareArrival, type Arrival } from 'src/domain/geokeeper/arrival/prepareArrival.server.ts';
import type { FormAnswers } from 'src/domain/geokeeper/forms/FieldFormModel.ts';
import {
  formOfSubmission,
  type CollectContext,
  type SubmittedForm,
} from 'src/domain/geokeeper/openRosa/collectForms.server.ts';
import { startTimeOf, deviceOf, instanceAnswers } from 'src/domain/geokeeper/openRosa/instanceAnswers.server.ts';
import {
  instanceIdentityOf,
  readInstance,
  type InstanceIdentity,
} from 'src/domain/geokeeper/openRosa/readInstance.server.ts';
import type { ReceivedBody, ReceivedFile } from 'src/domain/geokeeper/openRosa/readMultipart.server.ts';
import { filesOfRecord, type SentFile } from 'src/domain/geokeeper/records/sentFiles.server.ts';
import { splitAnswers } from 'src/domain/geokeeper/records/splitAnswers.ts';
import { hashOfSent, recordsWithId } from 'src/domain/geokeeper/records/secondCopy.server.ts';
import type { SentRecord } from 'src/domain/geokeeper/records/sentRecord.ts';
import { storeRecord } from 'src/domain/geokeeper/records/storeRecord.server.ts';
import type { ItemId, Json } from 'src/model/item/Item.ts';
import { uploadRef } from 'src/model/item/uploadRef.ts';
import { problem } from 'src/model/problems.ts';
import { storeUploads, type Context, type StoredItem, type WritingContext } from 'src/server/extend.ts';

interface Submission {
  readonly identity: InstanceIdentity;
  readonly submitted: SubmittedForm;
  readonly answers: FormAnswers;
  /** Names of the files that the answers list. */
  readonly named: ReadonlySet<string>;
}

export interface StoredSubmission {
  readonly id: ItemId;
  /** Files that the answers name and that have not arrived. */
  readonly missing: number;
}

const ownRecordIn = (found: readonly StoredItem[], { subject }: Context): StoredItem | undefined =>
  found.find(({ properties }) => properties['collector'] === subject.userId);

const ownRecordWith = async (context: Context, instanceId: string): Promise<StoredItem | undefined> =>
  ownRecordIn(await recordsWithId(context, instanceId), context);

const storedStateOf = ({ properties }: StoredItem): string => String(properties['state']);

/** A record that people in the office have changed may differ from what was sent. */
const SENT_STATES: ReadonlySet<string> = new Set(['DRAFT', 'RECEIVED']);

/** Throws `conflict` when another submission with this id was stored. Its checksum is that of the same content at the same times. */
const refuseConflict = (before: StoredItem | undefined, record: SentRecord): void => {
  if (!before || !SENT_STATES.has(storedStateOf(before))) return;
  const { sentHash, finalized } = before.properties;
  const sent = { ...record, finalized: typeof finalized === 'string' ? finalized : undefined };
  if (sentHash !== undefined && sentHash !== hashOfSent(sent)) throw problem('conflict', { current: null });
};

/** Reads what can be read before the transaction. Throws `InstanceRefused`, `invalid` and `notFound`. */
const readSubmission = async (context: CollectContext, xml: string): Promise<Submission> => {
  const root = readInstance(xml);
  const identity = instanceIdentityOf(root);
  const submitted = await formOfSubmission(context, identity);
  const answers = instanceAnswers(submitted.form, root);
  const split = splitAnswers(submitted.form.questions, answers, { closesPositions: false });
  return { identity, submitted, answers, named: new Set(split.files.keys()) };
};

interface NewFiles {
  readonly files: readonly ReceivedFile[];
  readonly submission: Submission;
  /** Gets the uploads. */
  readonly sent: SentFile[];
}

/** Makes an upload of each file that the answers name and the record does not have. */
const uploadFiles = async (context: CollectContext, { files, submission, sent }: NewFiles): Promise<void> => {
  const { services, subject } = context;
  const before = await ownRecordWith(context, submission.identity.instanceId);
  const kept = new Set((await filesOfRecord(context, before)).map(({ name, sha256 }) => `${name} ${sha256}`));
  for (const { name, path, size, sha256 } of files) {
    if (!submission.named.has(name) || kept.has(`${name} ${sha256}`) || sent.some((each) => each.name === name))
      continue;
    const key = randomUUID();
    sent.push({ name, upload: key, sha256 });
    await services.uploads.receive({ key, userId: subject.userId ?? '', name, size }, path);
  }
  await storeUploads(
    context,
    sent.map(({ upload }): Json => uploadRef(upload)),
  );
};

/** Removes the uploads that no record has taken. */
const forgetUnused = async ({ services, subject }: CollectContext, files: readonly SentFile[]): Promise<void> => {
  for (const { upload } of files) {
    const row = await services.uploads.find(subject.userId ?? '', upload);
    if (row && row.attachment === null) {
      await services.uploads.forget(upload);
      await services.uploads.removeBytes(upload);
    }
  }
};

/** Returns the id under which the record is stored: a corrected copy of a record that was sent back replaces it. */
const storedInstanceId = async (
  context: WritingContext,
  { instanceId, replaces }: InstanceIdentity,
): Promise<string> => {
  const corrected = replaces === undefined ? undefined : await ownRecordWith(context, replaces);
  return corrected && storedStateOf(corrected) === 'ISSUES' ? (replaces ?? instanceId) : instanceId;
};

const writeSubmission = async (
  context: WritingContext,
  submission: Submission,
  { files, arrival }: { readonly files: readonly SentFile[]; readonly arrival: Arrival },
): Promise<StoredSubmission> => {
  const { services, tx, subject, now } = context;
  const { identity, submitted, answers, named } = submission;
  const { form, program, version } = submitted;
  // Two requests with one record wait for each other.
  await services.items.find(tx, subject.userId ?? '', true);
  const instanceId = await storedInstanceId(context, identity);
  const known = await recordsWithId(context, instanceId);
  const before = ownRecordIn(known, context);
  const kept = await filesOfRecord(context, before);
  const there = new Set([...kept, ...files].map(({ name }) => name));
  const missing = [...named].filter((name) => !there.has(name)).length;
  const { collected, finalized } = before?.properties ?? {};
  const record: SentRecord = {
    ...{ instanceId, program, formDef: identity.form, version, answers, device: deviceOf(form, answers) },
    // The same record has the same times, whenever it is sent.
    collected: typeof collected === 'string' ? collected : (startTimeOf(form, answers) ?? now.toISOString()),
    ...(missing === 0 && { finalized: typeof finalized === 'string' ? finalized : now.toISOString() }),
  };
  refuseConflict(before, record);
  const { id } = await storeRecord(context, record, { files, channel: 'OPENROSA', arrival, known });
  return { id, missing };
};

/** Throws `InstanceRefused`, `invalid`, `notFound`, `notAllowed` and `conflict`; a refused submission stores nothing. */
export const storeSubmission = async (
  context: CollectContext,
  { xml, files }: ReceivedBody,
): Promise<StoredSubmission> => {
  if (xml === undefined) throw problem('parseRequestFailed');
  const submission = await readSubmission(context, xml);
  const { identity, submitted, answers } = submission;
  const arrival = await prepareArrival(context, {
    ...{ instanceId: identity.instanceId, program: submitted.program, formDef: identity.form },
    ...{ version: submitted.version, answers, collected: context.now.toISOString() },
  });
  const sent: SentFile[] = [];
  try {
    await uploadFiles(context, { files, submission, sent });
    return await context.services.database.transaction(
      async (tx) => await writeSubmission({ ...context, db: tx, tx }, submission, { files: sent, arrival }),
    );
  } finally {
    await forgetUnused(context, sent);
  }
};
