// Emails: queued in the transaction of their cause, sent once by a job, logged without their content. Emails of one cause are one job,
// which sends several at a time. An email is composed when it is sent, from what its reader may see then. An attempt holds a lease, so that
// no other process sends the same email meanwhile. It is sent twice when the process is killed, or the connection is lost, between the mail
// server's acceptance and the commit that records it: both times with the same Message-ID, so that mail programs show it once.

import { setTimeout as sleep } from 'node:timers/promises';
import type { Clock } from 'src/base/clock.ts';
import { VISITOR } from 'src/model/access/Subject.ts';
import type { ItemId } from 'src/model/item/Item.ts';
import { problem } from 'src/model/problems.ts';
import type { ReadFilters } from 'src/server/store/readers/readFilters.ts';
import type { JobHandlers } from 'src/server/store/jobRows.ts';
import { addJob, addJobLater } from 'src/server/store/jobRows.ts';
import {
  composeEmail,
  subjectLine,
  type ComposedEmail,
  type Messages,
  type MessageSource,
} from 'src/server/mail/composeEmail.ts';
import { openLabelsFor } from 'src/server/mail/openLabels.ts';
import { RefusedForGood, type MailTransport, type OpenTransport } from 'src/server/mail/mailTransport.ts';
import type { MailTemplate, Reader, ResolvedEmail, SendingContext } from 'src/server/mail/mailTemplates.ts';
import { returnAddressOf } from 'src/server/mail/returnAddress.ts';
import { createUnsubscribeKeys, type UnsubscribeKeys } from 'src/server/mail/unsubscribeKeys.ts';
import type { Sessions } from 'src/server/sessions/sessions.ts';
import { localeOverrides } from 'src/server/store/accounts/localeOverrides.ts';
import { createSemaphore } from 'src/server/semaphore.ts';
import { secret } from 'src/server/store/accounts/siteSecret.ts';
import type { Database, Queryable, Transaction } from 'src/server/store/database.ts';
import type { ItemStorage } from 'src/server/store/itemStorage.ts';
import {
  ATTEMPT_LEASE_S,
  insertMails,
  lockMail,
  mailLog,
  reviveMail,
  settleMail,
  startAttempt,
  type MailValues,
  type MailLogRow,
  type MailRow,
  type Outcome,
} from 'src/server/store/mail/mailRows.ts';
import { isOutage } from 'src/server/store/queryable.ts';

export type Recipient = ItemId | { readonly address: string; readonly name?: string; readonly language?: string };

export interface QueuedEmail {
  /** Key such as `notice/Notify-12`. An email is queued once per key. */
  readonly key: string;
  readonly to: Recipient;
  /** Name of a listed template. */
  readonly template: string;
  /** Ids and numbers, which the template resolves when the email is sent. */
  readonly values: MailValues;
  /** Path of the link from the root of the site. */
  readonly path?: string;
}

export interface Mail {
  /** Adds the email and its job to the transaction. Returns false when one with the same key exists. */
  queue(tx: Transaction, email: QueuedEmail): Promise<boolean>;
  /** Same as queue for the emails of one cause, which are sent several at a time. */
  queueAll(tx: Transaction, emails: readonly QueuedEmail[]): Promise<void>;
  /** Composes a template with example values. Throws `notFound`. */
  preview(template: string, language: string): Promise<ComposedEmail>;
  readonly templates: readonly string[];
  /** Address of the site as a sender. */
  readonly from: string;
  log(db: Queryable, page: Parameters<typeof mailLog>[1]): Promise<MailLogRow[]>;
  /** Sends a failed email again. Throws `notFound`. */
  retry(tx: Transaction, id: number): Promise<void>;
  /** Records that another mail server could not deliver an email (RFC 3464). */
  returned(messageId: string, reason: string): Promise<ReturnResult>;
  /** Handles one click in a mail program. Throws `linkNotValid`. */
  unsubscribe(key: string): Promise<void>;
  readonly jobs: JobHandlers;
}

/** `early`: it is not recorded yet that the email was sent. `unknown`: there is no such email, or it was returned before. */
export type ReturnResult = 'noted' | 'early' | 'unknown';

