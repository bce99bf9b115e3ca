// A channel of a session of help without sockets: times of consents, names of agents, and passwords of TURN servers.

import { createHmac } from 'node:crypto';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createChannel, type HelpChannelPorts } from 'src/domain/assist/helpChannel.server.ts';
import { iceServersAt } from 'src/domain/assist/iceServers.server.ts';
import { ASSIST, ASSIST_LIMITS } from 'src/domain/assist/protocol.ts';
import { createChannelEvents } from 'src/domain/assist/channelEvents.server.ts';

type Sent = readonly [event: string, payload: Readonly<Record<string, unknown>>, from: string];

const peerOf = () => {
  const sent: Sent[] = [];
  const closed: number[] = [];
  return {
    ...{ sent, closed },
    send: (frame: string | Uint8Array) => void sent.push(JSON.parse(String(frame)) as Sent),
    close: (code: number) => void closed.push(code),
    refuse: () => undefined,
  };
};

const openChannel = () => {
  const ended: string[] = [];
  const ports: HelpChannelPorts = {
    answered: () => undefined,
    controlChanged: () => undefined,
    recordingChanged: () => undefined,
    iceServers: () => [],
    ended: (reason) => void ended.push(reason),
  };
  const channel = createChannel(ports);
  const events = createChannelEvents(channel, { append: () => undefined }, () => undefined);
  const [visitor, agent] = [peerOf(), peerOf()];
  channel.enterVisitor(visitor);
  const seat = channel.enterAgent(
    { id: 'User-1.tab12345', user: 'User-1', name: 'A name with more than 20 characters' },
    agent,
  );
  const ask = (event: string): void => events.ofAgent(seat, agent, Buffer.from(JSON.stringify([event, {}])));
  const answer = (event: string): void =>
    events.ofVisitor(visitor, Buffer.from(JSON.stringify([event, { agent: seat.id }])), false);
  return { channel, seat, visitor, agent, ask, answer, ended };
};

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

it('[ASSIST-02] a request lapses after 30 seconds, and an answer afterwards permits nothing', () => {
  const { seat, visitor, agent, ask, answer } = openChannel();
  ask('request_view');
  vi.advanceTimersByTime(29_999);
  expect(seat.consents.states.view).toBe('requested');
  vi.advanceTimersByTime(1);
  expect(seat.consents.states.view).toBe('off');
  const lapsed = ['consent_ended', { agent: seat.id, consent: 'view', reason: 'lapsed' }, 'server'];
  for (const { sent } of [visitor, agent]) expect(sent).toContainEqual(lapsed);
  answer('view_granted');
  expect(seat.consents.states.view).toBe('off');
  expect(visitor.sent.at(-1)).toEqual(['refused', { event: 'view_granted', reason: 'outOfOrder' }, 'server']);
});

it('[ASSIST-02] names an agent with 20 characters', () => {
  const { seat, visitor, ask } = openChannel();
  ask('request_view');
  expect(seat.name).toHaveLength(ASSIST.agentNameLength);
  expect(visitor.sent).toContainEqual([
    'request_view',
    { agent: { id: seat.id, name: 'A name with more tha' } },
    seat.id,
  ]);
});

it('[ASSIST-01] ends when the tab of the visitor is closed for two minutes', () => {
  const { channel, visitor, agent, ended } = openChannel();
  channel.leaveVisitor(visitor);
  vi.advanceTimersByTime(ASSIST_LIMITS.awayMs - 1);
  expect(ended).toEqual([]);
  vi.advanceTimersByTime(1);
  expect([ended, agent.closed]).toEqual([['away'], [4410]]);
});

it('[ASSIST-01] forgets an agent who is away for longer than 30 seconds', () => {
  const { channel, seat, agent, visitor, ask, answer } = openChannel();
  ask('request_view');
  answer('view_granted');
  channel.leaveAgent(seat, agent);
  vi.advanceTimersByTime(ASSIST_LIMITS.agentAwayMs - 1);
  expect(seat.consents.states.view).toBe('enabled');
  vi.advanceTimersByTime(1);
  expect([seat.consents.states.view, channel.seats.size]).toEqual(['off', 0]);
  expect(visitor.sent).toContainEqual(['agent_left', { agent: seat.id }, 'server']);
});

it('[ASSIST-01] gives browsers passwords of TURN servers that end', () => {
  const settings = {
    stun: ['stun:a.test'],
    turn: ['turn:a.test:3478'],
    turnSecret: 'a secret of the site',
    turnMinutes: 60,
  };
  const username = '1700003600:help';
  const credential = createHmac('sha1', settings.turnSecret).update(username).digest('base64');
  const now = new Date(1_700_000_000_000);
  expect(iceServersAt(settings, now)).toEqual([
    { urls: ['stun:a.test'] },
    { urls: ['turn:a.test:3478'], username, credential },
  ]);
  expect(iceServersAt({ ...settings, stun: [], turn: [] }, now)).toEqual([]);
});
