// Computes the entries of the list next to a map: everything that layers have in view, each once. Used by useViewEntries.

import type { Bounds } from 'src/client/fields/text/geometry.ts';
import type { FeatureSet } from 'src/client/map/FeatureSet.ts';
import { inView } from 'src/client/map/inView.ts';
import type { MapEntry } from 'src/client/map/MapFeature.ts';

export interface ViewEntries {
  readonly entries: readonly MapEntry[];
  /** Includes items without an entry. */
  readonly count: number;
  /** True when the query of a layer failed. */
  readonly failed: boolean;
}

export const viewEntries = (
  sets: Iterable<FeatureSet>,
  bounds: Bounds | undefined,
  { locale, labelOf }: { readonly locale: string; readonly labelOf: (id: string) => string },
): ViewEntries => {
  const all = [...sets];
  const tiled = all.filter(({ tiled: layer }) => layer !== undefined);
  const features = new Map(
    all.flatMap((set) => (set.tiled ? [] : [...set.features.values()])).map((each) => [each.$id, each]),
  );
  const named: readonly MapEntry[] = bounds ? inView(features.values(), bounds, locale) : [];
  const found = new Map(
    tiled
      .flatMap(({ view }) => view.found.ids)
      .filter((id) => !features.has(id))
      .map((id) => [id, { $id: id, label: labelOf(id) }]),
  );
  const unnamed = tiled.reduce((sum, { view }) => sum + view.found.total - view.found.ids.length, 0);
  return {
    entries: [...named, ...found.values()],
    count: named.length + found.size + unnamed,
    failed: tiled.some(({ view }) => view.failed),
  };
};
