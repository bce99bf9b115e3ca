// Messages that arrived after those of the first page. A module that needs them imports them (laterMessages.ts) and
// runs after they have arrived. IntlStore shows them.

import { observable, runInAction } from 'mobx';
import { type MessageTree, messagesOfTree } from 'src/model/text/messageTree.ts';

type Messages = Readonly<Record<string, string>>;

const arrived = observable.box<Messages>({}, { deep: false });

/** Observable. */
export const arrivedMessages = (): Messages => arrived.get();

export const addMessages = (messages: Messages): void =>
  runInAction(() => arrived.set({ ...arrived.get(), ...messages }));

/** Adds the messages of `pageMessages` in area.json. A page that shows them imports a module that calls this. */
export const addPageMessages = (tree: MessageTree): void => addMessages(messagesOfTree(tree));
