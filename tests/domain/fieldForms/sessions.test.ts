// Sessions of forms: what follows from answers.
import { describe, expect, it } from 'vitest';
import type { Question } from 'src/domain/geokeeper/forms/FieldFormModel.ts';
import { formOf, sessionOf } from 'tests/domain/fieldForms/sessionOf.ts';

const PEOPLE: Question = {
  name: 'people',
  type: 'repeat',
  questions: [
    { name: 'person', type: 'text', required: true },
    { name: 'age', type: 'integer', constraint: '. >= 0 and . < 130', constraintMessage: { en: 'Give an age.' } },
    { name: 'school', type: 'text', relevant: '${age} < 18' },
    { name: 'number', type: 'calculate', calculation: 'position(..)' },
  ],
};

describe('sessions of forms', () => {
  it('[GEO-01] computes relevance, constraints and sums over entries', () => {
    const session = sessionOf(
      formOf([
        PEOPLE,
        { name: 'total', type: 'calculate', calculation: 'sum(${age})' },
        { name: 'second', type: 'calculate', calculation: 'indexed-repeat(${person}, ${people}, 2)' },
      ]),
    );
    expect(session.addEntry('people')).toBe('people/0');
    session.addEntry('people');
    session.set('people/0/age', 12);
    session.set('people/1/age', 200);
    session.set('people/1/person', 'Ana');
    expect(session.node('people/0/school')?.relevant).toBe(true);
    expect(session.node('people/1/school')?.relevant).toBe(false);
    expect(session.problems()).toEqual([
      { path: 'people/0/person', kind: 'required' },
      { path: 'people/1/age', kind: 'constraint', text: 'Give an age.' },
    ]);
    session.set('people/1/age', 30);
    expect(session.node('total')?.value).toBe(42);
    expect(session.node('second')?.value).toBe('Ana');
    session.removeEntry('people/0');
    expect(session.node('people')?.children).toEqual(['people/0']);
    expect(session.node('people/0/age')?.path).toBe('people/0/age');
    expect(session.answers()).toEqual({ people: [{ person: 'Ana', age: 30, number: 1 }], total: 30 });
  });

  it('[GEO-01] informs only the readers of what an answer changes, also in a long form', () => {
    const others = Array.from({ length: 300 }, (_, at): Question => ({ name: `other${at}`, type: 'text' }));
    const session = sessionOf(
      formOf([
        { name: 'age', type: 'integer' },
        { name: 'school', type: 'text', relevant: '${age} < 18' },
        { name: 'double', type: 'calculate', calculation: '${age} * 2' },
        { name: 'people', type: 'repeat', count: '${double}', questions: [{ name: 'who', type: 'text' }] },
        ...others,
      ]),
    );
    const informed: string[] = [];
    const paths = session.node('')?.children ?? [];
    for (const path of paths) {
      session.node(path);
      session.subscribe(() => informed.push(path), path);
    }
    session.set('other7', 'Loon');
    expect(informed.splice(0)).toEqual(['other7']);
    session.set('age', 20);
    expect(session.node('people')?.children).toHaveLength(40);
    // Entries move paths, so all are informed.
    expect(informed.splice(0)).toHaveLength(paths.length);
    session.set('people/3/who', 'Ana');
    expect(informed.splice(0)).toEqual([]);
    const fixed = sessionOf(
      formOf([
        { name: 'age', type: 'integer' },
        { name: 'school', type: 'text', relevant: '${age} < 18' },
        { name: 'double', type: 'calculate', calculation: '${age} * 2' },
        ...others,
      ]),
    );
    for (const path of fixed.node('')?.children ?? []) {
      fixed.node(path);
      fixed.subscribe(() => informed.push(path), path);
    }
    fixed.set('age', 4);
    expect(informed.toSorted()).toEqual(['age', 'double', 'school']);
    expect([fixed.node('double')?.value, fixed.node('school')?.relevant]).toEqual([8, true]);
  });

  it('[GEO-01] keeps hidden answers of a draft and leaves them out of a record', () => {
    const session = sessionOf(
      formOf([
        { name: 'any', type: 'text' },
        { name: 'which', type: 'text', relevant: "${any} = 'yes'" },
      ]),
    );
    session.set('any', 'yes');
    session.set('which', 'Crowberry');
    session.set('any', 'no');
    expect(session.answers()).toEqual({ any: 'no' });
    expect(session.answers({ all: true })).toEqual({ any: 'no', which: 'Crowberry' });
  });

  it('[GEO-01] makes as many entries as the count says, also within entries', () => {
    const inner: Question = {
      name: 'visits',
      type: 'repeat',
      count: '${often}',
      questions: [{ name: 'day', type: 'date' }],
    };
    const session = sessionOf(
      formOf([
        { name: 'many', type: 'integer' },
        { name: 'sites', type: 'repeat', count: '${many}', questions: [{ name: 'often', type: 'integer' }, inner] },
      ]),
    );
    session.set('many', 2);
    session.set('sites/1/often', 3);
    expect(session.node('sites')?.children).toEqual(['sites/0', 'sites/1']);
    expect(session.node('sites/0/visits')?.children).toEqual([]);
    expect(session.node('sites/1/visits')?.children).toHaveLength(3);
    expect(() => session.addEntry('sites')).toThrow('No entry');
    session.set('many', 1);
    expect(session.node('sites/1')).toBeUndefined();
  });

  it('[GEO-01] evaluates only what depends on a changed answer', () => {
    const session = sessionOf(
      formOf([
        { name: 'a', type: 'integer' },
        { name: 'b', type: 'integer' },
        { name: 'twice', type: 'calculate', calculation: '${a} * 2' },
      ]),
    );
    const [before, other] = [session.node('twice'), session.node('b')];
    session.set('a', 4);
    expect(session.node('twice')).not.toBe(before);
    expect(session.node('twice')?.value).toBe(8);
    expect(session.node('b')).toBe(other);
  });

  it('[GEO-01] filters 50,000 choices of a file', () => {
    const rows = Array.from({ length: 50_000 }, (_, at) => ({
      name: `v${at}`,
      label: `Village ${at}`,
      region: `r${at % 1000}`,
    }));
    const session = sessionOf(
      formOf(
        [
          { name: 'region', type: 'text' },
          { name: 'village', type: 'selectOne', list: 'villages', choiceFilter: 'region = ${region}' },
          { name: 'label', type: 'calculate', calculation: "pulldata('villages.csv', 'label', 'name', ${village})" },
        ],
        {
          lists: { villages: { file: 'villages.csv', name: 'name', label: 'label' } },
        },
      ),
      { lists: { 'villages.csv': rows } },
    );
    session.set('region', 'r7');
    expect(session.node('village')?.choices).toHaveLength(50);
    session.set('village', 'v1007');
    expect(session.node('label')?.value).toBe('Village 1007');
    session.set('region', 'r8');
    expect(session.problems()).toMatchObject([{ path: 'village', kind: 'value' }]);
  });

  it('[GEO-01] ends on cycles, unknown functions and endless expressions with a problem', () => {
    const session = sessionOf(
      formOf([
        { name: 'first', type: 'calculate', calculation: '${second} + 1' },
        { name: 'second', type: 'calculate', calculation: '${first} + 1' },
        { name: 'unknown', type: 'calculate', calculation: 'launch(1)' },
        { name: 'broken', type: 'text', relevant: '${' },
      ]),
    );
    const kinds = session.problems().map(({ path, kind }) => `${path} ${kind}`);
    expect(kinds).toContain('unknown expression');
    expect(kinds).toContain('broken expression');
    expect(kinds.some((each) => /first|second/.test(each))).toBe(true);
  });

  it('[GEO-01] computes defaults once, keeps what a person typed, and recomputes when its answers change', () => {
    const form = formOf([
      { name: 'day', type: 'date', default: 'today()' },
      { name: 'price', type: 'decimal' },
      { name: 'offer', type: 'decimal', calculation: '${price} * 2' },
      { name: 'code', type: 'calculate', calculation: 'once(uuid())' },
    ]);
    const session = sessionOf(form, { timeZone: 'Pacific/Auckland' });
    expect(session.node('day')?.value).toBe('2026-05-02');
    session.set('price', 3);
    session.set('offer', 5);
    expect(session.node('offer')?.value).toBe(5);
    const reopened = sessionOf(form, { answers: session.answers() });
    expect(reopened.answers()).toEqual(session.answers());
    reopened.set('price', 4);
    expect(reopened.node('offer')?.value).toBe(8);
    expect(reopened.node('code')?.value).toBe(session.node('code')?.value);
  });

  it('[GEO-01] shows labels with answers and translations', () => {
    const session = sessionOf(
      formOf(
        [
          { name: 'who', type: 'text' },
          { name: 'ok', type: 'text', label: { en: 'Thanks, ${who}', fr: 'Merci, ${who}' } },
        ],
        { recordTitle: "concat('Visit of ', ${who})" },
      ),
    );
    session.set('who', 'Ana');
    expect(session.node('ok')?.label).toBe('Thanks, Ana');
    session.setLanguage('fr');
    expect(session.node('ok')?.label).toBe('Merci, Ana');
    expect(session.title()).toBe('Visit of Ana');
  });

  it('[GEO-01] leaves out separators between answers that are missing, and is named by its form without any', () => {
    const form = formOf(
      [
        { name: 'what', type: 'text' },
        { name: 'when', type: 'text' },
      ],
      { recordTitle: "concat(${what}, ', ', ${when})", title: { en: 'Birds' } },
    );
    const session = sessionOf(form);
    expect(session.title()).toBe('Birds');
    session.set('when', 'May');
    expect(session.title()).toBe('May');
    session.set('what', 'Heron');
    expect(session.title()).toBe('Heron, May');
  });
});
