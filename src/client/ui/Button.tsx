// Buttons of the skin. An icon button always has a name, which is also its tooltip.

import { Button as BlueprintButton, type ButtonProps as BlueprintProps } from '@blueprintjs/core';
import type { ReactNode, Ref } from 'react';
import { Icon } from 'src/client/ui/Icon.tsx';

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
  readonly ref?: Ref<HTMLButtonElement>;
}

export const Button = ({ icon, endIcon, variant = 'outlined', children, ...rest }: ButtonProps) => (
  <BlueprintButton
    {...rest}
    variant={variant}
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
  <BlueprintButton {...rest} variant={variant} aria-label={label} title={label} icon={<Icon name={icon} />}>
    {children}
  </BlueprintButton>
);
