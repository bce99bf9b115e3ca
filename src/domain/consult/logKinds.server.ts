// The kinds of contact that a consultation log holds, each with where its records are found, the day that it stands at, and its rows. Of
// everything only what was between the two sides: nothing of an internal review is a row.

import { isItemId } from 'src/model/item/itemId.ts';
import type { Item, ItemId, Json } from 'src/model/item/Item.ts';
import { valuesAt } from 'src/model/schema/paths.ts';
import { listTexts, type Context, type exportWords } from 'src/server/extend.ts';

export const LOG_CHANNEL = 'consultationLog';

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

export type Words = Awaited<ReturnType<typeof exportWords>>;

/** A conversation with another party; one without is the submitter's own. */
export interface SharedThread {
  readonly subject: string;
  readonly community: string;
}

export interface Log {
  readonly context: Context;
  readonly words: Words;
  readonly consultation: Item;
  /** The consultation, and its responses that the reader may read. */
  readonly about: readonly ItemId[];
  /** Of each response: the community, and whether it has answered. */
  readonly responses: ReadonlyMap<ItemId, { readonly community: string; readonly isGiven: boolean }>;
  readonly threads: ReadonlyMap<ItemId, SharedThread>;
}

export interface LogKind {
  readonly type: string;
  /** Which records of the type; undefined where there can be none. */
  must(log: Log): Readonly<Record<string, readonly string[]>> | undefined;
  /** Undefined for a record that is no row. */
  at(item: Item, log: Log): string | undefined;
  /** Of records that are read with their labels. One that was not between the sides has none. */
  rows(log: Log, items: readonly Item[]): Promise<readonly LogRow[]>;
}

const EMPTY = { submitter: '', community: '', subject: '', concerns: '', answer: '', commitments: '' };

export const textOf = (value: Json | undefined): string => (typeof value === 'string' ? value : '');
export const idsAt = (item: Item, path: string): ItemId[] => valuesAt(item, path).filter(isItemId);

export const labelOf = (item: Item, id: Json | undefined): string =>
  typeof id === 'string' ? (item.$labels?.[id] ?? '') : '';
export const namesOf = (item: Item, ids: readonly ItemId[]): string =>
  ids
    .map((id) => labelOf(item, id))
    .filter((name) => name !== '')
    .join('; ');

const submitterOf = ({ consultation }: Log): string => labelOf(consultation, consultation['primaryOrg']);
const dayOf = (item: Item, name: string): string | undefined => textOf(item[name]) || undefined;

/** The owner of a record and the others who took part. */
type PartsOf = (item: Item) => readonly ItemId[];

interface Sides {
  readonly sides: Pick<LogRow, 'submitter' | 'community'>;
  /** All of them are people of the record's owner. */
  readonly isOwn: boolean;
}

/** Reads the people of all records together. Returns who took part in one of them, each on their side. */
const readSides = async (
  { context: { services, db, readFilter }, consultation }: Log,
  items: readonly Item[],
  partsOf: PartsOf,
): Promise<(item: Item) => Sides> => {
  const submitter = textOf(consultation['primaryOrg']);
  const named = [...new Set(items.flatMap(partsOf))];
  const people = await services.items.readVisible(db, readFilter, named, { channel: LOG_CHANNEL });
  const organisationOf = new Map(people.map((each) => [each.$id, each['_related']]));
  const isOf = (id: ItemId, organisation: Json | undefined): boolean =>
    organisationOf.has(id) && (id === organisation || organisationOf.get(id) === organisation);
  return (item) => {
    const ids = partsOf(item);
    const { owner } = item;
    const namesOn = (isSubmitter: boolean): string =>
      namesOf(
        item,
        ids.filter((id) => isOf(id, submitter) === isSubmitter),
      );
    return {
      sides: { submitter: namesOn(true), community: namesOn(false) },
      isOwn: ids.some((id) => id !== owner) && ids.every((id) => id === owner || isOf(id, owner)),
    };
  };
};

const submissions: LogKind = {
  type: 'Consultation',
  must: ({ consultation }) => ({ $id: [consultation.$id] }),
  at: (item) => dayOf(item, 'submitted'),
  rows: (log, items) =>
    Promise.resolve(
      items.map((item) => ({
        ...EMPTY,
        ...{ at: textOf(item['submitted']), method: log.words.property('Consultation', 'submitted') },
        submitter: submitterOf(log),
        ...{ subject: textOf(item['projectName']), answer: textOf(item['projectDescription']) },
        record: item.$id,
      })),
    ),
};

const meetings: LogKind = {
  type: 'Meeting',
  must: ({ about }) => ({ context: about }),
  at: (item) => dayOf(item, 'date'),
  async rows(log, items) {
    const othersOf: PartsOf = (item) => [...idsAt(item, 'otherOrgs'), ...idsAt(item, 'otherContacts')];
    const sidesOf = await readSides(log, items, (item) => [item['owner'], ...othersOf(item)].filter(isItemId));
    const method = log.words.named('types.Meeting.label', 'Meeting');
    return items.flatMap((item): LogRow[] => {
      const { sides, isOwn } = sidesOf(item);
      if (othersOf(item).length === 0 || isOwn) return [];
      const said = { subject: textOf(item['summary']), answer: textOf(item['minutes']), record: item.$id };
      return [{ ...EMPTY, ...sides, at: textOf(item['date']), method, ...said }];
    });
  },
};

