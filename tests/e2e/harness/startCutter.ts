// A TCP relay between browser and server that can cut the connection. Browser and server do not detect it.
// Called by offline tests.
import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';

type Held = 'nothing' | 'opening' | 'answers';

export interface Cutter {
  readonly url: string;
  /** Ends every connection and refuses new ones. */
  cut(): void;
  mend(): void;
  /** Ends every connection and leads new ones to another server. */
  leadTo(serverUrl: string): void;
  /** Behaviour for new sockets: no answer at all, or only the handshake is answered. `nothing` restores normal operation. */
  hold(what: Held): void;
  /** Sockets that are currently held. */
  held(): number;
  /** Close codes of held sockets. */
  readonly closeCodes: readonly number[];
  stop(): Promise<void>;
}

/** Returns the code of a short, masked close frame from a browser (RFC 6455, 5.2 and 5.5.1). */
const closeCodeOf = (frame: Buffer): number | undefined =>
  frame[0] === 0x88 && frame.length >= 8 ? frame.readUInt16BE(6) ^ frame.readUInt16BE(2) : undefined;

export const startCutter = async (serverUrl: string): Promise<Cutter> => {
  let to = new URL(serverUrl).port;
  const open = new Set<Socket>();
  let whole = true;
  let holding: Held = 'nothing';
  const held = new Set<Socket>();
  const closeCodes: number[] = [];
  const hold = (incoming: Socket, outgoing: Socket): void => {
    held.add(incoming);
    incoming.on('close', () => held.delete(incoming));
    if (holding === 'answers') outgoing.once('data', (answer) => incoming.write(answer));
    incoming.on('data', (frame: Buffer) => {
      const code = closeCodeOf(frame);
      if (code !== undefined) closeCodes.push(code);
    });
  };
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
    incoming.once('data', (head: Buffer) => {
      const isHeld = holding !== 'nothing' && head.toString('latin1').startsWith('GET /ws ');
      if (isHeld) hold(incoming, outgoing);
      if (!isHeld || holding === 'answers') outgoing.write(head);
      if (!isHeld) incoming.pipe(outgoing).pipe(incoming);
    });
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
    leadTo: (next) => {
      to = new URL(next).port;
      for (const socket of open) socket.destroy();
    },
    hold: (what) => {
      holding = what;
      if (what === 'nothing') closeCodes.length = 0;
    },
    held: () => held.size,
    closeCodes,
    stop: async () => {
      for (const socket of open) socket.destroy();
      relay.close();
      await once(relay, 'close');
    },
  };
};
