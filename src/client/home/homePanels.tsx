// The panels of home with their content. HomeView orders and hides them.

import { observer } from 'mobx-react-lite';
import { type ComponentType, useMemo } from 'react';
import type { Query } from 'src/model/generated/wire.ts';
import type { Json } from 'src/model/item/Item.ts';
import type { Screen } from 'src/model/schema/Registry.ts';
import { Changed, ListUnread } from 'src/client/home/ChangedLine.tsx';
import { HomeAreas } from 'src/client/home/HomeAreas.tsx';
import { RecentChanges } from 'src/client/home/RecentChanges.tsx';
import { queryTypes, SearchTotal } from 'src/client/home/SearchTotal.tsx';
import { WaitingForMe } from 'src/client/home/WaitingForMe.tsx';
import { UnsavedEntries } from 'src/client/item/UnsavedView.tsx';
import { useAnswer } from 'src/client/useAnswer.ts';
import { planOf, queryOf } from 'src/client/listing/listingPlan.ts';
import { EMPTY_STATE } from 'src/client/listing/listingState.ts';
import { refusalOf } from 'src/client/navigation/menuTree.ts';
import { useMenu } from 'src/client/menu/useMenu.ts';
import { AlertMenu } from 'src/client/search/AlertMenu.tsx';
import { type SearchLink, useSearchLinks } from 'src/client/menu/useSearchLinks.ts';
import { ShellLink } from 'src/client/navigation/ShellLink.tsx';
import { useClient } from 'src/client/useClient.ts';
import { Icon } from 'src/client/ui/Icon.tsx';
import { useMessages } from 'src/client/ui/declaredMessages.ts';

const ROWS_SHOWN = 8;
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
      {failure !== undefined && <ListUnread again={again} />}
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

/** Unsaved changes have a panel of their own, unless the person has hidden it. Observable. */
const useOwnElsewhere = (): string | undefined => {
  const { session, preferences } = useClient();
  const { hidden } = Object(preferences.get('home')) as { readonly hidden?: Json };
  return Array.isArray(hidden) && hidden.includes(MINE) ? undefined : session.user?.$id;
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
  /** Shown only to who has asked for it. */
  readonly optional?: true;
}

/** Panels in their default order; titles are messages. */
const STANDARD: Readonly<Record<string, Panel>> = {
  waiting: {
    ...{ title: 'home.waiting', icon: 'inbox', Content: WaitingForMe, link: panelLink('/notifications') },
  },
  unsaved: {
    ...{ title: 'views.unsaved', icon: 'edit', Content: Unsaved, link: panelLink('/unsaved') },
    Count: observer(() => <Sum count={useClient().drafts.dirty.length} />),
  },
  starred: {
    ...{ title: 'stars.list', icon: 'star', Content: StarredPanel, link: panelLink('/starred') },
    Count: observer(() => <Sum count={useClient().stars.count} />),
  },
  recent: { title: 'home.recent', icon: 'history', Content: Recent },
  saved: { title: 'listing.shipped', icon: 'search', Content: Saved },
  [MINE]: { title: 'home.recentMine', icon: 'user', Content: Mine },
  areas: { title: 'home.areas', icon: 'grid-view', Content: HomeAreas },
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

interface Panels extends ContentProps {
  readonly panels: ReadonlyMap<string, Panel>;
}

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
  const listings = useHomeScreens().map((screen) => {
    const plan = planOf(screen.search ?? { types: [] }, { registry, user: session.user });
    const { must, mustNot, sort } = queryOf(plan, EMPTY_STATE);
    return { path: screen.path, icon: screen.icon ?? 'search', query: { must, mustNot, sort } as Query };
  });
  // A panel must stay the same component while the page is drawn again.
  const key = JSON.stringify({ shipped, listings });
  const panels = useMemo(() => {
    const found = new Map<string, Panel>();
    const known = JSON.parse(key) as { readonly shipped: typeof shipped; readonly listings: typeof listings };
    const { areas, ...standard } = STANDARD;
    for (const [name, panel] of Object.entries(standard))
      found.set(name, { ...panel, title: messages.format(name === 'recent' ? recent : panel.title) });
    for (const { path, icon, query } of known.listings) {
      const { optional: _, ...panel } = searchPanel(messages.screen(path), icon, query);
      found.set(`screen:${path}`, { ...panel, link: panelLink(`/${path}`) });
    }
    if (areas) found.set('areas', { ...areas, title: messages.format(areas.title) });
    for (const { to, title: name, of, icon, query } of known.shipped) {
      const title = messages.format('saved.titled', { name, of });
      found.set(`search:${to}`, { ...searchPanel(title, icon, query), link: panelLink(to) });
      const own = { createdBy: [person], updatedBy: [person] };
      found.set(
        `mine:${to}`,
        searchPanel(messages.format('home.withMyName', { title }), 'user', { ...query, should: own }),
      );
    }
    return found;
  }, [messages, person, key, recent]);
  return { panels, shipped };
};
