// Creates the controller of a map for a component and keeps it in step with the theme and the person's base map. The component must be an
// observer.

import { useEffect, useRef, useState, type RefObject } from 'react';
import type { Bounds } from 'src/client/fields/text/geometry.ts';
import { chosenGround } from 'src/client/map/chosenBaseMap.ts';
import { rememberView } from 'src/client/map/lastView.ts';
import { MapController } from 'src/client/map/MapController.ts';
import { useColumn } from 'src/client/navigation/ColumnContext.ts';
import { useClient } from 'src/client/useClient.ts';
import { useReducedMotion } from 'src/client/ui/useMedia.ts';

interface UsedMap {
  readonly host: RefObject<HTMLDivElement | null>;
  /** Undefined until the element exists. */
  readonly map: MapController | undefined;
}

interface MapUse {
  /** Initial bounds. */
  readonly bounds: Bounds;
  readonly wheel?: boolean;
  /** True for the appearance on paper, independent of the page's theme. */
  readonly paper?: boolean;
  /** True for a map whose view is stored as the last view of the person. */
  readonly keepsView?: boolean;
}

export const useMap = ({ bounds, wheel = true, paper = false, keepsView = false }: MapUse): UsedMap => {
  const host = useRef<HTMLDivElement>(null);
  const still = useReducedMotion();
  const [map, setMap] = useState<MapController>();
  const first = useRef(bounds);
  useEffect(() => {
    const element = host.current;
    if (!element) return undefined;
    const made = new MapController({ element, bounds: first.current, still, wheel, paper });
    const themes = new MutationObserver(() => made.retheme());
    themes.observe(document.body, { attributes: true, attributeFilter: ['class', 'style'] });
    setMap(made);
    return () => {
      themes.disconnect();
      // Opened again, it keeps its view.
      first.current = made.place?.bounds ?? first.current;
      setMap(undefined);
      made.dispose();
    };
  }, [still, wheel, paper]);
  const client = useClient();
  const user = client.session.user?.$id;
  const view = keepsView ? map?.place?.bounds : undefined;
  const shown = client.navigation.cells[useColumn()];
  useEffect(() => {
    if (user !== undefined && view) rememberView(user, view, shown);
  }, [user, view, shown]);
  const base = chosenGround(client);
  useEffect(() => map?.showBase(base), [map, base]);
  return { host, map };
};
