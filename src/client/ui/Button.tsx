// Buttons of the skin. An icon button always has a name, which is also its tooltip. Quick work shows no spinner.

import { Button as BlueprintButton, type ButtonProps as BlueprintProps } from '@blueprintjs/core';
import type { ReactNode } from 'react';
import { DELAYS, useDelayed } from 'src/client/ui/Delayed.tsx';
import { Icon } from 'src/client/ui/Icon.tsx';
import { Tooltip } from 'src/client/ui/Tooltip.tsx';

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
