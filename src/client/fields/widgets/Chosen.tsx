// Selected values, one entry per line or chip, each with its own named buttons: remove, and for ordered ones up and
// down.

import { useRef, type ReactNode } from 'react';
import { listKeys } from 'src/client/fields/text/listKeys.ts';
import { MoveButtons } from 'src/client/ui/MoveButtons.tsx';
import { DragHandle, useOrderDrag } from 'src/client/ui/orderDrag.tsx';
import { IconButton } from 'src/client/ui/Button.tsx';
import { useMessages } from 'src/client/ui/declaredMessages.ts';

export interface ChosenEntry {
  readonly key: string;
  /** Plain name, for the buttons. */
  readonly name: string;
  readonly content: ReactNode;
}

interface ChosenProps {
  readonly entries: readonly ChosenEntry[];
  readonly ordered: boolean;
  readonly disabled: boolean;
  readonly onChange: (keys: readonly string[]) => void;
  /** Element that takes the focus once the last entry is removed. */
  readonly focusAfter: string;
}

/** The list with one entry at another place. */
export const movedTo = <T,>(list: readonly T[], from: number, to: number): readonly T[] => {
  const next = [...list];
  const [one] = next.splice(from, 1);
  if (one !== undefined) next.splice(to, 0, one);
  return next;
};

export const moved = <T,>(list: readonly T[], at: number, by: 1 | -1): readonly T[] => movedTo(list, at, at + by);

export const Chosen = ({ entries, ordered, disabled, onChange, focusAfter }: ChosenProps) => {
  const messages = useMessages();
  const list = useRef<HTMLUListElement>(null);
  const keys = entries.map(({ key }) => key);
  const rowKeys = listKeys(keys);
  const drag = useOrderDrag((from, to) => onChange(movedTo(keys, from, to)));
  if (entries.length === 0) return null;
  const focusLater = (at: number, button: string): void => {
    requestAnimationFrame(() => {
      const entry = list.current?.children[Math.min(at, (list.current?.children.length ?? 0) - 1)];
      const wanted =
        entry?.querySelector<HTMLButtonElement>(`[data-act='${button}'] button:not(:disabled)`) ??
        entry?.querySelector('button:not(:disabled)');
      ((wanted as HTMLElement | null | undefined) ?? document.getElementById(focusAfter))?.focus();
    });
  };
  const remove = (at: number): void => {
    onChange(keys.filter((_, index) => index !== at));
    focusLater(at, 'remove');
  };
  const move = (at: number, by: 1 | -1): void => {
    onChange(moved(keys, at, by));
    focusLater(at + by, String(by));
  };
  const movable = ordered && !disabled && entries.length > 1;
  return (
    <ul ref={list} className={ordered ? 'kf-chosen kf-chosen-lines' : 'kf-chosen'}>
      {entries.map(({ name, content }, at) => (
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- drag target for the pointer; the buttons do the same
        <li key={rowKeys[at]} {...(movable && drag.placeAt(at))}>
          {movable && <DragHandle {...drag.handleAt(at)} />}
          <span className="kf-chosen-name">{content}</span>
          {movable && (
            <MoveButtons name={name} first={at === 0} last={at === entries.length - 1} move={(by) => move(at, by)} />
          )}
          {!disabled && (
            <span data-act="remove">
              <IconButton
                size="small"
                icon="cross"
                label={messages.format('forms.remove', { name })}
                onClick={() => remove(at)}
              />
            </span>
          )}
        </li>
      ))}
    </ul>
  );
};
