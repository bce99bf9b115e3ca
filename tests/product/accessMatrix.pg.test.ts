// Every cell of docs/ACCESS.md, checked on the running server: each declared type, each person, each level, each right by name.

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { registry } from 'src/generated/registry.server.ts';
import type { Level } from 'src/model/access/levels.ts';
import type { ItemId, Json } from 'src/model/item/Item.ts';
import { SYSTEM_TYPES } from 'src/model/schema/systemTypes.ts';
import { accessTables, allows } from 'tests/product/accessPage.ts';
import { openProductWorld, type Answer, type ProductWorld } from 'tests/product/productWorld.ts';
import { casesToTake } from 'tests/runner/parts.ts';

const tables = accessTables();
/** Each person, with their rights to each type at each of its levels. */
const asked = new Set(
  casesToTake(
    'access: types and people',
    tables.flatMap(({ type, rows }) => rows.map((row) => ({ type, row }))),
    ({ type, row }) => `${type} ${row.actor}`,
  ).map(({ row }) => row),
);
const tablesAsked = tables
  .map((table) => ({ ...table, rows: table.rows.filter((row) => asked.has(row)) }))
  .filter(({ rows }) => rows.length > 0);
let world: ProductWorld;
beforeAll(async () => {
  world = await openProductWorld({ bySocket: true });
});
afterAll(() => world.stop());

it('[PERM-01] docs/ACCESS.md has a table for every declared type', () => {
  expect(tables.flatMap(({ type, also }) => [type, ...also]).sort()).toEqual(Object.keys(registry.types).sort());
});

const bodyOf = (answer: Answer): Record<string, Json> => ('ok' in answer ? (answer.ok as Record<string, Json>) : {});

/** A property that everyone with the right to update the item may change. */
const changeable = (type: string): string => {
  const { properties, server } = registry.types[type] ?? { properties: {}, server: undefined };
  const level = server?.access.read.level;
  const own = level && 'path' in level ? level.path : '';
  const found = Object.values(properties).find(
    ({ name, kind, readOnly, many, level: restricted }) =>
      ['text', 'longText', 'boolean', 'enum'].includes(kind) &&
      readOnly !== true &&
      many !== true &&
      restricted === undefined &&
      name !== own &&
      name !== 'key' &&
      name !== 'list' &&
      server?.access.writable?.[name] === undefined,
  );
  return found?.name ?? '';
};

/** The right in the answer. Another answer, such as `invalid`, says nothing about it. */
const said = (answer: Answer): unknown => {
  if ('ok' in answer) return true;
  return ['notAllowed', 'notFound'].includes(answer.refused) ? false : answer;
};

/** The tables refer to these people and owners, so the test keeps them. */
const LASTING: ReadonlySet<string> = new Set([SYSTEM_TYPES.user, registry.ownerType ?? '']);

describe.each(tablesAsked)('$type', ({ type, levels, rows }) => {
  const ids = new Map<string, ItemId>();
  const at = (actor: string, level: Level): ItemId => ids.get(`${actor} ${level}`) ?? '';
  beforeAll(async () => {
    const wanted = rows.flatMap(({ actor }) =>
      levels.map((level) => ({ type, level, mark: `${type} ${actor} ${level}` })),
    );
    const made = await world.add(wanted);
    rows.forEach(({ actor }, row) =>
      levels.forEach((level, column) => ids.set(`${actor} ${level}`, made[row * levels.length + column] ?? '')),
    );
  });

  it.each(rows)('[PERM-01] $actor: reads, and receives their rights', async ({ actor, cells }) => {
    for (const level of levels) {
      const id = at(actor, level);
      const read = await world.ask(actor, `read/${id}`);
      expect({ level, actor, may: 'ok' in read }).toEqual({ level, actor, may: allows(cells['read'], level) });
      if (!('ok' in read)) expect(read).toEqual({ refused: actor === 'visitor' ? 'notAllowed' : 'notFound' });
      const verbs = Object.keys(cells).filter((verb) => verb !== 'create');
      const told = bodyOf(await world.ask(actor, 'isAllowed', { id, actions: verbs }));
      expect({ level, ...told }).toEqual({
        level,
        ...Object.fromEntries(verbs.map((verb) => [verb, allows(cells[verb], level)])),
      });
    }
  });

  it.each(rows)('[PERM-01] $actor: creates, updates and deletes what the table says', async ({ actor, cells }) => {
    const { properties = {}, adminOnly = [] } = registry.types[type] ?? {};
    const closed = Object.values(properties).filter(
      (each) => each.readOnly || (adminOnly.includes(each.name) && each.required !== true),
    );
    const property = changeable(type);
    for (const each of levels) {
      const body = await world.newBody({ type, level: each, mark: `${type} new ${actor} ${each}` });
      const sent = Object.fromEntries(
        Object.entries(body).filter(([name]) => !closed.some((other) => other.name === name)),
      );
      const created = said(await world.ask(actor, `create/${type}`, sent));
      expect({ each, created }).toEqual({ each, created: allows(cells['create'], each) });
      const change = body[property] === undefined ? {} : { [property]: body[property] ?? null };
      const id = at(actor, each);
      const { _u = 1 } = bodyOf(await world.ask('administrator', `read/${id}`)) as { _u?: number };
      const updated = said(await world.ask(actor, 'update', { $id: id, _u, ...change }));
      expect({ each, updated }).toEqual({ each, updated: allows(cells['update'], each) });
      const deletes = allows(cells['delete'], each);
      const [last = id] =
        deletes && LASTING.has(type)
          ? [await world.newItem({ type, level: each, mark: `${type} last ${actor} ${each}` })]
          : [];
      const after = bodyOf(await world.ask('administrator', `read/${last}`)) as { _u?: number };
      const deleted = said(await world.ask(actor, `delete/${last}`, { _u: after._u ?? 1 }));
      expect({ each, deleted }).toEqual({ each, deleted: deletes });
    }
  });
});
