// Waiting bytes of a socket are counted, also while a large frame is being stored for it.
import { once } from 'node:events';
import type { Duplex } from 'node:stream';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { WebSocket, WebSocketServer } from 'ws';
import { systemClock } from 'src/base/clock.ts';
import { createOutbox, type Outbox } from 'src/server/transport/outbox.ts';

const KB = 1000;

let server: WebSocketServer;
beforeAll(async () => {
  server = new WebSocketServer({ port: 0, host: '127.0.0.1' });
  await once(server, 'listening');
});
afterAll(() => server.close());

interface Opened {
  readonly outbox: Outbox;
  readonly client: WebSocket;
  readonly socket: WebSocket;
  readonly raw: Duplex;
  readonly received: string[];
  readonly closed: Promise<number>;
}

const openOutbox = async (hold: (key: string, text: string) => Promise<void>): Promise<Opened> => {
  const connected = once(server, 'connection') as Promise<[WebSocket, { readonly socket: Duplex }]>;
  const client = new WebSocket(`ws://127.0.0.1:${(server.address() as AddressInfo).port}`);
  const received: string[] = [];
  client.on('message', (data: Buffer) => received.push(data.toString()));
  const closed = once(client, 'close').then(([code]) => code as number);
  const [socket, { socket: raw }] = await connected;
  const limits = { maxFrame: 10 * KB, maxBuffered: 100 * KB };
  return {
    outbox: createOutbox({ socket, raw, clock: systemClock, ...limits, hold, onError: () => undefined }),
    raw,
    client,
    socket,
    received,
    closed,
  };
};

it('closes a socket whose frames pile up behind one that the database does not take', async () => {
  const { outbox, closed } = await openOutbox(() => new Promise(() => undefined));
  outbox.send('x'.repeat(20 * KB));
  for (let number = 0; number < 90; number += 1) outbox.send('y'.repeat(KB));
  expect(await closed).toBe(1013);
});

it('counts bytes, not characters', async () => {
  const { outbox, closed } = await openOutbox(() => new Promise(() => undefined));
  outbox.send('ж'.repeat(10 * KB));
  for (let number = 0; number < 50; number += 1) outbox.send('ж'.repeat(KB));
  expect(await closed).toBe(1013);
});

it('adds what waits behind a held frame to what waits in the socket', async () => {
  const { outbox, client, socket, closed } = await openOutbox(() => new Promise(() => undefined));
  client.pause();
  // The system itself takes the first few megabytes.
  while (socket.bufferedAmount < 50 * KB) outbox.send('x'.repeat(9 * KB));
  outbox.send('x'.repeat(20 * KB));
  expect(outbox.buffered).toBe(socket.bufferedAmount + 20 * KB);
  for (let number = 0; number < 50; number += 1) outbox.send('y'.repeat(KB));
  client.resume();
  expect(await closed).toBe(1013);
});

it('keeps the order, and counts only what still waits', async () => {
  const { outbox, received } = await openOutbox(() => Promise.resolve());
  for (let round = 0; round < 20; round += 1) {
    outbox.send('x'.repeat(20 * KB));
    outbox.send(`after ${round}`);
    await expect.poll(() => received.at(-1)).toBe(`after ${round}`);
  }
  expect(received).toHaveLength(40);
  outbox.close(1000, 'over');
});

it('[ITEM-07] encodes frames once for all sockets that get them, and sends those of one turn together', async () => {
  const sockets: Opened[] = [];
  for (const _ of [1, 2, 3]) sockets.push(await openOutbox(() => Promise.resolve()));
  const writes = sockets.map(({ raw }) => vi.spyOn(raw, '_writev'));
  const encodings = vi.spyOn(Buffer, 'from');
  const frames = ['{"o":"item/update"}', '{"o":"itemUpdated"}'];
  for (const { outbox } of sockets) {
    outbox.sendAll(frames);
    outbox.send('{"o":"last"}');
  }
  expect(encodings.mock.calls.filter(([text]) => frames.includes(String(text)))).toHaveLength(2);
  encodings.mockRestore();
  for (const { received } of sockets) await expect.poll(() => received.at(-1)).toBe('{"o":"last"}');
  expect(sockets.map(({ received }) => received)).toEqual(sockets.map(() => [...frames, '{"o":"last"}']));
  expect(writes.map(({ mock }) => mock.calls.length)).toEqual([1, 1, 1]);
  for (const { outbox } of sockets) outbox.close(1000, 'over');
});

it('[ITEM-07] keeps shared frames behind a held one, and holds one of them that is too large', async () => {
  const held: string[] = [];
  const { outbox, received } = await openOutbox((_key: string, text: string) => {
    held.push(text);
    return Promise.resolve();
  });
  outbox.send('x'.repeat(20 * KB));
  outbox.sendAll(['small', 'y'.repeat(20 * KB)]);
  outbox.sendAll(['end']);
  await expect.poll(() => received.at(-1)).toBe('end');
  expect(held.map((text) => text.charAt(0))).toEqual(['x', 'y']);
  expect(received.map((text) => text.slice(0, 5))).toEqual(['{"o":', 'small', '{"o":', 'end']);
  outbox.close(1000, 'over');
});

it('[ITEM-07] closes a socket that does not read its shared frames', async () => {
  const { outbox, client, socket, closed } = await openOutbox(() => Promise.resolve());
  client.pause();
  const frames = ['x'.repeat(9 * KB)];
  while (socket.readyState === socket.OPEN) outbox.sendAll(frames);
  client.resume();
  expect(await closed).toBe(1013);
});
