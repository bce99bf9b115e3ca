// Reads XLSForms, and lists everything that a form does not keep.
import { describe, expect, it } from 'vitest';
import { formOfLines } from 'tests/domain/xlsForm/xlsSheets.ts';

/** Returns the diagnostics as `row column: reason`. */
const brief = (diagnostics: ReturnType<typeof formOfLines>['losses']): string[] =>
  diagnostics.map(({ row, column, what, message }) =>
    [row ?? '-', column ?? '-', what, message.replace('xlsForm.', '')].join(' '),
  );

describe('questions of an XLSForm', () => {
  it('[GEO-01] types, texts in languages, conditions and parameters become those of the form', () => {
    const { form, losses, problems } = formOfLines(
      [
        'type | name | label::English (en) | label::French | hint::English (en) | required | relevant | parameters | appearance',
        'begin group | site | The site | Le site | | | | | field-list',
        'text | person | Who? | Qui ? | Full name | yes | | | multiline',
        'integer | age | Age | Âge | | ${person} != ‘’ | . | |',
        'image | face | | | | | ${age} > 17 | max-pixels=1024 | signature',
        'range | depth | | | | | | start=0 end=5 step=0.5 |',
        'geopoint | spot | | | | | | capture-accuracy=3 warning-accuracy=20 |',
        'end group | | | | | | | |',
      ],
      { settings: ['form_title | form_id | default_language | style', 'Sites | sites-1 | French | pages'] },
    );
    expect(problems).toEqual([]);
    expect(losses).toEqual([]);
    expect(form).toMatchObject({
      ...{ title: { fr: 'Sites' }, machineName: 'sites-1', languages: ['en', 'fr'], defaultLanguage: 'fr' },
      ...{ style: 'pages', formType: 'record' },
    });
    const [site] = form.questions;
    expect(site).toMatchObject({ name: 'site', type: 'group', label: { en: 'The site', fr: 'Le site' } });
    expect(site?.questions).toEqual([
      {
        ...{ name: 'person', type: 'text', label: { en: 'Who?', fr: 'Qui ?' }, hint: { en: 'Full name' } },
        ...{ required: true, appearance: 'multiline' },
      },
      { name: 'age', type: 'integer', label: { en: 'Age', fr: 'Âge' }, required: "${person} != ''", relevant: '.' },
      { name: 'face', type: 'signature', relevant: '${age} > 17', maxPixels: 1024 },
      { name: 'depth', type: 'range', range: { start: 0, end: 5, step: 0.5 } },
      { name: 'spot', type: 'point', accuracy: { capture: 3, warning: 20 } },
    ]);
  });

  it('[GEO-01] choice lists keep their further columns, lists in files their columns, and repeats their count', () => {
    const { form, losses, problems } = formOfLines(
      [
        'type | name | label | choice_filter | repeat_count | parameters',
        'begin_repeat | nets | Nets | | 3 |',
        'select_one species or_other | fish | Fish | water = ${kind} | |',
        'select_multiple_from_file lakes.csv | lakes | Lakes | | | value=code label=title',
        'select_one ${fish} | best | Best | | | randomize=true seed=7',
        'end_repeat | nets | | | |',
      ],
      { choices: ['list_name | name | label | water', 'species | pike | Pike | lake', 'species | char | Char | sea'] },
    );
    expect([problems, losses]).toEqual([[], []]);
    expect(form.lists).toEqual({
      species: {
        choices: [
          { name: 'pike', label: { default: 'Pike' }, columns: { water: 'lake' } },
          { name: 'char', label: { default: 'Char' }, columns: { water: 'sea' } },
        ],
      },
      lakes: { file: 'lakes.csv', name: 'code', label: 'title' },
    });
    expect(form.languages).toEqual([]);
    expect(form.questions).toMatchObject([
      {
        ...{ name: 'nets', type: 'repeat', count: '3' },
        questions: [
          { type: 'selectOne', list: 'species', other: true, choiceFilter: 'water = ${kind}' },
          { type: 'selectMany', list: 'lakes' },
          { type: 'selectOne', list: '${fish}', randomize: '7' },
        ],
      },
    ]);
  });

  it('[GEO-01] old headings and types of the first XLSForms are read', () => {
    const { form, problems } = formOfLines([
      'Type | Name | Label:English | Constraining message:English | jr:count | Relevance',
      'add text prompt | one | One | Not this | | ',
      'q int | two | Two | | | ${one} = 1',
      'begin looped group | three | Three | | 2 |',
      'gps | place | Place | | | ',
      'end looped group | | | | |',
    ]);
    expect(problems).toEqual([]);
    expect(form.questions).toMatchObject([
      { name: 'one', type: 'text', label: { en: 'One' }, constraintMessage: { en: 'Not this' } },
      { name: 'two', type: 'integer', relevant: '${one} = 1' },
      { name: 'three', type: 'repeat', count: '2', questions: [{ name: 'place', type: 'point' }] },
    ]);
  });
});

