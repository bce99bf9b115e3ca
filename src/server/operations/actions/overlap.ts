// `act/overlap`: what the asker may see in an item's area, or within a distance of it, counted.

import type { Json } from 'src/model/item/Item.ts';
import { propertyAt } from 'src/model/schema/paths.ts';
import { isGeometry } from 'src/model/schema/propertyKinds.ts';
import { invalid } from 'src/model/problems.ts';
import { overlapOf } from 'src/server/geo/overlapOf.ts';
import type { EngineAction } from 'src/server/operations/actions/engineActions.ts';

export const overlap: EngineAction = {
  name: 'overlap',
  on: 'item',
  async run({ path, within = 0 }, context, target) {
    const { services, db, readFilter } = context;
    const stored = await services.access.visible(db, readFilter, target);
    const property = propertyAt(services.registry.types[stored.type]?.properties ?? {}, String(path));
    if (!property || !isGeometry(property.kind)) throw invalid([{ path: '/path', message: 'errors.invalidChoice' }]);
    const item = await services.items.view(db, readFilter, stored, 'act/overlap');
    const found = await overlapOf(context, { item, path: String(path), within: Number(within) });
    return found as unknown as Json;
  },
};
