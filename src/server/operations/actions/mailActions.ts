// What an administrator of the site does about mail: look at the log, which says who was written to and never what, see what a
// kind of letter says, send one again that was given up, and try whether mail arrives.

import type { Json } from 'src/model/item/Item.ts';
import { problem } from 'src/model/problems.ts';
import type { Context } from 'src/server/context.ts';
import type { EngineAction } from 'src/server/operations/actions/engineActions.ts';
import type { MailLogRow } from 'src/server/store/mail/mailRows.ts';

const DEFAULT_PAGE = 50;
const LARGEST_PAGE = 200;

const onlyAdmins = ({ subject }: Context): void => {
  if (!subject.admin) throw problem('notAllowed');
};

const shown = (row: MailLogRow): Json => ({
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

export const mailLog: EngineAction<'mailLog'> = {
  name: 'mailLog',
  async run(input, context) {
    onlyAdmins(context);
    const max = Math.min(LARGEST_PAGE, (input['max'] as number | undefined) ?? DEFAULT_PAGE);
    const rows = await context.services.mail.log(context.db, {
      before: input['before'] as number | undefined,
      state: input['state'] as string | undefined,
      max: max + 1,
    });
    return { entries: rows.slice(0, max).map(shown), more: rows.length > max };
  },
};

export const previewMail: EngineAction<'previewMail'> = {
  name: 'previewMail',
  async run({ template, language }, context) {
    onlyAdmins(context);
    const { mail } = context.services;
    const templates: Json = { templates: [...mail.templates] };
    if (typeof template !== 'string') return templates;
    const { subject, text, html } = await mail.preview(template, typeof language === 'string' ? language : 'en');
    const preview: Json = { templates: [...mail.templates], subject, text, html };
    return preview;
  },
};

export const retryMail: EngineAction<'retryMail'> = {
  name: 'retryMail',
  async run({ entry }, context) {
    onlyAdmins(context);
    await context.services.mail.retry(context.tx, entry as number);
    return {};
  },
};

export const testMail: EngineAction<'testMail'> = {
  name: 'testMail',
  async run(_, context) {
    onlyAdmins(context);
    const { subject, services, now } = context;
    const key = `test/${subject.userId ?? ''}/${now.toISOString()}`;
    const letter = { key, to: subject.userId ?? '', template: 'test', values: {}, path: '/' };
    await services.mail.queue(context.tx, letter);
    return {};
  },
};
