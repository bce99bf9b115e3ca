// Search by a drawn area on the map of a listing: the area is shown while it filters, and another one can be drawn.

import type { Bounds } from 'src/client/fields/text/geometry.ts';
import { geometryOf, shapePartsOf, type ShapePart } from 'src/client/fields/text/shapes.ts';
import type { MapController } from 'src/client/map/MapController.ts';
import type { ShapeEditor } from 'src/client/map/ShapeEditor.ts';
import { useShapeEditor } from 'src/client/map/useShapeEditor.ts';
import { boundsShown } from 'src/client/map/inView.ts';
import { AREA_KEY, boundsIn, undefinedIfInvalid, withinArea } from 'src/client/listing/placeFilters.ts';
import type { ListingState } from 'src/model/listing/listingState.ts';
import { useClient } from 'src/client/useClient.ts';
import { crossingFault, runToEnd } from 'src/model/geo/checkCrossings.ts';
import { shapeFault } from 'src/model/geo/checkShape.ts';
import type { Area } from 'src/model/geo/geoJson.ts';
import { areaFromHash, hashOfArea } from 'src/model/geo/boundsHash.ts';
import { simplified } from 'src/model/geo/simplifyGeometry.ts';
import type { Json } from 'src/model/item/Item.ts';

/** Returns the area that a listing is limited to; undefined when it has none, or an invalid one. */
export const areaIn = ({ chosen }: Pick<ListingState, 'chosen'>): Area | undefined => {
  const [hash] = chosen[AREA_KEY] ?? [];
  const area = typeof hash === 'string' ? undefinedIfInvalid(() => areaFromHash(hash)) : undefined;
  return area && !shapeFault(area, ['Polygon', 'MultiPolygon']) ? area : undefined;
};

/** Returns the bounds of a listing's filters: the view itself, or those of the area. */
export const boundsAsked = (state: Pick<ListingState, 'chosen'>): Bounds | undefined =>
  boundsIn(state) ?? boundsShown(areaIn(state) as Json | undefined);

interface AreaSearchUse {
  readonly state: ListingState;
  /** Changes the listing without moving the map. */
  readonly change: (state: ListingState) => void;
  /** Changes the listing and moves the map to the result. */
  readonly show: (state: ListingState) => void;
  /** Moves the focus to the area when the drawing tools disappear. */
  readonly focus: () => void;
}

/** Maximum length of a filter value: an area is written as its hash. */
const MOST_LETTERS = 1_000;
const FINEST_M = 1;
const COARSEST_M = 50_000;

const fitsInAddress = (area: Area): boolean => hashOfArea(area).length <= MOST_LETTERS;

/** Simplifies an area until it fits, with the smallest error. Returns undefined for too many parts. */
const simpler = (given: Area, metres = FINEST_M): { readonly area: Area; readonly metres: number } | undefined => {
  if (metres > COARSEST_M) return undefined;
  const area = simplified(given, metres) as Area;
  return fitsInAddress(area) ? { area, metres } : simpler(given, metres * 2);
};

interface AreaSearch {
  readonly editor: ShapeEditor | undefined;
  /** Uses an area from another source. Returns whether it is valid for a search. */
  readonly take: (area: Area) => boolean;
}

export const useAreaSearch = (map: MapController | undefined, use: AreaSearchUse): AreaSearch => {
  const { alerts } = useClient();
  const search = (given: Area, apply: (state: ListingState) => void): boolean => {
    const less = fitsInAddress(given) ? { area: given, metres: 0 } : simpler(given);
    if (!less) {
      alerts.warn('map.areaTooFine');
      return false;
    }
    const { area, metres } = less;
    // Reported while it can still be drawn again, because the server would refuse it.
    const fault = shapeFault(area as Json, ['Polygon', 'MultiPolygon']) ?? runToEnd(crossingFault(area));
    if (fault) {
      alerts.warn(fault.message, fault.params as Readonly<Record<string, number>> | undefined);
      return false;
    }
    if (metres > 0) alerts.info('map.areaSimpler', { metres });
    editor?.stop();
    use.focus();
    apply(withinArea(use.state, area));
    return true;
  };
  const ended = (made: readonly ShapePart[]): void => {
    if (!search(geometryOf(made) as Area, use.change)) editor?.start('Polygon');
  };
  const editor = useShapeEditor(map, { parts: shapePartsOf(areaIn(use.state) as Json | undefined), onEnded: ended });
  return { editor, take: (area) => search(area, use.show) };
};
