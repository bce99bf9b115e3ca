// The map of a statement of counts: the area and the distances around it, and no record. It is always light, because it goes on paper.

import { observer } from 'mobx-react-lite';
import { type MapController, type PaperWords, copyOnto } from 'src/client/extendMap.ts';
import { useOverlapMap } from 'src/domain/consult/overlap/useOverlapMap.client.ts';
import type { Overlap } from 'src/model/generated/wire.ts';
import type { Json } from 'src/model/item/Item.ts';

interface StatementMapProps {
  /** Accessible description of the map. */
  readonly name: string;
  /** GeoJSON. */
  readonly area: Json;
  readonly overlap: Overlap;
  readonly onMap: (map: MapController | undefined) => void;
}

export const StatementMap = observer(({ name, ...shown }: StatementMapProps) => {
  const { host } = useOverlapMap({ ...shown, paper: true });
  return <div ref={host} className="kk-overlap-statement-map" role="img" aria-label={name} />;
});

/** Returns the map as a PNG, once all of it is drawn. Rejects where the base map comes from a site that forbids copies. */
export const mapPicture = async (map: MapController, words: PaperWords): Promise<Blob> => {
  await new Promise<void>((resolve) => {
    map.map.once('rendercomplete', () => resolve());
    map.map.render();
  });
  const canvas = document.createElement('canvas');
  copyOnto(canvas, map, words);
  return await new Promise((resolve, reject) => {
    canvas.toBlob((picture) => (picture ? resolve(picture) : reject(new Error('the map is no picture'))), 'image/png');
  });
};
