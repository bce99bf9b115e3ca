// `act/suggestCommunities`: the communities whose territory meets the area of a consultation, for its submitter to choose from. Only of
// what the caller may read: a territory that is hidden from the caller suggests nothing.

import type { Item, Json } from 'src/model/item/Item.ts';
import { tryParseItemId } from 'src/model/item/itemKey.ts';
import { shapeFault } from 'src/model/geo/checkShape.ts';
import { asGeometry, COLLECTION, SIMPLE_KINDS, type Geometry } from 'src/model/geo/geoJson.ts';
import { prepareArea } from 'src/model/geo/preparedArea.ts';
import { invalid, problem } from 'src/model/problems.ts';
import { endpoint, type Context } from 'src/server/extend.ts';

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

const areaOf = (item: Item, given: Json | undefined): Geometry => {
  const value = given ?? item['projectArea'];
  const fault = given === undefined ? undefined : shapeFault(given, [...SIMPLE_KINDS, COLLECTION]);
  const area = asGeometry(value);
  if (!area || fault) throw invalid([{ path: '/projectArea', ...(fault ?? { message: 'errors.required' }) }]);
  return area;
};

export const suggestCommunities = endpoint('suggestCommunities', async (context, { projectArea }) => {
  const item = await context.view();
  if (tryParseItemId(item.$id)?.type !== 'Consultation') throw problem('notAllowed');
  return { communities: [...(await communitiesIn(context, areaOf(item, projectArea)))] };
});
