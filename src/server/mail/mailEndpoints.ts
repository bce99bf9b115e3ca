// Endpoints of emails for administrators of the site: read the log, which contains recipients but no contents, preview a template, send a
// failed email again, and send a test email.

import type { Endpoints } from 'src/model/generated/endpoints.ts';
import { problem } from 'src/model/problems.ts';
import type { Context } from 'src/server/context.ts';
import { endpoint, type MailNeeds } from 'src/server/mail/MailNeeds.ts';
import type { MailLogRow } from 'src/server/store/mail/mailRows.ts';

const DEFAULT_MAIL_PAGE = 50;
const LARGEST_MAIL_PAGE = 200;

const demandAdmin = ({ subject }: Context<MailNeeds>): void => {
  if (!subject.admin) throw problem('notAllowed');
};

const mailLogEntry = (row: MailLogRow): Endpoints['mailLog']['answer']['entries'][number] => ({
  entry: Number(row.id),
  template: row.template,
  to: row.to_user,
  address: row.address,
  state: row.state,
  attempts: row.attempts,
  reason: row.reason,
  added: row.added.toISOString(),
  settled: row.settled?.toISOString() ?? null,
});

export const mailLogEndpoint = endpoint('mailLog', async (context, input) => {
  demandAdmin(context);
  const max = Math.min(LARGEST_MAIL_PAGE, input.max ?? DEFAULT_MAIL_PAGE);
  const rows = await context.services.mail.log(context.db, {
    before: input.before,
    state: input.state,
    max: max + 1,
  });
  return { entries: rows.slice(0, max).map(mailLogEntry), more: rows.length > max };
});

export const previewMail = endpoint('previewMail', async (context, { template, language }) => {
  demandAdmin(context);
  const { mail } = context.services;
  const { templates } = mail;
  if (template === undefined) return { templates: [...templates] };
  const { subject, text, html } = await mail.preview(template, language ?? 'en');
  return { templates: [...templates], subject, text, html };
});

export const retryMail = endpoint('retryMail', async (context, { entry }) => {
  demandAdmin(context);
  await context.services.mail.retry(context.tx, entry);
  return {};
});

export const testMail = endpoint('testMail', async (context) => {
  demandAdmin(context);
  const { subject, services, now } = context;
  const key = `test/${subject.userId ?? ''}/${now.toISOString()}`;
  const email = { key, to: subject.userId ?? '', template: 'test', values: {}, path: '/' };
  await services.mail.queue(context.tx, email);
  return {};
});
