// Popup of a clicked mark: its name, a link to the next column, and the facts of a list row.

import type { ReactNode } from 'react';
import { IconButton } from 'src/client/ui/Button.tsx';
import { useMessages } from 'src/client/ui/declaredMessages.ts';

interface TimelinePopupProps {
  /** Pixels from the start of the timeline. */
  readonly at: { readonly x: number; readonly y: number };
  readonly close: () => void;
  readonly children: ReactNode;
}

export const TimelinePopup = ({ at, close, children }: TimelinePopupProps) => {
  const { format } = useMessages();
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Escape closes it, as its button does
    <div
      className="kk-time-popup"
      role="group"
      aria-label={format('timeline.popup')}
      style={{ insetInlineStart: at.x, insetBlockStart: at.y }}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        event.stopPropagation();
        close();
      }}
    >
      {children}
      <span className="kk-time-popup-close">
        <IconButton size="small" icon="cross" label={format('app.close')} onClick={close} />
      </span>
    </div>
  );
};
