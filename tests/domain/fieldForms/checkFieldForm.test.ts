// Problems of form definitions.
import { describe, expect, it } from 'vitest';
import { formCheckForm } from 'src/domain/geokeeper/forms/checkFieldForm.ts';
import type { Question } from 'src/domain/geokeeper/forms/FieldFormModel.ts';
import { formOf } from 'tests/domain/fieldForms/sessionOf.ts';

const keysOf = (form: unknown): readonly string[] =>
  formCheckForm(form).map(({ path, message }) => `${path}: ${message.replace('geokeeper.forms.problem.', '')}`);

describe('checks of forms', () => {
  it('[GEO-01] accept a form whose questions read each other', () => {
    const form = formOf([
      { name: 'a', type: 'integer', constraint: '. > 0' },
      {
        name: 'g',
        type: 'group',
        relevant: '${a} > 1',
        questions: [{ name: 'b', type: 'calculate', calculation: '${a} + 1' }],
      },
    ]);
    expect(formCheckForm(form)).toEqual([]);
  });

  it('[GEO-01] name the questions of a cycle', () => {
    const form = formOf([
      { name: 'a', type: 'calculate', calculation: '${b}' },
      { name: 'b', type: 'calculate', calculation: '${a}' },
    ]);
    expect(formCheckForm(form)).toMatchObject([{ path: 'a', params: { names: 'a → b → a' } }]);
  });

  it('[GEO-01] refuse 10,000 questions and 50,001 choices', () => {
    const many = Array.from({ length: 10_000 }, (_, at): Question => ({ name: `q${at}`, type: 'text' }));
    expect(keysOf(formOf(many))).toEqual([': questions']);
    const choices = Array.from({ length: 50_001 }, (_, at) => ({ name: `c${at}`, label: { en: `Choice ${at}` } }));
    expect(keysOf(formOf([], { lists: { all: { choices } } }))).toEqual(['lists/all: choices']);
    expect(keysOf(formOf([], { lists: { all: { choices: choices.slice(1) } } }))).toEqual([]);
  });

  it.each([
    ["substring('heron', 2)", []],
    ['indexed-repeat(${a}, ${a}, 1)', []],
    ['indexed-repeat(${a}, ${a}, 1, ${a})', ['b: parameters']],
    ['weighted-checklist(1, 2, ${a}, 3)', []],
    ['weighted-checklist(1, 2, ${a}, 3, ${a})', ['b: parameters']],
    ["digest(${a}, 'SHA-256', 'hex')", []],
    ["digest(${a}, 'SHA-3')", ['b: expression']],
    ["digest(${a}, 'MD5', 'octal')", ['b: expression']],
    ["format-date(today(), '%Y-%m-%d')", []],
    ["format-date(today(), '%Y-%Q')", ['b: expression']],
    ["format-date(today(), concat('%', 'Q'))", []],
    ["jr:itext('label')", ['b: function']],
    ["extract-signed(${a}, 'key')", ['b: function']],
    ['//b', ['b: expression']],
    ['../@id', ['b: expression']],
    ['preceding-sibling::a', ['b: expression']],
    ['../node()', ['b: expression']],
  ])('[GEO-01] compile %s with %j', (calculation, problems) => {
    const form = formOf([
      { name: 'a', type: 'text' },
      { name: 'b', type: 'calculate', calculation },
    ]);
    expect(keysOf(form)).toEqual(problems);
  });

  it('[GEO-01] find duplicate names, unknown types, lists, references, functions and bad patterns', () => {
    const form = formOf([
      { name: 'a', type: 'text', relevant: '${nowhere} = 1' },
      { name: 'a', type: 'text', constraint: 'launch(.)' },
      { name: 'c', type: 'selectOne', list: 'none' },
      { name: 'd', type: 'text', constraint: "regex(., '(?=x)')" },
      { name: 'e', type: 'text', constraint: 'true(1)' },
      { name: 'f', type: 'text', constraint: '1 +' },
    ]);
    const unknown = { ...form, questions: [...form.questions, { name: '1x', type: 'hologram' }] };
    expect(keysOf(unknown).toSorted()).toEqual(
      [
        '1x: name',
        '1x: type',
        'a: duplicate',
        'a: function',
        'c: unknownList',
        'd: pattern',
        'e: parameters',
        'f: expression',
      ].toSorted(),
    );
    expect(keysOf(formOf([{ name: 'a', type: 'text', relevant: '${nowhere} = 1' }]))).toEqual(['a: reference']);
    for (const bad of [undefined, 5, {}, { ...form, questions: [null] }, { ...form, lists: [] }])
      expect(formCheckForm(bad)).not.toEqual([]);
  });
});
