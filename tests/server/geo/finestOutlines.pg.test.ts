// Places with the maximum number of points: a question about any number of them reads and compares them in pieces, so the required memory
// does not grow.

import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import type { Overlap } from 'src/model/generated/wire.ts';
import type { ItemId, Json } from 'src/model/item/Item.ts';
import type { Queryable } from 'src/server/store/database.ts';
import { openWorld, signIn, type World } from 'tests/server/routes/openWorld.ts';

const POINTS = 100_000;
const OUTLINES = 5;
/** Total of all of them. */
const A_PIECE = 0.5;

let world: World;
let token: string;
let area: ItemId;
/** Bytes that the database has returned. */
let answered: Promise<unknown[]>[] = [];

const ask = async (o: string, b: Json): Promise<Json> => {
  const headers = { authorization: `Bearer ${token}` };
  const answer = await fetch(`${world.url}/api/item`, { method: 'POST', headers, body: JSON.stringify({ o, b }) });
  const { b: body, erred } = (await answer.json()) as { readonly b: Json; readonly erred?: boolean };
  if (erred === true) throw new Error(JSON.stringify(body));
  return body;
};
const place = async (title: string, where: Json, state: string): Promise<ItemId> => {
  const made = await ask('create/Book', { title, shelf: world.ids['shelf'] ?? '', place: where, state });
  return String((made as Readonly<Record<string, Json>>)['$id']);
};
/** From west to east in small steps and back at once, each line ten metres north of the previous one. */
const outline = (at: number): Json => {
  const south = 50 + at * 1e-4;
  const there = Array.from({ length: POINTS - 3 }, (_, point) => [-120 + point * 2e-6, south + (point % 2) * 1e-6]);
  const back = [-119.8, -120].map((longitude) => [longitude, south - 1e-5]);
  return { type: 'Polygon', coordinates: [[...there, ...back, [-120, south]]] };
};
const triangle = (west: number, south: number, side: number): Json => ({
  type: 'Polygon',
  coordinates: [
    [
      [west, south],
      [west + side, south],
      [west, south + side],
      [west, south],
    ],
  ],
});

/** Lengths of the geometries in each answer of the database that contains some. */
const geometriesRead = async (): Promise<number[]> => {
  const answers = await Promise.all(answered);
  const lettersIn = (rows: readonly unknown[]): number =>
    (rows as readonly { readonly geometry?: unknown }[]).reduce(
      (sum, { geometry }) => sum + (typeof geometry === 'string' ? geometry.length : 0),
      0,
    );
  return answers.map(lettersIn).filter((letters) => letters > 0);
};

beforeAll(async () => {
  world = await openWorld();
  token = await signIn(world.url, 'keeper');
  for (let at = 0; at < OUTLINES; at += 1) await place(`Outline ${at}`, outline(at), 'ACTIVE');
  area = await place('Area', triangle(-120, 49.99, 0.01), 'DRAFT');
});
afterAll(() => world.stop());
const note =
  (query: Queryable['query']): Queryable['query'] =>
  <Row>(...asked: Parameters<Queryable['query']>): Promise<Row[]> => {
    const answer = query<Row>(...asked);
    answered.push(answer);
    return answer;
  };
beforeEach(() => {
  answered = [];
  const { database } = world.services;
  const { query, endedBy } = database;
  vi.spyOn(database, 'query').mockImplementation(note(query));
  vi.spyOn(database, 'endedBy').mockImplementation((over) => {
    const statements = endedBy(over);
    return { ...statements, query: note(statements.query) };
  });
});
afterEach(() => void vi.restoreAllMocks());

const expectPieces = async (): Promise<void> => {
  const pieces = await geometriesRead();
  const all = pieces.reduce((sum, letters) => sum + letters, 0);
  expect(pieces.length).toBeGreaterThan(2);
  expect(Math.max(...pieces)).toBeLessThan(all * A_PIECE);
};

it('[SPAT-01] a search by area compares the finest outlines some at a time', async () => {
  // Its edge passes through all of them.
  const found = await ask('search/ids', { must: { _t: ['Book'], inArea: [triangle(-120, 49.9, 0.2)] }, max: 10 });
  expect(found).toMatchObject({ total: OUTLINES + 1 });
  await expectPieces();
});

it('[SPAT-01] what lies around an area is sorted into bands some at a time', async () => {
  const [_t = '', number] = area.split('-');
  const bands = [20, 35, 50_000];
  const answer = (await ask('act/overlap', { _t, _i: Number(number), path: 'place', bands })) as unknown as Overlap;
  const counts = answer.rows
    .map((row) => row.counts)
    .reduce((one, other) => one.map((sum, at) => sum + (other[at] ?? 0)));
  // The narrower bands reach two and four of them.
  expect(counts).toEqual([2, 2, 1]);
  await expectPieces();
});
