// The passage that a conversation is about, shown above it, with a note if the text no longer contains it.

import { observer } from 'mobx-react-lite';
import { hasPassage, passageOf } from 'src/client/conversations/passage.ts';
import { useMessages } from 'src/client/ui/declaredMessages.ts';
import { useClient } from 'src/client/useClient.ts';
import type { Item } from 'src/model/item/Item.ts';
import { isItemId } from 'src/model/item/itemId.ts';

export const QuotedPassage = observer(({ thread }: { readonly thread: Item }) => {
  const { items } = useClient();
  const messages = useMessages();
  const passage = passageOf(thread);
  if (!passage) return null;
  const about = isItemId(thread.context) ? items.get(thread.context) : undefined;
  const text = about?.state === 'ready' ? about.item[passage.path] : undefined;
  const isGone = about?.state === 'ready' && !hasPassage(typeof text === 'string' ? text : '', passage);
  return (
    <figure className="kk-passage">
      <figcaption className="kk-soft">{messages.format('conversations.quote')}</figcaption>
      <blockquote dir="auto">{passage.exact}</blockquote>
      {isGone && <p className="kk-soft">{messages.format('conversations.quoteGone')}</p>}
    </figure>
  );
});
