// Health of the socket: the phases of GOOD, WAIT and BAD as one table. Pure; ReconnectingSocket runs the effects. An event that the table
// does not list for a phase has no effect.

export type Health = 'GOOD' | 'WAIT' | 'BAD';

export type HealthPhase = 'OFF' | 'CONNECTING' | 'SLOW' | 'OPEN' | 'PINGED' | 'WAITING';

export type HealthEvent =
  | 'WANTED'
  | 'UNWANTED'
  /** The socket is open and authenticated. */
  | 'OPENED'
  /** Any message was received. */
  | 'RECEIVED'
  /** No message was received for 30 s. */
  | 'IDLE'
  /** No answer to the ping or tokenAuth, or a request without reply. */
  | 'SILENT'
  | 'CLOSED'
  /** A first attempt has taken more than 20 s, a reconnect more than 1 s. */
  | 'LATE'
  /** The countdown has ended, or the person skips it. */
  | 'RETRY';

export type HealthEffect = 'connect' | 'abandon' | 'close' | 'watchIdle' | 'ping' | 'planRetry' | 'stopTimers';

interface Step {
  readonly to: HealthPhase;
  readonly failures?: 'more' | 'none';
  readonly effects: readonly HealthEffect[];
}

const lost: Step = { to: 'WAITING', failures: 'more', effects: ['stopTimers', 'planRetry'] };
const unwanted: Step = { to: 'OFF', failures: 'none', effects: ['stopTimers', 'abandon'] };
const openStep: Step = { to: 'OPEN', failures: 'none', effects: ['stopTimers', 'watchIdle'] };
const silent: Step = { to: 'WAITING', failures: 'more', effects: ['stopTimers', 'close', 'planRetry'] };

export const HEALTH_TABLE: Readonly<Record<HealthPhase, Partial<Record<HealthEvent, Step>>>> = {
  OFF: { WANTED: { to: 'CONNECTING', effects: ['connect'] } },
  CONNECTING: {
    UNWANTED: unwanted,
    OPENED: openStep,
    SILENT: silent,
    CLOSED: lost,
    // If the round trip is long, no attempt ends within a second: it counts as failed, but may still succeed.
    LATE: { to: 'SLOW', failures: 'more', effects: ['planRetry'] },
  },
  SLOW: {
    UNWANTED: unwanted,
    OPENED: openStep,
    SILENT: { to: 'WAITING', effects: ['close'] },
    CLOSED: { to: 'WAITING', effects: [] },
    RETRY: { to: 'CONNECTING', effects: ['stopTimers', 'abandon', 'connect'] },
  },
  OPEN: {
    UNWANTED: unwanted,
    RECEIVED: { to: 'OPEN', effects: ['stopTimers', 'watchIdle'] },
    IDLE: { to: 'PINGED', effects: ['ping'] },
    SILENT: silent,
    CLOSED: lost,
  },
  PINGED: {
    UNWANTED: unwanted,
    RECEIVED: { to: 'OPEN', effects: ['stopTimers', 'watchIdle'] },
    SILENT: silent,
    CLOSED: lost,
  },
  WAITING: {
    UNWANTED: unwanted,
    RETRY: { to: 'CONNECTING', effects: ['stopTimers', 'connect'] },
  },
};

export interface HealthState {
  readonly phase: HealthPhase;
  /** Failed attempts since the last success. */
  readonly failures: number;
}

export const HEALTHY_START: HealthState = { phase: 'OFF', failures: 0 };

const failuresAfter = ({ failures }: HealthState, step: Step): number => {
  if (step.failures === 'none') return 0;
  return step.failures === 'more' ? failures + 1 : failures;
};

export const nextHealth = (
  state: HealthState,
  event: HealthEvent,
): { readonly state: HealthState; readonly effects: readonly HealthEffect[] } => {
  const step = HEALTH_TABLE[state.phase][event];
  if (!step) return { state, effects: [] };
  return { state: { phase: step.to, failures: failuresAfter(state, step) }, effects: step.effects };
};

/** Returns the health that people see. While an attempt to reconnect is running, it is BAD until it succeeds. */
export const healthOf = ({ phase, failures }: HealthState): Health => {
  if (phase === 'PINGED') return 'WAIT';
  return failures > 0 ? 'BAD' : 'GOOD';
};
