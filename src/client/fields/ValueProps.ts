// Props of the reading component of a property kind.

import type { Item, Json } from 'src/model/item/Item.ts';
import type { Property } from 'src/model/schema/Property.ts';

export interface ValueProps {
  readonly type: string;
  readonly property: Property;
  /** Dotted path from the item, for message ids: `size.height`. */
  readonly path: string;
  readonly value: Json;
  readonly item: Item | undefined;
  readonly compact: boolean;
}
