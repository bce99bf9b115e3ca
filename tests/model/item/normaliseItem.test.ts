import { fc } from 'tests/properties.ts';
import { describe, expect, it } from 'vitest';
import { normaliseItem, normaliseValue } from 'src/model/item/normaliseItem.ts';
import type { Property } from 'src/model/schema/Property.ts';
import { registry } from 'tests/toy/generated/registry.server.ts';

const book = registry.types['Book']!.properties;

describe('normaliseItem', () => {
  it('keeps what was typed, in NFC and without spaces around it', () => {
    expect(normaliseItem(book, { title: ' E\u0301clair ', spoken: 'HƏN̓Q̓', summary: 'a\n b' })).toEqual({
      title: 'Éclair',
      spoken: 'HƏN̓Q̓',
      summary: 'a\n b',
    });
  });

  it('makes nothing of what is empty, at any depth', () => {
    expect(
      normaliseItem(book, {
        title: ' ',
        genres: [],
        size: {},
        parts: [{ name: ' ' }, { name: 'x', pages: null }],
        fragile: false,
        year: 0,
      }),
    ).toEqual({
      title: null,
      genres: null,
      size: null,
      parts: [{ name: 'x' }],
      fragile: false,
      year: 0,
    });
  });

  it.each([
    ['2024-03-23T11:30:00+02:00', '2024-03-23T09:30:00Z'],
    ['2024-03-23T09:30:00.250Z', '2024-03-23T09:30:00.250Z'],
    ['yesterday', 'yesterday'],
    ['2024-03-23', '2024-03-23'],
  ])('writes the moment %s as %s', (given, stored) => {
    expect(normaliseValue(book['seen'], given)).toBe(stored);
  });

  it('leaves geometry as it is', () => {
    const place = { type: 'Point', coordinates: [1, 2] };
    expect(normaliseValue(book['place'], place)).toEqual(place);
  });

  it('normalised once is normalised for good', () => {
    const properties: readonly (Property | undefined)[] = [...Object.values(book), undefined];
    fc.assert(
      fc.property(fc.constantFrom(...properties), fc.jsonValue({ maxDepth: 3 }), (property, value) => {
        const once = normaliseValue(property, value as never);
        expect(normaliseValue(property, once)).toEqual(once);
      }),
    );
  });
});
