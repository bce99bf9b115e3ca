// Waiting bytes of a socket are counted, also while a large frame is being stored for it.
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
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
  readonly received: string[];
  readonly closed: Promise<number>;
}

const openOutbox = async (hold: () => Promise<void>): Promise<Opened> => {
  const connected = once(server, 'connection') as Promise<[WebSocket]>;
  const client = new WebSocket(`ws://127.0.0.1:${(server.address() as AddressInfo).port}`);
  const received: string[] = [];
  client.on('message', (data: Buffer) => received.push(data.toString()));
  const closed = once(client, 'close').then(([code]) => code as number);
  const [socket] = await connected;
  const limits = { maxFrame: 10 * KB, maxBuffered: 100 * KB };
  return {
    outbox: createOutbox({ socket, clock: systemClock, ...limits, hold, onError: () => undefined }),
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
