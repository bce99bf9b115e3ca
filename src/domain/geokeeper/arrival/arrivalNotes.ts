// Notes of the server about a record that arrived. A record with problems is stored; its notes tell the reviewer what to look at.

import { isRecord } from 'src/base/isRecord.ts';

/** Problems of an answer, which a later check replaces. */
const ANSWER_NOTES = [
  /** A required question has no answer. */
  'required',
  /** The answer does not meet the constraint of its question. */
  'constraint',
  /** The answer is not a value of the type of its question, or is not among its choices. */
  'value',
  /** An expression of the question cannot be computed. */
  'expression',
  /** The form has no such question. */
  'unknown',
  /** The form computes another value: `computed` and `sent`. */
  'calculation',
  /** The device did not record the accuracy of the position. */
  'accuracy',
  /** The position is `kilometres` from the one before. */
  'jump',
  /** The check took too long, or the answers could not be read. */
  'unchecked',
] as const;

/** Facts of the arrival, which stay. */
const RECORD_NOTES = [
  /** The clock of the device was `seconds` ahead (negative: behind). */
  'clock',
  /** The record was collected after it arrived, and the device did not say how wrong its clock is. */
  'future',
  /** The track has `count` jumps, the longest of `kilometres`. */
  'trackJump',
  /** The form has no published version `version`. */
  'version',
  /** The collector sent other content for a record that is in review: it became this second record. */
  'secondCopy',
  /** An earlier state of this record came from another device. */
  'otherDevice',
  /** A record of another collector or program has the same id. */
  'sameId',
  /** Records of its work item are made on a trip, and this one was not. */
  'withoutTrip',
] as const;

export type ArrivalKind = (typeof ANSWER_NOTES)[number] | (typeof RECORD_NOTES)[number];

const ARRIVAL_KINDS: ReadonlySet<unknown> = new Set([...ANSWER_NOTES, ...RECORD_NOTES]);
const ABOUT_ANSWERS: ReadonlySet<ArrivalKind> = new Set(ANSWER_NOTES);

export interface ArrivalNote {
  readonly kind: ArrivalKind;
  /** Names of the questions from the form, with the number of the entry after a repeat, such as `visit/0/species`. Empty for the record. */
  readonly path: string;
  readonly values?: Readonly<Record<string, string | number>>;
}

/** More notes say nothing new. */
const MOST_NOTES = 200;

/** Returns the notes in their order, each once. */
export const distinctNotes = (notes: readonly ArrivalNote[]): readonly ArrivalNote[] => {
  const known = new Map(notes.toReversed().map((note) => [`${note.kind} ${note.path}`, note]));
  return [...known.values()].toReversed().slice(0, MOST_NOTES);
};

const isNote = (value: unknown): value is ArrivalNote =>
  isRecord(value) && ARRIVAL_KINDS.has(value['kind']) && typeof value['path'] === 'string';

/** Returns the notes in the value of a record's `arrivalNotes`. */
export const readNotes = (value: unknown): readonly ArrivalNote[] =>
  isRecord(value) && Array.isArray(value['notes']) ? value['notes'].filter(isNote) : [];

export const isAboutAnswers = ({ kind }: ArrivalNote): boolean => ABOUT_ANSWERS.has(kind);
