// The consultation log that governments ask for: what passed between the submitter and the communities, in the order of its days. It holds
// what its reader may read at that moment, and of that what was between the two sides: nothing of an internal review is a row of it.

import { isItemId } from 'src/model/item/itemId.ts';
import type { Item, ItemId, Json } from 'src/model/item/Item.ts';
import { valuesAt } from 'src/model/schema/paths.ts';
import { listTexts, type Context, type exportWords } from 'src/server/extend.ts';

const CHANNEL = 'consultationLog';
const PAGE = 500;

/** In the order of its columns. */
export const LOG_COLUMNS = [
  ...['date', 'method', 'submitter', 'community', 'subject', 'concerns', 'answer', 'commitments', 'record'],
] as const;

export interface LogRow {
  /** A day or a moment, by which rows stand in order. */
  readonly at: string;
  readonly method: string;
  readonly submitter: string;
  readonly community: string;
  readonly subject: string;
  readonly concerns: string;
  readonly answer: string;
  readonly commitments: string;
  readonly record: ItemId;
}

type Words = Awaited<ReturnType<typeof exportWords>>;

interface Log {
  readonly context: Context;
  readonly words: Words;
  readonly consultation: Item;
}

const EMPTY = { submitter: '', community: '', subject: '', concerns: '', answer: '', commitments: '' };

const text = (value: Json | undefined): string => (typeof value === 'string' ? value : '');
const idsAt = (item: Item, path: string): ItemId[] => valuesAt(item, path).filter(isItemId);

/** Everything of the types that matches, as the reader may read it, a page after the other. */
const readAll = async (
  { services, db, readFilter }: Context,
  types: readonly string[],
  must: Readonly<Record<string, readonly string[]>>,
): Promise<Item[]> => {
  const found: Item[] = [];
  for (let after: string | undefined; ;) {
    // oxlint-disable-next-line no-await-in-loop -- each part names the next
    const part = await services.search.search(readFilter, {
      ...{ must: { _t: types, ...must }, max: PAGE },
      ...(after !== undefined && { after }),
    });
    // oxlint-disable-next-line no-await-in-loop -- each part names the next
    const read = await services.items.readVisible(db, readFilter, part.ids, { channel: CHANNEL, labels: true });
    found.push(...read.filter((item) => !item.$labelOnly));
    ({ after } = part);
    if (after === undefined) return found;
  }
};

const labelOf = (item: Item, id: Json | undefined): string =>
  typeof id === 'string' ? (item.$labels?.[id] ?? '') : '';
const named = (item: Item, ids: readonly ItemId[]): string =>
  ids
    .map((id) => labelOf(item, id))
    .filter((name) => name !== '')
    .join('; ');

/** Who took part, each on their side, and whether all of them are people of whoever noted it. */
const sidesOf = async (
  { context: { services, db, readFilter }, consultation }: Log,
  item: Item,
  ids: readonly ItemId[],
): Promise<{ readonly sides: Pick<LogRow, 'submitter' | 'community'>; readonly isOwn: boolean }> => {
  const submitter = text(consultation['primaryOrg']);
  const people = await services.items.readVisible(db, readFilter, [...ids], { channel: CHANNEL });
  const ofSubmitter = new Set(
    people.filter((each) => each.$id === submitter || each['_related'] === submitter).map(({ $id }) => $id),
  );
  const { owner } = item;
  const own = new Set(people.filter((each) => each.$id === owner || each['_related'] === owner).map(({ $id }) => $id));
  return {
    sides: {
      submitter: named(
        item,
        ids.filter((id) => ofSubmitter.has(id)),
      ),
      community: named(
        item,
        ids.filter((id) => !ofSubmitter.has(id)),
      ),
    },
    isOwn: ids.some((id) => id !== owner) && ids.every((id) => id === owner || own.has(id)),
  };
};

const meetingRows = async (log: Log, about: readonly ItemId[]): Promise<LogRow[]> => {
  const { context, words } = log;
  const items = await readAll(context, ['Meeting'], { context: about });
  const rows = items.map(async (item): Promise<LogRow[]> => {
    const others = [...idsAt(item, 'otherOrgs'), ...idsAt(item, 'otherContacts')];
    const { sides, isOwn } = await sidesOf(log, item, [item['owner'], ...others].filter(isItemId));
    const isShared = others.length > 0 && !isOwn;
    const said = { subject: text(item['summary']), answer: text(item['minutes']), record: item.$id };
    const method = words.named('types.Meeting.label', 'Meeting');
    return isShared ? [{ ...EMPTY, ...sides, at: text(item['date']), method, ...said }] : [];
  });
  return (await Promise.all(rows)).flat();
};

const communicationRows = async (log: Log, about: readonly ItemId[]): Promise<LogRow[]> => {
  const { context, words } = log;
  const items = await readAll(context, ['CommLog'], { context: about });
  const listText = await listTexts(context, ['CommLog'], { items, language: words.language });
  const rows = items.map(async (item): Promise<LogRow[]> => {
    const { sides, isOwn } = await sidesOf(log, item, [item['owner'], ...idsAt(item, 'contacts')].filter(isItemId));
    const said = { subject: text(item['subject']), answer: text(item['body']), record: item.$id };
    const method = listText(item, 'type') || words.named('types.CommLog.label', 'CommLog');
    // Whom the reader may not see is left out of the item: a call with nobody named is no call of one's own.
    return isOwn ? [] : [{ ...EMPTY, ...sides, at: text(item['date']), method, ...said }];
  });
  return (await Promise.all(rows)).flat();
};

