// The row or card of an item in a list: its picture, its title with the words found, its summary, and facts at the end.

import { observer } from 'mobx-react-lite';
import type { ReactNode } from 'react';
import { FoundIn } from 'src/client/displays/FoundIn.tsx';
import { RowTitle, type RowTitleProps } from 'src/client/displays/FoundText.tsx';
import { RowLevel, RowSummary, Thumb, type ThumbProps } from 'src/client/displays/RowSummary.tsx';
import { StarButton } from 'src/client/displays/StarButton.tsx';
import { absentText } from 'src/client/navigation/absentText.ts';
import { useMessages } from 'src/client/ui/declaredMessages.ts';
import { useClient } from 'src/client/useClient.ts';
import type { Item } from 'src/model/item/Item.ts';
import type { ItemType } from 'src/model/schema/Registry.ts';
import { typeOfId } from 'src/model/item/itemKey.ts';
import type { DeclaredRow } from 'src/model/generated/declaredDisplays.ts';

interface WordsProps extends Omit<RowTitleProps, 'className'> {
  /** The declared summary of the row. */
  readonly display: (type: ItemType) => DeclaredRow | undefined;
  /** The list holds several types. */
  readonly named?: boolean;
  /** The key of the order of the list. */
  readonly order?: string | undefined;
  /** The keys by which the list is sorted and filtered (askedDates.ts). */
  readonly asked?: readonly string[] | undefined;
}

export interface ResultRowProps extends WordsProps {
  readonly frame?: keyof typeof FRAMES;
  readonly lead?: (item: Item | undefined, type: ItemType | undefined) => ReactNode;
  /** Size of the picture; undefined for a type without pictures. */
  readonly picture?: (type: ItemType | undefined) => ThumbProps['variant'] | undefined;
  /** Shows where the words are found that the title does not contain. The lines have their height before the item arrives. */
  readonly extracts?: boolean;
  readonly facts?: (item: Item, type: ItemType) => ReactNode;
  /** `aligned` keeps the space of the level in every row. */
  readonly level?: 'aligned' | 'none';
  readonly starred?: boolean;
}

/** Class of a row, and of the one whose item is open in the next column. */
const FRAMES = {
  row: ['kk-list-row', ' kk-list-row-open'],
  day: ['kk-list-row kk-cal-row', ' kk-list-row-open'],
  moment: ['kk-moment-row', ' kk-list-row-open'],
  card: ['kk-result-card', ' kk-result-card-open'],
  board: ['kk-board-card', ' kk-board-card-open'],
  popup: ['kk-fill', ''],
} as const;

/** Shows a placeholder while the item is loading, and a message if it was deleted or could not be read. */
export const ResultRow = observer((props: ResultRowProps) => {
  const { id, words, open, note, display, named = false, order, asked, frame = 'row' } = props;
  const { lead, picture, extracts = false, facts, level, starred = false } = props;
  const { items, registry } = useClient();
  const { format } = useMessages();
  const loaded = items.get(id);
  if (loaded.state === 'gone' || loaded.state === 'failed')
    return <p className="kk-list-row kk-soft">{format(absentText(loaded))}</p>;
  const type = registry.types[typeOfId(id)];
  const item = type && loaded.state === 'ready' ? loaded.item : undefined;
  const label = items.label(id);
  const variant = picture?.(type);
  const isCard = frame === 'card';
  const [look, openLook] = FRAMES[frame];
  const content = (
    <>
      <RowTitle {...{ id, words, open, note }} />
      {item && type && (
        <RowSummary
          {...{ item, type, named, order, asked }}
          display={display(type)}
          columned={frame === 'row' && facts !== undefined && !named}
        />
      )}
      {!item && !isCard && <p className="kk-ghost-line" />}
      {extracts && label !== undefined && <FoundIn {...{ item, type, words, label }} />}
    </>
  );
  return (
    <div className={`${look}${open ? openLook : ''}`} data-shows={id}>
      {lead?.(item, type)}
      {variant &&
        (item && type ? <Thumb key={id} {...{ item, type, variant }} /> : <span className="kk-row-thumb kk-ghost" />)}
      {isCard ? content : <div className="kk-fill">{content}</div>}
      {item && type && facts?.(item, type)}
      {item && level !== 'none' && <RowLevel item={item} keepsPlace={level === 'aligned'} />}
      {item && starred && <StarButton id={id} label={item.$label} inRow />}
    </div>
  );
});
