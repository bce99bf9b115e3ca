// Moving an entry of an ordered list by one place, for who does not drag (orderDrag.tsx): two named buttons, and the focus that follows.

import { IconButton } from 'src/client/ui/Button.tsx';
import { useMessages } from 'src/client/ui/declaredMessages.ts';

interface MoveButtonsProps {
  /** Name of the entry. */
  readonly name: string;
  readonly first: boolean;
  readonly last: boolean;
  readonly move: (by: 1 | -1) => void;
}

export const MoveButtons = ({ name, first, last, move }: MoveButtonsProps) => {
  const messages = useMessages();
  return (
    <>
      {([-1, 1] as const).map((by) => (
        <span key={by} data-act={by}>
          <IconButton
            size="small"
            icon={by < 0 ? 'arrow-up' : 'arrow-down'}
            label={messages.format(by < 0 ? 'forms.moveUpNamed' : 'forms.moveDownNamed', { name })}
            disabled={by < 0 ? first : last}
            onClick={() => move(by)}
          />
        </span>
      ))}
    </>
  );
};

/** The button that was pressed has moved with its entry; at an end of the list the entry's other one takes the focus. */
export const focusMoved = (entry: Element | null | undefined, by: 1 | -1): void => {
  const again = entry?.querySelector<HTMLElement>(`[data-act='${by}'] button:not(:disabled)`);
  (again ?? entry?.querySelector<HTMLElement>('[data-act] button:not(:disabled)'))?.focus();
};
