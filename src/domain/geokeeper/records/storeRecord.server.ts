// Stores a record that a device, another program or an import sends. The same record sent twice is stored once; a later state of a draft
// or of a record that was sent back replaces the earlier one.

import { deepEqual } from 'src/base/deepEqual.ts';
import type { FieldForm, FormAnswers } from 'src/domain/geokeeper/forms/FieldFormModel.ts';
import { formOfVersion, versionsOfForm } from 'src/domain/geokeeper/records/formVersions.server.ts';
import { placeOfAnswers } from 'src/domain/geokeeper/records/placeOfAnswers.ts';
import { lineOfTrack } from 'src/domain/geokeeper/records/lineOfTrack.ts';
import { recordTitle } from 'src/domain/geokeeper/records/recordTitle.ts';
import {
  fileValues,
  filesOfRecord,
  refuseTooManyFiles,
  type KeptFile,
  type SentFile,
} from 'src/domain/geokeeper/records/sentFiles.server.ts';
import { splitAnswers, type SplitAnswers } from 'src/domain/geokeeper/records/splitAnswers.ts';
import type { ItemId, Json, Values } from 'src/model/item/Item.ts';
import { invalidAt, problem } from 'src/model/problems.ts';
import {
  asServer,
  calendarOf,
  createItem,
  itemsNaming,
  transitionItem,
  updateItem,
  writeItem,
  type Context,
  type StoredItem,
  type WritingContext,
} from 'src/server/extend.ts';

export const RECORD_TYPE = 'GeoKeeperFieldData';

/** The way by which a record arrived. */
export type RecordChannel = 'FIELD' | 'OPENROSA' | 'IMPORT' | 'OFFICE';

export interface SentRecord {
  readonly instanceId: string;
  readonly program: ItemId;
  readonly formDef: ItemId;
  readonly version: number;
  readonly workItem?: ItemId | undefined;
  /** `instanceId` of the trip. */
  readonly trip?: string | undefined;
  readonly collected: string;
  readonly finalized?: string | undefined;
  readonly clockOffset?: number | undefined;
  readonly answers: FormAnswers;
  readonly track?: Values | undefined;
  readonly place?: Values | undefined;
  readonly audience?: string | undefined;
  readonly device?: string | undefined;
  /** Name of the person who sent the record to the program from which it is imported. */
  readonly submitter?: string | undefined;
}

export interface StoredRecord {
  readonly id: ItemId;
  readonly u: number;
  readonly state: string;
  readonly files: readonly KeptFile[];
}

/** States in which a record may still be replaced by its collector. */
const OPEN_STATES: ReadonlySet<string> = new Set(['DRAFT', 'ISSUES']);
/** A clock that is further off is corrected. */
const CLOCK_TOLERANCE_MS = 60_000;

/** Returns the record of the caller with this instance id. */
const ownRecord = async (context: Context, instanceId: string): Promise<StoredItem | undefined> => {
  const { services, db, subject } = context;
  const type = services.registry.types[RECORD_TYPE];
  if (!type) throw problem('unknownOperation');
  const [id] = await itemsNaming(db, type, { instanceId, collector: subject.userId ?? '' });
  return id === undefined ? undefined : await services.items.find(db, id);
};

const recordTimeOf = (text: string, offset: number, pointer: string): string => {
  const time = Date.parse(text);
  if (Number.isNaN(time)) throw invalidAt(pointer, 'errors.invalidDate');
  return new Date(Math.abs(offset) > CLOCK_TOLERANCE_MS ? time - offset : time).toISOString();
};

interface Known {
  readonly formDef: StoredItem;
  readonly version: StoredItem;
  readonly form: FieldForm;
}

const openForm = async (context: WritingContext, record: SentRecord): Promise<Known> => {
  const { services, tx, readFilter } = context;
  const program = await services.access.visible(tx, readFilter, record.program);
  if (program.properties['state'] !== 'ACTIVE') throw invalidAt('/record/program', 'fieldRecords.closedProgram');
  const formDef = await services.access.visible(tx, readFilter, record.formDef);
  const { state, program: ofProgram } = formDef.properties;
  if (ofProgram !== program.id) throw invalidAt('/record/formDef', 'fieldRecords.otherProgram');
  if (state !== 'ACTIVE') throw invalidAt('/record/formDef', 'fieldRecords.withdrawnForm');
  const version = (await versionsOfForm({ services, db: tx }, formDef.id)).find(
    ({ properties }) => properties['version'] === record.version,
  );
  if (!version) throw invalidAt('/record/version', 'fieldRecords.unknownVersion');
  return { formDef, version, form: formOfVersion(version) };
};

