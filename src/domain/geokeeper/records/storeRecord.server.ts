// Stores a record that a device, another program or an import sends. The same record sent twice is stored once; a later state of a draft
// or of a record that was sent back replaces the earlier one; other content for a record in review becomes a second record.

import { deepEqual } from 'src/base/deepEqual.ts';
import { distinctNotes } from 'src/domain/geokeeper/arrival/arrivalNotes.ts';
import type { Arrival } from 'src/domain/geokeeper/arrival/prepareArrival.server.ts';
import { placeOfAnswers } from 'src/domain/geokeeper/records/placeOfAnswers.ts';
import { lineOfTrack } from 'src/domain/geokeeper/records/lineOfTrack.ts';
import {
  copyEarlierFiles,
  hashOfSent,
  knownCopies,
  recordsWithId,
  RECORD_TYPE,
  type KnownCopies,
} from 'src/domain/geokeeper/records/secondCopy.server.ts';
import {
  fileValues,
  filesOfRecord,
  refuseTooManyFiles,
  type KeptFile,
  type SentFile,
} from 'src/domain/geokeeper/records/sentFiles.server.ts';
import type { RecordChannel, SentRecord } from 'src/domain/geokeeper/records/sentRecord.ts';
import { sentTimes, type SentTimes } from 'src/domain/geokeeper/records/sentTimes.ts';
import type { ItemId, Json, Values } from 'src/model/item/Item.ts';
import { problem } from 'src/model/problems.ts';
import {
  asServer,
  createItem,
  itemsNaming,
  transitionItem,
  updateItem,
  writeItem,
  type Context,
  type StoredItem,
  type WritingContext,
} from 'src/server/extend.ts';

/** Records that a process stores at a time. Phones wait, so that people in the office can save and search while many phones send. */
export const SENT_AT_ONCE = 2;

export interface StoredRecord {
  readonly id: ItemId;
  readonly u: number;
  readonly state: string;
  readonly files: readonly KeptFile[];
}

const tripOf = async (context: Context, { trip }: SentRecord): Promise<ItemId | null> => {
  const { services, db, subject } = context;
  const type = services.registry.types[RECORD_TYPE];
  if (!type) throw problem('unknownOperation');
  if (trip === undefined) return null;
  const [id] = await itemsNaming(db, type, { instanceId: trip, collector: subject.userId ?? '' });
  return id ?? null;
};

/** Returns the values that a person may write. */
const writtenValues = (
  { program, workItem, answers, audience, place: sentPlace }: SentRecord,
  { formDef, form, title, track }: Arrival,
  { files, times }: { files: Readonly<Record<string, Json>>; times: SentTimes },
): Values => {
  const place = sentPlace ?? (form && placeOfAnswers(form.questions, answers)) ?? lineOfTrack(track);
  const formType = form?.formType ?? formDef.properties['formType'] ?? 'record';
  return {
    ...{ label: title, program, formDef: formDef.id, formType, ...files },
    ...(workItem !== undefined && { workItem }),
    ...(place !== undefined && { place }),
    ...(audience !== undefined && { audience }),
    collected: times.collected,
  };
};

interface Arriving {
  readonly arrival: Arrival;
  readonly times: SentTimes;
  readonly channel: RecordChannel;
  readonly sentHash: string;
  readonly copies: KnownCopies;
}

const serverValues = async (
  context: WritingContext,
  record: SentRecord,
  { arrival: { version, split, track, notes }, times, channel, sentHash, copies }: Arriving,
): Promise<Values> => {
  const { instanceId, device, submitter, earlierReview } = record;
  const all = distinctNotes([...copies.notes, ...times.notes, ...notes]);
  return {
    ...{ instanceId, channel, sentHash, formVersion: version?.id ?? null, trip: await tripOf(context, record) },
    formInstance: { formData: split.general as Values },
    restrictedAnswers: Object.keys(split.restricted).length > 0 ? (split.restricted as Values) : null,
    // A draft is sent without its track most of the time.
    ...(track && {
      track: { segments: track.segments.map((positions) => positions.map((each): Values => ({ ...each }))) },
    }),
    arrivalNotes: all.length > 0 ? { notes: all.map((note): Values => ({ ...note })) } : null,
    deviceTime: times.deviceTime ?? null,
    ...(device !== undefined && { device }),
    ...(submitter !== undefined && { submitter }),
    ...(earlierReview !== undefined && { earlierReview }),
    ...(times.finalized !== undefined && { finalized: times.finalized }),
  };
};

