// `act/previewAnswer`: the effects of marking a response as answered, for the question before it: what the proponent learns, whether a letter
// has left, and how many steps of the workflow are not done.

import { isRecord } from 'src/base/isRecord.ts';
import type { MovePreview } from 'src/model/generated/wire.ts';
import type { Item } from 'src/model/item/Item.ts';
import { type Context, endpoint } from 'src/server/extend.ts';

const hasSentLetter = async ({ services, db }: Context, { $id }: Item): Promise<boolean> => {
  const ids = await services.items.holding(db, { type: 'Letter', path: 'context', id: $id });
  const letters = await services.items.findMany(db, ids);
  return letters.some(({ properties }) => properties['state'] === 'SENT');
};

/** Returns how many steps of the workflow are not done; 0 without a workflow. */
const openStepsOf = ({ _wf: workflow }: Item): number => {
  const { steps, done } = isRecord(workflow) ? workflow : {};
  return typeof steps === 'number' && typeof done === 'number' ? Math.max(0, steps - done) : 0;
};

export const previewAnswer = endpoint('previewAnswer', async (context) => {
  const item = await context.view();
  const count = openStepsOf(item);
  const lines: MovePreview['lines'][number][] = [{ message: 'consult.answer.seen' }];
  if (!(await hasSentLetter(context, item))) lines.push({ message: 'consult.answer.noLetter', warning: true });
  if (count > 0) lines.push({ message: 'consult.answer.openSteps', params: { count }, warning: true });
  return { errors: [], lines };
});
