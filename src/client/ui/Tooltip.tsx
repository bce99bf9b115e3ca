// The name of a control that shows none, beside it after the tooltip delay (spec platform 9), under the pointer and under the keyboard focus.
// Used by IconButton. The name is the control's aria-label too, so what is shown here is kept from screen readers.

import { PopoverNext } from '@blueprintjs/core';
import type { FocusEventHandler, MouseEventHandler, ReactElement, Ref } from 'react';
import { DELAYS } from 'src/client/ui/Delayed.tsx';

/** What the control must spread on its own element. */
export interface TooltipTarget {
  readonly ref: Ref<HTMLButtonElement>;
  readonly onMouseEnter?: MouseEventHandler;
  readonly onMouseLeave?: MouseEventHandler;
  readonly onFocus?: FocusEventHandler;
  readonly onBlur?: FocusEventHandler;
}

interface TooltipProps {
  readonly text: string;
  readonly target: (props: TooltipTarget) => ReactElement;
}

export const Tooltip = ({ text, target }: TooltipProps) => (
  <PopoverNext
    interactionKind="hover-target"
    placement="bottom"
    hoverOpenDelay={DELAYS.tooltip}
    hoverCloseDelay={0}
    transitionDuration={0}
    autoFocus={false}
    enforceFocus={false}
    arrow={false}
    popoverClassName="bp6-tooltip kk-tooltip"
    content={<span aria-hidden>{text}</span>}
    renderTarget={({ ref, onMouseEnter, onMouseLeave, onFocus, onBlur }) =>
      target({ ref, onMouseEnter, onMouseLeave, onFocus, onBlur })
    }
  />
);
