// The job that runs a task: continues where the last run ended, checks the person's rights before each part, reports the progress, and ends
// the task. Several processes share the queue. A run that was replaced by mistake can change nothing, because each part is committed under
// the number of its run.

import { createTrigger } from 'src/server/semaphore.ts';
import { principalsOf } from 'src/model/access/principalsOf.ts';
import type { Subject } from 'src/model/access/Subject.ts';
import type { Json, Values } from 'src/model/item/Item.ts';
import { invalidEntries, isProblem, type Problem } from 'src/model/problems.ts';
import type { Context } from 'src/server/context.ts';
import type { JobHandler } from 'src/server/store/jobRows.ts';
import type { Transaction } from 'src/server/store/database.ts';
import { isOutage } from 'src/server/store/queryable.ts';
import {
  endTask,
  isActingOver,
  keepCheckpoint,
  lockRun,
  noteFailure,
  stoppedAmong,
  takeTask,
  TASK_CHANNEL,
  type Progress,
  type TaskRow,
} from 'src/server/store/taskRows.ts';
import type { TaskNeeds } from 'src/server/tasks/TaskNeeds.ts';
import type { RegisteredTask } from 'src/server/tasks/registeredTasks.ts';
import type { TaskFile, TaskResult, TaskRun } from 'src/server/TaskHandler.ts';
import { endedValues, progressValues, writeTaskItem, type TaskEnding } from 'src/server/store/taskItems.ts';
import { endImport } from 'src/server/tasks/endImport.ts';
import { offerUndoAgain } from 'src/server/tasks/undoAgain.ts';

/** Reports progress at most twice a second. */
const REPORT_INTERVAL_MS = 500;
/** The remaining time is estimated only after this time; earlier estimates are too inaccurate. */
const ESTIMATE_AFTER_MS = 10_000;
/** Consecutive failures, each after a longer pause, after which the task fails. */
const MOST_FAILURES = 5;
/** Should every wake be lost, a task still stops within this. */
const LOOK_AGAIN_MS = 5_000;

/** The person was blocked or deleted, or the administrator who acted as them is no longer one. */
const BLOCKED = 'tasks.blocked';
/** The task was started by an administrator who acted as the person and has ended that. */
const ACTING_OVER = 'tasks.actingOver';

class TaskOver extends Error {
  readonly ending: TaskEnding | 'elsewhere';
  readonly errorKey: string | undefined;

  constructor(ending: TaskEnding | 'elsewhere', errorKey?: string) {
    super(errorKey ?? ending);
    this.ending = ending;
    this.errorKey = errorKey;
  }
}

const taskSubject = async ({ sessions, database }: TaskNeeds, task: TaskRow): Promise<Subject> => {
  const { key, userId, actor, admin } = task;
  if (actor !== null && (await isActingOver(database, key))) throw new TaskOver('STOPPED', ACTING_OVER);
  const subject = await sessions.subjectOf(userId);
  const behind = actor === null ? undefined : await sessions.subjectOf(actor);
  if (!subject || (actor !== null && behind?.admin !== true)) throw new TaskOver('FAILED', BLOCKED);
  const held = { ...subject, admin: subject.admin && admin };
  return Object.freeze({ ...held, actingAdminId: actor ?? undefined, sessionId: `task ${key}` });
};

/** Returns the person's current subject; throws if they may not continue. */
const contextFor = async <Needs extends TaskNeeds>(
  services: Needs,
  task: TaskRow,
  { action, tx }: { readonly action: RegisteredTask<Needs>; readonly tx?: Transaction },
): Promise<Context<Needs>> => {
  const subject = await taskSubject(services, task);
  const readFilter = await services.readFilters.readFilterFor(subject);
  const { database, clock } = services;
  const shared = { subject, readFilter, services, now: clock.now(), receiver: undefined };
  const context = { ...shared, db: tx ?? database, tx };
  await action.admit(context, { target: task.target, input: (task.input ?? {}) as Values });
  return context;
};

