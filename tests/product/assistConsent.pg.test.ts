// The assist channel on real sockets: nothing of the visitor's page passes without the consent for it, in any order of frames from both sides.

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { gzipSync } from 'node:zlib';
import { CONSENTS } from 'src/domain/assist/protocol.ts';
import { AssistSocket } from 'tests/product/AssistSocket.ts';
import { assistWorld, CONTROL, RECORDING, TAB, VIEW } from 'tests/product/assistWorld.ts';
import { openProductWorld, type ProductWorld } from 'tests/product/productWorld.ts';

const CANARY = 'canary-of-the-page';
const EVENTS = [{ type: 4, data: { text: CANARY }, timestamp: 1 }];
const SESSION_STATE = { active: true, pageTitle: CANARY, path: `/${CANARY}`, viewport: { width: 800, height: 600 } };
const DESCRIPTION = { type: 'offer', sdp: 'v=0' };

let world: ProductWorld;
const { addressOf, askForHelp, visitor, agent, consent, viewedSession, untilState, sessionItem } = assistWorld(
  () => world,
);

beforeAll(async () => {
  world = await openProductWorld({ assist: true });
});
afterAll(() => world.stop());

const consentsOf = (socket: AssistSocket, id: string): unknown => {
  const [, { agents = [] } = {}] = socket.frames.findLast(([event]) => event === 'agents') ?? [];
  return (agents as readonly { readonly id: string }[]).find((each) => each.id === id);
};

describe('[ASSIST-01] opening', () => {
  it('refuses pages of other sites, strangers, agents who may not help, and another tab', async () => {
    const session = await askForHelp();
    await expect(AssistSocket.open(addressOf('administrator', session), 'https://evil.test')).rejects.toThrow('403');

    const unsigned = await AssistSocket.open(addressOf('administrator', session));
    unsigned.send('request_view');
    expect(await unsigned.closed).toMatchObject({ code: 4401 });
    expect(unsigned.frames).toEqual([]);

    for (const address of [
      addressOf('owner administrator', session),
      addressOf('stranger', session),
      addressOf('member', session),
      addressOf('creator', session, { identity: 'session', tab: TAB }),
      addressOf('member', session, { identity: 'session', tab: 'anotherTab1' }),
      addressOf('administrator', session, { tab: 'x' }),
      addressOf('administrator', 'Organization-1'),
    ]) {
      const socket = await AssistSocket.open(address);
      socket.send('tokenAuth', { token: address.token });
      expect(await socket.closed, JSON.stringify(address)).toMatchObject({ code: 4411 });
      expect(socket.frames).toEqual([]);
    }
  });

  it('lets agents in by the capability in an organisation of the visitor, and names them with 20 characters', async () => {
    const session = await askForHelp();
    const helped = await visitor(session);
    await agent(session, 'capability holder');
    const [, payload] = await helped.until(
      ([event, { agents }]) => event === 'agents' && (agents as readonly unknown[]).length === 1,
    );
    const [seat] = payload['agents'] as readonly Record<string, string>[];
    expect(seat).toMatchObject({ user: world.idOf('capability holder'), name: 'capability holder', view: 'off' });
  });
});

