// `isAllowed`: whether the caller may perform these actions on an item, or on each of several items. On a hidden or absent item nothing is
// allowed, not even to an administrator. On a reserved id, which belongs to no item, an administrator is allowed everything. The
// operation's schema limits the number of questions.

import type { Subject } from 'src/model/access/Subject.ts';
import type { ItemId } from 'src/model/item/Item.ts';
import { isReservedId } from 'src/model/item/itemId.ts';
import type { AllowedQuestion } from 'src/model/generated/wire.ts';
import { costOfQuestions } from 'src/server/limits.ts';
import { endpoint } from 'src/server/rights/RightsNeeds.ts';
import { realId } from 'src/server/access/realId.ts';

/** Returns the actions asked for each item; an item that is named twice is checked once. */
const actionsByItem = (questions: readonly AllowedQuestion[], { admin }: Subject): Map<ItemId, Set<string>> => {
  const actionsOf = new Map<ItemId, Set<string>>();
  for (const { id, actions } of questions) {
    const key = admin && isReservedId(id) ? id : realId(id);
    actionsOf.set(key, new Set([...(actionsOf.get(key) ?? []), ...actions]));
  }
  return actionsOf;
};

export const isAllowedEndpoint = endpoint(
  'isAllowed',
  async ({ services, db, readFilter, subject }, body) => {
    const many = Array.isArray(body);
    const actionsOf = actionsByItem(many ? (body as readonly AllowedQuestion[]) : [body as AllowedQuestion], subject);
    const found = await services.items.findMany(
      db,
      [...actionsOf.keys()].filter((id) => !isReservedId(id)),
    );
    const visible = found.filter(({ acl }) => readFilter.canRead(acl));
    const allowed = await services.access.canMany(
      db,
      readFilter,
      visible.map((stored) => ({ stored, actions: [...(actionsOf.get(stored.id) ?? [])] })),
    );
    const answers = [...actionsOf].map(
      ([id, actions]) =>
        [id, allowed.get(id) ?? Object.fromEntries([...actions].map((action) => [action, isReservedId(id)]))] as const,
    );
    return many ? Object.fromEntries(answers) : (answers[0]?.[1] ?? {});
  },
  costOfQuestions,
);
