// The kinds of contact that a consultation log holds. Each kind says where its records are found, when a contact took place, and which rows
// it has. Only contacts between the two sides are entries; nothing of an internal review is.

import { MOVE_KINDS } from 'src/domain/consult/logMoves.server.ts';
import {
  dayOf,
  itemIdsAt,
  joinedTexts,
  relatedLabel,
  LOG_CHANNEL,
  EMPTY_ROW,
  proseOf,
  readSides,
  submitterOf,
  valueAsText,
  type Log,
  type LogKind,
  type LogRow,
  type PartsOf,
} from 'src/domain/consult/logRows.server.ts';
import { isItemId } from 'src/model/item/itemId.ts';
import type { Item, ItemId, Json, Values } from 'src/model/item/Item.ts';
import { valuesAt } from 'src/model/schema/paths.ts';
import { instantOf } from 'src/model/calendar/instantOf.ts';
import { listTexts } from 'src/server/extend.ts';

/** Returns the moment at which a meeting began in the time zone of its owner, or its day where the time is not known. */
const begunAt = async (item: Item, log: Log): Promise<string | undefined> => {
  const [date, start] = [dayOf(item, 'date'), dayOf(item, 'start')];
  if (date === undefined || start === undefined) return date;
  return instantOf(date, start, await log.zoneOf(item['owner']))?.toISOString() ?? date;
};

/**
 * Returns the title of a meeting for external readers: the title in its invitations. The summary of an internal meeting belongs to the
 * review, so a meeting without such a title is logged only as held.
 */
const titleOf = ({ words }: Log, item: Item): string => {
  const invitationTitle = valueAsText(item['invitationTitle']);
  if (invitationTitle !== '') return invitationTitle;
  return item['$access'] === 'PROTECTED' ? words.format('consultationLog.meetingHeld') : valueAsText(item['summary']);
};

