// Declared values over the wire: rights on each list, and that lists, choices and dates reveal no organisation.

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { registry } from 'src/generated/registry.server.ts';
import type { Json } from 'src/model/item/Item.ts';
import { openProductWorld, type Answer, type ProductWorld } from 'tests/product/productWorld.ts';

let world: ProductWorld;
beforeAll(async () => {
  world = await openProductWorld();
});
afterAll(() => world.stop());

const lists = Object.values(registry.lists);
const OTHERS = ['visitor', 'stranger', 'member', 'capability holder', 'protected reader', 'private reader'];
const ADMINISTRATORS = ['owner administrator', 'administrator'];

/** People other than administrators who add and change values. The table is independent of the declarations. */
const KEEPERS: Readonly<Record<string, readonly string[]>> = {
  // People who may create spatial collections in the organisation.
  SPL_TYPES: ['protected reader', 'private reader'],
  // People who read private research records.
  ...Object.fromEntries(
    lists
      .map(({ name }) => name)
      .filter((name) => name.startsWith('RES_'))
      .map((name) => [name, ['private reader']]),
  ),
  VOC_CATEGORIES: ['private reader'],
  // People who may change responses to consultations.
  RLT_LETTERS: ['capability holder'],
};
/** Proponents and communities sort the same requests by these values, so they belong to the site. */
const OF_SITE: readonly string[] = [
  ...['CNS_REGIONS', 'CNS_STREAMS', 'CNS_PROJECT_TYPES', 'CNS_RIGHTS', 'CNS_WAYS', 'CNS_PAPERS'],
  // Languages that people can write in.
  'RLT_LANGUAGES',
];
const keepersOf = (list: string): readonly string[] =>
  OF_SITE.includes(list) ? ['administrator'] : [...(KEEPERS[list] ?? []), ...ADMINISTRATORS];
const othersOf = (list: string): readonly string[] =>
  [...OTHERS, ...ADMINISTRATORS].filter((actor) => !keepersOf(list).includes(actor));
const owned = lists.filter((list) => list.owned).map(({ name }) => name);
const site = lists.filter((list) => !list.owned).map(({ name }) => name);
const refused = { refused: 'notAllowed' };

let made = 0;
const value = (list: string, owner?: string): Record<string, Json> => {
  made += 1;
  return { list, key: `KEY_${made}`, t: { en: `Value ${made}` }, ...(owner !== undefined && { owner }) };
};
const ok = (answer: Answer): Record<string, Json> => {
  if ('ok' in answer) return answer.ok as Record<string, Json>;
  throw new Error(`refused: ${JSON.stringify(answer)}`);
};
const valuesIn = async (actor: string, path: string): Promise<Record<string, { key: string }[]>> =>
  (await (await world.get(actor, path)).json()) as Record<string, { key: string }[]>;

