// `act/restoreItem` takes a deletion back; `act/deletedItems` lists those that the caller may take back.

import { referencesIn, resolveLabel } from 'src/model/item/labelOf.ts';
import type { EngineAction } from 'src/server/operations/actions/engineActions.ts';
import { restorable, restoreItem } from 'src/server/rules/restoreItem.ts';

export const restoreItemAction: EngineAction<'restoreItem'> = {
  name: 'restoreItem',
  async run(_, context, target) {
    const { stored, lost } = await restoreItem(context, target);
    return { $id: stored.id, lost };
  },
};

export const deletedItems: EngineAction<'deletedItems'> = {
  name: 'deletedItems',
  async run(_, context) {
    const { services, db, readFilter } = context;
    const found = await restorable(context);
    const labels = await services.items.labels(db, readFilter, [
      ...new Set(found.flatMap(({ label }) => referencesIn(label))),
    ]);
    return {
      items: found.map(({ root, label, by, at, until }) => ({
        $id: root,
        label: resolveLabel(label, labels, root),
        by,
        at: at.toISOString(),
        until: until.toISOString(),
      })),
    };
  },
};
