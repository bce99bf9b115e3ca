// Declarations of a world as they were read: parsed and sorted by file kind, not yet interpreted. read creates this; check and link use it.

import { textAt, type JsonObject } from 'codegen/json.ts';

export interface SourceFile {
  /** Path from the root. */
  readonly path: string;
  readonly json: JsonObject;
  /** JSON pointer of this part, unless it is the whole file. */
  readonly at?: string;
}

export interface SourceType {
  readonly name: string;
  readonly schema: SourceFile;
  readonly view: SourceFile;
  readonly server: SourceFile;
  readonly states: SourceFile | undefined;
  /** Step kind that the type was generated from. */
  readonly step?: string;
}

export interface SourceArea {
  readonly folder: string;
  readonly area: SourceFile;
  readonly types: readonly SourceType[];
  readonly lists: SourceFile | undefined;
  readonly buckets: SourceFile | undefined;
  /** `endpoints.json`, or the files of the folder `endpoints`. */
  readonly endpoints: readonly SourceFile[];
  readonly purposes: SourceFile | undefined;
  readonly reports: SourceFile | undefined;
  readonly imports: SourceFile | undefined;
  readonly steps: SourceFile | undefined;
  readonly workflows: SourceFile | undefined;
  readonly messages: readonly SourceFile[];
}

/** A display of listings, from its folder in the client. */
export interface SourceDisplay {
  readonly mode: string;
  /** Name of the folder. */
  readonly name: string;
  readonly file: SourceFile;
}

/** Returns the name of the member of a compiled view that has what the type declares for the display. */
export const viewMember = ({ name, file }: SourceDisplay): string => textAt(file.json, 'viewMember') ?? name;

export interface Source {
  /** Meta-schemas by short name: `view`, `server`, ... */
  readonly meta: Readonly<Record<string, JsonObject>>;
  /** Modes in the order in which listings offer them. */
  readonly displays: readonly SourceDisplay[];
  readonly common: SourceFile;
  readonly base: SourceFile;
  /** Base from which the item types of all step kinds are generated. */
  readonly step: Readonly<Record<'schema' | 'view' | 'server' | 'states', SourceFile>>;
  readonly problems: SourceFile;
  readonly wire: SourceFile;
  readonly pushes: SourceFile;
  readonly routes: SourceFile;
  /** The engine's own area comes first; the others follow by name. */
  readonly areas: readonly SourceArea[];
  readonly lock: SourceFile | undefined;
}
