// A listing on paper: everything that was found, as a list, a table, cards with their pictures, or a tree, under the map or the line of time
// where that is shown; with the site, the date and what was searched; no controls.
// The page itself holds only the rows in view, so this reads the rest first and stands beside the page while it is printed.

import { observer } from 'mobx-react-lite';
import { useEffect, useLayoutEffect, useRef } from 'react';
import { createPortal } from 'react-dom';
import { hasPicture, imageOf } from 'src/client/viewers/CoverImage.tsx';
import { columnLabel, LABEL, tableColumns } from 'src/client/displays/table/tableColumns.ts';
import { paperReady } from 'src/client/displays/paperReady.ts';
import { ItemValue } from 'src/client/displays/table/TableValue.tsx';
import { PrintTree } from 'src/client/displays/tree/PrintTree.tsx';
import { useColumnChoice } from 'src/client/displays/table/useColumnChoice.ts';
import { RowLevel, RowSummary } from 'src/client/displays/RowSummary.tsx';
import 'src/client/intl/laterMessages.ts';
import { Mark } from 'src/client/navigation/Mark.tsx';
import { facetLabel, groupLabel, shownLabel } from 'src/client/search/facetLabels.tsx';
import { askedPlan, facetAt } from 'src/client/search/listingPlan.ts';
import type { ListingStore } from 'src/client/search/ListingStore.ts';
import { isPlaceKey } from 'src/client/search/placeFilters.ts';
import { useClient } from 'src/client/useClient.ts';
import { formatDate } from 'src/client/ui/dates.ts';
import { useMessages } from 'src/client/ui/declaredMessages.ts';
import type { Item } from 'src/model/item/Item.ts';
import 'src/client/displays/print.css';

interface PrintListingProps {
  readonly store: ListingStore;
  readonly items: readonly Item[];
  readonly done: () => void;
}

type PartProps = Omit<PrintListingProps, 'done'>;

const Table = observer(({ store, items }: PartProps) => {
  const messages = useMessages();
  const { types } = store.plan;
  const { chosen } = useColumnChoice(store, () => {});
  const columns = tableColumns(types, chosen);
  return (
    <table>
      <thead>
        <tr>
          {columns.map(({ path }) => (
            <th key={path} scope="col">
              {columnLabel(types, messages, path)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {items.map((item) => (
          <tr key={item.$id}>
            {columns.map((column) => (
              <td key={column.path}>
                {column.path === LABEL ? item.$label : <ItemValue item={item} column={column} />}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
});

const List = observer(({ store, items }: PartProps) => {
  const { registry } = useClient();
  const mixed = store.plan.types.length > 1;
  return (
    <ul className="kk-plain-list">
      {items.map((item) => {
        const type = registry.types[item._t];
        return (
          <li key={item.$id}>
            <strong>{item.$label}</strong>
            {type && <RowSummary item={item} type={type} display={type.view.displays.LIST} named={mixed} />}
            <RowLevel item={item} />
          </li>
        );
      })}
    </ul>
  );
});

/** More pictures would be long in coming. */
const MOST_PICTURES = 300;

const Cards = observer(({ items }: PartProps) => {
  const { registry } = useClient();
  return (
    <ul className="kk-plain-list kk-print-cards">
      {items.map((item) => {
        const type = registry.types[item._t];
        return (
          <li key={item.$id}>
            {type && hasPicture(type, item) && <img src={imageOf(item.$id, 'medium')} alt="" />}
            <strong>{item.$label}</strong>
            {type && <RowSummary item={item} type={type} display={type.view.displays.CARDS} />}
            <RowLevel item={item} />
          </li>
        );
      })}
    </ul>
  );
});

const Picture = ({ store }: Pick<PartProps, 'store'>) => {
  const place = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const picture = store.picture?.();
    if (picture) place.current?.replaceChildren(picture);
  }, [store]);
  return <div ref={place} className="kk-print-picture" />;
};

const Part = (props: PartProps) => {
  const { display } = props.store;
  if (display === 'TABLE') return <Table {...props} />;
  if (display === 'TREE') return <PrintTree {...props} />;
  const isPictured = display === 'CARDS' || display === 'CAROUSEL';
  return isPictured && props.items.length <= MOST_PICTURES ? <Cards {...props} /> : <List {...props} />;
};

/** Returns what was searched for in words. Observable. */
const useSearchWords = (store: ListingStore): readonly string[] => {
  const client = useClient();
  const messages = useMessages();
  const { state } = store;
  const plan = askedPlan(store.plan, state);
  const context = { client, messages, plan };
  const chosen = Object.entries(state.chosen).map(([key, values]) => {
    if (isPlaceKey(key)) return messages.format(`map.filters.${key}`);
    const facet = facetAt(plan, key);
    return `${facetLabel(facet, context)}: ${values.map((value) => shownLabel(facet, value, context)).join(', ')}`;
  });
  const { groups = [], groupsShould = [] } = state.conditions ?? {};
  return [
    ...(state.text === '' ? [] : [`“${state.text}”`]),
    ...chosen,
    ...groups.map((group) => groupLabel(group, false, context)),
    ...groupsShould.map((group) => groupLabel(group, true, context)),
  ];
};

export const PrintListing = observer(({ store, items, done }: PrintListingProps) => {
  const { site, day } = useClient();
  const messages = useMessages();
  const { plan, total, display } = store;
  const title =
    plan.screen === undefined || plan.general ? messages.format('views.search') : messages.screen(plan.screen);
  const words = useSearchWords(store);
  const paper = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!paper.current) return undefined;
    let frame = 0;
    let wanted = true;
    // Drawn before it is printed; the window's own dialog holds the page until it is closed.
    void paperReady(paper.current).then(() => {
      if (!wanted) return;
      frame = requestAnimationFrame(() => {
        window.print();
        done();
      });
    });
    return () => {
      wanted = false;
      cancelAnimationFrame(frame);
    };
  }, [done]);
  return createPortal(
    <div ref={paper} className="kk-print">
      <Mark />
      <h1>{title}</h1>
      <p>
        {[site.siteName, formatDate(messages.intl, day.today), ...words].join(' · ')}
        {' · '}
        {items.length < total
          ? messages.format('print.first', { count: items.length, total })
          : messages.format('listing.count', { count: total })}
      </p>
      {(display === 'MAP' || display === 'TIMELINE') && <Picture store={store} />}
      <Part store={store} items={items} />
    </div>,
    document.body,
  );
});
