// Exports of chosen columns, which read only the properties that these need: every column of every declared type has the cells that it has in
// an export of all columns.

import { afterAll, beforeAll, expect, it } from 'vitest';
import { fixtures } from 'src/generated/fixtures.ts';
import { registry } from 'src/generated/registry.server.ts';
import { csvRecords } from 'src/server/cli/csvRecords.ts';
import { placed } from 'tests/contract/contractSuite.ts';
import { openStandingWorld, type StandingWorld } from 'tests/product/contractWorld.ts';

let standing: StandingWorld;

beforeAll(async () => {
  standing = await openStandingWorld();
});
afterAll(() => standing.world.stop());

/** Cells of each column by the id of the row; undefined for a caption that several columns have. */
const columnsIn = (file: string): Map<string, Record<string, string> | undefined> => {
  const [captions = [], ...rows] = csvRecords(file, {}).map(({ record }) => record);
  const idAt = captions.indexOf('$id');
  return new Map(
    captions.map((caption, at) => [
      caption,
      captions.filter((each) => each === caption).length > 1
        ? undefined
        : Object.fromEntries(rows.map((row) => [row[idAt] ?? '', row[at] ?? ''])),
    ]),
  );
};

it('[SRCH-01] [EXCHANGE] [PERM-01] an export of one column has the cells of an export of all columns', async () => {
  const { world, stand } = standing;
  const types = Object.values(registry.types).filter(({ name }) => stand[name] !== undefined);
  const full = types.flatMap(({ name }) => {
    const more = placed({ ...fixtures[name]?.full }, stand) as Record<string, never>;
    return fixtures[name] ? [{ type: name, level: 'PUBLIC' as const, mark: `second ${name}`, more }] : [];
  });
  await world.add(full);
  let compared = 0;
  for (const { name, properties, levelPath } of types) {
    const query = { must: { _t: [name] } };
    const all = columnsIn(await world.exported('administrator', { format: 'csv', relationIds: true, query }));
    const alone: { path: string; caption: string; cells: Record<string, string> }[] = [];
    for (const path of ['$label', '$owner', ...(levelPath ? ['visibility'] : []), ...Object.keys(properties)]) {
      if (path === '$notify' || path === '$hideNotify') continue;
      const request = { format: 'csv', relationIds: true, query, columns: [path] } as const;
      for (const [caption, cells] of columnsIn(await world.exported('administrator', request)))
        if (cells && all.get(caption)) alone.push({ path, caption, cells });
    }
    for (const { path, caption, cells } of alone) {
      // Two properties can have one caption when only one of them is in an export of all columns.
      if (caption !== '$id' && alone.filter((each) => each.caption === caption).length > 1) continue;
      // The log has a new entry for each export, so the later one can have more rows.
      expect({ name, path, caption, cells }).toMatchObject({ name, path, caption, cells: all.get(caption) });
      compared += Object.values(cells).filter((cell) => cell !== '').length > 1 ? 1 : 0;
    }
  }
  expect(compared).toBeGreaterThan(types.length * 2);
}, 240_000);
