// A declared screen as a listing: search box, facets, tags, sort, count, display switch, create. The column's parameter
// contains its state.

import { observer } from 'mobx-react-lite';
import { useEffect, useMemo, useState } from 'react';
import { deepEqual } from 'src/base/deepEqual.ts';
import { CellHead } from 'src/client/navigation/CellHead.tsx';
import { useColumn } from 'src/client/navigation/ColumnContext.ts';
import { isListOfImports, useImportPart, useImportTable } from 'src/client/navigation/importParts.ts';
import { MainButton } from 'src/client/navigation/MainButton.tsx';
import { ListParts } from 'src/client/search/ListParts.tsx';
import { CreateButton } from 'src/client/search/CreateButton.tsx';
import { Listing } from 'src/client/search/Listing.tsx';
import { ListingStore } from 'src/client/listing/ListingStore.ts';
import { addressOf } from 'src/model/listing/columnPath.ts';
import { type ListingPlan, openingOf, queryOf, screenPlan } from 'src/model/listing/listingPlan.ts';
import { useLive } from 'src/client/search/useLive.ts';
import { useMessages } from 'src/client/ui/declaredMessages.ts';
import { useClient } from 'src/client/useClient.ts';
import type { Json } from 'src/model/item/Item.ts';
import type { Screen } from 'src/model/schema/Registry.ts';

/** The same value while the plan says the same: each preference that is kept makes a new user, and that is no new listing. */
const useSteady = (plan: ListingPlan): ListingPlan => {
  const [held, hold] = useState(plan);
  if (held === plan || deepEqual(held, plan)) return held;
  hold(plan);
  return plan;
};

/** A store per screen, called on every change of the parameter. */
export const useListing = (planned: ListingPlan, param: string | undefined): ListingStore => {
  const plan = useSteady(planned);
  const { search, items, connection, alerts } = useClient();
  const store = useMemo(() => new ListingStore({ search, items, connection }, plan), [search, items, connection, plan]);
  useEffect(() => {
    const { state, vanished } = openingOf(plan, param);
    if (vanished.length > 0) alerts.warn('saved.vanished', { names: vanished.join(', ') });
    store.show(state);
  }, [store, plan, param, alerts]);
  useLive(store);
  return store;
};

/** Notes where the list was shown, so that the person is led there without a connection. */
const useListed = (store: ListingStore, { screen: { path }, param }: ListingCellProps): void => {
  const { offline } = useClient();
  const { version, plan, state } = store;
  useEffect(() => {
    if (store.status !== 'ready' || store.copy || store.answered !== store.question) return;
    const to = addressOf([{ segment: path, param }]);
    const query = queryOf(plan, state) as Json;
    offline.later((copies) => copies.listed(query, to));
  }, [offline, store, version, plan, state, path, param]);
};

interface ListingCellProps {
  readonly screen: Screen;
  readonly param: string | undefined;
}

interface ListToolsProps {
  readonly plan: ListingPlan;
  readonly importTable: (() => void) | undefined;
}

/** The list of imports begins an import. */
const ListTools = observer(({ plan, importTable }: ListToolsProps) => {
  const messages = useMessages();
  if (!importTable || !isListOfImports(plan))
    return (
      <>
        <ListParts types={plan.types} />
        <CreateButton plan={plan} />
      </>
    );
  return (
    <MainButton size="small" icon="import" onClick={importTable}>
      {messages.format('importTable.part')}
    </MainButton>
  );
});

export const ListingCell = observer(({ screen, param }: ListingCellProps) => {
  const { registry, session, day } = useClient();
  const messages = useMessages();
  const column = useColumn();
  const { user } = session;
  const { today } = day;
  const plan = useMemo(() => screenPlan(screen, { registry, user, today }), [screen, registry, user, today]);
  const store = useListing(plan, param);
  useListed(store, { screen, param });
  const importTable = useImportTable(plan);
  return (
    <>
      <CellHead
        title={messages.screen(screen.path)}
        root={column === 0}
        tools={<ListTools plan={plan} importTable={importTable} />}
        parts={useImportPart(plan.types)}
      />
      <Listing store={store} importTable={importTable} />
    </>
  );
});
