// `act/restoreItem` restores a deleted item; `act/deletedItems` lists the items that the caller may restore; `act/itemDeletion` says whether
// an item that the caller could read was deleted.

import { referencesIn, resolveLabel } from 'src/model/item/labelOf.ts';
import { realId } from 'src/server/access/realId.ts';
import type { RuleContext } from 'src/server/rules/RuleNeeds.ts';
import { endpoint } from 'src/server/items/ItemNeeds.ts';
import { findDeletion, restorable, restoreItem } from 'src/server/rules/restoreItem.ts';

export const restoreItemAction = endpoint('restoreItem', async (context) => {
  const { target } = context;
  const { stored, lost } = await restoreItem(context, target);
  return { $id: stored.id, lost };
});

/** Returns the labels of the items that labels name, as far as the caller may read them. */
const labelsIn = ({ services, db, readFilter }: RuleContext, labels: readonly string[]) =>
  services.items.labels(db, readFilter, [...new Set(labels.flatMap(referencesIn))]);

export const itemDeletion = endpoint('itemDeletion', async (context, { itemId }) => {
  const found = await findDeletion(context, realId(itemId));
  if (!found) return { deleted: false };
  if (!found.restorable) return { deleted: true };
  const { by, at, label, root } = found.restorable;
  const labels = await labelsIn(context, [label]);
  return { deleted: true, label: resolveLabel(label, labels, root), by, at: at.toISOString() };
});

export const deletedItems = endpoint('deletedItems', async (context) => {
  const found = await restorable(context);
  const labels = await labelsIn(
    context,
    found.map(({ label }) => label),
  );
  return {
    items: found.map(({ root, label, by, at, until }) => ({
      $id: root,
      label: resolveLabel(label, labels, root),
      by,
      at: at.toISOString(),
      until: until.toISOString(),
    })),
  };
});
