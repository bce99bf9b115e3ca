// Ends the consents of a channel and tells both sides the present state.

import type { HelpChannelPorts, Seat } from 'src/domain/assist/helpChannel.server.ts';
import { endingWith } from 'src/domain/assist/helpConsents.server.ts';
import {
  CONSENTS,
  type AgentState,
  type Consent,
  type EndReason,
  type ServerEvents,
} from 'src/domain/assist/protocol.ts';
import type { HelpChannelLinks } from 'src/domain/assist/channelLinks.server.ts';

export interface HelpChannelConsents {
  /** Ends a consent with those that depend on it. Returns false if it was off. */
  endConsent(seat: Seat, consent: Consent, reason: EndReason): boolean;
  endConsents(seat: Seat, reason: EndReason): void;
  /** Ends what a lost connection ends at once. */
  endAtLoss(seat: Seat): void;
  /** A request of the agent has lapsed. */
  lapse(seat: Seat, consent: Consent): void;
  consentsChanged(): void;
}

const seatState = ({ id, user, name, consents }: Seat): AgentState => ({ id, user, name, ...consents.states });

/** Returns the state of another agent as an agent sees it. */
const stateForOthers = (seat: Seat): AgentState => ({ ...seatState(seat), recording: 'off', call: 'off' });

/** Returns the payload of the event `agents` for the visitor, or for one agent. */
const presentState = (seats: Iterable<Seat>, connected: boolean, reader?: Seat): ServerEvents['agents'] => ({
  visitor: { connected },
  agents: [...seats]
    .filter(({ peer }) => peer !== undefined)
    .map((seat) => (reader === undefined || reader === seat ? seatState(seat) : stateForOthers(seat))),
});

interface Parts {
  readonly seats: ReadonlyMap<string, Seat>;
  readonly links: HelpChannelLinks;
  readonly ports: HelpChannelPorts;
}

export const createChannelConsents = ({ seats, links, ports }: Parts): HelpChannelConsents => {
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

  const endConsent: HelpChannelConsents['endConsent'] = (seat, consent, reason) => {
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

  return {
    consentsChanged,
    endConsent,
    endConsents(seat, reason) {
      for (const consent of CONSENTS) endConsent(seat, consent, reason);
    },
    endAtLoss(seat) {
      for (const consent of ['control', 'recording', 'call'] as const) endConsent(seat, consent, 'failed');
    },
    lapse(seat, consent) {
      noteEnd(seat, consent, 'lapsed');
      consentsChanged();
    },
  };
};
