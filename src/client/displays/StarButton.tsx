// The star on an item: in its head, its menu and its row. Shown to signed-in people only.

import { observer } from 'mobx-react-lite';
import { IconButton } from 'src/client/ui/Button.tsx';
import type { MenuPart } from 'src/client/ui/Menu.tsx';
import { useMessages } from 'src/client/ui/declaredMessages.ts';
import { useClient } from 'src/client/useClient.ts';
import type { ItemId } from 'src/model/item/Item.ts';
import 'src/client/displays/stars.css';

/** Adds or removes the star, and announces it to screen readers. */
const useToggle = (id: ItemId, label: string): (() => void) => {
  const { stars, alerts } = useClient();
  const messages = useMessages();
  return () => {
    const message = stars.has(id) ? 'stars.taken' : 'stars.put';
    void stars.toggle(id).then((done) => done && alerts.announce(messages.format(message, { label })));
  };
};

interface StarButtonProps {
  readonly id: ItemId;
  readonly label: string;
  /** In a row the key S does the same, so that Tab goes from row to row. */
  readonly inRow?: boolean;
}

export const StarButton = observer(({ id, label, inRow = false }: StarButtonProps) => {
  const { stars, session } = useClient();
  const messages = useMessages();
  const toggle = useToggle(id, label);
  if (!session.signedIn) return null;
  const starred = stars.has(id);
  return (
    <IconButton
      icon={starred ? 'star' : 'star-empty'}
      label={messages.format(inRow ? 'stars.named' : 'stars.star', { label })}
      aria-pressed={starred}
      size={inRow ? 'small' : 'medium'}
      className={`kk-star${starred ? ' kk-star-on' : ''}`}
      {...(inRow && { tabIndex: -1 })}
      onClick={toggle}
    />
  );
});

/** Observable: call it inside an observer. */
export const useStarPart = (id: ItemId, label: string): readonly MenuPart[] => {
  const { stars, session } = useClient();
  const messages = useMessages();
  const toggle = useToggle(id, label);
  if (!session.signedIn) return [];
  const starred = stars.has(id);
  const text = messages.format(starred ? 'stars.take' : 'stars.star');
  return [{ key: 'star', icon: starred ? 'star' : 'star-empty', text, onClick: toggle }];
};
