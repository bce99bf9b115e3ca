// A signed-in client of Directus: REST and GraphQL over kept connections, and its WebSocket. Answers are parsed, as clients do.

import { once } from 'node:events';
import { Agent, request } from 'node:http';
import { WebSocket } from 'ws';
import { SECRET } from 'tests/peer/directusTables.ts';

export interface DirectusQuery {
  readonly fields?: readonly string[];
  readonly filter?: unknown;
  readonly sort?: readonly string[];
  readonly search?: string;
  readonly limit?: number;
  readonly meta?: 'filter_count';
  readonly aggregate?: { readonly count: string };
  readonly groupBy?: readonly string[];
}

export interface DirectusAnswer<Data> {
  readonly data: Data;
  readonly meta?: { readonly filter_count?: number };
}

interface Sent {
  readonly method?: 'GET' | 'POST' | 'PATCH';
  readonly body?: unknown;
}

const parameter = (value: unknown): string =>
  Array.isArray(value) ? value.join(',') : typeof value === 'object' ? JSON.stringify(value) : String(value);

const pathOf = (path: string, query: DirectusQuery): string =>
  `${path}?${new URLSearchParams(Object.entries(query).map(([key, value]) => [key, parameter(value)])).toString()}`;

/** More requests than this wait for a free connection; facets need six. */
const CONNECTIONS = 8;

export class DirectusClient {
  readonly #url: string;
  readonly #agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
  readonly #waiting = new Map<string, (answer: Record<string, unknown>) => void>();
  #token = '';
  #socket: WebSocket | undefined;
  #sequence = 0;

  private constructor(url: string) {
    this.#url = url;
  }

  /** Signs in over HTTP and over the WebSocket. */
  static async as(url: string, email: string): Promise<DirectusClient> {
    const client = new DirectusClient(url);
    const body = { email, password: SECRET };
    const { data } = await client.send<{ access_token: string }>('/auth/login', { method: 'POST', body });
    client.#token = data.access_token;
    await client.#openSocket();
    return client;
  }

  async #openSocket(): Promise<void> {
    const socket = new WebSocket(`${this.#url.replace('http', 'ws')}/websocket`, { perMessageDeflate: false });
    await once(socket, 'open');
    const signedIn = once(socket, 'message');
    socket.send(JSON.stringify({ type: 'auth', access_token: this.#token }));
    const [first] = (await signedIn) as [Buffer];
    if (!first.includes('"ok"')) throw new Error(first.toString());
    socket.on('message', (data: Buffer) => {
      const answer = JSON.parse(data.toString()) as Record<string, unknown>;
      if (answer['type'] === 'ping') socket.send('{"type":"pong"}');
      const uid = String(answer['uid']);
      this.#waiting.get(uid)?.(answer);
      this.#waiting.delete(uid);
    });
    this.#socket = socket;
  }

  /** Sends an HTTP request and returns its answer. Throws when Directus refuses it. */
  send<Data>(path: string, { method = 'GET', body }: Sent = {}): Promise<DirectusAnswer<Data>> {
    return new Promise((resolve, reject) => {
      const headers = {
        ...(this.#token !== '' && { authorization: `Bearer ${this.#token}` }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
      };
      const sent = request(`${this.#url}${path}`, { method, agent: this.#agent, headers }, (answer) => {
        const chunks: Buffer[] = [];
        answer.on('data', (chunk: Buffer) => chunks.push(chunk));
        answer.on('end', () => {
          const text = Buffer.concat(chunks).toString();
          if (answer.statusCode === 200) resolve(JSON.parse(text) as DirectusAnswer<Data>);
          else reject(new Error(`${path}: ${answer.statusCode ?? 0} ${text}`));
        });
      });
      sent.on('error', reject);
      sent.end(body === undefined ? undefined : JSON.stringify(body));
    });
  }

  read<Data>(path: string, query: DirectusQuery): Promise<DirectusAnswer<Data>> {
    return this.send(pathOf(`/items/${path}`, query));
  }

  async graphql<Data>(query: string): Promise<Data> {
    const { data } = await this.send<Data>('/graphql', { method: 'POST', body: { query } });
    return data;
  }

  /** Sends a message of the items protocol over the WebSocket. */
  overSocket<Data>(message: Readonly<Record<string, unknown>>): Promise<DirectusAnswer<Data>> {
    this.#sequence += 1;
    const uid = String(this.#sequence);
    return new Promise((resolve, reject) => {
      this.#waiting.set(uid, (answer) => {
        if (answer['status'] === 'error') reject(new Error(JSON.stringify(answer)));
        else resolve(answer as unknown as DirectusAnswer<Data>);
      });
      this.#socket?.send(JSON.stringify({ type: 'items', collection: 'entry', uid, ...message }));
    });
  }

  close(): void {
    this.#socket?.terminate();
    this.#agent.destroy();
  }
}
