// Tasks of the signed-in user, running and ended. They continue without this page, and every device of the person shows them.

import type { Endpoints } from 'src/model/generated/endpoints.ts';
import { observable, runInAction } from 'mobx';
import { Listeners } from 'src/base/Listeners.ts';
import { uuid } from 'src/client/connection/uuid.ts';
import type { ServerConnection } from 'src/client/connection/ServerConnection.ts';
import type { SessionStore } from 'src/client/stores/SessionStore.ts';
import type { TaskState } from 'src/model/generated/wire.ts';
import type { Json } from 'src/model/item/Item.ts';

interface TaskStoreOptions {
  readonly connection: ServerConnection;
  readonly session: SessionStore;
}

type TaskCallback = (task: TaskState) => void;

interface TaskCallbacks {
  /** Called with each state until the task ends. Needs `onComplete`. */
  readonly onActivity?: TaskCallback;
  /** Called once, when the task ends. */
  readonly onComplete?: TaskCallback;
}

interface TaskStart extends TaskCallbacks {
  /** Name of the task on every device. */
  readonly asyncKey: string;
}

/** Items that a task could not change, by the message of the reason; the first of them by name. */
export type TaskRefusals = Endpoints['taskRefusals']['answer']['reasons'][number];

export const isTaskOver = ({ state, percentageComplete, errorKey, resultURI }: TaskState): boolean =>
  state === undefined
    ? percentageComplete === 100 || errorKey !== null || resultURI !== null
    : state !== 'WAITING' && state !== 'RUNNING';

export class TaskStore {
  /** Notified when a task that ran while this page was open has ended. */
  readonly ended = new Listeners<[task: TaskState]>();
  private readonly connection: ServerConnection;
  private readonly session: SessionStore;
  private readonly tasks = observable.map<string, TaskState>(undefined, { deep: false });
  /** Tasks that this page has seen running. */
  private readonly seen = observable.set<string>();
  /** Callbacks of tasks that this page has started, by key. */
  private readonly callbacks = new Map<string, TaskCallbacks>();

  constructor({ connection, session }: TaskStoreOptions) {
    this.connection = connection;
    this.session = session;
  }

  start(): () => void {
    const { connection } = this;
    const stops = [
      connection.onPush('taskUpdate', (task) => this.note(task)),
      connection.onPush('taskComplete', (task) => this.complete(task)),
      connection.onAuthed(() => this.begin()),
      this.session.entered.add(() => {
        if (this.session.signedIn) return;
        this.callbacks.clear();
        runInAction(() => this.tasks.clear());
      }),
    ];
    return () => stops.forEach((stop) => stop());
  }

  /** Running tasks first, then ended ones, each newest first. Observable. */
  get all(): readonly TaskState[] {
    return [...this.tasks.values()].toSorted(
      (one, other) => Number(isTaskOver(one)) - Number(isTaskOver(other)) || other.started.localeCompare(one.started),
    );
  }

  /** Observable. */
  get running(): readonly TaskState[] {
    return this.all.filter((task) => !isTaskOver(task));
  }

  /** Observable. */
  get(key: string): TaskState | undefined {
    return this.tasks.get(key);
  }

  /** Returns the newest task of that name that is running, or ended while this page was open. Observable. */
  named(asyncKey: string): TaskState | undefined {
    return this.all
      .filter((task) => task.asyncKey === asyncKey && this.seen.has(task.key))
      .toSorted((one, other) => other.started.localeCompare(one.started))[0];
  }

  /** Starts an action as a task and returns the key of the task. */
  async run(
    action: string,
    input: Readonly<Record<string, Json>>,
    { asyncKey, ...callbacks }: TaskStart,
  ): Promise<string> {
    if (callbacks.onActivity && !callbacks.onComplete)
      throw new Error('Activity callbacks require a completion callback');
    const o = `act/${action}/async/${encodeURIComponent(asyncKey)}` as const;
    const { key } = await this.connection.send(o, input, { key: uuid() });
    runInAction(() => this.seen.add(key));
    this.callbacks.set(key, callbacks);
    // The first states may have arrived before the key.
    const task = this.tasks.get(key);
    if (task) this.call(task);
    return key;
  }

  /** Stops the task after its current batch. */
  async stop({ key, keyAction }: TaskState): Promise<void> {
    await this.connection.send(`act/${keyAction}/asyncCancel/${key}`, {});
  }

  /** Stops the task at once. */
  async kill({ key }: TaskState): Promise<void> {
    await this.connection.send(`activeTask/${key}/killTask`, {});
  }

  /** Removes an ended task with its result, on every device. */
  async dismiss({ key }: TaskState): Promise<void> {
    await this.connection.send(`activeTask/${key}/dismiss`, {});
    runInAction(() => this.tasks.delete(key));
  }

  /** Hides an ended task, and earlier ones, under its name. It stays in the list of tasks. */
  leave({ key, asyncKey }: TaskState): void {
    const left = this.all.filter((task) => task.asyncKey === asyncKey && isTaskOver(task)).map((task) => task.key);
    runInAction(() => [key, ...left].forEach((each) => this.seen.delete(each)));
  }

  async undo({ key, asyncKey }: TaskState): Promise<void> {
    await this.run('undoMany', { taskKey: key }, { asyncKey: asyncKey ?? key });
  }

  async refusals(key: string): Promise<readonly TaskRefusals[]> {
    const { reasons } = await this.connection.send('act/taskRefusals', { taskKey: key });
    return reasons;
  }

  /** After each sign-in and reconnection, tasks that were removed on other devices are removed here too. */
  private begin(): void {
    const known = this.session.user?.activeTasks ?? [];
    const keys = new Set(known.map(({ key }) => key));
    for (const key of [...this.callbacks.keys()].filter((each) => !keys.has(each))) this.callbacks.delete(key);
    for (const key of [...this.tasks.keys()].filter((each) => !keys.has(each)))
      runInAction(() => this.tasks.delete(key));
    for (const task of known) this.note(task);
  }

  /** A deletion is announced as a task, too, which no person started. */
  private complete(task: TaskState): void {
    if (task.state !== undefined || task.resultURI !== null || task.errorKey !== null) this.note(task);
    else runInAction(() => this.tasks.delete(task.key));
  }

  private call(task: TaskState): void {
    const callbacks = this.callbacks.get(task.key);
    if (!isTaskOver(task)) callbacks?.onActivity?.(task);
    else if (this.callbacks.delete(task.key)) callbacks?.onComplete?.(task);
  }

  private note(task: TaskState): void {
    const before = this.tasks.get(task.key);
    const endsNow = isTaskOver(task) && (before ? !isTaskOver(before) : this.seen.has(task.key));
    runInAction(() => {
      this.tasks.set(task.key, task);
      if (!isTaskOver(task)) this.seen.add(task.key);
    });
    this.call(task);
    if (endsNow) this.ended.notify(task);
  }
}