const communications: LogKind = {
  type: 'CommLog',
  must: ({ about }) => ({ context: about }),
  at: (item) => dayOf(item, 'date'),
  async rows(log, items) {
    const { context, words } = log;
    const listText = await listTexts(context, ['CommLog'], { items, language: words.language });
    const sidesOf = await readSides(log, items, (item) => [item['owner'], ...idsAt(item, 'contacts')].filter(isItemId));
    return items.flatMap((item): LogRow[] => {
      const { sides, isOwn } = sidesOf(item);
      const said = { subject: textOf(item['subject']), answer: textOf(item['body']), record: item.$id };
      const method = listText(item, 'type') || words.named('types.CommLog.label', 'CommLog');
      // The item leaves out people whom the reader may not see, so a call that names no one may be one with the other side.
      return isOwn ? [] : [{ ...EMPTY, ...sides, at: textOf(item['date']), method, ...said }];
    });
  },
};

const sentAt = (item: Item): string => textOf(item['created']) || item._c.ts;

const messages: LogKind = {
  type: 'Message',
  must: ({ threads }) => (threads.size === 0 ? undefined : { thread: [...threads.keys()] }),
  at: (item) => (item['struckAt'] === undefined ? sentAt(item) : undefined),
  rows: (log, items) =>
    Promise.resolve(
      items.flatMap((item): LogRow[] => {
        const thread = log.threads.get(textOf(item['thread']));
        if (!thread || item['struckAt'] !== undefined) return [];
        return [
          {
            ...EMPTY,
            ...{ at: sentAt(item), method: log.words.named('types.Thread.label', 'Thread') },
            ...{ submitter: submitterOf(log), ...thread },
            answer: [labelOf(item, item['author']), textOf(item['body'])].filter((part) => part !== '').join(': '),
            record: item.$id,
          },
        ];
      }),
    ),
};

const letters: LogKind = {
  type: 'Letter',
  must: ({ about, consultation }) => ({ context: about, state: ['SENT'], to: idsAt(consultation, 'primaryOrg') }),
  at: (item) => dayOf(item, 'sent'),
  rows: (log, items) =>
    Promise.resolve(
      items.map((item) => ({
        ...EMPTY,
        ...{ at: textOf(item['sent']), method: log.words.named('types.Letter.label', 'Letter') },
        ...{ submitter: submitterOf(log), community: labelOf(item, item['owner']) },
        ...{ subject: textOf(item['subject']), answer: textOf(item['body']), record: item.$id },
      })),
    ),
};

const ofResponses = ({ consultation, responses }: Log): Readonly<Record<string, readonly string[]>> | undefined =>
  responses.size === 0 ? undefined : { consultation: [consultation.$id] };

const ofResponse = (log: Log, item: Item) => ({
  ...EMPTY,
  ...{ submitter: submitterOf(log), community: labelOf(item, item['community']) },
  ...{ subject: textOf(log.consultation['projectName']), record: item.$id },
});

const notifications: LogKind = {
  type: 'ConsultResponse',
  must: ofResponses,
  at: (item) => dayOf(item, 'notified'),
  rows: (log, items) =>
    Promise.resolve(
      items.map((item) => ({
        ...ofResponse(log, item),
        ...{ at: textOf(item['notified']), method: log.words.property('ConsultResponse', 'notified') },
      })),
    ),
};

const answers: LogKind = {
  type: 'ConsultResponse',
  must: ofResponses,
  at: (item) => dayOf(item, 'responded'),
  async rows(log, items) {
    const { context, words } = log;
    const listText = await listTexts(context, ['ConsultResponse'], { items, language: words.language });
    return items.map((item) => ({
      ...ofResponse(log, item),
      ...{ at: textOf(item['responded']), method: words.named('types.ConsultResponse.label', 'ConsultResponse') },
      answer: [listText(item, 'outcome'), textOf(item['summary'])].filter((part) => part !== '').join(': '),
    }));
  },
};

const raisedAt = (concern: Item): string => textOf(concern['madeOn']) || concern._c.ts;

/** Until the community has answered they are its own. */
const concerns: LogKind = {
  type: 'ConsultResponseConcern',
  must: ({ responses }) => {
    const given = [...responses].filter(([, { isGiven }]) => isGiven).map(([id]) => id);
    return given.length === 0 ? undefined : { response: given };
  },
  at: raisedAt,
  rows: (log, items) =>
    Promise.resolve(
      items.map((item) => ({
        ...EMPTY,
        ...{ at: raisedAt(item), method: log.words.named('types.ConsultResponseConcern.label', 'Concern') },
        submitter: submitterOf(log),
        community: log.responses.get(textOf(item['response']))?.community ?? '',
        ...{ subject: textOf(item['subject']), concerns: textOf(item['description']) || textOf(item['subject']) },
        answer: textOf(item['projectChanges']),
        commitments: [
          ...[textOf(item['commitmentMade']), log.words.date(textOf(item['fulfilBy']))],
          log.words.named(`types.ConsultResponseConcern.enum.status.${textOf(item['status'])}`, textOf(item['status'])),
        ]
          .filter((part) => part !== '')
          .join('; '),
        record: item.$id,
      })),
    ),
};

/** Of one moment in this order. */
export const LOG_KINDS: readonly LogKind[] = [
  ...[submissions, meetings, communications, messages, letters, notifications, answers, concerns],
];
