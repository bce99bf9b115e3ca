// The consents of a visitor for one agent. Each is off, requested for a limited time, or enabled. Only a request of the agent and an answer
// of the visitor to exactly that request enable one.

import { ASSIST, CONSENTS, type Consent, type ConsentState } from 'src/domain/assist/protocol.ts';

export type ConsentStates = Readonly<Record<Consent, ConsentState>>;

export interface Consents {
  readonly states: ConsentStates;
  /** Returns false if the consent is requested or enabled already. */
  request(consent: Consent): boolean;
  /** Returns false if there is no request to answer. */
  answer(consent: Consent, granted: boolean): boolean;
  /** Returns the state that ended, or undefined if the consent was off. */
  end(consent: Consent): ConsentState | undefined;
}

export const createConsents = (onLapse: (consent: Consent) => void): Consents => {
  const states: Record<Consent, ConsentState> = { view: 'off', control: 'off', recording: 'off', call: 'off' };
  const timers = new Map<Consent, NodeJS.Timeout>();

  const set = (consent: Consent, state: ConsentState): void => {
    clearTimeout(timers.get(consent));
    timers.delete(consent);
    states[consent] = state;
  };

  return {
    states,
    request(consent) {
      if (states[consent] !== 'off') return false;
      set(consent, 'requested');
      const lapse = (): void => {
        set(consent, 'off');
        onLapse(consent);
      };
      timers.set(consent, setTimeout(lapse, ASSIST.consentMs).unref());
      return true;
    },
    answer(consent, granted) {
      if (states[consent] !== 'requested') return false;
      set(consent, granted ? 'enabled' : 'off');
      return true;
    },
    end(consent) {
      const ended = states[consent];
      set(consent, 'off');
      return ended === 'off' ? undefined : ended;
    },
  };
};

/** Events that request, stop and refuse each consent, and those that need one. */
export const ASSIST_REQUESTS: ReadonlyMap<string, Consent> = new Map([
  ['request_view', 'view'],
  ['request_control', 'control'],
  ['request_recording', 'recording'],
  ['call_request', 'call'],
]);

export const ASSIST_STOPS: ReadonlyMap<string, Consent> = new Map([
  ['stop_view', 'view'],
  ['stop_control', 'control'],
  ['stop_recording', 'recording'],
  ['call_end', 'call'],
]);

interface ConsentAnswer {
  readonly consent: Consent;
  readonly granted: boolean;
}

export const ASSIST_ANSWERS: ReadonlyMap<string, ConsentAnswer> = new Map([
  ['view_granted', { consent: 'view', granted: true }],
  ['view_rejected', { consent: 'view', granted: false }],
  ['control_granted', { consent: 'control', granted: true }],
  ['control_rejected', { consent: 'control', granted: false }],
  ['control_busy', { consent: 'control', granted: false }],
  ['recording_accepted', { consent: 'recording', granted: true }],
  ['recording_rejected', { consent: 'recording', granted: false }],
  ['recording_busy', { consent: 'recording', granted: false }],
  ['call_accepted', { consent: 'call', granted: true }],
  ['call_rejected', { consent: 'call', granted: false }],
]);

/** Consents that one agent at a time has, with the event that says so. */
export const ASSIST_ONE_AT_A_TIME: ReadonlyMap<Consent, string> = new Map([
  ['control', 'control_busy'],
  ['recording', 'recording_busy'],
  ['call', 'call_rejected'],
]);

const INPUT_EVENTS = ['move', 'click', 'scroll', 'input', 'focus', 'key'];
const VIEW_EVENTS = [
  ...['annotation_start', 'annotation_move', 'annotation_end', 'request_snapshot'],
  ...['canvas_offer', 'canvas_answer', 'canvas_ice', 'canvas_state'],
];
const CALL_EVENTS = ['webrtc_call_offer', 'webrtc_call_answer', 'webrtc_call_ice_candidate', 'videofeed'];

/** Events that are passed on to the other side while the consent is enabled. */
export const NEEDED: ReadonlyMap<string, Consent> = new Map([
  ...INPUT_EVENTS.map((event) => [event, 'control'] as const),
  ...VIEW_EVENTS.map((event) => [event, 'view'] as const),
  ...CALL_EVENTS.map((event) => [event, 'call'] as const),
]);

/** Returns the consents that end with one: what an agent cannot see, the agent neither controls nor records. */
export const endingWith = (consent: Consent): readonly Consent[] =>
  consent === 'view' ? ['recording', 'control', 'view'] : [consent];

export const areAllOff = (states: ConsentStates): boolean => CONSENTS.every((consent) => states[consent] === 'off');
