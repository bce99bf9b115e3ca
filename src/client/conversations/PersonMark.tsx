// Picture of a person next to their message, or the initials of their name. Decorative: the name is shown as text.

import { observer } from 'mobx-react-lite';
import { hasPicture, imageAddress } from 'src/client/viewers/CoverImage.tsx';
import 'src/client/conversations/conversations.css';
import { useClient } from 'src/client/useClient.ts';
import { SmallPicture } from 'src/client/ui/SmallPicture.tsx';
import type { ItemId } from 'src/model/item/Item.ts';
import { parseItemId } from 'src/model/item/itemId.ts';

const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' });
const firstLetter = (word: string): string => graphemes.segment(word)[Symbol.iterator]().next().value?.segment ?? '';

/** Returns the initials of the first and the last word of the name; a letter keeps its diacritics. */
export const initialsOf = (name: string): string => {
  const words = name.split(/\s+/u).filter((word) => /\p{L}/u.test(word));
  return [...new Set([words[0], words.at(-1)])].map((word) => firstLetter(word ?? '').toLocaleUpperCase()).join('');
};

export const PersonMark = observer(({ id }: { readonly id: ItemId }) => {
  const { items, registry } = useClient();
  const loaded = items.get(id);
  const type = registry.types[parseItemId(id).type];
  const pictured = loaded.state === 'ready' && type !== undefined && hasPicture(type, loaded.item);
  const name = items.label(id);
  const initials = name === undefined ? '' : initialsOf(name);
  return (
    <span className="kk-person-mark" aria-hidden>
      {pictured ? <SmallPicture src={imageAddress(id, 'small')} otherwise={initials} /> : initials}
    </span>
  );
});
