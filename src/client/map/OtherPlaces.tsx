// The places of other items of the edited type, faint below the drawing, for orientation. They cannot be selected.

import { observer } from 'mobx-react-lite';
import type { MapController } from 'src/client/map/MapController.ts';
import { useFeatureLayer } from 'src/client/map/useFeatureLayer.ts';
import { useFeatureSet } from 'src/client/map/useFeatureSet.ts';
import type { ItemId } from 'src/model/item/Item.ts';

const FAINT = 0.35;

interface OtherPlacesProps {
  readonly map: MapController | undefined;
  readonly type: string;
  /** The edited item; undefined for a new one. */
  readonly except: ItemId | undefined;
}

export const OtherPlaces = observer(({ map, type, except }: OtherPlacesProps) => {
  const places = useFeatureSet({
    types: [type],
    query: { must: { _t: [type] }, ...(except !== undefined && { mustNot: { $id: [except] } }) },
  });
  useFeatureLayer(map, places, {
    ...{ selected: '', open: undefined, pointed: undefined, opacity: FAINT, order: 0 },
  });
  return null;
});
