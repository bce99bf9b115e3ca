// Many signed-in sockets of one process or of several, with as little work for each as possible: no frame is parsed once the socket has its
// answers.

import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { WebSocket } from 'ws';

export interface OpenSockets {
  readonly sockets: readonly WebSocket[];
  close(): Promise<void>;
}

export interface Wanted {
  readonly url: string;
  readonly token: string;
  /** Operations after the sign-in; the socket is ready when all are answered. */
  readonly operations: readonly string[];
}

/** Sockets that connect at the same time. A server bounds those that have not signed in. */
const AT_ONCE = 400;

const openSocket = ({ url, token, operations }: Wanted): Promise<WebSocket> =>
  new Promise((resolve, reject) => {
    const socket = new WebSocket(`${url.replace('http', 'ws')}/ws`, {
      headers: { origin: url },
      perMessageDeflate: false,
    });
    let missing = 1 + operations.length;
    const onMessage = (data: Buffer): void => {
      const text = data.toString();
      if (text.includes('"erred":true')) reject(new Error(text));
      // Every answer has the sequence that it was asked with; pushes have none.
      if (!/"s":"\d+"/.test(text)) return;
      missing -= 1;
      if (missing > 0) return;
      socket.off('message', onMessage);
      resolve(socket);
    };
    socket.on('message', onMessage);
    socket.on('error', reject);
    socket.on('close', (code, reason) => reject(new Error(`closed ${code} ${reason.toString()}`)));
    socket.on('open', () => {
      socket.send(JSON.stringify({ o: 'tokenAuth', s: '0', b: token }));
      operations.forEach((o, at) => socket.send(JSON.stringify({ o, s: `${at + 1}` })));
    });
  });

/** Opens all sockets, a bounded number at a time. */
export const openSockets = async (wanted: readonly Wanted[], atOnce = AT_ONCE): Promise<OpenSockets> => {
  const sockets: WebSocket[] = [];
  let next = 0;
  const openMore = async (): Promise<void> => {
    for (let each = wanted[next++]; each; each = wanted[next++]) sockets.push(await openSocket(each));
  };
  await Promise.all(Array.from({ length: atOnce }, openMore));
  return {
    sockets,
    async close() {
      await Promise.all(
        sockets.map(
          (socket) =>
            new Promise<void>((closed) => {
              socket.removeAllListeners('close');
              if (socket.readyState === socket.CLOSED) closed();
              socket.on('close', () => closed());
              socket.terminate();
            }),
        ),
      );
    },
  };
};

export type ToSockets = { readonly wanted: readonly Wanted[]; readonly atOnce: number } | { readonly closes: true };
/** `cpuMs`: processor time of the process, with its start. */
export type FromSockets = { readonly cpuMs: number } | { readonly failed: string };

export interface SpreadSockets {
  /** Processor time of all client processes until the sockets were ready. */
  readonly cpuMs: number;
  close(): Promise<void>;
}

const PROCESSES = 4;

/** Opens the sockets in several processes, the same number at a time as one process does. */
export const openInProcesses = async (wanted: readonly Wanted[]): Promise<SpreadSockets> => {
  const script = fileURLToPath(new URL('./socketProcess.ts', import.meta.url));
  const share = Math.ceil(wanted.length / PROCESSES);
  const children = Array.from({ length: PROCESSES }, () => fork(script));
  const answers = await Promise.all(
    children.map(async (child, at) => {
      const answer = once(child, 'message') as Promise<[FromSockets]>;
      const part = wanted.slice(at * share, (at + 1) * share);
      child.send({ wanted: part, atOnce: AT_ONCE / PROCESSES } satisfies ToSockets);
      const [message] = await answer;
      if ('failed' in message) throw new Error(message.failed);
      return message.cpuMs;
    }),
  );
  return {
    cpuMs: answers.reduce((sum, each) => sum + each, 0),
    async close() {
      await Promise.all(
        children.map(async (child) => {
          const exit = once(child, 'exit');
          child.send({ closes: true } satisfies ToSockets);
          await exit;
        }),
      );
    },
  };
};
