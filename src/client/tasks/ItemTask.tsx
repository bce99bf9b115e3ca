// A task that a person started from an item, on the page of that item: how far it is, its file, or why there is none.

import { observer } from 'mobx-react-lite';
import { lazy, Suspense } from 'react';
import { taskOfItem } from 'src/client/tasks/taskOfItem.ts';
import { useClient } from 'src/client/useClient.ts';
import type { ItemId } from 'src/model/item/Item.ts';

const TaskPanel = lazy(() =>
  import('src/client/tasks/TaskPanel.tsx').then((module) => ({ default: module.TaskPanel })),
);

export const ItemTask = observer(({ id }: { readonly id: ItemId }) => {
  const { tasks } = useClient();
  const task = tasks.named(taskOfItem(id));
  if (!task) return null;
  return (
    <Suspense fallback={null}>
      <TaskPanel task={task} close={() => tasks.leave(task)} isNamed />
    </Suspense>
  );
});
