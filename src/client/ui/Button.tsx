// Buttons of the skin. An icon button always has a name, which is also its tooltip. Quick work shows no spinner.

import { Button as BlueprintButton, type ButtonProps as BlueprintProps, PopoverNext } from '@blueprintjs/core';
import type { FocusEventHandler, MouseEventHandler, ReactElement, ReactNode, Ref } from 'react';
import { DELAYS, useDelayed } from 'src/client/ui/Loading.tsx';
import { Icon } from 'src/client/ui/Icon.tsx';

// The name of a control that shows none, beside it after the tooltip delay (spec platform 9), under the pointer and under the keyboard focus.
// Used by IconButton. The name is the control's aria-label too, so what is shown here is kept from screen readers.
/** What the control must spread on its own element. */
interface TooltipTarget {
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

const Tooltip = ({ text, target }: TooltipProps) => (
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

type Passed = Pick<
  BlueprintProps,
  | 'onClick'
  | 'disabled'
  | 'loading'
  | 'intent'
  | 'type'
  | 'active'
  | 'className'
  | 'id'
  | 'fill'
  | 'aria-expanded'
  | 'aria-haspopup'
  | 'aria-controls'
  | 'aria-pressed'
  | 'aria-describedby'
  | 'tabIndex'
  | 'form'
>;

export interface ButtonProps extends Passed {
  readonly icon?: string;
  readonly endIcon?: string;
  readonly variant?: 'solid' | 'outlined' | 'minimal';
  readonly size?: 'small' | 'medium' | 'large';
  readonly children?: ReactNode;
}

export const Button = ({
  icon,
  endIcon,
  variant = 'outlined',
  loading = false,
  disabled = false,
  children,
  ...rest
}: ButtonProps) => (
  <BlueprintButton
    {...rest}
    variant={variant}
    loading={useDelayed(loading, DELAYS.busy)}
    disabled={disabled || loading}
    icon={icon === undefined ? undefined : <Icon name={icon} />}
    endIcon={endIcon === undefined ? undefined : <Icon name={endIcon} />}
  >
    {children}
  </BlueprintButton>
);

export interface IconButtonProps extends Omit<ButtonProps, 'children' | 'icon' | 'endIcon'> {
  readonly icon: string;
  readonly label: string;
  readonly children?: ReactNode;
}

export const IconButton = ({ label, icon, variant = 'minimal', children, ...rest }: IconButtonProps) => (
  <Tooltip
    text={label}
    target={(target) => (
      <BlueprintButton {...rest} {...target} variant={variant} aria-label={label} icon={<Icon name={icon} />}>
        {children}
      </BlueprintButton>
    )}
  />
);
