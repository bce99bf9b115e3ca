// Permitted uses of a consent. A record that was derived from an interview serves as evidence in an answer to a consultation only where every
// consent behind it permits this. A consent that names no use permits use within the community only.

import type { InvalidEntry } from 'src/model/generated/wire.ts';
import type { ItemId, Values } from 'src/model/item/Item.ts';
import { isItemId } from 'src/model/item/itemId.ts';
import { valuesAt } from 'src/model/schema/paths.ts';
import { SYSTEM_TYPES } from 'src/model/schema/systemTypes.ts';
import type { Context, StoredItem, ValidateRule } from 'src/server/extend.ts';

export const CONSULTATION_USE = 'CONSULTATION';
const EVIDENCE_PATHS = ['evidence', 'evidenceFiles'] as const;

/** Returns what decides whether an item may be used: the record of a file, the consents of a record, and what they depend on. */
const itemsBehind = ({ services: { registry } }: Context, { type, properties }: StoredItem): readonly ItemId[] => {
  const paths = type === SYSTEM_TYPES.file ? ['rel'] : (registry.types[type]?.server.access.read.limitedBy ?? []);
  return paths.flatMap((path) => valuesAt(properties, path)).filter(isItemId);
};

export const isUsePermitted = ({ properties }: StoredItem, use: string): boolean =>
  valuesAt(properties, 'uses').includes(use);

/** Returns whether every consent behind the item permits the use. */
const isUsable = async (context: Context, id: ItemId, use: string): Promise<boolean> => {
  const { services, db } = context;
  const seen = new Set<ItemId>();
  for (let next: readonly ItemId[] = [id]; next.length > 0;) {
    for (const each of next) seen.add(each);
    const found = await services.items.findMany(db, next);
    const consents = found.filter(({ type }) => services.registry.types[type]?.server.access.read.limits !== undefined);
    if (!consents.every((consent) => isUsePermitted(consent, use))) return false;
    next = [...new Set(found.flatMap((item) => itemsBehind(context, item)))].filter((each) => !seen.has(each));
  }
  return true;
};

const addedIds = (proposed: Values, before: Values | undefined, path: string): readonly ItemId[] => {
  const known = new Set(valuesAt(before ?? {}, path));
  return valuesAt(proposed, path).filter((id): id is ItemId => isItemId(id) && !known.has(id));
};

/** Refuses new evidence that a consent does not permit in answers to consultation requests. */
export const permittedEvidence: ValidateRule = async (proposed, before, context) => {
  const refused: InvalidEntry[] = [];
  for (const path of EVIDENCE_PATHS)
    for (const id of addedIds(proposed, before, path)) {
      if (await isUsable(context, id, CONSULTATION_USE)) continue;
      const labels = await context.services.items.labels(context.db, context.readFilter, [id]);
      refused.push({
        path: `/${path}`,
        message: 'errors.consent.notPermitted',
        params: { label: labels.get(id) ?? id },
      });
    }
  return refused;
};
