// The panels of home with their content. HomeView orders and hides them.

import { observer } from 'mobx-react-lite';
import { type ComponentType, useMemo } from 'react';
import type { Query } from 'src/model/generated/wire.ts';
import type { Json } from 'src/model/item/Item.ts';
import type { Screen } from 'src/model/schema/Registry.ts';
import { CalendarLink } from 'src/client/home/CalendarLink.tsx';
import { Changed, ListUnread } from 'src/client/home/ChangedLine.tsx';
import { HomeAreas } from 'src/client/home/HomeAreas.tsx';
import { RecentChanges } from 'src/client/home/RecentChanges.tsx';
import { queryTypes, SearchTotal } from 'src/client/home/SearchTotal.tsx';
import { WaitingForMe } from 'src/client/home/WaitingForMe.tsx';
import { OpenToYou, useTypesOutsideMenu } from 'src/client/home/OpenToYou.tsx';
import type { HomePart } from 'src/client/ClientDomain.ts';
import { useCounts } from 'src/client/menu/ShellStore.ts';
import { lazyOf } from 'src/client/ui/lazyOf.ts';
import { UnsavedEntries } from 'src/client/item/UnsavedView.tsx';
import { useAnswer } from 'src/client/useAnswer.ts';
import { planOf, queryOf } from 'src/model/listing/listingPlan.ts';
import { EMPTY_STATE } from 'src/model/listing/listingState.ts';
import { type MenuNode, refusalOf } from 'src/client/navigation/menuTree.ts';
import { useMenu } from 'src/client/menu/useMenu.ts';
import { AlertMenu } from 'src/client/search/AlertMenu.tsx';
import { type SearchLink, useSearchLinks } from 'src/client/menu/useSearchLinks.ts';
import { ShellLink } from 'src/client/navigation/ShellLink.tsx';
import { useClient } from 'src/client/useClient.ts';
import { Icon } from 'src/client/ui/Icon.tsx';
import { type Messages, useMessages } from 'src/client/ui/declaredMessages.ts';

const ROWS_SHOWN = 8;
/** The panel before which the panels of the areas are. */
const AFTER_PARTS = 'pictures';
/** The panel of what the person has changed. */
const MINE = 'mine';

const Unsaved = observer(() => {
  const { drafts } = useClient();
  const messages = useMessages();
  return drafts.dirty.length === 0 ? (
    <p className="kk-soft">{messages.format('home.unsavedNone')}</p>
  ) : (
    <UnsavedEntries />
  );
});

interface ChangedListProps {
  readonly query: Query;
}

const ChangedList = ({ query }: ChangedListProps) => {
  const messages = useMessages();
  const { answer, failure, again } = useAnswer(query, queryTypes(query));
  return (
    <>
      {failure !== undefined && <ListUnread again={again} failure={failure} />}
      {answer?.ids.length === 0 && <p className="kk-soft">{messages.format('home.searchNone')}</p>}
      <ul className="kk-plain-list kk-lines-list">
        {answer?.ids.map((id) => (
          <Changed key={id} id={id} named order={query.sort?.[0]?.key} />
        ))}
      </ul>
    </>
  );
};

const NEWEST_QUERY: Query = { sort: [{ key: 'updated', order: 'desc' }], max: ROWS_SHOWN, labels: true };

/** The own changes have a panel of their own if the person has added it. Observable. */
const useOwnElsewhere = (): string | undefined => {
  const { session, preferences } = useClient();
  const { order } = Object(preferences.get('home')) as { readonly order?: Json };
  return Array.isArray(order) && order.includes(MINE) ? session.user?.$id : undefined;
};

const Recent = observer(() => {
  const person = useOwnElsewhere();
  return person === undefined ? (
    <RecentChanges of="all" none="home.recentNone" />
  ) : (
    <RecentChanges of="others" none="home.recentByOthersNone" />
  );
});

const Mine = () => <RecentChanges of="own" none="home.recentMineNone" />;

const StarredPanel = observer(() => {
  const { stars } = useClient();
  const messages = useMessages();
  const ids = stars.first(ROWS_SHOWN);
  if (ids.length === 0) return <p className="kk-soft">{messages.format('stars.none')}</p>;
  return (
    <ul className="kk-plain-list kk-lines-list">
      {ids.map((id) => (
        <Changed key={id} id={id} named={false} order={undefined} />
      ))}
    </ul>
  );
});