/** Reports the progress of a run, with times. */
const createReporting = (services: TaskNeeds, task: TaskRow) => {
  const began = services.clock.now().getTime();
  let first: number | undefined;
  let published: Progress | undefined;
  let wanted: Progress | undefined;
  const values = (progress: Progress): Values => {
    const { done, total } = progress;
    first ??= done;
    const elapsed = services.clock.now().getTime() - began;
    const isKnown = elapsed >= ESTIMATE_AFTER_MS && done > first;
    const remaining = isKnown ? Math.round((elapsed / (done - first) / 1000) * (total - done)) : null;
    return { ...progressValues(progress), state: 'RUNNING', remaining };
  };
  return {
    progress(progress: Progress): void {
      first ??= progress.done;
      wanted = progress;
    },
    async publish(): Promise<void> {
      if (wanted === published || !wanted) return;
      const now = wanted;
      await services.database.transaction(async (tx) => {
        if (await lockRun(tx, task)) await writeTaskItem(tx, services, { task, values: values(now) });
      });
      published = now;
    },
  };
};

type Reporting = ReturnType<typeof createReporting>;

const runForTask = async <Needs extends TaskNeeds>(
  services: Needs,
  task: TaskRow,
  {
    action,
    signal,
    reporting,
  }: { readonly action: RegisteredTask<Needs>; readonly signal: AbortSignal; readonly reporting: Reporting },
): Promise<TaskRun<Needs>> => {
  let checkpoint: Json = task.checkpoint;
  const { subject } = await contextFor(services, task, { action });
  const goesOn = (): void => signal.throwIfAborted();
  return {
    key: task.key,
    target: task.target,
    input: (task.input ?? {}) as Values,
    get checkpoint() {
      return checkpoint;
    },
    signal,
    subject,
    async context() {
      goesOn();
      return await contextFor(services, task, { action });
    },
    async batch(work) {
      goesOn();
      const done = await services.database.transaction(async (tx) => {
        const held = await lockRun(tx, task);
        if (!held) throw new TaskOver('elsewhere');
        if (held.stop !== null) throw new TaskOver('STOPPED');
        const context = await contextFor(services, task, { action, tx });
        const next = await work({ ...context, tx });
        await keepCheckpoint(tx, task.key, next);
        return next;
      });
      checkpoint = done.checkpoint;
      if (done.progress) reporting.progress(done.progress);
    },
    progress: reporting.progress,
  };
};

const fileOf = ({ file, answer }: TaskResult, action: string): TaskFile | undefined =>
  file ??
  (answer === undefined
    ? undefined
    : { name: `${action}.json`, type: 'application/json', content: Buffer.from(JSON.stringify(answer)) });

interface Ending {
  readonly ending: TaskEnding;
  /** Principals by which the result was read. */
  readonly readBy?: readonly string[];
  readonly errorKey?: string | undefined;
  readonly result?: TaskResult | undefined;
}

const finishTask = async (
  services: TaskNeeds,
  task: TaskRow,
  { ending, errorKey, readBy = [], result = {} }: Ending,
): Promise<void> => {
  const file = fileOf(result, task.action);
  // Before the commit that names it; when that fails, the sweep finds it under the key.
  if (file?.content) await services.taskResults.put(task.key, file.content);
  const isEnded = await services.database.transaction(async (tx) => {
    const held = await lockRun(tx, task);
    if (!held) return false;
    await endTask(tx, task.key, { file: file && { name: file.name, type: file.type, readBy, holds: file.holds } });
    const values = {
      ...endedValues(held, { ending, errorKey }),
      ...(file && { resultURI: `/task-result/${task.key}` }),
    };
    await writeTaskItem(tx, services, { task, values });
    if (ending !== 'DONE') await offerUndoAgain(tx, services, task);
    await endImport(tx, services, { task: held, ending });
    return true;
  });
  // Removes what was written before the task was stopped.
  if (isEnded && !file) await services.taskResults.remove(task.key);
};

/** Returns the message of the refused value if there is exactly one and it needs no parameters; that is more useful than "invalid". */
const problemMessage = (thrown: Problem): string => {
  const [refused, ...others] = invalidEntries(thrown);
  return refused && others.length === 0 && refused.params === undefined ? refused.message : `errors.${thrown.key}`;
};

