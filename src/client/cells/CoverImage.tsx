// The picture of an item, from the door that serves images by item id. Shown only when the type pictures its items and this one has a file.

import { useState } from 'react';
import type { Item } from 'src/model/item/Item.ts';
import type { ItemType } from 'src/model/schema/Registry.ts';

export const hasPicture = (type: ItemType, item: Item): boolean => {
  const value = type.view.image === undefined ? undefined : item[type.view.image];
  return Array.isArray(value) ? value.length > 0 : typeof value === 'string' && value !== '';
};

export const imageOf = (id: string, variant: 'small' | 'medium' | 'large'): string =>
  `/item-id-image/${encodeURIComponent(id)}?variant=${variant}`;

export const CoverImage = ({ item, type }: { readonly item: Item; readonly type: ItemType }) => {
  const [failed, setFailed] = useState(false);
  if (failed || !hasPicture(type, item)) return null;
  // The label beside it names the item; the picture adds nothing that a caption would not say.
  return (
    <img className="kk-cover" src={imageOf(item.$id, 'medium')} alt="" loading="lazy" onError={() => setFailed(true)} />
  );
};
