// `isAllowed`: may the caller do these actions with this item, or with each of these items? What is hidden or absent allows
// nothing, to an administrator as well; a reserved id, which names no item, allows an administrator everything. How much may be asked at once stands in the operation's schema.

import type { Subject } from 'src/model/access/Subject.ts';
import type { ItemId } from 'src/model/item/Item.ts';
import { isReservedId } from 'src/model/item/itemId.ts';
import type { AllowedQuestion } from 'src/model/generated/wire.ts';
import { costOfQuestions } from 'src/server/limits.ts';
import { endpoint } from 'src/server/endpoint.ts';
import { realId } from 'src/server/access/realId.ts';

/** What is asked of each item, asked once however often it is named. */
const askedOf = (questions: readonly AllowedQuestion[], { admin }: Subject): Map<ItemId, Set<string>> => {
  const asked = new Map<ItemId, Set<string>>();
  for (const { id, actions } of questions) {
    const key = admin && isReservedId(id) ? id : realId(id);
    asked.set(key, new Set([...(asked.get(key) ?? []), ...actions]));
  }
  return asked;
};

export const isAllowed = endpoint(
  'isAllowed',
  async ({ services, db, readFilter, subject }, body) => {
    const many = Array.isArray(body);
    const asked = askedOf(many ? (body as readonly AllowedQuestion[]) : [body as AllowedQuestion], subject);
    const found = await services.items.findMany(
      db,
      [...asked.keys()].filter((id) => !isReservedId(id)),
    );
    const visible = found.filter(({ acl }) => readFilter.canRead(acl));
    const allowed = await services.access.canMany(
      db,
      readFilter,
      visible.map((stored) => ({ stored, actions: [...(asked.get(stored.id) ?? [])] })),
    );
    const answers = [...asked].map(
      ([id, actions]) =>
        [id, allowed.get(id) ?? Object.fromEntries([...actions].map((action) => [action, isReservedId(id)]))] as const,
    );
    return many ? Object.fromEntries(answers) : (answers[0]?.[1] ?? {});
  },
  costOfQuestions,
);
