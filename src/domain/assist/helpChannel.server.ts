// One session of help in this process: the visitor, the agents, and what the visitor has consented to. Every frame of either side comes
// through here. The state of this channel decides which frames an agent receives, never a payload.

import { problem } from 'src/model/problems.ts';
import type { ItemId } from 'src/model/item/Item.ts';
import { createAudiences } from 'src/domain/assist/audiences.server.ts';
import { createConsents, type Consents } from 'src/domain/assist/helpConsents.server.ts';
import {
  ASSIST,
  ASSIST_CLOSES,
  ASSIST_LIMITS,
  type Consent,
  type EndReason,
  type IceServer,
  type RefusalReason,
  type SessionEndReason,
} from 'src/domain/assist/protocol.ts';
import { createChannelConsents, type HelpChannelConsents } from 'src/domain/assist/channelConsents.server.ts';
import { createLinks, type Peer, type HelpChannelLinks } from 'src/domain/assist/channelLinks.server.ts';

/** An agent of the channel. */
export interface Seat {
  readonly id: string;
  readonly user: ItemId;
  readonly name: string;
  readonly consents: Consents;
  /** Undefined while the connection is lost. */
  peer: Peer | undefined;
  away: NodeJS.Timeout | undefined;
}

/** Effects outside of the channel. */
export interface HelpChannelPorts {
  /** An agent sees the page for the first time. */
  answered(user: ItemId): void;
  controlChanged(agent: Seat, isOn: boolean): void;
  recordingChanged(agent: Seat, isOn: boolean): void;
  iceServers(): readonly IceServer[];
  /** The session is over; the channel is not used any longer. */
  ended(reason: SessionEndReason): void;
}

export interface HelpChannel {
  readonly seats: ReadonlyMap<string, Seat>;
  readonly links: ReturnType<typeof createLinks>;
  readonly audiences: ReturnType<typeof createAudiences>;
  readonly ports: HelpChannelPorts;
  /** Masked state of the visitor's page. */
  page: unknown;
  enterVisitor(peer: Peer): void;
  leaveVisitor(peer: Peer): void;
  enterAgent(agent: Pick<Seat, 'id' | 'user' | 'name'>, peer: Peer): Seat;
  leaveAgent(seat: Seat, peer: Peer): void;
  /** The rights of an agent have ended. */
  dismiss(seat: Seat): void;
  /** The rights of these agents, or of the visitor, have changed: masks made before are not valid any longer. */
  rightsChanged(agents: readonly string[]): void;
  /** Ends a consent with those that depend on it. Returns false if it was off. */
  endConsent(seat: Seat, consent: Consent, reason: EndReason): boolean;
  endConsents(seat: Seat, reason: EndReason): void;
  consentsChanged(): void;
  end(reason: SessionEndReason): void;
  /** The visitor is connected to another process: its agents connect again, and the session goes on there. */
  move(): void;
  refuse(peer: Peer, event: string, reason: RefusalReason): void;
}

interface Parts {
  readonly seats: Map<string, Seat>;
  readonly links: HelpChannelLinks;
  readonly consents: HelpChannelConsents;
}

