// Reads and checks a record before the transaction that stores it: the form of the record, the readers of each answer, the title, and what the
// reviewer should look at.

import { distinctNotes, type ArrivalNote } from 'src/domain/geokeeper/arrival/arrivalNotes.ts';
import { checkArrivedAnswers } from 'src/domain/geokeeper/arrival/formThread.server.ts';
import type { FieldForm, TripTrack } from 'src/domain/geokeeper/forms/FieldFormModel.ts';
import { unpackTrack } from 'src/domain/geokeeper/forms/packedTrack.ts';
import { metresBetweenPositions } from 'src/domain/geokeeper/forms/positions.ts';
import { formOfVersion, versionOfForm } from 'src/domain/geokeeper/records/formVersions.server.ts';
import type { SentRecord } from 'src/domain/geokeeper/records/sentRecord.ts';
import { splitAnswers, type SplitAnswers } from 'src/domain/geokeeper/records/splitAnswers.ts';
import { reviewIsJump } from 'src/domain/geokeeper/review/trackMeasures.ts';
import { invalidAt, type Problem } from 'src/model/problems.ts';
import { calendarOf, type Context, type StoredItem } from 'src/server/extend.ts';

export interface Arrival {
  readonly formDef: StoredItem;
  /** Undefined for a version that is not published. The record is stored and waits among those with issues. */
  readonly version: StoredItem | undefined;
  readonly form: FieldForm | undefined;
  readonly split: SplitAnswers;
  /** The program is closed or the form withdrawn: only a record that was stored before is acknowledged. */
  readonly refusal: Problem | undefined;
  readonly track: TripTrack | undefined;
  readonly title: string;
  readonly notes: readonly ArrivalNote[];
}

type ArrivalContext = Pick<Context, 'services' | 'db' | 'readFilter' | 'subject' | 'now'>;
type Opened = Pick<Arrival, 'formDef' | 'version' | 'form' | 'refusal'>;

/** Throws `notFound` for what the caller may not see. */
const openedForm = async (context: ArrivalContext, record: SentRecord): Promise<Opened> => {
  const { services, db, readFilter } = context;
  const program = await services.access.visible(db, readFilter, record.program);
  const formDef = await services.access.visible(db, readFilter, record.formDef);
  const { state, program: ofProgram } = formDef.properties;
  const isOpen = program.properties['state'] === 'ACTIVE';
  if (isOpen && ofProgram !== program.id) throw invalidAt('/record/formDef', 'fieldRecords.otherProgram');
  const version = await versionOfForm(context, formDef.id, record.version);
  const refusal =
    program.properties['state'] !== 'ACTIVE'
      ? invalidAt('/record/program', 'fieldRecords.closedProgram')
      : state === 'ACTIVE'
        ? undefined
        : invalidAt('/record/formDef', 'fieldRecords.withdrawnForm');
  return { formDef, version, form: version && formOfVersion(version), refusal };
};

const METRES_OF_KM = 1_000;

/** Returns one note for all jumps of a track: its map shows each of them. */
const trackNotes = ({ segments }: TripTrack): readonly ArrivalNote[] => {
  const jumps = segments.flatMap((positions) =>
    positions.flatMap((position, at) => {
      const before = positions[at - 1];
      return before && reviewIsJump(before, position) ? [metresBetweenPositions(before, position)] : [];
    }),
  );
  if (jumps.length === 0) return [];
  const longest = jumps.reduce((most, metres) => Math.max(most, metres), 0);
  const values = { count: jumps.length, kilometres: Math.round(longest / METRES_OF_KM) };
  return [{ kind: 'trackJump', path: '', values }];
};

const LOCK_OF_WORK_ITEMS: ReadonlySet<string> = new Set(['lockToTrip']);

/** Returns a note for a record without a trip whose work item is locked to trips. */
const workItemNotes = async (
  { services, db, readFilter }: ArrivalContext,
  { workItem, trip }: SentRecord,
  form: FieldForm | undefined,
): Promise<readonly ArrivalNote[]> => {
  if (workItem === undefined || trip !== undefined || form?.formType === 'trip') return [];
  const options = { channel: undefined, properties: LOCK_OF_WORK_ITEMS };
  const [item] = await services.items.readVisible(db, readFilter, [workItem], options);
  return item?.['lockToTrip'] === true ? [{ kind: 'withoutTrip', path: '' }] : [];
};

const sentTrack = ({ track }: SentRecord): TripTrack | undefined => {
  if (track === undefined) return undefined;
  const read = unpackTrack(track);
  if (!read) throw invalidAt('/record/track', 'errors.invalidValue');
  return read;
};

/** Throws `invalid` and `notFound`. Problems of answers are notes and never refuse a record. */
export const prepareArrival = async (context: ArrivalContext, record: SentRecord): Promise<Arrival> => {
  const { services, db, now } = context;
  const opened = await openedForm(context, record);
  const { formDef, version, form } = opened;
  const track = sentTrack(record);
  const closesPositions = formDef.properties['generalise'] !== false;
  const split = splitAnswers(form?.questions ?? [], record.answers, { closesPositions });
  const notes = [...(track ? trackNotes(track) : []), ...(await workItemNotes(context, record, form))];
  const arrival = { ...opened, split, track };
  if (!form || !version) {
    const unknown: ArrivalNote = { kind: 'version', path: '', values: { version: record.version } };
    return { ...arrival, title: formDef.label, notes: distinctNotes([...notes, unknown]) };
  }
  const { timeZone } = await calendarOf(services, db, formDef);
  const checked = await checkArrivedAnswers(context, {
    ...{ form, version: version.id, answers: record.answers, general: split.general },
    ...{ now: now.toISOString(), timeZone },
  });
  return { ...arrival, title: checked.title || formDef.label, notes: distinctNotes([...notes, ...checked.notes]) };
};
