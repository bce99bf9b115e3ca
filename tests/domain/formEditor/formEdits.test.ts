// Changes of a form: names are followed in expressions, copies are free of clashes, languages keep the texts.
import { describe, expect, it } from 'vitest';
import {
  choicesOfLines,
  copyOfQuestion,
  emptyFieldForm,
  nameFromText,
  readableForm,
  withNewQuestion,
  withRenamed,
  withRenamedList,
} from 'src/domain/geokeeper/formEditor/formEdits.ts';
import {
  formTexts,
  untranslated,
  withLanguage,
  withoutLanguage,
  withTranslation,
} from 'src/domain/geokeeper/formEditor/formTexts.ts';
import { completionsAt } from 'src/domain/geokeeper/formEditor/completions.ts';
import { formDifferences } from 'src/domain/geokeeper/formEditor/formDifferences.ts';
import { previewAnswers } from 'src/domain/geokeeper/formEditor/previewAnswers.ts';
import { formCheckForm } from 'src/domain/geokeeper/forms/checkFieldForm.ts';
import type { FormAnswers, Question } from 'src/domain/geokeeper/forms/FieldFormModel.ts';
import { formOf } from 'tests/domain/fieldForms/sessionOf.ts';

const COUNT: Question = { name: 'count', type: 'integer', label: { en: 'How many?', fr: 'Combien ?' } };
const KIND: Question = { name: 'kind', type: 'selectOne', list: 'kinds', relevant: '${count} > 1 and ${counter} = 1' };

describe('edits of forms', () => {
  it('[GEO-01] a renamed question is followed in expressions, texts, titles and mappings, and similar names stay', () => {
    const form = formOf([COUNT, KIND, { name: 'n', type: 'note', label: { en: 'You saw ${ count }' } }], {
      recordTitle: '${count}',
      mappings: [{ type: 'SpatialFeature', values: { label: { question: 'count' } }, repeat: 'other' }],
    });
    const renamed = withRenamed(form, 'count', 'number');
    expect(renamed.questions[1]?.relevant).toBe('${number} > 1 and ${counter} = 1');
    expect(renamed.questions[2]?.label).toEqual({ en: 'You saw ${number}' });
    expect(renamed.recordTitle).toBe('${number}');
    expect(renamed.mappings).toEqual([
      { type: 'SpatialFeature', values: { label: { question: 'number' } }, repeat: 'other' },
    ]);
    expect(withRenamedList(form, 'kinds', 'animals').questions[1]?.list).toBe('animals');
  });

  it('[GEO-01] a copy has free names, and its references lead to the copy', () => {
    const group: Question = {
      name: 'g',
      type: 'group',
      questions: [
        { name: 'x', type: 'integer' },
        { name: 'y', type: 'text', relevant: '${x} > 0 and ${count} > 0' },
      ],
    };
    const copy = copyOfQuestion(formOf([COUNT, group]), group);
    expect(copy).toMatchObject({
      name: 'g_2',
      questions: [{ name: 'x_2' }, { name: 'y_2', relevant: '${x_2} > 0 and ${count} > 0' }],
    });
    expect(formCheckForm(formOf([COUNT, group, copy]))).toEqual([]);
  });

  it('[GEO-01] a new form with a new question of each kind has no problems', () => {
    let form = emptyFieldForm('Nests near the Überlauf 7', 'en');
    for (const type of ['text', 'selectOne', 'selectMany', 'range', 'group', 'repeat', 'text'] as const) {
      const made = withNewQuestion(form, type);
      form = { ...made.form, questions: [...made.form.questions, made.question] };
    }
    expect(form.machineName).toBe('nests_near_the_uberlauf_7');
    expect(formCheckForm(form)).toEqual([]);
    expect(readableForm(JSON.parse(JSON.stringify(form)))).toEqual(form);
    expect(readableForm({ questions: 5 })).toBeUndefined();
    expect(readableForm('form')).toBeUndefined();
  });

  it('[GEO-01] names are made of texts in any script', () => {
    expect(nameFromText('Où est-ce ?')).toBe('ou_est_ce');
    expect(nameFromText('3 nests')).toBe('_3_nests');
    expect(nameFromText('ᐃᓄᒃ')).toBe('ᐃᓄᒃ');
    const choices = choicesOfLines('Heron\n\n heron \nOtter', 'en', [{ name: 'otter', label: { en: 'Otter' } }]);
    expect(choices.map(({ name }) => name)).toEqual(['heron', 'heron_2', 'otter_2']);
  });

  it('[GEO-01] languages are added and removed with their texts, and missing translations are listed', () => {
    const plain = formOf([{ ...COUNT, label: { default: 'How many?' } }], {
      languages: [],
      defaultLanguage: 'default',
      title: { default: 'Birds' },
      lists: {
        kinds: { choices: [{ name: 'h', label: { default: 'Heron' } }] },
        far: { file: 'x.csv', name: 'n', label: 'l' },
      },
    });
    const english = withLanguage(plain, 'en');
    expect(english).toMatchObject({ title: { en: 'Birds' }, languages: ['en'], defaultLanguage: 'en' });
    expect(english.lists['far']).toEqual(plain.lists['far']);
    const both = withLanguage(english, 'fr');
    expect(untranslated(both, 'fr').map(({ key }) => key)).toEqual(['title', '0/label', 'lists/kinds/0']);
    const [, label] = formTexts(both);
    const translated = withTranslation(both, label?.owner ?? 'title', ['fr', 'Combien ?']);
    expect(untranslated(translated, 'fr').map(({ key }) => key)).toEqual(['title', 'lists/kinds/0']);
    expect(withoutLanguage(translated, 'en')).toMatchObject({
      ...{ languages: ['fr'], defaultLanguage: 'fr', questions: [{ label: { fr: 'Combien ?' } }] },
    });
    expect(withoutLanguage(english, 'en')).toBe(english);
  });
});

