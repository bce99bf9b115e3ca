// A list that is filled from a search: what was picked, with why, above the search of everything that the reader may see. Records are chosen
// there and added; their readers stay who they are.

import { observer } from 'mobx-react-lite';
import { useId, useMemo } from 'react';
import { Button, type Client, useClient, useMessages, withinArea } from 'src/client/extend.ts';
import { Listing, type ListingStore, generalPlan, useListing } from 'src/client/extendListing.ts';
import { writeState } from 'src/client/extendPage.ts';
import { entriesOf, pickedIn, repeatedIn, type Picked } from 'src/domain/consult/picks/pickedEntries.client.ts';
import { PickedList } from 'src/domain/consult/picks/PickedList.client.tsx';
import 'src/domain/consult/picks/picks.css';
import { asGeometry, partsByShape, type Area } from 'src/model/geo/geoJson.ts';
import type { Item, Json } from 'src/model/item/Item.ts';
import { problem } from 'src/model/problems.ts';
import type { ItemType } from 'src/model/schema/Registry.ts';
import type { PagePicks } from 'src/model/schema/TypeView.ts';

interface TabProps {
  readonly item: Item;
  readonly type: ItemType;
  /** State of the search from the address. */
  readonly within: string | undefined;
  readonly setWithin: (within: string | undefined, replace: boolean) => void;
}

/** Lines and points of a collection have no inside to search in. */
const areaAt = (item: Item, path: string | undefined): Area | undefined => {
  const geometry = path === undefined ? undefined : asGeometry(item[path]);
  if (geometry?.type === 'Polygon' || geometry?.type === 'MultiPolygon') return geometry;
  const { polygons } = geometry ? partsByShape(geometry) : { polygons: [] };
  return polygons.length > 0 ? { type: 'MultiPolygon', coordinates: polygons } : undefined;
};

/**
 * Returns the ids that records are not picked from: the item itself, the item that it is done for, and the items that this one declares in
 * addition to its own area.
 */
const ownIds = ({ items, registry }: Client, item: Item, { of }: PagePicks): readonly string[] => {
  const id = of === undefined ? undefined : item[of];
  const loaded = typeof id === 'string' ? items.get(id) : undefined;
  const about = loaded?.state === 'ready' ? loaded.item : undefined;
  const beside = about ? (registry.types[about._t]?.view.page?.overlap?.beside ?? []) : [];
  const found = [item.$id, about?.$id, ...beside.flatMap((path) => about?.[path])];
  return found.filter((each) => typeof each === 'string');
};

interface StartsProps extends Pick<TabProps, 'item' | 'setWithin'> {
  readonly picks: PagePicks;
  readonly store: ListingStore;
}

/** Offers starting points of a search: the words and the area of the item that the search is done for. */
const Starts = observer(({ item, picks: { of, words = [] }, store, setWithin }: StartsProps) => {
  const { items, registry } = useClient();
  const messages = useMessages();
  const id = of === undefined ? undefined : item[of];
  const loaded = typeof id === 'string' ? items.get(id) : undefined;
  if (loaded?.state !== 'ready') return null;
  const about = loaded.item;
  const texts = words.flatMap((path) => (typeof about[path] === 'string' ? [about[path]] : []));
  const area = areaAt(about, registry.types[about._t]?.view.page?.overlap?.area);
  return (
    <p className="kk-picks-starts">
      {texts.map((text) => (
        <Button
          key={text}
          size="small"
          icon="search"
          onClick={() => setWithin(writeState({ ...store.state, text }), false)}
        >
          {text}
        </Button>
      ))}
      {area && (
        <Button
          size="small"
          icon="polygon-filter"
          onClick={() => setWithin(writeState(withinArea(store.state, area)), false)}
        >
          {messages.format('tabs.overlap')}
        </Button>
      )}
    </p>
  );
});

interface PickBarProps {
  readonly store: ListingStore;
  readonly add: (ids: readonly string[]) => void;
}

