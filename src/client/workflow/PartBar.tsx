// What an area of the product brings to the page of a type that has no states, in the place where the state of others stands. Loaded for
// such types only.

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
