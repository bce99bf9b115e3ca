// The groups of people who may see an item, derived from the declaration of its type.
import { describe, expect, it } from 'vitest';
import { givenIn } from 'src/client/item/useGrants.ts';
import { levelSeen, seenByFewer, whoCanSee, type Statement } from 'src/client/item/accessSummary.ts';
import type { Item, Json } from 'src/model/item/Item.ts';
import type { ReadAccess } from 'src/model/schema/ReadAccess.ts';
import type { ItemType } from 'src/model/schema/Registry.ts';
import { scriptedItem } from 'stories/scripted/ScriptedServer.ts';
import { registry } from 'tests/toy/generated/registry.client.ts';

const declared = (name: string): ItemType => {
  const type = registry.types[name];
  if (!type) throw new Error(name);
  return type;
};
const reading = (read: ReadAccess): ItemType => ({ ...declared('Book'), read });
const bookWith = (changed: Readonly<Record<string, Json>> = {}): Item =>
  scriptedItem('Book-1', {
    title: 'Tales',
    shelf: 'Shelf-2',
    $access: 'PROTECTED',
    price: 3,
    privateNotes: 'n',
    ...changed,
  });
const book = bookWith();
const told = (statements: readonly Statement[]): string[] =>
  statements.map(({ key, items, label }) => [key, ...items, label].filter(Boolean).join(' '));

describe('[CELL-07] who can see an item', () => {
  it('follows from its own level, its owner, and the words of its type', () => {
    expect(told(whoCanSee(declared('Book'), book))).toEqual([
      'PROTECTED Shelf-2',
      `creator ${book._c.creator}`,
      'admin',
    ]);
  });

  it('follows from the level of the type where the item has none, and names those that a path names', () => {
    const loan = scriptedItem('Loan-1', { borrower: 'User-7' });
    expect(levelSeen(declared('Loan'), loan)).toBe('COMMUNITY');
    expect(told(whoCanSee(declared('Loan'), loan))).toEqual([
      'COMMUNITY',
      `creator ${loan._c.creator}`,
      'user User-7 borrower',
      'admin',
    ]);
  });

  it('is everyone where it is public, and says nothing of others then', () => {
    const open = bookWith({ $access: 'PUBLIC' });
    expect(told(whoCanSee(declared('Book'), open))).toEqual(['PUBLIC', 'admin']);
    expect(told(whoCanSee(declared('Shelf'), scriptedItem('Shelf-1', {})))[0]).toBe('PUBLIC');
  });

  it('falls back to the declared default, as the server does', () => {
    expect(levelSeen(declared('Book'), scriptedItem('Book-9', {}))).toBe('COMMUNITY');
  });

  it('is decided by what the item belongs to, and by its maker while it belongs to nothing', () => {
    const type = reading({ level: { const: 'PRIVATE' }, inherit: 'shelf', readers: [] });
    expect(levelSeen(type, book)).toBeUndefined();
    expect(told(whoCanSee(type, book))).toEqual(['inherit Shelf-2']);
    // A book must have a shelf: one that is not there is hidden.
    expect(told(whoCanSee(type, bookWith({ shelf: null })))).toEqual(['inherit.hidden']);
    const loose = { ...type, properties: {} };
    expect(told(whoCanSee(loose, bookWith({ shelf: null })))).toEqual([`creator ${book._c.creator}`]);
  });

  it('[CONV-01] names its readers in addition to the readers of the item that it belongs to', () => {
    const type = reading({
      level: { const: 'COMMUNITY' },
      inherit: 'shelf',
      inheritAtLeast: 'COMMUNITY',
      readers: ['user:borrower'],
    });
    expect(told(whoCanSee(type, bookWith({ borrower: 'User-7' })))).toEqual([
      'inherit.COMMUNITY Shelf-2',
      'user User-7 borrower',
    ]);
  });

  it('tells capabilities, other owners and everybody signed in', () => {
    const readers = ['signedIn', 'cap:Library', 'anyCap:Loans', 'ownerOf:shelf:PRIVATE', 'user:borrower'];
    const type = reading({ owner: 'shelf', level: { const: 'COMMUNITY' }, readers });
    expect(told(whoCanSee(type, book))).toEqual([
      'COMMUNITY Shelf-2',
      'signedIn',
      'capability Shelf-2 Library',
      'capability.anywhere Loans',
      'PRIVATE Shelf-2',
      'admin',
    ]);
  });

  it('[RES-01] names the items that limit its readers', () => {
    const type = reading({ owner: 'shelf', level: { const: 'PUBLIC' }, limitedBy: ['borrower'], readers: [] });
    expect(told(whoCanSee(type, bookWith({ borrower: ['User-7', 'User-8'] })))).toEqual([
      'PUBLIC',
      'admin',
      'limited User-7 User-8',
    ]);
    expect(told(whoCanSee(type, book))).toEqual(['PUBLIC', 'admin']);
  });

  it('[PERM-02] gathers what one person gave to one other', () => {
    const grants = { 'User-1': ['read:user:User-5', 'PRIVATE.read:owner:Shelf-1:COMMUNITY', 'update:user:User-5'] };
    expect(givenIn(grants)).toEqual([
      { by: 'User-1', to: 'user:User-5', actions: ['read', 'update'] },
      { by: 'User-1', to: 'owner:Shelf-1:COMMUNITY', actions: ['PRIVATE.read'] },
    ]);
  });

  it('lists the values that fewer people see, and only those', () => {
    expect([...seenByFewer(declared('Book'), book)]).toEqual([['PRIVATE', ['privateNotes']]]);
    expect([...seenByFewer(declared('Book'), bookWith({ $access: 'COMMUNITY' }))]).toEqual([
      ['PROTECTED', ['price']],
      ['PRIVATE', ['privateNotes']],
    ]);
  });
});
