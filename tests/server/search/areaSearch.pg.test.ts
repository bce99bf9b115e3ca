// Search by place: bounds meet boxes, an area meets the geometry itself; the answer of the columns against PostgreSQL's own geometric
// types, and for readers of every level.

import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { VISITOR, ownerPrincipal, type Subject } from 'src/model/access/Subject.ts';
import type { AreaValue, Query } from 'src/model/generated/wire.ts';
import { hashOfArea, hashOfBoundary } from 'src/model/geo/boundsHash.ts';
import type { Area } from 'src/model/geo/geoJson.ts';
import { mercator } from 'src/model/geo/mercator.ts';
import type { ItemId, Json } from 'src/model/item/Item.ts';
import { isProblem } from 'src/model/problems.ts';
import { insertSeeds, type Seed } from 'tests/bench/corpus.ts';
import { testDatabase, type TestDatabase } from 'tests/server/harness/testDatabase.ts';
import { NOW, openSearch, subject, toyClocks, type SearchServices } from 'tests/server/search/searchWorld.ts';
import { registry } from 'tests/toy/generated/registry.server.ts';

let test: TestDatabase;
let services: SearchServices;

const ITEMS = 300;
const near = (centre: number, spread: number, share: number): number => centre + spread * (share - 0.5);
/** The same world in each run. */
const random = (() => {
  let state = 7;
  return (): number => (state = (state * 16_807) % 2_147_483_647) / 2_147_483_647;
})();

/** A star around a point: its outline never crosses itself, and has bays. */
const star = (x: number, y: number, size: number, corners: number): [number, number][] => {
  const ring = Array.from({ length: corners }, (_, at): [number, number] => {
    const far = size * (0.3 + 0.7 * random());
    const angle = (2 * Math.PI * at) / corners;
    return [x + far * Math.cos(angle), y + far * Math.sin(angle)];
  });
  return [...ring, ...ring.slice(0, 1)];
};

const placeOf = (number: number): Json => {
  const [x, y] = [near(-139, 20, random()), near(55, 10, random())];
  if (number % 3 === 0) return { type: 'Point', coordinates: [x, y] };
  return { type: 'Polygon', coordinates: [star(x, y, 1.5 * random() + 0.1, 3 + (number % 9))] };
};

beforeAll(async () => {
  test = await testDatabase(registry);
  const before = await openSearch(registry, test.database);
  const [everyone = 0, community = 0] = await Promise.all(
    [['everyone'], [ownerPrincipal('Shelf-1', 'COMMUNITY')]].map((keys) => before.readFilters.aclFor(keys)),
  );
  await before.stop();
  const type = registry.types['Book'];
  if (!type) throw new Error('Book');
  const levels = { PUBLIC: everyone, COMMUNITY: community, PROTECTED: community, PRIVATE: community };
  const seeds = Array.from({ length: ITEMS }, (_, at): Seed => {
    const number = at + 1;
    const level = number % 4 === 0 ? 'COMMUNITY' : 'PUBLIC';
    const properties = {
      title: `Place ${number}`,
      shelf: 'Shelf-1',
      ...(number % 10 !== 0 && { place: placeOf(number) }),
    };
    return {
      type,
      number,
      n: number,
      acl: levels[level],
      levels,
      level,
      created: new Date(NOW),
      creator: 'User-1',
      properties,
    };
  });
  await insertSeeds(test.database, toyClocks, seeds);
  services = await openSearch(registry, test.database);
});
afterAll(async () => {
  await services.stop();
  await test.stop();
});

const MEMBER = subject('User-2', [['Shelf-1', 'COMMUNITY']]);
const find = async (query: Query, who: Subject = MEMBER): Promise<{ ids: ItemId[]; total: number }> => {
  const readFilter = await services.readFilters.readFilterFor(who);
  const { ids, total } = await services.search.search(readFilter, {
    max: 1000,
    ...query,
    must: { _t: ['Book'], ...query.must },
  });
  return { ids: [...ids].sort(), total };
};
const refusalOf = async (query: Query): Promise<unknown> => {
  try {
    await find(query);
    return 'answered';
  } catch (error) {
    return isProblem(error) ? { key: error.key, ...error.params } : error;
  }
};

const asPolygon = (ring: readonly (readonly number[])[]): string =>
  `(${ring.map(([x = 0, y = 0]) => `(${mercator(x, y).join(',')})`).join(',')})`;

/** PostgreSQL's own polygons, which know no holes. */
const reference = async (ring: readonly (readonly number[])[]): Promise<ItemId[]> => {
  const rows = await test.database.query<{ i: number; type: string; coordinates: unknown }>(
    "select i, geometry ->> 'type' as type, geometry -> 'coordinates' as coordinates from item_geometry where t = 102",
  );
  const places = rows.map(({ type, coordinates }) =>
    type === 'Point'
      ? `(${mercator(...(coordinates as [number, number])).join(',')})`
      : asPolygon((coordinates as number[][][])[0] ?? []),
  );
  const found = await test.database.query<{ i: number }>(
    `select i from unnest($1::int[], $2::text[], $3::text[]) as p (i, type, place)
     where case when type = 'Point' then $4::polygon @> place::point else $4::polygon && place::polygon end`,
    [rows.map(({ i }) => i), rows.map(({ type }) => type), places, asPolygon(ring)],
  );
  return found.map(({ i }) => `Book-${i}`).sort();
};

