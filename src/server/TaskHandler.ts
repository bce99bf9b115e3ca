// The code of an endpoint of mode `task`, and what it receives and returns. It is started by `act/{name}/async` and runs as a job
// (tasks/runTask.ts).

import type { Readable } from 'node:stream';
import type { Subject } from 'src/model/access/Subject.ts';
import type { ItemId, Json, Values } from 'src/model/item/Item.ts';
import type { Context, WritingContext } from 'src/server/context.ts';
import type { Progress } from 'src/server/store/taskRows.ts';

/** Result of a batch. */
export interface Done {
  readonly checkpoint: Json;
  readonly progress?: Progress | undefined;
}

export interface TaskRun<Needs, Input = Values> {
  /** Key of the task; rows of the handler may use it as their name. */
  readonly key: string;
  /** The item that the action was asked of; empty where it names none. Its right was checked when the task was started. */
  readonly target: ItemId;
  readonly input: Input;
  /** Checkpoint of the last batch, possibly of another process; null at the beginning. */
  readonly checkpoint: Json;
  /** Raised when the task is stopped, and when this process is about to stop. `context` and `batch` look at it by themselves. */
  readonly signal: AbortSignal;
  /** The person at the start of this run; `context` and `batch` ask again. */
  readonly subject: Subject;
  /** Returns a context for reading, without a transaction, with the person's current rights. Throws when the task must stop. */
  context(): Promise<Context<Needs>>;
  /**
   * One part of the work, committed together with what it returns, so that nothing is done twice: after a crash the next run begins with
   * that checkpoint. It may be run again before its commit. A few tenths of a second of work, not more.
   */
  batch(work: (context: WritingContext<Needs>) => Promise<Done>): Promise<void>;
  /** Reports progress of work without batches. Published at most twice a second. */
  progress(progress: Progress): void;
}

/** A file that only the user of the task can download, for 7 days. */
export interface TaskFile {
  readonly name: string;
  /** Media type. */
  readonly type: string;
  /** Left out by a handler that has already put it into `services.taskResults` under the key, as the work went on. */
  readonly content?: Buffer | Readable | undefined;
  /** Items whose content it contains, if the download must be refused to a user who can no longer read all of them. */
  readonly holds?: readonly ItemId[] | undefined;
}

export interface TaskResult {
  readonly file?: TaskFile | undefined;
  /** Handed out as a JSON file. */
  readonly answer?: Json | undefined;
}

/** A thrown problem ends the task, and is its reason; any other error is tried again with growing pauses, from the last checkpoint. */
export type TaskHandler<Needs, Input = Values> = (run: TaskRun<Needs, Input>) => Promise<TaskResult>;

/** Writes what a new task needs besides its input, in the transaction that makes the task. Returns its first progress. */
export type TaskStart<Needs> = (context: WritingContext<Needs>, key: string) => Promise<Progress>;

/** Runs before that transaction: refuses what cannot begin, and finds what the task works on. */
export type BeginTask<Needs, Input = Values> = (
  context: Context<Needs>,
  task: { readonly target: ItemId; readonly input: Input },
) => Promise<TaskStart<Needs> | undefined>;

export interface TaskAction<Needs, Input = Values> {
  readonly begin?: BeginTask<Needs, Input>;
  /** Called before each part of the work, in addition to the check of the declared right. Throws if the person may not continue. */
  readonly admit?: (context: Context<Needs>, input: Input) => Promise<void>;
  /** `act/undoMany` reverts its changes. */
  readonly undoable?: boolean;
  readonly run: TaskHandler<Needs, Input>;
}
