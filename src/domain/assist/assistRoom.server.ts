// One session of help in this process: the visitor, the agents, and what the visitor has consented to. Every frame of either side comes
// through here. What an agent receives is decided by the state of this room and never by a payload.

import { problem } from 'src/model/problems.ts';
import type { ItemId } from 'src/model/item/Item.ts';
import { createAudiences } from 'src/domain/assist/audiences.server.ts';
import { createConsents, endingWith, type Consents } from 'src/domain/assist/consents.server.ts';
import {
  ASSIST,
  ASSIST_CLOSES,
  ASSIST_LIMITS,
  CONSENTS,
  type AgentState,
  type Consent,
  type EndReason,
  type IceServer,
  type RefusalReason,
  type ServerEvents,
  type SessionEndReason,
} from 'src/domain/assist/protocol.ts';
import { createLinks, type Peer } from 'src/domain/assist/roomLinks.server.ts';

/** An agent of the room. */
export interface Seat {
  readonly id: string;
  readonly user: ItemId;
  readonly name: string;
  readonly consents: Consents;
  /** Undefined while the connection is lost. */
  peer: Peer | undefined;
  away: NodeJS.Timeout | undefined;
}

/** What happens outside of the room. */
export interface RoomPorts {
  /** An agent sees the page for the first time. */
  answered(user: ItemId): void;
  controlChanged(agent: Seat, isOn: boolean): void;
  recordingChanged(agent: Seat, isOn: boolean): void;
  iceServers(): readonly IceServer[];
  /** The session is over; the room is not used any longer. */
  ended(reason: SessionEndReason): void;
}

