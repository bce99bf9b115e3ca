// The answers in which two states of a record differ, by question, and the changes of each answer over the history of a record.

import { deepEqual } from 'src/base/deepEqual.ts';

type Section = Readonly<Record<string, unknown>>;

export interface AnswerDifference {
  /** Names of the questions, with the number of the entry after a repeat, such as `visit/0/species`. */
  readonly path: string;
  /** Undefined for a question without an answer. */
  readonly before: unknown;
  readonly after: unknown;
}

const isSection = (value: unknown): value is Section =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !('lat' in value && 'lon' in value);

/** Returns the entries of a repeat by their numbers, or the answers of a group by their names; undefined for an answer. */
const reviewMembersOf = (value: unknown): ReadonlyMap<string, unknown> | undefined => {
  if (isSection(value)) return new Map(Object.entries(value));
  const isRepeat = Array.isArray(value) && value.length > 0 && value.every(isSection);
  return isRepeat ? new Map(value.map((entry, at) => [String(at), entry])) : undefined;
};

const differencesAt = (path: string, before: unknown, after: unknown): readonly AnswerDifference[] => {
  if (deepEqual(before, after)) return [];
  const [was, is] = [reviewMembersOf(before), reviewMembersOf(after)];
  // A question keeps its kind, so that only an absent section is compared with a present one.
  const isSections =
    (was !== undefined && (is !== undefined || after === undefined)) || (is !== undefined && before === undefined);
  if (!isSections) return [{ path, before, after }];
  const names = new Set([...(was?.keys() ?? []), ...(is?.keys() ?? [])]);
  return [...names].flatMap((name) =>
    differencesAt(path === '' ? name : `${path}/${name}`, was?.get(name), is?.get(name)),
  );
};

/** Returns the answers that differ, in the order of the earlier state. */
export const answerDifferences = (before: unknown, after: unknown): readonly AnswerDifference[] =>
  differencesAt('', before ?? {}, after ?? {});

/** A change of one answer, with its time and the person who made it. */
export interface AnswerChange extends AnswerDifference {
  readonly at: string;
  /** Id of the person, if the reader may see that person. */
  readonly by: string | undefined;
}

/** A change of a record: the answers before and after it. */
export interface RecordChange {
  readonly at: string;
  readonly by: string | undefined;
  readonly before: unknown;
  readonly after: unknown;
}

/** Returns the changes of each answer, the oldest first, by path. */
export const changesByAnswer = (changes: readonly RecordChange[]): ReadonlyMap<string, readonly AnswerChange[]> => {
  const all = changes
    .toSorted((one, other) => one.at.localeCompare(other.at))
    .flatMap(({ at, by, before, after }) =>
      answerDifferences(before, after).map((difference): AnswerChange => ({ ...difference, at, by })),
    );
  const byPath = new Map<string, AnswerChange[]>();
  for (const change of all) byPath.set(change.path, [...(byPath.get(change.path) ?? []), change]);
  return byPath;
};
