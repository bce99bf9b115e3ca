// Bytes at rest, named by their content. Nothing here knows who may read them: the doors ask the gate for the item first.

import type { Readable } from 'node:stream';

export const VARIANTS = ['small', 'medium', 'large', 'original'] as const;
export type Variant = (typeof VARIANTS)[number];

export interface StoredFile {
  /** SHA-256 of the content, hex; the `fileID` of an attachment. */
  readonly fileID: string;
  readonly size: number;
}

/** Both ends inclusive, as in HTTP. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

export interface Files {
  /** Stores the content; storing the same content twice keeps one copy. */
  put(content: Buffer | Readable): Promise<StoredFile>;
  /** Undefined when there is no such file. */
  size(fileID: string): Promise<number | undefined>;
  read(fileID: string, range?: ByteRange): Readable;
  /** A smaller copy of an image without its metadata, as WebP; undefined when the file is no image that can be read. */
  imageVariant(fileID: string, variant: Exclude<Variant, 'original'>): Promise<Buffer | undefined>;
}
