import { describe, expect, it } from 'vitest';
import type { Predicate } from 'src/model/access/Predicate.ts';
import type { ServerItemType, ServerRegistry } from 'src/model/schema/Registry.ts';
import { checkDeclarations } from 'src/server/checkDeclarations.ts';
import { toyDomain } from 'tests/server/harness/toyDomain.ts';
import { registry } from 'tests/toy/generated/registry.server.ts';

const book = registry.types['Book']!;
const withBook = (change: (server: ServerItemType['server']) => Partial<ServerItemType['server']>): ServerRegistry => ({
  ...registry,
  types: { ...registry.types, Book: { ...book, server: { ...book.server, ...change(book.server) } } },
});
const withRule = (predicate: Predicate): ServerRegistry =>
  withBook(({ access }) => ({ access: { ...access, actions: { ...access.actions, update: predicate } } }));

describe('the start', () => {
  it('goes on with complete declarations', () => {
    expect(() => checkDeclarations(registry, toyDomain)).not.toThrow();
  });

  it.each([
    [
      'a verb without a right',
      withBook(
        ({
          access: {
            actions: { delete: _, ...actions },
            ...access
          },
        }) => ({ access: { ...access, actions } }),
      ),
      'no right to delete',
    ],
    ['an unknown predicate function', withRule({ fn: 'nobodyKnows' }), 'nobodyKnows'],
    ['a path that is not declared', withRule({ eq: ['colours', 'red'] }), 'colours'],
    ['a path behind a relation', withRule({ eq: ['shelf.name', 'x'] }), 'shelf.name'],
    ['a hop over what is no relation', withRule({ via: { rel: 'title', where: { all: [] } } }), 'not a relation'],
    [
      'two hops',
      withRule({ via: { rel: 'sequels', where: { via: { rel: 'shelf', where: { all: [] } } } } }),
      'more than one relation',
    ],
    [
      'a right on what a relation leads to that asks for one there itself',
      withRule({ may: { action: 'update', rel: 'sequels' } }),
      'update Book, which looks behind a relation itself',
    ],
    [
      'a right that is not declared there',
      withRule({ may: { action: 'lend', rel: 'shelf' } }),
      'Shelf does not declare',
    ],
    ['a right behind what is no relation', withRule({ may: { action: 'update', rel: 'title' } }), 'not a relation'],
    [
      'a right behind a second relation',
      withRule({ via: { rel: 'sequels', where: { may: { action: 'update', rel: 'shelf' } } } }),
      'more than one relation',
    ],
    ['an unknown path behind a relation', withRule({ via: { rel: 'shelf', where: { eq: ['title', 'x'] } } }), 'title'],
    [
      'a reader that means nothing',
      withBook(({ access }) => ({ access: { ...access, read: { ...access.read, readers: ['everybody'] } } })),
      'everybody',
    ],
    [
      'inheriting over what is no relation',
      withBook(({ access }) => ({ access: { ...access, read: { ...access.read, inherit: 'title' } } })),
      'inherits from title',
    ],
    [
      'a rule without code',
      withBook(() => ({ rules: { validate: ['missing'], beforeSave: [], afterCommit: [] } })),
      'missing',
    ],
    [
      'a migration without code',
      withBook(() => ({ migrate: [{ op: 'retype', path: 'year', by: 'nowhere' }] })),
      'Book names the migration nowhere, which is not registered',
    ],
    [
      'an action whose right nobody declares',
      { ...registry, actions: { stamp: { ...registry.actions['stamp']!, right: 'conjure' } } },
      'conjure',
    ],
  ])('fails with %s', (_, changed, said) => {
    expect(() => checkDeclarations(changed, toyDomain)).toThrow(said);
  });

  it('fails without the code that declarations name', () => {
    expect(() => checkDeclarations(registry, { ...toyDomain, computed: {}, clocks: {} })).toThrow(
      /loanDays[^]*loanState|loanState[^]*loanDays/,
    );
    expect(() => checkDeclarations(registry, { ...toyDomain, validators: {} })).toThrow('validator Book');
  });

  it('fails with a predicate that names itself', () => {
    expect(() =>
      checkDeclarations(withRule({ fn: 'a' }), {
        ...toyDomain,
        predicates: { a: { not: { fn: 'b' } }, b: { fn: 'a' } },
      }),
    ).toThrow('names itself');
  });
});