const Saved = observer(({ shipped }: ContentProps) => {
  const { intl, format } = useMessages();
  if (shipped.length === 0) return <p className="kk-soft">{format('home.savedNone')}</p>;
  return (
    <ul className="kk-plain-list kk-lines-list">
      {shipped.map(({ to, title, of, icon, saved, query }) => (
        <li key={saved ?? to}>
          <Icon name={icon} />
          <div className="kk-fill">
            <ShellLink to={to}>{title}</ShellLink> <span className="kk-soft">{format('saved.of', { of })}</span>
          </div>
          {saved !== undefined && <AlertMenu search={saved} name={title} />}
          <SearchTotal query={query} format={(count) => intl.formatNumber(count)} />
        </li>
      ))}
    </ul>
  );
});

/** Link to the whole list of which the panel shows the beginning. */
const panelLink = (to: string): ComponentType<{ readonly title: string }> =>
  function All({ title }) {
    const messages = useMessages();
    return (
      <ShellLink to={to}>
        <span aria-hidden>{messages.format('home.all')}</span>
        <span className="kk-unseen">{messages.format('home.allNamed', { panel: title })}</span>
      </ShellLink>
    );
  };

/** The page has the name of its link: "Waiting for me" also contains lists and tasks. */
const NoticesLink = () => <ShellLink to="/notifications">{useMessages().format('notifications.all')}</ShellLink>;

/** Shows the sum; the panel itself has a text for zero. */
const Sum = ({ count }: { readonly count: number }) => {
  const { intl } = useMessages();
  return count === 0 ? null : <span className="kk-line-side">{intl.formatNumber(count)}</span>;
};

interface ContentProps {
  /** Asked for once, for all panels. */
  readonly shipped: readonly SearchLink[];
}

export interface Panel {
  readonly title: string;
  readonly icon: string;
  readonly Content: ComponentType<ContentProps>;
  readonly Count?: ComponentType;
  readonly link?: ComponentType<{ readonly title: string }>;
  /** True for a panel that is shown only after the person has added it. */
  readonly optional?: true;
  /** Height of the content as a CSS length, reserved while it loads. */
  readonly height?: string;
}

const DaysPanel = lazyOf(async () => (await import('src/client/home/DaysPanel.tsx')).DaysPanel);
const NearMap = lazyOf(async () => (await import('src/client/home/NearMap.tsx')).NearMap);
const FiguresPanel = lazyOf(async () => (await import('src/client/home/FiguresPanel.tsx')).FiguresPanel);
const NewPictures = lazyOf(async () => (await import('src/client/home/NewPictures.tsx')).NewPictures);

/** Panels in their default order; titles are messages. */
const STANDARD: Readonly<Record<string, Panel>> = {
  days: { title: 'home.days', icon: 'calendar', Content: DaysPanel, link: CalendarLink },
  waiting: {
    ...{ title: 'home.waiting', icon: 'inbox', Content: WaitingForMe, link: NoticesLink },
  },
  near: { title: 'home.near', icon: 'map', Content: NearMap },
  pictures: { title: 'home.pictures', icon: 'media', Content: NewPictures },
  unsaved: {
    ...{ title: 'home.carryOn', icon: 'edit', Content: Unsaved, link: panelLink('/unsaved') },
    Count: observer(() => <Sum count={useClient().drafts.dirty.length} />),
  },
  open: { title: 'home.explore', icon: 'search', Content: OpenToYou },
  recent: { title: 'home.recent', icon: 'history', Content: Recent },
  figures: { title: 'home.figures', icon: 'timeline-line-chart', Content: FiguresPanel },
  starred: {
    ...{ title: 'stars.list', icon: 'star', Content: StarredPanel, link: panelLink('/starred'), optional: true },
    Count: observer(() => <Sum count={useClient().stars.count} />),
  },
  saved: { title: 'listing.shipped', icon: 'search', Content: Saved, optional: true },
  [MINE]: { title: 'home.recentMine', icon: 'user', Content: Mine, optional: true },
  areas: { title: 'home.areas', icon: 'grid-view', Content: HomeAreas, optional: true },
};

/** The panels in their default order. People without an area to work in see first the records that are open to them. */
const standardPanels = (readsOnly: boolean): readonly (readonly [string, Panel])[] => {
  const isFirst = (name: string): boolean => readsOnly && name === 'open';
  return Object.entries(STANDARD).toSorted(([one], [other]) => Number(isFirst(other)) - Number(isFirst(one)));
};

const NO_HOME_PARTS: readonly HomePart[] = [];

interface HomeParts {
  readonly parts: readonly HomePart[];
  /** True until it is known which parts are shown. */
  readonly isOpen: boolean;
}

/** Panels that the areas of the product add, for this person. Observable. */
const useHomeParts = (): HomeParts => {
  const { domain, session } = useClient();
  const { counts, isCounted } = useCounts();
  const { homeParts = NO_HOME_PARTS } = domain;
  return {
    parts: homeParts.filter(({ isShown }) => isShown({ counts, user: session.user })),
    isOpen: homeParts.length > 0 && !isCounted,
  };
};

