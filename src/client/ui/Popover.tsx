// The only place that knows Blueprint's PopoverNext. Opens on click, traps nothing, gives focus back to what opened it, and is never
// taller than the space beside its button: longer content scrolls inside (skin.css).

import { PopoverNext, PopupKind, type MiddlewareConfig, type PopoverNextPlacement } from '@blueprintjs/core';
import { useState, type ReactElement } from 'react';
import { useReducedMotion } from 'src/client/ui/useMedia.ts';

/** What a target must spread on the button that opens the popover. */
export interface OpenerProps {
  readonly onClick: () => void;
  readonly 'aria-expanded': boolean;
  readonly 'aria-haspopup': 'menu' | 'dialog';
}

interface PopoverProps {
  readonly content: (close: () => void) => ReactElement;
  readonly opener: (props: OpenerProps) => ReactElement;
  readonly kind?: 'menu' | 'dialog';
  readonly placement?: PopoverNextPlacement;
}

const WITHIN_WINDOW: MiddlewareConfig = {
  size: {
    padding: 8,
    apply: ({ availableHeight, elements }) =>
      elements.floating.style.setProperty('--kk-available', `${Math.floor(availableHeight)}px`),
  },
};

export const Popover = ({ content, opener, kind = 'dialog', placement = 'bottom-end' }: PopoverProps) => {
  const [open, setOpen] = useState(false);
  const still = useReducedMotion();
  return (
    <PopoverNext
      isOpen={open}
      onInteraction={setOpen}
      placement={placement}
      popupKind={kind === 'menu' ? PopupKind.MENU : PopupKind.DIALOG}
      arrow={false}
      middleware={WITHIN_WINDOW}
      animation="minimal"
      {...(still ? { transitionDuration: 0 } : {})}
      popoverClassName="kk-popover"
      content={open ? content(() => setOpen(false)) : <span />}
      renderTarget={({ isOpen, ref, className }) => (
        <span ref={ref} className={className}>
          {opener({ onClick: () => setOpen(!isOpen), 'aria-expanded': isOpen, 'aria-haspopup': kind })}
        </span>
      )}
    />
  );
};
