// Declaration, checks, export cells and examples of the values of a kind. The compiler, the validators, the exports and the imports read
// it; pages load it with the forms.

import type { Item, Json } from 'src/model/item/Item.ts';
import type { ListRef, Property } from 'src/model/schema/Property.ts';
import type { BucketSet } from 'src/model/schema/Registry.ts';

export type Cell = string | number | null;

/** Type of a cell for programs that store types. A `day` and a `moment` are texts in ISO 8601, a `time` is `14:30` or `14:30:05`. */
export type CellType = 'text' | 'integer' | 'number' | 'boolean' | 'day' | 'moment' | 'time';

/** Words in the language of the reader. */
export interface CellWords {
  readonly language: string;
  format(id: string, values?: Readonly<Record<string, string | number>>): string;
  /** Returns the message, or a plain reading of the key where there is none. */
  named(id: string, key: string): string;
  property(type: string, path: string): string;
  date(text: string): string;
  moment(text: string): string;
}

/** Words in which a person writes cells. */
export interface CellReader {
  readonly language: string;
  format(id: string): string;
}

export interface CellContext {
  readonly words: CellWords;
  /** Returns the text of a value of a list; the item decides whose list it is. */
  readonly listText: (list: ListRef, item: Item, key: string) => string;
}

export interface Holder {
  readonly type: string;
  /** Dotted path from the item, for message ids. */
  readonly path: string;
  readonly property: Property;
  readonly item: Item;
}

export interface ExampleContext {
  /** Position among the properties, so that neighbours get different values. */
  readonly seed: number;
  readonly capabilities: readonly string[];
  readonly ownerType: string;
  readonly keysOf: (list: string) => readonly string[];
}

export interface Format {
  /** Patterns in it are linear: none may backtrack on hostile text. */
  readonly accepts: (text: string) => boolean;
  /** Message for a text that is not accepted. */
  readonly message: string;
}

export interface DeclaredAs {
  /** The `type`, the common definition or the keyword by which a schema declares this kind; the codec names the formats of strings. */
  readonly type?: string;
  readonly definition?: string;
  readonly keyword?: string;
  /** Value of the keyword, where several kinds share it. */
  readonly value?: string;
}

export interface KindCodec {
  readonly declared: DeclaredAs;
  /** A declared sort may name it. */
  readonly sortable: boolean;
  /** Units of the buckets that can divide its values. */
  readonly bucketUnits: readonly BucketSet['unit'][];
  /** A filter may name it. */
  readonly filter: boolean;
  /** May be part of a label. */
  readonly label: boolean;
  /** Names a folder of a zip by itself, without words of a list or of the page. */
  readonly folder: boolean;
  /** Control in the form: a field of its own (for `list` also for a whole list), a widget, or a plain input if neither is given. */
  readonly form: { readonly field?: 'single' | 'list'; readonly widget?: string; readonly manyWidget?: string };
  /** Formats of strings that declare the kind, by name. */
  readonly formats: Readonly<Record<string, Format>>;
  /** Returns the cell of one value in an export, as people read it. */
  readonly cell: (value: Json, holder: Holder, context: CellContext) => Cell;
  /** Type of the cell of one value; a text where absent. */
  readonly cellType?: CellType;
  /** A second column has the stored form, since no program can read the words of a date. */
  readonly exact?: 'day' | 'moment';
  /** Returns the text of that column; absent where it is the stored form. */
  readonly exactText?: (text: string) => string;
  /** Parses the text of a cell, also in the words of the reader's language. Invalid text is returned unchanged, and the validation of the item reports it. */
  readonly parse: (text: string, reader?: CellReader) => Json;
  /** Returns a valid value. Deterministic; the words are invented. */
  readonly example: (property: Property, context: ExampleContext) => Json;
  /** A value that is not of the kind, and the message of the rule that it breaks. */
  readonly broken: readonly [value: Json, message: string];
}

/** Units of the buckets that divide days. */
export const DATE_BUCKETS = ['offset', 'year'] as const;

/** Answers of a kind whose values are written as they are stored. */
export const plainCodec = {
  bucketUnits: [],
  sortable: true,
  filter: true,
  label: true,
  folder: false,
  form: {},
  formats: {},
  cell: (value: Json): Cell => (typeof value === 'number' ? value : String(value)),
  parse: (text: string): Json => text,
  broken: [17, 'errors.wrongType'],
} as const satisfies Partial<KindCodec>;

/** Returns the label of a related item or file. */
export const labelCell = (value: Json, { item }: Holder): Cell => item.$labels?.[String(value)] ?? null;

export const parseNumber = (text: string): Json =>
  text.trim() !== '' && Number.isFinite(Number(text)) ? Number(text) : text;

const EXAMPLE_WORDS = ['amber', 'birch', 'cedar', 'delta', 'ember', 'fern', 'grove', 'heron'];

export const exampleWord = (seed: number): string => EXAMPLE_WORDS[seed % EXAMPLE_WORDS.length] ?? 'amber';

/** Returns the wanted number, or the limit of the property that it breaks. */
export const withinLimits = ({ minimum, maximum }: Property, wanted: number): number =>
  Math.min(Math.max(wanted, minimum ?? wanted), maximum ?? wanted);

/** Returns a day of March that differs by seed. */
export const exampleDay = (seed: number): string => `2024-03-${String(10 + (seed % 18))}`;
