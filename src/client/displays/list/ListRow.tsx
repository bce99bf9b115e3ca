// A row of a list: a picture where there can be one, the title with the words found, a line of summary, and facts at the end.

import type { ItemId } from 'src/model/item/Item.ts';
import { FoundIn, RowTitle } from 'src/client/displays/FoundText.tsx';
import { LoadedRow } from 'src/client/displays/LoadedRow.tsx';
import { MixedFacts, RowFacts, RowLevel, RowSummary, Thumb } from 'src/client/displays/RowSummary.tsx';
import { StarButton } from 'src/client/displays/StarButton.tsx';

interface ListRowProps {
  readonly id: ItemId;
  readonly open: boolean;
  /** The list holds several types. */
  readonly mixed: boolean;
  readonly words: readonly string[];
  readonly order: string | undefined;
  readonly note: () => void;
}

export const ListRow = ({ id, open, mixed, words, order, note }: ListRowProps) => (
  <LoadedRow id={id}>
    {(item, type) => {
      // Has a column of pictures only if there can be some, or if the icon distinguishes types. A dictionary is a list of words.
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
  </LoadedRow>
);
