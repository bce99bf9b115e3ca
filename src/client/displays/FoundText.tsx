// Marks the search words in the title of a row, and in an extract of the text if the title does not contain them.

import { observer } from 'mobx-react-lite';
import { Fragment } from 'react';
import type { Item, ItemId, Json } from 'src/model/item/Item.ts';
import { KINDS } from 'src/model/generated/kinds.ts';
import { SYSTEM_TYPES } from 'src/model/schema/systemTypes.ts';
import type { ItemType } from 'src/model/schema/Registry.ts';
import { excerptOf, markedText, wordsMissing, type SearchedWord } from 'src/model/text/markedText.ts';
import { yearsInDate } from 'src/model/text/yearsInDate.ts';
import { PropertyValue } from 'src/client/forms/PropertyValue.tsx';
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

/** Returns where the words are found that the title does not contain: the property with an extract of its text, or with its date. */
const foundPassage = ({ item, type, words }: PassageProps) => {
  const missing = wordsMissing(item.$label, words);
  const has = (text: string): boolean => wordsMissing(text, missing).length < missing.length;
  for (const property of Object.values(type.properties)) {
    const { name, kind, list, properties: members } = property;
    if (list) continue;
    if (KINDS[kind].scale === 'date') {
      if (allTexts(item[name]).some((text) => has(yearsInDate(text).join(' ')))) return { property };
    } else if (KINDS[kind].text !== undefined || members) {
      for (const text of allTexts(item[name])) {
        const excerpt = has(text) ? excerptOf(text, missing) : undefined;
        if (excerpt !== undefined) return { property, excerpt };
      }
    }
  }
  return undefined;
};

interface FoundInProps extends Pick<PassageProps, 'words'> {
  /** Undefined while the item is loading. */
  readonly item: Item | undefined;
  readonly type: ItemType | undefined;
  readonly label: string;
}

/**
 * Lines for the words that the title of a row does not contain. They have the same height while the item is loading. Where no passage can be
 * shown, they go once the item has arrived.
 */
export const FoundIn = ({ item, type, words, label }: FoundInProps) => {
  const messages = useMessages();
  if (wordsMissing(label, words).length === 0) return null;
  if (!item || !type)
    return (
      <p className="kk-row-found">
        <span className="kk-ghost-line" />
      </p>
    );
  const passage = foundPassage({ item, type, words });
  if (!passage) return null;
  const { property, excerpt } = passage;
  return (
    <p className="kk-row-found">
      <span className="kk-soft">{messages.property(type.name, property.name)}: </span>
      {excerpt === undefined ? (
        <mark>
          <PropertyValue type={type.name} property={property} value={item[property.name]} item={item} compact />
        </mark>
      ) : (
        <FoundText text={excerpt} words={words} />
      )}
    </p>
  );
};
