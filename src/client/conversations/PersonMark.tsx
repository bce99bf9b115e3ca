// The picture of a person beside what they said, or the first letters of their name. Says nothing that the name does not.

import { observer } from 'mobx-react-lite';
import { useState } from 'react';
import { hasPicture, imageOf } from 'src/client/viewers/CoverImage.tsx';
import 'src/client/conversations/conversations.css';
import { useClient } from 'src/client/useClient.ts';
import type { ItemId } from 'src/model/item/Item.ts';
import { parseItemId } from 'src/model/item/itemId.ts';

const letters = new Intl.Segmenter(undefined, { granularity: 'grapheme' });
const firstLetter = (word: string): string => letters.segment(word)[Symbol.iterator]().next().value?.segment ?? '';

/** Of the first and the last word; a letter keeps its marks. */
export const initialsOf = (name: string): string => {
  const words = name.split(/\s+/u).filter((word) => /\p{L}/u.test(word));
  return [...new Set([words[0], words.at(-1)])].map((word) => firstLetter(word ?? '').toLocaleUpperCase()).join('');
};

export const PersonMark = observer(({ id }: { readonly id: ItemId }) => {
  const { items, registry } = useClient();
  const [failed, setFailed] = useState(false);
  const loaded = items.get(id);
  const type = registry.types[parseItemId(id).type];
  const pictured = !failed && loaded.state === 'ready' && type !== undefined && hasPicture(type, loaded.item);
  const name = items.label(id);
  return (
    <span className="kk-person-mark" aria-hidden>
      {pictured ? (
        <img src={imageOf(id, 'small')} alt="" loading="lazy" onError={() => setFailed(true)} />
      ) : name === undefined ? (
        ''
      ) : (
        initialsOf(name)
      )}
    </span>
  );
});
