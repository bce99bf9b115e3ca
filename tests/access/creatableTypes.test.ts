import { describe, expect, it } from 'vitest';
import { domain } from 'src/domain/server.ts';
import { registry } from 'src/generated/registry.server.ts';
import type { Predicate } from 'src/model/access/Predicate.ts';
import { VISITOR, type Membership, type Subject } from 'src/model/access/Subject.ts';
import { creatableTypesFor, importableTypesFor } from 'src/server/access/creatableTypes.ts';
import { siteRegistry } from 'src/server/access/siteRegistry.ts';
import { registry as toy } from 'tests/toy/generated/registry.server.ts';

const OWNER = 'Organization-1';
const member = (more: Partial<Membership> = {}): Subject => ({
  ...VISITOR,
  userId: 'User-1',
  memberships: [{ owner: OWNER, reads: 'COMMUNITY', admin: false, capabilities: [], ...more }],
});
const creatable = creatableTypesFor(siteRegistry(registry, { dedicated: false, keyCaps: null }), domain.predicates);

describe('[PERM-04] what a person could create', () => {
  const PEOPLE: readonly (readonly [string, Subject, readonly string[]])[] = [
    ['a visitor', VISITOR, []],
    ['somebody without an organisation', { ...VISITOR, userId: 'User-1' }, ['Message', 'SavedSearch']],
    ['a member', member(), ['Meeting', 'Message', 'SavedSearch', 'Thread']],
    [
      'a holder of Vocab',
      member({ capabilities: ['Vocab'] }),
      ['Lexeme', 'Meeting', 'Message', 'SavedSearch', 'Thread'],
    ],
    [
      'a holder for the whole site',
      { ...member(), siteCapabilities: ['Vocab'] },
      ['Lexeme', 'Meeting', 'Message', 'SavedSearch', 'Thread'],
    ],
    [
      'an archivist',
      member({ capabilities: ['Archive'] }),
      ['ArchiveEntry', 'File', 'Meeting', 'Message', 'SavedSearch', 'Source', 'Thread'],
    ],
  ];
  /** A type that is declared later changes nothing here. */
  const named = new Set(PEOPLE.flatMap(([, , types]) => types));

  it.each(PEOPLE)('%s', (_who, subject, types) => {
    expect([...creatable(subject)].filter((type) => named.has(type)).sort()).toEqual(types);
  });

  it('never an organisation, but for administrators', () => {
    const most = member({ reads: 'PRIVATE', admin: true, capabilities: registry.capabilities });
    expect(creatable(most)).not.toContain('Organization');
    expect(creatable({ ...most, admin: true })).toContain('Organization');
  });

  it('tables of types of which the person may change the items of others, besides those that the person may create', () => {
    const importable = importableTypesFor(
      siteRegistry(registry, { dedicated: false, keyCaps: null }),
      domain.predicates,
    );
    const ownerAdmin = member({ reads: 'PRIVATE', admin: true });
    expect(importable(VISITOR)).not.toContain('ArchiveEntry');
    expect(importable(member())).not.toContain('ArchiveEntry');
    expect(importable(member())).not.toContain('Contact');
    expect(importable(member({ reads: 'PROTECTED' }))).toContain('Contact');
    expect(importable(ownerAdmin)).toContain('Organization');
    for (const type of ['User', 'LOVValue', 'SavedSearch']) expect(importable(ownerAdmin)).not.toContain(type);
    expect(importable({ ...ownerAdmin, admin: true })).toContain('User');
  });

  it('[PERM-07] only administrators create contacts on dedicated installations', () => {
    const most = member({ reads: 'PRIVATE', admin: true });
    const dedicated = creatableTypesFor(siteRegistry(registry, { dedicated: true, keyCaps: null }), domain.predicates);
    expect(creatable(most)).not.toContain('Contact');
    expect(creatable({ ...most, admin: true })).toContain('Contact');
    expect(dedicated(most)).toContain('Contact');
    expect(dedicated(member())).not.toContain('Contact');
  });

  it('more for who administers the owner', () => {
    expect(creatable(member({ admin: true }))).toContain('LOVValue');
    expect(creatable(member())).not.toContain('LOVValue');
  });

  it.each<[string, Predicate, boolean]>([
    ['a value that can be chosen', { eq: ['state', 'DRAFT'] }, true],
    ['not a value: another one can be chosen', { not: { eq: ['state', 'DRAFT'] } }, true],
    ['two conditions of which one can never hold', { all: [{ principal: 'everyone' }, { cap: 'Maps' }] }, false],
    ['one of two conditions', { any: [{ principal: 'self' }, { level: 'COMMUNITY' }] }, true],
    ['nothing', { any: [] }, false],
    ['everything', { all: [] }, true],
    ['the opposite of what always holds', { not: { principal: 'signedIn' } }, false],
    ['the opposite of what another owner denies', { not: { principal: 'ownerMember' } }, true],
    ['a right in the owner behind a relation', { via: { rel: 'shelf', where: { cap: 'Library' } } }, true],
    ['a missing right behind a relation', { via: { rel: 'shelf', where: { cap: 'Maps' } } }, false],
    ['a right on an item that is chosen', { may: { action: 'update', rel: 'shelf' } }, true],
    ['a stricter level than the person reads', { level: 'PRIVATE' }, false],
    ['not having a right anywhere', { not: { cap: 'Library', anywhere: true } }, false],
    ['not having it in the owner: another owner can be chosen', { not: { cap: 'Library' } }, true],
  ])('%s', (_what, rule, can) => {
    const book = toy.types.Book!;
    const { access } = book.server;
    const changed = { ...book.server, access: { ...access, actions: { ...access.actions, create: rule } } };
    const types = { Book: { ...book, server: changed } };
    const ask = creatableTypesFor({ ...toy, types }, {});
    expect(ask(member({ capabilities: ['Library'] }))).toEqual(can ? ['Book'] : []);
  });
});