describe('search by place', () => {
  it('[SPAT-01] [SRCH-01] finds by area what PostgreSQL finds with its own polygons', async () => {
    const corner = fc.tuple(
      fc.double({ min: -151, max: -127, noNaN: true }),
      fc.double({ min: 49, max: 61, noNaN: true }),
    );
    const ring = fc
      .tuple(
        corner,
        fc.double({ min: 1, max: 9, noNaN: true }),
        fc.array(fc.double({ min: 0.2, max: 1, noNaN: true }), { minLength: 3, maxLength: 40 }),
      )
      .map(([[x, y], size, shares]) => {
        const points = shares.map((share, at): [number, number] => {
          const angle = (2 * Math.PI * at) / shares.length;
          return [x + size * share * Math.cos(angle), y + size * share * Math.sin(angle)];
        });
        return [...points, ...points.slice(0, 1)];
      });
    let found = 0;
    await fc.assert(
      fc.asyncProperty(ring, async (coordinates) => {
        const { ids, total } = await find({ must: { inArea: [{ type: 'Polygon', coordinates: [coordinates] }] } });
        expect(ids).toEqual(await reference(coordinates));
        expect(total).toBe(ids.length);
        found += ids.length;
      }),
      { numRuns: 40, seed: 11 },
    );
    expect(found).toBeGreaterThan(100);
  });

  const WEST: AreaValue = {
    type: 'Polygon',
    coordinates: [
      [
        [-150, 49],
        [-139, 49],
        [-139, 61],
        [-150, 61],
        [-150, 49],
      ],
    ],
  };
  const HOLED: AreaValue = {
    type: 'Polygon',
    coordinates: [
      ...WEST.coordinates,
      [
        [-149, 50],
        [-140, 50],
        [-140, 60],
        [-149, 60],
        [-149, 50],
      ],
    ],
  };

  it('[SPAT-01] leaves out what lies in a hole of the area, and finds in one or the other of two', async () => {
    const [west, holed] = await Promise.all([find({ must: { inArea: [WEST] } }), find({ must: { inArea: [HOLED] } })]);
    expect(holed.total).toBeGreaterThan(0);
    expect(holed.total).toBeLessThan(west.total);
    expect(holed.ids.every((id) => west.ids.includes(id))).toBe(true);
    const far: AreaValue = {
      type: 'Polygon',
      coordinates: [
        [
          [10, 10],
          [11, 10],
          [11, 11],
          [10, 10],
        ],
      ],
    };
    expect((await find({ must: { inArea: [far, WEST] } })).ids).toEqual(west.ids);
    expect((await find({ must: { inArea: [far] } })).total).toBe(0);
    const all = (await find({})).total;
    expect((await find({ mustNot: { inArea: [WEST] } })).total).toBe(all - west.total);
  });

  it('[SPAT-01] [PERM-01] counts, in list and facet, only what the reader may see', async () => {
    const visitor = await find({ must: { inArea: [WEST] } }, VISITOR);
    const member = await find({ must: { inArea: [WEST] } });
    expect(visitor.total).toBeLessThan(member.total);
    const hidden = member.ids.filter((id) => !visitor.ids.includes(id));
    expect(hidden.every((id) => Number(id.split('-')[1]) % 4 === 0)).toBe(true);
    const readFilter = await services.readFilters.readFilterFor(VISITOR);
    const answer = await services.search.search(readFilter, {
      must: { _t: ['Book'], inArea: [WEST] },
      facets: ['visibility'],
    });
    expect(answer.facets?.['visibility']).toEqual([{ value: 'PUBLIC', count: visitor.total }]);
  });

  it('[SPAT-02] [FORM-06] takes the form of an address for the same', async () => {
    const bounds = [-145, 50, -135, 58] as const;
    const plain = await find({ must: { bounds: [...bounds] } });
    expect(plain.total).toBeGreaterThan(0);
    expect(await find({ must: { bounds: [hashOfBoundary(bounds)] } })).toEqual(plain);
    expect(await find({ must: { inArea: [hashOfArea(HOLED as unknown as Area)] } })).toEqual(
      await find({ must: { inArea: [HOLED] } }),
    );
  });

  it('[SPAT-01] [FORM-06] refuses a malformed place where it stands, with what is wrong', async () => {
    const at = (path: string, message: string) => ({
      key: 'invalid',
      errors: [expect.objectContaining({ path, message })],
    });
    const bowTie = {
      type: 'Polygon' as const,
      coordinates: [
        [
          [0, 10],
          [2, 12],
          [2, 10],
          [0, 13],
          [0, 10],
        ],
      ],
    };
    const swapped = {
      type: 'Polygon' as const,
      coordinates: [
        [
          [50, -139],
          [51, -139],
          [51, -138],
          [50, -139],
        ],
      ],
    };
    expect(await refusalOf({ must: { inArea: [bowTie] } })).toEqual(at('/must/inArea/0', 'errors.geometry.crossing'));
    expect(await refusalOf({ must: { inArea: [WEST, swapped] } })).toEqual(
      at('/must/inArea/1', 'errors.geometry.swapped'),
    );
    for (const value of ['', 'a_b', 7, null, true, 'a_b_c_d', { from: 1 }])
      expect((await refusalOf({ must: { inArea: [value] } })) as object, JSON.stringify(value)).toMatchObject({
        key: 'invalid',
      });
    for (const values of [[1, 2, 3], [1, 2, 3, 4, 5], ['a_b_c'], [1, 5, 2, 4], [null], ['x', 2, 3, 4]])
      expect(await refusalOf({ must: { bounds: values } }), JSON.stringify(values)).toEqual(
        at('/must/bounds', 'errors.query.value'),
      );
  });
});
