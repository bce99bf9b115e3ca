// The email of a mention, through a real SMTP server: it names who mentioned the reader and in which record, and quotes the words. An email
// about a record that emails may not name contains none of these.

import { afterAll, beforeAll, expect, it } from 'vitest';
import type { ItemId } from 'src/model/item/Item.ts';
import { okOf, operationsOf } from 'tests/product/productOperations.ts';
import { openProductWorld, type ProductWorld } from 'tests/product/productWorld.ts';
import { startMailServer, type MailServer } from 'tests/server/mail/startMailServer.ts';

const [WRITER, MENTIONED] = ['member', 'private reader'] as const;
const WORDS = 'I think the low one of April.';

let smtp: MailServer;
let world: ProductWorld;
const { act } = operationsOf(() => world);

beforeAll(async () => {
  smtp = await startMailServer();
  world = await openProductWorld({ smtpUrl: smtp.url });
  await world.change(world.idOf(WRITER), { name: 'Isaro Brightwater' });
});
afterAll(async () => {
  await world.stop();
  await smtp.stop();
});

/** Creates a record, mentions the person about it, and returns the subject and the text of the email. */
const emailOfMention = async (level: 'COMMUNITY' | 'PRIVATE', title: string) => {
  const record: ItemId = await world.newItem({ type: 'ArchiveEntry', level, mark: title, more: { title } });
  smtp.emails.splice(0);
  const writer = level === 'PRIVATE' ? 'administrator' : WRITER;
  okOf(
    await act(writer, 'beginConversation', record, {
      subject: 'Which tide was this?',
      body: `@you ${WORDS}`,
      mentions: [world.idOf(MENTIONED)],
    }),
  );
  await world.runJobs();
  const emails = smtp.emails.filter(({ to }) => to.some((address) => address.startsWith('private.reader@')));
  expect(emails).toHaveLength(1);
  const [{ mail, raw } = { mail: undefined, raw: '' }] = emails;
  return { subject: mail?.subject ?? '', text: mail?.text ?? '', html: String(mail?.html ?? ''), raw };
};

it('[CONV-01] [NTFY-02] the email of a mention names who mentioned you, in which record, with the words', async () => {
  const { subject, text, html } = await emailOfMention('COMMUNITY', 'Ferry log of the narrows');
  expect(subject).toBe('Isaro Brightwater mentioned you in “Which tide was this? – Ferry log of the narrows”');
  expect(text).toContain(subject);
  expect(text).toContain(WORDS);
  expect(text).toMatch(/\/i-Message-\d+/);
  expect(html).toContain(WORDS);
});

it('[CONV-01] [NTFY-02] the email of a mention about a private record names neither the record nor the words', async () => {
  const { subject, text, html, raw } = await emailOfMention('PRIVATE', 'Burial ground of the narrows');
  for (const part of [subject, text, html, raw])
    for (const secret of ['Burial', 'tide', WORDS]) expect(part).not.toContain(secret);
  expect(text).toMatch(/Sign in to .+ to see it\./);
});