export interface MailOptions {
  readonly database: Database;
  readonly items: Pick<ItemStorage, 'find' | 'findMany'>;
  readonly readFilters: ReadFilters;
  readonly subjectOf: Sessions['subjectOf'];
  readonly clock: Clock;
  readonly transport: MailTransport;
  /** Called when the first email is queued, sent or shown. */
  readonly templates: () => readonly MailTemplate[];
  /** The shipped texts. */
  readonly messages: Messages;
  readonly siteName: string;
  readonly from: string;
  /** Address for returned emails, without the part of each email. */
  readonly returnAddress?: string | undefined;
  /** The site's own address, without a trailing slash. */
  readonly siteUrl: string;
  /** Maximum number of attempts. */
  readonly attempts?: number;
}

export const SEND_MAIL = 'sendMail';
const QUEUE = 'mail';
/** With the delays of the job queue, about a day and a half. */
const ATTEMPTS = 14;
/** Such jobs run one after another; each keeps its connections open for this number of emails. */
const EMAILS_PER_JOB = 25;
/** Concurrent emails of one job; mail servers allow this to one sender. */
const PARALLEL_EMAILS = 5;
const MAX_FAILURE_LENGTH = 300;
/** Within the lease of the attempt, of which a transport may use a minute. */
const SETTLE_MS = (ATTEMPT_LEASE_S - 90) * 1_000;
const SETTLE_AGAIN_MS = 500;
const MAIL_LANGUAGE = 'en';
export const ONE_ADDRESS = /^[^\s@<>,;:"\\()[\]\p{Cc}]+@[^\s@<>,;:"\\()[\]\p{Cc}]+$/u;
const SITE_PATH = /^\/(?![/\\])[^\s\p{Cc}]*$/u;

interface MailDeps extends MailOptions {
  readonly byName: () => ReadonlyMap<string, MailTemplate>;
  readonly keys: UnsubscribeKeys;
}

const addressedTo = (to: Recipient) =>
  typeof to === 'string'
    ? { toUser: to, address: undefined, name: undefined, language: undefined }
    : { toUser: undefined, address: to.address, name: to.name, language: to.language };

const addJobFor = (tx: Transaction, mails: readonly number[]): Promise<void> =>
  addJob(tx, { name: SEND_MAIL, payload: { mails }, queue: QUEUE });

/** Returns how many are new. */
const queueEmails = async (deps: MailDeps, tx: Transaction, emails: readonly QueuedEmail[]): Promise<number> => {
  for (const { template, path } of emails) {
    if (!deps.byName().has(template)) throw new Error(`There is no mail template ${template}`);
    if (path !== undefined && !SITE_PATH.test(path)) throw new Error(`${path} is no path of this site`);
  }
  const rows = emails.map(({ to, ...email }) => ({ path: undefined, ...email, ...addressedTo(to) }));
  const ids = rows.length === 0 ? [] : await insertMails(tx, rows);
  for (let from = 0; from < ids.length; from += EMAILS_PER_JOB)
    await addJobFor(tx, ids.slice(from, from + EMAILS_PER_JOB));
  return ids.length;
};

const stringOr = <T>(value: unknown, otherwise: T): string | T => (typeof value === 'string' ? value : otherwise);

/** Returns undefined when there is no recipient: deleted, blocked, without an address. */
const emailReader = async ({ items, database }: MailDeps, row: MailRow): Promise<Reader | undefined> => {
  if (row.to_user === null) {
    if (row.address === null) return undefined;
    const { address, name, language } = row;
    return { userId: undefined, address, name: name ?? undefined, language: language ?? MAIL_LANGUAGE };
  }
  const user = await items.find(database, row.to_user);
  const address = stringOr(user?.properties['email'], undefined);
  if (!user || address === undefined || user.properties['blocked'] === true) return undefined;
  return {
    userId: row.to_user,
    address: address.trim(),
    name: stringOr(user.properties['name'], undefined),
    language: stringOr(user.properties['language'], MAIL_LANGUAGE),
  };
};

/** Shared by the emails of one job. */
interface Round extends MailDeps {
  readonly opened: OpenTransport;
  /** Aborted when the process stops. */
  readonly signal: AbortSignal;
  /** Texts by language, each read once. */
  textsIn(language: string): Promise<MessageSource>;
}

const createTextsIn = ({ database, messages }: MailDeps): Round['textsIn'] => {
  const known = new Map<string, Promise<MessageSource>>();
  return (language) => {
    const texts =
      known.get(language) ??
      localeOverrides(database, language).then((overrides) => ({ shipped: messages, overrides }));
    known.set(language, texts);
    return texts;
  };
};

