// Places of questions: moves in, out and past sections, and rows of a tree with closed sections.
import { describe, expect, it } from 'vitest';
import {
  everyQuestion,
  placeOfMove,
  questionAt,
  type QuestionPlace,
  treeRows,
  type TreeMove,
  withMoved,
} from 'src/domain/geokeeper/formEditor/formTree.ts';
import type { FieldForm } from 'src/domain/geokeeper/forms/FieldFormModel.ts';
import { formOf } from 'tests/domain/fieldForms/sessionOf.ts';

const FORM = formOf([
  { name: 'a', type: 'text' },
  {
    name: 'g',
    type: 'group',
    questions: [
      { name: 'b', type: 'text' },
      { name: 'c', type: 'text' },
    ],
  },
  { name: 'd', type: 'text' },
]);

const pathsIn = (form: FieldForm): readonly string[] => everyQuestion(form).map(({ path }) => path);

const moved = (from: QuestionPlace, move: TreeMove) => {
  const to = placeOfMove(FORM, from, move);
  const result = to && withMoved(FORM, from, to);
  return result && { paths: pathsIn(result.form), name: questionAt(result.form, result.place)?.name };
};

describe('places of questions', () => {
  it('[GEO-01] steps move a question among its siblings, into and out of groups, and never lose it', () => {
    expect(moved([0], 'down')).toEqual({ paths: ['g', 'g/b', 'g/c', 'a', 'd'], name: 'a' });
    expect(moved([2], 'up')).toEqual({ paths: ['a', 'd', 'g', 'g/b', 'g/c'], name: 'd' });
    expect(moved([2], 'in')).toEqual({ paths: ['a', 'g', 'g/b', 'g/c', 'g/d'], name: 'd' });
    expect(moved([1, 1], 'down')).toEqual({ paths: ['a', 'g', 'g/b', 'c', 'd'], name: 'c' });
    expect(moved([1, 0], 'up')).toEqual({ paths: ['a', 'b', 'g', 'g/c', 'd'], name: 'b' });
    expect(moved([1, 0], 'out')).toEqual({ paths: ['a', 'g', 'g/c', 'b', 'd'], name: 'b' });
    expect(moved([0], 'up')).toBeUndefined();
    expect(moved([0], 'in')).toBeUndefined();
    expect(moved([2], 'down')).toBeUndefined();
  });

  it('[GEO-01] a group cannot be moved into itself', () => {
    expect(withMoved(FORM, [1], [1, 1])).toBeUndefined();
  });

  it('[GEO-01] closed sections hide their questions', () => {
    expect(treeRows(FORM.questions, () => true).map(({ key }) => key)).toEqual(['0', '1', '1.0', '1.1', '2']);
    expect(treeRows(FORM.questions, () => false).map(({ key }) => key)).toEqual(['0', '1', '2']);
  });
});
