// Refusals of the compiler for kinds of imports, each proven by one change of the toy world.
import { describe, expect, it } from 'vitest';
import { link } from 'codegen/link.ts';
import { change, refuses, type Change } from 'tests/codegen/refuses.ts';
import { changedSource } from 'tests/codegen/toyWorld.ts';

describe('[FORM-06] [ARCH-02] a kind of imports', () => {
  const kind = (at: string, to: Change['to']): Change => change('library/imports.json', `/imports/BOOK_LIST${at}`, to);
  const column = (at: string, to: Change['to']): Change => kind(`/columns${at}`, to);
  const COLUMNS = [{ path: 'title' }];
  refuses([
    [
      'with a key that is not in capitals',
      change('library/imports.json', '/imports', { bookList: { type: 'Book', columns: COLUMNS } }),
      /the name "bookList" must match/,
    ],
    [
      'without a name',
      change('library/messages.en.json', '/imports.BOOK_LIST.label', undefined),
      /no words for imports\.BOOK_LIST\.label/,
    ],
    ['of no type', kind('/type', 'Bok'), /type: Bok is no item type\. Did you mean Book\?/],
    ['with an unknown path', column('/0/path', 'titel'), /titel is no property of Book\. Did you mean title\?/],
    ['with files, which no table holds', column('/0/path', 'files'), /or a table cannot fill it/],
    ['with an order of days for a text', column('/0/dates', 'DMY'), /dates: title is no date/],
    ['with a list for a text', column('/0/unknown', 'refuse'), /unknown: title has no list/],
    ['that finds a relation by an unknown property', column('/1/match', 'nam'), /match: nam is no property of Shelf/],
    ['that creates what it cannot name', column('/1', { path: 'shelf', missing: 'create' }), /can be create only with/],
    ['with a heading for two columns', column('/0/aliases/0', 'LAT.'), /Lat is a heading of title already/],
    ['with a coordinate for a path', column('/4/path', 'title'), /columns\/4/],
    ['that identifies items by a list', kind('/duplicates/0/0', 'genres'), /genres cannot identify an item/],
    ['that identifies items by a restricted value', kind('/duplicates/0/0', 'price'), /price cannot identify an item/],
  ]);

  it('has a key that no other area declares', () => {
    const source = changedSource();
    const imports = source.areas.find(({ area, imports: own }) => own && area.json['key'] !== 'engine')?.imports;
    const twice = link({ ...source, areas: source.areas.map((area) => ({ ...area, imports })) });
    expect(twice.diagnostics.map(({ reason }) => reason)).toContainEqual(
      expect.stringMatching(/^BOOK_LIST is declared in .* already$/),
    );
  });
});
