// The sample community behind the screens and formats of the product: each list that someone may open shows records of the sample, each
// panel of a dashboard has something to draw, and each format has a record to export and each kind of import a record that it can update.

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { refusalOf } from 'src/client/navigation/menuTree.ts';
import { loadSample } from 'src/domain/sample/loadSample.server.ts';
import { registry } from 'src/generated/registry.server.ts';
import { EXPORT_FORMATS, type ExportFormatName } from 'src/model/generated/exportFormats.ts';
import type { PanelAnswer, SessionUser } from 'src/model/generated/wire.ts';
import type { ItemId, Json } from 'src/model/item/Item.ts';
import { asFilters, filtersFor } from 'src/model/query/screenFilters.ts';
import type { Screen } from 'src/model/schema/Registry.ts';
import { importKindsIn } from 'src/server/imports/importKindOf.ts';
import { exportedText, fittingFormats } from 'tests/product/exportedFiles.ts';
import { okOf, type Body } from 'tests/product/productOperations.ts';
import { openProductWorld, type ProductWorld } from 'tests/product/productWorld.ts';

const DEADLINE_MS = 120_000;
const SITE = { dedicated: false, keyCaps: registry.capabilities };

/** Lists that the sample leaves empty, with the reason. */
const EMPTY: Readonly<Record<string, string>> = {
  'assist.requests': 'A request belongs to an open browser tab.',
  'assist.recordings': 'A recording belongs to a request for help.',
  'assist.user-tests': 'A signal belongs to a recording.',
};

interface Person {
  readonly name: string;
  readonly user: SessionUser;
  ask(operation: string, body?: Json): Promise<Body>;
}

let world: ProductWorld;
let people: readonly Person[];
/** Items of the world, which are not of the sample. */
let earlier: ReadonlySet<ItemId>;

const idsFound = async ({ ask }: Pick<Person, 'ask'>, query: Body): Promise<readonly ItemId[]> =>
  (await ask('search/ids', query))['ids'] as readonly ItemId[];

/** Signs the person in, and asks over HTTP. */
const personOf = async (id: ItemId, name: string): Promise<Person> => {
  const token = await world.services.sessions.begin(id, { second: false });
  const ask: Person['ask'] = async (operation, body) => {
    const sent = await fetch(`${world.url}/api/item`, {
      ...{ method: 'POST', headers: { Authorization: `Bearer ${token}` } },
      body: JSON.stringify({ o: operation, ...(body !== undefined && { b: body }) }),
    });
    const { erred, b } = (await sent.json()) as { readonly erred?: boolean; readonly b: Body };
    if (erred === true) throw new Error(JSON.stringify(b));
    return b;
  };
  return { name, ask, user: (await ask('getSessionUser')) as unknown as SessionUser };
};

const administrator: Pick<Person, 'ask'> = {
  ask: async (operation, body) => okOf(await world.ask('administrator', operation, body)),
};

beforeAll(async () => {
  world = await openProductWorld();
  const { services } = world;
  const users = { must: { _t: ['User'] }, max: 100 };
  earlier = new Set(await idsFound(administrator, { must: { _t: Object.keys(registry.types) }, max: 100 }));
  await loadSample({ services, password: 'a good password', progress: () => {} });
  await services.search.ready();
  const ids = (await idsFound(administrator, users)).filter((id) => !earlier.has(id));
  people = await Promise.all(
    ids.map(async (id) => personOf(id, String((await administrator.ask(`read/${id}`))['email']))),
  );
}, DEADLINE_MS);
afterAll(() => world.stop());

const mayOpen = (screen: Screen, { user }: Person): boolean => refusalOf(screen, { user, site: SITE }) === undefined;

/** Asks as the page of the screen does. */
const shownTo = async (person: Person, { search }: Screen): Promise<readonly ItemId[]> => {
  const { types = [], must, mustNot, selected } = search ?? {};
  const filters = (values: Parameters<typeof asFilters>[0]) => filtersFor(asFilters(values), person.user);
  const query = {
    must: { ...filters({ ...must, ...selected }), ...(types.length > 0 && { _t: types }) },
    ...{ mustNot: filters(mustNot), max: 20 },
  };
  return (await idsFound(person, query as unknown as Body)).filter((id) => !earlier.has(id));
};

const seenBySomeone = async (screen: Screen): Promise<boolean> => {
  for (const person of people) if (mayOpen(screen, person) && (await shownTo(person, screen)).length > 0) return true;
  return false;
};

