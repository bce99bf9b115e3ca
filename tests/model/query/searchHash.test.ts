// The hash by which saved searches are told apart.
import { createHash } from 'node:crypto';
import { fc } from 'tests/properties.ts';
import { describe, expect, it } from 'vitest';
import type { Json } from 'src/model/item/Item.ts';
import { md5 } from 'src/model/query/md5.ts';
import { searchHash } from 'src/model/query/searchHash.ts';

describe('md5', () => {
  it('is the MD5 of the text in UTF-8', () => {
    expect(md5('')).toBe('d41d8cd98f00b204e9800998ecf8427e');
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 300 }), (text) => {
        expect(md5(text)).toBe(createHash('md5').update(text).digest('hex'));
      }),
    );
    expect(md5('a\uD800b')).toBe(createHash('md5').update('a\uFFFDb').digest('hex'));
  });
});

describe('searchHash', () => {
  const filters: Json[] = [
    { prop: 'state', kind: 'SEL', value: ['DRAFT', 'ACTIVE'] },
    { prop: 'shelf', kind: 'REL', value: ['Shelf-1'] },
  ];

  it('[SRCH-04] does not depend on the order of filters, values and members', () => {
    const one = searchHash({
      criteria: { filters, groups: [] },
      selectedFacets: { a: ['x', 'y'], b: ['z'] },
      searchString: 'river',
    });
    const reversed = [
      { kind: 'REL', value: ['Shelf-1'], prop: 'shelf' },
      { value: ['ACTIVE', 'DRAFT'], prop: 'state', kind: 'SEL' },
    ];
    expect(
      searchHash({
        searchString: ' river ',
        selectedFacets: { b: ['z'], a: ['y', 'x'] },
        criteria: { groups: [], filters: reversed },
      }),
    ).toBe(one);
    expect(one).toMatch(/^[0-9a-f]{32}$/);
  });

  it('[SRCH-04] differs for what is asked differently', () => {
    const hashes = [
      searchHash({}),
      searchHash({ criteria: { filters } }),
      searchHash({ criteria: { filters: filters.slice(0, 1) } }),
      searchHash({ selectedFacets: { filters } }),
      searchHash({ searchString: 'river' }),
      searchHash({
        sortBy: [
          { key: 'a', order: 'asc' },
          { key: 'b', order: 'asc' },
        ],
      }),
      searchHash({
        sortBy: [
          { key: 'b', order: 'asc' },
          { key: 'a', order: 'asc' },
        ],
      }),
    ];
    expect(new Set(hashes).size).toBe(hashes.length);
  });
});