/** Conversations with another party; one without is the submitter's own. */
const messageRows = async (log: Log): Promise<LogRow[]> => {
  const { context, words, consultation } = log;
  const submitter = text(consultation['primaryOrg']);
  const threads = await readAll(context, ['Thread'], { context: [consultation.$id] });
  const shared = new Map(
    threads.filter((thread) => idsAt(thread, 'parties').some((id) => id !== submitter)).map((each) => [each.$id, each]),
  );
  if (shared.size === 0) return [];
  const messages = await readAll(context, ['Message'], { thread: [...shared.keys()] });
  return messages.flatMap((item): LogRow[] => {
    const thread = shared.get(text(item['thread']));
    if (!thread || item['struckAt'] !== undefined) return [];
    const others = idsAt(thread, 'parties').filter((id) => id !== submitter);
    return [
      {
        ...EMPTY,
        ...{ at: text(item['created']) || item._c.ts, method: words.named('types.Thread.label', 'Thread') },
        ...{ submitter: labelOf(consultation, submitter), community: named(thread, others) },
        subject: text(thread['subject']),
        answer: [labelOf(item, item['author']), text(item['body'])].filter((part) => part !== '').join(': '),
        record: item.$id,
      },
    ];
  });
};

const letterRows = async ({ context, words, consultation }: Log, about: readonly ItemId[]): Promise<LogRow[]> =>
  (await readAll(context, ['Letter'], { context: about, state: ['SENT'], to: idsAt(consultation, 'primaryOrg') })).map(
    (item) => ({
      ...EMPTY,
      ...{ at: text(item['sent']), method: words.named('types.Letter.label', 'Letter') },
      ...{ submitter: labelOf(consultation, consultation['primaryOrg']), community: labelOf(item, item['owner']) },
      ...{ subject: text(item['subject']), answer: text(item['body']), record: item.$id },
    }),
  );

/** What each community asked, was answered, and was promised: of responses that the reader may read. */
const responseRows = async ({ context, words, consultation }: Log, responses: readonly Item[]): Promise<LogRow[]> => {
  const submitter = labelOf(consultation, consultation['primaryOrg']);
  const concerns =
    responses.length === 0
      ? []
      : await readAll(context, ['ConsultResponseConcern'], { response: responses.map(({ $id }) => $id) });
  const listText = await listTexts(context, ['ConsultResponse'], { items: responses, language: words.language });
  return responses.flatMap((response): LogRow[] => {
    const base = { ...EMPTY, submitter, community: labelOf(response, response['community']) };
    const subject = text(consultation['projectName']);
    return [
      ...(response['notified'] === undefined
        ? []
        : [
            {
              ...base,
              at: text(response['notified']),
              method: words.property('ConsultResponse', 'notified'),
              subject,
              record: response.$id,
            },
          ]),
      ...(response['responded'] === undefined
        ? []
        : [
            {
              ...base,
              ...{
                at: text(response['responded']),
                method: words.named('types.ConsultResponse.label', 'ConsultResponse'),
              },
              ...{ subject, record: response.$id },
              answer: [listText(response, 'outcome'), text(response['summary'])]
                .filter((part) => part !== '')
                .join(': '),
            },
          ]),
      // Until the community has answered they are its own.
      ...(response['responded'] === undefined ? [] : concerns)
        .filter((concern) => concern['response'] === response.$id)
        .map((concern) => ({
          ...base,
          ...{
            at: text(concern['madeOn']) || concern._c.ts,
            method: words.named('types.ConsultResponseConcern.label', 'Concern'),
          },
          ...{ subject: text(concern['subject']), concerns: text(concern['description']) || text(concern['subject']) },
          answer: text(concern['projectChanges']),
          commitments: [
            ...[text(concern['commitmentMade']), words.date(text(concern['fulfilBy']))],
            words.named(`types.ConsultResponseConcern.enum.status.${text(concern['status'])}`, text(concern['status'])),
          ]
            .filter((part) => part !== '')
            .join('; '),
          record: concern.$id,
        })),
    ];
  });
};

const submittedRow = ({ words, consultation }: Log): LogRow[] =>
  consultation['submitted'] === undefined
    ? []
    : [
        {
          ...EMPTY,
          ...{ at: text(consultation['submitted']), method: words.property('Consultation', 'submitted') },
          submitter: labelOf(consultation, consultation['primaryOrg']),
          ...{ subject: text(consultation['projectName']), answer: text(consultation['projectDescription']) },
          record: consultation.$id,
        },
      ];

/** In the order of their days. */
export const logRows = async (context: Context, words: Words, consultation: Item): Promise<readonly LogRow[]> => {
  const log: Log = { context, words, consultation };
  const responses = await readAll(context, ['ConsultResponse'], { consultation: [consultation.$id] });
  const about = [consultation.$id, ...responses.map(({ $id }) => $id)];
  const rows = [
    ...submittedRow(log),
    ...(await meetingRows(log, about)),
    ...(await communicationRows(log, about)),
    ...(await messageRows(log)),
    ...(await letterRows(log, about)),
    ...(await responseRows(log, responses)),
  ];
  return rows.toSorted((one, other) => (one.at < other.at ? -1 : one.at > other.at ? 1 : 0));
};
