// The language that a value is shown in.

import { expect, it } from 'vitest';
import { labelIn } from 'src/server/lists/valueLists.ts';

it.each([
  ['fr', { en: 'Song', fr: 'Chant' }, 'Chant'],
  ['fr-CA', { en: 'Song', fr: 'Chant' }, 'Chant'],
  ['fr-CA', { en: 'Song', 'fr-CA': 'Chanson', fr: 'Chant' }, 'Chanson'],
  ['iu', { en: 'Song', fr: 'Chant' }, 'Song'],
  ['iu', { fr: 'Chant' }, 'Chant'],
  ['en', { en: '', fr: 'Chant' }, 'Chant'],
  ['en', {}, 'SONGS'],
  ['constructor', { en: 'Song' }, 'Song'],
])('[LOV-01] in %s, of %j: %s', (locale, t, expected) => {
  expect(labelIn(locale, t, 'SONGS')).toBe(expected);
});
