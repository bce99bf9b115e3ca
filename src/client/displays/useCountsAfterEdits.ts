// Counts the results and facets of a listing again as soon as the reader's own changes of cells or cards are saved. Changes by others are
// counted later (useLive).

import { reaction } from 'mobx';
import { useEffect } from 'react';
import type { SheetEdits } from 'src/client/displays/SheetEdits.ts';
import type { ListingStore } from 'src/client/listing/ListingStore.ts';

export const useCountsAfterEdits = (edits: SheetEdits, store: ListingStore): void => {
  useEffect(
    () =>
      reaction(
        () => edits.busy,
        (busy) => {
          // A count that fails is made with the next change.
          if (!busy) store.recount().catch(() => {});
        },
      ),
    [edits, store],
  );
};
