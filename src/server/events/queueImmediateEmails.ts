// Queues an email for each new notice with immediate delivery; emailMode.ts decides the mode. Digests are sent by sendDigests.ts.

import type { ServerRegistry } from 'src/model/schema/Registry.ts';
import { noticeTemplate } from 'src/server/events/noticeEmails.ts';
import type { NotifyOptions } from 'src/server/events/notifyEvent.ts';
import type { Mail } from 'src/server/mail/mail.ts';

interface Options {
  readonly registry: ServerRegistry;
  readonly mail: Pick<Mail, 'queueAll'>;
}

/** One email covers all changes of an item in a single write. */
export const queueImmediateEmails =
  ({ mail, registry }: Options): NotifyOptions['onMade'] =>
  async (tx, { kind, context, at }, made) => {
    if (!Object.hasOwn(registry.notices, kind)) return;
    const wanted = made.filter(({ mode, fresh }) => fresh && mode === 'IMMEDIATE');
    const emails = wanted.map(({ number, user }) => ({
      ...{ key: `notice/${user}/${context}/${at}`, to: user, template: noticeTemplate(kind) },
      ...{ values: { notice: number }, path: '/notifications' },
    }));
    await mail.queueAll(tx, emails);
  };
