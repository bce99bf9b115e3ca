// Mappings of a type's properties to the fields of formats, by the name of the format. Declared in `exports` of <Type>.server.json and
// described in schemas/meta/exports.schema.json.

import type { Path } from 'src/model/access/Predicate.ts';

type Paths = readonly Path[];

export interface CsvTablesMapping {
  readonly key?: Path;
  /** Relation. Records with the same first item of it share their tables. */
  readonly group?: Path;
  readonly columns: readonly { readonly path: Path; readonly heading: string }[];
  /** Properties with JSON, written as one content. */
  readonly content: Paths;
  /** Headings of the members of a position. The first two are numbers in every position. */
  readonly position?: Readonly<Record<string, string>>;
}

export type DublinCoreElement =
  | 'title'
  | 'creator'
  | 'subject'
  | 'description'
  | 'publisher'
  | 'contributor'
  | 'date'
  | 'type'
  | 'format'
  | 'identifier'
  | 'source'
  | 'language'
  | 'relation'
  | 'coverage'
  | 'rights';

export type DublinCoreMapping = Readonly<Partial<Record<DublinCoreElement, Paths>>>;

export interface EadMapping {
  /** Relation whose first item names the series of a record. */
  readonly group?: Path;
  readonly identifiers?: Paths;
  readonly dates?: Paths;
  readonly creators?: Paths;
  readonly repository?: Path;
  readonly languages?: Paths;
  readonly extents?: Paths;
  readonly scope?: Paths;
  readonly acquisition?: Paths;
  readonly bibliography?: Paths;
  readonly related?: Paths;
  readonly genres?: Paths;
  readonly subjects?: Paths;
  readonly places?: Paths;
  readonly people?: Paths;
  readonly access?: Path;
  readonly files?: Path;
}

export interface LiftMapping {
  readonly language?: Path;
  /** BCP 47 tags by the values of the language. */
  readonly tags?: Readonly<Record<string, string>>;
  readonly variants?: Paths;
  readonly pronunciation?: Path;
  readonly partOfSpeech?: Path;
  readonly gloss?: Path;
  readonly example?: Path;
  readonly exampleTranslation?: Path;
  readonly domains?: Paths;
  readonly related?: Paths;
  readonly notes?: Paths;
  readonly sources?: Paths;
}

export interface VcardMapping {
  readonly kind: 'individual' | 'org' | 'group' | 'location';
  readonly given?: Path;
  readonly additional?: Path;
  readonly family?: Path;
  readonly organization?: Path;
  readonly emails?: Paths;
  readonly phones?: readonly { readonly path: Path; readonly type?: 'cell' | 'work' | 'home' | 'fax' }[];
  /** Objects with the members of a common Address. */
  readonly addresses?: Paths;
  readonly urls?: Paths;
  readonly notes?: Paths;
}

export interface TypeExports {
  readonly csvTables?: CsvTablesMapping;
  readonly dublinCore?: DublinCoreMapping;
  readonly ead?: EadMapping;
  readonly lift?: LiftMapping;
  readonly vcard?: VcardMapping;
}
