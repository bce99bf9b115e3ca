// `act/overlap`: what the asker may see in an item's area and in bands of distance around it.

import { isRecord } from 'src/base/isRecord.ts';
import type { Json } from 'src/model/item/Item.ts';
import { isItemId } from 'src/model/item/itemId.ts';
import { propertyAt, valuesAt } from 'src/model/schema/paths.ts';
import { isGeometry } from 'src/model/kinds/kindTraits.ts';
import { invalidAt } from 'src/model/problems.ts';
import { overlapOf } from 'src/server/geo/overlapOf.ts';
import { endpoint } from 'src/server/geo/GeoNeeds.ts';

/** A search of each type with places, and one of each band for the types of which something is near. */
const SEARCHES_OF_BAND = 3;
const SEARCHES_OF_TYPES = 4;

const countOfBands = (body: Json | undefined): number =>
  isRecord(body) && Array.isArray(body['bands']) ? body['bands'].length : 1;

export const overlap = endpoint(
  'overlap',
  async (context, { path, bands }) => {
    const { services, stored } = context;
    const { properties, view } = services.registry.types[stored.type] ?? {};
    const property = propertyAt(properties ?? {}, path);
    if (!property || !isGeometry(property.kind)) throw invalidAt('/path', 'errors.invalidChoice');
    const metres = bands.toSorted((one, other) => one - other);
    const item = await context.view();
    const beside = (view?.page?.overlap?.beside ?? []).flatMap((each) => valuesAt(item, each)).filter(isItemId);
    return await overlapOf(context, { item, path, bands: metres, beside });
  },
  (body) => SEARCHES_OF_TYPES + SEARCHES_OF_BAND * countOfBands(body),
);
