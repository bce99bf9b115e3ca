// Sends the frames of a channel to its two sides.

import type { Seat } from 'src/domain/assist/helpChannel.server.ts';

export interface Peer {
  send(frame: string | Uint8Array): void;
  close(code: number, reason: string): void;
  /** Counts a refused frame. */
  refuse(): void;
}

/** Id of the sender of a frame: an agent, the visitor, or the server itself. */
type From = string;

export interface HelpChannelLinks {
  visitor: Peer | undefined;
  toPeer(peer: Peer, event: string, payload: unknown, from: From): void;
  toVisitor(event: string, payload: unknown, from: From): void;
  toAgent(seat: Seat, event: string, payload: unknown, from: From): void;
  /** Sends to the agents who see the page. */
  toViewers(event: string, payload: unknown, from: From): void;
  /** Returns the agents who see the page, among those for whom it was masked. */
  viewersIn(audience: ReadonlySet<string>): readonly Seat[];
}

const sentFrame = (event: string, payload: unknown, from: From): string => JSON.stringify([event, payload, from]);

export const createLinks = (seats: ReadonlyMap<string, Seat>): HelpChannelLinks => {
  const isViewing = ({ peer, consents }: Seat): boolean => peer !== undefined && consents.states.view === 'enabled';
  const links: HelpChannelLinks = {
    visitor: undefined,
    toPeer: (peer, ...frame) => peer.send(sentFrame(...frame)),
    toVisitor: (...frame) => links.visitor?.send(sentFrame(...frame)),
    toAgent: ({ peer }, ...frame) => peer?.send(sentFrame(...frame)),
    toViewers(...frame) {
      const text = sentFrame(...frame);
      for (const seat of seats.values()) if (isViewing(seat)) seat.peer?.send(text);
    },
    viewersIn: (audience) => [...seats.values()].filter((seat) => audience.has(seat.id) && isViewing(seat)),
  };
  return links;
};
