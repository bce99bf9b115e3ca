// Handles the frames of the two sides of a channel: consents first, then what a consent permits. Everything else is refused.

import type { HelpChannel, Seat } from 'src/domain/assist/helpChannel.server.ts';
import {
  ASSIST_ANSWERS,
  NEEDED,
  ASSIST_ONE_AT_A_TIME,
  ASSIST_REQUESTS,
  ASSIST_STOPS,
} from 'src/domain/assist/helpConsents.server.ts';
import { readAssistFrame, type AssistFrame } from 'src/domain/assist/frameRules.server.ts';
import { ASSIST_LIMITS, BINARY, type Consent, type RefusalReason } from 'src/domain/assist/protocol.ts';
import type { Peer } from 'src/domain/assist/channelLinks.server.ts';

/** Batches on their way when a view ends are no mistake of the page. */
const LATE_BATCH_MS = 3_000;

/** Stores the batches that an agent receives. */
export interface BatchSink {
  /** `batch`: JSON array of events, or its gzip data. */
  append(seat: Seat, batch: string | Uint8Array): void;
}

export interface HelpChannelEvents {
  ofVisitor(peer: Peer, data: Buffer, isBinary: boolean): void;
  ofAgent(seat: Seat, peer: Peer, data: Buffer): void;
}

type Refusal = RefusalReason | undefined;

const isBusy = (channel: HelpChannel, seat: Seat, consent: Consent): boolean =>
  ASSIST_ONE_AT_A_TIME.has(consent) &&
  [...channel.seats.values()].some((each) => each !== seat && each.consents.states[consent] !== 'off');

const requestConsent = (channel: HelpChannel, seat: Seat, event: string, consent: Consent): Refusal => {
  if (consent !== 'view' && consent !== 'call' && seat.consents.states.view !== 'enabled') return 'noConsent';
  if (seat.consents.states[consent] !== 'off' || channel.links.visitor === undefined) return 'outOfOrder';
  if (isBusy(channel, seat, consent)) {
    channel.links.toAgent(seat, ASSIST_ONE_AT_A_TIME.get(consent) ?? '', {}, 'server');
    return undefined;
  }
  seat.consents.request(consent);
  channel.links.toVisitor(event, { agent: { id: seat.id, name: seat.name } }, seat.id);
  channel.consentsChanged();
  return undefined;
};

/** Tells both browsers the servers for connections between them. */
const sendIceServers = ({ links, ports }: HelpChannel, seat: Seat, purpose: 'call' | 'canvas'): void => {
  const payload = { iceServers: ports.iceServers(), purpose };
  links.toVisitor('WEBRTC_CONFIG', payload, 'server');
  links.toAgent(seat, 'WEBRTC_CONFIG', payload, 'server');
};

const notePermitted = (channel: HelpChannel, seat: Seat, consent: Consent): void => {
  const { ports, links } = channel;
  if (consent === 'view') {
    ports.answered(seat.user);
    if (channel.page !== undefined) links.toAgent(seat, 'UPDATE_SESSION', channel.page, 'visitor');
    sendIceServers(channel, seat, 'canvas');
  }
  if (consent === 'control') ports.controlChanged(seat, true);
  if (consent === 'recording') ports.recordingChanged(seat, true);
  if (consent === 'call') sendIceServers(channel, seat, 'call');
};

const answerConsent = (channel: HelpChannel, seat: Seat, event: string): Refusal => {
  const answer = ASSIST_ANSWERS.get(event);
  if (!answer) return 'unknown';
  const { consent, granted } = answer;
  if (granted && seat.peer === undefined) return 'outOfOrder';
  if (!seat.consents.answer(consent, granted)) return 'outOfOrder';
  channel.links.toAgent(seat, event, {}, 'visitor');
  channel.consentsChanged();
  if (granted) notePermitted(channel, seat, consent);
  return undefined;
};

const stopConsent = (channel: HelpChannel, seat: Seat, consent: Consent): Refusal =>
  channel.endConsent(seat, consent, 'stopped') ? undefined : 'outOfOrder';

/** Handles an event of the visitor that names an agent. */
const visitorToAgent = (channel: HelpChannel, { event, payload }: AssistFrame): Refusal => {
  const { agent, ...rest } = payload;
  const seat = channel.seats.get(String(agent));
  if (!seat) return 'notAllowed';
  if (ASSIST_ANSWERS.has(event)) return answerConsent(channel, seat, event);
  const stopped = ASSIST_STOPS.get(event);
  if (stopped) return stopConsent(channel, seat, stopped);
  const needed = NEEDED.get(event);
  if (!needed) return 'unknown';
  if (seat.consents.states[needed] !== 'enabled') return 'noConsent';
  channel.links.toAgent(seat, event, rest, 'visitor');
  return undefined;
};