describe('[ASSIST-01] without consent', () => {
  it('passes nothing of the page, and no input of the agent', async () => {
    const session = await askForHelp();
    const helped = await visitor(session);
    const helper = await agent(session);
    await helper.handled();
    helper.clear();
    helped.clear();

    helped.send('UPDATE_SESSION', SESSION_STATE);
    helped.send('mask_for', { mask: 1, agents: [helper.id] });
    helped.send('messages', { mask: 1, batch: 1, events: EVENTS });
    helped.sendBatch(1, 2, gzipSync(JSON.stringify(EVENTS)));
    for (const event of ['webrtc_call_offer', 'webrtc_call_answer'])
      helped.send(event, { agent: helper.id, description: DESCRIPTION });
    helped.send('canvas_offer', { agent: helper.id, node: 1, description: DESCRIPTION });
    for (const event of ['view_granted', 'control_granted', 'recording_accepted', 'call_accepted', 'stop_view'])
      helped.send(event, { agent: helper.id });
    await helped.handled();
    await helper.handled();
    expect(helper.events()).toEqual([]);
    expect(helper.binary).toEqual([]);

    const point = { x: 1, y: 1 };
    const forged: readonly [string, unknown][] = [
      ...(['move', 'click', 'annotation_start', 'annotation_move', 'annotation_end'] as const).map(
        (event) => [event, point] as [string, unknown],
      ),
      ['input', { node: 1, value: CANARY }],
      ['key', { key: 'a' }],
      ['scroll', { left: 0, top: 1 }],
      ['focus', { node: 1 }],
      ['request_snapshot', {}],
      ['webrtc_call_offer', { description: DESCRIPTION }],
      ['webrtc_call_ice_candidate', { candidate: { candidate: '' } }],
      ['videofeed', { enabled: true }],
      ['request_control', {}],
      ['request_recording', {}],
      ['view_granted', { agent: helper.id }],
      ['control_granted', { agent: helper.id }],
      ['messages', { mask: 1, batch: 1, events: EVENTS }],
      ['mask_for', { mask: 1, agents: [helper.id] }],
      ['end_all', {}],
      ['agents', { agents: [] }],
    ];
    helped.clear();
    for (const [event, payload] of forged) helper.send(event, payload);
    helper.socket.send('{"not":"a frame"}');
    helper.socket.send(Buffer.from([1, 2, 3]));
    helper.socket.send(JSON.stringify(['move', { x: 1, y: 1, agent: 'visitor' }]));
    await helper.handled();
    await helped.handled();
    expect(helped.events()).toEqual([]);
    expect(helper.frames.filter(([event]) => event === 'refused')).toHaveLength(forged.length + 3);
    expect(consentsOf(helped, helper.id) ?? {}).not.toMatchObject({ view: 'enabled' });
    expect(JSON.stringify(helper.frames)).not.toContain(CANARY);
  });

  it('refuses an answer to no request, an answer for another agent, and a second answer', async () => {
    const { session, helped, helper } = await viewedSession();
    const other = await agent(session, 'capability holder');
    helper.send('request_control');
    await helped.untilEvent('request_control');
    helped.send('control_granted', { agent: other.id });
    helped.send('control_granted', { agent: 'User-1.nobody' });
    await helped.handled();
    expect(consentsOf(helped, other.id)).toMatchObject({ control: 'off' });
    helped.send('control_rejected', { agent: helper.id });
    helped.send('control_granted', { agent: helper.id });
    await helper.untilEvent('control_rejected');
    await helped.handled();
    expect(helper.events()).not.toContain('control_granted');
    expect(consentsOf(helped, helper.id)).toMatchObject({ view: 'enabled', control: 'off' });
  });
});

describe('[ASSIST-01] with consent', () => {
  it('passes batches to the agents for whom they are masked, and to no others', async () => {
    const { session, helped, helper } = await viewedSession();
    const other = await agent(session, 'capability holder');
    await consent({ helped, helper: other }, VIEW);
    helped.send('mask_for', { mask: 7, agents: [helper.id] });
    helped.send('messages', { mask: 7, batch: 1, events: EVENTS });
    helped.sendBatch(7, 2, gzipSync('[]'));
    expect(await helper.untilEvent('messages')).toEqual(['messages', { mask: 7, batch: 1, events: EVENTS }, 'visitor']);
    expect((await helper.untilBinary()).readUInt32BE(5)).toBe(2);
    helped.send('mask_for', { mask: 8, agents: [helper.id, other.id] });
    helped.send('messages', { mask: 7, batch: 3, events: EVENTS });
    helped.send('messages', { mask: 8, batch: 4, events: [] });
    await other.untilEvent('messages');
    expect(other.frames.filter(([event]) => event === 'messages')).toEqual([
      ['messages', { mask: 8, batch: 4, events: [] }, 'visitor'],
    ]);
    expect(other.binary).toEqual([]);
  });

  it('lets one agent at a time control, and ends everything with one event', async () => {
    const { session, helped, helper } = await viewedSession();
    await consent({ helped, helper }, CONTROL);
    const other = await agent(session, 'capability holder');
    await consent({ helped, helper: other }, VIEW);
    other.send('request_control');
    await other.untilEvent('control_busy');

    helper.send('click', { x: 3, y: 4, node: 9 });
    expect(await helped.untilEvent('click')).toEqual(['click', { x: 3, y: 4, node: 9 }, helper.id]);
    other.send('click', { x: 1, y: 1 });
    await other.handled();
    expect(helped.frames.filter(([event]) => event === 'click')).toHaveLength(1);

    await consent({ helped, helper }, ['call_request', 'call_accepted']);
    await helper.untilEvent('WEBRTC_CONFIG');
    helper.send('webrtc_call_offer', { description: DESCRIPTION });
    expect(await helped.untilEvent('webrtc_call_offer')).toEqual([
      'webrtc_call_offer',
      { description: DESCRIPTION },
      helper.id,
    ]);
    helped.send('end_all');
    for (const each of CONSENTS.filter((name) => name !== 'recording'))
      await helper.until(([event, payload]) => event === 'consent_ended' && payload['consent'] === each);
    helper.send('click', { x: 3, y: 4 });
    helped.send('messages', { mask: 1, batch: 9, events: EVENTS });
    await helper.handled();
    await helped.handled();
    expect(helped.frames.filter(([event]) => event === 'click')).toHaveLength(1);
    expect(helper.events()).not.toContain('messages');
    for (const { id } of [helper, other])
      expect(consentsOf(helped, id)).toMatchObject({ view: 'off', control: 'off', recording: 'off', call: 'off' });
  });

  it('ends control when the view ends, and input does not pass any longer', async () => {
    const { helped, helper } = await viewedSession();
    await consent({ helped, helper }, CONTROL);
    helped.send('stop_view', { agent: helper.id });
    await helper.until(([event, payload]) => event === 'consent_ended' && payload['consent'] === 'control');
    helper.send('key', { key: 'a' });
    await helper.handled();
    expect(helped.events()).not.toContain('key');
  });

  it('closes the socket of a person who sends forged events again and again', async () => {
    await using strict = await strictWorld();
    const { helped, helper } = await strict.viewedSession();
    for (let at = 0; at < 200; at += 1) helper.send('control_granted', { agent: helper.id });
    expect(await helper.closed).toMatchObject({ code: 1013 });
    expect(helped.events()).not.toContain('control_granted');
  });
});