const meetings: LogKind = {
  ...{ key: 'meeting', group: 'meeting', type: 'Meeting' },
  // A meeting that is planned has not been a contact yet.
  must: ({ about }) => ({ context: about, state: ['PAST'] }),
  at: begunAt,
  async rows(log, items) {
    const othersOf: PartsOf = (item) => [...itemIdsAt(item, 'otherOrgs'), ...itemIdsAt(item, 'otherContacts')];
    const sidesOf = await readSides(log, items, (item) => [item['owner'], ...othersOf(item)].filter(isItemId));
    const method = log.words.named('types.Meeting.label', 'Meeting');
    const rows = await Promise.all(
      items.map(async (item): Promise<LogRow[]> => {
        const { sides, isOwn } = sidesOf(item);
        if (othersOf(item).length === 0 || isOwn) return [];
        const at = (await begunAt(item, log)) ?? '';
        const answer = log.hasMinutes ? proseOf(item['minutes']) : '';
        const said = { subject: titleOf(log, item), answer, hasText: answer !== '', record: item.$id };
        return [{ ...EMPTY_ROW, ...sides, at, method, ...said }];
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
    const sidesOf = await readSides(log, items, (item) =>
      [item['owner'], ...itemIdsAt(item, 'contacts')].filter(isItemId),
    );
    return items.flatMap((item): LogRow[] => {
      const { sides, isOwn } = sidesOf(item);
      const said = { subject: valueAsText(item['subject']), answer: proseOf(item['body']), record: item.$id };
      const kind = listText(item, 'type') || words.named('types.CommLog.label', 'CommLog');
      const row = { at: valueAsText(item['date']), method: joinedTexts([kind, listText(item, 'direction')], ', ') };
      const papers = { files: itemIdsAt(item, 'attachments'), hasText: said.answer !== '' };
      // The item leaves out people whom the reader may not see, so a call that names no one may be one with the other side.
      return isOwn ? [] : [{ ...EMPTY_ROW, ...sides, ...row, ...said, ...papers }];
    });
  },
};

const sentAt = (item: Item): string => valueAsText(item['created']) || item._c.ts;

const messages: LogKind = {
  ...{ key: 'message', group: 'message', type: 'Message' },
  must: ({ threads }) => (threads.size === 0 ? undefined : { thread: [...threads.keys()] }),
  at: (item) => (item['struckAt'] === undefined ? sentAt(item) : undefined),
  rows: (log, items) =>
    Promise.resolve(
      items.flatMap((item): LogRow[] => {
        const thread = log.threads.get(valueAsText(item['thread']));
        if (!thread || item['struckAt'] !== undefined) return [];
        return [
          {
            ...EMPTY_ROW,
            ...{ at: sentAt(item), method: log.words.named('types.Message.label', 'Message') },
            ...{ submitter: submitterOf(log), ...thread },
            answer: joinedTexts([relatedLabel(item, item['author']), proseOf(item['body'])], ': '),
            ...{ files: itemIdsAt(item, 'attachments'), hasText: true, record: item.$id },
          },
        ];
      }),
    ),
};

const PDF = 'application/pdf';
/** Ways of sending that the system records. A person enters the day of the others. */
const SYSTEM_WAYS: readonly string[] = ['THREAD', 'EMAIL'];

/** Returns the moment at which a letter left, or the day where a person sent it. */
const leftAt = (item: Item): string =>
  SYSTEM_WAYS.includes(valueAsText(item['by']))
    ? valueAsText(item['sent'])
    : valueAsText(item['sentOn']) || valueAsText(item['sent']);

const sumsOf = (item: Item): readonly Json[] => valuesAt(item, 'sentAs.sha256');

/** Returns the files that were sent with the letters, by their checksums; only the PDF for letters without checksums. */
const handedOver = async (
  { context }: Log,
  items: readonly Item[],
): Promise<ReadonlyMap<ItemId, readonly ItemId[]>> => {
  const { services, db, readFilter } = context;
  const filesOf = (item: Item): ItemId[] =>
    ['files', 'attachments', 'annexFiles'].flatMap((name) => itemIdsAt(item, name));
  const found = await services.items.readVisible(db, readFilter, items.flatMap(filesOf), { channel: LOG_CHANNEL });
  const known = new Map(found.map((file) => [file.$id, file]));
  return new Map(
    items.map((item) => {
      const files = filesOf(item).flatMap((id) => known.get(id) ?? []);
      const sums = sumsOf(item);
      const hasPdf = files.some(({ $id, filetype }) => filetype === PDF && itemIdsAt(item, 'files').includes($id));
      const isSent = (file: Item): boolean =>
        sums.length > 0
          ? sums.includes(file['fileID'] ?? null)
          : !hasPdf || file['filetype'] === PDF || !itemIdsAt(item, 'files').includes(file.$id);
      return [item.$id, files.filter(isSent).map(({ $id }) => $id)];
    }),
  );
};

/** Addresses for which a mail server took the letter. */
const deliveryAddresses = (item: Item): string[] => {
  const deliveries = (Array.isArray(item['deliveries']) ? item['deliveries'] : []) as readonly Values[];
  return [
    ...new Set(deliveries.filter(({ state }) => state === 'TAKEN').map(({ address = null }) => valueAsText(address))),
  ];
};

const letters: LogKind = {
  ...{ key: 'letter', group: 'letter', type: 'Letter' },
  must: ({ about, consultation }) => ({ context: about, state: ['SENT'], to: itemIdsAt(consultation, 'primaryOrg') }),
  at: (item) => leftAt(item) || undefined,
  async rows(log, items) {
    const { words } = log;
    const sent = await handedOver(log, items);
    return items.map((item) => {
      const by = valueAsText(item['by']);
      const way = by === '' ? '' : words.named(`types.Letter.enum.by.${by}`, by);
      return {
        ...EMPTY_ROW,
        ...{ at: leftAt(item), method: joinedTexts([words.named('types.Letter.label', 'Letter'), way], ', ') },
        submitter: joinedTexts([submitterOf(log), ...deliveryAddresses(item)], '; '),
        community: relatedLabel(item, item['owner']),
        ...{ subject: valueAsText(item['subject']), answer: proseOf(item['body']), record: item.$id },
        // The files include the proof of a letter that a person sent.
        files: [...(sent.get(item.$id) ?? []), ...itemIdsAt(item, 'proof')],
      };
    });
  },
};

const raisedAt = (concern: Item): string => valueAsText(concern['madeOn']) || concern._c.ts;

/** Returns the commitments that were made, with their day and state. An open concern has none yet. */
const commitmentsOf = ({ words }: Log, item: Item): string => {
  const [made, status] = [proseOf(item['commitmentMade']), valueAsText(item['status'])];
  const day = valueAsText(item['fulfilBy']);
  if (made === '' && day === '' && status === 'OPEN') return '';
  const by = day === '' ? '' : words.date(day);
  return joinedTexts([made, by, words.named(`types.ConsultResponseConcern.enum.status.${status}`, status)], '; ');
};

/** The concerns of answers that were given. Those of a community that has not answered yet are internal. */
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
        ...EMPTY_ROW,
        ...{ at: raisedAt(item), method: log.words.named('types.ConsultResponseConcern.label', 'Concern') },
        submitter: submitterOf(log),
        community: log.responses.get(valueAsText(item['response']))?.community ?? '',
        ...{
          subject: valueAsText(item['subject']),
          concerns: proseOf(item['description']) || valueAsText(item['subject']),
        },
        ...{ answer: proseOf(item['projectChanges']), commitmentsAsked: proseOf(item['commitmentAsked']) },
        ...{ commitments: commitmentsOf(log, item), record: item.$id },
      })),
    ),
};

/** Order of the entries of one moment. */
export const LOG_KINDS: readonly LogKind[] = [
  ...[...MOVE_KINDS, meetings, communications, messages, letters, concerns],
];