describe('[ITEM-01] the sample community', () => {
  it(
    'shows records on every list of the product to a person who may open it',
    async () => {
      const lists = registry.screens.filter(({ search }) => search);
      const empty: string[] = [];
      for (const screen of lists) if (!(await seenBySomeone(screen))) empty.push(screen.path);
      expect(lists.length).toBeGreaterThan(60);
      expect(empty.toSorted()).toEqual(Object.keys(EMPTY).toSorted());
    },
    DEADLINE_MS,
  );

  it('fills every panel of every dashboard', async () => {
    const declared = Object.entries(registry.dashboards).flatMap(([path, panels]) =>
      panels.map(({ key }) => `${path}: ${key}`),
    );
    const filled = new Set<string>();
    for (const screen of registry.screens.filter(({ path }) => path in registry.dashboards))
      for (const person of people.filter((each) => mayOpen(screen, each))) {
        const { panels } = await person.ask('dashboard', { path: screen.path });
        for (const { key, total } of panels as unknown as PanelAnswer[])
          if (total > 0) filled.add(`${screen.path}: ${key}`);
      }
    expect(declared.filter((panel) => !filled.has(panel))).toEqual([]);
  });
});

/** Text that a file of the format contains for each record. */
const RECORDS: Readonly<Partial<Record<ExportFormatName, RegExp>>> = {
  ...{ dublinCore: /<dc:title>/u, ead: /<c level="item"/u, lift: /<entry /u, vcard: /BEGIN:VCARD/u },
  ...{ geojson: /"type":"Feature"/u, gpx: /<(?:wpt|trk) ?/u, kml: /<Placemark/u, json: /"\$id":/u },
  ...{ csv: /\n\S/u, csvTables: /\n\S/u, xlsx: /<row r="2"/u },
};

/** Returns true when the file of all records of the type has a record. */
const isFilled = async (format: ExportFormatName, type: string): Promise<boolean> => {
  const query = { must: { _t: [type] } };
  if (format === 'gpkg')
    return (await idsFound(administrator, { must: { ...query.must, hasPlace: [true] }, max: 1 })).length > 0;
  return (RECORDS[format] ?? /./u).test(await exportedText(world, 'administrator', { format, query }));
};

const isInSample = async (type: string): Promise<boolean> =>
  (await idsFound(administrator, { must: { _t: [type] }, max: 100 })).some((id) => !earlier.has(id));

describe('[EXCHANGE] the sample community', () => {
  it(
    'fills the file of each format that is declared for a type, and of every format for some type',
    async () => {
      const filled = new Set<ExportFormatName>();
      const empty: string[] = [];
      for (const type of Object.values(registry.types))
        for (const format of fittingFormats(type)) {
          const isDeclared = type.exports?.includes(format) === true;
          if (!isDeclared && filled.has(format)) continue;
          if (await isFilled(format, type.name)) filled.add(format);
          else if (isDeclared) empty.push(`${format} ${type.name}`);
        }
      expect(empty).toEqual([]);
      expect(EXPORT_FORMATS.filter((format) => !filled.has(format))).toEqual([]);
    },
    DEADLINE_MS,
  );

  it('has records that each kind of import can update', async () => {
    const without: string[] = [];
    for (const { key, type } of importKindsIn(registry)) if (!(await isInSample(type.name))) without.push(key);
    expect(without).toEqual([]);
  });

  it('has a recording with a transcript, which leaves as WebVTT and as ELAN', async () => {
    const [passage = ''] = await idsFound(administrator, { must: { _t: ['ResearchPassage'] }, max: 1 });
    const { activity } = await administrator.ask(`read/${passage}`);
    const [_t = '', number] = String(activity).split('-');
    for (const format of ['vtt', 'eaf']) {
      const { count } = await administrator.ask('act/exportTranscript', { _t, _i: Number(number), format });
      expect(Number(count)).toBeGreaterThan(0);
    }
  });

  it('has days for a calendar program', async () => {
    const screen = registry.screens.find(({ path }) => path === 'consult.calendar');
    const query = { must: { _t: screen?.search?.types ?? [] } };
    const [person] = people.filter(({ user }) => user.admin);
    const [_t = '', number] = String(person?.user.$id).split('-');
    const feed = { _t, _i: Number(number), name: 'Due dates', query, names: true };
    const { path } = (await person?.ask('act/makeCalendarFeed', feed as unknown as Body)) ?? {};
    const text = await fetch(`${world.url}${String(path)}`).then((answer) => answer.text());
    expect(text).toContain('BEGIN:VEVENT');
  });
});
