// The content that a phone stores for the field: the package of programs that the server sent, and the entries that a person makes.

import type { FieldForm, FormAnswers, Position, TripTrack } from 'src/domain/geokeeper/forms/FieldFormModel.ts';
import { isLevel, type Level, levelRank, LEVELS } from 'src/model/access/levels.ts';

/** A file that the device stores before the field work begins. */
export interface PackageFile {
  readonly name: string;
  readonly url: string;
  readonly size: number;
  readonly sha256: string;
}

export interface PackageForm {
  readonly id: string;
  readonly label: string;
  readonly formType: string;
  /** Least level that may see its records, by the form and the program. */
  readonly audience: string;
  readonly maxPhotos?: number;
  readonly maxVideos?: number;
  /** Published versions. A new entry uses the latest one. */
  readonly versions: readonly { readonly version: number; readonly form: FieldForm }[];
  readonly media: readonly PackageFile[];
}

export interface PackageWorkItem {
  readonly $id: string;
  readonly $label?: string;
  /** Records for it are made within a trip only. */
  readonly lockToTrip?: boolean;
}

export interface PackageReference {
  readonly id: string;
  readonly label: string;
  readonly kind: 'LIST' | 'LAYER' | 'FILE';
  readonly files: readonly PackageFile[];
}

export interface PackageProgram {
  readonly id: string;
  readonly label: string;
  readonly description: string;
  readonly access: string;
  readonly forms: readonly PackageForm[];
  readonly workItems: readonly PackageWorkItem[];
  readonly references: readonly PackageReference[];
}

/** The answer of `fieldPackage`. */
export interface FieldPackage {
  readonly user: { readonly id: string; readonly name: string };
  readonly programs: readonly PackageProgram[];
}

/** A photo, recording or other file of an entry. */
export interface EntryFile {
  readonly name: string;
  readonly type: string;
  readonly size: number;
  /** SHA-256 of the whole content as hexadecimal digits. */
  readonly sha256: string;
  /** Key of its upload. It stays the same until the server has the file, so that a broken transfer continues. */
  readonly upload: string;
  /** True when the server has returned this checksum. */
  readonly sent: boolean;
}

/**
 * `draft`: unfinished. `waiting`: finished, not sent. `sent`: the server has the record and all files. `refused`: the server does not accept it
 * and says why. `returned`: a reviewer sent it back.
 */
export type EntryState = 'draft' | 'waiting' | 'sent' | 'refused' | 'returned';

/** The way of a trip so far. The positions are stored separately. */
export interface TripProgress {
  readonly state: 'recording' | 'paused' | 'ended';
  readonly metres: number;
  readonly points: number;
  readonly last?: Position;
}

/** A record or a trip on this device. */
export interface FieldEntry {
  readonly instanceId: string;
  readonly formType: 'record' | 'trip';
  readonly program: string;
  readonly formDef: string;
  readonly version: number;
  /** The form with which the entry was begun. Later versions do not change the entry. */
  readonly form: FieldForm;
  readonly workItem?: string;
  /** Instance id of the trip to which the record belongs. */
  readonly trip?: string;
  readonly title: string;
  /** ISO time by the clock of the device, as `finalized` and the times of a track. The server corrects them. */
  readonly collected: string;
  /** Milliseconds by which the clock of the server was ahead of this device, as known when the entry was begun. */
  readonly clockOffset?: number;
  readonly finalized?: string;
  readonly answers: FormAnswers;
  /** Least level that may see the record, chosen by the collector. */
  readonly audience?: string;
  readonly files: readonly EntryFile[];
  readonly progress?: TripProgress;
  readonly state: EntryState;
  /** The reason for which the server refused it, as a message id. */
  readonly reason?: string;
  readonly reasonValues?: Readonly<Record<string, string | number>>;
  /** Note of the reviewer. */
  readonly note?: string;
  /** Counts changes. */
  readonly revision: number;
  /** The revision that the server has. */
  readonly sentRevision?: number;
  /** Number of positions in the track that the server has. */
  readonly sentPoints?: number;
  /** ISO time of the device at which it was sent. */
  readonly trackSent?: string;
  /** Key of the request with this revision, so that a repeated request has no further effect. */
  readonly sendKey: string;
  readonly changed: string;
}

/** Returns the latest version of a form. */
export const latestVersion = ({ versions }: PackageForm): PackageForm['versions'][number] | undefined =>
  versions.toSorted((one, other) => other.version - one.version)[0];

/** Time between two transfers of the track of a trip that is not finished. A track of a day has megabytes. */
const TRACK_EVERY_MS = 5 * 60_000;

/** Returns true when the track of a draft is to be sent again. A finished trip always has its whole track. */
export const isTrackDue = ({ progress, sentPoints = 0, trackSent, collected }: FieldEntry, now: Date): boolean =>
  progress !== undefined &&
  progress.points > sentPoints &&
  now.getTime() - Date.parse(trackSent ?? collected) >= TRACK_EVERY_MS;

