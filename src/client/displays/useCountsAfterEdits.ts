// Counts the results and facets of a listing again soon after the reader's own changes of cells or cards are saved. Changes by others are
// counted later (useLive).

import { reaction } from 'mobx';
import { useEffect } from 'react';
import type { SheetEdits } from 'src/client/displays/SheetEdits.ts';
import { OWN_RECOUNT_MS } from 'src/client/listing/RecountTimer.ts';
import type { ListingStore } from 'src/client/listing/ListingStore.ts';

export const useCountsAfterEdits = (edits: SheetEdits, store: ListingStore): void => {
  useEffect(
    () =>
      reaction(
        () => edits.busy,
        (busy) => {
          if (!busy) store.recounts.within(OWN_RECOUNT_MS);
        },
      ),
    [edits, store],
  );
};
