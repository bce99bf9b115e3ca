// Decides which button is the main one of the page: if several columns have one, that of the last column, which was opened to continue
// there.

import { observable, runInAction } from 'mobx';

export class MainButtons {
  /** Places of the buttons that are shown. */
  private readonly shown = observable.map<symbol, number>();

  /** Returns a function that takes the button away again. */
  add(place: number): () => void {
    const key = Symbol('button');
    runInAction(() => this.shown.set(key, place));
    return () => runInAction(() => this.shown.delete(key));
  }

  /** True where no shown button has a later place. Observable. */
  isMain(place: number): boolean {
    return [...this.shown.values()].every((other) => other <= place);
  }
}
