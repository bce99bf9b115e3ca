// Progress and refusals of an import of features, shared by both ways of creating items from them.

import type { GeometryFault } from 'src/model/geo/checkShape.ts';
import type { Values } from 'src/model/item/Item.ts';
import { invalidEntries, isProblem } from 'src/model/problems.ts';
import type { Endpoints } from 'src/model/generated/endpoints.ts';
import type { GeoRow } from 'src/server/geoFiles/geoFile.ts';
import type { RefusedRow } from 'src/server/geoFiles/refusedRows.ts';
import type { StoredItem } from 'src/server/store/itemStorage.ts';
import { isDeadlock, isOutage } from 'src/server/store/queryable.ts';
import type { MadeItem } from 'src/server/store/taskItemRows.ts';
import type { Progress } from 'src/server/store/taskRows.ts';
import { NO_PROGRESS, type Owners } from 'src/server/tasks/bulkTasks.ts';
import type { TaskNeeds, TaskWriting } from 'src/server/tasks/TaskNeeds.ts';
import type { TaskRun } from 'src/server/TaskHandler.ts';

export type ImportInput = Endpoints['importFeatures']['input'];
export type ImportRun = TaskRun<TaskNeeds, ImportInput>;

export type Checkpoint = Progress & {
  /** The last settled row of the file. */
  readonly n: number;
  readonly owners: Owners;
  /** Number of codes whose items are related to their places. */
  readonly linked?: number;
};

const START: Checkpoint = { ...NO_PROGRESS, n: 0, owners: {} };

export const checkpointOf = ({ checkpoint }: Pick<ImportRun, 'checkpoint'>): Checkpoint =>
  (checkpoint as Checkpoint | null) ?? START;

export interface Settled extends MadeItem {
  readonly stored?: StoredItem;
}

/** For counts, only messages that need no values. */
const faultMessage = ({ message, params }: GeometryFault): string => (params ? 'geoFile.refusedShape' : message);

/** Returns the result of a refused row, with its line of the table of refused rows. */
export const refusedRow = ({ n, properties }: GeoRow, layer: string, fault: GeometryFault): Settled => {
  const detail: RefusedRow = { n, layer, fault, properties };
  return { n, id: '', state: 'r', reason: faultMessage(fault), before: detail as Values };
};

/** Returns why an item could not be saved. Throws the error again where the whole batch is tried again: the row is not to blame. */
export const refusedRowFault = ({ services }: TaskWriting, error: unknown): GeometryFault => {
  if (isDeadlock(error) || isOutage(error)) throw error;
  if (!isProblem(error)) {
    services.log('a feature of a file could not be imported', error);
    return { message: 'errors.generalFailure' };
  }
  const [first] = invalidEntries(error);
  if (!first) return { message: `errors.${error.key}` };
  return { message: first.message, ...(first.params && { params: first.params }) };
};
