// Questions to the person, one at a time; the shell shows `current`.

import { observable, runInAction } from 'mobx';
import type { ComponentType } from 'react';
import type { Alert } from 'src/client/stores/AlertStore.ts';

/** Cancelled, applied, or the other way out. */
type Answer = boolean | 'other';

/** A dialog that waits for an answer; the shell shows the oldest one. Title, message and apply are message ids. */
export interface DialogRequest {
  readonly key: string;
  readonly kind: 'confirm' | 'info' | 'systemMessage' | 'fullScreen';
  readonly title: string;
  readonly message?: string;
  readonly values?: Alert['values'];
  readonly apply?: string;
  /** A third way out, beside `apply` and cancel. */
  readonly other?: string;
  readonly danger?: boolean;
  /** The server's own text, of a systemMessage dialog. */
  readonly text?: string;
  /** Shown instead of the message; of a fullScreen dialog all there is. */
  readonly component?: ComponentType<{ readonly close: (applied: boolean) => void }>;
  /** Closes the dialog and resolves its promise. */
  readonly answer: (applied: Answer) => void;
}

export type DialogOptions = Pick<DialogRequest, 'title' | 'message' | 'values' | 'component'>;

type Asked = Omit<DialogRequest, 'key' | 'answer'>;

export class DialogStore {
  private readonly queue = observable.array<DialogRequest>([], { deep: false });
  private count = 0;

  /** The dialog on screen; answering it brings up the next one. Observable. */
  get current(): DialogRequest | undefined {
    return this.queue[0];
  }

  async confirm(options: DialogOptions & Pick<DialogRequest, 'apply' | 'danger'>): Promise<boolean> {
    return (await this.choose(options)) === true;
  }

  /** True for `apply`, 'other' for the other way out. */
  choose(options: DialogOptions & Pick<DialogRequest, 'apply' | 'danger' | 'other'>): Promise<Answer> {
    return this.ask({ ...options, kind: 'confirm' });
  }

  async info(options: DialogOptions): Promise<void> {
    await this.ask({ ...options, kind: 'info' });
  }

  /** Details of a failure: title components.KSysMsg.title, intro components.KSysMsg.intro. */
  async systemMessage(text: string): Promise<void> {
    await this.ask({ kind: 'systemMessage', title: 'components.KSysMsg.title', text });
  }

  async fullScreen(options: Pick<DialogRequest, 'title' | 'component'>): Promise<void> {
    await this.ask({ ...options, kind: 'fullScreen' });
  }

  private ask(asked: Asked): Promise<Answer> {
    return new Promise((resolve) => {
      this.count += 1;
      const dialog: DialogRequest = {
        ...asked,
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
