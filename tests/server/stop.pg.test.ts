// The process itself: it locks its data folder, and ends soon after SIGTERM, regardless of its clients.

import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { registry } from 'src/generated/registry.server.ts';
import { addressOf } from 'tests/server/harness/addressOf.ts';
import { testDatabase, type TestDatabase } from 'tests/server/harness/testDatabase.ts';

const main = fileURLToPath(new URL('../../src/server/main.ts', import.meta.url));
const ready = /Knowledge Keeper is ready at http:\/\/127\.0\.0\.1:(\d+)/;

let database: TestDatabase;
let dataDir = '';
beforeAll(async () => {
  database = await testDatabase(registry);
  dataDir = await mkdtemp(join(tmpdir(), 'keeper-stop-'));
});
afterAll(async () => {
  await database.stop();
  await rm(dataDir, { recursive: true, force: true });
});

const start = async (): Promise<{ child: ChildProcess; port: number }> => {
  const child = spawn(process.execPath, ['--import', 'tsx', main], {
    env: {
      ...process.env,
      DATABASE_URL: addressOf(database.connection),
      DATA_DIR: join(dataDir, 'new'),
      SAMPLE: 'off',
      HOST: '127.0.0.1',
      PORT: '0',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let printed = '';
  for await (const chunk of child.stdout) {
    printed += String(chunk);
    const port = ready.exec(printed)?.[1];
    if (port !== undefined) return { child, port: Number(port) };
  }
  throw new Error(`not ready: ${printed}`);
};

const open = async (port: number): Promise<Socket> => {
  const socket = connect(port, '127.0.0.1').on('error', () => undefined);
  await once(socket, 'connect');
  return socket;
};

const refused = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const probe = connect(port, '127.0.0.1')
      .on('error', () => resolve(true))
      .on('connect', () => probe.end(() => resolve(false)));
  });

const modeOf = async (path: string): Promise<number> => (await stat(path)).mode & 0o777;

/** Starts the process with these settings and returns how it ended and everything that it printed to its error output. */
const ended = async (settings: Readonly<Record<string, string>>): Promise<{ code: unknown; text: string }> => {
  const child = spawn(process.execPath, ['--import', 'tsx', main], {
    env: { ...process.env, DATA_DIR: join(dataDir, 'other'), SAMPLE: 'off', HOST: '127.0.0.1', PORT: '0', ...settings },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let text = '';
  child.stderr.on('data', (chunk: Buffer) => (text += String(chunk)));
  const [code] = await once(child, 'close');
  return { code, text };
};

it('ends with one sentence and 78 where its port is taken or its database cannot be reached', async () => {
  const taken = createServer().listen(0, '127.0.0.1');
  await once(taken, 'listening');
  const { port } = taken.address() as AddressInfo;
  try {
    expect(await ended({ DATABASE_URL: addressOf(database.connection), PORT: String(port) })).toEqual({
      code: 78,
      text: `Knowledge Keeper cannot start: PORT ${port} is taken by another program. docs/OPERATIONS.md explains the settings.\n`,
    });
    const closed = createServer().listen(0, '127.0.0.1');
    await once(closed, 'listening');
    const { port: free } = closed.address() as AddressInfo;
    closed.close();
    await once(closed, 'close');
    expect(await ended({ DATABASE_URL: `postgres://keeper:secret@127.0.0.1:${free}/keeper` })).toEqual({
      code: 78,
      text: 'Knowledge Keeper cannot start: the database of DATABASE_URL cannot be reached: nothing listens at its address. docs/OPERATIONS.md explains the settings.\n',
    });
  } finally {
    taken.close();
  }
});

it('ends with one sentence and 78 where the port for returned emails is taken', async () => {
  const taken = createServer().listen(0, '127.0.0.1');
  await once(taken, 'listening');
  const { port } = taken.address() as AddressInfo;
  try {
    const mail = { SMTP_URL: 'smtp://127.0.0.1:1', MAIL_FROM: 'records@keeper.test', PUBLIC_URL: 'http://localhost' };
    const returned = { RETURN_ADDRESS: 'returned@keeper.test', RETURN_LISTEN: `127.0.0.1:${port}` };
    expect(await ended({ DATABASE_URL: addressOf(database.connection), ...mail, ...returned })).toEqual({
      code: 78,
      text: `Knowledge Keeper cannot start: RETURN_LISTEN: port ${port} is taken by another program. docs/OPERATIONS.md explains the settings.\n`,
    });
  } finally {
    taken.close();
  }
});

it('keeps its new data folder from others, and ends with 0, though clients keep their connections, send half a request, or never say goodbye', async () => {
  const { child, port } = await start();
  const exit = once(child, 'exit');
  expect([await modeOf(join(dataDir, 'new')), await modeOf(join(dataDir, 'new/files'))]).toEqual([0o700, 0o700]);
  const [idle, halfHead, halfBody] = [await open(port), await open(port), await open(port)];
  idle.write('GET /healthz HTTP/1.1\r\nhost: x\r\n\r\n');
  await once(idle, 'data');
  halfHead.write('POST /api/item HTTP/1.1\r\nhost: x\r\n');
  halfBody.write('POST /api/item HTTP/1.1\r\nhost: x\r\ncontent-length: 12\r\n\r\n{"o":');
  const socket = new WebSocket(`ws://127.0.0.1:${port}/ws`, { headers: { origin: `http://127.0.0.1:${port}` } });
  await once(socket, 'open');
  socket.pause();
  const answer = once(halfBody, 'data');
  child.kill('SIGTERM');
  await expect.poll(() => refused(port)).toBe(true);
  // Running requests are still answered, on a connection that its client would keep.
  halfBody.write('"ping"}');
  expect(String((await answer)[0])).toMatch(/^HTTP\/1\.1 200 /);
  expect(await exit).toEqual([0, null]);
  for (const each of [idle, halfHead, halfBody]) each.destroy();
  socket.terminate();
});