const agentToVisitor = (channel: HelpChannel, seat: Seat, { event, payload }: AssistFrame): Refusal => {
  const requested = ASSIST_REQUESTS.get(event);
  if (requested) return requestConsent(channel, seat, event, requested);
  const stopped = ASSIST_STOPS.get(event);
  if (stopped) return stopConsent(channel, seat, stopped);
  if (event === 'end_session') {
    channel.end('agent');
    return undefined;
  }
  const needed = NEEDED.get(event);
  if (!needed) return 'unknown';
  if (seat.consents.states[needed] !== 'enabled') return 'noConsent';
  channel.links.toVisitor(event, payload, seat.id);
  return undefined;
};

/** Sends batches to the agents for whom they are masked, and stores them for those who record. */
const createBatchSender = (channel: HelpChannel, sink: BatchSink, onSent: () => void) => {
  let viewedAt = 0;
  return (mask: number, frame: string | Uint8Array, batch: () => string | Uint8Array): Refusal => {
    const audience = channel.audiences.agentsOf(mask);
    if (audience === undefined) return 'outOfOrder';
    const isViewed = [...channel.seats.values()].some(({ consents }) => consents.states.view === 'enabled');
    const now = Date.now();
    if (isViewed) viewedAt = now;
    else if (now - viewedAt > LATE_BATCH_MS) return 'noConsent';
    for (const seat of channel.links.viewersIn(audience)) {
      seat.peer?.send(frame);
      onSent();
      if (seat.consents.states.recording === 'enabled') sink.append(seat, batch());
    }
    return undefined;
  };
};

type SendBatch = ReturnType<typeof createBatchSender>;

const sendCompressed = (data: Buffer, send: SendBatch): Refusal => {
  if (data.length <= BINARY.headerBytes) return 'malformed';
  if (data.readUInt8(0) !== BINARY.kinds.messages_gz) return 'unknown';
  return send(data.readUInt32BE(1), data, () => data.subarray(BINARY.headerBytes));
};

const visitorAlone = (channel: HelpChannel, { event, payload }: AssistFrame): Refusal => {
  switch (event) {
    case 'UPDATE_SESSION':
      channel.page = payload;
      channel.links.toViewers(event, payload, 'visitor');
      return undefined;
    case 'mask_for': {
      const { mask, agents } = payload as { mask: number; agents: readonly string[] };
      return channel.audiences.announce(mask, agents) ? undefined : 'outOfOrder';
    }
    case 'end_all':
      for (const seat of channel.seats.values()) channel.endConsents(seat, 'stopped');
      return undefined;
    case 'end_session':
      channel.end('visitor');
      return undefined;
    default:
      return 'unknown';
  }
};

/** Returns the frame as agents receive it: the text of the visitor with the sender added. */
const withSender = (text: string): string => `${text.trimEnd().slice(0, -1)},"visitor"]`;

export const createChannelEvents = (channel: HelpChannel, sink: BatchSink, onBatch: () => void): HelpChannelEvents => {
  const send = createBatchSender(channel, sink, onBatch);

  const visitorText = (text: string): { event: string; refused: Refusal } => {
    const frame = readAssistFrame('session', text);
    if ('refused' in frame) return frame;
    const { event, payload } = frame;
    if (event === 'messages') {
      const batch = (): string => JSON.stringify(payload['events']);
      return { event, refused: send(Number(payload['mask']), withSender(text), batch) };
    }
    return { event, refused: 'agent' in payload ? visitorToAgent(channel, frame) : visitorAlone(channel, frame) };
  };

  return {
    ofVisitor(peer, data, isBinary) {
      const { event, refused } = isBinary
        ? { event: 'messages_gz', refused: sendCompressed(data, send) }
        : visitorText(data.toString());
      if (refused) channel.refuse(peer, event, refused);
    },
    ofAgent(seat, peer, data) {
      const isSmall = data.length <= ASSIST_LIMITS.agentFrameBytes;
      const frame = isSmall ? readAssistFrame('agent', data.toString()) : { event: '', refused: 'malformed' as const };
      const refused = 'refused' in frame ? frame.refused : agentToVisitor(channel, seat, frame);
      if (refused) channel.refuse(peer, frame.event, refused);
    },
  };
};
