// Something on a site that does not agree with its declarations, its rules or its checksums. Named by doctor.ts.

export type FaultKind = 'values' | 'relation' | 'readers' | 'index' | 'missingFile' | 'alteredFile';

export interface Fault {
  readonly kind: FaultKind;
  /** Id of the item, or of the stored file. */
  readonly id: string;
  /** Sentence part that says what is wrong. */
  readonly text: string;
  isRepaired: boolean;
}