export interface Room {
  readonly seats: ReadonlyMap<string, Seat>;
  readonly links: ReturnType<typeof createLinks>;
  readonly audiences: ReturnType<typeof createAudiences>;
  readonly ports: RoomPorts;
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

const stateOf = ({ id, user, name, consents }: Seat): AgentState => ({ id, user, name, ...consents.states });

/** Returns the state of another agent as an agent sees it. */
const stateForOthers = (seat: Seat): AgentState => ({ ...stateOf(seat), recording: 'off', call: 'off' });

/** Returns the payload of the event `agents` for the visitor, or for one agent. */
const presentState = (seats: Iterable<Seat>, connected: boolean, reader?: Seat): ServerEvents['agents'] => ({
  visitor: { connected },
  agents: [...seats]
    .filter(({ peer }) => peer !== undefined)
    .map((seat) => (reader === undefined || reader === seat ? stateOf(seat) : stateForOthers(seat))),
});

export const createRoom = (ports: RoomPorts): Room => {
  const seats = new Map<string, Seat>();
  const links = createLinks(seats);
  const audiences = createAudiences();
  let isOver = false;
  let visitorAway: NodeJS.Timeout | undefined;

  const consentsChanged = (): void => {
    const connected = links.visitor !== undefined;
    links.toVisitor('agents', presentState(seats.values(), connected), 'server');
    for (const seat of seats.values())
      links.toAgent(seat, 'agents', presentState(seats.values(), connected, seat), 'server');
  };

  const noteEnd = (seat: Seat, consent: Consent, reason: EndReason): void => {
    const payload = { agent: seat.id, consent, reason };
    links.toVisitor('consent_ended', payload, 'server');
    links.toAgent(seat, 'consent_ended', payload, 'server');
  };

  const endConsent: Room['endConsent'] = (seat, consent, reason) => {
    const ended = endingWith(consent).filter((each) => {
      const state = seat.consents.end(each);
      if (state === undefined) return false;
      if (state === 'enabled' && each === 'control') ports.controlChanged(seat, false);
      if (state === 'enabled' && each === 'recording') ports.recordingChanged(seat, false);
      noteEnd(seat, each, reason);
      return true;
    });
    if (ended.length > 0) consentsChanged();
    return ended.includes(consent);
  };
  const endConsents: Room['endConsents'] = (seat, reason) => {
    for (const consent of ['call', 'view'] as const) endConsent(seat, consent, reason);
    // A request for control does not need a view in every state.
    for (const consent of CONSENTS) endConsent(seat, consent, reason);
  };

  const remove = (seat: Seat, reason: EndReason): void => {
    clearTimeout(seat.away);
    endConsents(seat, reason);
    if (!seats.delete(seat.id)) return;
    links.toVisitor('agent_left', { agent: seat.id }, 'server');
    for (const each of seats.values()) links.toAgent(each, 'agent_left', { agent: seat.id }, 'server');
    consentsChanged();
  };

  const end: Room['end'] = (reason) => {
    if (isOver) return;
    isOver = true;
    clearTimeout(visitorAway);
    for (const seat of seats.values()) {
      clearTimeout(seat.away);
      endConsents(seat, 'stopped');
      links.toAgent(seat, 'session_ended', { reason }, 'server');
      seat.peer?.close(ASSIST_CLOSES.ended, 'ended');
    }
    links.toVisitor('session_ended', { reason }, 'server');
    links.visitor?.close(ASSIST_CLOSES.ended, 'ended');
    ports.ended(reason);
  };

  const move: Room['move'] = () => {
    if (isOver) return;
    isOver = true;
    clearTimeout(visitorAway);
    for (const seat of seats.values()) {
      clearTimeout(seat.away);
      endConsents(seat, 'failed');
      seat.peer?.close(ASSIST_CLOSES.elsewhere, 'elsewhere');
    }
  };

  const awaitVisitor = (): void => {
    visitorAway = setTimeout(() => end('away'), ASSIST_LIMITS.awayMs).unref();
  };
  awaitVisitor();

  const seatFor = ({ id, user, name }: Pick<Seat, 'id' | 'user' | 'name'>): Seat => {
    const known = seats.get(id);
    if (known) return known;
    if (seats.size >= ASSIST_LIMITS.agentsPerSession) throw problem('tooManyKept');
    const consents = createConsents((consent) => {
      noteEnd(seat, consent, 'lapsed');
      consentsChanged();
    });
    const seat: Seat = {
      ...{ id, user, name: [...name].slice(0, ASSIST.agentNameLength).join(''), consents },
      ...{ peer: undefined, away: undefined },
    };
    seats.set(id, seat);
    return seat;
  };

  return {
    ...{ seats, links, audiences, ports, page: undefined, consentsChanged, endConsent, endConsents, end, move },
    enterVisitor(peer) {
      clearTimeout(visitorAway);
      links.visitor?.close(ASSIST_CLOSES.replaced, 'replaced');
      links.visitor = peer;
      audiences.reset();
      consentsChanged();
    },
    leaveVisitor(peer) {
      if (links.visitor !== peer || isOver) return;
      links.visitor = undefined;
      for (const seat of seats.values())
        for (const consent of ['control', 'recording', 'call'] as const) endConsent(seat, consent, 'failed');
      consentsChanged();
      awaitVisitor();
    },
    enterAgent(agent, peer) {
      const seat = seatFor(agent);
      clearTimeout(seat.away);
      seat.peer?.close(ASSIST_CLOSES.replaced, 'replaced');
      seat.peer = peer;
      return seat;
    },
    leaveAgent(seat, peer) {
      if (seat.peer !== peer || isOver) return;
      seat.peer = undefined;
      for (const consent of ['control', 'recording', 'call'] as const) endConsent(seat, consent, 'failed');
      if (seat.consents.states.view === 'requested') endConsent(seat, 'view', 'left');
      if (seat.consents.states.view === 'off') remove(seat, 'left');
      else {
        seat.away = setTimeout(() => remove(seat, 'left'), ASSIST_LIMITS.agentAwayMs).unref();
        consentsChanged();
      }
    },
    dismiss(seat) {
      endConsents(seat, 'right');
      links.toVisitor('right_ended', { agent: seat.id }, 'server');
      links.toAgent(seat, 'right_ended', { agent: seat.id }, 'server');
      seat.peer?.close(ASSIST_CLOSES.refused, 'refused');
      seat.peer = undefined;
      remove(seat, 'right');
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
