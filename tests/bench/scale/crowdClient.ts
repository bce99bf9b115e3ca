// Sockets of many people in a process of its own, so that their work does not count as the server's. Started by crowd.bench.ts, which sends
// one request after the other.

import { once } from 'node:events';
import { WebSocket } from 'ws';
import type { Envelope } from 'src/model/generated/wire.ts';

interface Visit {
  readonly token: string;
  /** Ids of the items that the page shows. */
  readonly watched: readonly string[];
}

export type CrowdRequest =
  | { readonly ask: 'open'; readonly url: string; readonly visits: readonly Visit[]; readonly together: number }
  /** Cuts the first connections, as when a network fails, and opens them again. */
  | { readonly ask: 'reconnect'; readonly url: string; readonly count: number; readonly together: number }
  /** Resolves when so many sockets have received an update with this text. */
  | { readonly ask: 'await'; readonly mark: string; readonly count: number };

export interface CrowdAnswer {
  /** Milliseconds since 1970 of each arrival. */
  readonly times: readonly number[];
}

const now = (): number => performance.timeOrigin + performance.now();

const slots: { readonly visit: Visit; socket: WebSocket }[] = [];
const arrivals = new Map<string, number[]>();
let noted = (): void => undefined;

const note = (text: string): void => {
  const time = now();
  const mark = /mark-\w+/.exec(text)?.[0];
  if (mark === undefined || !text.includes('"item/update"')) return;
  arrivals.set(mark, [...(arrivals.get(mark) ?? []), time]);
  noted();
};

/** `version`: the one that the page has read before, for each item. */
const openOne = async (url: string, { token, watched }: Visit, version = ''): Promise<WebSocket> => {
  const socket = new WebSocket(`${url.replace('http', 'ws')}/ws`, {
    headers: { origin: url },
    perMessageDeflate: false,
  });
  await once(socket, 'open');
  await new Promise<void>((resolve, reject) => {
    let answers = 0;
    socket.on('close', (code) => reject(new Error(`closed with ${code}`)));
    socket.on('message', (data: Buffer) => {
      const text = data.toString();
      note(text);
      if (answers > watched.length) return;
      const { o, s, erred } = JSON.parse(text) as Envelope;
      if (erred === true) reject(new Error(text));
      if (o === 'authed')
        for (const [at, id] of watched.entries())
          socket.send(JSON.stringify({ o: `addWatch/${id}${version}`, s: String(at) }));
      if (o === 'authed' || s !== undefined) answers += 1;
      if (answers > watched.length) resolve();
    });
    socket.send(JSON.stringify({ o: 'tokenAuth', b: token }));
  });
  return socket;
};

/** Runs the work for each value, so many at a time. */
const eachOf = async <T>(values: readonly T[], together: number, work: (value: T) => Promise<void>): Promise<void> => {
  const left = values.values();
  const next = async (): Promise<void> => {
    for (const value of left) await work(value);
  };
  await Promise.all(Array.from({ length: together }, next));
};

const openAll = (url: string, visits: readonly Visit[], together: number): Promise<void> =>
  eachOf(visits, together, async (visit) => void slots.push({ visit, socket: await openOne(url, visit) }));

/** Nothing was saved since the first visit, so each item has its first version. */
const reconnect = (url: string, count: number, together: number): Promise<void> => {
  const cut = slots.slice(0, count);
  for (const { socket } of cut) socket.terminate();
  return eachOf(cut, together, async (slot) => void (slot.socket = await openOne(url, slot.visit, '/1')));
};

const heard = async (mark: string, count: number): Promise<readonly number[]> => {
  const enough = (): boolean => (arrivals.get(mark)?.length ?? 0) >= count;
  if (!enough())
    await new Promise<void>((resolve) => {
      noted = () => {
        if (enough()) resolve();
      };
    });
  const times = arrivals.get(mark) ?? [];
  arrivals.delete(mark);
  return times;
};

const answer = async (request: CrowdRequest): Promise<CrowdAnswer> => {
  if (request.ask === 'await') return { times: await heard(request.mark, request.count) };
  if (request.ask === 'open') await openAll(request.url, request.visits, request.together);
  else await reconnect(request.url, request.count, request.together);
  return { times: [] };
};

process.on('message', (request: CrowdRequest) => {
  answer(request).then(
    (answered) => process.send?.(answered),
    (error: unknown) => {
      console.error(error);
      process.exit(1);
    },
  );
});
