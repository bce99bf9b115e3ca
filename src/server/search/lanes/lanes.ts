// Queues in front of the search worker. The worker answers one request at a time, so requests wait here and not with it: each account gets
// its turns in proportion to the cost of what it asks for, and a lane gets more turns the quicker it has to answer. This is weighted fair
// queueing: a request gets a number, which is the account's last number in the lane, or that of the request which started last, increased by
// its cost over the weight of the lane. The smallest number is next. A number does not change, so every request has its turn.

import { problem } from 'src/model/problems.ts';

/** `quick`: suggestions and small queries; `interactive`: other searches of people; `background`: exports, tasks, counts of dashboards. */
export type LaneName = 'quick' | 'interactive' | 'background';

interface Lane {
  readonly weight: number;
  /** Requests of the lane that the worker has at a time. */
  readonly atOnce: number;
}

/** The worker has two requests, so that it does not wait for the main thread between them. */
const SLOTS = 2;

const LANES: Readonly<Record<LaneName, Lane>> = {
  quick: { weight: 8, atOnce: SLOTS },
  interactive: { weight: 4, atOnce: SLOTS },
  background: { weight: 1, atOnce: 1 },
};

export const LANE_NAMES: readonly LaneName[] = ['quick', 'interactive', 'background'];

/** Requests of one account that may wait, and of all: behind more, none would be answered in time. */
const MOST_OF_ACCOUNT = 200;
const MOST_IN_LANES = 1_000;
const RETRY_S = 1;
/** Accounts whose last number is remembered before those that have no claim left are removed. */
const ACCOUNTS_BEFORE_SWEEP = 1_000;

export interface Turn {
  readonly lane: LaneName;
  /** Requests of one account share its turns. */
  readonly account: string;
  /** Estimated work; a list of one type without facets is 1. */
  readonly cost: number;
  /** Aborted when the answer is no longer needed. */
  readonly over: AbortSignal;
}

/** Numbers of one lane since the start. */
export interface LaneCounts {
  readonly waiting: number;
  readonly started: number;
  readonly refused: number;
  /** Time that started requests have waited, in milliseconds. */
  readonly waitedMs: number;
}

export interface Lanes {
  /** Runs the work at its turn. Throws `rateLimited` when too many wait, and rejects with the reason of `over`. */
  run<T>(turn: Turn, work: () => Promise<T>): Promise<T>;
  counts(lane: LaneName): LaneCounts;
}

interface Waiting {
  readonly turn: Turn;
  readonly number: number;
  readonly since: number;
  start(): void;
}

interface Running {
  running: number;
  started: number;
  refused: number;
  waitedMs: number;
}

/** Numbers of accounts by lane. */
const createTurnNumbers = () => {
  const last = new Map<string, number>();
  let reached = 0;
  const sweep = (): void => {
    for (const [key, number] of last) if (number <= reached) last.delete(key);
  };
  return {
    next({ lane, account, cost }: Turn): number {
      if (last.size > ACCOUNTS_BEFORE_SWEEP) sweep();
      const key = `${lane} ${account}`;
      const number = Math.max(reached, last.get(key) ?? 0) + cost / LANES[lane].weight;
      last.set(key, number);
      return number;
    },
    reach(number: number): void {
      reached = Math.max(reached, number);
    },
  };
};

export const createLanes = (): Lanes => {
  const numbers = createTurnNumbers();
  const waiting = new Set<Waiting>();
  const newLane = (): Running => ({ running: 0, started: 0, refused: 0, waitedMs: 0 });
  const lanes: Readonly<Record<LaneName, Running>> = {
    quick: newLane(),
    interactive: newLane(),
    background: newLane(),
  };
  const hasSlot = (lane: LaneName): boolean =>
    lanes[lane].running < LANES[lane].atOnce && LANE_NAMES.reduce((sum, name) => sum + lanes[name].running, 0) < SLOTS;

  const startNext = (): void => {
    let first: Waiting | undefined;
    for (const each of waiting) if (hasSlot(each.turn.lane) && (!first || each.number < first.number)) first = each;
    if (!first) return;
    waiting.delete(first);
    first.start();
    if (waiting.size > 0) startNext();
  };

  const refuseCrowd = ({ account, lane }: Turn): void => {
    const own = [...waiting].filter(({ turn }) => turn.account === account).length;
    if (own < MOST_OF_ACCOUNT && waiting.size < MOST_IN_LANES) return;
    lanes[lane].refused += 1;
    throw problem('rateLimited', { retryAfter: RETRY_S });
  };

  /** Resolves at the turn of the request, which has a slot then. */
  const turnOf = (turn: Turn): Promise<void> =>
    new Promise((resolve, reject) => {
      const lane = lanes[turn.lane];
      const leave = (): void => {
        waiting.delete(request);
        reject(turn.over.reason as Error);
      };
      const request: Waiting = {
        turn,
        number: numbers.next(turn),
        since: performance.now(),
        start() {
          turn.over.removeEventListener('abort', leave);
          numbers.reach(request.number);
          lane.running += 1;
          lane.started += 1;
          lane.waitedMs += performance.now() - request.since;
          resolve();
        },
      };
      turn.over.addEventListener('abort', leave, { once: true });
      waiting.add(request);
      startNext();
    });

  return {
    async run(turn, work) {
      turn.over.throwIfAborted();
      refuseCrowd(turn);
      await turnOf(turn);
      try {
        return await work();
      } finally {
        lanes[turn.lane].running -= 1;
        startNext();
      }
    },
    counts(name) {
      const { started, refused, waitedMs } = lanes[name];
      return { waiting: [...waiting].filter(({ turn }) => turn.lane === name).length, started, refused, waitedMs };
    },
  };
};