/** A search as a panel of its own. */
const searchPanel = (title: string, icon: string, query: Query): Omit<Panel, 'link'> => {
  const shown: Query = { ...NEWEST_QUERY, ...query, max: ROWS_SHOWN };
  return {
    ...{ title, icon, optional: true },
    Content: () => <ChangedList query={shown} />,
    Count: () => {
      const { intl } = useMessages();
      return <SearchTotal query={query} format={(count) => intl.formatNumber(count)} />;
    },
  };
};

/** Listings that are declared to be panels of home too, for those who may enter them. Observable. */
const useHomeScreens = (): readonly Screen[] => {
  const { registry, session, site } = useClient();
  const reader = { user: session.user, site };
  return registry.screens.filter((screen) => screen.home && refusalOf(screen, reader) === undefined);
};

/** True for a person who administers nothing, works in no area of the menu that needs a right, and has no list of work on home. Observable. */
const useReadsOnly = (): boolean => {
  const { user } = useClient().session;
  const isRestricted = ({ screen }: MenuNode): boolean =>
    screen?.capability !== undefined || screen?.anyCapability !== undefined;
  const hasArea = useMenu().some(isRestricted);
  const hasList = useHomeScreens().length > 0;
  return user !== undefined && !user.admin && user.adminOrgs.length === 0 && !hasArea && !hasList;
};

interface Panels extends ContentProps {
  readonly panels: ReadonlyMap<string, Panel>;
}

interface ListedSearches extends ContentProps {
  readonly listings: readonly { readonly path: string; readonly icon: string; readonly query: Query }[];
}

/** Each declared listing and each saved search as a panel, and each saved search that filters by the person's own id. */
const searchPanels = (
  { listings, shipped }: ListedSearches,
  { messages, person }: { readonly messages: Messages; readonly person: string },
): readonly (readonly [string, Panel])[] => [
  ...listings.map(
    ({ path, icon, query }) =>
      [`screen:${path}`, { ...searchPanel(messages.screen(path), icon, query), link: panelLink(`/${path}`) }] as const,
  ),
  ...shipped.flatMap(({ to, title: name, of, icon, query }) => {
    const title = messages.format('saved.titled', { name, of });
    const own = { createdBy: [person], updatedBy: [person] };
    return [
      [`search:${to}`, { ...searchPanel(title, icon, query), link: panelLink(to) }] as const,
      [
        `mine:${to}`,
        searchPanel(messages.format('home.withMyName', { title }), 'user', { ...query, should: own }),
      ] as const,
    ];
  }),
];

/**
 * All panels by name. Each saved search is a panel, and also each saved search that filters by the person's own id.
 * Observable.
 */
export const usePanels = (): Panels => {
  const messages = useMessages();
  const person = useClient().session.user?.$id ?? '';
  const shipped = useSearchLinks(useMenu());
  const recent = useOwnElsewhere() === undefined ? 'home.recent' : 'home.recentByOthers';
  const { registry, session } = useClient();
  const { parts, isOpen } = useHomeParts();
  const { homeParts = NO_HOME_PARTS } = useClient().domain;
  const hasOpen = useTypesOutsideMenu().length > 0;
  const readsOnly = useReadsOnly();
  const listings = useHomeScreens().map((screen) => {
    const plan = planOf(screen.search ?? { types: [] }, { registry, user: session.user });
    const { must, mustNot, sort } = queryOf(plan, EMPTY_STATE);
    return { path: screen.path, icon: screen.icon ?? 'search', query: { must, mustNot, sort } as Query };
  });
  // A panel must stay the same component while the page is drawn again.
  const key = JSON.stringify({ shipped, listings, parts: parts.map((part) => part.key) });
  const panels = useMemo(() => {
    const found = new Map<string, Panel>();
    const known = JSON.parse(key) as {
      readonly shipped: typeof shipped;
      readonly listings: typeof listings;
      readonly parts: readonly string[];
    };
    for (const [name, panel] of standardPanels(readsOnly)) {
      if (name === 'open' && !hasOpen) continue;
      // A panel that came later would move those after it.
      if (name === AFTER_PARTS && isOpen) break;
      if (name === AFTER_PARTS)
        for (const { key: part, icon, component, height } of homeParts)
          if (known.parts.includes(part))
            found.set(`part:${part}`, {
              ...{ title: messages.format(`homeParts.${part}`), icon, Content: component },
              ...(height !== undefined && { height }),
            });
      found.set(name, { ...panel, title: messages.format(name === 'recent' ? recent : panel.title) });
    }
    for (const [name, panel] of searchPanels(known, { messages, person })) found.set(name, panel);
    return found;
  }, [messages, person, key, recent, homeParts, isOpen, hasOpen, readsOnly]);
  return { panels, shipped };
};
