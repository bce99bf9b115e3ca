// Emails of notices: immediate ones for each kind, and the daily one. They are composed when they are sent, from what the reader may see
// then: for an item that emails may not name, they contain only the kind of event. Declared in module.ts.

import type { Item, ItemId, Json } from 'src/model/item/Item.ts';
import type { ServerRegistry } from 'src/model/schema/Registry.ts';
import { SYSTEM_USER } from 'src/model/item/itemId.ts';
import { SYSTEM_TYPES } from 'src/model/schema/systemTypes.ts';
import type { ReadFilters } from 'src/server/store/readers/readFilters.ts';
import { createNoticeFacts } from 'src/server/events/noticeFacts.ts';
import { createShownNotices } from 'src/server/events/shownNotices.ts';
import { formatMessage, type MessageSource } from 'src/server/mail/composeEmail.ts';
import type { MailTemplate, ResolvedEmail, SendingContext } from 'src/server/mail/mailTemplates.ts';
import type { ItemStorage, StoredItem } from 'src/server/store/itemStorage.ts';
import { preferencesOf, storeNoticePreferences } from 'src/server/store/notices/noticeChoices.ts';
import { aclsOfNotices, listNotices, type NoticePage } from 'src/server/store/notices/noticeRows.ts';

export const noticeTemplate = (kind: string): string => `notice.${kind}`;
export const DIGEST_TEMPLATE = 'digest';

/** Maximum lines of a daily email; the page has all notices. */
const MAX_DIGEST_LINES = 30;
/** Lines of the daily email in its preview. */
const EXAMPLE_LINES = 3;
/** Counts above this are not exact. */
const MAX_COUNTED = 10_000;

/**
 * Returns the words of a notice of this kind to the person it is for. The person who caused it gets a receipt (`own`). `named`: the email
 * may name the first of the items that the notice is about.
 */
const noticeMessage = (
  kind: string,
  { shipped }: MessageSource,
  { own, named }: { readonly own: boolean; readonly named: boolean },
): string =>
  [...(own ? [`events.${kind}.own`] : []), ...(named ? [`events.${kind}.named`] : []), `events.${kind}.you`].find(
    (id) => id in shipped,
  ) ?? `events.${kind}.text`;

/** Notice, or an event without a separate notice. */
type Notice = Readonly<Record<string, Json | undefined>>;

interface Caused {
  readonly by: Json | undefined;
  readonly texts: MessageSource;
  readonly language: string;
}

/** Returns the name of the person who caused a notice; the server has its own name. */
const nameOfCause = ({ by, texts, language }: Caused, label: string | undefined): string =>
  label ?? formatMessage(by === SYSTEM_USER ? 'app.system' : 'events.someone', texts, { language, values: {} });

/** Returns the sentence of a notice; undefined when emails may not name its item. */
const sentenceOf = async (
  { reader: { language, userId }, texts, label }: SendingContext,
  { by, goneLabel, count, $kind, description, also, ...notice }: Notice,
): Promise<string | undefined> => {
  // A deleted item has the level of its event.
  const about = String(notice[goneLabel === undefined ? '$context' : 'event']);
  const [firstId] = Array.isArray(also) ? also : [];
  const [open, named, first] = await Promise.all([
    label(about),
    typeof by === 'string' ? label(by) : undefined,
    typeof firstId === 'string' ? label(firstId) : undefined,
  ]);
  if (open === undefined) return undefined;
  const who = nameOfCause({ by, texts, language }, named);
  const total = Number(count ?? 1);
  const said = { label: String(goneLabel ?? open), count: total, detail: String(description ?? '') };
  const own = by === userId;
  return formatMessage(noticeMessage(String($kind), texts, { own, named: first !== undefined }), texts, {
    language,
    values: { who, ...said, first: first ?? '', others: total - 1 },
  });
};

/** Returns an example sentence of this kind about a fictitious record. */
const exampleSentence = (kind: string, texts: MessageSource, language: string): string => {
  const word = (id: string): string => formatMessage(id, texts, { language, values: {} });
  const values = {
    who: word('mail.example.who'),
    label: word('mail.example.label'),
    count: 2,
    detail: word('mail.example.label'),
  };
  return formatMessage(noticeMessage(kind, texts, { own: false, named: false }), texts, { language, values });
};

/** Returns the name of an event kind, without any item. */
const nameOfKind = ({ texts, reader: { language } }: SendingContext, { $kind }: Notice): string =>
  formatMessage(`events.${String($kind)}.name`, texts, { language, values: {} });

/**
 * Returns the sentence of a notice whose item emails may not name, with the label of its project: `events.{kind}.about` if declared,
 * otherwise the name of the kind. A sentence with `{detail}` contains details of the event, such as the name of a step.
 */
const sentenceAbout = (context: SendingContext, notice: Notice, label: string): string => {
  const { texts, reader } = context;
  const declared = `events.${String(notice['$kind'])}.about`;
  const id = declared in texts.shipped ? declared : 'mail.notice.about.other';
  const values = { label, name: nameOfKind(context, notice), detail: String(notice['description'] ?? '') };
  return formatMessage(id, texts, { language: reader.language, values });
};

