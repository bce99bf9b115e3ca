// Job that queues the daily emails of everyone whose hour has come in their time zone. Started by the schedule of the job queue. A
// concurrent run finds no recipients left.

import type { Clock } from 'src/base/clock.ts';
import { DIGEST_TEMPLATE } from 'src/server/events/noticeEmails.ts';
import type { JobHandler } from 'src/server/store/jobRows.ts';
import type { Mail } from 'src/server/mail/mail.ts';
import type { Database } from 'src/server/store/database.ts';
import { takeDue } from 'src/server/store/notices/digestRows.ts';

export const SEND_DIGESTS = 'sendDigests';

/** People of one transaction. Each may have hundreds of notices to mark. */
const DIGESTS_PER_BATCH = 20;

interface Options {
  readonly database: Database;
  readonly clock: Clock;
  readonly mail: Pick<Mail, 'queueAll'>;
  /** IANA time zone of the site, for people without a choice. */
  readonly timeZone: string;
}

export const createSendDigests =
  ({ database, clock, mail, timeZone }: Options): JobHandler =>
  async (_, signal) => {
    const now = clock.now();
    for (let taken = DIGESTS_PER_BATCH; taken === DIGESTS_PER_BATCH;) {
      signal.throwIfAborted();
      taken = await database.transaction(async (tx) => {
        const people = await takeDue(tx, { now, timeZone, max: DIGESTS_PER_BATCH });
        const emails = people.map((user) => ({
          ...{ key: `digest/${user}/${now.getTime()}`, to: user, template: DIGEST_TEMPLATE },
          ...{ values: { digest: now.getTime() }, path: '/notifications' },
        }));
        await mail.queueAll(tx, emails);
        return people.length;
      });
    }
  };
