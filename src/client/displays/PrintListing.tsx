// A listing on paper: all found items as the display prints them, below its picture if it has one, with the site, the date and the query,
// without controls. The page itself contains only the rows in view, so this is added to it while it is printed.

import { observer } from 'mobx-react-lite';
import { useEffect, useLayoutEffect, useRef } from 'react';
import { createPortal } from 'react-dom';
import type { DisplayPrint, PrintProps } from 'src/client/displays/Display.ts';
import { paperReady } from 'src/client/displays/paperReady.ts';
import 'src/client/intl/laterMessages.ts';
import { Mark } from 'src/client/navigation/Mark.tsx';
import { facetLabel, groupLabel, shownLabel } from 'src/client/listing/facetLabels.tsx';
import { facetAt } from 'src/model/listing/listingPlan.ts';
import type { ListingStore } from 'src/client/listing/ListingStore.ts';
import { isPlaceKey } from 'src/client/listing/placeFilters.ts';
import { useClient } from 'src/client/useClient.ts';
import { formatDate } from 'src/client/ui/dates.ts';
import { useMessages } from 'src/client/ui/declaredMessages.ts';
import 'src/client/displays/print.css';
import { listingTitle } from 'src/client/listing/listingTitle.ts';

const printModules = import.meta.glob<{ readonly print: DisplayPrint }>('./*/*Print.ts', { eager: true });
const prints = Object.values(printModules).map(({ print }) => print);

interface PrintListingProps extends PrintProps {
  readonly done: () => void;
}

const PrintedPicture = ({ store }: Pick<PrintProps, 'store'>) => {
  const place = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const picture = store.picture?.();
    if (picture) place.current?.replaceChildren(picture);
  }, [store]);
  return <div ref={place} className="kk-print-picture" />;
};

/** Returns what was searched for in words. Observable. */
const useSearchWords = (store: ListingStore): readonly string[] => {
  const client = useClient();
  const messages = useMessages();
  const { state, narrowedPlan: plan } = store;
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
  const { rows: Rows, picture } = prints.find(({ mode }) => mode === display) ?? {};
  const title = listingTitle(plan, messages);
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
      {picture && <PrintedPicture store={store} />}
      {Rows && <Rows store={store} items={items} />}
    </div>,
    document.body,
  );
});
