// Dialogs with questions to the person, shown one at a time; the shell shows `current`.

import { observable, runInAction } from 'mobx';
import type { ComponentType } from 'react';
import type { Alert } from 'src/client/stores/AlertStore.ts';

/** Cancelled, applied, or the other option. */
type Answer = boolean | 'other';

/** A dialog that waits for an answer; the shell shows the oldest one. Title, message and apply are message ids. */
export interface DialogRequest {
  readonly key: string;
  readonly kind: 'confirm' | 'info' | 'systemMessage' | 'fullScreen' | 'own';
  readonly title: string;
  readonly message?: string;
  readonly values?: Alert['values'];
  readonly apply?: string;
  /** A third option, in addition to `apply` and cancel. */
  readonly other?: string;
  readonly danger?: boolean;
  /** Text of the server, in a systemMessage dialog. */
  readonly text?: string;
  /** Shown instead of the message; the entire content of a fullScreen dialog. */
  readonly component?: ComponentType<{ readonly close: (applied: boolean) => void }>;
  /** Closes the dialog and resolves its promise. */
  readonly answer: (applied: Answer) => void;
}

export type DialogOptions = Pick<DialogRequest, 'title' | 'message' | 'values' | 'component'>;

type NewDialog = Omit<DialogRequest, 'key' | 'answer'>;

export class DialogStore {
  private readonly queue = observable.array<DialogRequest>([], { deep: false });
  private count = 0;

  /** The visible dialog. After its answer, the next one is shown. Observable. */
  get current(): DialogRequest | undefined {
    return this.queue[0];
  }

  async confirm(options: DialogOptions & Pick<DialogRequest, 'apply' | 'danger'>): Promise<boolean> {
    return (await this.choose(options)) === true;
  }

  /** Resolves to true for `apply` and to 'other' for the other option. */
  choose(options: DialogOptions & Pick<DialogRequest, 'apply' | 'danger' | 'other'>): Promise<Answer> {
    return this.ask({ ...options, kind: 'confirm' });
  }

  async info(options: DialogOptions): Promise<void> {
    await this.ask({ ...options, kind: 'info' });
  }

  /** Shows details of a failure. */
  async systemMessage(text: string): Promise<void> {
    await this.ask({ kind: 'systemMessage', title: 'components.KSysMsg.title', text });
  }

  /** Shows a component that is a dialog itself. */
  own(component: NonNullable<DialogRequest['component']>): void {
    void this.ask({ kind: 'own', title: '', component });
  }

  async fullScreen(options: Pick<DialogRequest, 'title' | 'component'>): Promise<void> {
    await this.ask({ ...options, kind: 'fullScreen' });
  }

  private ask(options: NewDialog): Promise<Answer> {
    return new Promise((resolve) => {
      this.count += 1;
      const dialog: DialogRequest = {
        ...options,
        key: String(this.count),
        answer: (applied) => {
          runInAction(() => this.queue.remove(dialog));
          resolve(applied);
        },
      };
      runInAction(() => this.queue.push(dialog));
    });
  }
}
