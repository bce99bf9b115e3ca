// Sessions of help under load: an agent who never reads, and 20 sessions at once on one process.

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ASSIST_LIMITS } from 'src/domain/assist/protocol.ts';
import { AssistSocket, type ReceivedFrame } from 'tests/product/AssistSocket.ts';
import { assistWorld, TAB, VIEW } from 'tests/product/assistWorld.ts';
import { targetOf, type Body } from 'tests/product/productOperations.ts';
import { openProductWorld, type ProductWorld } from 'tests/product/productWorld.ts';

const SESSIONS = 20;
const BATCHES = 90;
const LARGE = 'x'.repeat(1_000_000);

let world: ProductWorld;
const { ask, addressOf, agent, consent, viewedSession } = assistWorld(() => world);

beforeAll(async () => {
  world = await openProductWorld({ assist: true });
});
afterAll(() => world.stop());

const batchesOf = ({ frames }: AssistSocket): readonly unknown[] =>
  frames.flatMap(([event, { batch }]) => (event === 'messages' ? [batch] : []));

/** Opens a session of a person, whom the administrator acts as, with the administrator as the agent. */
const sessionOf = async (person: string): Promise<{ readonly helped: AssistSocket; readonly helper: AssistSocket }> => {
  const acting = { ...targetOf(world.idOf('administrator')), targetUserID: person };
  const token = String((await ask('administrator', 'act/masquerade', acting))['newToken']);
  const headers = { authorization: `Bearer ${token}` };
  const sent = JSON.stringify({ o: 'act/askForHelp', b: { ...targetOf(person), tabId: TAB } });
  const reply = await fetch(`${world.url}/api/item`, { method: 'POST', headers, body: sent });
  const session = String(((await reply.json()) as { readonly b: Body }).b['session']);
  const helped = await AssistSocket.enter({
    ...addressOf('member', session, { identity: 'session', tab: TAB }),
    token,
  });
  const helper = await agent(session);
  await consent({ helped, helper }, VIEW);
  helped.send('mask_for', { mask: 1, agents: [helper.id] });
  return { helped, helper };
};

const metric = async (name: string): Promise<number> => {
  const text = await (await fetch(`${world.url}/metrics`)).text();
  return Number(new RegExp(`^${name} (\\d+)$`, 'm').exec(text)?.[1]);
};

describe('[ASSIST-01] sessions under load', () => {
  it('an agent who never reads is cut off, and the page and the other agent go on', async () => {
    const { session, helped, helper } = await viewedSession();
    const slow = await agent(session, 'capability holder');
    await consent({ helped, helper: slow }, VIEW);
    helped.send('mask_for', { mask: 1, agents: [helper.id, slow.id] });
    await helped.handled();
    helped.clear();
    slow.socket.pause();
    const most = (2 * ASSIST_LIMITS.bufferedBytes) / LARGE.length;
    for (let batch = 1; batch <= most; batch += 1) {
      helped.send('messages', { mask: 1, batch, events: [LARGE] });
      if (batch % 4 === 0) await helped.handled();
    }
    await helper.until(([event, { batch }]) => event === 'messages' && batch === Math.floor(most));
    expect(batchesOf(helper)).toHaveLength(Math.floor(most));
    const isLost = ([event, payload]: ReceivedFrame): boolean =>
      event === 'agents' && (payload['agents'] as readonly { readonly id: string }[]).every(({ id }) => id !== slow.id);
    await helped.until(isLost);
    slow.socket.resume();
    expect((await slow.closed).code).not.toBe(1000);
    expect(batchesOf(slow).length).toBeLessThan(most);
    helped.send('end_session');
    await helper.closed;
  });

  it('20 sessions at once deliver every batch in its order to their own agent only', async () => {
    const sessions: { readonly helped: AssistSocket; readonly helper: AssistSocket; readonly mark: string }[] = [];
    for (let at = 0; at < SESSIONS; at += 1) {
      // Another session of the same person ends the first one, so each has a person of its own.
      const person = await world.newItem({ type: 'User', level: 'COMMUNITY', mark: `helped ${at}` });
      sessions.push({ ...(await sessionOf(person)), mark: `page ${at}` });
    }
    expect(await metric('keeper_help_views')).toBe(SESSIONS);
    for (let batch = 1; batch <= BATCHES; batch += 1)
      for (const { helped, mark } of sessions) helped.send('messages', { mask: 1, batch, events: [mark] });
    const all = Array.from({ length: BATCHES }, (_, at) => at + 1);
    for (const { helper, mark } of sessions) {
      await helper.until(([event, { batch }]) => event === 'messages' && batch === BATCHES);
      expect(batchesOf(helper)).toEqual(all);
      expect(helper.frames.filter(([event, { events }]) => event === 'messages' && String(events) !== mark)).toEqual(
        [],
      );
    }
    expect(await metric('keeper_help_batches_total')).toBeGreaterThanOrEqual(SESSIONS * BATCHES);
    for (const { helped } of sessions) helped.close();
  });
});
