// Damages each stored value that follows from an item's own values, by hand, one at a time: the doctor names the item, and a repair stores
// the row as it was.

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runDoctor } from 'src/server/cli/doctorCommand.ts';
import { toyDomain } from 'tests/server/harness/toyDomain.ts';
import { openWorld, type World } from 'tests/server/routes/openWorld.ts';

let world: World;
let book = '';
const printed: string[] = [];
const square = [
  [
    [-130, 55],
    [-129, 55],
    [-129, 56],
    [-130, 55],
  ],
];

beforeAll(async () => {
  world = await openWorld();
  const by = { at: new Date(), by: world.ids['admin'] ?? '', actor: undefined };
  const { database, items } = world.services;
  const values = {
    ...{ title: 'Damaged', shelf: world.ids['shelf'] ?? '', $access: 'COMMUNITY', year: 1931, price: 4 },
    ...{ privateNotes: 'Hidden heron', place: { type: 'Polygon', coordinates: square } },
  };
  book = (await database.transaction((tx) => items.insert(tx, 'Book', values, by))).id;
});
afterAll(() => world.stop());

const doctor = async (...args: string[]): Promise<number> => {
  printed.length = 0;
  const print = (line: string): void => void printed.push(line);
  try {
    await runDoctor(world.services, args, { validators: toyDomain.validators, print });
    return 0;
  } catch (error) {
    return (error as Error & { readonly exitCode: number }).exitCode;
  }
};

const rowWhere = (): string =>
  `t = (select t from item_type where name = 'Book') and i = ${Number(book.slice('Book-'.length))}`;
const rowsOf = (table: string): Promise<object[]> =>
  world.services.database.query(`select to_json(x) as row from ${table} x where ${rowWhere()} order by 1::text`);

const READERS = 'is readable by other people than its rules say';
const INDEX = 'is found, sorted or named by other values than it has';
const OTHER_ACL = `acl = (select max(id) from acl where id <> acl)`;

describe('[TRUST] the doctor names and repairs', () => {
  it.each([
    ['the readers of an item', 'item', OTHER_ACL, READERS],
    ['the level of an item', 'item', 'level = 3', READERS],
    ['the owners of an item', 'item', `owners = '{}'`, READERS],
    ['the label of an item', 'item', `label = 'Another'`, INDEX],
    ['the folded label of an item', 'item', `folded = 'another'`, INDEX],
    ['missing search terms of an item', 'item', `terms = '{}'`, INDEX],
    ['a foreign search term of an item', 'item', 'terms = terms || 999999', INDEX],
    ['the sort keys of an item', 'item', `sort_keys = '{}'`, INDEX],
    ['the words of an item', 'item', 'tsv = null', INDEX],
    ['the readers of restricted values', 'item_level', OTHER_ACL, READERS],
    ['the search terms of restricted values', 'item_level', `terms = '{999999}'`, INDEX],
    ['the sort keys of restricted values', 'item_level', `sort_keys = '{"price": 1}'`, INDEX],
    ['the words of restricted values', 'item_level', `tsv = 'other:1'`, INDEX],
    ['the readers of a geometry', 'item_geometry', OTHER_ACL, READERS],
    ['the level of a geometry', 'item_geometry', 'level = 2', READERS],
    ['the kind of a geometry', 'item_geometry', `kind = 'Point'`, INDEX],
    ['the number of points of a geometry', 'item_geometry', 'points = 1', INDEX],
    ['the box of a geometry', 'item_geometry', `box = '(1,1),(0,0)'`, INDEX],
    ['the box of the general form of a geometry', 'item_geometry', `cell_box = '(1,1),(0,0)'`, INDEX],
    ['a simplified form of a geometry', 'item_geometry', `simple_z4 = '{}'`, INDEX],
  ])('%s', async (_what, table, change, text) => {
    const before = await rowsOf(table);
    expect(before.length).toBeGreaterThan(0);
    await world.services.database.query(`update ${table} set ${change} where ${rowWhere()}`);
    expect(await rowsOf(table)).not.toEqual(before);
    expect(await doctor()).toBe(40);
    expect(printed).toContain(`${book} ${text}`);
    expect(await doctor('--repair')).toBe(0);
    expect(printed).toContain(`${book} ${text}; repaired`);
    expect(await rowsOf(table)).toEqual(before);
  });
});
