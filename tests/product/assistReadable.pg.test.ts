// The rights of the agent decide what the visitor's page shows: the answer of `assistReadable`, the history of writes that an agent causes, and
// the items of sessions.

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Json } from 'src/model/item/Item.ts';
import { assistWorld, CONTROL } from 'tests/product/assistWorld.ts';
import { okOf, targetOf, type Body } from 'tests/product/productOperations.ts';
import { openProductWorld, type ProductWorld } from 'tests/product/productWorld.ts';

const TITLE = 'Held by the community';

let world: ProductWorld;
const { ask, askForHelp, visitor, agent, consent, viewedSession, sessionItem, untilState } = assistWorld(() => world);

beforeAll(async () => {
  world = await openProductWorld({ assist: true });
});
afterAll(() => world.stop());

const entry = (level: 'COMMUNITY' | 'PROTECTED' | 'PRIVATE', more: Body = {}): Promise<string> =>
  world.newItem({ type: 'ArchiveEntry', level, mark: `help ${level}`, more: { title: TITLE, ...more } });

interface Asked {
  readonly session: string;
  readonly agents: readonly string[];
  readonly ids: readonly string[];
}

const readable = async (actor: string, { session, agents, ids }: Asked): Promise<Json> => {
  const answer = await world.ask(actor, 'act/assistReadable', { ...targetOf(session), agents, ids });
  return 'ok' in answer ? ((answer.ok as Body)['items'] ?? null) : answer.refused;
};

const idsIn = (answer: Json): readonly string[] => (answer as readonly { readonly id: string }[]).map(({ id }) => id);

describe('[ASSIST-01] what both may read', () => {
  it('is read by the filters of both, the strictest of all agents, and by no one for an agent without the right', async () => {
    const [common, secret] = [await entry('COMMUNITY'), await entry('PRIVATE', { creator: 'Ada' })];
    const session = await askForHelp('private reader');
    const [admin, holder] = [`${world.idOf('administrator')}.tab12345`, `${world.idOf('capability holder')}.tab12345`];
    const ids = [common, secret, 'ArchiveEntry-999999', session];
    expect(idsIn(await readable('private reader', { session, agents: [admin], ids }))).toEqual([
      common,
      secret,
      session,
    ]);
    expect(idsIn(await readable('private reader', { session, agents: [holder], ids }))).toEqual([common, session]);
    expect(idsIn(await readable('private reader', { session, agents: [admin, holder], ids }))).toEqual([
      common,
      session,
    ]);
    for (const other of ['member', 'stranger', 'private reader'])
      expect(await readable('private reader', { session, agents: [`${world.idOf(other)}.tab12345`], ids })).toBe(
        'notAllowed',
      );
    expect(await readable('private reader', { session, agents: ['User-999999.tab12345'], ids })).toBe('notAllowed');
    expect(await readable('capability holder', { session, agents: [admin], ids })).toBe('notAllowed');
    expect(await readable('member', { session, agents: [admin], ids })).toBe('notFound');
  });

  it('is no more than the visitor reads, although the agent reads all', async () => {
    const [common, secret] = [await entry('COMMUNITY'), await entry('PRIVATE')];
    const session = await askForHelp('member');
    const agents = [`${world.idOf('administrator')}.tab12345`];
    expect(idsIn(await readable('member', { session, agents, ids: [common, secret] }))).toEqual([common]);
  });

  it('names the restricted properties that one of them may not read', async () => {
    const organisation = await world.newItem({ type: 'User', level: 'COMMUNITY', mark: 'somebody helped' });
    const session = await askForHelp('private reader');
    const agents = [`${world.idOf('capability holder')}.tab12345`];
    const [found] = (await readable('private reader', { session, agents, ids: [organisation] })) as readonly Body[];
    expect(found?.['hidden']).toContain('memberships');
  });

  it('is recorded as a read of the agent when the item is private', async () => {
    const secret = await entry('PRIVATE');
    const session = await askForHelp('private reader');
    const agents = [`${world.idOf('administrator')}.tab12345`];
    await readable('private reader', { session, agents, ids: [secret] });
    const { entries } = okOf(await world.ask('administrator', 'act/auditTrail', targetOf(secret)));
    expect(entries).toContainEqual(
      expect.objectContaining({ by: world.idOf('administrator'), channel: 'act/assistReadable' }),
    );
  });

  it('is what the person reads whom an administrator acts as', async () => {
    const [common, secret] = [await entry('COMMUNITY'), await entry('PRIVATE')];
    const acting = targetOf(world.idOf('administrator'));
    const started = await ask('administrator', 'act/masquerade', { ...acting, targetUserID: world.idOf('member') });
    const post = async (o: string, b: Body): Promise<Body> => {
      const headers = { authorization: `Bearer ${String(started['newToken'])}` };
      const sent = JSON.stringify({ o, b });
      const reply = await fetch(`${world.url}/api/item`, { method: 'POST', headers, body: sent });
      return ((await reply.json()) as { readonly b: Body }).b;
    };
    const input = { ...targetOf(world.idOf('member')), tabId: 'visitorTab1' };
    const session = String((await post('act/askForHelp', input))['session']);
    const asked = { ...targetOf(session), ids: [common, secret] };
    const agents = [`${world.idOf('capability holder')}.tab12345`];
    expect(idsIn((await post('act/assistReadable', { ...asked, agents }))['items'] ?? [])).toEqual([common]);
  });
});