const tripOf = async (context: Context, { trip }: SentRecord): Promise<ItemId | null> =>
  trip === undefined ? null : ((await ownRecord(context, trip))?.id ?? null);

/** Returns the values that a person may write. */
const writtenValues = async (
  context: WritingContext,
  record: SentRecord,
  { known, split, files }: { known: Known; split: SplitAnswers; files: Readonly<Record<string, Json>> },
): Promise<Values> => {
  const { formDef, form } = known;
  const { timeZone } = await calendarOf(context.services, context.tx, formDef);
  const { program, workItem, collected, clockOffset = 0, answers, audience } = record;
  const place = record.place ?? placeOfAnswers(form.questions, answers) ?? lineOfTrack(record.track);
  return {
    label: recordTitle(form, split.general, { now: context.now, timeZone }) || formDef.label,
    ...{ program, formDef: formDef.id, formType: form.formType, ...files },
    ...(workItem !== undefined && { workItem }),
    ...(place !== undefined && { place }),
    ...(audience !== undefined && { audience }),
    collected: recordTimeOf(collected, clockOffset, '/record/collected'),
  };
};

const serverValues = async (
  context: WritingContext,
  record: SentRecord,
  { known, split, channel }: { known: Known; split: SplitAnswers; channel: RecordChannel },
): Promise<Values> => {
  const { instanceId, finalized, clockOffset = 0, track, device, submitter } = record;
  return {
    ...{ instanceId, channel, formVersion: known.version.id, trip: await tripOf(context, record) },
    formInstance: { formData: split.general as Values },
    restrictedAnswers: Object.keys(split.restricted).length > 0 ? (split.restricted as Values) : null,
    // A draft is sent without its track most of the time.
    ...(track !== undefined && { track }),
    ...(device !== undefined && { device }),
    ...(submitter !== undefined && { submitter }),
    ...(finalized !== undefined && { finalized: recordTimeOf(finalized, clockOffset, '/record/finalized') }),
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

const stateName = ({ properties }: StoredItem): string => String(properties['state']);

const finish = async (context: WritingContext, stored: StoredItem): Promise<StoredItem> => {
  const name = stateName(stored) === 'ISSUES' ? 'resubmit' : 'finalize';
  return (await transitionItem(await asServer(context), { id: stored.id, name, auto: true })).stored;
};

const answerOf = async (context: Context, stored: StoredItem): Promise<StoredRecord> => ({
  ...{ id: stored.id, u: stored.u, state: stateName(stored) },
  files: await filesOfRecord(context, stored),
});

/**
 * Stores a record of the caller, whose files have been checked. Throws `invalid`, `notFound` and `notAllowed`; a refused record changes
 * nothing.
 */
export const storeRecord = async (
  context: WritingContext,
  record: SentRecord,
  { files, channel }: { readonly files: readonly SentFile[]; readonly channel: RecordChannel },
): Promise<StoredRecord> => {
  const { services, tx, subject } = context;
  // Two devices of one person that send the same record wait for each other.
  await services.items.find(tx, subject.userId ?? '', true);
  const before = await ownRecord(context, record.instanceId);
  if (before && !OPEN_STATES.has(stateName(before))) return await answerOf(context, before);
  const known = await openForm(context, record);
  const { maxPhotos, maxVideos, generalise } = known.formDef.properties;
  const split = splitAnswers(known.form.questions, record.answers, { closesPositions: generalise !== false });
  refuseTooManyFiles(split, { photos: Number(maxPhotos ?? Infinity), videos: Number(maxVideos ?? Infinity) });
  const kept = await filesOfRecord(context, before);
  const values = await writtenValues(context, record, { known, split, files: fileValues(kept, files, split) });
  const stored = before ? await replace(context, before, values) : await createItem(context, RECORD_TYPE, values);
  const further = changedValues(stored, await serverValues(context, record, { known, split, channel }));
  const whole =
    Object.keys(further).length === 0 ? stored : await writeItem(context, stored, { changes: further, kind: 'sent' });
  return await answerOf(context, record.finalized === undefined ? whole : await finish(context, whole));
};