describe('[PERM-06] writing asks the right that the list declares, in the organisation that owns the value', () => {
  it.each(owned)('%s: a manager in the organisation, only in that organisation', async (list) => {
    for (const actor of keepersOf(list))
      expect({ actor, ...(await world.ask(actor, 'create/LOVValue', value(list, world.own))) }).toHaveProperty('ok');
    for (const actor of othersOf(list))
      expect({ actor, ...(await world.ask(actor, 'create/LOVValue', value(list, world.own))) }).toEqual({
        actor,
        ...refused,
      });
    const { $id, _u, key } = ok(await world.ask('owner administrator', 'create/LOVValue', value(list, world.own)));
    const archive = { $id: $id ?? '', _u: _u ?? 1, state: 'ARCHIVED' };
    for (const actor of othersOf(list)) expect(await world.ask(actor, 'update', archive)).toEqual(refused);
    // Not for all.
    for (const actor of keepersOf(list).filter((each) => each !== 'administrator'))
      expect(await world.ask(actor, 'create/LOVValue', value(list))).toEqual(refused);
    ok(await world.ask('owner administrator', 'update', archive));
    const shown = (await valuesIn('member', `/lov/en/${list}/${world.own}`))[world.own] ?? [];
    expect(shown.find((each) => each.key === key)).toMatchObject({ state: 'ARCHIVED' });
  });

  it.each(site)('%s: who keeps it for the whole site, and never for one organisation', async (list) => {
    for (const actor of othersOf(list)) expect(await world.ask(actor, 'create/LOVValue', value(list))).toEqual(refused);
    for (const actor of keepersOf(list)) {
      if (actor !== 'administrator')
        expect(await world.ask(actor, 'create/LOVValue', value(list, world.own))).toEqual(refused);
      const { $id, _u } = ok(await world.ask(actor, 'create/LOVValue', value(list)));
      const archive = { $id: $id ?? '', _u: _u ?? 1, state: 'ARCHIVED' };
      for (const other of othersOf(list)) expect(await world.ask(other, 'update', archive)).toEqual(refused);
      ok(await world.ask(actor, 'update', archive));
    }
  });

  it('the answer about the lists that a person manages agrees with the writes that are allowed', async () => {
    for (const actor of OTHERS.filter((each) => each !== 'visitor')) {
      const kept = lists.map(({ name }) => name).filter((name) => keepersOf(name).includes(actor));
      const expected = Object.fromEntries(kept.map((name) => [name, [owned.includes(name) ? world.own : 'system']]));
      const { all, lists: told } = ok(await world.ask(actor, 'act/listRights', {}));
      expect({ actor, all }).toEqual({ actor, all: false });
      if (actor === 'stranger') expect(JSON.stringify(told)).not.toContain(world.own);
      else expect({ actor, told }).toEqual({ actor, told: expected });
    }
    expect(ok(await world.ask('administrator', 'act/listRights', {}))).toEqual({ all: true, lists: {} });
  });

  it('only people who may change an organisation manage its kinds of disposition', async () => {
    const { _u } = ok(await world.ask('administrator', `read/${world.own}`));
    for (const actor of [...OTHERS, 'owner administrator']) {
      const change = { $id: world.own, _u: _u ?? 1, industry: `By ${actor}` };
      const mayChange = 'ok' in (await world.ask(actor, 'update', change));
      const kept = await world.ask(actor, 'create/LOVValue', value('ORG_DISPOSITION_TYPES', world.own));
      expect({ actor, may: 'ok' in kept }).toEqual({ actor, may: mayChange });
    }
  });

  it('[LOV-01] values stand where people have put them', async () => {
    const list = 'ARC_TYPES';
    const first = value(list, world.own);
    ok(await world.ask('owner administrator', 'create/LOVValue', { ...first, position: 0 }));
    const shown = (await valuesIn('member', `/lov/en/${list}/${world.own}`))[world.own] ?? [];
    expect(shown.slice(0, 2).map(({ key }) => key)).toEqual([registry.lists[list]?.values[0]?.key, first.key]);
    const [declared] = registry.lists[list]?.values ?? [];
    const moved = { list, key: declared?.key ?? '', t: declared?.t ?? {}, owner: world.own, position: 9 };
    ok(await world.ask('owner administrator', 'create/LOVValue', moved));
    const after = (await valuesIn('member', `/lov/en/${list}/${world.own}`))[world.own] ?? [];
    expect(after[0]?.key).toBe(first.key);
  });

  it('[LOV-01] two hundred values are ordered in one request, live for others, and only by managers of the list', async () => {
    const list = 'ARC_TYPES';
    const own = Array.from({ length: 200 }, () => value(list, world.own));
    for (const each of own) ok(await world.ask('owner administrator', 'create/LOVValue', each));
    const shown = async (): Promise<string[]> =>
      ((await valuesIn('member', `/lov/en/${list}/${world.own}`))[world.own] ?? []).map(({ key }) => key);
    const before = await shown();
    const keys = before.toReversed();
    const order = { list, owner: world.own, keys };
    for (const actor of othersOf(list))
      expect(await world.ask(actor, 'act/orderListValues', order)).toHaveProperty('refused');
    expect(
      await world.ask('owner administrator', 'act/orderListValues', { ...order, keys: [...keys, 'NO_SUCH_KEY'] }),
    ).toMatchObject({
      refused: 'invalid',
    });
    // Not one of them has moved.
    expect(await shown()).toEqual(before);
    const socket = await world.socket('member');
    await socket.ask('addWatch/LOVValue-0');
    const { values } = ok(await world.ask('owner administrator', 'act/orderListValues', order));
    expect((values as unknown[]).length).toBeGreaterThanOrEqual(200);
    expect(await shown()).toEqual(keys);
    const ids = (values as { $id: string }[]).map(({ $id }) => $id);
    const seen = new Set<string>();
    await socket.until(({ o, b }) => {
      if (o === 'item/update') seen.add((b as { $id: string }).$id);
      return ids.every((id) => seen.has(id));
    });
    // A repetition changes no position.
    expect(ok(await world.ask('owner administrator', 'act/orderListValues', order))).toEqual({ values: [] });
    socket.close();
  });

  it('a value does not get into another list by a change', async () => {
    const { $id, _u } = ok(await world.ask('owner administrator', 'create/LOVValue', value('ARC_TYPES', world.own)));
    const into = (list: string): Promise<Answer> =>
      world.ask('owner administrator', 'update', { $id: $id ?? '', _u: _u ?? 1, list });
    expect(await into('CNS_REGIONS')).toEqual(refused);
    expect(await into('NO_SUCH_LIST')).toEqual(refused);
    expect(await into('CATEGORIES')).toHaveProperty('ok');
  });
});

