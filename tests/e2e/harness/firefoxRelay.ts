// Replaces the Firefox that playwright starts: it starts the real one and relays WebDriver BiDi between the two. Playwright sends the
// newest commands (data collectors, download folders) and fails if one is unknown, as in the long-term release. The relay confirms
// such commands, because the drill needs none of them. drillFirefox.ts runs this file as the browser program; FIREFOX names the real
// one, and playwright sets the parameters.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { createInterface } from 'node:readline';
import { type RawData, WebSocket, WebSocketServer } from 'ws';

const LISTENING = /WebDriver BiDi listening on (ws:\/\/\S+)/;

interface Answer {
  readonly id?: number;
  readonly error?: string;
}

const textOf = (data: RawData): string => (data as Buffer).toString();

const inPlaceOf = (text: string): string => {
  const { id, error } = JSON.parse(text) as Answer;
  return error === 'unknown command' ? JSON.stringify({ type: 'success', id, result: { collector: 'none' } }) : text;
};

const relay = (client: WebSocket, address: string): void => {
  const browser = new WebSocket(address, { perMessageDeflate: false });
  const opened = once(browser, 'open');
  client.on('message', (data) => void opened.then(() => browser.send(textOf(data))));
  browser.on('message', (data) => client.send(inPlaceOf(textOf(data))));
  browser.on('close', () => client.close());
  client.on('close', () => browser.close());
};

const child = spawn(process.env.FIREFOX ?? 'firefox', process.argv.slice(2), { stdio: ['ignore', 'ignore', 'pipe'] });
child.on('exit', (code) => process.exit(code ?? 1));
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => child.kill(signal));

for await (const line of createInterface(child.stderr)) {
  const address = LISTENING.exec(line)?.[1];
  if (address === undefined) continue;
  const server = new WebSocketServer({ host: '127.0.0.1', port: 0, perMessageDeflate: false });
  await once(server, 'listening');
  server.on('connection', (client, { url = '/' }) => relay(client, new URL(url, address).href));
  process.stderr.write(`WebDriver BiDi listening on ws://127.0.0.1:${(server.address() as AddressInfo).port}\n`);
}
