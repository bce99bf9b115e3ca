// Buttons of the skin. An icon button always has a name, which is also its tooltip. Quick work shows no spinner.

import {
  Button as BlueprintButton,
  type ButtonProps as BlueprintProps,
  Classes,
  Spinner,
  SpinnerSize,
} from '@blueprintjs/core';
import { type FocusEvent, type PointerEvent, type ReactNode, type SyntheticEvent, useRef, useState } from 'react';
import { DELAYS, useDelayed } from 'src/client/ui/Loading.tsx';
import { useFloatingParts } from 'src/client/ui/floating.ts';
import { Icon } from 'src/client/ui/Icon.tsx';
import { useOwnPresses } from 'src/client/ui/presses.ts';

interface TooltipProps {
  readonly text: string;
  readonly control: HTMLElement;
  readonly close: () => void;
}

/** Shows the name of a control after the tooltip delay, under the pointer and under the keyboard focus. */
const Tooltip = (props: TooltipProps) => {
  const Parts = useFloatingParts(true);
  const isDue = useDelayed(true, DELAYS.tooltip);
  return isDue && Parts && <Parts.FloatingTooltip {...props} />;
};

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

const refusePress = (event: SyntheticEvent): void => event.preventDefault();

/** Takes no presses while it loads, and keeps the focus of the keyboard then, which a disabled button loses. */
export const Button = ({
  icon,
  endIcon,
  variant = 'outlined',
  loading = false,
  className = '',
  onClick,
  children,
  ...rest
}: ButtonProps) => {
  const isBusy = useDelayed(loading, DELAYS.busy);
  const spinner = isBusy && <Spinner className={Classes.BUTTON_SPINNER} size={SpinnerSize.SMALL} />;
  return (
    <BlueprintButton
      {...rest}
      {...useOwnPresses()}
      variant={variant}
      className={`${className} ${loading ? Classes.DISABLED : ''} ${isBusy ? Classes.LOADING : ''}`}
      aria-disabled={loading || undefined}
      onClick={loading ? refusePress : onClick}
      icon={spinner || (icon === undefined ? undefined : <Icon name={icon} />)}
      endIcon={endIcon === undefined ? undefined : <Icon name={endIcon} />}
    >
      {children}
    </BlueprintButton>
  );
};

export interface IconButtonProps extends Omit<ButtonProps, 'children' | 'icon' | 'endIcon'> {
  readonly icon: string;
  readonly label: string;
  readonly children?: ReactNode;
}

/**
 * A button that shows an icon only. Its tooltip is made when it is needed: a listing has dozens of such buttons, and a popover costs more
 * than the button. The tooltip appears when the mouse moves over the button, not when the button appears under a mouse that rests, and when
 * the keyboard focuses it. A tap shows none: the tooltip would cover what is next to the button.
 */
export const IconButton = ({ label, icon, variant = 'minimal', children, ...rest }: IconButtonProps) => {
  const [control, setControl] = useState<HTMLElement>();
  const leftWindow = useRef(false);
  const presses = useOwnPresses();
  const name = ({ currentTarget }: SyntheticEvent<HTMLElement>): void => setControl(currentTarget);
  const unname = (): void => setControl(undefined);
  return (
    <>
      <BlueprintButton
        {...rest}
        {...presses}
        variant={variant}
        aria-label={label}
        icon={<Icon name={icon} />}
        onPointerMove={(event: PointerEvent<HTMLElement>) => {
          if (event.pointerType !== 'touch') name(event);
        }}
        onPointerLeave={unname}
        onFocus={(event: FocusEvent<HTMLElement>) => {
          // A focus that returns with the window is not a new focus of the button.
          const isBack = event.relatedTarget === null && leftWindow.current;
          if (!isBack && event.currentTarget.matches(':focus-visible')) name(event);
        }}
        onBlur={({ relatedTarget }: FocusEvent) => {
          leftWindow.current = relatedTarget === null;
          unname();
        }}
      >
        {children}
      </BlueprintButton>
      {control && <Tooltip text={label} control={control} close={unname} />}
    </>
  );
};
