// Many signed-in sockets of one process, with as little work for each as possible: no frame is parsed once the socket has its answers.

import { WebSocket } from 'ws';

export interface OpenSockets {
  readonly sockets: readonly WebSocket[];
  close(): Promise<void>;
}

interface Wanted {
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
export const openSockets = async (wanted: readonly Wanted[]): Promise<OpenSockets> => {
  const sockets: WebSocket[] = [];
  let next = 0;
  const openMore = async (): Promise<void> => {
    for (let each = wanted[next++]; each; each = wanted[next++]) sockets.push(await openSocket(each));
  };
  await Promise.all(Array.from({ length: AT_ONCE }, openMore));
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
