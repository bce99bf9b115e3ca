// The search by an area that is drawn on the map of a listing: the area stands on the map while it filters, and another one can be drawn.

import { geometryOf, partsOf, type ShapePart } from 'src/client/forms/text/shapes.ts';
import type { MapController } from 'src/client/map/MapController.ts';
import type { ShapeEditor } from 'src/client/map/ShapeEditor.ts';
import { useShapeEditor } from 'src/client/map/useShapeEditor.ts';
import { areaIn, withinArea } from 'src/client/search/placeFilters.ts';
import type { ListingState } from 'src/client/search/listingState.ts';
import { useClient } from 'src/client/useClient.ts';
import { crossingFault, finish } from 'src/model/geo/checkCrossings.ts';
import { shapeFault } from 'src/model/geo/checkShape.ts';
import type { Area } from 'src/model/geo/geoJson.ts';
import type { Json } from 'src/model/item/Item.ts';

interface AreaSearchUse {
  readonly state: ListingState;
  readonly change: (state: ListingState) => void;
  /** The tools of the drawing go with it: the focus goes where the area stands. */
  readonly focus: () => void;
}

export const useAreaSearch = (map: MapController | undefined, use: AreaSearchUse): ShapeEditor | undefined => {
  const { alerts } = useClient();
  const take = (part: ShapePart): void => {
    const shape = geometryOf([part]);
    const area = shape as unknown as Area;
    // The server would refuse it: it is said while it can be drawn again.
    const fault = shapeFault(shape ?? null, ['Polygon']) ?? finish(crossingFault(area));
    if (fault) {
      alerts.warn(fault.message, fault.params as Readonly<Record<string, number>> | undefined);
      editor?.start('Polygon');
      return;
    }
    editor?.stop();
    use.focus();
    use.change(withinArea(use.state, area));
  };
  const editor = useShapeEditor(map, { parts: partsOf(areaIn(use.state) as Json | undefined), onPart: take });
  return editor;
};
