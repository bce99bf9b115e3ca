// The content that a phone stores for the field: the package of programs that the server sent, and the entries that a person makes.

import type { FieldForm, FormAnswers, Position, TripTrack } from 'src/domain/geokeeper/forms/FieldFormModel.ts';

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
  /** Published versions. A new entry uses the latest one. */
  readonly versions: readonly { readonly version: number; readonly form: FieldForm }[];
  readonly media: readonly PackageFile[];
}

export interface PackageWorkItem {
  readonly $id: string;
  readonly $label?: string;
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
  /** ISO time. */
  readonly collected: string;
  readonly finalized?: string;
  readonly answers: FormAnswers;
  /** Least level that may see the record, chosen by the collector. */
  readonly audience?: string;
  readonly files: readonly EntryFile[];
  readonly progress?: TripProgress;
  readonly state: EntryState;
  /** Why the server refused it, as a message id. */
  readonly reason?: string;
  /** Note of the reviewer. */
  readonly note?: string;
  /** Counts changes. */
  readonly revision: number;
  /** The revision that the server has. */
  readonly sentRevision?: number;
  /** Key of the request with this revision, so that a repeated request has no further effect. */
  readonly sendKey: string;
  readonly changed: string;
}

/** Returns the latest version of a form. */
export const latestVersion = ({ versions }: PackageForm): PackageForm['versions'][number] | undefined =>
  versions.toSorted((one, other) => other.version - one.version)[0];

/** Returns true when the server does not have the present content of the entry. */
export const needsSending = ({ state, revision, sentRevision }: FieldEntry): boolean =>
  state === 'waiting' || (state === 'draft' && revision !== sentRevision);

/** Returns the track of stored points. A point without coordinates separates two segments. */
export const trackOf = (chunks: readonly (readonly (Position | null)[])[]): TripTrack => {
  const segments: Position[][] = [[]];
  for (const point of chunks.flat()) {
    if (point === null) segments.push([]);
    else segments.at(-1)?.push(point);
  }
  return { segments: segments.filter(({ length }) => length > 0) };
};
