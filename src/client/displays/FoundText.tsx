// Marks the search words in the title of a row, and in an extract of the text if the title does not contain them.

import { observer } from 'mobx-react-lite';
import { Fragment } from 'react';
import type { Item, ItemId, Json } from 'src/model/item/Item.ts';
import { KINDS } from 'src/model/generated/kinds.ts';
import { SYSTEM_TYPES } from 'src/model/schema/systemTypes.ts';
import type { ItemType } from 'src/model/schema/Registry.ts';
import { excerptOf, markedText, wordsMissing, type SearchedWord } from 'src/model/text/markedText.ts';
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

const allTexts = (value: Json | undefined): string[] => {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(allTexts) : [];
};

interface PassageProps {
  readonly item: Item;
  readonly type: ItemType;
  /** Folded, as the listing's store has them. */
  readonly words: readonly SearchedWord[];
}

/** Shows where the words are found that the title does not contain. */
const Passage = ({ item, type, words }: PassageProps) => {
  const messages = useMessages();
  const missing = wordsMissing(item.$label, words);
  for (const [path, { kind, list, properties: members }] of Object.entries(type.properties)) {
    if ((KINDS[kind].text === undefined && !members) || list) continue;
    for (const text of allTexts(item[path])) {
      const excerpt = wordsMissing(text, missing).length < missing.length ? excerptOf(text, missing) : undefined;
      if (excerpt === undefined) continue;
      return (
        <>
          <span className="kk-soft">{messages.property(type.name, path)}: </span>
          <FoundText text={excerpt} words={words} />
        </>
      );
    }
  }
  return null;
};

interface FoundInProps extends Pick<PassageProps, 'words'> {
  /** Undefined while the item is loading. */
  readonly item: Item | undefined;
  readonly type: ItemType | undefined;
  readonly label: string;
}

/**
 * Lines for the words that the title of a row does not contain. They have the same height while the item is loading, and when the words are
 * found where no text can be shown, so that no row below moves.
 */
export const FoundIn = ({ item, type, words, label }: FoundInProps) => {
  if (wordsMissing(label, words).length === 0) return null;
  return (
    <p className="kk-row-found">
      {item && type ? <Passage {...{ item, type, words }} /> : <span className="kk-ghost-line" />}
    </p>
  );
};
