// Printing a listing prints all of it: Ctrl+P and the button read what is not on the page first.

import { lazy, Suspense, useCallback, useEffect, useRef, useState, type ReactNode } from 'react';
import { useColumn } from 'src/client/navigation/ColumnContext.ts';
import type { ListingStore } from 'src/client/listing/ListingStore.ts';
import { useClient } from 'src/client/useClient.ts';
import type { Item } from 'src/model/item/Item.ts';

const PrintListing = lazy(() =>
  import('src/client/displays/PrintListing.tsx').then((module) => ({ default: module.PrintListing })),
);

/** Longer prints are hard to read; the head of the print says that results are left out. */
const MAX_PRINTED = 5_000;
const PRINT_BATCH = 500;

interface Print {
  readonly print: () => void;
  /** Element to render while the listing is printed. */
  readonly paper: ReactNode;
}

export const usePrint = (store: ListingStore): Print => {
  const { connection, items, alerts, navigation } = useClient();
  const column = useColumn();
  const [found, setFound] = useState<readonly Item[]>();
  const busy = useRef(false);
  const print = useCallback((): void => {
    if (busy.current) return;
    busy.current = true;
    const read = async (): Promise<readonly Item[]> => {
      const ids = (await store.allIds()).slice(0, MAX_PRINTED);
      const all: Item[] = [];
      for (let from = 0; from < ids.length; from += PRINT_BATCH) {
        const some = ids.slice(from, from + PRINT_BATCH);
        const answer = await connection.send('readMany/object', some);
        all.push(...some.flatMap((id) => answer[id] ?? []));
      }
      items.put(all);
      return all;
    };
    read()
      .then(setFound, (thrown: unknown) => alerts.error(thrown))
      .finally(() => {
        busy.current = false;
      });
  }, [store, connection, items, alerts]);
  const done = useCallback(() => setFound(undefined), []);
  // Only the last of several columns is printed.
  const isLast = navigation.cells.length === column + 1;
  useEffect(() => {
    if (!isLast) return undefined;
    const onKey = (event: KeyboardEvent): void => {
      if (event.key !== 'p' || !(event.ctrlKey || event.metaKey) || event.shiftKey || event.altKey) return;
      event.preventDefault();
      print();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [isLast, print]);
  return {
    print,
    paper: found && (
      <Suspense fallback={null}>
        <PrintListing store={store} items={found} done={done} />
      </Suspense>
    ),
  };
};
