// Letters about notices: one at once for each kind, and the daily one. What they say is worked out when they are sent, by what the reader
// may see then: of an item whose label may not stand in mail a letter says only that something waits. Listed in services.ts.

import type { Item, ItemId } from 'src/model/item/Item.ts';
import type { ServerRegistry } from 'src/model/schema/Registry.ts';
import { SYSTEM_TYPES } from 'src/model/schema/systemTypes.ts';
import type { ReadFilters } from 'src/server/access/read/readFilters.ts';
import { createShownNotices } from 'src/server/events/shownNotices.ts';
import { formatMessage, type Messages } from 'src/server/mail/composeLetter.ts';
import type { MailTemplate, ResolvedLetter, SendingContext } from 'src/server/mail/mailTemplates.ts';
import type { Sessions } from 'src/server/sessions/sessions.ts';
import { localeOverrides } from 'src/server/store/accounts/localeOverrides.ts';
import type { ItemStorage } from 'src/server/store/itemStorage.ts';
import { preferencesOf, setPreferences } from 'src/server/store/notices/noticeChoices.ts';
import { inDigest } from 'src/server/store/notices/digestRows.ts';
import { listNotices, type NoticePage } from 'src/server/store/notices/noticeRows.ts';

export const noticeTemplate = (kind: string): string => `notice.${kind}`;
export const DIGEST_TEMPLATE = 'digest';

/** Lines of a daily letter; the page has all. */
const MAX_LINES = 30;

/** Those that may stand in mail. */
const sentencesOf = async (
  { db, reader: { language }, label }: SendingContext,
  shipped: Messages,
  notices: readonly Item[],
): Promise<string[]> => {
  const source = { shipped, overrides: await localeOverrides(db, language) };
  const sentences: string[] = [];
  for (const { by, goneLabel, count, $kind, ...notice } of notices) {
    // What is gone was as open as the event of it.
    const open = await label(String(notice[goneLabel === undefined ? '$context' : 'event']));
    if (open === undefined) continue;
    const named = typeof by === 'string' ? await label(by) : undefined;
    const who = named ?? formatMessage('events.somebody', source, { language, values: {} });
    const values = { who, label: String(goneLabel ?? open), count: Number(count ?? 1) };
    sentences.push(formatMessage(`events.${String($kind)}.text`, source, { language, values }));
  }
  return sentences;
};

interface Options {
  readonly registry: ServerRegistry;
  readonly items: Pick<ItemStorage, 'readVisible' | 'labels'>;
  readonly readFilters: Pick<ReadFilters, 'readFilterFor'>;
  readonly subjectOf: Sessions['subjectOf'];
  /** The shipped texts. */
  readonly messages: Messages;
}

export const noticeLetters = (options: Options): readonly MailTemplate[] => {
  const { registry, readFilters, subjectOf, messages } = options;
  const show = createShownNotices(options);
  const eventType = registry.types[SYSTEM_TYPES.event]?.number ?? 0;

  /** Those that the reader has not read and may still see. */
  const waitingFor = async ({ db, reader }: SendingContext, page: NoticePage): Promise<Item[]> => {
    const subject = reader.userId === undefined ? undefined : await subjectOf(reader.userId);
    if (!subject?.userId) return [];
    const readFilter = await readFilters.readFilterFor(subject);
    const query = { user: subject.userId, mask: readFilter.mask, eventType };
    const rows = await listNotices(db, query, { ...page, unread: true });
    return await show(db, readFilter, { rows, channel: undefined });
  };

  const setModes = async (
    db: Parameters<typeof setPreferences>[0],
    userId: ItemId,
    kinds: readonly string[],
  ): Promise<void> =>
    setPreferences(db, userId, { modes: Object.fromEntries(kinds.map((kind) => [kind, 'NONE' as const])) });

  const atOnce = Object.keys(registry.notices).map((kind): MailTemplate => ({
    name: noticeTemplate(kind),
    messages: 'notice',
    example: { what: '…' },
    async resolve(context): Promise<ResolvedLetter | undefined> {
      const [notice] = await waitingFor(context, { numbers: [Number(context.values['notice'])], max: 1 });
      if (!notice) return undefined;
      const [what] = await sentencesOf(context, messages, [notice]);
      if (what === undefined) return { values: {}, variant: 'closed' };
      return { values: { what }, path: `/i-${String(notice['$context'])}` };
    },
    unsubscribe: (tx, userId) => setModes(tx, userId, [kind]),
  }));

  const digest: MailTemplate = {
    name: DIGEST_TEMPLATE,
    example: { lines: '…', count: 1 },
    async resolve(context): Promise<ResolvedLetter | undefined> {
      const { db, reader, values } = context;
      const numbers = await inDigest(db, reader.userId ?? '', Number(values['digest']));
      const waiting = numbers.length > 0 ? await waitingFor(context, { numbers, max: numbers.length }) : [];
      if (waiting.length === 0) return undefined;
      const lines = await sentencesOf(context, messages, waiting.slice(0, MAX_LINES));
      if (lines.length === 0) return { values: { count: waiting.length }, variant: 'closed' };
      return { values: { count: waiting.length, lines: lines.join('\n') } };
    },
    async unsubscribe(tx, userId) {
      const { modes } = await preferencesOf(tx, userId);
      const inLetter = Object.entries(registry.notices).filter(([kind, mode]) => (modes[kind] ?? mode) === 'DIGEST');
      await setModes(
        tx,
        userId,
        inLetter.map(([kind]) => kind),
      );
    },
  };

  return [...atOnce, digest];
};