describe('[PERM-01] /lov of an organisation', () => {
  const OWN = 'ARC_TYPES';
  let key = '';
  beforeAll(async () => {
    key = String(ok(await world.ask('administrator', 'create/LOVValue', value(OWN, world.own)))['key']);
  });
  const keysFor = async (actor: string, owner: string): Promise<string[]> =>
    ((await valuesIn(actor, `/lov/en/${OWN}/${owner}`))[owner] ?? []).map((each) => each.key);

  it('that a person may not see answers like one that was never there', async () => {
    const absent = 'Organization-1999999999';
    expect(await keysFor('visitor', world.own)).toEqual(await keysFor('visitor', absent));
    expect(await keysFor('visitor', world.own)).not.toContain(key);
    expect(Object.keys(await valuesIn('visitor', `/lov/en/${OWN}`))).toEqual(['system']);
  });

  it('that a person may see has its values', async () => {
    expect(await keysFor('stranger', world.own)).toContain(key);
    expect(Object.keys(await valuesIn('stranger', `/lov/en/${OWN}`))).toContain(world.own);
  });
});

describe('declared choices and dates', () => {
  const idsOf = async (body: Record<string, Json>): Promise<unknown> =>
    ok(await world.ask('administrator', 'search/ids', body))['ids'];

  it('[RES-01] a species has the conservation status "none", only in lower case', async () => {
    const create = (conservationStatus: string): Promise<Answer> =>
      world.ask('capability holder', 'create/ResearchSpecies', {
        ...{ owner: world.own, commonName: 'Marmot', conservationStatus },
      });
    expect(await create('NONE')).toMatchObject({ refused: 'invalid' });
    const { $id = '' } = ok(await create('none'));
    expect(ok(await world.ask('member', `read/${String($id)}`))).toMatchObject({ conservationStatus: 'none' });
    const body = { must: { _t: ['ResearchSpecies'], conservationStatus: ['none'] }, facets: ['conservationStatus'] };
    expect(ok(await world.ask('member', 'search/ids', body))).toMatchObject({
      ids: [$id],
      facets: { conservationStatus: [{ value: 'none', count: 1 }] },
    });
  });

  it('[SHELL-19] an open range of dates and a bucket without an end reach to 2261-12-31', async () => {
    const made: string[] = [];
    for (const end of ['2261-12-31', '2262-01-01'])
      made.push(
        String(
          ok(await world.ask('administrator', 'create/ResearchProject', { owner: world.own, title: end, end }))['$id'],
        ),
      );
    const [last = '', beyond = ''] = made;
    const must = { _t: ['ResearchProject'] };
    expect(await idsOf({ must: { ...must, end: [{ from: '2200-01-01' }] } })).toEqual([last]);
    const inBucket = await world.ask('administrator', 'search/ids', {
      must: { ...must, end: ['after 180 days'] },
      facets: ['end'],
    });
    expect(ok(inBucket)).toMatchObject({ ids: [last] });
    expect(ok(inBucket)['facets']).toMatchObject({
      end: expect.arrayContaining([{ value: 'after 180 days', count: 1 }]),
    });
    // It exists: a filter with a later end finds it.
    expect(await idsOf({ must: { ...must, end: [{ from: '2262-01-01', to: '2263-01-01' }] } })).toEqual([beyond]);
  });
});
