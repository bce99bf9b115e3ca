// An extract of the text of a row, or a date, with the search words that its title does not contain.

import { FoundText } from 'src/client/displays/FoundText.tsx';
import { PropertyValue } from 'src/client/forms/PropertyValue.tsx';
import { useMessages } from 'src/client/ui/declaredMessages.ts';
import { KINDS } from 'src/model/generated/kinds.ts';
import type { Item, Json } from 'src/model/item/Item.ts';
import type { ItemType } from 'src/model/schema/Registry.ts';
import { excerptOf, wordsMissing, type SearchedWord } from 'src/model/text/markedText.ts';
import { yearsInDate } from 'src/model/text/yearsInDate.ts';

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
