// The contact and organisation rule on the product's own types, through the operations that a save uses.

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Json } from 'src/model/item/Item.ts';
import { openProductWorld, type Answer, type ProductWorld } from 'tests/product/productWorld.ts';

describe('[FORM-05] contacts and their organizations', () => {
  let world: ProductWorld;
  const ids: Record<string, string> = {};
  const ask = (o: string, body: Readonly<Record<string, Json>>): Promise<Answer> => world.ask('administrator', o, body);
  const make = async (name: string, type: string, body: Readonly<Record<string, Json>>): Promise<void> => {
    ids[name] = String(ok(await ask(`create/${type}`, body))['$id']);
  };
  beforeAll(async () => {
    world = await openProductWorld();
    for (const name of ['north', 'south', 'host'])
      await make(name, 'Organization', { displayName: name, type: 'COMMUNITY' });
    const contacts = { ada: 'north', ben: 'south', cut: 'north' };
    for (const [name, of] of Object.entries(contacts))
      await make(name, 'Contact', { firstName: name, lastName: 'X', _related: ids[of] ?? '' });
    await make('user', 'User', { name: 'cut', email: 'cut@example.org', contact: ids['cut'] ?? '', blocked: true });
  });
  afterAll(() => world.stop());

  const ok = (answer: Answer): Record<string, Json> => {
    if ('ok' in answer) return answer.ok as Record<string, Json>;
    throw new Error(`refused: ${JSON.stringify(answer)}`);
  };
  const meeting = (orgs: readonly string[], contacts: readonly string[]): Promise<Answer> =>
    ask('create/Meeting', {
      ...{ owner: ids['host'] ?? '', summary: 'A meeting', date: '2026-03-01' },
      otherOrgs: orgs.map((name) => ids[name] ?? ''),
      otherContacts: contacts.map((name) => ids[name] ?? ''),
    });
  const refusedWith = (path: string, message: string): object => ({
    refused: 'invalid',
    params: { errors: [{ path, message }] },
  });

  it('takes people of a chosen organization, and neither', async () => {
    ok(await meeting(['north'], ['ada']));
    ok(await meeting(['north', 'south'], ['ada', 'ben']));
    ok(await meeting([], []));
  });

  it('refuses people without an organization, of another one, and blocked people', async () => {
    expect(await meeting([], ['ada'])).toMatchObject(refusedWith('/otherContacts', 'errors.chooseOrg'));
    expect(await meeting(['north'], ['ada', 'ben'])).toMatchObject(refusedWith('/otherContacts/1', 'errors.notInOrg'));
    expect(await meeting(['north'], ['cut'])).toMatchObject(refusedWith('/otherContacts/0', 'errors.invalidChoice'));
  });

  it('refuses people who belong to no organization themselves', async () => {
    const lone = await world.newItem({ type: 'Contact', level: 'PUBLIC', mark: 'lone' });
    await world.change(lone, { _related: null });
    ids['lone'] = lone;
    expect(await meeting(['north'], ['ada', 'lone'])).toMatchObject(refusedWith('/otherContacts/1', 'errors.noOrg'));
  });

  it('refuses blocked people in all choices of people, also where they need not belong to anything', async () => {
    const project = (name: string): Promise<Answer> =>
      ask('create/ResearchProject', { title: 'A project', owner: ids['host'] ?? '', contacts: [ids[name] ?? ''] });
    ok(await project('ada'));
    expect(await project('cut')).toMatchObject(refusedWith('/contacts/0', 'errors.invalidChoice'));
  });

  it('offers no blocked people as choices, and still finds them', async () => {
    const refusal = await ask('create/Thread', {
      ...{ subject: 'A talk', context: ids['host'] ?? '', participants: [ids['user'] ?? ''] },
    });
    expect(refusal).toMatchObject(refusedWith('/participants/0', 'errors.invalidChoice'));
    await world.runJobs();
    for (const [type, blocked, free] of [
      ['Contact', 'cut', 'ada'],
      ['User', 'user', undefined],
    ] as const)
      for (const text of ['cut', '', 'ada']) {
        const found = async (choose: boolean): Promise<string> =>
          JSON.stringify(await ask('suggest', { text, types: [type], choose }));
        if (text === 'cut') expect(await found(false)).toContain(`"${ids[blocked]}"`);
        expect(await found(true)).not.toContain(`"${ids[blocked]}"`);
        if (free && text !== 'cut') expect(await found(true)).toContain(`"${ids[free]}"`);
      }
  });

  it('looks again when the organization is changed, and not when something else is', async () => {
    const { $id, _u } = ok(await meeting(['north'], ['ada']));
    const change = (changes: Record<string, Json>): Promise<Answer> =>
      ask('update', { $id: String($id), _u: _u as number, ...changes });
    expect(await change({ otherOrgs: [ids['south'] ?? ''] })).toMatchObject(
      refusedWith('/otherContacts/0', 'errors.notInOrg'),
    );
    // Ada goes to another organization; the meeting stays as it was.
    await ask('update', { $id: ids['ada'] ?? '', _u: 1, _related: ids['south'] ?? '' });
    expect(await change({ summary: 'Renamed' })).toMatchObject({ ok: {} });
  });
});