const createReadFilterOf = ({ subjectOf, readFilters }: MailDeps, { userId }: Reader): SendingContext['readFilter'] => {
  const workOut = async (): ReturnType<SendingContext['readFilter']> => {
    const subject = userId === undefined ? VISITOR : await subjectOf(userId);
    return subject && (await readFilters.readFilterFor(subject));
  };
  let readFilter: ReturnType<SendingContext['readFilter']> | undefined;
  return () => (readFilter ??= workOut());
};

const resolved = async (
  deps: Round,
  template: MailTemplate,
  { row, reader }: { readonly row: MailRow; readonly reader: Reader },
): Promise<ResolvedEmail | undefined> => {
  const queued = { values: row.values ?? {}, path: row.path ?? undefined };
  if (!template.resolve) return queued;
  const readFilter = createReadFilterOf(deps, reader);
  const context = {
    ...{ db: deps.database, reader, values: queued.values, now: deps.clock.now() },
    ...{ texts: await deps.textsIn(reader.language), readFilter, label: openLabelsFor(deps, readFilter) },
  };
  const email = await template.resolve(context);
  return email && { ...queued, ...email };
};

const compose = (
  deps: MailDeps,
  template: MailTemplate,
  { email, reader, texts }: { readonly email: ResolvedEmail; readonly reader: Reader; readonly texts: MessageSource },
): ComposedEmail & { readonly unsubscribe: string | undefined } => {
  const { siteUrl, siteName } = deps;
  const key =
    template.unsubscribe && reader.userId !== undefined
      ? deps.keys.keyOf({ userId: reader.userId, template: template.name })
      : undefined;
  const says = template.messages ?? template.name;
  const parts = {
    prefix: email.variant === undefined ? `mail.${says}` : `mail.${says}.${email.variant}`,
    language: reader.language,
    values: { site: siteName, address: reader.address, reader: reader.name ?? '', ...email.values },
    link: email.path === undefined ? undefined : `${siteUrl}${email.path}`,
    unsubscribeLink: key === undefined ? undefined : `${siteUrl}/unsubscribe#${key}`,
  };
  return {
    ...composeEmail(parts, texts),
    unsubscribe: key === undefined ? undefined : `${siteUrl}/api/unsubscribe/${key}`,
  };
};

const DROPPED: Outcome = { state: 'dropped' };

const attempt = async (deps: Round, row: MailRow): Promise<Outcome> => {
  const template = deps.byName().get(row.template);
  const reader = await emailReader(deps, row);
  if (!template || !reader) return DROPPED;
  const email = await resolved(deps, template, { row, reader });
  if (!email) return DROPPED;
  const to: Reader = { ...reader, ...email.to };
  const { address } = to;
  if (!ONE_ADDRESS.test(address)) return { state: 'refused', address: subjectLine(address), reason: 'no address' };
  const composed = compose(deps, template, { email, reader: to, texts: await deps.textsIn(to.language) });
  await deps.opened.send({
    ...composed,
    messageId: `${row.message_id}@${new URL(deps.siteUrl).hostname}`,
    from: deps.from,
    returnTo: deps.returnAddress === undefined ? undefined : returnAddressOf(deps.returnAddress, row.message_id),
    to: { address, name: subjectLine(to.name ?? '') },
    date: deps.clock.now(),
    ...{
      replyTo: email.replyTo,
      byPerson: email.byPerson,
      attachments: email.attachments,
      calendar: email.calendar,
    },
  });
  return { state: 'sent', address };
};

const failureReason = (error: unknown): string =>
  subjectLine(error instanceof Error ? error.message : String(error)).slice(0, MAX_FAILURE_LENGTH);

const settleOnce = async (
  { database, byName, returnAddress }: MailDeps,
  row: MailRow,
  outcome: Outcome,
): Promise<void> => {
  const template = byName().get(row.template);
  if (!template?.settled) return await settleMail(database, row.id, outcome);
  await database.transaction(async (tx) => {
    // The values are needed when the email is returned later.
    await settleMail(tx, row.id, { ...outcome, keepValues: returnAddress !== undefined });
    await template.settled?.(tx, { values: row.values ?? {}, outcome });
  });
};

const returned = async (deps: MailDeps, messageId: string, reason: string): Promise<ReturnResult> =>
  await deps.database.transaction(async (tx) => {
    const row = await lockMail(tx, messageId);
    if (row?.state === 'waiting') return 'early';
    if (row?.state !== 'sent') return 'unknown';
    const outcome: Outcome = { state: 'refused', reason: subjectLine(reason).slice(0, MAX_FAILURE_LENGTH) };
    await settleMail(tx, row.id, outcome);
    if (row.values) await deps.byName().get(row.template)?.settled?.(tx, { values: row.values, outcome });
    return 'noted';
  });

