// The lease by which a job queue keeps the jobs that it has locked. While it is renewed, no other process takes them; a killed process stops
// renewing. Each runner of the library locks its jobs in the name of a lease of its own.

import { randomUUID } from 'node:crypto';
import { endLease, releaseLostJobs, renewLease } from 'src/server/store/jobRows.ts';
import type { Database } from 'src/server/store/database.ts';

const RENEWALS_PER_LEASE = 10;

export interface JobLease {
  /** Name in which the present runner locks its jobs. */
  holder(): string;
  /** Throws when the database cannot be reached. */
  renew(): Promise<void>;
  /** Hands back what an ended runner could not write down, and gives the next runner a lease of its own. */
  replace(): Promise<void>;
  /** Begins to renew the lease and to hand back the jobs of holders that are lost. */
  start(): Promise<void>;
  end(): Promise<void>;
}

interface Options {
  readonly database: Database;
  readonly leaseMs: number;
  /** Names of the jobs that the queue runs. */
  readonly names: readonly string[];
  readonly log: (message: string, error?: unknown) => void;
}

export const createJobLease = ({ database, leaseMs, names, log }: Options): JobLease => {
  let holder = randomUUID();
  let timer: NodeJS.Timeout | undefined;
  const renew = (): Promise<void> => renewLease(database, { holder, leaseMs, names });
  const handBack = (ended: string): Promise<void> =>
    endLease(database, ended).catch((error: unknown) => log('jobs could not be handed back', error));
  const renewAndRelease = async (): Promise<void> => {
    try {
      await renew();
      await releaseLostJobs(database, leaseMs);
    } catch (error) {
      log('leases of jobs could not be renewed', error);
    }
  };
  return {
    holder: () => holder,
    renew,
    async replace() {
      const ended = holder;
      holder = randomUUID();
      await handBack(ended);
    },
    async start() {
      await renewAndRelease();
      timer = setInterval(() => void renewAndRelease(), leaseMs / RENEWALS_PER_LEASE);
    },
    async end() {
      clearInterval(timer);
      await handBack(holder);
    },
  };
};
