// Events and notices, put together. Called by services.ts, and by tests.

import type { Clock } from 'src/base/clock.ts';
import type { ServerRegistry } from 'src/model/schema/Registry.ts';
import { createAudience, type Audience } from 'src/server/events/recipients.ts';
import { createEvents, type Events } from 'src/server/eventLog/events.ts';
import { createNotices, type Notices } from 'src/server/events/notices.ts';
import { queueImmediateEmails } from 'src/server/events/queueImmediateEmails.ts';
import type { DeclaredPredicates } from 'src/server/access/actions/predicateValues.ts';
import type { Limits } from 'src/server/limits.ts';
import type { Mail } from 'src/server/mail/mail.ts';
import type { Database } from 'src/server/store/database.ts';
import type { ItemStorage } from 'src/server/store/itemStorage.ts';

export interface EventServices {
  readonly audience: Audience;
  readonly events: Events;
  readonly notices: Notices;
}

export interface EventOptions {
  readonly registry: ServerRegistry;
  readonly domain: { readonly predicates: DeclaredPredicates };
  readonly database: Database;
  readonly clock: Clock;
  readonly items: ItemStorage;
  readonly mail: Pick<Mail, 'queueAll'>;
  readonly limits: Limits;
  /** IANA time zone of the site. */
  readonly timeZone: string;
}

export const createEventServices = (options: EventOptions): EventServices => ({
  audience: createAudience(options),
  events: createEvents(options),
  notices: createNotices({ ...options, onMade: queueImmediateEmails(options) }),
});
