// Whether this process is the only one that can write, so that it may believe what it has read without asking (decision 9).
// A new session of any process is announced, then looks for a holder of the place; who wants the place takes it, then looks for
// sessions: one of the two sees the other. A holder counts only for a short while after it was last confirmed, and who had to
// ask for the place waits for longer than that, or until it is given up. Made by createDatabase.

import { setTimeout as sleep } from 'node:timers/promises';
import type { Queryable } from 'src/server/store/Database.ts';
import {
  announceSession,
  askForPlace,
  claimPlace,
  freePlace,
  hasOtherSessions,
  holdsPlace,
  numberOfProcess,
  otherHolder,
} from 'src/server/store/soleWriterRows.ts';

export interface SoleWriter {
  /** Before a session is used: resolves when no other process believes to be alone any more. */
  announce(session: Queryable, pid: number | null): Promise<void>;
  /** No other process can write until this one was told, or the time is over. Asks for more time in the background. */
  holds(): boolean;
  /** How often the place was taken. What was read before must be compared with the database once. */
  claims(): number;
  /** Nobody knows whether the last commit of this session came through. */
  doubt(pid: number | null): void;
  /** Somebody asks for the place. */
  give(): void;
  end(): Promise<void>;
}

interface Options {
  readonly db: Queryable;
  /** Resolves when `give` is called for those who ask. */
  readonly listen: () => Promise<unknown>;
  readonly log: (message: string, error?: unknown) => void;
}

/** Milliseconds: how long a confirmation counts, how often it is renewed while there are reads, and who waits for its end. */
const COUNTS = 600;
const RENEW = 150;
const OUTLIVES = 750;
const LOOK = 20;
const TRY_AGAIN = 500;

interface Moment {
  readonly steady: number;
  readonly wall: number;
}

const now = (): Moment => ({ steady: performance.now(), wall: Date.now() });

/** By both clocks: the steady one may stand still while the machine sleeps, the other one may be set. */
const isWithin = (most: number, since: Moment): boolean => {
  const { steady, wall } = now();
  return steady - since.steady < most && Math.abs(wall - since.wall) < most;
};

/** Resolves when no other process holds the place. Who does not give it up is asked, and outlived. */
const outliveHolder = async (session: Queryable, number: number): Promise<void> => {
  let asked: { readonly holder: number; readonly at: number } | undefined;
  for (;;) {
    const holder = await otherHolder(session, number);
    if (holder === undefined) return;
    if (asked?.holder !== holder) {
      await askForPlace(session, holder);
      asked = { holder, at: performance.now() };
    } else if (performance.now() - asked.at > OUTLIVES) await freePlace(session, holder);
    else await sleep(LOOK);
  }
};

/** The row, as this process believes to hold it. Nothing here may run twice at a time. */
const createPlace = ({ db, listen }: Options) => {
  const doubtful = new Set<number>();
  let confirmed: Moment | undefined;
  let maybeHolder = false;
  let lost = 0;
  let claims = 0;
  let nextTry = 0;

  const lose = (): void => {
    lost += 1;
    confirmed = undefined;
  };

  const free = async (me: number): Promise<void> => {
    confirmed = undefined;
    if (!maybeHolder) return;
    await freePlace(db, me);
    maybeHolder = false;
  };

  const claim = async (me: number): Promise<void> => {
    nextTry = performance.now() + TRY_AGAIN;
    if (await hasOtherSessions(db, me, [...doubtful])) return;
    await listen();
    const [before, sent] = [lost, now()];
    maybeHolder = true;
    const isMine = await claimPlace(db, me);
    if (!isMine || (await hasOtherSessions(db, me, [...doubtful])) || lost !== before) return await free(me);
    doubtful.clear();
    claims += 1;
    confirmed = sent;
  };

  const renew = async (me: number): Promise<void> => {
    const [before, sent] = [lost, now()];
    const isHolder = await holdsPlace(db, me);
    if (!isHolder) await free(me);
    else if (lost === before) confirmed = sent;
  };

  return {
    lose,
    free,
    tend: (me: number) => (confirmed ? renew(me) : claim(me)),
    isDue: () => (confirmed ? !isWithin(RENEW, confirmed) : performance.now() >= nextTry),
    holds: () => confirmed !== undefined && isWithin(COUNTS, confirmed),
    doubt: (pid: number) => void doubtful.add(pid),
    claims: () => claims,
  };
};

export const createSoleWriter = (options: Options): SoleWriter => {
  const place = createPlace(options);
  let number: Promise<number> | undefined;
  // Behind a pooler a lock lies on a session that others use, so nothing can be concluded from it.
  let impossible = false;
  let busy = false;
  let turn: Promise<void> = Promise.resolve();

  const inTurn = (work: (me: number) => Promise<void>): Promise<void> => {
    turn = turn.then(async () => {
      if (number) await work(await number);
    });
    turn = turn.catch((error: unknown) => {
      place.lose();
      options.log('the place of the only writer could not be looked at', error);
    });
    return turn;
  };

  const tend = (): void => {
    if (busy || impossible || !place.isDue()) return;
    busy = true;
    void inTurn(place.tend).finally(() => (busy = false));
  };

  const give = (): Promise<void> => {
    place.lose();
    return inTurn(place.free);
  };

  return {
    async announce(session, pid) {
      const asked = (number ??= numberOfProcess(session));
      asked.catch(() => (number = undefined));
      const me = await asked;
      // Sent together, done one after the other: the look comes after the lock.
      const [known, holder] = await Promise.all([announceSession(session, me), otherHolder(session, me)]);
      if (known !== pid) impossible = true;
      if (holder !== undefined) await outliveHolder(session, me);
    },
    holds() {
      tend();
      return !impossible && place.holds();
    },
    claims: place.claims,
    doubt(pid) {
      if (pid !== null) place.doubt(pid);
      void give();
    },
    give: () => void give(),
    async end() {
      impossible = true;
      await give();
    },
  };
};
