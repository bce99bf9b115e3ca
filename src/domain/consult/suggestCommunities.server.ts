// `act/suggestCommunities`: the communities whose territory meets the area of a consultation, for its submitter to choose from. Of what
// the caller may read alone: a territory that is hidden from the caller suggests nothing.

import type { Item } from 'src/model/item/Item.ts';
import { tryParseItemId } from 'src/model/item/itemId.ts';
import { asGeometry } from 'src/model/geo/geoJson.ts';
import { prepareArea } from 'src/model/geo/preparedArea.ts';
import { invalid, problem } from 'src/model/problems.ts';
import type { RunRead } from 'src/server/extend.ts';

/** As many as a consultation may ask. */
const MOST = 500;

export const suggestCommunities: RunRead = async (item, _input, { services, readFilter, db, gone }) => {
  if (tryParseItemId(item.$id)?.type !== 'Consultation') throw problem('notAllowed');
  const area = asGeometry(item['projectArea']);
  if (!area) throw invalid([{ path: '/projectArea', message: 'errors.required' }]);
  const query = { must: { _t: ['Organization'], type: ['COMMUNITY'] }, max: MOST };
  const { ids } = await services.search.search(readFilter, query, gone);
  const organisations = await services.items.readVisible(db, readFilter, ids, { channel: undefined });
  const meets = (organisation: Item): boolean => {
    const territory = asGeometry(organisation['territory']);
    const isArea = territory?.type === 'Polygon' || territory?.type === 'MultiPolygon';
    return isArea && prepareArea(territory).meets(area);
  };
  const communities = organisations
    .filter(meets)
    .map(({ $id, displayName }) => ({ id: $id, name: String(displayName ?? '') }))
    .sort((one, other) => one.name.localeCompare(other.name));
  return { communities };
};
