// `isAllowed`: may the caller do these actions with this item, or with each of these items? What is hidden, absent or not
// declared allows nothing.

import type { ItemId, Json } from 'src/model/item/Item.ts';
import { invalid } from 'src/model/problems.ts';
import type { Context, Operation } from 'src/server/context.ts';
import { realId } from 'src/server/operations/realId.ts';
import type { StoredItem } from 'src/server/store/itemStorage.ts';

interface Question {
  readonly id: ItemId;
  readonly actions: readonly string[];
}

const MOST = 1000;

const questionOf = (value: Json): Question => {
  const { id, actions } = (value ?? {}) as { id?: Json; actions?: Json };
  if (!Array.isArray(actions) || actions.length > MOST)
    throw invalid([{ path: '/actions', message: 'errors.required' }]);
  return { id: realId(id), actions: (actions as readonly Json[]).filter((action) => typeof action === 'string') };
};

const answer = async (
  { services, db, readFilter }: Context,
  { actions }: Question,
  stored: StoredItem | undefined,
): Promise<Record<string, boolean>> => {
  const visible = stored && readFilter.canRead(stored.acl) ? stored : undefined;
  const decisions = actions.map(
    async (action) =>
      [action, visible ? (await services.access.can(db, readFilter, visible, action)).can : false] as const,
  );
  return Object.fromEntries(await Promise.all(decisions));
};

export const isAllowed: Operation = {
  name: 'isAllowed',
  who: 'everyone',
  writes: false,
  async run(context, _, body) {
    const { services, db } = context;
    const many = Array.isArray(body);
    const questions = (many ? (body as readonly Json[]) : [body ?? null]).map(questionOf);
    if (questions.length > MOST) throw invalid([{ path: '', message: 'errors.array.max', params: { max: MOST } }]);
    const found = new Map(
      (
        await services.items.findMany(
          db,
          questions.map(({ id }) => id),
        )
      ).map((stored) => [stored.id, stored]),
    );
    const answers = await Promise.all(questions.map((question) => answer(context, question, found.get(question.id))));
    if (!many) return answers[0] ?? {};
    return Object.fromEntries(questions.map(({ id }, index) => [id, answers[index] ?? {}]));
  },
};