/** Records the result of an attempt. Waits for a lost database: otherwise an email that was sent would be sent again. */
const settleAttempt = async (round: Round, row: MailRow, outcome: Outcome): Promise<void> => {
  const { signal } = round;
  for (const until = performance.now() + SETTLE_MS; ;) {
    try {
      return await settleOnce(round, row, outcome);
    } catch (error) {
      if (!isOutage(error) || signal.aborted || performance.now() > until) throw error;
      await sleep(SETTLE_AGAIN_MS);
    }
  }
};

/** Throws to make the job queue retry later. */
const attemptOnce = async (deps: Round, row: MailRow): Promise<void> => {
  let outcome: Outcome;
  try {
    outcome = await attempt(deps, row);
  } catch (error) {
    const reason = failureReason(error);
    const address = row.address ?? (await emailReader(deps, row))?.address;
    if (error instanceof RefusedForGood) return await settleAttempt(deps, row, { state: 'refused', address, reason });
    const last = row.attempts >= (deps.attempts ?? ATTEMPTS);
    await settleAttempt(deps, row, { state: last ? 'failed' : 'waiting', address: undefined, reason });
    if (!last) throw error;
    return;
  }
  await settleAttempt(deps, row, outcome);
};

/** Retries after the lease of another attempt, which may have been killed. */
const sendById = async (deps: Round, id: string): Promise<void> => {
  const row = await startAttempt(deps.database, id);
  if (!row) return;
  if (!('leasedUntil' in row)) return await attemptOnce(deps, row);
  const job = { name: SEND_MAIL, payload: { mails: [Number(id)] }, key: `${SEND_MAIL} ${id}`, queue: QUEUE };
  await addJobLater(deps.database, job, row.leasedUntil);
};

/** Skips emails that were sent before. Throws after the last one when any must be retried. */
const sendAll = async (deps: MailDeps, ids: readonly number[], signal: AbortSignal): Promise<void> => {
  const most = Math.min(ids.length, PARALLEL_EMAILS);
  const round: Round = { ...deps, signal, opened: deps.transport.open(most), textsIn: createTextsIn(deps) };
  const { run } = createSemaphore({ limit: most });
  const send = async (id: number): Promise<void> => {
    signal.throwIfAborted();
    await sendById(round, String(id));
  };
  try {
    const ends = await Promise.allSettled(ids.map((id) => run(() => send(id))));
    for (const end of ends) if (end.status === 'rejected') throw end.reason;
  } finally {
    round.opened.close();
  }
};

const preview = async (deps: MailDeps, name: string, language: string): Promise<ComposedEmail> => {
  const template = deps.byName().get(name);
  if (!template) throw problem('notFound');
  const reader = { userId: 'User-0', address: 'reader@example.org', name: 'Reader', language };
  const texts = await createTextsIn(deps)(language);
  const values = typeof template.example === 'function' ? template.example(texts, language) : template.example;
  return compose(deps, template, { email: { values, path: '/' }, reader, texts });
};

const unsubscribe = async ({ keys, byName, database }: MailDeps, key: string): Promise<void> => {
  const found = keys.open(key);
  const template = found && byName().get(found.template);
  if (!template?.unsubscribe) throw problem('linkNotValid');
  await database.transaction(async (tx) => template.unsubscribe?.(tx, found?.userId ?? ''));
};

export const createMail = async (options: MailOptions): Promise<Mail> => {
  let byName: ReadonlyMap<string, MailTemplate> | undefined;
  const deps: MailDeps = {
    ...options,
    byName: () => (byName ??= new Map(options.templates().map((template) => [template.name, template]))),
    keys: createUnsubscribeKeys(await secret(options.database, 'unsubscribe')),
  };
  return {
    queue: async (tx, email) => (await queueEmails(deps, tx, [email])) > 0,
    queueAll: async (tx, emails) => void (await queueEmails(deps, tx, emails)),
    preview: (template, language) => preview(deps, template, language),
    get templates() {
      return [...deps.byName().keys()];
    },
    from: options.from,
    log: mailLog,
    async retry(tx, id) {
      if (!(await reviveMail(tx, id))) throw problem('notFound');
      await addJobFor(tx, [id]);
    },
    returned: (messageId, reason) => returned(deps, messageId, reason),
    unsubscribe: (key) => unsubscribe(deps, key),
    jobs: { [SEND_MAIL]: ({ mails }, signal) => sendAll(deps, mails as number[], signal) },
  };
};
