// The menu of a person: the declared screens they may enter, nested by the dots of their paths, sorted by title.
// Called by the drawer and the home cards. Pure; the server decides again what each screen answers.

import type { SessionUser, SiteConfiguration } from 'src/model/generated/wire.ts';
import type { Registry, Screen } from 'src/model/schema/Registry.ts';

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

/** Whether the screen is there for this person at all, by address too. Source: spec platform 2, domain 2. */
export const mayEnter = (screen: Screen, { user, site }: Reader): boolean => {
  if (screen.dedicatedOnly && !site.dedicated) return false;
  if (screen.keyCapability !== undefined && !site.keyCaps.includes(screen.keyCapability)) return false;
  if (!user) return false;
  if (user.admin) return true;
  if (screen.admin) return false;
  return screen.capability === undefined || user.capabilities[screen.capability] === true;
};

/** The cell's own menu; no declared control may take its name. */
const OWN_CONTROL = 'default-menu';

const screenProblems = (screens: readonly Screen[], hasTitle: (path: string) => boolean): readonly string[] => {
  const paths = new Set(screens.map(({ path }) => path));
  return screens.flatMap((screen) => {
    const parent = parentPath(screen.path);
    return [
      ...(hasTitle(screen.path) ? [] : [`menu item ${screen.path} has no title`]),
      ...(screen.path.includes('/') && !screen.routeOnly && !screen.noColumns
        ? [`menu path ${screen.path} holds a slash`]
        : []),
      ...(parent !== undefined && !paths.has(parent) ? [`menu item ${screen.path} has no parent ${parent}`] : []),
    ];
  });
};

/** What is wrong with the declared menu and toolbars, for the console of a developer. Rules: spec platform 5. */
export const menuProblems = (
  { screens, types }: Pick<Registry, 'screens' | 'types'>,
  hasTitle: (path: string) => boolean,
): readonly string[] => [
  ...screenProblems(screens, hasTitle),
  ...Object.values(types)
    .filter(({ view }) => view.actions.some(({ key }) => key === OWN_CONTROL))
    .map(({ name }) => `a toolbar control of ${name} is named ${OWN_CONTROL}`),
];

/** The node of a path, wherever it hangs. */
export const nodeAt = (nodes: readonly MenuNode[], path: string): MenuNode | undefined => {
  for (const node of nodes) {
    const found = node.screen.path === path ? node : nodeAt(node.children, path);
    if (found) return found;
  }
  return undefined;
};

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
