// Keys of an item page: E edits, A leads to the field that assigns the item to people, T to the field of its state where no transitions are
// declared (StateBar.tsx has those).

import { useColumn } from 'src/client/navigation/ColumnContext.ts';
import { columnId } from 'src/client/navigation/useColumnFocus.ts';
import { paramOfTab } from 'src/client/navigation/tabFrom.ts';
import { useColumnCommands } from 'src/client/navigation/useColumnCommands.ts';
import type { ColumnCommand } from 'src/client/router/ColumnCommands.ts';
import { useMessages } from 'src/client/ui/declaredMessages.ts';
import { useClient } from 'src/client/useClient.ts';
import type { ItemType } from 'src/model/schema/Registry.ts';

/** Frames within which the form of a page is shown, also where its code has to load. */
const MAX_FRAMES = 180;

const FIELDS_OF_FORM = 'input:enabled, textarea:enabled, [contenteditable=true]';

/** Moves the focus to the first field of the form of a column as soon as one takes it. Hidden inputs, such as those of files, do not. */
const focusForm = (column: number, frames = MAX_FRAMES): void => {
  const form = document.getElementById(columnId(column))?.querySelector('.kf-form');
  for (const field of form?.querySelectorAll<HTMLElement>(FIELDS_OF_FORM) ?? []) {
    field.focus();
    if (document.activeElement === field) return;
  }
  if (frames > 0) requestAnimationFrame(() => focusForm(column, frames - 1));
};

export const useItemCommands = (type: ItemType | undefined, tabs: readonly string[]): void => {
  const { navigation } = useClient();
  const messages = useMessages();
  const column = useColumn();
  const isEditable = type !== undefined && tabs.includes('edit');
  const edit: ColumnCommand = {
    ...{ key: 'e', icon: 'edit', title: messages.format('keys.editRecord') },
    run: () => {
      navigation.setParam(column, paramOfTab('edit'), true);
      focusForm(column);
    },
  };
  const { assign } = type?.view ?? {};
  const assigns: ColumnCommand = {
    ...{ key: 'a', icon: 'person', title: messages.format('keys.assign') },
    run: () => navigation.setParam(column, paramOfTab('edit', assign), true),
  };
  const state = type?.states ? undefined : type?.view.board?.by;
  const moves: ColumnCommand = {
    ...{ key: 't', icon: 'diagram-tree', title: messages.format('keys.state') },
    run: () => navigation.setParam(column, paramOfTab('edit', state), true),
  };
  const hasForm = isEditable && !type.view.wizard;
  useColumnCommands([
    ...(isEditable ? [edit] : []),
    ...(hasForm && assign !== undefined ? [assigns] : []),
    ...(hasForm && state !== undefined ? [moves] : []),
  ]);
};
