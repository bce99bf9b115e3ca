// `act/suggestCommunities`: the communities whose territory meets the area of a consultation, for its submitter to choose from.

import type { Item, Json } from 'src/model/item/Item.ts';
import { tryParseItemId } from 'src/model/item/itemKey.ts';
import { shapeFault } from 'src/model/geo/checkShape.ts';
import { asGeometry, COLLECTION, SIMPLE_KINDS, type Geometry } from 'src/model/geo/geoJson.ts';
import { invalid, problem } from 'src/model/problems.ts';
import { communitiesIn } from 'src/domain/consult/communitiesIn.server.ts';
import { endpoint } from 'src/server/extend.ts';

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
