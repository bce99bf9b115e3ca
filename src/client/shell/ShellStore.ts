// What the shell itself remembers while the page is open: the drawer and the debug switch. Nothing here outlives the page.

import { makeAutoObservable } from 'mobx';
import { createContext, useContext } from 'react';

export class ShellStore {
  drawerOpen = false;
  /** Administrators and masquerading users: ids and counters shown in cells. */
  debug = false;

  constructor() {
    makeAutoObservable(this);
  }

  readonly toggleDrawer = (): void => {
    this.drawerOpen = !this.drawerOpen;
  };

  readonly closeDrawer = (): void => {
    this.drawerOpen = false;
  };

  readonly toggleDebug = (): void => {
    this.debug = !this.debug;
  };
}

export const ShellContext = createContext<ShellStore | undefined>(undefined);

export const useShell = (): ShellStore => {
  const shell = useContext(ShellContext);
  if (!shell) throw new Error('App not provided');
  return shell;
};
