// The search by an area that is drawn on the map of a listing: the area stands on the map while it filters, and another one can be drawn.

import type { Bounds } from 'src/client/forms/text/geometry.ts';
import { geometryOf, partsOf, type ShapePart } from 'src/client/forms/text/shapes.ts';
import type { MapController } from 'src/client/map/MapController.ts';
import type { ShapeEditor } from 'src/client/map/ShapeEditor.ts';
import { useShapeEditor } from 'src/client/map/useShapeEditor.ts';
import { boundsShown } from 'src/client/map/inView.ts';
import { areaIn, boundsIn, withinArea } from 'src/client/search/placeFilters.ts';
import type { ListingState } from 'src/client/search/listingState.ts';
import { useClient } from 'src/client/useClient.ts';
import { crossingFault, finish } from 'src/model/geo/checkCrossings.ts';
import { shapeFault } from 'src/model/geo/checkShape.ts';
import type { Area } from 'src/model/geo/geoJson.ts';
import type { Json } from 'src/model/item/Item.ts';

/** Where a map looks that shows what a listing is asked for: the view itself, or what the area needs. */
export const boundsAsked = (state: Pick<ListingState, 'chosen'>): Bounds | undefined =>
  boundsIn(state) ?? boundsShown(areaIn(state) as Json | undefined);

interface AreaSearchUse {
  readonly state: ListingState;
  readonly change: (state: ListingState) => void;
  /** The tools of the drawing go with it: the focus goes where the area stands. */
  readonly focus: () => void;
}

export const useAreaSearch = (map: MapController | undefined, use: AreaSearchUse): ShapeEditor | undefined => {
  const { alerts } = useClient();
  const take = (made: readonly ShapePart[]): void => {
    const shape = geometryOf(made);
    const area = shape as unknown as Area;
    // The server would refuse it: it is said while it can be drawn again.
    const fault = shapeFault(shape ?? null, ['Polygon', 'MultiPolygon']) ?? finish(crossingFault(area));
    if (fault) {
      alerts.warn(fault.message, fault.params as Readonly<Record<string, number>> | undefined);
      editor?.start('Polygon');
      return;
    }
    editor?.stop();
    use.focus();
    use.change(withinArea(use.state, area));
  };
  const editor = useShapeEditor(map, { parts: partsOf(areaIn(use.state) as Json | undefined), onEnded: take });
  return editor;
};