/** Leaves out values that are stored as they are. */
const changedValues = ({ properties }: StoredItem, values: Values): Values =>
  Object.fromEntries(Object.entries(values).filter(([name, value]) => !deepEqual(properties[name] ?? null, value)));

const replace = async (context: WritingContext, stored: StoredItem, values: Values): Promise<StoredItem> => {
  const changes = changedValues(stored, values);
  if (Object.keys(changes).length === 0) return stored;
  return (await updateItem(context, { id: stored.id, u: undefined, changes })).stored;
};

/** State in which a finished record of a known version begins. */
const FIRST_REVIEWED = 'RECEIVED';

const stateName = ({ properties }: StoredItem): string => String(properties['state']);

/** Moves a finished record to review, if it did not begin there, or among those with issues while its form is unknown. */
const finish = async (context: WritingContext, stored: StoredItem, { version }: Arrival): Promise<StoredItem> => {
  if (stateName(stored) === FIRST_REVIEWED) return stored;
  const hasIssues = stateName(stored) === 'ISSUES';
  if (hasIssues && !version) return stored;
  const name = version ? (hasIssues ? 'resubmit' : 'finalize') : 'hold';
  return (await transitionItem(await asServer(context), { id: stored.id, name, auto: true })).stored;
};

const answerOf = async (context: Context, stored: StoredItem): Promise<StoredRecord> => ({
  ...{ id: stored.id, u: stored.u, state: stateName(stored) },
  files: await filesOfRecord(context, stored),
});

interface StoreOptions {
  readonly files: readonly SentFile[];
  readonly channel: RecordChannel;
  /** Result of prepareArrival, which reads and checks the record before the transaction. */
  readonly arrival: Arrival;
  /** Records with the id, if the caller has read them after locking the collector. */
  readonly known?: readonly StoredItem[];
}

/**
 * Stores a record of the caller, whose files have been checked. Throws `invalid`, `notFound` and `notAllowed`; a refused record changes
 * nothing.
 */
export const storeRecord = async (
  context: WritingContext,
  record: SentRecord,
  { files, channel, arrival, known }: StoreOptions,
): Promise<StoredRecord> => {
  const { services, tx, subject } = context;
  // Two devices of one person that send the same record wait for each other.
  await services.items.find(tx, subject.userId ?? '', true);
  const sentHash = hashOfSent(record);
  const found = known ?? (await recordsWithId(context, record.instanceId));
  const copies = knownCopies(context, record, { sentHash, found });
  const { open, same, earlier } = copies;
  if (!open && same) return await answerOf(context, same);
  const { formDef, form, split, refusal } = arrival;
  if (refusal) throw refusal;
  const times = sentTimes(record, context.now);
  const { maxPhotos, maxVideos } = formDef.properties;
  refuseTooManyFiles(split, { photos: Number(maxPhotos ?? Infinity), videos: Number(maxVideos ?? Infinity) });
  const sent = new Set(files.map(({ name }) => name));
  // Without a form, the server does not know which questions are restricted.
  const sides = form ? split : { ...split, restrictedFiles: sent };
  const kept = await filesOfRecord(context, open);
  const values = writtenValues(record, arrival, { files: fileValues(kept, files, sides), times });
  const decided = await serverValues(context, record, { arrival, times, channel, sentHash, copies });
  const begins: Values = record.finalized !== undefined && arrival.version ? { state: FIRST_REVIEWED } : {};
  // A new record is one write, so that the search of each process takes it in once.
  const written = open
    ? await replace(context, open, values)
    : await createItem(context, RECORD_TYPE, values, { ...decided, ...begins });
  const stored = earlier
    ? await copyEarlierFiles(context, written, { files: await filesOfRecord(context, earlier), split, sent })
    : written;
  const further = changedValues(stored, decided);
  const whole =
    Object.keys(further).length === 0 ? stored : await writeItem(context, stored, { changes: further, kind: 'sent' });
  return await answerOf(context, record.finalized === undefined ? whole : await finish(context, whole, arrival));
};
