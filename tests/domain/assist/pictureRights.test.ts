// Pictures such as maps: an item is shown in one only when all agents may read everything that the picture shows of it.
import { describe, expect, it } from 'vitest';
import { registry } from 'src/generated/registry.client.ts';
import { mayShowInPicture } from 'src/domain/assist/client/mask/pictureRights.client.ts';
import type { ItemId, Json } from 'src/model/item/Item.ts';

const PLACE = 'SpatialFeature-1';
const RECORD = 'ArchiveEntry-2';

const mayShow = (
  id: ItemId,
  readable: Readonly<Record<ItemId, readonly string[]>>,
  loaded?: Readonly<Record<string, Json>>,
): boolean =>
  mayShowInPicture(
    { registry, itemOf: () => loaded },
    { mayShow: (each) => readable[each] !== undefined, hiddenProperties: (each) => readable[each] ?? [] },
    id,
  );

describe('items in pictures', () => {
  it('[ASSIST-01] need the right to read the item, its label, its geometry and the values of its style', () => {
    expect(mayShow(PLACE, {})).toBe(false);
    expect(mayShow(PLACE, { [PLACE]: ['description'] })).toBe(true);
    for (const hidden of ['label', 'geometry', 'spatialType'])
      expect(mayShow(PLACE, { [PLACE]: [hidden] })).toBe(false);
  });

  it('[ASSIST-01] at the places of other items need the right to read these, too', () => {
    const record = { $id: RECORD, spatialFeatures: [PLACE] };
    expect(mayShow(RECORD, { [RECORD]: [] })).toBe(false);
    expect(mayShow(RECORD, { [RECORD]: [] }, record)).toBe(false);
    expect(mayShow(RECORD, { [RECORD]: [], [PLACE]: [] }, record)).toBe(true);
    expect(mayShow('Unknown-1', { 'Unknown-1': [] })).toBe(false);
  });
});
