// Reordering a list by dragging an entry's handle onto another entry. Only for the pointer: each use also offers
// buttons that do the same. Only the handle can be dragged, so that text can be selected and links followed.

import { type DragEvent, useRef, useState } from 'react';
import { Icon } from 'src/client/ui/Icon.tsx';
import { useMessages } from 'src/client/ui/declaredMessages.ts';

interface HandleProps {
  readonly onDragStart: (event: DragEvent<HTMLElement>) => void;
  readonly onDragEnd: () => void;
}

interface PlaceProps {
  /** True for the current drop target. */
  readonly 'data-over': true | undefined;
  readonly onDragOver: (event: DragEvent<HTMLElement>) => void;
  readonly onDrop: (event: DragEvent<HTMLElement>) => void;
}

interface OrderDrag {
  readonly handleAt: (at: number) => HandleProps;
  readonly placeAt: (at: number) => PlaceProps;
}

export const useOrderDrag = (onMove: (from: number, to: number) => void): OrderDrag => {
  // Only what was picked up in this list is dropped in it.
  const picked = useRef<number | undefined>(undefined);
  const [over, setOver] = useState<number>();
  const end = (): void => {
    picked.current = undefined;
    setOver(undefined);
  };
  return {
    handleAt: (at) => ({
      onDragStart: ({ currentTarget, dataTransfer }) => {
        picked.current = at;
        dataTransfer.effectAllowed = 'move';
        dataTransfer.setData('text/plain', '');
        const entry = currentTarget.closest('li');
        if (entry) dataTransfer.setDragImage(entry, 0, 0);
      },
      onDragEnd: end,
    }),
    placeAt: (at) => ({
      'data-over': over === at && picked.current !== at ? true : undefined,
      onDragOver: (event) => {
        if (picked.current === undefined) return;
        event.preventDefault();
        setOver(at);
      },
      onDrop: (event) => {
        const from = picked.current;
        if (from === undefined) return;
        event.preventDefault();
        end();
        if (from !== at) onMove(from, at);
      },
    }),
  };
};

export const DragHandle = (props: HandleProps) => (
  <span className="kk-drag-handle" draggable aria-hidden title={useMessages().format('forms.drag')} {...props}>
    <Icon name="drag-handle-vertical" />
  </span>
);
