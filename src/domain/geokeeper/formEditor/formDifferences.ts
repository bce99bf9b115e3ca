// The changes of a form since another version of it, by question.

import { deepEqual } from 'src/base/deepEqual.ts';
import type { FieldForm, Question } from 'src/domain/geokeeper/forms/FieldFormModel.ts';
import { everyQuestion } from 'src/domain/geokeeper/formEditor/formTree.ts';

export interface QuestionDifference {
  readonly name: string;
  readonly kind: 'added' | 'removed' | 'changed' | 'moved';
  /** The question as it is now, or as it was before it was removed. */
  readonly question: Question;
  /** Members that changed. */
  readonly members: readonly string[];
}

export interface FormDifferences {
  readonly questions: readonly QuestionDifference[];
  /** Names of lists that were added, removed or changed. */
  readonly lists: readonly string[];
  /** Other members of the form that changed, such as `title`. */
  readonly settings: readonly string[];
}

const COMPARED_ELSEWHERE: ReadonlySet<string> = new Set(['questions', 'lists']);

const membersThatDiffer = (before: object, after: object): readonly string[] => {
  const [old, now] = [new Map(Object.entries(before)), new Map(Object.entries(after))];
  return [...new Set([...old.keys(), ...now.keys()])].filter(
    (name) => !COMPARED_ELSEWHERE.has(name) && !deepEqual(old.get(name), now.get(name)),
  );
};

/** Names in the order of the form, of those that both forms have. A question that moved is out of the longest common order. */
const movedNames = (before: readonly string[], after: readonly string[]): ReadonlySet<string> => {
  const position = new Map(before.map((name, at) => [name, at]));
  const common = after.filter((name) => position.has(name));
  // Longest increasing run of old positions, by the lengths of the runs that end at each one.
  const lengths: number[] = [];
  const previous: number[] = [];
  const positions = common.map((name) => position.get(name) ?? 0);
  positions.forEach((own, at) => {
    let [best, from] = [0, -1];
    for (let earlier = 0; earlier < at; earlier += 1)
      if ((positions[earlier] ?? 0) < own && (lengths[earlier] ?? 0) > best)
        [best, from] = [lengths[earlier] ?? 0, earlier];
    lengths.push(best + 1);
    previous.push(from);
  });
  const stay = new Set<string>();
  for (let at = lengths.indexOf(Math.max(0, ...lengths)); at >= 0; at = previous[at] ?? -1) stay.add(common[at] ?? '');
  return new Set(common.filter((name) => !stay.has(name)));
};

/** Compares two forms. A question is the same one while it has the same name. */
export const formDifferences = (before: FieldForm, after: FieldForm): FormDifferences => {
  const old = new Map(everyQuestion(before).map((each) => [each.question.name, each]));
  const now = new Map(everyQuestion(after).map((each) => [each.question.name, each]));
  const moved = movedNames([...old.keys()], [...now.keys()]);
  const present = [...now].flatMap(([name, { question, path }]): readonly QuestionDifference[] => {
    const earlier = old.get(name);
    if (!earlier) return [{ name, kind: 'added', question, members: [] }];
    const members = membersThatDiffer(earlier.question, question);
    if (members.length > 0) return [{ name, kind: 'changed', question, members }];
    return moved.has(name) || earlier.path !== path ? [{ name, kind: 'moved', question, members }] : [];
  });
  const removed = [...old].flatMap(([name, { question }]): readonly QuestionDifference[] =>
    now.has(name) ? [] : [{ name, kind: 'removed', question, members: [] }],
  );
  return {
    questions: [...present, ...removed],
    lists: membersThatDiffer(before.lists, after.lists),
    settings: membersThatDiffer(before, after),
  };
};
