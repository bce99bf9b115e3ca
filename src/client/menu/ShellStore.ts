// State of the shell: drawer, docked navigation, palette, debug switch, and the number of visible items of each type.
// Docking the navigation is a preference of the person.

import { makeAutoObservable, observableRef, reaction, runInAction } from 'mobx';
import { createContext, useContext, useEffect } from 'react';
import { filterOf } from 'src/model/listing/listingPlan.ts';
import { refusalOf, type Reader } from 'src/client/navigation/menuTree.ts';
import type { Query, SessionUser } from 'src/model/generated/wire.ts';
import type { SearchCalls } from 'src/client/stores/SearchCalls.ts';
import type { PreferenceStore } from 'src/client/stores/PreferenceStore.ts';
import { useClient } from 'src/client/useClient.ts';
import { asFilters, filtersFor } from 'src/model/query/screenFilters.ts';
import type { Registry, Screen } from 'src/model/schema/Registry.ts';

const NAVIGATION = 'navigation';
/** Counts in menus may be this old. */
const COUNTS_HOLD_MS = 60_000;
const MOST_TYPES = 200;

/** True for a screen that shows only some items of its types: it declares `count`, or opens with selected values. */
const countsShown = ({ count, unlessEmpty, search }: Screen): boolean =>
  count === true ||
  unlessEmpty === true ||
  (search?.selected !== undefined && search.must === undefined && search.mustNot === undefined);

interface Counted {
  readonly path: string;
  readonly query: Pick<Query, 'must' | 'mustNot'>;
}

const countedOf = ({ path, search }: Screen, user: SessionUser): readonly Counted[] => {
  if (!search) return [];
  const mustNot = search.mustNot && { mustNot: filtersFor(asFilters(search.mustNot), user) };
  return [{ path, query: { must: filterOf(search, user), ...mustNot } }];
};

/** Returns the totals by path, without those that could not be counted. */
const countTotals = async (
  counted: readonly Counted[],
  search: Pick<SearchCalls, 'count'>,
): Promise<Readonly<Record<string, number>>> => {
  const totals = await Promise.allSettled(counted.map(({ query }) => search.count(query)));
  return Object.fromEntries(
    counted.flatMap(({ path }, at) => (totals[at]?.status === 'fulfilled' ? [[path, totals[at].value]] : [])),
  );
};

export class ShellStore {
  drawerOpen = false;
  /** The open dialog, of the two that keys open. */
  over: 'palette' | 'keys' | undefined = undefined;
  /** Administrators and masquerading users: ids and counters shown in cells. */
  debug = false;
  /** Number of visible items of each type; empty until loaded. */
  counts: Readonly<Record<string, number>> = {};
  /** True after the first answer with `counts`, also after a failed one. */
  isCounted = false;
  /** Number of results of each screen that is counted separately, by path. */
  shown: Readonly<Record<string, number>> = {};
  private countedFor: string | undefined;
  private countedAt = 0;

  private readonly preferences: Pick<PreferenceStore, 'get' | 'set'>;

  constructor(preferences: Pick<PreferenceStore, 'get' | 'set'>) {
    this.preferences = preferences;
    makeAutoObservable<ShellStore, 'preferences' | 'countedFor' | 'countedAt'>(this, {
      preferences: false,
      counts: observableRef,
      shown: observableRef,
      countedFor: false,
      countedAt: false,
    });
  }

  readonly toggleDrawer = (): void => {
    this.drawerOpen = !this.drawerOpen;
  };

  readonly closeDrawer = (): void => {
    this.drawerOpen = false;
  };

  /** True if the navigation stays next to the columns when there is space. */
  get docked(): boolean {
    return this.preferences.get(NAVIGATION) !== 'closed';
  }

  readonly toggleDocked = (): void => this.preferences.set(NAVIGATION, this.docked ? 'closed' : 'open');

  readonly show = (over: ShellStore['over']): void => {
    this.over = over;
  };

  readonly toggleDebug = (): void => {
    this.debug = !this.debug;
  };

