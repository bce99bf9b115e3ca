// A line that can be cut: a TCP relay between browser and server. Nothing inside the browser or the server knows of it.
// Called by offline tests.
import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';

export interface Cutter {
  readonly url: string;
  /** Ends every connection and refuses new ones. */
  cut(): void;
  mend(): void;
  stop(): Promise<void>;
}

export const startCutter = async (serverUrl: string): Promise<Cutter> => {
  const { port: to } = new URL(serverUrl);
  const open = new Set<Socket>();
  let whole = true;
  const relay = createServer((incoming) => {
    if (!whole) return void incoming.destroy();
    const outgoing = connect({ host: '127.0.0.1', port: Number(to) });
    for (const socket of [incoming, outgoing]) {
      open.add(socket);
      socket.on('close', () => open.delete(socket));
      socket.on('error', () => socket.destroy());
    }
    incoming.on('close', () => outgoing.destroy());
    outgoing.on('close', () => incoming.destroy());
    incoming.pipe(outgoing).pipe(incoming);
  }).listen(0, '127.0.0.1');
  await once(relay, 'listening');
  const address = relay.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return {
    url: `http://localhost:${address.port}`,
    cut: () => {
      whole = false;
      for (const socket of open) socket.destroy();
    },
    mend: () => {
      whole = true;
    },
    stop: async () => {
      for (const socket of open) socket.destroy();
      relay.close();
      await once(relay, 'close');
    },
  };
};
