// What each kind of property is able to do, in one record that the compiler, the store, the search and the forms read. A new kind
// is a name in PROPERTY_KINDS and an entry here; the code does not compile before every question has an answer.

import type { PropertyKind } from 'src/model/schema/Property.ts';
import type { FacetKind } from 'src/model/schema/TypeView.ts';

export type Scale = 'number' | 'date' | 'instant' | 'time';

interface DeclaredAs {
  /** `format` of a string, `type`, the common definition, or the keyword by which a schema declares this kind. */
  readonly format?: string;
  readonly type?: string;
  readonly definition?: string;
  readonly keyword?: string;
}

export interface Kind {
  readonly declared: DeclaredAs;
  /** The scale on which values have a magnitude, so that ranges and buckets work; a `date` is UTC midnight of its day. */
  readonly scale?: Scale;
  /** What a sort compares: a number, the value itself, or its folded text. */
  readonly sort: 'number' | 'value' | 'text';
  /** A declared sort may name it. */
  readonly sortable: boolean;
  /** The kind of facet that counts it; absent where none can. */
  readonly facet?: FacetKind;
  /** A filter may name it. */
  readonly filter: boolean;
  /** Its values are interned as terms: `ids` name items. */
  readonly terms?: 'value' | 'ids';
  /** Holds words that a text search finds: in any form, so that a declaration must limit its length; in one form; by locale. */
  readonly text?: 'free' | 'formed' | 'byLocale';
  /** `geometry` stands in a table of its own; everything else in the document of the item. */
  readonly storage: 'document' | 'geometry';
  /** May stand in a label. */
  readonly label: boolean;
  /** How the form edits it: a field of its own (for `list` also a list as a whole), or a widget; neither: a plain input. */
  readonly form: { readonly field?: 'single' | 'list'; readonly widget?: string };
}

const measured = (scale: Scale, form: Kind['form'] = {}): Omit<Kind, 'declared'> => ({
  scale,
  sort: 'number',
  sortable: true,
  filter: true,
  storage: 'document',
  label: true,
  form,
  ...(scale !== 'time' && { facet: 'RANGE' }),
});

const word = (more: Partial<Kind> = {}): Omit<Kind, 'declared'> => ({
  sort: 'text',
  sortable: true,
  filter: true,
  terms: 'value',
  storage: 'document',
  label: true,
  form: {},
  ...more,
});

export const KINDS: Readonly<Record<PropertyKind, Kind>> = {
  text: { declared: { type: 'string' }, ...word({ facet: 'TERM', text: 'free' }) },
  longText: {
    declared: { format: 'multiline' },
    ...word({ filter: false, text: 'free', form: { widget: 'textarea' } }),
  },
  translated: {
    declared: { definition: 'TranslatedText' },
    ...word({ text: 'byLocale', form: { field: 'single' } }),
  },
  language: {
    declared: { definition: 'LanguageText' },
    ...word({ facet: 'TERM', text: 'free', form: { field: 'single' } }),
  },
  integer: { declared: { type: 'integer' }, ...measured('number') },
  number: { declared: { type: 'number' }, ...measured('number') },
  boolean: {
    declared: { type: 'boolean' },
    ...word({ sort: 'number', facet: 'BOOL', form: { widget: 'switch' } }),
  },
  date: { declared: { format: 'date' }, ...measured('date', { widget: 'date' }) },
  dateTime: { declared: { format: 'date-time' }, ...measured('instant', { widget: 'dateTime' }) },
  time: { declared: { format: 'time' }, ...measured('time', { widget: 'time' }) },
  partialDate: {
    declared: { format: 'partial-date', definition: 'PartialDate' },
    ...measured('date', { field: 'single' }),
  },
  enum: { declared: { keyword: 'enum' }, ...word({ sort: 'value', facet: 'SEL', form: { widget: 'select' } }) },
  list: {
    declared: { keyword: 'x-list' },
    ...word({ sort: 'value', sortable: false, facet: 'LIST', text: 'free', form: { field: 'list' } }),
  },
  level: { declared: { definition: 'Level' }, ...word({ sort: 'value', facet: 'LEVEL', form: { widget: 'level' } }) },
  relation: {
    declared: { keyword: 'x-rel' },
    ...word({ sort: 'value', sortable: false, facet: 'REL', terms: 'ids', form: { field: 'list' } }),
  },
  email: { declared: { format: 'email' }, ...word({ facet: 'TERM', text: 'formed', form: { widget: 'email' } }) },
  phone: { declared: { format: 'phone' }, ...word({ text: 'formed', form: { widget: 'phone' } }) },
  url: { declared: { format: 'uri' }, ...word({ facet: 'TERM', text: 'formed', form: { widget: 'url' } }) },
  color: { declared: { format: 'hex-color' }, ...word({ form: { widget: 'color' } }) },
  geometry: {
    declared: { keyword: 'x-geo', definition: 'Geometry' },
    sort: 'text',
    sortable: false,
    filter: false,
    storage: 'geometry',
    label: false,
    form: { field: 'single' },
  },
  files: {
    declared: { keyword: 'x-files' },
    ...word({ sortable: false, terms: 'ids', label: false, form: { field: 'list' } }),
  },
  object: {
    declared: { type: 'object' },
    sort: 'text',
    sortable: false,
    filter: false,
    storage: 'document',
    label: false,
    form: {},
  },
};

/** Kinds by what declares them: `kindsBy('format')` has `uri` for `url`. */
export const kindsBy = (key: keyof DeclaredAs): Readonly<Record<string, PropertyKind>> =>
  Object.fromEntries(
    (Object.entries(KINDS) as [PropertyKind, Kind][]).flatMap(([kind, { declared }]) =>
      declared[key] === undefined ? [] : [[declared[key], kind]],
    ),
  );

export const holdsIds = (kind: PropertyKind): boolean => KINDS[kind].terms === 'ids';
export const isGeometry = (kind: PropertyKind): boolean => KINDS[kind].storage === 'geometry';
