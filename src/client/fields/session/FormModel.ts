// The values that a form edits: the draft of an item, the input of an endpoint, a setting, or the choices of a dialog.

import { NO_PROBLEMS } from 'src/client/stores/ItemDraft.ts';
import { observable, runInAction } from 'mobx';
import { deepEqual } from 'src/base/deepEqual.ts';
import { problemsByPath, propertyOfPointer, type FieldProblems } from 'src/client/stores/draftValues.ts';
import type { ItemId, Values } from 'src/model/item/Item.ts';
import { isProblem } from 'src/model/problems.ts';

/** All members are observable. */
export interface FormModel {
  /** Item type that the values belong to; empty when they belong to none. */
  readonly type: string;
  /** The item that the values belong to. */
  readonly id: ItemId | undefined;
  readonly values: Values;
  readonly changed: readonly string[];
  /** Problems that the server reported, by JSON pointer. */
  readonly problems: FieldProblems;
  readonly dirtyState: 'SAVING' | 'ERROR' | undefined;
  set(values: Values): void;
}

interface Status {
  readonly state: FormModel['dirtyState'];
  readonly problems: FieldProblems;
  /** Reason of the last refusal. */
  readonly thrown: unknown;
}

const IDLE: Status = { state: undefined, problems: NO_PROBLEMS, thrown: undefined };

/** Values that are sent as a whole. A refusal keeps them as they are. */
export class ValuesModel implements FormModel {
  readonly type = '';
  readonly id: ItemId | undefined;
  private readonly initial: Values;
  private readonly current = observable.box<Values>({}, { deep: false });
  private readonly status = observable.box<Status>(IDLE, { deep: false });

  constructor(initial: Values, id?: ItemId) {
    this.initial = initial;
    this.id = id;
    this.current.set(initial);
  }

  get values(): Values {
    return this.current.get();
  }

  get changed(): readonly string[] {
    return Object.keys(this.values).filter((name) => !deepEqual(this.values[name], this.initial[name]));
  }

  get problems(): FieldProblems {
    return this.status.get().problems;
  }

  get thrown(): unknown {
    return this.status.get().thrown;
  }

  get dirtyState(): FormModel['dirtyState'] {
    return this.status.get().state;
  }

  get busy(): boolean {
    return this.dirtyState === 'SAVING';
  }

  /** Removes the problems of the properties that change. */
  set(values: Values): void {
    const before = this.values;
    const { problems, ...status } = this.status.get();
    const left = Object.entries(problems).filter(([pointer]) => {
      const name = propertyOfPointer(pointer);
      return deepEqual(before[name], values[name]);
    });
    runInAction(() => {
      this.current.set(values);
      if (left.length < Object.keys(problems).length)
        this.status.set({ ...status, problems: Object.fromEntries(left) });
    });
  }

  reset(): void {
    runInAction(() => {
      this.current.set(this.initial);
      this.status.set(IDLE);
    });
  }

  /** Runs the work unless one runs already. Resolves to true when it is done. */
  async submit(work: () => Promise<unknown>): Promise<boolean> {
    if (this.busy) return false;
    const note = (status: Partial<Status>): void => runInAction(() => this.status.set({ ...IDLE, ...status }));
    note({ state: 'SAVING' });
    try {
      await work();
      note({});
      return true;
    } catch (thrown) {
      const isRefused = isProblem(thrown) && thrown.key === 'invalid';
      note({ state: 'ERROR', thrown, problems: isRefused ? problemsByPath(thrown.params?.errors) : NO_PROBLEMS });
      return false;
    }
  }
}
