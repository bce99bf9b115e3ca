// LIST: one line of title and one of summary per item; only what is in view exists, and only that is read.

import { observer } from 'mobx-react-lite';
import type { ItemId } from 'src/model/item/Item.ts';
import type { DisplayProps } from 'src/client/displays/DisplayParts.ts';
import { FoundIn, RowTitle } from 'src/client/displays/FoundText.tsx';
import { MixedFacts, RowFacts, RowLevel, RowSummary, Thumb } from 'src/client/displays/RowSummary.tsx';
import { RowItem } from 'src/client/displays/RowItem.tsx';
import { RowHeading, useTimeParts } from 'src/client/displays/RowHeading.tsx';
import { useOpenRow } from 'src/client/displays/useOpenRow.ts';
import { usePlace } from 'src/client/displays/usePlace.ts';
import { VirtualRows } from 'src/client/displays/VirtualRows.tsx';
import { StarButton } from 'src/client/displays/StarButton.tsx';
import { isCompact } from 'src/client/stores/density.ts';
import { useClient } from 'src/client/useClient.ts';
import 'src/client/displays/displays.css';

/** Pixels; as displays.css has them. */
const LIST_ROW = { comfortable: 46, compact: 28 };

interface RowProps {
  readonly id: ItemId;
  readonly open: boolean;
  /** The list holds several types. */
  readonly mixed: boolean;
  readonly words: readonly string[];
  readonly order: string | undefined;
  readonly note: () => void;
}

const ListRow = ({ id, open, mixed, words, order, note }: RowProps) => (
  <RowItem id={id}>
    {(item, type) => {
      // A column of pictures only where there can be some, or where the drawing tells kinds apart. A dictionary is a list of words.
      const pictured = mixed || (type?.view.image !== undefined && type.view.page?.entry === undefined);
      return (
        <div className={`kk-list-row${open ? ' kk-list-row-open' : ''}`}>
          {pictured && (item && type ? <Thumb item={item} type={type} /> : <span className="kk-row-thumb kk-ghost" />)}
          <div className="kk-fill">
            <RowTitle id={id} words={words} open={open} note={note} />
            {item && type ? (
              <RowSummary item={item} type={type} display={type.view.displays.LIST} named={mixed} order={order} />
            ) : (
              <p className="kk-ghost-line" />
            )}
            {item && type && <FoundIn item={item} type={type} words={words} />}
          </div>
          {item && type && (mixed ? <MixedFacts item={item} type={type} /> : <RowFacts item={item} type={type} />)}
          {item && <RowLevel item={item} keepsPlace={mixed} />}
          {item && <StarButton id={id} label={item.$label} inRow />}
        </div>
      );
    }}
  </RowItem>
);

export const ListDisplay = observer(({ store, change }: DisplayProps) => {
  const client = useClient();
  const { openId, note } = useOpenRow(store);
  const mixed = store.plan.types.length > 1;
  const { words } = store;
  const parts = useTimeParts(store);
  const place = usePlace({ store, change });
  return (
    <VirtualRows
      store={store}
      place={place}
      height={isCompact(client) ? LIST_ROW.compact : LIST_ROW.comfortable}
      heading={parts && ((id, before) => <RowHeading id={id} before={before} {...parts} />)}
      row={(id) => <ListRow id={id} open={id === openId} order={store.sort.key} {...{ mixed, words, note }} />}
    />
  );
});
