// The items that a task of many was begun for, a page after the other. Called by tasks that read them and change none.

import { ITEMS_AT_ONCE } from 'src/server/tasks/runBulk.ts';
import type { ItemId } from 'src/model/item/Item.ts';
import { countTaskItems, taskItemsAfter } from 'src/server/store/taskItemRows.ts';
import type { TaskRun } from 'src/server/TaskHandler.ts';

export const countOfTask = async ({ key, context }: Pick<TaskRun<unknown>, 'key' | 'context'>): Promise<number> =>
  await countTaskItems((await context()).db, key);

export async function* taskPages({
  key,
  context,
}: Pick<TaskRun<unknown>, 'key' | 'context'>): AsyncGenerator<readonly ItemId[]> {
  for (let n = 0, isMore = true; isMore;) {
    const page = await taskItemsAfter((await context()).db, key, { n, most: ITEMS_AT_ONCE });
    yield page.map(({ id }) => id);
    n = page.at(-1)?.n ?? n;
    isMore = page.length === ITEMS_AT_ONCE;
  }
}
