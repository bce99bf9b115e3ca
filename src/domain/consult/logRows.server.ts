// The rows of a consultation log, and what is read once for all of them.

import { isItemId } from 'src/model/item/itemId.ts';
import type { Item, ItemId, Json } from 'src/model/item/Item.ts';
import { valuesAt } from 'src/model/schema/paths.ts';
import { withoutMarkdown } from 'src/model/text/withoutMarkdown.ts';
import type { Context, exportWords } from 'src/server/extend.ts';

export const LOG_CHANNEL = 'consultationLog';

/** The groups of entries among which a person can choose. */
export const LOG_GROUPS = [
  ...(['request', 'answer', 'letter', 'message', 'meeting', 'communication', 'concern'] as const),
];
export type LogGroup = (typeof LOG_GROUPS)[number];

/** The texts of an entry, in the order of the columns. Each can be blacked out. */
export const LOG_FIELDS = [
  ...(['submitter', 'community', 'fromState', 'toState', 'subject', 'concerns', 'answer'] as const),
  ...(['commitmentsAsked', 'commitments'] as const),
];
export type LogField = (typeof LOG_FIELDS)[number];

export interface LogRow extends Readonly<Record<LogField, string>> {
  /** Day or moment. */
  readonly at: string;
  readonly method: string;
  readonly record: ItemId;
  /** Attachments that belong to the entry. */
  readonly files: readonly ItemId[];
  /** The entry has a text of its own, which becomes a document of a bundle. */
  readonly hasText: boolean;
}

export type Words = Awaited<ReturnType<typeof exportWords>>;

/** A conversation with another party. */
export interface SharedThread {
  readonly subject: string;
  readonly community: string;
}

export interface LoggedResponse {
  readonly community: string;
  readonly isGiven: boolean;
  readonly answer: string;
  /** The day of an answer that was given elsewhere or with a letter that a person posted. */
  readonly givenDay: string | undefined;
  /** The papers of an answer that was given elsewhere. */
  readonly files: readonly ItemId[];
}

/** A move of the consultation or of a response that both sides know. */
export interface LoggedMove {
  readonly id: ItemId;
  readonly kind: string;
}

export interface Log {
  readonly context: Context;
  readonly words: Words;
  readonly consultation: Item;
  /** Time zone of the reader's own organization. */
  readonly zone: string;
  /** The consultation, and its responses that the reader may read. */
  readonly about: readonly ItemId[];
  readonly responses: ReadonlyMap<ItemId, LoggedResponse>;
  readonly threads: ReadonlyMap<ItemId, SharedThread>;
  /** The moves of each item, by its id, in the order of time. */
  readonly moves: ReadonlyMap<ItemId, readonly LoggedMove[]>;
  /** Entries have the minutes of meetings. */
  readonly hasMinutes: boolean;
  /** Returns the time zone of an organization. */
  zoneOf(organization: Json | undefined): Promise<string>;
}

export interface LogKind {
  /** Identifies an entry together with the id of its record. */
  readonly key: string;
  readonly group: LogGroup;
  readonly type: string;
  /** Filter that finds the records; undefined where there can be none. */
  must(log: Log): Readonly<Record<string, readonly string[]>> | undefined;
  /** Undefined for a record that is no entry. */
  at(item: Item, log: Log): string | undefined | Promise<string | undefined>;
  /** Rows of records that were read with their labels. A record that was not between the two sides has none. */
  rows(log: Log, items: readonly Item[]): Promise<readonly LogRow[]>;
}

export const EMPTY_ROW: Pick<LogRow, LogField | 'files' | 'hasText'> = {
  ...{ submitter: '', community: '', fromState: '', toState: '', subject: '', concerns: '', answer: '' },
  ...{ commitmentsAsked: '', commitments: '', files: [], hasText: false },
};

export const valueAsText = (value: Json | undefined): string => (typeof value === 'string' ? value : '');
/** The plain text of a value that may be written in Markdown. */
export const proseOf = (value: Json | undefined): string => withoutMarkdown(valueAsText(value));
export const itemIdsAt = (item: Item, path: string): ItemId[] => valuesAt(item, path).filter(isItemId);
export const dayOf = (item: Item, name: string): string | undefined => valueAsText(item[name]) || undefined;
export const joinedTexts = (parts: readonly string[], by: string): string =>
  parts.filter((part) => part !== '').join(by);

export const relatedLabel = (item: Item, id: Json | undefined): string =>
  typeof id === 'string' ? (item.$labels?.[id] ?? '') : '';
export const namesOf = (item: Item, ids: readonly ItemId[]): string =>
  joinedTexts(
    ids.map((id) => relatedLabel(item, id)),
    '; ',
  );
export const submitterOf = ({ consultation }: Pick<Log, 'consultation'>): string =>
  relatedLabel(consultation, consultation['primaryOrg']);

/** The owner of a record and the others who took part. */
export type PartsOf = (item: Item) => readonly ItemId[];

interface Sides {
  readonly sides: Pick<LogRow, 'submitter' | 'community'>;
  /** All of them are people of the record's owner. */
  readonly isOwn: boolean;
}

/** Reads the people of all records together. Returns who took part in one of them, each on their side. */
export const readSides = async (
  { context: { services, db, readFilter }, consultation }: Log,
  items: readonly Item[],
  partsOf: PartsOf,
): Promise<(item: Item) => Sides> => {
  const submitter = valueAsText(consultation['primaryOrg']);
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
