import { describe, expect, test } from 'vitest';
import type { FieldForm } from 'src/domain/geokeeper/forms/FieldFormModel.ts';
import { answerAt, answerRows, choiceOf, mergedAnswers, reviewTextIn } from 'src/domain/geokeeper/review/answerRows.ts';

const FORM: FieldForm = {
  ...{ title: { en: 'Visit' }, machineName: 'visit', formType: 'record' },
  ...{ languages: ['en', 'fr'], defaultLanguage: 'en' },
  lists: { kind: { choices: [{ name: 'bird', label: { en: 'Bird', fr: 'Oiseau' } }] } },
  questions: [
    { name: 'who', type: 'text', label: { en: 'Who came?', fr: 'Qui est venu ?' } },
    { name: 'began', type: 'start' },
    { name: 'welcome', type: 'note', label: { en: 'Welcome' } },
    { name: 'kind', type: 'selectOne', list: 'kind', label: { en: 'Kind' } },
    {
      ...{ name: 'private', type: 'group', label: { en: 'Only for the office' }, audience: 'RESTRICTED' },
      questions: [{ name: 'grave', type: 'point', label: { en: 'Grave of ${who}' } }],
    },
    { name: 'silent', type: 'group', label: { en: 'Nothing here' }, questions: [{ name: 'x', type: 'hidden' }] },
    {
      ...{ name: 'sights', type: 'repeat', label: { en: 'Sight' } },
      questions: [
        { name: 'count', type: 'integer', label: { en: 'How many?' } },
        { name: 'photo', type: 'photo' },
      ],
    },
  ],
};

const options = { languages: ['en'] };

describe('rows of answers', () => {
  test('[GEO-02] answers follow the form, with groups, numbered entries and filled labels', () => {
    const rows = answerRows(FORM, { who: 'Ana', kind: 'bird', sights: [{ count: 2 }, { photo: 'a.jpg' }] }, options);
    expect(
      rows.map(({ path, label, depth, heading, entry, value }) => [path, label, depth, heading, entry, value]),
    ).toEqual([
      ['who', 'Who came?', 0, undefined, undefined, 'Ana'],
      ['kind', 'Kind', 0, undefined, undefined, 'bird'],
      ['private', 'Only for the office', 0, 'group', undefined, undefined],
      ['private/grave', 'Grave of Ana', 1, undefined, undefined, undefined],
      ['sights/0', 'Sight', 0, 'entry', 1, undefined],
      ['sights/0/count', 'How many?', 1, undefined, undefined, 2],
      ['sights/0/photo', 'photo', 1, undefined, undefined, undefined],
      ['sights/1', 'Sight', 0, 'entry', 2, undefined],
      ['sights/1/count', 'How many?', 1, undefined, undefined, undefined],
      ['sights/1/photo', 'photo', 1, undefined, undefined, 'a.jpg'],
    ]);
  });

  test('[GEO-02] questions of a restricted group are restricted', () => {
    const restricted = answerRows(FORM, {}, options).filter(({ isRestricted }) => isRestricted);
    expect(restricted.map(({ path }) => path)).toEqual(['private', 'private/grave']);
  });

  test('[GEO-02] without its form definition a record shows the answers as they are stored', () => {
    const answers = { who: 'Ana', grave: { lat: 1, lon: 2 }, part: { kind: 'bird' }, sights: [{ count: 2 }], none: [] };
    const rows = answerRows(undefined, answers, options);
    expect(rows.map(({ path, label, heading, value }) => [path, label, heading ?? value])).toEqual([
      ['who', 'who', 'Ana'],
      ['grave', 'grave', { lat: 1, lon: 2 }],
      ['part', 'part', 'group'],
      ['part/kind', 'kind', 'bird'],
      ['sights/0', 'sights', 'entry'],
      ['sights/0/count', 'count', 2],
      ['none', 'none', []],
    ]);
  });

  test('[GEO-02] answers that the form does not know are not lost', () => {
    const rows = answerRows(FORM, { who: 'Ana', older: 'text', sights: [{ older: 3 }] }, options);
    expect(rows.filter(({ question }) => !question).map(({ path, value }) => [path, value])).toEqual([
      ['sights/0/older', 3],
      ['older', 'text'],
    ]);
  });

  test('[GEO-02] answers of both audiences are merged by question and by entry', () => {
    const general = { who: 'Ana', part: { open: 1 }, sights: [{ count: 2 }, { count: 3 }] };
    const restricted = { part: { closed: 2 }, sights: [{ photo: 'a.jpg' }], grave: { lat: 1, lon: 2 } };
    const merged = mergedAnswers(general, restricted);
    expect(merged).toEqual({
      ...{ who: 'Ana', part: { open: 1, closed: 2 }, grave: { lat: 1, lon: 2 } },
      sights: [{ count: 2, photo: 'a.jpg' }, { count: 3 }],
    });
    expect(mergedAnswers(undefined, restricted)).toEqual(restricted);
    expect(mergedAnswers(general, undefined)).toEqual(general);
    expect(answerAt(merged, 'sights/1/count')).toBe(3);
    expect(answerAt(merged, 'part/none/more')).toBeUndefined();
  });

  test('[GEO-02] texts appear in the language of the reader, otherwise in one that exists', () => {
    expect(reviewTextIn({ en: 'Kind', fr: 'Genre' }, ['fr', 'en'])).toBe('Genre');
    expect(reviewTextIn({ en: '', fr: 'Genre' }, ['en'])).toBe('Genre');
    expect(reviewTextIn({ default: 'Kind' }, ['en'])).toBe('Kind');
    expect(reviewTextIn(undefined, ['en'])).toBeUndefined();
    const kind = FORM.questions.find(({ name }) => name === 'kind');
    expect(choiceOf(FORM, kind, 'bird')?.label['fr']).toBe('Oiseau');
    expect(choiceOf(FORM, kind, 'fish')).toBeUndefined();
  });
});
