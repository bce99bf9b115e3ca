// Offers of another protocol that the server does not speak, such as `Upgrade: h2c` from Java's HttpClient. Node hands every request with an
// `Upgrade` header to the listener of upgrades as soon as there is one. A server ignores an offer that it does not take (RFC 9110, 7.8), so the
// request goes back to the HTTP parser without the offer.

import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';

export const isWebSocketOffer = ({ headers }: IncomingMessage): boolean =>
  headers.upgrade?.split(',').some((name) => name.trim().toLowerCase() === 'websocket') === true;

/** Headers that belong to the offer. */
const OF_THE_OFFER = new Set(['upgrade', 'http2-settings']);

/** The `Connection` header without the names that belong to the offer. */
const connectionWithout = (value: string): string =>
  value
    .split(',')
    .map((name) => name.trim())
    .filter((name) => !OF_THE_OFFER.has(name.toLowerCase()))
    .join(', ');

const requestHead = ({ method = '', url = '', httpVersion, rawHeaders }: IncomingMessage): string => {
  const lines = [`${method} ${url} HTTP/${httpVersion}`];
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const [name = '', value = ''] = rawHeaders.slice(at, at + 2);
    const sent = name.toLowerCase() === 'connection' ? connectionWithout(value) : value;
    if (!OF_THE_OFFER.has(name.toLowerCase()) && (sent !== '' || value === '')) lines.push(`${name}: ${sent}`);
  }
  return `${lines.join('\r\n')}\r\n\r\n`;
};

/** Gives the connection back to the HTTP server, with the request as its client would have sent it without the offer. */
export const ignoreOffer = (
  http: Server,
  request: IncomingMessage,
  [socket, head]: readonly [Duplex, Buffer],
): void => {
  socket.unshift(Buffer.concat([Buffer.from(requestHead(request), 'latin1'), head]));
  http.emit('connection', socket);
};
