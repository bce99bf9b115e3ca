// Finds areas of a layer that are exactly the same, as the squares of records whose places are shown in general. Only the first of them is
// drawn: the colours of many would add up to a solid one. Created by FeatureLayer.

import type { Json } from 'src/model/item/Item.ts';

/** Positions of a square, the first one twice. Larger areas are hardly ever the same, and comparing them would take time. */
const SQUARE_POSITIONS = 5;

const isSimple = (geometry: Json): boolean => {
  const { type, coordinates } = geometry as { readonly type?: unknown; readonly coordinates?: unknown };
  if (type !== 'Polygon' || !Array.isArray(coordinates) || coordinates.length !== 1) return false;
  const [ring] = coordinates as readonly unknown[];
  return Array.isArray(ring) && ring.length <= SQUARE_POSITIONS;
};

export class SameAreas<Id> {
  readonly #ids = new Map<string, Set<Id>>();

  /** Returns true when the layer already has the same area. */
  add(id: Id, geometry: Json): boolean {
    if (!isSimple(geometry)) return false;
    const key = JSON.stringify(geometry);
    const ids = this.#ids.get(key) ?? new Set();
    this.#ids.set(key, ids);
    ids.add(id);
    return ids.size > 1;
  }

  /** Returns the id of the area that is now the first one, if that has changed. */
  remove(id: Id, geometry: Json): Id | undefined {
    if (!isSimple(geometry)) return undefined;
    const key = JSON.stringify(geometry);
    const ids = this.#ids.get(key);
    const [first] = ids ?? [];
    ids?.delete(id);
    if (ids?.size === 0) this.#ids.delete(key);
    const [next] = ids ?? [];
    return first === id ? next : undefined;
  }

  clear(): void {
    this.#ids.clear();
  }
}