/** Returns the ending that an error means for the task. Rethrows an error after which the queue should retry. */
const taskEnding = async (services: TaskNeeds, task: TaskRow, error: unknown): Promise<Ending | undefined> => {
  if (error instanceof TaskOver)
    return error.ending === 'elsewhere' ? undefined : { ending: error.ending, errorKey: error.errorKey };
  if (isProblem(error) && !isOutage(error) && error.key !== 'generalFailure')
    return { ending: 'FAILED', errorKey: problemMessage(error) };
  if ((await noteFailure(services.database, task)) < MOST_FAILURES) throw error;
  services.log('a task was given up', error);
  return { ending: 'FAILED', errorKey: 'errors.generalFailure' };
};

/** Stops the tasks of this process that were asked to stop, in any process. */
const createStops = ({ database, log }: Pick<TaskNeeds, 'database' | 'log'>) => {
  const running = new Map<string, { readonly task: TaskRow; readonly stop: AbortController }>();
  let timer: NodeJS.Timeout | undefined;
  const look = createTrigger(async () => {
    if (running.size === 0) return;
    try {
      const stopped = await stoppedAmong(
        database,
        [...running.values()].map(({ task }) => task),
      );
      for (const { key, actingOver } of stopped)
        running.get(key)?.stop.abort(new TaskOver('STOPPED', actingOver ? ACTING_OVER : undefined));
    } catch (error) {
      log('it is not known which tasks shall stop', error);
    }
  });
  return {
    look,
    add(task: TaskRow): { readonly signal: AbortSignal; readonly remove: () => void } {
      const stop = new AbortController();
      running.set(task.key, { task, stop });
      timer ??= setInterval(look, LOOK_AGAIN_MS);
      look();
      return {
        signal: stop.signal,
        remove: () => {
          running.delete(task.key);
          if (running.size > 0) return;
          clearInterval(timer);
          timer = undefined;
        },
      };
    },
  };
};

export interface TaskRunner {
  readonly job: JobHandler;
  stop(): Promise<void>;
}

interface RunnerOptions<Needs> {
  /** Returns the services of the process. Called when a task begins. */
  readonly servicesOf: () => Needs;
  /** Code of every declared async action, by its name. */
  readonly actions: ReadonlyMap<string, RegisteredTask<Needs>>;
}

export const createTaskRunner = async <Needs extends TaskNeeds>(
  sources: Pick<TaskNeeds, 'database' | 'log'>,
  { servicesOf, actions }: RunnerOptions<Needs>,
): Promise<TaskRunner> => {
  const stops = createStops(sources);
  const stopListening = await sources.database.listen(TASK_CHANNEL, stops.look);

  const runOne = async (
    task: TaskRow,
    action: RegisteredTask<Needs>,
    { asked, processStops }: { readonly asked: AbortSignal; readonly processStops: AbortSignal },
  ): Promise<Ending | undefined> => {
    const services = servicesOf();
    const reporting = createReporting(services, task);
    const report = createTrigger(() =>
      reporting.publish().catch((error: unknown) => services.log('how far a task is could not be reported', error)),
    );
    const timer = setInterval(report, REPORT_INTERVAL_MS);
    const signal = AbortSignal.any([asked, processStops]);
    try {
      const run = await runForTask(services, task, { action, signal, reporting });
      return { ending: 'DONE', readBy: principalsOf(run.subject), result: await action.run(run) };
    } catch (error) {
      // The queue returns it, and another process continues from the last batch.
      if (processStops.aborted && !asked.aborted) throw error;
      // A request to stop decides the ending, even if the work failed otherwise.
      return await taskEnding(services, task, asked.aborted ? asked.reason : error);
    } finally {
      clearInterval(timer);
    }
  };

  return {
    async job({ key }, processStops) {
      const services = servicesOf();
      const task = await takeTask(services.database, String(key));
      if (!task) return;
      const action = actions.get(task.action);
      if (!action) return await finishTask(services, task, { ending: 'FAILED', errorKey: 'errors.unknownOperation' });
      const { signal: asked, remove } = stops.add(task);
      try {
        const ending = await runOne(task, action, { asked, processStops });
        if (ending) await finishTask(services, task, ending);
      } finally {
        remove();
      }
    },
    stop: stopListening,
  };
};
