// Popovers, tooltips and menus, which open next to a control. Blueprint places them with a library that is larger than everything that the
// first page shows, so they are loaded after it (floating.ts). Menus are Blueprint's with the keys of the ARIA menu pattern, which it lacks.

import {
  Menu as BlueprintMenu,
  MenuDivider,
  MenuItem,
  PopoverNext,
  PopupKind,
  type MiddlewareConfig,
  type PopoverNextPlacement,
} from '@blueprintjs/core';
import { useEffect, useLayoutEffect, useRef, type ReactElement, type Ref } from 'react';
import { moveFocus } from 'src/client/ui/arrowKeys.ts';
import { Icon } from 'src/client/ui/Icon.tsx';
import type { MenuEntry, MenuPart } from 'src/client/ui/Menu.tsx';
import { useEntryPresses } from 'src/client/ui/presses.ts';

interface AnchorProps {
  readonly control: HTMLElement;
  readonly take: Ref<HTMLElement>;
}

/** Gives the popover a control that is already in the page. */
const Anchor = ({ control, take }: AnchorProps) => {
  useLayoutEffect(() => {
    if (typeof take !== 'function') return undefined;
    take(control);
    return () => void take(null);
  }, [control, take]);
  return null;
};

const WITHIN_WINDOW: MiddlewareConfig = {
  size: {
    padding: 8,
    apply: ({ availableHeight, elements }) =>
      elements.floating.style.setProperty('--kk-available', `${Math.floor(availableHeight)}px`),
  },
};

interface FloatingPopoverProps {
  readonly control: HTMLElement;
  readonly content: ReactElement;
  readonly kind: 'menu' | 'dialog';
  readonly placement: PopoverNextPlacement;
  readonly isStill: boolean;
  readonly onInteraction: (open: boolean) => void;
}

export const FloatingPopover = ({
  control,
  content,
  kind,
  placement,
  isStill,
  onInteraction,
}: FloatingPopoverProps) => (
  <PopoverNext
    isOpen
    onInteraction={onInteraction}
    placement={placement}
    popupKind={kind === 'menu' ? PopupKind.MENU : PopupKind.DIALOG}
    arrow={false}
    // Escape gives the focus back in any case. After a choice, a dialog may have the focus.
    shouldReturnFocusOnClose={false}
    middleware={WITHIN_WINDOW}
    animation="minimal"
    {...(isStill ? { transitionDuration: 0 } : {})}
    popoverClassName="kk-popover"
    content={content}
    renderTarget={({ ref }) => <Anchor control={control} take={ref} />}
  />
);

interface FloatingTooltipProps {
  readonly text: string;
  readonly control: HTMLElement;
  readonly close: () => void;
}

/** A button that unfolds the content below it: a tooltip below the button would cover that content. */
const UNFOLDS = '[aria-expanded][aria-controls]:not([aria-haspopup])';

/** The text repeats the control's aria-label, so it is hidden from screen readers. */
export const FloatingTooltip = ({ text, control, close }: FloatingTooltipProps) => (
  <PopoverNext
    isOpen
    onInteraction={(open) => {
      if (!open) close();
    }}
    interactionKind="hover-target"
    placement={control.matches(UNFOLDS) ? 'right' : 'bottom'}
    transitionDuration={0}
    autoFocus={false}
    enforceFocus={false}
    arrow={false}
    popoverClassName="bp6-tooltip kk-tooltip"
    content={<span aria-hidden>{text}</span>}
    renderTarget={({ ref }) => <Anchor control={control} take={ref} />}
  />
);

const menuEntries = (list: HTMLElement): HTMLElement[] => [...list.querySelectorAll<HTMLElement>('[role^="menuitem"]')];

const roleOf = (entry: MenuEntry): string =>
  entry.checked === undefined ? 'menuitem' : entry.choice === 'one' ? 'menuitemradio' : 'menuitemcheckbox';

const FloatingEntry = ({ entry, close }: { readonly entry: MenuEntry; readonly close: () => void }) => (
  <MenuItem
    role={roleOf(entry)}
    text={entry.text}
    href={entry.href}
    {...(entry.href?.startsWith('http') ? { target: '_blank', rel: 'noopener noreferrer' } : {})}
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
    if (list.current) menuEntries(list.current)[0]?.focus();
  }, []);
  return (
    <BlueprintMenu
      ulRef={list}
      aria-label={label}
      onKeyDown={(event) => moveFocus(event, menuEntries(event.currentTarget), 'column')}
      {...presses}
      className="kk-menu"
    >
      {parts.map((part) =>
        'divider' in part ? (
          <MenuDivider key={part.key} title={part.title} />
        ) : (
          <FloatingEntry key={part.key} entry={part} close={close} />
        ),
      )}
    </BlueprintMenu>
  );
};