describe('completion of expressions', () => {
  const words = {
    questions: [
      { name: 'count', label: 'How many?' },
      { name: 'country', label: 'Land' },
    ],
    functions: ['concat', 'count', 'today'],
  };
  const keysAt = (text: string): readonly string[] =>
    completionsAt(text, text.length, words).offers.map(({ key }) => key);

  it('[GEO-01] offers questions after a dollar sign, and functions with questions for a word', () => {
    expect(keysAt('${')).toEqual(['${count}', '${country}']);
    expect(keysAt('1 + ${countr')).toEqual(['${country}']);
    expect(keysAt('co')).toEqual(['concat()', 'count()', '${count}', '${country}']);
    expect(keysAt('la')).toEqual(['${country}']);
    expect(keysAt("'co")).toEqual([]);
    expect(keysAt('${count}')).toEqual([]);
  });

  it('[GEO-01] replaces the rest of a reference', () => {
    expect(completionsAt('${cou} > 1', 4, words)).toMatchObject({ from: 0, to: 6 });
  });
});

describe('differences of versions', () => {
  it('[GEO-01] name added, removed, changed and moved questions, lists and settings', () => {
    const before = formOf([
      COUNT,
      { name: 'old', type: 'text' },
      { name: 'a', type: 'text' },
      { name: 'b', type: 'text' },
    ]);
    const after = formOf(
      [
        { name: 'b', type: 'text' },
        { ...COUNT, required: true },
        { name: 'a', type: 'text' },
        { name: 'new', type: 'text' },
      ],
      { lists: { kinds: { choices: [] } }, style: 'pages' },
    );
    const { questions, lists, settings } = formDifferences(before, after);
    expect(questions.map(({ kind, name, members }) => `${kind} ${name} ${members.join()}`.trim())).toEqual([
      'moved b',
      'changed count required',
      'added new',
      'removed old',
    ]);
    expect(lists).toEqual(['kinds']);
    expect(settings).toEqual(['style']);
    expect(formDifferences(before, before)).toEqual({ questions: [], lists: [], settings: [] });
  });
});

describe('answers of a preview', () => {
  it('[GEO-01] stay with questions of the same name and type', () => {
    const repeat = (inner: readonly Question[]): Question => ({ name: 'r', type: 'repeat', questions: inner });
    const before = formOf([
      COUNT,
      { name: 't', type: 'text' },
      repeat([
        { name: 'x', type: 'text' },
        { name: 'z', type: 'text' },
      ]),
    ]);
    const after = formOf([{ name: 't', type: 'integer' }, repeat([{ name: 'x', type: 'text' }]), COUNT]);
    const answers: FormAnswers = { count: 4, t: 'x', r: [{ x: 'one', z: 'gone' }, { x: 'two' }] };
    expect(previewAnswers(before, after, answers)).toEqual({ count: 4, r: [{ x: 'one' }, { x: 'two' }] });
  });
});
