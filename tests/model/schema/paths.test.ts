import { describe, expect, it } from 'vitest';
import type { Json } from 'src/model/item/Item.ts';
import { placesAt, propertyAt, relationsOf, valuesAt } from 'src/model/schema/paths.ts';
import { registry } from 'tests/toy/generated/registry.server.ts';

const book = registry.types['Book']!.properties;

describe('paths', () => {
  it('find members of objects and of lists of them, never what lies behind a relation', () => {
    expect(propertyAt(book, 'size.height')).toMatchObject({ kind: 'number', many: false });
    expect(propertyAt(book, 'parts.name')).toMatchObject({ kind: 'text', many: true });
    for (const path of ['shelf.name', 'nothing', 'size.nothing', '__proto__', 'constructor', ''])
      expect(propertyAt(book, path)).toBeUndefined();
  });

  it('reach every value, with its place', () => {
    const values: Record<string, Json> = {
      parts: [{ name: 'a' }, { pages: 3 }, { name: 'b' }],
      genres: ['x', 'y'],
      title: 't',
    };
    expect(valuesAt(values, 'parts.name')).toEqual(['a', 'b']);
    expect(placesAt(values, 'parts.name')).toEqual([
      { pointer: '/parts/0/name', value: 'a' },
      { pointer: '/parts/2/name', value: 'b' },
    ]);
    expect(placesAt(values, 'genres')).toEqual([
      { pointer: '/genres/0', value: 'x' },
      { pointer: '/genres/1', value: 'y' },
    ]);
    expect(valuesAt(values, 'title.length')).toEqual([]);
    expect(valuesAt({}, 'constructor')).toEqual([]);
  });

  it('list the relations, those inside of objects too', () => {
    expect(relationsOf(registry.types['User']!.properties).map(({ path }) => path)).toEqual([
      'contact',
      'memberships.owner',
    ]);
  });
});
