// Questions to the person, one at a time; the shell shows `current`.

import { observable, runInAction } from 'mobx';
import type { DialogOptions, DialogRequest, DialogStore as Contract } from 'src/client/Client.ts';

type Asked = Omit<DialogRequest, 'key' | 'answer'>;

export class DialogStore implements Contract {
  private readonly queue = observable.array<DialogRequest>([], { deep: false });
  private count = 0;

  get current(): DialogRequest | undefined {
    return this.queue[0];
  }

  confirm(options: DialogOptions & Pick<DialogRequest, 'apply' | 'danger'>): Promise<boolean> {
    return this.ask({ ...options, kind: 'confirm' });
  }

  async info(options: DialogOptions): Promise<void> {
    await this.ask({ ...options, kind: 'info' });
  }

  async systemMessage(text: string): Promise<void> {
    await this.ask({ kind: 'systemMessage', title: 'components.KSysMsg.title', text });
  }

  fullScreen(options: Pick<DialogRequest, 'title' | 'component'>): Promise<boolean> {
    return this.ask({ ...options, kind: 'fullScreen' });
  }

  private ask(asked: Asked): Promise<boolean> {
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