const PickBar = observer(({ store: { selection }, add }: PickBarProps) => {
  const messages = useMessages();
  if (selection.count === 0) return null;
  return (
    <div className="kk-bulk" role="group" aria-label={messages.format('bulk.title')}>
      <div className="kk-bulk-line">
        <Button variant="solid" intent="primary" size="small" icon="plus" onClick={() => add(selection.ids)}>
          {messages.format('picks.add', { count: selection.ids.length })}
        </Button>
        <span className="kk-fill" />
        <Button size="small" variant="minimal" icon="cross" onClick={() => selection.clear()}>
          {messages.format('bulk.clear')}
        </Button>
      </div>
    </div>
  );
});

type Change = (before: readonly Picked[]) => readonly Picked[];

/**
 * Starts from the item as it is at that moment, so that nothing that others picked in the meantime is lost. The returned function rejects
 * when the list could not be saved.
 */
const useChange = (item: Item, picks: PagePicks): ((change: Change) => Promise<void>) => {
  const { items } = useClient();
  return async (change) => {
    const loaded = await items.refresh(item.$id);
    if (loaded.state !== 'ready') throw loaded.state === 'failed' ? loaded.problem : problem('notFound');
    const after = entriesOf(change(pickedIn(loaded.item, picks)), picks);
    await items.update({ $id: item.$id, _u: loaded.item._u, [picks.path]: after as Json });
  };
};

const Search = observer(
  ({ item, picks, within, setWithin }: Omit<TabProps, 'type'> & { readonly picks: PagePicks }) => {
    const client = useClient();
    const { registry, session, alerts } = client;
    const { user } = session;
    const own = ownIds(client, item, picks).join(' ');
    const plan = useMemo(
      () => ({ ...generalPlan({ registry, user }), mustNot: { $id: own.split(' ') } }),
      [registry, user, own],
    );
    const store = useListing(plan, within);
    const change = useChange(item, picks);
    const add = (ids: readonly string[]): void => {
      const known = new Set(pickedIn(item, picks).map(({ id }) => id));
      const fresh = ids.filter((id) => !known.has(id) && id !== item.$id);
      if (fresh.length === 0) return alerts.info('picks.all');
      const withFresh: Change = (before) => {
        const there = new Set(before.map(({ id }) => id));
        return [...before, ...fresh.filter((id) => !there.has(id)).map((id) => ({ id, note: '' }))];
      };
      change(withFresh).then(
        () => {
          store.selection.clear();
          alerts.info('picks.added', { count: fresh.length });
        },
        (thrown: unknown) => alerts.error(thrown),
      );
    };
    return (
      <>
        <Starts item={item} picks={picks} store={store} setWithin={setWithin} />
        <Listing store={store} setParam={setWithin} bulk={<PickBar store={store} add={add} />} />
      </>
    );
  },
);

export const PicksTab = observer(({ item, type, within, setWithin }: TabProps) => {
  const { items, alerts } = useClient();
  const messages = useMessages();
  const head = useId();
  const picks = type.view.page?.picks;
  const change = useChange(item, picks ?? { path: '', record: '', note: '' });
  if (!picks) return null;
  const picked = pickedIn(item, picks);
  const mayChange = items.may(item.$id, 'update');
  const changeShown = async (next: readonly Picked[]): Promise<void> => {
    try {
      await change((newest) => repeatedIn(newest, picked, next));
    } catch (thrown) {
      alerts.error(thrown);
      throw thrown;
    }
  };
  return (
    <div className="kk-picks">
      <section className="kk-picks-head" aria-labelledby={head}>
        <h3 id={head}>
          {messages.format('picks.picked')} <span className="kk-soft">{messages.intl.formatNumber(picked.length)}</span>
        </h3>
        <p className="kk-soft">{messages.format(mayChange ? 'picks.about' : 'picks.readOnly')}</p>
        {picked.length === 0 ? (
          mayChange && <p>{messages.format('picks.empty')}</p>
        ) : (
          <PickedList picked={picked} change={mayChange ? changeShown : undefined} />
        )}
      </section>
      {mayChange && <Search item={item} picks={picks} within={within} setWithin={setWithin} />}
    </div>
  );
});

export const PicksPage = (props: TabProps) => <PicksTab key={props.item.$id} {...props} />;