/** Keeps the agents of a channel. */
const createSeats = ({ seats, links, consents }: Parts) => {
  const remove = (seat: Seat, reason: EndReason): void => {
    clearTimeout(seat.away);
    consents.endConsents(seat, reason);
    if (!seats.delete(seat.id)) return;
    links.toVisitor('agent_left', { agent: seat.id }, 'server');
    for (const each of seats.values()) links.toAgent(each, 'agent_left', { agent: seat.id }, 'server');
    consents.consentsChanged();
  };

  const seatFor = ({ id, user, name }: Pick<Seat, 'id' | 'user' | 'name'>): Seat => {
    const known = seats.get(id);
    if (known) return known;
    if (seats.size >= ASSIST_LIMITS.agentsPerSession) throw problem('tooManyKept');
    const own = createConsents((consent) => consents.lapse(seat, consent));
    const seat: Seat = {
      ...{ id, user, name: [...name].slice(0, ASSIST.agentNameLength).join(''), consents: own },
      ...{ peer: undefined, away: undefined },
    };
    seats.set(id, seat);
    return seat;
  };

  return {
    enter(agent: Pick<Seat, 'id' | 'user' | 'name'>, peer: Peer): Seat {
      const seat = seatFor(agent);
      clearTimeout(seat.away);
      seat.peer?.close(ASSIST_CLOSES.replaced, 'replaced');
      seat.peer = peer;
      return seat;
    },
    /** The connection of an agent is lost. */
    lose(seat: Seat): void {
      seat.peer = undefined;
      consents.endAtLoss(seat);
      if (seat.consents.states.view === 'requested') consents.endConsent(seat, 'view', 'left');
      if (seat.consents.states.view === 'off') remove(seat, 'left');
      else {
        seat.away = setTimeout(() => remove(seat, 'left'), ASSIST_LIMITS.agentAwayMs).unref();
        consents.consentsChanged();
      }
    },
    dismiss(seat: Seat): void {
      consents.endConsents(seat, 'right');
      links.toVisitor('right_ended', { agent: seat.id }, 'server');
      links.toAgent(seat, 'right_ended', { agent: seat.id }, 'server');
      seat.peer?.close(ASSIST_CLOSES.refused, 'refused');
      seat.peer = undefined;
      remove(seat, 'right');
    },
  };
};

export const createChannel = (ports: HelpChannelPorts): HelpChannel => {
  const seats = new Map<string, Seat>();
  const links = createLinks(seats);
  const audiences = createAudiences();
  const consents = createChannelConsents({ seats, links, ports });
  const { consentsChanged, endConsent, endConsents } = consents;
  const { enter, lose, dismiss } = createSeats({ seats, links, consents });
  let isOver = false;
  let visitorAway: NodeJS.Timeout | undefined;

  /** Ends the channel in this process. Returns false if it has ended before. */
  const close = (reason: EndReason, closeAgent: (seat: Seat) => void): boolean => {
    if (isOver) return false;
    isOver = true;
    clearTimeout(visitorAway);
    for (const seat of seats.values()) {
      clearTimeout(seat.away);
      endConsents(seat, reason);
      closeAgent(seat);
    }
    return true;
  };

  const end: HelpChannel['end'] = (reason) => {
    const isFirst = close('stopped', (seat) => {
      links.toAgent(seat, 'session_ended', { reason }, 'server');
      seat.peer?.close(ASSIST_CLOSES.ended, 'ended');
    });
    if (!isFirst) return;
    links.toVisitor('session_ended', { reason }, 'server');
    links.visitor?.close(ASSIST_CLOSES.ended, 'ended');
    ports.ended(reason);
  };

  const awaitVisitor = (): void => {
    visitorAway = setTimeout(() => end('away'), ASSIST_LIMITS.awayMs).unref();
  };
  awaitVisitor();

  return {
    ...{ seats, links, audiences, ports, page: undefined, consentsChanged, endConsent, endConsents, dismiss, end },
    enterAgent: enter,
    enterVisitor(peer) {
      clearTimeout(visitorAway);
      links.visitor?.close(ASSIST_CLOSES.replaced, 'replaced');
      links.visitor = peer;
      audiences.reset();
      links.toVisitor('WEBRTC_CONFIG', { iceServers: ports.iceServers(), purpose: 'canvas' }, 'server');
      consentsChanged();
    },
    leaveVisitor(peer) {
      if (links.visitor !== peer || isOver) return;
      links.visitor = undefined;
      for (const seat of seats.values()) consents.endAtLoss(seat);
      consentsChanged();
      awaitVisitor();
    },
    leaveAgent(seat, peer) {
      if (seat.peer === peer && !isOver) lose(seat);
    },
    move() {
      close('failed', (seat) => seat.peer?.close(ASSIST_CLOSES.elsewhere, 'elsewhere'));
    },
    rightsChanged(agents) {
      audiences.withdraw();
      links.toVisitor('rights_changed', { agents }, 'server');
    },
    refuse(peer, event, reason) {
      links.toPeer(peer, 'refused', { event, reason }, 'server');
      peer.refuse();
    },
  };
};
