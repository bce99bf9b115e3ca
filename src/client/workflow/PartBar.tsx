// Parts that an area of the product adds to the page of a type without states, in the position of the state bar. Loaded
// for such types only.

import { ItemPart } from 'src/client/workflow/ItemPart.tsx';
import { useMessages } from 'src/client/ui/declaredMessages.ts';
import 'src/client/workflow/workflow.css';
import type { Item } from 'src/model/item/Item.ts';

export const PartBar = ({ item }: { readonly item: Item }) => {
  const messages = useMessages();
  return (
    <div className="kk-state-bar" role="group" aria-label={messages.format('cells.actions')}>
      <ItemPart item={item} />
    </div>
  );
};
