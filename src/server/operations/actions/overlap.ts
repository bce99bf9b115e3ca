// `act/overlap`: what the asker may see in an item's area and in bands of distance around it.

import type { Json } from 'src/model/item/Item.ts';
import { isItemId } from 'src/model/item/itemId.ts';
import { propertyAt, valuesAt } from 'src/model/schema/paths.ts';
import { isGeometry } from 'src/model/kinds/kindTraits.ts';
import { invalid } from 'src/model/problems.ts';
import { overlapOf } from 'src/server/geo/overlapOf.ts';
import type { EngineAction } from 'src/server/operations/actions/engineActions.ts';

/** A search of each type with places, and one of each band for the types of which something is near. */
const SEARCHES_OF_BAND = 3;
const SEARCHES_OF_TYPES = 4;

export const overlap: EngineAction<'overlap'> = {
  name: 'overlap',
  searches: ({ bands }) => SEARCHES_OF_TYPES + SEARCHES_OF_BAND * (Array.isArray(bands) ? bands.length : 1),
  async run({ path, bands }, context, target) {
    const { services, db, readFilter } = context;
    const stored = await services.access.visible(db, readFilter, target);
    const { properties, view } = services.registry.types[stored.type] ?? {};
    const property = propertyAt(properties ?? {}, String(path));
    if (!property || !isGeometry(property.kind)) throw invalid([{ path: '/path', message: 'errors.invalidChoice' }]);
    const metres = (bands as readonly number[]).toSorted((one, other) => one - other);
    const item = await services.items.view(db, readFilter, stored, 'act/overlap');
    const beside = (view?.page?.overlap?.beside ?? []).flatMap((each) => valuesAt(item, each)).filter(isItemId);
    const found = await overlapOf(context, { item, path: String(path), bands: metres, beside });
    return found as unknown as Json;
  },
};
