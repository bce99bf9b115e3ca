// Source of the current time. It is passed as a value, so that tests can set it.

export interface Clock {
  now(): Date;
}

export const systemClock: Clock = { now: () => new Date() };