  /** One search for all types, and one question for the screens; both fail in silence, since a menu without numbers is still a menu. */
  async count(
    { person, user, site }: Reader & { readonly person: string },
    search: Pick<SearchCalls, 'search' | 'count'>,
    { screens }: Pick<Registry, 'screens'>,
  ) {
    if (this.countedFor === person && Date.now() - this.countedAt < COUNTS_HOLD_MS) return;
    this.countedFor = person;
    this.countedAt = Date.now();
    const shown = user && this.countShown({ user, site }, search, screens);
    const types = [...new Set(screens.flatMap((screen) => screen.search?.types ?? []))];
    const asked = { must: { _t: types }, facets: [{ key: '_t', max: MOST_TYPES }], max: 1 };
    const answer = await search.search(asked).catch(() => undefined);
    const found = answer?.facets?.['_t'] ?? [];
    runInAction(() => {
      this.isCounted = true;
      this.counts = Object.fromEntries(found.flatMap((each) => ('value' in each ? [[each.value, each.count]] : [])));
    });
    await shown;
  }

  /** The numbers are old already: something was made or deleted here. */
  readonly forgetCounts = (): void => {
    this.countedFor = undefined;
  };

  /** Counts each screen that is counted separately. */
  private async countShown(
    { user, site }: Reader & { readonly user: SessionUser },
    search: Pick<SearchCalls, 'count'>,
    screens: readonly Screen[],
  ) {
    const counted = screens
      .filter((screen) => countsShown(screen) && refusalOf(screen, { user, site }) === undefined)
      .flatMap((screen) => countedOf(screen, user));
    const shown = await countTotals(counted, search);
    runInAction(() => {
      this.shown = shown;
    });
  }

  /** Counts these screens now, without the cache: numbers of waiting items are exact. */
  async countNow(user: SessionUser, search: Pick<SearchCalls, 'count'>, screens: readonly Screen[]): Promise<void> {
    const counted = screens.flatMap((screen) => countedOf(screen, user));
    const shown = await countTotals(counted, search);
    runInAction(() => {
      this.shown = { ...this.shown, ...shown };
    });
  }

  /** Returns the number for a screen that shows all items of its types or is counted separately. */
  countOf(screen: Screen): number | undefined {
    const { path, search } = screen;
    if (countsShown(screen)) return this.shown[path];
    if (!search || search.types.length === 0 || search.must !== undefined || search.mustNot !== undefined)
      return undefined;
    const known = search.types.map((type) => this.counts[type]);
    return known.every((count) => count === undefined)
      ? undefined
      : known.reduce<number>((sum, n) => sum + (n ?? 0), 0);
  }
}

export const ShellContext = createContext<ShellStore | undefined>(undefined);

export const useShell = (): ShellStore => {
  const shell = useContext(ShellContext);
  if (!shell) throw new Error('App not provided');
  return shell;
};

/** Asks for the counts when shown, once it is known who asks. Inside an observer. */
export const useCounts = (): ShellStore => {
  const shell = useShell();
  const { session, site, search, registry, items, tasks, notifications, connection, day } = useClient();
  const person = session.user?.$id ?? (session.signedIn ? undefined : 'visitor');
  useEffect(() => {
    if (person === undefined) return undefined;
    const count = (): void => void shell.count({ person, user: session.user, site }, search, registry);
    const again = (): void => {
      shell.forgetCounts();
      count();
    };
    count();
    // Assigning an item to a person creates a notice. Notices that are loaded with the page are not new.
    const known = (): number => notifications.notifications.length;
    const noticed = reaction(known, (_, before) => {
      if (before > 0) again();
    });
    const first = connection.onPush('item/notify', () => {
      if (known() < 2) again();
    });
    const turned = reaction(() => day.key, again);
    const stops = [items.onOwnChange(again), tasks.ended.add(again), noticed, first, turned];
    return () => stops.forEach((stop) => stop());
  }, [shell, person, session, site, search, registry, items, tasks, notifications, connection, day]);
  return shell;
};
