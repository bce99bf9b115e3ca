// Parts of uploads whose connection breaks. A phone in the field has hundreds of them.

import { once } from 'node:events';
import { connect } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openWorld, signIn, type World } from 'tests/server/routes/openWorld.ts';

const PARTS = 4;
const CUTS = 40;
const CONTENT = Buffer.alloc(64 * 1_024, 'x');

let world: World;
let token: string;

beforeAll(async () => {
  world = await openWorld({ limits: { uploadParts: PARTS, uploadsPerUser: 100, uploadBytesPerUser: 20_000_000 } });
  token = await signIn(world.url, 'keeper');
});
afterAll(() => world.stop());

const headersOf = (more: Readonly<Record<string, string>>): Record<string, string> => ({
  ...{ 'tus-resumable': '1.0.0', authorization: `Bearer ${token}` },
  ...more,
});

const begin = async (size: number): Promise<string> => {
  const headers = headersOf({ 'upload-length': String(size) });
  const answer = await fetch(new URL('/api/upload', world.url), { method: 'POST', headers });
  expect(answer.status).toBe(201);
  return answer.headers.get('location') ?? '';
};

/** Sends a part with a wrong offset, which is refused as such when it is read. */
const wrongPart = async (location: string): Promise<number> => {
  const headers = headersOf({ 'content-type': 'application/offset+octet-stream', 'upload-offset': '2' });
  return (await fetch(new URL(location, world.url), { method: 'PATCH', headers, body: 'x' })).status;
};

/** Sends the first bytes of a part, and breaks the connection after so many rounds of the event loop. */
const breakPart = async (location: string, bytes: number, rounds: number): Promise<void> => {
  const { hostname, port } = new URL(world.url);
  const socket = connect(Number(port), hostname);
  await once(socket, 'connect');
  const headers = headersOf({
    ...{ host: hostname, 'upload-offset': '0', 'content-type': 'application/offset+octet-stream' },
    'content-length': String(CONTENT.length),
  });
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  socket.write([`PATCH ${location} HTTP/1.1`, ...lines, '', ''].join('\r\n'));
  socket.write(CONTENT.subarray(0, bytes));
  for (let round = 0; round < rounds; round += 1) await new Promise((resolve) => setImmediate(resolve));
  socket.destroy();
};

it('[FILE-01] [GEO-01] counts no part whose connection broke, whenever it broke', { timeout: 60_000 }, async () => {
  const spare = await begin(4);
  const locations: string[] = [];
  while (locations.length < CUTS) locations.push(await begin(CONTENT.length));
  // Before the body, within it, and after all of it.
  for (const [at, location] of locations.entries())
    await breakPart(location, [0, 1_000, 40_000, CONTENT.length][at % 4] ?? 0, at * 4);
  const statuses = (): Promise<number[]> => Promise.all(Array.from({ length: PARTS }, () => wrongPart(spare)));
  await expect.poll(statuses, { timeout: 20_000 }).toEqual(Array.from({ length: PARTS }, () => 409));
});
