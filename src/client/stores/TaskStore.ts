// Long work of the signed-in user: what runs, and what it left. Source: spec platform 2 and 7.

import { observable, runInAction } from 'mobx';
import type { ServerConnection } from 'src/client/connection/ServerConnection.ts';
import type { SessionStore } from 'src/client/stores/SessionStore.ts';
import type { TaskState } from 'src/model/generated/wire.ts';

interface TaskStoreOptions {
  readonly connection: ServerConnection;
  readonly session: SessionStore;
}

export class TaskStore {
  private readonly connection: ServerConnection;
  private readonly session: SessionStore;
  private readonly tasks = observable.map<string, TaskState>(undefined, { deep: false });

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
        if (!this.session.signedIn) runInAction(() => this.tasks.clear());
      }),
    ];
    return () => stops.forEach((stop) => stop());
  }

  /** Running ones, and finished ones that leave a result or an error until dismissed. */
  get active(): readonly TaskState[] {
    return [...this.tasks.values()];
  }

  dismiss(key: string): void {
    runInAction(() => this.tasks.delete(key));
  }

  private begin(): void {
    for (const task of this.session.user?.activeTasks ?? []) this.note(task);
  }

  private note(task: TaskState): void {
    runInAction(() => this.tasks.set(task.key, task));
  }

  private complete(task: TaskState): void {
    if (task.resultURI !== null || task.errorKey !== null) this.note(task);
    else this.dismiss(task.key);
  }
}