describe('[ASSIST-01] history', () => {
  it('names the agent of a write while control is granted, and no one without it', async () => {
    const id = await entry('COMMUNITY');
    const { session, helped, helper } = await viewedSession('capability holder');
    const write = async (title: string, help: string, actor = 'creator'): Promise<void> => {
      const { _u } = await ask(actor, `read/${id}`);
      const headers = { authorization: `Bearer ${world.tokenOf(actor)}` };
      const sent = JSON.stringify({ o: 'update', b: { $id: id, _u, title }, help });
      const reply = await fetch(`${world.url}/api/item`, { method: 'POST', headers, body: sent });
      expect(reply.status, await reply.text()).toBe(200);
    };
    const helpers = async (): Promise<readonly Json[]> => {
      const { events } = await ask('administrator', `history/${id}`);
      return (events as readonly Body[]).map(({ helper: who }) => who ?? null);
    };
    const name = `${session}/${helper.id}`;
    await write('Without control', name);
    await consent({ helped, helper }, CONTROL);
    // Only writes of the visitor: the creator is another person.
    await write('By another person', name);
    expect(await helpers()).not.toContain(world.idOf('capability holder'));

    const own = await askForHelp('creator');
    const [tab, other] = [await visitor(own, 'creator'), await agent(own, 'capability holder')];
    await consent({ helped: tab, helper: other }, ['request_view', 'view_granted']);
    await consent({ helped: tab, helper: other }, CONTROL);
    const granted = `${own}/${other.id}`;
    await expect
      .poll(async () => {
        await write(`With help ${Math.random()}`, granted);
        return (await helpers())[0];
      })
      .toBe(world.idOf('capability holder'));
    tab.send('stop_control', { agent: other.id });
    await other.until(([event, payload]) => event === 'consent_ended' && payload['consent'] === 'control');
    await expect
      .poll(async () => {
        await write(`Alone ${Math.random()}`, granted);
        return (await helpers())[0];
      })
      .toBeNull();
  });
});

describe('[ASSIST-01] requests', () => {
  it('are read by the person and by those who may answer, and notify the latter', async () => {
    const session = await askForHelp('member', 'The archive');
    for (const actor of ['member', 'capability holder', 'administrator'])
      expect(okOf(await world.ask(actor, `read/${session}`))['subject'], actor).toBe('The archive');
    for (const actor of ['creator', 'stranger', 'owner administrator', 'private reader'])
      expect(await world.ask(actor, `read/${session}`), actor).toMatchObject({ refused: 'notFound' });
    await world.runJobs();
    const { items } = await ask(
      'capability holder',
      'act/fetchNotifications',
      targetOf(world.idOf('capability holder')),
    );
    expect(JSON.stringify(items)).toContain(session);
  });

  it('ends a request that no process has, and takes no request of a site without help', async () => {
    const session = await askForHelp();
    await world.change(session, { subject: 'Still open' });
    expect((await sessionItem(session))['state']).toBe('ASKED');
    expect(await world.ask('capability holder', 'act/endHelp', targetOf(session))).toMatchObject({ ok: {} });
    await untilState(session, 'ENDED');
    const off = await openProductWorld();
    const input = { ...targetOf(off.idOf('member')), tabId: 'visitorTab1' };
    expect(await off.ask('member', 'act/askForHelp', input)).toEqual({ refused: 'notAllowed' });
    expect(await off.ask('visitor', 'act/askForHelp', input)).toEqual({ refused: 'notSignedIn' });
    await off.stop();
  });

  it('[ASSIST-01] stores the signals of user tests of the own person', async () => {
    const own = targetOf(world.idOf('member'));
    const signal = { testId: 'Find a map', taskId: 'one', status: 'done', duration: 1_200, taskAnswer: 'It was easy' };
    const timestamp = '2031-02-03T04:05:06.000Z';
    const { signal: id } = await ask('member', 'act/recordUserTest', { ...own, ...signal, timestamp });
    expect(await ask('administrator', `read/${String(id)}`)).toMatchObject({
      ...{ user: world.idOf('member'), kind: 'TASK', testId: 'Find a map', taskId: 'one', status: 'DONE' },
      ...{ duration: 1_200, timestamp, taskAnswer: 'It was easy' },
    });
    expect(await world.ask('creator', `read/${String(id)}`)).toMatchObject({ refused: 'notFound' });
    const foreign = { ...targetOf(world.idOf('creator')), ...signal, timestamp };
    expect(await world.ask('member', 'act/recordUserTest', foreign)).toEqual({ refused: 'notAllowed' });
  });
});
