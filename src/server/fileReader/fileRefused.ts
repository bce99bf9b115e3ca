// Reasons why a file cannot be read, and how they leave the process that reads it.

import type { Json } from 'src/model/item/Item.ts';

/** A message, and the input that the person can change. */
export interface FileRefusal {
  /** JSON pointer to the input: the upload, or a choice that would help. */
  readonly path: string;
  readonly message: string;
  readonly params?: Readonly<Record<string, Json>>;
}

export class FileRefused extends Error {
  readonly refusal: FileRefusal;

  constructor(refusal: FileRefusal) {
    super(refusal.message);
    this.refusal = refusal;
  }
}
