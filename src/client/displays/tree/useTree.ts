// The tree of a listing. Loads again when the query or an item in the tree changes. The address stores the open branches.

import { reaction } from 'mobx';
import { onReturn } from 'src/client/connection/onReturn.ts';
import { useEffect, useMemo } from 'react';
import { withParameter } from 'src/model/listing/listingState.ts';
import type { DisplayProps } from 'src/client/displays/Display.ts';
import { TreeStore } from 'src/client/displays/tree/TreeStore.ts';
import { ChangedItems } from 'src/client/stores/ChangedItems.ts';
import { useClient } from 'src/client/useClient.ts';
import type { Query } from 'src/model/generated/wire.ts';

const OPEN_PARAMETER = 'open';

/** More are not kept in an address. */
const MOST_OPEN = 100;

/** Returns the numbers of the items whose branches are open. */
const readOpen = (text = ''): readonly number[] =>
  text
    .split('.')
    .flatMap((part) => (/^\d{1,9}$/.test(part) ? [Number(part)] : []))
    .slice(0, MOST_OPEN);

/** Delay before the address changes, in milliseconds. */
const TREE_ADDRESS_DELAY_MS = 400;

/** Observable: call it inside an observer. */
export const useTree = ({ store, change }: DisplayProps): TreeStore => {
  const { connection, search, items } = useClient();
  const type = store.plan.types[0]?.name ?? '';
  const tree = useMemo(() => {
    const made = new TreeStore(search);
    for (const number of readOpen(store.state.parameters[OPEN_PARAMETER])) made.open.add(`${type}-${number}`);
    return made;
  }, [search, store, type]);
  const asked = JSON.stringify(store.wholeQuery);
  useEffect(() => {
    const { max: _, ...query } = JSON.parse(asked) as Query;
    tree.show(query);
  }, [tree, asked]);
  useEffect(() => {
    const changed = new ChangedItems(() => {
      changed.take();
      void tree.readAgain();
    });
    const stops = [
      connection.onPush('item/update', ({ $id }) => store.lists($id) && changed.add($id)),
      items.replaced.add((after, before) => before && store.lists(after.$id) && changed.add(after.$id)),
      items.onOwnChange((id) => store.lists(id) && changed.add(id)),
      onReturn(connection, { hasFailed: () => tree.failure !== undefined, load: () => tree.readAgain() }),
    ];
    return () => {
      changed.clear();
      stops.forEach((stop) => stop());
    };
  }, [tree, store, connection, items]);
  useEffect(() => () => tree.cancel(), [tree]);
  useEffect(
    () =>
      reaction(
        () => tree.openNumbers.slice(0, MOST_OPEN).join('.'),
        (open) => change(withParameter(store.state, OPEN_PARAMETER, open)),
        { delay: TREE_ADDRESS_DELAY_MS },
      ),
    [tree, store, change],
  );
  return tree;
};
