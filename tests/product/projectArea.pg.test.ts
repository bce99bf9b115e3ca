// The project area and the papers of a consultation, as its submitter writes them: what is taken, what is refused in words, and whose
// territories suggest a community.

import { afterAll, beforeAll, expect, it } from 'vitest';
import type { ItemId, Json } from 'src/model/item/Item.ts';
import { okOf, operationsOf, requestBody, targetOf, type Body } from 'tests/product/productOperations.ts';
import { openProductWorld, type Answer, type ProductWorld } from 'tests/product/productWorld.ts';
import { uploadTo } from 'tests/product/uploadTo.ts';

const SUBMITTER = 'stranger';

let world: ProductWorld;
let submitter: ItemId;
let contact: ItemId;

const { read, save, organizationOf } = operationsOf(() => world);
const square = (west: number): Json => ({
  type: 'Polygon',
  coordinates: [
    [
      [west, 50],
      [west + 1, 50],
      [west + 1, 51],
      [west, 51],
      [west, 50],
    ],
  ],
});
const propose = async (): Promise<ItemId> => {
  const body = requestBody({ submitter, contact, communities: [] });
  return String(okOf(await world.ask(SUBMITTER, 'create/Consultation', body))['$id']);
};

beforeAll(async () => {
  world = await openProductWorld();
  submitter = await organizationOf(SUBMITTER);
  await world.change(world.own, { displayName: 'Own', type: 'COMMUNITY', territory: square(-139) });
  contact = await world.newItem({
    ...{ type: 'Contact', level: 'COMMUNITY', mark: 'engineer' },
    more: { _related: submitter },
  });
});
afterAll(() => world.stop());

it('[CONS-01] areas, lines and points are one project area, and a line that reaches a territory suggests its community', async () => {
  const draft = await propose();
  const put = (projectArea: Json): Promise<Answer> => save(SUBMITTER, draft, { projectArea });
  const road = {
    type: 'LineString',
    coordinates: [
      [-136, 50.5],
      [-138.5, 50.5],
    ],
  };
  const pit = square(-136.5);
  const camp = { type: 'Point', coordinates: [-136, 50.7] };
  okOf(await put({ type: 'GeometryCollection', geometries: [camp, road, pit, { ...road }] }));
  const { projectArea } = await read(SUBMITTER, draft);
  expect(projectArea).toEqual({
    type: 'GeometryCollection',
    geometries: [pit, { type: 'MultiLineString', coordinates: [road.coordinates, road.coordinates] }, camp],
  });
  const suggested = async (): Promise<Json> =>
    okOf(await world.ask(SUBMITTER, 'act/suggestCommunities', targetOf(draft)))['communities'] ?? [];
  expect(await suggested()).toEqual([{ id: world.own, name: 'Own' }]);
  okOf(await put({ type: 'GeometryCollection', geometries: [pit, camp] }));
  expect(await suggested()).toEqual([]);
  // The same for an area that is drawn and not saved yet.
  const drawn = (projectArea: Json): Promise<Answer> =>
    world.ask(SUBMITTER, 'act/suggestCommunities', { ...targetOf(draft), projectArea });
  expect(okOf(await drawn(road))).toEqual({ communities: [{ id: world.own, name: 'Own' }] });
  expect(JSON.stringify(await drawn({ type: 'Point', coordinates: [0, 95] }))).toContain('errors.geometry.swapped');
  // The question before submitting repeats it.
  okOf(await save(SUBMITTER, draft, { asked: [{ community: world.own, suggested: false, selected: true }] }));
  const outside = { message: 'consult.preview.outside', warning: true };
  const question = async (): Promise<Json> =>
    okOf(await world.ask(SUBMITTER, 'act/previewSubmission', targetOf(draft)))['lines'] ?? [];
  expect(await question()).toContainEqual(outside);
  okOf(await put(road));
  expect(await question()).not.toContainEqual(outside);
});

it.each([
  [
    'without an inside',
    {
      type: 'Polygon',
      coordinates: [
        [
          [-139, 50],
          [-138, 50],
          [-137, 50],
          [-139, 50],
        ],
      ],
    },
    'flatRing',
  ],
  [
    'of one place',
    {
      type: 'LineString',
      coordinates: [
        [-139, 50],
        [-139, 50],
      ],
    },
    'shortLine',
  ],
  [
    'across the date line',
    {
      type: 'Polygon',
      coordinates: [
        [
          [179, 50],
          [-179, 50],
          [-179, 51],
          [179, 51],
          [179, 50],
        ],
      ],
    },
    'dateLine',
  ],
  ['in metres', { type: 'Point', coordinates: [500_000, 5_500_000] }, 'notDegrees'],
  ['with nothing in it', { type: 'GeometryCollection', geometries: [] }, 'empty'],
])(
  '[CONS-01] [SPAT-01] a project area %s is refused in words, and the draft keeps what it had',
  async (_, projectArea, message) => {
    const draft = await propose();
    const before = await read(SUBMITTER, draft);
    expect(await save(SUBMITTER, draft, { projectArea })).toMatchObject({
      params: { errors: [{ path: '/projectArea', message: `errors.geometry.${message}` }] },
    });
    expect(await read(SUBMITTER, draft)).toEqual(before);
  },
);

it('[CONS-01] [SPAT-01] a project area as large as a continent, or on both sides of the date line, suggests the communities in it', async () => {
  const draft = await propose();
  const suggested = async (projectArea: Json): Promise<readonly string[]> => {
    okOf(await save(SUBMITTER, draft, { projectArea }));
    const { communities } = okOf(await world.ask(SUBMITTER, 'act/suggestCommunities', targetOf(draft)));
    return (communities as Body[]).map(({ name }) => String(name));
  };
  const box = (west: number, south: number, east: number, north: number): Json => [
    [
      [west, south],
      [east, south],
      [east, north],
      [west, north],
      [west, south],
    ],
  ];
  expect(await suggested({ type: 'Polygon', coordinates: box(-150, 20, -100, 70) })).toEqual(['Own']);
  const halves = { type: 'MultiPolygon', coordinates: [box(170, 50, 180, 51), box(-180, 50, -138.5, 51)] };
  expect(await suggested(halves)).toEqual(['Own']);
  expect(
    await suggested({ type: 'MultiPolygon', coordinates: [box(170, 50, 180, 51), box(-180, 50, -170, 51)] }),
  ).toEqual([]);
});

it('[CONS-01] [FILE-01] a paper that is not what its name says is refused by name, and the others are kept for the next save', async () => {
  const draft = await propose();
  const paper = (name: string, content: string): Promise<string> =>
    uploadTo(world, { actor: SUBMITTER, name, content });
  const pdf = '%PDF-1.4\n%%EOF\n';
  const papers = [
    await paper('plan.pdf', pdf),
    await paper('program.pdf', 'MZ\u0000\u0003'),
    await paper('setup.exe', 'MZ\u0000'),
  ];
  expect(await save(SUBMITTER, draft, { documents: papers })).toMatchObject({
    params: {
      errors: [
        { path: '/documents/1', message: 'errors.file.notAsNamed', params: { name: 'program.pdf' } },
        { path: '/documents/2', message: 'errors.file.ending', params: { name: 'setup.exe' } },
      ],
    },
  });
  expect((await read(SUBMITTER, draft))['documents']).toBeUndefined();
  okOf(await save(SUBMITTER, draft, { documents: papers.slice(0, 1) }));
  expect((await read(SUBMITTER, draft))['documents']).toHaveLength(1);
});
