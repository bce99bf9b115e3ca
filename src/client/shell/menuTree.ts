// The menu of a person: the declared screens they may enter, nested by the dots of their paths, sorted by title.
// Called by the drawer and the home cards. Pure; the server decides again what each screen answers.

import type { SessionUser, SiteConfiguration } from 'src/model/generated/wire.ts';
import type { Screen } from 'src/model/schema/Registry.ts';

export interface MenuNode {
  readonly screen: Screen;
  readonly title: string;
  readonly children: readonly MenuNode[];
}

export interface Reader {
  readonly user: SessionUser | undefined;
  readonly site: Pick<SiteConfiguration, 'keyCaps' | 'dedicated'>;
}

const parentPath = (path: string): string | undefined =>
  path.includes('.') ? path.slice(0, path.lastIndexOf('.')) : undefined;

/** Why a screen is not there for somebody; the message `refused.{reason}` explains it. */
export type Refusal = 'installation' | 'signedOut' | 'readOrg' | 'adminOrg' | 'admin' | 'capability';

const isInstalled = (screen: Screen, site: Reader['site']): boolean =>
  (!screen.dedicatedOnly || site.dedicated) &&
  (screen.keyCapability === undefined || site.keyCaps.includes(screen.keyCapability));

const hasCapability = (screen: Screen, user: SessionUser, { dedicated }: Reader['site']): boolean => {
  if (screen.capability === undefined || user.capabilities[screen.capability] === true) return true;
  const further = dedicated ? undefined : screen.nonDedicatedCapability;
  return further !== undefined && user.capabilities[further] === true;
};

/** Undefined for who may enter, from the menu as by address. Source: spec platform 2, domain 2 and 6. */
export const refusalOf = (screen: Screen, { user, site }: Reader): Refusal | undefined => {
  if (!isInstalled(screen, site)) return 'installation';
  if (!user) return 'signedOut';
  if (screen.readOrg && user.readOrg === null) return 'readOrg';
  if (user.admin) return undefined;
  if (screen.adminOrg && user.adminOrgs.length === 0) return 'adminOrg';
  if (screen.admin) return 'admin';
  return hasCapability(screen, user, site) ? undefined : 'capability';
};

const mayEnter = (screen: Screen, reader: Reader): boolean => refusalOf(screen, reader) === undefined;

/** The node of a path, wherever it hangs. */
export const nodeAt = (nodes: readonly MenuNode[], path: string): MenuNode | undefined => {
  for (const node of nodes) {
    const found = node.screen.path === path ? node : nodeAt(node.children, path);
    if (found) return found;
  }
  return undefined;
};

/** The screens of a node and of all below it. */
export const screensOf = ({ screen, children }: MenuNode): readonly Screen[] => [
  screen,
  ...children.flatMap(screensOf),
];

/** The nodes under `parent`; a parent without a page of its own and without a visible child is left out. */
export const menuTree = (
  screens: readonly Screen[],
  reader: Reader,
  title: (path: string) => string,
): readonly MenuNode[] => {
  const shown = screens.filter((screen) => !screen.routeOnly && mayEnter(screen, reader));
  const known = new Set(shown.map(({ path }) => path));
  const collator = new Intl.Collator();
  const under = (parent: string | undefined): readonly MenuNode[] =>
    shown
      .filter(({ path }) => {
        const own = parentPath(path);
        return own !== undefined && known.has(own) ? own === parent : parent === undefined;
      })
      .map((screen) => ({ screen, title: title(screen.path), children: under(screen.path) }))
      .filter((node) => !node.screen.parent || node.children.length > 0)
      .sort((one, other) => collator.compare(one.title, other.title));
  return under(undefined);
};
