// Finds which geometries meet an area: the part of a search by area that needs more than boxes. Runs in the worker.

import type { Area, Geometry } from 'src/model/geo/geoJson.ts';
import { prepareArea } from 'src/model/geo/preparedArea.ts';
import { OutOfTime } from 'src/server/search/evaluate/Scope.ts';

export const met = ({
  area,
  geometries,
  deadline,
  isOver,
}: {
  readonly area: Area;
  readonly geometries: readonly string[];
  readonly deadline: number;
  /** Returns true when the answer is no longer needed. */
  readonly isOver: () => boolean;
}): Uint8Array => {
  const prepared = prepareArea(area);
  return Uint8Array.from(geometries, (geometry) => {
    if (Date.now() > deadline || isOver()) throw new OutOfTime();
    return prepared.meets(JSON.parse(geometry) as Geometry) ? 1 : 0;
  });
};