describe('[ASSIST-01] what ends', () => {
  it('the right in the middle ends everything of the agent', async () => {
    const { session, helped, helper } = await viewedSession('capability holder');
    await consent({ helped, helper }, RECORDING);
    await untilState(session, 'ACTIVE');
    const id = world.idOf('capability holder');
    const [before] = await world.services.items.findMany(world.services.database, [id]);
    const memberships = before?.properties['memberships'] ?? null;
    await world.change(id, { memberships: [], siteCapabilities: [] });
    await helped.until(([event, { agent: who }]) => event === 'right_ended' && who === helper.id);
    expect(await helper.closed).toMatchObject({ code: 4411 });
    expect(helper.events()).toContain('right_ended');
    await world.change(id, { memberships, siteCapabilities: before?.properties['siteCapabilities'] ?? null });
  });

  it('a short loss of the agent keeps the view, and nothing else; a longer one ends all', async () => {
    const { session, helped, helper } = await viewedSession();
    await consent({ helped, helper }, CONTROL);
    helper.socket.terminate();
    await helped.until(([event, payload]) => event === 'consent_ended' && payload['consent'] === 'control');
    const back = await agent(session);
    expect(back.id).toBe(helper.id);
    expect(consentsOf(back, back.id)).toMatchObject({ view: 'enabled', control: 'off' });
    back.send('click', { x: 1, y: 1 });
    await back.handled();
    expect(helped.events()).not.toContain('click');
  });

  it('a lost visitor comes back to the session with the same tab; another page of the session is replaced', async () => {
    const { session, helped, helper } = await viewedSession();
    await consent({ helped, helper }, CONTROL);
    helped.socket.terminate();
    await helper.until(
      ([event, payload]) => event === 'agents' && (payload['visitor'] as { connected: boolean }).connected === false,
    );
    const back = await visitor(session);
    expect(consentsOf(back, helper.id)).toMatchObject({ view: 'enabled', control: 'off' });
    const again = await visitor(session);
    expect(await back.closed).toMatchObject({ code: 4413 });
    again.send('end_session');
    expect(await helper.closed).toMatchObject({ code: 4410 });
    await untilState(session, 'ENDED');
    expect((await sessionItem(session))['agents']).toEqual([world.idOf('administrator')]);
  });

  it('an action ends the session for both sides, and a new request ends the earlier one', async () => {
    const { session, helped, helper } = await viewedSession();
    await askForHelp();
    expect(await helped.closed).toMatchObject({ code: 4410 });
    expect(await helper.closed).toMatchObject({ code: 4410 });
    await untilState(session, 'ENDED');
    const late = await AssistSocket.open(addressOf('administrator', session));
    late.send('tokenAuth', { token: world.tokenOf('administrator') });
    expect(await late.closed).toMatchObject({ code: 4410 });
  });
});

/** A world with the product's own limits of refused frames. */
const strictWorld = async () => {
  const opened = await openProductWorld({ assist: true, refusals: 'limited' });
  return { ...assistWorld(() => opened), [Symbol.asyncDispose]: () => opened.stop() };
};
