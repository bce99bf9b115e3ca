// A record as a device, another program or an import sends it.

import type { FormAnswers } from 'src/domain/geokeeper/forms/FieldFormModel.ts';
import type { ItemId, Values } from 'src/model/item/Item.ts';

/** The way by which a record arrived. */
export type RecordChannel = 'FIELD' | 'OPENROSA' | 'IMPORT' | 'OFFICE';

export interface SentRecord {
  readonly instanceId: string;
  readonly program: ItemId;
  readonly formDef: ItemId;
  readonly version: number;
  readonly workItem?: ItemId | undefined;
  /** `instanceId` of the trip. */
  readonly trip?: string | undefined;
  /** Times are those of the clock of the device; the server corrects them. */
  readonly collected: string;
  readonly finalized?: string | undefined;
  /** Milliseconds by which the clock of the device was ahead. */
  readonly clockOffset?: number | undefined;
  readonly answers: FormAnswers;
  /** See packedTrack.ts. */
  readonly track?: Values | undefined;
  readonly place?: Values | undefined;
  readonly audience?: string | undefined;
  readonly device?: string | undefined;
  /** Name of the person who sent the record to the program from which it is imported. */
  readonly submitter?: string | undefined;
  /** State of the review in that program. */
  readonly earlierReview?: string | undefined;
}
