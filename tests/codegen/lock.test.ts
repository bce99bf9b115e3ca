// The released shape: changes that need a migration, and changes that do not.
import { describe, expect, it } from 'vitest';
import type { JsonObject, JsonValue } from 'codegen/json.ts';
import { link } from 'codegen/link.ts';
import { lockDiagnostics, lockOf, release } from 'codegen/lock.ts';
import { changedSource, type Change } from 'tests/codegen/toyWorld.ts';

const linkedWith = (...changes: Change[]) => link(changedSource(...changes)).linked;
const released = release(linkedWith(), lockOf(undefined)) as unknown as JsonObject;

const said = (...changes: Change[]): string[] =>
  lockDiagnostics(linkedWith(...changes), released).map(({ file, reason }) => `${file.split('/').at(-1)}: ${reason}`);

const book = (at: string, to: JsonValue | undefined): Change => ({
  file: 'Book.schema.json',
  at: `/properties/${at}`,
  to,
});
const migrate = (...ops: JsonObject[]): Change => ({ file: 'Book.server.json', at: '/migrate', to: ops });

describe('the released shape', () => {
  it('has nothing against what was released, nor against more', () => {
    expect(said()).toEqual([]);
    expect(said(book('isbn', { type: 'string', maxLength: 20 }))).toEqual([]);
    expect(said(book('state/enum', ['DRAFT', 'ACTIVE', 'ARCHIVED', 'LOST']))).toEqual([]);
    expect(lockDiagnostics(linkedWith(), undefined)).toEqual([]);
  });

  it('misses a property until a migration says where it went', () => {
    expect(said(book('weight', undefined))).toEqual([
      'Book.server.json: weight has vanished: add a rename, split or drop to "migrate"',
    ]);
    expect(said(book('weight', undefined), migrate({ op: 'drop', path: 'weight' }))).toEqual([]);
    expect(said(book('weight', undefined), migrate({ op: 'rename', from: 'weight', to: 'price' }))).toEqual([]);
    expect(said(book('weight', undefined), migrate({ op: 'drop', path: 'price' }))).toHaveLength(1);
  });

  it('notices another kind, also of a member', () => {
    expect(said(book('year', { type: 'string', maxLength: 4 }))).toEqual([
      'Book.server.json: year was integer and is text: add a retype to "migrate"',
    ]);
    expect(
      said(book('year', { type: 'string', maxLength: 4 }), migrate({ op: 'retype', path: 'year', by: 'yearAsText' })),
    ).toEqual([]);
    expect(said(book('size/properties/height/type', 'string'))).toHaveLength(1);
  });

  it('notices a lost choice of an enum and of a list', () => {
    expect(said(book('state/enum', ['DRAFT', 'ACTIVE']))).toEqual([
      'Book.server.json: state has lost ARCHIVED: add an enum-map to "migrate"',
    ]);
    expect(
      said(
        book('state/enum', ['DRAFT', 'ACTIVE']),
        migrate({ op: 'enum-map', path: 'state', map: { ARCHIVED: 'ACTIVE' } }),
      ),
    ).toEqual([]);
    const fewer: Change = {
      file: 'lists.json',
      at: '/lists/GENRES/values',
      to: [{ key: 'FABLE', t: { en: 'Fable' } }],
    };
    expect(said(fewer).map((line) => /lost (\w+)/.exec(line)?.[1])).toEqual(['ATLAS', 'SONGS']);
    expect(said(fewer, migrate({ op: 'list-map', list: 'GENRES', map: { ATLAS: 'FABLE', SONGS: null } }))).toEqual([]);
  });

  it('keeps numbers for good', () => {
    const renumbered: Change = { file: 'Book.server.json', at: '/number', to: 140 };
    expect(said(renumbered)).toEqual(['Book.server.json: was 102 in the last release; numbers are permanent']);
    const types: Change = { file: 'library/area.json', at: '/types', to: ['Shelf', 'Book'] };
    const source = changedSource(types);
    const library = source.areas.at(-1)!;
    const without = link({
      ...source,
      areas: [...source.areas.slice(0, -1), { ...library, types: library.types.filter(({ name }) => name !== 'Loan') }],
    }).linked;
    expect(lockDiagnostics(without, released).map(({ reason }) => reason)).toEqual([
      'Loan has vanished: name it in "retired" of its area',
    ]);
    expect(release(without, lockOf(released)).retired).toEqual({ Loan: 103 });
    const reused = { ...released, types: {}, retired: { Scroll: 102 } };
    expect(
      lockDiagnostics(linkedWith(), { ...reused, types: { Book: (released['types'] as JsonObject)['Book']! } }).map(
        ({ reason }) => reason,
      ),
    ).toEqual(['102 was the number of Scroll; numbers are never given again']);
  });
});
