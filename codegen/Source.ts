// The declarations of a world as they were read: parsed, sorted by kind, nothing decided yet.
// Made by read, used by check and link.

import type { JsonObject } from 'codegen/json.ts';

export interface SourceFile {
  /** From the root. */
  readonly path: string;
  readonly json: JsonObject;
  /** Pointer of the part of the file that this is, where it is not the whole. */
  readonly at?: string;
}

export interface SourceType {
  readonly name: string;
  readonly schema: SourceFile;
  readonly view: SourceFile;
  readonly server: SourceFile;
  readonly states: SourceFile | undefined;
  /** The kind of step that the type was made of. */
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
  readonly steps: SourceFile | undefined;
  readonly workflows: SourceFile | undefined;
  readonly messages: readonly SourceFile[];
}

export interface Source {
  /** By short name: `view`, `server`, ... */
  readonly meta: Readonly<Record<string, JsonObject>>;
  readonly common: SourceFile;
  readonly base: SourceFile;
  /** What the item types of all step kinds are made on. */
  readonly step: Readonly<Record<'schema' | 'view' | 'server' | 'states', SourceFile>>;
  readonly problems: SourceFile;
  readonly wire: SourceFile;
  readonly pushes: SourceFile;
  readonly routes: SourceFile;
  /** The engine's own area first, then the others by name. */
  readonly areas: readonly SourceArea[];
  readonly lock: SourceFile | undefined;
}
