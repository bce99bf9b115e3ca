// Starts a real SMTP server on a free port of this machine. It accepts emails and simulates the failures that a test requests. Called by
// the tests of mail and accounts.

import type { AddressInfo, Socket } from 'node:net';
import { simpleParser, type ParsedMail } from 'mailparser';
import { SMTPServer } from 'smtp-server';

export interface TakenEmail {
  readonly to: readonly string[];
  readonly from: string;
  /** Raw text of the email. */
  readonly raw: string;
  readonly mail: ParsedMail;
}

export interface MailServer {
  readonly url: string;
  readonly emails: TakenEmail[];
  /**
   * Reaction to the next emails, or to those for one address, until it is changed: an answer to RCPT TO or to DATA; a disconnect during
   * DATA; or a disconnect after the email was accepted and before "250".
   */
  trouble: {
    readonly to?: string;
    readonly rcpt?: number;
    readonly data?: number;
    readonly cut?: boolean;
    readonly cutTaken?: boolean;
  };
  /**
   * Delay by address: the server stops answering after RCPT TO or DATA, or sends a line now and then but never the last one, or accepts the
   * email and answers a second later.
   */
  readonly slow: Map<string, 'rcpt' | 'data' | 'word by word' | 'late'>;
  /** Resolves when the server stops answering the sender of an email to the address: see `slow`. */
  holding(address: string): Promise<void>;
  /** Number of connections that were cut so far. */
  cuts: number;
  /** Resolves with the newest email to the address, when there are at least `count` of them. */
  emailTo(address: string, count?: number): Promise<TakenEmail>;
  stop(): Promise<void>;
}

const refusal = (responseCode: number): Error => Object.assign(new Error('not here'), { responseCode });

/** Resolves with the result of `find` as soon as there is one. Checks again when a function of `waiting` is called. */
const until = <T>(waiting: Set<() => void>, find: () => T | undefined): Promise<T> =>
  new Promise((resolve) => {
    const look = (): void => {
      const found = find();
      if (found === undefined) return;
      waiting.delete(look);
      resolve(found);
    };
    waiting.add(look);
    look();
  });

export const startMailServer = async (): Promise<MailServer> => {
  const waiting = new Set<() => void>();
  const sockets = new Set<Socket>();
  const emails: TakenEmail[] = [];
  const held = new Set<string>();
  const hold = (address: string): void => {
    held.add(address);
    for (const look of waiting) look();
  };
  const taken = async (raw: Buffer, to: readonly string[], from: string): Promise<void> => {
    emails.push({ to, from, raw: raw.toString(), mail: await simpleParser(raw) });
    for (const look of waiting) look();
  };
  const troubleOf = (address: string): MailServer['trouble'] =>
    state.trouble.to === undefined || state.trouble.to === address ? state.trouble : {};
  const cutFrom = (port: number | undefined): void => {
    state.cuts += 1;
    for (const socket of sockets) if (socket.remotePort === port) socket.destroy();
  };
  const sayWordByWord = (port: number | undefined): void => {
    const socket = [...sockets].find(({ remotePort }) => remotePort === port);
    const timer = setInterval(() => socket?.write('250-wait\r\n'), 100);
    socket?.once('close', () => clearInterval(timer));
  };
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    disableReverseLookup: true,
    logger: false,
    onRcptTo({ address }, { remotePort }, done) {
      const { rcpt } = troubleOf(address);
      const slow = state.slow.get(address);
      if (slow === 'word by word') sayWordByWord(remotePort);
      if (slow === 'rcpt' || slow === 'word by word') return hold(address);
      done(rcpt === undefined ? undefined : refusal(rcpt));
    },
    onData(stream, { envelope, remotePort }, done) {
      const trouble = troubleOf(envelope.rcptTo[0]?.address ?? '');
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => {
        chunks.push(chunk);
        if (trouble.cut === true) cutFrom(remotePort);
      });
      stream.on('end', () => {
        if (trouble.data !== undefined) return done(refusal(trouble.data));
        const slow = state.slow.get(envelope.rcptTo[0]?.address ?? '');
        if (slow === 'data') return hold(envelope.rcptTo[0]?.address ?? '');
        const from = envelope.mailFrom === false ? '' : envelope.mailFrom.address;
        const to = envelope.rcptTo.map(({ address }) => address);
        void taken(Buffer.concat(chunks), to, from).finally(() => {
          if (trouble.cutTaken === true) cutFrom(remotePort);
          else setTimeout(done, slow === 'late' ? 1_000 : 0);
        });
      });
    },
  });
  server.on('error', () => undefined); // a connection that a test cut
  server.server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.server.address() as AddressInfo;
  const state: MailServer = {
    url: `smtp://127.0.0.1:${port}`,
    emails,
    trouble: {},
    slow: new Map(),
    cuts: 0,
    holding: async (address) => void (await until(waiting, () => held.has(address) || undefined)),
    emailTo: (address, count = 1) =>
      until(waiting, () => {
        const found = emails.filter(({ to }) => to.includes(address));
        return found.length < count ? undefined : found.at(-1);
      }),
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  };
  return state;
};
