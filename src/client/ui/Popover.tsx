// Opens content next to a button on a click, traps no focus, returns the focus to the button, and is never taller than
// the space next to the button: longer content scrolls inside (skin.css). The content is in FloatingParts.tsx.

import type { PopoverNextPlacement } from '@blueprintjs/core';
import { useState, type ReactElement } from 'react';
import { useFloatingParts } from 'src/client/ui/floating.ts';
import { useReducedMotion } from 'src/client/ui/useMedia.ts';

/** Props that a target must spread on the button that opens the popover. */
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

const hide = (event: Event): void => event.stopImmediatePropagation();

/** Moves the focus out of an open popover, whose own listener would take it back. */
const focusUnseen = (element: HTMLElement | null | undefined): void => {
  window.addEventListener('focus', hide, { capture: true });
  element?.focus({ preventScroll: true });
  window.removeEventListener('focus', hide, { capture: true });
};

export const Popover = ({ content, opener, kind = 'dialog', placement = 'bottom-end' }: PopoverProps) => {
  const [isOpen, setOpen] = useState(false);
  const [control, setControl] = useState<HTMLElement | null>(null);
  const Parts = useFloatingParts(isOpen, () => setOpen(false));
  const isStill = useReducedMotion();
  const close = (): void => {
    focusUnseen(control?.querySelector<HTMLElement>('[aria-expanded]'));
    setOpen(false);
  };
  return (
    <>
      <span ref={setControl} className="bp6-popover-target">
        {opener({ onClick: () => setOpen(!isOpen), 'aria-expanded': isOpen, 'aria-haspopup': kind })}
      </span>
      {isOpen && control && Parts && (
        <Parts.FloatingPopover
          control={control}
          content={content(close)}
          kind={kind}
          placement={placement}
          isStill={isStill}
          onInteraction={setOpen}
        />
      )}
    </>
  );
};
