// A session of help for tests: a member asks, and agents enter.

import { expect } from 'vitest';
import { AssistSocket, type AssistAddress } from 'tests/product/AssistSocket.ts';
import { okOf, targetOf, type Body } from 'tests/product/productOperations.ts';
import type { ProductWorld } from 'tests/product/productWorld.ts';

export const TAB = 'visitorTab1';

export const assistWorld = (world: () => ProductWorld, url: () => string = () => world().url) => {
  const ask = async (actor: string, o: string, body?: Body): Promise<Body> => okOf(await world().ask(actor, o, body));
  const addressOf = (actor: string, session: string, more: Partial<AssistAddress> = {}): AssistAddress => ({
    ...{ url: url(), token: world().tokenOf(actor), session, identity: 'agent', tab: 'agentTab1' },
    ...more,
  });
  const askForHelp = async (actor = 'member', subject = 'The map'): Promise<string> => {
    const input = { ...targetOf(world().idOf(actor)), subject, tabId: TAB };
    return String((await ask(actor, 'act/askForHelp', input))['session']);
  };
  const visitor = (session: string, actor = 'member'): Promise<AssistSocket> =>
    AssistSocket.enter(addressOf(actor, session, { identity: 'session', tab: TAB }));
  const agent = (session: string, actor = 'administrator', tab = 'agentTab1'): Promise<AssistSocket> =>
    AssistSocket.enter(addressOf(actor, session, { tab }));

  /** The agent asks for a consent, and the visitor answers. */
  const consent = async (
    { helped, helper }: { readonly helped: AssistSocket; readonly helper: AssistSocket },
    [request, answer]: readonly [string, string],
  ): Promise<void> => {
    helper.send(request);
    await helped.until(([event, , from]) => event === request && from === helper.id);
    helped.send(answer, { agent: helper.id });
    await helper.untilEvent(answer);
  };

  /** Opens a session with a visitor, and an agent who sees the page. */
  const viewedSession = async (agentActor = 'administrator') => {
    const session = await askForHelp();
    const helped = await visitor(session);
    const helper = await agent(session, agentActor);
    await consent({ helped, helper }, VIEW);
    return { session, helped, helper };
  };

  const sessionItem = (session: string): Promise<Body> => ask('administrator', `read/${session}`);
  const untilState = (session: string, state: string): Promise<unknown> =>
    expect.poll(async () => (await sessionItem(session))['state'], { timeout: 20_000 }).toBe(state);

  return { ask, addressOf, askForHelp, visitor, agent, consent, viewedSession, sessionItem, untilState };
};

export const VIEW = ['request_view', 'view_granted'] as const;
export const CONTROL = ['request_control', 'control_granted'] as const;
export const RECORDING = ['request_recording', 'recording_accepted'] as const;
