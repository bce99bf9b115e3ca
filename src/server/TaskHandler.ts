// The code of an endpoint of mode `task`, and what it receives and returns. It is started by `act/{name}/async` and runs as a job
// (tasks/runTask.ts).

import type { Readable } from 'node:stream';
import type { Subject } from 'src/model/access/Subject.ts';
import type { ItemId, Json, Values } from 'src/model/item/Item.ts';
import type { Context } from 'src/server/context.ts';
import type { Transaction } from 'src/server/store/database.ts';
import type { Progress } from 'src/server/store/taskRows.ts';

/** The context of one batch: the open transaction, and the person's rights of this moment. */
export type BatchContext = Context & { readonly tx: Transaction };

/** What a batch did. */
export interface Done {
  readonly checkpoint: Json;
  readonly progress?: Progress | undefined;
}

export interface TaskRun {
  /** Of the task; also what rows of its own may be named by. */
  readonly key: string;
  /** The item that the action was asked of; empty where it names none. Its right was checked when the task was started. */
  readonly target: ItemId;
  readonly input: Values;
  /** What the last batch left, also in a process that is gone; null at the beginning. */
  readonly checkpoint: Json;
  /** Raised when the task is stopped, and when this process is about to stop. `context` and `batch` look at it by themselves. */
  readonly signal: AbortSignal;
  /** The person at the start of this run; `context` and `batch` ask again. */
  readonly subject: Subject;
  /** To read with: without a transaction, with the person's rights of this moment. Throws when the task shall not go on. */
  context(): Promise<Context>;
  /**
   * One part of the work, committed together with what it returns, so that nothing is done twice: after a crash the next run begins with
   * that checkpoint. It may be run again before its commit. A few tenths of a second of work, not more.
   */
  batch(work: (context: BatchContext) => Promise<Done>): Promise<void>;
  /** For work without batches. Published at most twice a second. */
  progress(progress: Progress): void;
}

/** A file that the person can download for 7 days, and nobody else. */
export interface TaskFile {
  readonly name: string;
  /** Media type. */
  readonly type: string;
  /** Left out by a handler that has already put it into `services.taskResults` under the key, as the work went on. */
  readonly content?: Buffer | Readable | undefined;
  /** Items whose content it holds, where it must be kept from who may not read one of them any more. */
  readonly holds?: readonly ItemId[] | undefined;
}

export interface TaskResult {
  readonly file?: TaskFile | undefined;
  /** Handed out as a JSON file. */
  readonly answer?: Json | undefined;
}

/** A thrown problem ends the task, and is its reason; any other error is tried again with growing pauses, from the last checkpoint. */
export type TaskHandler = (run: TaskRun) => Promise<TaskResult>;

/** Writes what a new task needs besides its input, in the transaction that makes the task. Returns its first progress. */
export type TaskStart = (context: BatchContext, key: string) => Promise<Progress>;

/** Runs before that transaction: refuses what cannot begin, and finds what the task works on. */
export type BeginTask = (
  context: Context,
  task: { readonly target: ItemId; readonly input: Values },
) => Promise<TaskStart | undefined>;

export interface TaskAction {
  readonly begin?: BeginTask;
  /** Asked before each part of the work, beside the declared right. Throws where the person may not go on. */
  readonly admit?: (context: Context, input: Values) => Promise<void>;
  /** `act/undoMany` takes back what it did. */
  readonly undoable?: boolean;
  readonly run: TaskHandler;
}
