// The records around an area that its counts leave out: switches for their types, and the layer of those that are on.

import { observer } from 'mobx-react-lite';
import { useEffect } from 'react';
import { useClient, useMessages } from 'src/client/extend.ts';
import { type FeatureSet, type MapController, onDark, useFeatureLayer, useFeatureSet } from 'src/client/extendMap.ts';
import { rowsOfTypes, totalOf, uncountedRows } from 'src/domain/consult/overlap/overlapWords.client.ts';
import { rowColours, type SortedRows } from 'src/domain/consult/overlap/rowColours.client.ts';
import type { Overlap, Query } from 'src/model/generated/wire.ts';
import type { ItemId } from 'src/model/item/Item.ts';

interface OtherLayerProps {
  readonly map: MapController | undefined;
  readonly query: Query;
  readonly types: readonly string[];
  readonly sorted: SortedRows;
  readonly pointed: ItemId | undefined;
  readonly onSet: (set: FeatureSet | undefined) => void;
}

/** Below the layer of the counted records, with groups of its own. */
export const OtherLayer = observer(({ map, query, types, sorted, pointed, onSet }: OtherLayerProps) => {
  const set = useFeatureSet({ query, types });
  useFeatureLayer(map, set, { selected: '', open: undefined, pointed, sorted, order: 1 });
  useEffect(() => {
    onSet(set);
    return () => onSet(undefined);
  }, [set, onSet]);
  return null;
});

interface OtherSwitchesProps {
  readonly overlap: Overlap;
  readonly dark: boolean;
  readonly shown: readonly string[];
  readonly show: (types: readonly string[]) => void;
}

export const OtherSwitches = observer(({ overlap, dark, shown, show }: OtherSwitchesProps) => {
  const client = useClient();
  const messages = useMessages();
  const types = rowsOfTypes(uncountedRows(client, overlap));
  if (types.length === 0) return null;
  const colours = rowColours(client, overlap.rows);
  return (
    <fieldset className="kk-overlap-others">
      <legend className="kk-soft">{messages.format('overlap.others')}</legend>
      {types.map(({ type, rows }) => {
        const colour = rows.length === 1 ? colours[overlap.rows.findIndex((row) => row === rows[0])] : undefined;
        const isShown = shown.includes(type);
        return (
          <label key={type} className="kk-check">
            <input
              type="checkbox"
              checked={isShown}
              onChange={() => show(isShown ? shown.filter((each) => each !== type) : [...shown, type])}
            />
            {colour !== undefined && (
              <span className="kk-layer-colour" style={{ backgroundColor: dark ? onDark(colour) : colour }} />
            )}
            {messages.plural(type)}
            <span className="kk-soft kk-count">{messages.intl.formatNumber(totalOf(rows))}</span>
          </label>
        );
      })}
    </fieldset>
  );
});
