// Messages that arrived after those of the first page. A module that needs them imports them (laterMessages.ts) and
// runs after they have arrived. IntlStore shows them.

import { observable, runInAction } from 'mobx';

type Messages = Readonly<Record<string, string>>;

const arrived = observable.box<Messages>({}, { deep: false });

/** Observable. */
export const arrivedMessages = (): Messages => arrived.get();

export const addMessages = (messages: Messages): void =>
  runInAction(() => arrived.set(Object.freeze({ ...arrived.get(), ...messages })));
