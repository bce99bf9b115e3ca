// The menu as administrators of the site arrange it. `act/menuItems` reads the arrangement; callers who are not administrators receive only
// the links that they may see. `act/saveMenuItems` changes it, and a push makes every open page read it again. A menu entry gives no right.

import type { InvalidEntry } from 'src/model/generated/wire.ts';
import type { Subject } from 'src/model/access/Subject.ts';
import { isMenuAddress, isMenuLabel, LINK_KEY, type MenuEntry } from 'src/model/menu/menuEntry.ts';
import { invalid, problem } from 'src/model/problems.ts';
import type { ServerRegistry } from 'src/model/schema/Registry.ts';
import { refuseActing } from 'src/server/access/actions/refuseActing.ts';
import { ownersWithCapability } from 'src/server/access/actions/predicateValues.ts';
import { endpoint } from 'src/server/state/StateNeeds.ts';
import { refuseOnShared } from 'src/server/access/refuseOnShared.ts';
import { writeMetadataOf } from 'src/server/rules/writeMetadata.ts';
import { addMenu, MENU_CHANNEL, newestMenu } from 'src/server/store/menuRows.ts';

const isArranger = ({ admin, actingAdminId }: Subject): boolean => admin && actingAdminId === undefined;

/** True if the subject may know of the link: it is not hidden, and the subject holds its capability. */
const isMenuEntryFor = (subject: Subject, { hidden, link }: MenuEntry): boolean =>
  link === undefined ||
  (hidden !== true && (link.capability === undefined || ownersWithCapability(subject, link.capability).length > 0));

export const menuItems = endpoint('menuItems', async ({ services, db, readFilter, subject }) => {
  const newest = await newestMenu(db);
  if (!newest) return { version: 0, entries: [], changed: null };
  const { version, entries, at, by } = newest;
  if (!isArranger(subject)) {
    const visibleEntries = subject.admin ? entries : entries.filter((entry) => isMenuEntryFor(subject, entry));
    return { version, entries: visibleEntries, changed: null };
  }
  const name = (await services.items.labels(db, readFilter, [by])).get(by) ?? '';
  return { version, entries, changed: { at: at.toISOString(), name } };
});

const labelFault = (label: string): string => (label.trim() === '' ? 'errors.required' : 'errors.invalidValue');

const linkFaults = (link: NonNullable<MenuEntry['link']>, at: string, registry: ServerRegistry): InvalidEntry[] => {
  const { to, labels, under, capability } = link;
  const isScreen = (path: string): boolean => registry.screens.some((screen) => screen.path === path);
  return [
    ...(isMenuAddress(to) ? [] : [{ path: `${at}/to`, message: 'errors.menuAddress' }]),
    ...Object.entries(labels).flatMap(([language, label]) =>
      isMenuLabel(label) ? [] : [{ path: `${at}/labels/${language}`, message: labelFault(label) }],
    ),
    ...(under === undefined || isScreen(under) ? [] : [{ path: `${at}/under`, message: 'errors.invalidChoice' }]),
    ...(capability === undefined || registry.capabilities.includes(capability)
      ? []
      : [{ path: `${at}/capability`, message: 'errors.invalidChoice' }]),
  ];
};

const menuFaults = (entries: readonly MenuEntry[], registry: ServerRegistry): InvalidEntry[] => {
  const keys = entries.map(({ key }) => key);
  const screens = new Set(registry.screens.map(({ path }) => path));
  return entries.flatMap(({ key, link }, at): InvalidEntry[] => {
    const place = `/entries/${at}`;
    const isKnown = key.startsWith(LINK_KEY) ? link !== undefined : link === undefined && screens.has(key);
    if (!isKnown || keys.indexOf(key) !== at) return [{ path: `${place}/key`, message: 'errors.invalidChoice' }];
    return link ? linkFaults(link, `${place}/link`, registry) : [];
  });
};

export const saveMenuItems = endpoint('saveMenuItems', async (context, input) => {
  const { services, subject, tx } = context;
  refuseActing(subject);
  if (!subject.admin || subject.userId === undefined) throw problem('notAllowed');
  refuseOnShared(services);
  const { entries } = input;
  const faults = menuFaults(entries, services.registry);
  if (faults.length > 0) throw invalid(faults);
  const version = await addMenu(tx, { version: input.version, entries, by: subject.userId });
  if (version === undefined) throw problem('conflict', { current: (await newestMenu(tx))?.version ?? 0 });
  await services.adminLog.add(tx, { kind: 'MENU_CHANGED', count: entries.length }, writeMetadataOf(context));
  tx.afterCommit(() => services.database.notify(MENU_CHANNEL));
  return { version };
});