/** Returns true when the server does not have the present content of the entry. A draft without any change is not sent. */
export const needsSending = (entry: FieldEntry, now: Date): boolean => {
  const { state, revision, sentRevision } = entry;
  if (state !== 'draft') return state === 'waiting';
  return (revision > 1 && revision !== sentRevision) || isTrackDue(entry, now);
};

/** Returns true for a trip that the server has never received. */
const isUnknownTrip = ({ formType, state, sentRevision }: FieldEntry): boolean =>
  formType === 'trip' && (state === 'draft' || state === 'waiting') && sentRevision === undefined;

/**
 * Returns the entries to send, in the order of sending. The server links a record to its trip when it stores the record, so a trip that the
 * server does not have is sent first, even without any change.
 */
export const entriesToSend = (entries: readonly FieldEntry[], now: Date): readonly FieldEntry[] => {
  const waiting = entries.filter((entry) => needsSending(entry, now));
  const trips = new Set(waiting.map(({ trip }) => trip));
  const first = entries.filter((entry) => isUnknownTrip(entry) && trips.has(entry.instanceId));
  return [...first, ...waiting.filter((entry) => !first.includes(entry))];
};

/** Returns true for a record whose trip the server does not have yet. */
export const awaitsTrip = ({ trip }: FieldEntry, entries: readonly FieldEntry[]): boolean =>
  entries.some((entry) => entry.instanceId === trip && isUnknownTrip(entry));

const textsIn = (value: unknown): readonly string[] => {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
};

/** Returns true for a draft that holds nothing of its collector: it was opened, and perhaps closed again. */
export const isUntouched = ({ state, revision, files, progress }: FieldEntry): boolean =>
  state === 'draft' && revision === 1 && files.length === 0 && (progress?.points ?? 0) === 0;

/** Level of a record whose collector chose none, where its form and its program allow it. */
const USUAL_AUDIENCE: Level = 'COMMUNITY';

/** Returns the audiences that a form and its program allow, the widest first. */
export const audiencesWithin = (widest: string): readonly Level[] =>
  isLevel(widest) ? LEVELS.slice(levelRank(widest)) : [];

/** Returns the audience of a new entry. */
export const usualAudience = (widest: string): Level | undefined => {
  const audiences = audiencesWithin(widest);
  return audiences.find((level) => level === USUAL_AUDIENCE) ?? audiences[0];
};

/** Returns the files that answers name. A photo that was replaced or removed is not sent. */
export const usedFiles = ({ files, answers }: Pick<FieldEntry, 'files' | 'answers'>): readonly EntryFile[] => {
  const named = new Set(textsIn(answers));
  return files.filter(({ name }) => named.has(name));
};

/** Returns the entries that are lost with this device. */
export const unsentEntries = (entries: readonly FieldEntry[]): readonly FieldEntry[] =>
  entries.filter(({ state }) => state !== 'sent');

/** Returns the entry with the later content, and with all that either tab knows about its transfer. */
export const mergedEntry = (mine: FieldEntry, stored: FieldEntry): FieldEntry => {
  const later = stored.revision > mine.revision ? stored : mine;
  const sent = new Set([...mine.files, ...stored.files].flatMap((file) => (file.sent ? [file.upload] : [])));
  const revisions = [mine.sentRevision, stored.sentRevision].filter((revision) => revision !== undefined);
  const sentRevision = revisions.length > 0 ? Math.max(...revisions) : undefined;
  const files = later.files.map((file) => (sent.has(file.upload) && !file.sent ? { ...file, sent: true } : file));
  // The same entry is not shown again.
  if (sentRevision === later.sentRevision && files.every((file, at) => file === later.files[at])) return later;
  return { ...later, files, ...(sentRevision === undefined ? {} : { sentRevision }) };
};

/** Two clocks that differ by less are equal, because the answer takes a while. */
const CLOCK_TOLERANCE = 60_000;

/** The difference of the clocks that was measured last, with the time of the device at that moment. */
export interface ClockMeasure {
  readonly offset: number;
  readonly at: string;
}

/** Returns the measured offset, unless the clock of the device has been set back since. */
export const knownClockOffset = (measure: ClockMeasure | undefined, now: Date): number | undefined =>
  measure && Date.parse(measure.at) <= now.getTime() ? measure.offset : undefined;

/**
 * Returns the milliseconds by which the clock of the server was ahead when the entry was made. The clock of a phone may be set forward or
 * back after the last measure: an entry from the future, or without a known offset, has the present one.
 */
export const entryClockOffset = (
  { clockOffset, collected }: Pick<FieldEntry, 'clockOffset' | 'collected'>,
  present: number,
  now: Date,
): number => {
  if (clockOffset === undefined) return present;
  const isFuture = Date.parse(collected) + clockOffset > now.getTime() + present + CLOCK_TOLERANCE;
  return isFuture ? present : clockOffset;
};

/** Returns the track of stored points. A point without coordinates separates two segments. */
export const trackOf = (chunks: readonly (readonly (Position | null)[])[]): TripTrack => {
  const segments: Position[][] = [[]];
  for (const point of chunks.flat()) {
    if (point === null) segments.push([]);
    else segments.at(-1)?.push(point);
  }
  return { segments: segments.filter(({ length }) => length > 0) };
};
