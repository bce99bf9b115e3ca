// Sockets and requests in the hand of a test: nothing happens by itself.
import type { Socket, Environment } from 'src/client/connection/environment.ts';
import { ServerConnection } from 'src/client/connection/ServerConnection.ts';
import type { Envelope, SiteConfiguration } from 'src/model/generated/wire.ts';
import { scriptedEnvironment } from 'stories/scripted/scriptedEnvironment.ts';
import { ScriptedServer } from 'stories/scripted/ScriptedServer.ts';
import { systemTimers } from 'src/base/timers.ts';
import { toySite, toyUser } from 'stories/scripted/toyItems.ts';

export class FakeSocket implements Socket {
  readonly sent: Envelope[] = [];
  closedWith: number | undefined;
  onOpen = (): void => {};
  onMessage = (_text: string): void => {};
  onClose = (_code: number, _reason: string): void => {};

  send(text: string): void {
    this.sent.push(JSON.parse(text) as Envelope);
  }

  close(code?: number): void {
    this.closedWith = code;
  }

  receive(envelope: Envelope): void {
    this.onMessage(JSON.stringify(envelope));
  }

  authenticate(): void {
    this.onOpen();
    this.receive({ o: 'authed', b: JSON.parse(JSON.stringify(toyUser)) });
  }

  get last(): Envelope | undefined {
    return this.sent.at(-1);
  }
}

type Request = { readonly path: string; readonly init: RequestInit | undefined };

export interface FakeLink {
  readonly connection: ServerConnection;
  readonly sockets: FakeSocket[];
  readonly requests: Request[];
  readonly socket: () => FakeSocket;
  /** Answers of the coming requests, in order; an Error means no network. */
  readonly answers: (Response | Error)[];
}

interface FakeLinkOptions {
  readonly site?: Partial<SiteConfiguration>;
  readonly token?: string | undefined;
  readonly environment?: Partial<Environment>;
}

export const fakeLink = ({ site, token = 'token', environment }: FakeLinkOptions = {}): FakeLink => {
  const sockets: FakeSocket[] = [];
  const requests: Request[] = [];
  const answers: (Response | Error)[] = [];
  const world = scriptedEnvironment(new ScriptedServer({ timers: systemTimers }), {
    openSocket: () => {
      const socket = new FakeSocket();
      sockets.push(socket);
      return socket;
    },
    fetch: async (path, init) => {
      requests.push({ path, init });
      const answer = answers.shift() ?? new TypeError('no network');
      if (answer instanceof Error) throw answer;
      return answer;
    },
    ...environment,
  });
  const connection = new ServerConnection({ environment: world, site: { ...toySite, ...site }, token: () => token });
  const socket = (): FakeSocket => sockets.at(-1) ?? new FakeSocket();
  return { connection, sockets, requests, socket, answers };
};
