// Keys that work on the whole page: Ctrl+K, /, ?, S, Esc. F6 is in regionKeys.ts. Called once by Shell.

import { useEffect } from 'react';
import type { Client } from 'src/client/Client.ts';
import type { ShellStore } from 'src/client/menu/ShellStore.ts';
import { areLettersOn } from 'src/client/ui/letterKeys.ts';
import { isSystemId } from 'src/model/item/itemId.ts';
import { useClient } from 'src/client/useClient.ts';

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && (target.isContentEditable || target.matches('input, textarea, select'));

/** A dialog, a menu or the palette lies over the page. A tooltip is an overlay of the library too, but takes no keys. */
const isUnderDialog = (): boolean => document.querySelector('.bp6-overlay-open:not(:has(.kk-tooltip))') !== null;

/** The search of the column with focus, else the one that is shown first, else the header's. */
const focusSearch = (): boolean => {
  const boxes = ['.kk-column-active .kk-query-input', '.kk-query-input', '.kk-search-input'];
  const box = boxes.map((each) => document.querySelector<HTMLInputElement>(each)).find((each) => each !== null);
  box?.focus();
  box?.select();
  return box !== undefined;
};

/** The only column stays open: there is nothing behind it. */
const closeColumn = ({ navigation }: Client): boolean => {
  const { active, cells } = navigation;
  if (cells.length < 2 || active === 0) return false;
  void navigation.close(active);
  return true;
};

/** Toggles the star of the focused row, otherwise of the focused column. */
const toggleStar = ({ stars, session, navigation }: Client, target: EventTarget | null): boolean => {
  const row = target instanceof Element ? target.closest('[data-item],[data-current-item]') : undefined;
  const rowId = row?.getAttribute('data-item') ?? row?.getAttribute('data-current-item') ?? undefined;
  const id = rowId ?? navigation.cells[navigation.active]?.itemId;
  if (!session.signedIn || id === undefined || isSystemId(id)) return false;
  void stars.toggle(id);
  return true;
};

/** Widgets with their own meaning of letters. */
const OWN_LETTERS = '[role=grid], [role=treegrid], [role=tree], [role=listbox], [role=menu], audio, video';

/** Runs the command of a letter in the columns. Where no column creates anything, C opens the palette. */
const runCommand = (client: Client, shell: ShellStore, { key, target }: KeyboardEvent): boolean => {
  if (target instanceof Element && target.closest(OWN_LETTERS) !== null) return false;
  const { navigation } = client;
  const command = navigation.commands.find(key, navigation.active);
  command?.run();
  if (!command && (key === 'a' || key === 't') && navigation.cells[navigation.active]?.itemId !== undefined) {
    void import('src/client/shell/keysWithoutCommand.ts').then((found) => found.sayWithoutCommand(client, key));
    return true;
  }
  if (command || key !== 'c') return command !== undefined;
  shell.show('palette');
  return true;
};

const keyHandler =
  (client: Client, shell: ShellStore) =>
  (event: KeyboardEvent): void => {
    if (event.defaultPrevented || event.isComposing || event.altKey) return;
    const withControl = event.ctrlKey || event.metaKey;
    let done = false;
    if (withControl && event.key.toLowerCase() === 'k') {
      shell.show(shell.over === 'palette' ? undefined : 'palette');
      done = true;
    } else if (!withControl && !isTyping(event.target) && !isUnderDialog()) {
      if (event.key === 'Escape') done = closeColumn(client);
      if (event.key === '/' && areLettersOn()) done = focusSearch();
      if (event.key === 's' && areLettersOn()) done = toggleStar(client, event.target);
      if (event.key === '?' && areLettersOn()) {
        shell.show('keys');
        done = true;
      }
      if (!done && areLettersOn()) done = runCommand(client, shell, event);
    }
    if (done) event.preventDefault();
  };

export const useShellKeys = (shell: ShellStore): void => {
  const client = useClient();
  useEffect(() => {
    const onKey = keyHandler(client, shell);
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [client, shell]);
};