/** Returns the sentence of an event without a separate notice, in the email of another one. */
const sentenceOfEvent = async (
  context: SendingContext,
  event: StoredItem,
  project: string | undefined,
): Promise<string> => {
  const { kind, context: about, description } = event.properties;
  const notice = { $kind: kind, $context: about, by: event.creator, event: event.id, description };
  const named = await sentenceOf(context, notice);
  return named ?? (project === undefined ? nameOfKind(context, notice) : sentenceAbout(context, notice, project));
};

/** Returns the line of a notice in the daily email. */
const digestLine = async (context: SendingContext, notice: Item): Promise<string> => {
  const { project } = notice;
  const [named, label] = await Promise.all([
    sentenceOf(context, notice),
    typeof project === 'string' ? context.label(project) : undefined,
  ]);
  return named ?? (label === undefined ? nameOfKind(context, notice) : sentenceAbout(context, notice, label));
};

/** Returns the text about the expected action, if the kind has one. */
const expectedAction = ({ texts, reader: { language } }: SendingContext, kind: string): string[] => {
  const id = `events.${kind}.next`;
  return id in texts.shipped ? [formatMessage(id, texts, { language, values: {} })] : [];
};

interface Waiting {
  readonly count: number;
  readonly first: readonly Item[];
}

interface Options {
  readonly registry: ServerRegistry;
  readonly items: Pick<ItemStorage, 'readVisible' | 'labels' | 'find' | 'findMany'>;
  readonly readFilters: Pick<ReadFilters, 'learn'>;
}

export const noticeEmails = (options: Options): readonly MailTemplate[] => {
  const { registry } = options;
  const show = createShownNotices(options);
  const factsOf = createNoticeFacts(options);
  const eventType = registry.types[SYSTEM_TYPES.event]?.number ?? 0;

  /** Returns how many notices the reader may still see, and the first ones: unread ones, unless the page says otherwise. */
  const waitingFor = async ({ db, reader, ...context }: SendingContext, page: NoticePage): Promise<Waiting> => {
    const readFilter = await context.readFilter();
    if (!readFilter || reader.userId === undefined) return { count: 0, first: [] };
    // Another process may have written their items just now.
    if (page.numbers) await options.readFilters.learn(await aclsOfNotices(db, page.numbers, eventType));
    const query = { user: reader.userId, mask: readFilter.mask, eventType };
    const rows = await listNotices(db, query, { unread: true, ...page });
    const first = await show(db, readFilter, { rows: rows.slice(0, MAX_DIGEST_LINES), channel: undefined });
    return { count: rows.length, first };
  };

  const setModes = async (
    db: Parameters<typeof storeNoticePreferences>[0],
    userId: ItemId,
    kinds: readonly string[],
  ): Promise<void> =>
    storeNoticePreferences(db, userId, { modes: Object.fromEntries(kinds.map((kind) => [kind, 'NONE' as const])) });

  const atOnce = Object.keys(registry.notices).map((kind): MailTemplate => ({
    name: noticeTemplate(kind),
    messages: 'notice',
    example: (texts, language) => ({ what: exampleSentence(kind, texts, language), details: '' }),
    async resolve(context): Promise<ResolvedEmail | undefined> {
      const page = { numbers: [Number(context.values['notice'])], max: 1, unread: undefined };
      const { first } = await waitingFor(context, page);
      // A receipt is also sent when its reader has opened the item and so marked the notice as read.
      const notice = first.find(({ unread, by }) => unread === true || by === context.reader.userId);
      if (!notice) return undefined;
      const { project, blocks, together } = await factsOf(context, notice);
      const named = await sentenceOf(context, notice);
      const what = named ?? (project === undefined ? undefined : sentenceAbout(context, notice, project));
      if (what === undefined) return { values: { what: nameOfKind(context, notice) }, variant: 'closed' };
      const others = await Promise.all(together.map((event) => sentenceOfEvent(context, event, project)));
      const details = [...others, ...expectedAction(context, kind), ...blocks].map((block) => `\n\n${block}`).join('');
      return { values: { what, details }, path: `/i-${String(notice['$context'])}` };
    },
    unsubscribe: (tx, userId) => setModes(tx, userId, [kind]),
  }));

  const digest: MailTemplate = {
    name: DIGEST_TEMPLATE,
    example: (texts, language) => {
      const lines = Object.keys(registry.notices)
        .slice(0, EXAMPLE_LINES)
        .map((kind) => exampleSentence(kind, texts, language));
      return { lines: lines.join('\n'), count: lines.length };
    },
    async resolve(context): Promise<ResolvedEmail | undefined> {
      const mailed = new Date(Number(context.values['digest']));
      const { count, first } = await waitingFor(context, { mailed, max: MAX_COUNTED });
      if (first.length === 0) return undefined;
      const lines = await Promise.all(first.map((notice) => digestLine(context, notice)));
      return { values: { count, lines: lines.join('\n') } };
    },
    async unsubscribe(tx, userId) {
      const { modes } = await preferencesOf(tx, userId);
      const inDigest = Object.entries(registry.notices).filter(([kind, mode]) => (modes[kind] ?? mode) === 'DIGEST');
      await setModes(
        tx,
        userId,
        inDigest.map(([kind]) => kind),
      );
    },
  };

  return [...atOnce, digest];
};
