// The legend of an overlap's map on paper: the area, the distances around it, and each kind in its colour.

import type { Client, Messages } from 'src/client/extend.ts';
import type { LegendEntry } from 'src/client/extendMap.ts';
import { distanceOf, rowName } from 'src/domain/consult/overlap/overlapWords.client.ts';
import { colourOfRow } from 'src/domain/consult/overlap/rowColours.client.ts';
import type { Overlap } from 'src/model/generated/wire.ts';

/** Observable. */
export const overlapLegend = (client: Client, messages: Messages, overlap: Overlap): readonly LegendEntry[] => {
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
    ...overlap.rows.map((row, at) => ({ name: rowName(client, messages, row), colour: colourOfRow(at) })),
  ];
};
