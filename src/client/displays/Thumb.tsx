// The small picture of a row, or the type's icon in its place.

import { useState, type CSSProperties } from 'react';
import type { Item } from 'src/model/item/Item.ts';
import type { ItemType } from 'src/model/schema/Registry.ts';
import { hasPicture, imageOf } from 'src/client/cells/CoverImage.tsx';
import { Icon } from 'src/client/ui/Icon.tsx';

interface ThumbProps {
  readonly item: Item;
  readonly type: ItemType;
  readonly variant?: 'small' | 'medium' | 'large';
}

export const Thumb = ({ item, type, variant = 'small' }: ThumbProps) => {
  const [failed, setFailed] = useState(false);
  return (
    <span className="kk-row-thumb">
      {!failed && hasPicture(type, item) ? (
        <img src={imageOf(item.$id, variant)} alt="" loading="lazy" onError={() => setFailed(true)} />
      ) : (
        <span className="kk-type-icon" style={{ '--kk-type-color': type.view.color } as CSSProperties}>
          <Icon name={type.view.icon} />
        </span>
      )}
    </span>
  );
};
