// Runs a declared action on an item, at once or as a task.

import type { Client } from 'src/client/Client.ts';
import { taskOfItem } from 'src/client/tasks/taskOfItem.ts';
import type { Messages } from 'src/client/ui/declaredMessages.ts';
import type { Item, Values } from 'src/model/item/Item.ts';
import type { ViewAction } from 'src/model/schema/TypeView.ts';

interface Run {
  readonly client: Client;
  readonly messages: Messages;
  readonly item: Item;
  readonly column: number;
  readonly name: string;
}

/** Asks for confirmation in the type's own words, or by the names of the action and the item. */
const isConfirmed = ({ key }: ViewAction, { client, messages, item, name }: Run): Promise<boolean> => {
  const ownMessage = (id: string): string | undefined => (messages.find(id) === undefined ? undefined : id);
  return client.dialogs.confirm({
    title: ownMessage(`types.${item._t}.confirm.${key}`) ?? 'cells.action.title',
    message: ownMessage(`types.${item._t}.consequence.${key}`) ?? 'cells.action.message',
    apply: 'cells.action.apply',
    values: { action: name, label: item.$label },
  });
};

/** Starts the action as a task. The page of the item shows it. */
export const startTask = async (
  { client: { tasks }, item }: Run,
  action: string,
  input: Values = {},
): Promise<void> => {
  const { $id, _t, _i } = item;
  await tasks.run(action, { _t, _i, ...input }, { asyncKey: taskOfItem($id) });
};

export const runAction = async (action: ViewAction, run: Run): Promise<void> => {
  const { client, item, column } = run;
  const { connection, alerts, items, navigation } = client;
  if (action.confirm && !(await isConfirmed(action, run))) return;
  const target = { _t: item._t, _i: item._i };
  if (client.registry.actions[action.key]?.mode === 'task') return await startTask(run, action.key);
  await connection.send(`act/${action.key}`, target);
  alerts.success('app.applied');
  if (action.after === 'refetch') await items.refresh(item.$id);
  if (action.after === 'close') await navigation.close(column);
};
