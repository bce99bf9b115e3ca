// Value lists and texts of the site, as the routes return them.

import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Json } from 'src/model/item/Item.ts';
import { openWorld, signIn, type World } from 'tests/server/routes/openWorld.ts';

let world: World;
let token: string;
beforeAll(async () => {
  world = await openWorld();
  token = await signIn(world.url, 'keeper');
});
afterAll(() => world.stop());

const as = (bearer: string): Record<string, string> => ({ authorization: `Bearer ${bearer}` });

describe('lists and texts', () => {
  const get = async (path: string, headers: Record<string, string> = {}): Promise<unknown> =>
    (await fetch(`${world.url}${path}`, { headers })).json();

  it('[LOV-01] gives declared values, overlaid by those that the caller may see, in the language that is there', async () => {
    const { services, ids } = world;
    const insert = (properties: Record<string, Json>): Promise<unknown> =>
      services.database.transaction((tx) =>
        services.items.insert(
          tx,
          'LOVValue',
          { state: 'ACTIVE', list: 'GENRES', owner: ids['shelf'] ?? '', ...properties },
          { at: new Date(), by: ids['keeper'] ?? '', actor: undefined },
        ),
      );
    await insert({ key: 'FABLE', t: { en: 'Tales', fr: 'Contes' } });
    await insert({ key: 'OLD', t: { en: 'Old' }, state: 'ARCHIVED' });
    await insert({ key: 'HIDDEN', t: { en: 'Hidden' }, access: 'PRIVATE' });
    const own = (label: string, ...more: Json[]): Json => [
      { key: 'FABLE', label, state: 'ACTIVE' },
      { key: 'ATLAS', label: 'Atlas', state: 'ACTIVE' },
      { key: 'SONGS', label: 'Songs', state: 'ACTIVE' },
      { key: 'OLD', label: 'Old', state: 'ARCHIVED' },
      ...more,
    ];
    expect(await get(`/lov/en/GENRES/${ids['shelf']}`)).toEqual({ [ids['shelf'] ?? '']: own('Tales') });
    expect(await get(`/lov/fr-CA/GENRES/${ids['shelf']}`)).toEqual({ [ids['shelf'] ?? '']: own('Contes') });
    expect(await get(`/lov/en/GENRES/${ids['shelf']}`, as(token))).toEqual({
      [ids['shelf'] ?? '']: own('Tales', { key: 'HIDDEN', label: 'Hidden', state: 'ACTIVE' }),
    });
    expect(Object.keys((await get('/lov/en/GENRES')) as object)).toEqual(['system', ids['shelf']]);
    const path = `${world.url}/lov/en/GENRES/${ids['shelf']}`;
    const tag = (await fetch(path)).headers.get('etag') ?? '';
    expect((await fetch(path, { headers: { 'if-none-match': tag } })).status).toBe(304);
    expect((await fetch(path, { headers: { 'if-none-match': tag, ...as(token) } })).status).toBe(200);
  });

  it('[LOV-01] reads a list for visitors once, and again when a value or its owner has changed', async () => {
    const { services, ids } = world;
    const write = { at: new Date(), by: ids['keeper'] ?? '', actor: undefined };
    const insert = (type: string, properties: Record<string, Json>): Promise<{ id: string }> =>
      services.database.transaction((tx) => services.items.insert(tx, type, properties, write));
    const { id: owner } = await insert('Shelf', { name: 'Once' });
    const value = (key: string): Promise<unknown> =>
      insert('LOVValue', { state: 'ACTIVE', list: 'GENRES', owner, key, t: { en: key } });
    await value('FIRST');
    const searches = vi.spyOn(services.search, 'search');
    const path = `/lov/en/GENRES/${owner}`;
    const before = JSON.stringify(await get(path));
    expect(before).toContain('FIRST');
    for (let times = 0; times < 5; times += 1) expect(JSON.stringify(await get(path))).toBe(before);
    expect(searches).toHaveBeenCalledTimes(1);
    await value('SECOND');
    expect(JSON.stringify(await get(path))).toContain('SECOND');
    expect(searches).toHaveBeenCalledTimes(2);
    await get(path, as(token));
    expect(searches).toHaveBeenCalledTimes(3);
    searches.mockRestore();
    // Values cached for visitors are removed when visitors lose the right to see the owner, for any reason.
    const text = `with hidden as (update item_101 set acl = $2 where i = $1 returning t, i, n, u, acl)
      insert into outbox (t, i, n, u, acl, op) select t, i, n, u, acl, 'a' from hidden`;
    await services.database.query(text, [Number(owner.split('-')[1]), await services.readFilters.aclFor([])]);
    expect(JSON.stringify(await get(path))).not.toContain('FIRST');
    expect(Object.keys((await get('/lov/en/GENRES')) as object)).not.toContain(owner);
  });

  it.each([
    ['/lov/english/GENRES', 'notFound'],
    ['/lov/en/NOTHING', 'notFound'],
    ['/lov/en/__proto__', 'notFound'],
    ['/lov/en/GENRES/shelf', 'invalidId'],
    ['/locale-overrides/en_CA', 'notFound'],
  ])('refuses %s with %s', async (path, expected) => {
    expect(await get(path)).toMatchObject({ erred: true, b: { userMessage: expected } });
  });

  it('[SHELL-04] gives the texts that the site says differently', async () => {
    await world.services.database.query(
      `insert into locale_override (language, key, text) values ('fr', 'app.hello', 'Bonjour')`,
    );
    expect(await get('/locale-overrides/fr')).toEqual({ 'app.hello': 'Bonjour' });
    expect(await get('/locale-overrides/en')).toEqual({});
    // A browser caches the answer and revalidates it with its tag.
    const ask = (tag = ''): Promise<Response> =>
      fetch(`${world.url}/locale-overrides/fr`, { headers: { 'if-none-match': tag } });
    const { headers } = await ask();
    expect(headers.get('cache-control')).toBe('private, no-cache');
    const unchanged = await ask(headers.get('etag') ?? '');
    expect([unchanged.status, await unchanged.text()]).toEqual([304, '']);
    await world.services.database.query(`update locale_override set text = 'Salut' where key = 'app.hello'`);
    expect((await ask(headers.get('etag') ?? '')).status).toBe(200);
  });
});