describe('what a form does not keep', () => {
  it('[GEO-01] every cell, column, row, setting and sheet that is not kept is listed with its place', () => {
    const { form, losses, problems } = formOfLines(
      [
        'type | name | label::Xish | trigger | save_to | parameters | hxl | disabled | big-image',
        'text | one | One | ${two} | name | rows=3 | #a | | big.png',
        'phonenumber | two | | | | | | |',
        'audit | log | | | | track-changes=true | | |',
        'osm | three | | | | | #b | |',
        'begin kobomatrix | four | | | | | | |',
        'text | one | | | | | | |',
        'end kobomatrix | | | | | | | |',
        'mood | five | | | | | | |',
        'text | six | | | | | | yes |',
        ' | seven | | | | | | |',
      ],
      {
        choices: ['list_name | name | label', ' | lost | Lost'],
        settings: ['form_id | style | public_key', 'é form | theme-grid pages | abc', 'second | | '],
        entities: ['list_name | label', 'trees | ${one}'],
        notes: ['anything'],
      },
    );
    expect(problems).toEqual([]);
    expect(brief(losses)).toEqual([
      '- - Xish lost.language',
      '2 - trees lost.entities',
      '- - notes lost.sheet',
      '2 - lost | Lost lost.incompleteChoice',
      '2 parameters rows=3 lost.parameter',
      '2 trigger ${two} lost.trigger',
      '2 save_to name lost.saveTo',
      '2 big-image big.png lost.bigImage',
      '3 type phonenumber lost.deviceFact',
      '4 type log lost.audit',
      '5 type osm lost.openStreetMap',
      '6 type begin kobomatrix lost.section',
      '7 name one lost.renamed',
      '9 type mood lost.unknownType',
      '10 - six lost.disabled',
      '11 - seven lost.noType',
      '- hxl #a lost.column',
      '3 - second lost.secondSettings',
      '2 public_key abc lost.setting',
      '2 form_id é form lost.formId',
      '2 style theme-grid lost.style',
    ]);
    expect(form.questions.map(({ name, type }) => `${name} ${type}`)).toEqual([
      ...['one text', 'two hidden', 'three hidden', 'four group', 'five text'],
    ]);
    expect(form.questions[3]?.questions).toMatchObject([{ name: 'four_one', type: 'text' }]);
    expect(form.machineName).toBe('e_form');
  });
});

describe('XLSForms that must be corrected', () => {
  it.each([
    ['a name twice', ['text | one | One', 'text | one | Two'], ['3 name one wrong.repeatedName']],
    ['a bad name', ['text | 1 a | One'], ['2 name 1 a wrong.badName']],
    ['no name', ['text | | One'], ['2 - text wrong.noName']],
    ['an open group', ['begin group | g | G', 'text | one | One'], ['2 - g wrong.notClosed']],
    ['an end too many', ['text | one | One', 'end group | | '], ['3 type end group wrong.notOpen']],
    [
      'another end',
      ['begin group | g | G', 'text | a | A', 'end repeat | | '],
      ['4 type end repeat wrong.otherSection'],
    ],
    ['an unknown list', ['select_one fish | one | One'], ['2 type fish wrong.unknownList']],
    ['no rows', [], ['- -  wrong.noQuestions']],
  ])('[GEO-01] %s is one sentence with its row', (_, rows, expected) => {
    expect(brief(formOfLines(['type | name | label', ...rows]).problems)).toEqual(expected);
  });

  it('[GEO-01] a choice twice is refused, unless the form permits it', () => {
    const survey = ['type | name', 'select_one fish | one'];
    const choices = ['list_name | name | label', 'fish | pike | Pike', 'fish | pike | Other pike'];
    expect(brief(formOfLines(survey, { choices }).problems)).toEqual(['3 - pike wrong.repeatedChoice']);
    const settings = ['allow_choice_duplicates', 'yes'];
    expect(formOfLines(survey, { choices, settings }).problems).toEqual([]);
  });

  it('[GEO-01] groups in groups without end, and lists that are too long, are one sentence', () => {
    const groups = Array.from({ length: 5_000 }, (_, at) => `begin group | g${at} | G`);
    const ends = groups.map(() => 'end group | | ');
    expect(brief(formOfLines(['type | name | label', ...groups, 'text | a | A', ...ends]).problems)).toEqual([
      '32 - g30 wrong.tooDeep',
    ]);
    const choices = Array.from({ length: 50_000 }, (_, at) => `long | c${at} | The choice number ${at}`);
    const read = formOfLines(['type | name', 'select_one long | one'], {
      choices: ['list_name | name | label', ...choices],
    });
    expect(brief(read.problems)).toEqual(['- -  wrong.tooLarge']);
  });
});
