// The menu of a person: the declared screens they may enter, nested by the dots of their paths and sorted by title, as administrators have
// arranged them. Called by the navigation, the home cards and the screen that arranges. Pure; the server decides again what each screen answers.

import type { SessionUser, SiteConfiguration } from 'src/model/generated/wire.ts';
import { isInstalled } from 'src/model/menu/installation.ts';
import type { MenuEntry } from 'src/model/menu/menuEntry.ts';
import type { Screen } from 'src/model/schema/Registry.ts';

export interface MenuNode {
  /** The path of its screen, or the key of its link. */
  readonly key: string;
  readonly title: string;
  /** Path of this site, or an https address. */
  readonly to: string;
  readonly icon: string | undefined;
  /** Undefined for a link of the administrators. */
  readonly screen: Screen | undefined;
  readonly children: readonly MenuNode[];
}

export interface Reader {
  readonly user: SessionUser | undefined;
  readonly site: Pick<SiteConfiguration, 'keyCaps' | 'dedicated'>;
}

export interface Arrangement {
  readonly entries: readonly MenuEntry[];
  /** Keeps hidden entries in their place: all of them for the editor of the menu, screens for a search. */
  readonly keepHidden?: 'all' | 'screens' | undefined;
  readonly labelOf: (labels: Readonly<Record<string, string>>) => string;
  /** True for a list that finds nothing for the reader, as far as is known. */
  readonly isEmpty?: ((screen: Screen) => boolean) | undefined;
}

const AS_SHIPPED: Arrangement = { entries: [], labelOf: () => '' };

const parentPath = (path: string): string | undefined =>
  path.includes('.') ? path.slice(0, path.lastIndexOf('.')) : undefined;

/** Reason why a person cannot open a screen; the message `refused.{reason}` explains it. */
export type Refusal = 'installation' | 'signedOut' | 'readOrg' | 'adminOrg' | 'creates' | 'admin' | 'capability';

const hasCapability = (screen: Screen, user: SessionUser, { dedicated }: Reader['site']): boolean => {
  if (screen.anyCapability?.every((each) => user.capabilities[each] !== true)) return false;
  if (screen.capability === undefined || user.capabilities[screen.capability] === true) return true;
  const further = dedicated ? undefined : screen.nonDedicatedCapability;
  return further !== undefined && user.capabilities[further] === true;
};

/** Undefined for who may enter, from the menu as by address. */
export const refusalOf = (screen: Screen, { user, site }: Reader): Refusal | undefined => {
  if (!isInstalled(screen, site)) return 'installation';
  if (!user) return 'signedOut';
  if (screen.readOrg && user.readOrg === null) return 'readOrg';
  if (user.admin) return undefined;
  if (screen.adminOrg && user.adminOrgs.length === 0) return 'adminOrg';
  if (screen.creates !== undefined && !user.creatable.includes(screen.creates)) return 'creates';
  if (screen.admin) return 'admin';
  return hasCapability(screen, user, site) ? undefined : 'capability';
};

const mayEnter = (screen: Screen, reader: Reader): boolean => refusalOf(screen, reader) === undefined;

const menuAreaOf = ({ path, under }: Screen): string => (under ?? path).split('.')[0] ?? path;

/** True for a main page of its area of the menu. In an area that declares none, all pages are main pages. */
export const isMainPage = (screen: Screen, screens: readonly Screen[]): boolean =>
  screen.main !== undefined ||
  !screens.some((other) => other.main !== undefined && menuAreaOf(other) === menuAreaOf(screen));

/** The node of a key, wherever it hangs. */
export const nodeAt = (nodes: readonly MenuNode[], key: string): MenuNode | undefined => {
  for (const node of nodes) {
    const found = node.key === key ? node : nodeAt(node.children, key);
    if (found) return found;
  }
  return undefined;
};

/** A node and all below it. */
export const nodesOf = (node: MenuNode): readonly MenuNode[] => [node, ...node.children.flatMap(nodesOf)];

/** The screens of a node and of all below it. */
export const screensOf = (node: MenuNode): readonly Screen[] => nodesOf(node).flatMap(({ screen }) => screen ?? []);

interface Placed {
  readonly node: Omit<MenuNode, 'children'>;
  /** Key of the requested parent. */
  readonly under: string | undefined;
}

const nodesOfScreens = (screens: readonly Screen[], title: (path: string) => string): readonly Placed[] =>
  screens.map((screen) => {
    const { path, icon, under = parentPath(path) } = screen;
    return { node: { key: path, title: title(path), to: `/${path}`, icon, screen }, under };
  });

const nodesOfLinks = ({ user }: Reader, { entries, labelOf }: Arrangement): readonly Placed[] =>
  entries.flatMap(({ key, link }): readonly Placed[] => {
    if (!link || !user) return [];
    if (link.capability !== undefined && !user.admin && user.capabilities[link.capability] !== true) return [];
    const { to, labels, under } = link;
    return [{ node: { key, title: labelOf(labels), to, icon: 'link', screen: undefined }, under }];
  });

const findsNothing = (screen: Screen | undefined, { isEmpty }: Arrangement): boolean =>
  screen?.unlessEmpty === true && isEmpty?.(screen) === true;

/** The nodes of the top; a parent without a page of its own and without a visible child is left out. */
export const menuTree = (
  screens: readonly Screen[],
  reader: Reader,
  { title, arrangement = AS_SHIPPED }: { title: (path: string) => string; arrangement?: Arrangement },
): readonly MenuNode[] => {
  const arranged = new Map(arrangement.entries.map((entry) => [entry.key, entry]));
  const entered = screens.filter((screen) => !screen.routeOnly && mayEnter(screen, reader));
  const entering = [...nodesOfScreens(entered, title), ...nodesOfLinks(reader, arrangement)];
  const known = new Set(entering.map(({ node }) => node.key));
  const placed = entering.filter(({ node, under }) => !node.screen?.below || (under !== undefined && known.has(under)));
  const collator = new Intl.Collator();
  const isKept = ({ screen }: Placed['node']): boolean =>
    arrangement.keepHidden === 'all' || (arrangement.keepHidden === 'screens' && screen !== undefined);
  const isOffered = (node: Placed['node']): boolean =>
    isKept(node) || (!known.has(node.screen?.insteadOf ?? '') && !findsNothing(node.screen, arrangement));
  const placeOf = ({ key }: MenuNode): number => arranged.get(key)?.place ?? Number.MAX_SAFE_INTEGER;
  const under = (parent: string | undefined): readonly MenuNode[] =>
    placed
      .filter((each) => (each.under !== undefined && known.has(each.under) ? each.under : undefined) === parent)
      .filter(({ node }) => arranged.get(node.key)?.hidden !== true || isKept(node))
      .filter(({ node }) => isOffered(node))
      .map(({ node }): MenuNode => ({ ...node, children: under(node.key) }))
      .filter(({ screen, children }) => screen?.parent !== true || children.length > 0)
      .sort((one, other) => placeOf(one) - placeOf(other) || collator.compare(one.title, other.title));
  return under(undefined);
};
