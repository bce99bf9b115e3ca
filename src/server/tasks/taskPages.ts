// The items that a task of many was begun for, a page after the other. Called by tasks that read them and change none.

import type { ItemId } from 'src/model/item/Item.ts';
import { countTaskItems, taskItemsAfter } from 'src/server/store/taskItemRows.ts';
import type { TaskRun } from 'src/server/TaskHandler.ts';

const AT_ONCE = 50;

export const countOfTask = async ({ key, context }: Pick<TaskRun<unknown>, 'key' | 'context'>): Promise<number> =>
  await countTaskItems((await context()).db, key);

export async function* taskPages({
  key,
  context,
}: Pick<TaskRun<unknown>, 'key' | 'context'>): AsyncGenerator<readonly ItemId[]> {
  for (let n = 0, isMore = true; isMore;) {
    const page = await taskItemsAfter((await context()).db, key, { n, most: AT_ONCE });
    yield page.map(({ id }) => id);
    n = page.at(-1)?.n ?? n;
    isMore = page.length === AT_ONCE;
  }
}
