// Menus of the skin, used through MenuButton. Entries are plain values, so that a menu can be read and tested without a pointer.

import type { PopoverNextPlacement } from '@blueprintjs/core';
import type { ReactElement } from 'react';
import { useFloatingParts } from 'src/client/ui/floating.ts';
import { Popover, type OpenerProps } from 'src/client/ui/Popover.tsx';

export interface MenuEntry {
  readonly key: string;
  readonly text: string;
  readonly icon?: string;
  readonly label?: string;
  readonly href?: string;
  readonly danger?: boolean;
  readonly disabled?: boolean;
  /** Given for entries that are on or off, or one of several. */
  readonly checked?: boolean;
  readonly choice?: 'one' | 'onOff';
  readonly onClick?: () => void;
}

export type MenuPart = MenuEntry | { readonly key: string; readonly title?: string; readonly divider: true };

interface MenuButtonProps {
  /** A function is called each time the menu opens. */
  readonly parts: readonly MenuPart[] | (() => readonly MenuPart[]);
  readonly label: string;
  readonly opener: (props: OpenerProps) => ReactElement;
  readonly placement?: PopoverNextPlacement;
}

interface MenuContentProps {
  readonly parts: readonly MenuPart[];
  readonly label: string;
  readonly close: () => void;
}

export const MenuContent = (props: MenuContentProps) => {
  const Parts = useFloatingParts(true);
  return Parts ? <Parts.MenuList {...props} /> : null;
};

export const MenuButton = ({ parts, label, opener, placement }: MenuButtonProps) => (
  <Popover
    kind="menu"
    placement={placement}
    opener={opener}
    content={(close) => (
      <MenuContent parts={typeof parts === 'function' ? parts() : parts} label={label} close={close} />
    )}
  />
);
