// Finds the communities whose territory meets an area, among those that the caller may read: a territory that is hidden from the caller
// suggests nothing.

import type { Item } from 'src/model/item/Item.ts';
import { asGeometry, type Geometry } from 'src/model/geo/geoJson.ts';
import { prepareArea } from 'src/model/geo/preparedArea.ts';
import type { Context } from 'src/server/extend.ts';

/** Limit of communities in one consultation. */
const MOST_COMMUNITIES = 500;

/** Communities that the caller may read, by their territories, in the order of their names. */
export const communitiesIn = async (
  { services, readFilter, db, gone }: Context,
  area: Geometry,
): Promise<readonly { readonly id: string; readonly name: string }[]> => {
  const query = { must: { _t: ['Organization'], type: ['COMMUNITY'] }, max: MOST_COMMUNITIES };
  const { ids } = await services.search.search(readFilter, query, gone);
  const organisations = await services.items.readVisible(db, readFilter, ids, { channel: undefined });
  const meets = (organisation: Item): boolean => {
    const territory = asGeometry(organisation['territory']);
    const isArea = territory?.type === 'Polygon' || territory?.type === 'MultiPolygon';
    return isArea && prepareArea(territory).meets(area);
  };
  return organisations
    .filter(meets)
    .map(({ $id, displayName }) => ({ id: $id, name: String(displayName ?? '') }))
    .sort((one, other) => one.name.localeCompare(other.name));
};
