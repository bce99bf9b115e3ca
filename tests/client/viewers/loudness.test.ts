// Size limit up to which a recording is fetched only to draw it.

import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { fitsWaveform, readLoudness } from 'src/client/viewers/loudness.ts';

it.each([
  [40e6, true],
  [40e6 + 1, false],
  [undefined, false],
])('[EXPERIENCE] a recording of %s bytes is fetched for it: %s', (size, fits) => {
  expect(fitsWaveform(size)).toBe(fits);
});

it('[EXPERIENCE] hangs up on a recording that turns out larger than its item says', async () => {
  const size = 400e6;
  let sent = 0;
  const server = createServer((_request, answer) => {
    answer.writeHead(200, { 'content-length': size });
    const part = Buffer.alloc(1e6);
    const more = (): void => {
      while (sent < size && answer.write(part)) sent += part.length;
    };
    answer.on('drain', more);
    more();
  }).listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  let isCut = false;
  server.on('connection', (socket) => socket.on('error', () => undefined).on('close', () => (isCut = true)));
  await expect(readLoudness(`http://127.0.0.1:${port}/`, 10, new AbortController().signal)).rejects.toThrow('large');
  await expect.poll(() => isCut).toBe(true);
  expect(sent).toBeLessThan(40e6);
});
