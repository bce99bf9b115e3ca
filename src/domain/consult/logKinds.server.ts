// The kinds of contact that a consultation log holds, each with where its records are found, when it took place, and its rows. Only what was
// between the two sides is an entry: nothing of an internal review is one.

import { MOVE_KINDS } from 'src/domain/consult/logMoves.server.ts';
import {
  dayOf,
  idsAt,
  joined,
  labelOf,
  LOG_CHANNEL,
  NOTHING,
  proseOf,
  readSides,
  submitterOf,
  textOf,
  type Log,
  type LogKind,
  type LogRow,
  type PartsOf,
} from 'src/domain/consult/logRows.server.ts';
import { isItemId } from 'src/model/item/itemId.ts';
import type { Item, ItemId } from 'src/model/item/Item.ts';
import { instantOf } from 'src/model/calendar/instantOf.ts';
import { listTexts } from 'src/server/extend.ts';

/** The moment at which a meeting began, by the clocks of its owner; its day where the time is not known. */
const begunAt = async (item: Item, log: Log): Promise<string | undefined> => {
  const [date, start] = [dayOf(item, 'date'), dayOf(item, 'start')];
  if (date === undefined || start === undefined) return date;
  return instantOf(date, start, await log.zoneOf(item['owner']))?.toISOString() ?? date;
};

const meetings: LogKind = {
  ...{ key: 'meeting', group: 'meeting', type: 'Meeting' },
  // A meeting that is planned has not been a contact yet.
  must: ({ about }) => ({ context: about, state: ['PAST'] }),
  at: begunAt,
  async rows(log, items) {
    const othersOf: PartsOf = (item) => [...idsAt(item, 'otherOrgs'), ...idsAt(item, 'otherContacts')];
    const sidesOf = await readSides(log, items, (item) => [item['owner'], ...othersOf(item)].filter(isItemId));
    const method = log.words.named('types.Meeting.label', 'Meeting');
    const rows = await Promise.all(
      items.map(async (item): Promise<LogRow[]> => {
        const { sides, isOwn } = sidesOf(item);
        if (othersOf(item).length === 0 || isOwn) return [];
        const at = (await begunAt(item, log)) ?? '';
        const answer = log.hasMinutes ? proseOf(item['minutes']) : '';
        const said = { subject: textOf(item['summary']), answer, hasText: answer !== '', record: item.$id };
        return [{ ...NOTHING, ...sides, at, method, ...said }];
      }),
    );
    return rows.flat();
  },
};

const communications: LogKind = {
  ...{ key: 'communication', group: 'communication', type: 'CommLog' },
  must: ({ about }) => ({ context: about }),
  at: (item) => dayOf(item, 'date'),
  async rows(log, items) {
    const { context, words } = log;
    const listText = await listTexts(context, ['CommLog'], { items, language: words.language });
    const sidesOf = await readSides(log, items, (item) => [item['owner'], ...idsAt(item, 'contacts')].filter(isItemId));
    return items.flatMap((item): LogRow[] => {
      const { sides, isOwn } = sidesOf(item);
      const said = { subject: textOf(item['subject']), answer: proseOf(item['body']), record: item.$id };
      const kind = listText(item, 'type') || words.named('types.CommLog.label', 'CommLog');
      const row = { at: textOf(item['date']), method: joined([kind, listText(item, 'direction')], ', ') };
      const papers = { files: idsAt(item, 'attachments'), hasText: said.answer !== '' };
      // The item leaves out people whom the reader may not see, so a call that names no one may be one with the other side.
      return isOwn ? [] : [{ ...NOTHING, ...sides, ...row, ...said, ...papers }];
    });
  },
};

const sentAt = (item: Item): string => textOf(item['created']) || item._c.ts;

