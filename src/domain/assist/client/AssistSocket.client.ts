// The socket of one side of the channel: signs in, keeps the connection for 30 attempts, and hands frames over. The server decides what a
// frame may do.

import { ASSIST, ASSIST_CLOSES, ASSIST_SOCKET } from 'src/domain/assist/protocol.ts';

/** One frame of the other side or of the server. The handler knows the payload by the event. */
export type Frame = readonly [event: string, payload: object, from: string];

interface SocketOptions {
  readonly query: () => Readonly<Record<string, string>>;
  readonly token: () => string | undefined;
  readonly onFrame: (frame: Frame) => void;
  readonly onBinary?: (data: ArrayBuffer) => void;
  /** Called after each connection that was lost: with the number of the next attempt, or undefined if there is none. */
  readonly onLost: (attempt: number | undefined) => void;
}

const HELP_GROWTH = 1.5;
const FINAL_CLOSES: ReadonlySet<number> = new Set([ASSIST_CLOSES.ended, ASSIST_CLOSES.refused, ASSIST_CLOSES.replaced]);

/** Returns the delay before an attempt, from 1 to 25 seconds. */
export const reconnectDelay = (attempt: number, random: number): number => {
  const { minDelayMs, maxDelayMs } = ASSIST.reconnect;
  const longest = Math.min(maxDelayMs, minDelayMs * HELP_GROWTH ** attempt);
  return minDelayMs + random * (longest - minDelayMs);
};

const isFrame = (value: unknown): value is Frame =>
  Array.isArray(value) &&
  typeof value[0] === 'string' &&
  typeof value[1] === 'object' &&
  value[1] !== null &&
  typeof value[2] === 'string';

export class AssistSocket {
  private readonly options: SocketOptions;
  private socket: WebSocket | undefined;
  private isReady = false;
  private attempt = 0;
  private timer: number | undefined;
  private isStopped = false;

  constructor(options: SocketOptions) {
    this.options = options;
  }

  start(): void {
    this.connect();
  }

  /** Returns false if the frame could not be sent. */
  send(event: string, payload: object): boolean {
    return this.sendText(event, JSON.stringify(payload));
  }

  /** Sends a frame whose payload is JSON text. Returns false if it could not be sent. */
  sendText(event: string, payload: string): boolean {
    if (!this.isReady || !this.socket) return false;
    this.socket.send(`[${JSON.stringify(event)},${payload}]`);
    return true;
  }

  sendBinary(frame: Uint8Array<ArrayBuffer>): void {
    if (this.isReady) this.socket?.send(frame);
  }

  get unsentBytes(): number {
    return this.socket?.bufferedAmount ?? 0;
  }

  stop(): void {
    this.isStopped = true;
    window.clearTimeout(this.timer);
    this.socket?.close();
    this.isReady = false;
  }

  private connect(): void {
    const scheme = location.protocol === 'https:' ? 'wss:' : 'ws:';
    const query = new URLSearchParams(this.options.query()).toString();
    const socket = new WebSocket(`${scheme}//${location.host}${ASSIST_SOCKET}?${query}`);
    socket.binaryType = 'arraybuffer';
    this.socket = socket;
    socket.addEventListener('open', () =>
      socket.send(JSON.stringify(['tokenAuth', { token: this.options.token() ?? '' }])),
    );
    socket.addEventListener('message', ({ data }) => this.receive(data));
    socket.addEventListener('close', ({ code }) => this.lose(socket, code));
  }

  private receive(data: unknown): void {
    if (data instanceof ArrayBuffer) {
      this.options.onBinary?.(data);
      return;
    }
    const frame: unknown = JSON.parse(String(data));
    if (!isFrame(frame)) return;
    if (frame[0] === 'authed') {
      this.isReady = true;
      this.attempt = 0;
    }
    this.options.onFrame(frame);
  }

  private lose(socket: WebSocket, code: number): void {
    if (this.isStopped || socket !== this.socket) return;
    this.isReady = false;
    this.attempt += 1;
    const isLast = FINAL_CLOSES.has(code) || this.attempt > ASSIST.reconnect.attempts;
    this.options.onLost(isLast ? undefined : this.attempt);
    if (!isLast) this.timer = window.setTimeout(() => this.connect(), reconnectDelay(this.attempt, Math.random()));
  }
}
