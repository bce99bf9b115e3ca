// Files that a task makes of text while it is typed: one at a time, some time after the last change. A superseded task
// is stopped and removed, so that only the task of the shown file stays among the person's tasks, while it is shown.

import { makeObservable, observable, observableRef, runInAction } from 'mobx';
import { uuid } from 'src/client/connection/uuid.ts';
import { isTaskOver, type TaskStore } from 'src/client/stores/TaskStore.ts';
import type { TaskState } from 'src/model/generated/wire.ts';
import type { Values } from 'src/model/item/Item.ts';

export interface PreviewedTask {
  readonly action: string;
  readonly input: Values;
}

/** Long enough to finish a word. */
const REST_MS = 1_000;

export class PreviewFeed {
  /** The file that is shown. */
  shown: TaskState | undefined;
  busy = false;
  failed: { readonly task?: TaskState; readonly thrown?: unknown } | undefined;
  readonly #tasks: TaskStore;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #running: string | undefined;
  #replaced: TaskState | undefined;
  #turn = 0;

  constructor(tasks: TaskStore) {
    this.#tasks = tasks;
    makeObservable(this, { shown: observableRef, busy: observable, failed: observableRef });
  }

  /** Makes the file, at once where there is none yet. */
  ask(task: PreviewedTask): void {
    clearTimeout(this.#timer);
    const wait = this.shown || this.busy ? REST_MS : 0;
    this.#timer = setTimeout(() => void this.#run(task), wait);
  }

  /** Ends the preview. Its files are forgotten a little later: a viewer that goes with it may still be asking for one. */
  end(): void {
    this.#supersede();
    const left = [this.#replaced, this.shown];
    this.#replaced = undefined;
    setTimeout(() => {
      for (const task of left) if (task) this.#forget(task);
    }, REST_MS);
    runInAction(() => {
      this.shown = undefined;
      this.busy = false;
    });
  }

  #supersede(): void {
    clearTimeout(this.#timer);
    this.#turn += 1;
    const running = this.#running === undefined ? undefined : this.#tasks.get(this.#running);
    this.#running = undefined;
    // One that is over meanwhile cannot be stopped; it is forgotten when that is known.
    if (running && !isTaskOver(running)) void this.#tasks.stop(running).catch(() => {});
  }

  async #run({ action, input }: PreviewedTask): Promise<void> {
    this.#supersede();
    const turn = this.#turn;
    runInAction(() => {
      this.busy = true;
    });
    try {
      const key = await this.#tasks.run(action, input, {
        asyncKey: uuid(),
        onComplete: (task) => (turn === this.#turn ? this.#take(task) : this.#forget(task)),
      });
      if (turn === this.#turn) this.#running = key;
    } catch (thrown) {
      if (turn === this.#turn)
        runInAction(() => {
          [this.busy, this.failed] = [false, { thrown }];
        });
    }
  }

  #take(task: TaskState): void {
    const before = this.shown;
    const isMade = task.resultURI !== null && task.resultURI !== undefined;
    runInAction(() => {
      this.busy = false;
      this.failed = isMade ? undefined : { task };
      if (isMade) this.shown = task;
    });
    if (!isMade) this.#forget(task);
    else this.#replace(before);
  }

  /** Forgets a file one later: its viewer may still be reading it. */
  #replace(before: TaskState | undefined): void {
    if (this.#replaced) this.#forget(this.#replaced);
    this.#replaced = before;
  }

  /** Stays among the tasks where that fails, and goes with them. */
  #forget(task: TaskState): void {
    void this.#tasks.dismiss(task).catch(() => {});
  }
}
