// Marks the search words in the title of a row and in other texts.

import { observer } from 'mobx-react-lite';
import { Fragment } from 'react';
import type { ItemId } from 'src/model/item/Item.ts';
import { SYSTEM_TYPES } from 'src/model/schema/systemTypes.ts';
import { markedText, type SearchedWord } from 'src/model/text/markedText.ts';
import { useIsNew } from 'src/client/listing/newMarks.ts';
import { ItemLink } from 'src/client/navigation/ItemLink.tsx';
import { useClient } from 'src/client/useClient.ts';
import { useMessages } from 'src/client/ui/declaredMessages.ts';
import { whenLoaded } from 'src/client/ui/whenLoaded.tsx';

const LazyEventTitle = whenLoaded(async () => (await import('src/client/displays/EventTitle.tsx')).EventTitle);
const LazyLogTitle = whenLoaded(async () => (await import('src/client/displays/LogTitle.tsx')).LogTitle);

interface FoundTextProps {
  readonly text: string;
  /** Folded, as the listing's store has them. */
  readonly words: readonly SearchedWord[];
}

export const FoundText = ({ text, words }: FoundTextProps) =>
  markedText(text, words).map((part, at) =>
    // oxlint-disable-next-line react/no-array-index-key -- parts of one text have no other name
    part.marked ? <mark key={at}>{part.text}</mark> : <Fragment key={at}>{part.text}</Fragment>,
  );

export interface RowTitleProps {
  readonly id: ItemId;
  readonly words: readonly SearchedWord[];
  readonly open?: boolean;
  readonly note: () => void;
  readonly className?: string;
}

/** The link of a row or card. */
export const RowTitle = observer(({ id, words, open = false, note, className = 'kk-row-title' }: RowTitleProps) => {
  const { items } = useClient();
  const messages = useMessages();
  const isNew = useIsNew(id);
  const loaded = items.get(id);
  const label = items.label(id);
  if (loaded.state === 'ready' && loaded.item._t === SYSTEM_TYPES.event)
    return <LazyEventTitle event={loaded.item} className={className} />;
  if (loaded.state === 'ready' && loaded.item._t === SYSTEM_TYPES.logEntry)
    return <LazyLogTitle entry={loaded.item} {...{ className, open, note }} />;
  const link = (
    <ItemLink id={id} className={className} current={open} onFollow={note}>
      {label === undefined || words.length === 0 ? undefined : <FoundText text={label} words={words} />}
    </ItemLink>
  );
  if (!isNew) return link;
  return (
    <span className="kk-row-new">
      <span className="kk-new-mark">{messages.format('listing.newMark')}</span>
      {link}
    </span>
  );
});
