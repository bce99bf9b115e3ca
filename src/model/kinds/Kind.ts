// The answers that every kind of property gives to the compiler, the store, the search, the exports and the pages. Each kind answers in its
// own two folders: model/kinds/<kind>/ with Kind (this file) and Codec (KindCodec), client/kinds/<kind>/ with View, Input and Edit (KindView,
// KindInput, KindEdit). The names of the folders are the list of kinds (codegen/folderLists.ts); the compiler names each missing answer.

import type { FacetKind } from 'src/model/schema/TypeView.ts';

export type Scale = 'number' | 'date' | 'instant' | 'time';

/** First and last day, as midnight UTC; infinite where the date is open. */
export interface DaySpan {
  readonly earliest: number;
  readonly latest: number;
  /** False where the date may begin, or end, on other days. */
  readonly isStartSure: boolean;
  readonly isEndSure: boolean;
}

export interface Kind {
  /** JSON type of one value. */
  readonly json: 'string' | 'integer' | 'number' | 'boolean' | 'object';
  /** The scale on which values have a magnitude, so that ranges and buckets work; a `date` is UTC midnight of its day. */
  readonly scale?: Scale;
  /** Temporal meaning of a value: one day, a moment, a time of any day, or a day, month or year. */
  readonly time?: 'day' | 'moment' | 'clock' | 'period';
  /** Returns the days of a value that covers several; undefined for an unknown date. Searches, sorts and the timeline use them. */
  readonly span?: (text: string) => DaySpan | undefined;
  /** Basis of a sort: a number, the value itself, or its folded text. */
  readonly sort: 'number' | 'value' | 'text';
  /** The kind of facet that counts it; absent where none can. */
  readonly facet?: FacetKind;
  /** Its values are interned as terms: `ids` name items. */
  readonly terms?: 'value' | 'ids';
  /** Holds words that a text search finds: in any form, so that a declaration must limit its length; in one form; by locale. */
  readonly text?: 'free' | 'formed' | 'byLocale';
  /** Free text of one line or of many. */
  readonly lines?: 'one' | 'many';
  /** A `geometry` has a table of its own; everything else is part of the document of the item. */
  readonly storage: 'document' | 'geometry';
  /** The declaration says nothing about the content. The value is kept as it is, and has no cell of a table. */
  readonly opaque?: true;
  /** Returns the stored form of a text that came from outside; what has no such form stays, for the validator to refuse. */
  readonly normalise?: (text: string) => string;
  /** Reads well within a sentence, such as that of a letter. */
  readonly prose: boolean;
  /** One cell of a table or of a geographic file can hold it. */
  readonly column: boolean;
}

/** Answers of the kinds whose values have a magnitude. */
export const measuredKind = (scale: Scale) =>
  ({
    json: 'string',
    scale,
    sort: 'number',
    storage: 'document',
    prose: true,
    column: true,
  }) as const;

/** Answers of the kinds that name days, and can be counted by them. */
export const datedKind = (scale: 'date' | 'instant') => ({ ...measuredKind(scale), facet: 'RANGE' }) as const;

/** Answers of the kinds whose values are single words or texts. */
export const wordedKind = {
  json: 'string',
  sort: 'text',
  terms: 'value',
  storage: 'document',
  prose: true,
  column: true,
} as const satisfies Partial<Kind>;
