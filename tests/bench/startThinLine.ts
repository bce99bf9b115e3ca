// Simulates a slow line: a TCP relay between browser and server with a limited rate in each direction, shared fairly among its connections,
// and a delay, also for opening each connection. Neither the browser nor the server knows of it, so HTTP and the socket have the same
// conditions. It does not simulate loss, TCP slow start or the extra round trips of TLS. Called by benches.
import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';

export interface ThinLine {
  readonly url: string;
  /** Bytes that arrived at the browser since the last call. */
  takeBytes(): number;
  /** Ends every connection, as during hours between two visits. */
  hangUp(): void;
  stop(): Promise<void>;
}

interface Line {
  readonly bytesPerSecond: number;
  /** Round trip time. */
  readonly roundTripMs: number;
}

/** About three packets: the amount that one connection sends before the next one's turn. */
const TURN_BYTES = 4380;

interface Sender {
  readonly waiting: Buffer[];
  readonly deliver: (part: Buffer) => void;
}

const next = ({ waiting }: Sender): Buffer | undefined => {
  const first = waiting.shift();
  if (first === undefined || first.length <= TURN_BYTES) return first;
  waiting.unshift(first.subarray(TURN_BYTES));
  return first.subarray(0, TURN_BYTES);
};

/** One direction of the line. */
class Lane {
  bytes = 0;
  private readonly line: Line;
  private readonly senders: Sender[] = [];
  private free = 0;
  private busy = false;

  constructor(line: Line) {
    this.line = line;
  }

  /** Returns a function that sends. Delivery keeps the order. */
  open(deliver: (part: Buffer) => void): (data: Buffer) => void {
    const arriving: Buffer[] = [];
    const sender: Sender = {
      waiting: [],
      deliver: (part) => {
        arriving.push(part);
        setTimeout(() => deliver(arriving.shift() ?? part), this.free - performance.now() + this.line.roundTripMs / 2);
      },
    };
    this.senders.push(sender);
    return (data) => {
      sender.waiting.push(data);
      if (!this.busy) this.pump();
    };
  }

  private pump(): void {
    const at = this.senders.findIndex(({ waiting }) => waiting.length > 0);
    const [sender] = at < 0 ? [] : this.senders.splice(at, 1);
    const part = sender && next(sender);
    this.busy = part !== undefined;
    if (!sender || !part) return;
    this.senders.push(sender);
    this.bytes += part.length;
    this.free = Math.max(this.free, performance.now()) + (part.length / this.line.bytesPerSecond) * 1000;
    sender.deliver(part);
    setTimeout(() => this.pump(), this.free - performance.now());
  }
}

export const startThinLine = async (serverUrl: string, line: Line): Promise<ThinLine> => {
  const { port: to } = new URL(serverUrl);
  const [up, down] = [new Lane(line), new Lane(line)];
  const open = new Set<Socket>();
  const hangUp = (): void => {
    for (const socket of open) socket.destroy();
  };
  const relay = createServer((incoming) => {
    const outgoing = connect({ host: '127.0.0.1', port: Number(to) });
    for (const socket of [incoming, outgoing]) {
      socket.setNoDelay(true);
      open.add(socket);
      socket.on('close', () => open.delete(socket));
      socket.on('error', () => socket.destroy());
    }
    const toServer = up.open((part) => outgoing.write(part));
    const toBrowser = down.open((part) => incoming.write(part));
    outgoing.on('data', toBrowser);
    outgoing.on('close', () => setTimeout(() => incoming.destroy(), line.roundTripMs));
    incoming.on('close', () => outgoing.destroy());
    // Opening a connection takes a round trip before its first byte.
    const opened = new Promise<void>((resolve) => void setTimeout(resolve, line.roundTripMs));
    incoming.on('data', (data: Buffer) => void opened.then(() => toServer(data)));
  }).listen(0, '127.0.0.1');
  await once(relay, 'listening');
  const address = relay.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return {
    url: `http://localhost:${address.port}`,
    takeBytes: () => {
      const { bytes } = down;
      down.bytes = 0;
      return bytes;
    },
    hangUp,
    stop: async () => {
      hangUp();
      relay.close();
      await once(relay, 'close');
    },
  };
};
