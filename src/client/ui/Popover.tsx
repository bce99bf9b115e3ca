// The only place that knows Blueprint's PopoverNext. Opens on click, traps nothing, gives the focus back to its button, and is never
// taller than the space next to the button: longer content scrolls inside (skin.css).

import { PopoverNext, PopupKind, type MiddlewareConfig, type PopoverNextPlacement } from '@blueprintjs/core';
import { useId, useState, type ReactElement } from 'react';
import { useReducedMotion } from 'src/client/ui/useMedia.ts';

/** What a target must spread on the button that opens the popover. */
export interface OpenerProps {
  readonly onClick: () => void;
  readonly 'aria-expanded': boolean;
  readonly 'aria-haspopup': 'menu' | 'dialog';
}

interface PopoverProps {
  /** `close` moves the focus to the button first, so that a dialog opened next gives it back there. */
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

const hide = (event: Event): void => event.stopImmediatePropagation();

/** Moves the focus out of an open popover, whose own listener would take it back. */
const focusUnseen = (element: HTMLElement | null | undefined): void => {
  window.addEventListener('focus', hide, { capture: true });
  element?.focus({ preventScroll: true });
  window.removeEventListener('focus', hide, { capture: true });
};

export const Popover = ({ content, opener, kind = 'dialog', placement = 'bottom-end' }: PopoverProps) => {
  const [open, setOpen] = useState(false);
  const still = useReducedMotion();
  const id = useId();
  const close = (): void => {
    focusUnseen(document.getElementById(id)?.querySelector('[aria-expanded]'));
    setOpen(false);
  };
  return (
    <PopoverNext
      isOpen={open}
      onInteraction={setOpen}
      placement={placement}
      popupKind={kind === 'menu' ? PopupKind.MENU : PopupKind.DIALOG}
      arrow={false}
      // Escape gives the focus back all the same. After another choice a dialog may have the focus.
      shouldReturnFocusOnClose={false}
      middleware={WITHIN_WINDOW}
      animation="minimal"
      {...(still ? { transitionDuration: 0 } : {})}
      popoverClassName="kk-popover"
      content={open ? content(close) : <span />}
      renderTarget={({ isOpen, ref, className }) => (
        <span ref={ref} id={id} className={className}>
          {opener({ onClick: () => setOpen(!isOpen), 'aria-expanded': isOpen, 'aria-haspopup': kind })}
        </span>
      )}
    />
  );
};
