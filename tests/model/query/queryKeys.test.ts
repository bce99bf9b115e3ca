// Cost of a query key: a path over relations has a bounded length, independent of the relations in it.

import { describe, expect, it } from 'vitest';
import { askerOf, relationsNamed, resolveKey } from 'src/model/query/queryKeys.ts';
import { VISITOR } from 'src/model/access/Subject.ts';
import type { ServerItemType, ServerRegistry } from 'src/model/schema/Registry.ts';
import { registry } from 'tests/toy/generated/registry.server.ts';
import { cpuTime } from 'tests/ownTime.ts';

const typeOf = (name: string, { types }: ServerRegistry = registry): ServerItemType => {
  const type = types[name];
  if (!type) throw new Error(name);
  return type;
};
const asker = askerOf(VISITOR);
const anything = typeOf('Attachment').properties['rel'];

/** The toy world in which every type may be related to anything. */
const tangled: ServerRegistry = {
  ...registry,
  types: Object.fromEntries(
    Object.values(registry.types).map((type) => [
      type.name,
      { ...type, properties: { ...type.properties, ...(anything && { rel: anything }) } },
    ]),
  ),
};

describe('a path over relations', () => {
  const book = typeOf('Book');

  it('[SRCH-01] goes as deep as sub-queries do', () => {
    for (const key of ['shelf.room', 'sequels.shelf.room', 'sequels.sequels.shelf.room'])
      expect(resolveKey(registry, book, key, asker)?.kind, key).toBe('hop');
    for (const hops of [3, 50, 20_000])
      expect(resolveKey(registry, book, `${'sequels.'.repeat(hops)}shelf.room`, asker)).toBeUndefined();
  });

  it('[SRCH-01] crosses one relation to any type at most, so that no key multiplies the work', () => {
    expect(anything?.rel?.to).toEqual(['*']);
    const start = typeOf('Book', tangled);
    expect(resolveKey(tangled, start, 'rel.created', asker)?.kind).toBe('hop');
    expect(resolveKey(tangled, start, 'rel.sequels.created', asker)?.kind).toBe('hop');
    const started = cpuTime();
    for (const key of ['rel.rel.created', `${'rel.'.repeat(12)}created`, `sequels.${'rel.'.repeat(40)}created`])
      expect(resolveKey(tangled, start, key, asker), key).toBeUndefined();
    expect(cpuTime() - started).toBeLessThan(500);
  });

  it('[SRCH-01] is none by a name that every object has', () => {
    for (const name of ['constructor', 'toString', '__proto__', 'hasOwnProperty']) {
      for (const key of [name, `size.${name}`, `shelf.${name}`, `${name}.created`, `size.${name}.name`]) {
        expect(resolveKey(registry, book, key, asker), key).toBeUndefined();
        expect(relationsNamed(registry, book, key, asker), key).toEqual([]);
      }
    }
  });
});
