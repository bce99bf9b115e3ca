// Menus of the skin: Blueprint's menu with the keys of the ARIA menu pattern (arrows, Home, End), which it lacks.
// Used through MenuButton; entries are plain values, so that a menu can be read and tested without a pointer.

import { Menu as BlueprintMenu, MenuDivider, MenuItem, type PopoverNextPlacement } from '@blueprintjs/core';
import { useEffect, useRef, type KeyboardEvent, type ReactElement } from 'react';
import { Icon } from 'src/client/ui/Icon.tsx';
import { useEntryPresses } from 'src/client/ui/presses.ts';
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

const STEPS: Readonly<Record<string, (at: number, count: number) => number>> = {
  ArrowDown: (at, count) => (at + 1) % count,
  ArrowUp: (at, count) => (at - 1 + count) % count,
  Home: () => 0,
  End: (_at, count) => count - 1,
};

const entriesOf = (list: HTMLElement): HTMLElement[] => [...list.querySelectorAll<HTMLElement>('[role^="menuitem"]')];

const moveFocus = (event: KeyboardEvent<HTMLUListElement>): void => {
  const step = STEPS[event.key];
  if (!step) return;
  const entries = entriesOf(event.currentTarget);
  const at = entries.indexOf(document.activeElement as HTMLElement);
  entries[step(at, entries.length)]?.focus();
  event.preventDefault();
};

const roleOf = (entry: MenuEntry): string =>
  entry.checked === undefined ? 'menuitem' : entry.choice === 'one' ? 'menuitemradio' : 'menuitemcheckbox';

const Entry = ({ entry, close }: { readonly entry: MenuEntry; readonly close: () => void }) => (
  <MenuItem
    role={roleOf(entry)}
    text={entry.text}
    href={entry.href}
    disabled={entry.disabled}
    intent={entry.danger ? 'danger' : 'none'}
    icon={
      entry.checked === undefined ? (
        entry.icon === undefined ? undefined : (
          <Icon name={entry.icon} />
        )
      ) : (
        <Icon name={entry.checked ? 'tick' : 'blank'} />
      )
    }
    label={entry.label}
    shouldDismissPopover={false}
    {...(entry.checked === undefined ? {} : { 'aria-checked': entry.checked })}
    onClick={(event) => {
      if (entry.onClick) event.preventDefault();
      close();
      entry.onClick?.();
    }}
  />
);

export const MenuList = ({
  parts,
  label,
  close,
}: {
  readonly parts: readonly MenuPart[];
  readonly label: string;
  readonly close: () => void;
}) => {
  const list = useRef<HTMLUListElement>(null);
  const presses = useEntryPresses();
  useEffect(() => {
    if (list.current) entriesOf(list.current)[0]?.focus();
  }, []);
  return (
    <BlueprintMenu ulRef={list} aria-label={label} onKeyDown={moveFocus} {...presses} className="kk-menu">
      {parts.map((part) =>
        'divider' in part ? (
          <MenuDivider key={part.key} title={part.title} />
        ) : (
          <Entry key={part.key} entry={part} close={close} />
        ),
      )}
    </BlueprintMenu>
  );
};

interface MenuButtonProps {
  /** As a function it is asked each time the menu opens. */
  readonly parts: readonly MenuPart[] | (() => readonly MenuPart[]);
  readonly label: string;
  readonly opener: (props: OpenerProps) => ReactElement;
  readonly placement?: PopoverNextPlacement;
}

export const MenuButton = ({ parts, label, opener, placement }: MenuButtonProps) => (
  <Popover
    kind="menu"
    placement={placement}
    opener={opener}
    content={(close) => <MenuList parts={typeof parts === 'function' ? parts() : parts} label={label} close={close} />}
  />
);
