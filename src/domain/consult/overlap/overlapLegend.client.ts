// The legend of an overlap's map on paper: the area, the distances around it, and each kind that is drawn, in its colour.

import type { Client, Messages } from 'src/client/extend.ts';
import type { LegendEntry } from 'src/client/extendMap.ts';
import { distanceOf, rowName, rowsOnMap } from 'src/domain/consult/overlap/overlapWords.client.ts';
import { rowColours } from 'src/domain/consult/overlap/rowColours.client.ts';
import type { Overlap } from 'src/model/generated/wire.ts';

/** Observable. */
export const overlapLegend = (
  client: Client,
  messages: Messages,
  overlap: Overlap,
  shown: readonly string[],
): readonly LegendEntry[] => {
  const colours = rowColours(client, overlap.rows);
  const distances = overlap.bands.flatMap(({ within }) => (within > 0 ? [distanceOf(messages, within)] : []));
  return [
    { name: messages.format('overlap.legend.area'), line: 'area' },
    ...(distances.length > 0
      ? [
          {
            name: messages.format('overlap.legend.distances', { distances: messages.intl.formatList(distances) }),
            line: 'distance' as const,
          },
        ]
      : []),
    ...rowsOnMap(client, overlap, shown).map(({ row, at }) => ({
      name: rowName(client, messages, row),
      colour: colours[at] ?? '',
    })),
  ];
};
