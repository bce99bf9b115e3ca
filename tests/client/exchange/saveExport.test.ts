// An export that the person has left: its request ends, whether or not the server has begun to answer.
import { expect, it, vi } from 'vitest';
import { saveExport } from 'src/client/exchange/saveExport.ts';
import { fakeLink } from 'tests/client/connection/FakeLink.ts';

type Fetch = (path: string, init?: RequestInit) => Promise<Response>;

/** Behaves like a browser: the signal ends the request and the body of its answer. */
const untilAborted = ({ signal }: RequestInit = {}): Promise<never> =>
  new Promise((_, reject) => {
    signal?.addEventListener('abort', () => reject(signal.reason as Error));
  });
const unanswered: Fetch = (_path, init) => untilAborted(init);
const begun: Fetch = async (_path, init) =>
  new Response(
    new ReadableStream({
      start: (stream) => {
        stream.enqueue(new Uint8Array(10));
        untilAborted(init).catch((reason: unknown) => stream.error(reason));
      },
    }),
  );

it.each([
  ['has not answered', unanswered],
  ['is sending it', begun],
])('[EXCHANGE] a closed dialog ends the request while the server %s', async (_, fetch) => {
  const leaving = new AbortController();
  let signal: AbortSignal | null | undefined;
  const { connection } = fakeLink({
    environment: {
      fetch: (path, init) => {
        signal = init?.signal;
        return fetch(path, init);
      },
    },
  });
  const taking = { onBytes: () => {}, signal: leaving.signal };
  const end = saveExport(connection, { format: 'csv', ids: [] }, taking).catch((thrown: unknown) => thrown);
  await vi.waitFor(() => expect(signal?.aborted).toBe(false));
  leaving.abort('left');
  expect(await end).toBe('left');
  expect(signal?.aborted).toBe(true);
});