const messages: LogKind = {
  ...{ key: 'message', group: 'message', type: 'Message' },
  must: ({ threads }) => (threads.size === 0 ? undefined : { thread: [...threads.keys()] }),
  at: (item) => (item['struckAt'] === undefined ? sentAt(item) : undefined),
  rows: (log, items) =>
    Promise.resolve(
      items.flatMap((item): LogRow[] => {
        const thread = log.threads.get(textOf(item['thread']));
        if (!thread || item['struckAt'] !== undefined) return [];
        return [
          {
            ...NOTHING,
            ...{ at: sentAt(item), method: log.words.named('types.Message.label', 'Message') },
            ...{ submitter: submitterOf(log), ...thread },
            answer: joined([labelOf(item, item['author']), proseOf(item['body'])], ': '),
            ...{ files: idsAt(item, 'attachments'), hasText: true, record: item.$id },
          },
        ];
      }),
    ),
};

const PDF = 'application/pdf';

/** Returns the ids of files of letters that are not what was handed over: a letter that left as a PDF has one for editing too. */
const editableFiles = async ({ context }: Log, items: readonly Item[]): Promise<ReadonlySet<ItemId>> => {
  const { services, db, readFilter } = context;
  const ids = items.flatMap((item) => idsAt(item, 'files'));
  const found = await services.items.readVisible(db, readFilter, ids, { channel: LOG_CHANNEL });
  const types = new Map(found.map((file) => [file.$id, file['filetype']]));
  return new Set(
    items.flatMap((item) => {
      const files = idsAt(item, 'files');
      const isPdf = (id: ItemId): boolean => types.get(id) === PDF;
      return files.some(isPdf) ? files.filter((id) => !isPdf(id)) : [];
    }),
  );
};

const letters: LogKind = {
  ...{ key: 'letter', group: 'letter', type: 'Letter' },
  must: ({ about, consultation }) => ({ context: about, state: ['SENT'], to: idsAt(consultation, 'primaryOrg') }),
  at: (item) => dayOf(item, 'sent'),
  async rows(log, items) {
    const { words } = log;
    const left = await editableFiles(log, items);
    return items.map((item) => {
      const by = textOf(item['by']);
      const way = by === '' ? '' : words.named(`types.Letter.enum.by.${by}`, by);
      return {
        ...NOTHING,
        ...{ at: textOf(item['sent']), method: joined([words.named('types.Letter.label', 'Letter'), way], ', ') },
        ...{ submitter: submitterOf(log), community: labelOf(item, item['owner']) },
        ...{ subject: textOf(item['subject']), answer: proseOf(item['body']), record: item.$id },
        files: [...idsAt(item, 'files'), ...idsAt(item, 'attachments')].filter((id) => !left.has(id)),
      };
    });
  },
};

const raisedAt = (concern: Item): string => textOf(concern['madeOn']) || concern._c.ts;

/** Commitments that were made, with their day and state; an open concern has none yet. */
const commitmentsOf = ({ words }: Log, item: Item): string => {
  const [made, status] = [proseOf(item['commitmentMade']), textOf(item['status'])];
  const day = textOf(item['fulfilBy']);
  if (made === '' && day === '' && status === 'OPEN') return '';
  const by = day === '' ? '' : words.date(day);
  return joined([made, by, words.named(`types.ConsultResponseConcern.enum.status.${status}`, status)], '; ');
};

/** Until the community has answered they are its own. */
const concerns: LogKind = {
  ...{ key: 'concern', group: 'concern', type: 'ConsultResponseConcern' },
  must: ({ responses }) => {
    const given = [...responses].filter(([, { isGiven }]) => isGiven).map(([id]) => id);
    return given.length === 0 ? undefined : { response: given };
  },
  at: raisedAt,
  rows: (log, items) =>
    Promise.resolve(
      items.map((item) => ({
        ...NOTHING,
        ...{ at: raisedAt(item), method: log.words.named('types.ConsultResponseConcern.label', 'Concern') },
        submitter: submitterOf(log),
        community: log.responses.get(textOf(item['response']))?.community ?? '',
        ...{ subject: textOf(item['subject']), concerns: proseOf(item['description']) || textOf(item['subject']) },
        ...{ answer: proseOf(item['projectChanges']), commitmentsAsked: proseOf(item['commitmentAsked']) },
        ...{ commitments: commitmentsOf(log, item), record: item.$id },
      })),
    ),
};

/** Entries of one moment are in this order. */
export const LOG_KINDS: readonly LogKind[] = [
  ...[...MOVE_KINDS, meetings, communications, messages, letters, concerns],
];
