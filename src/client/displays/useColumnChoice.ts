// Which columns the table shows: as the address says, else as this person last chose for these types.

import type { ListingPartProps } from 'src/client/search/Listing.tsx';
import { readColumns, writeColumns, type ColumnChoice } from 'src/client/search/listingState.ts';
import { useClient } from 'src/client/useClient.ts';
import { useMemo } from 'react';

interface ColumnChoices {
  readonly chosen: readonly ColumnChoice[] | undefined;
  /** Undefined: as the type starts with. */
  readonly choose: (columns: readonly ColumnChoice[] | undefined) => void;
}

export const choiceOf = (chosen: readonly ColumnChoice[] | undefined, path: string): ColumnChoice =>
  chosen?.find((choice) => choice.path === path) ?? { path };

/** Observable: call it inside an observer. */
export const useColumnChoice = (
  store: ListingPartProps['store'],
  change: ListingPartProps['change'],
): ColumnChoices => {
  const { preferences } = useClient();
  const { plan, state } = store;
  const key = `columns.${plan.general ? '*' : plan.types.map(({ name }) => name).join('+')}`;
  const kept = preferences.get(key);
  const written = state.columns ? writeColumns(state.columns) : typeof kept === 'string' ? kept : undefined;
  return {
    chosen: useMemo(() => readColumns(written), [written]),
    choose: (columns) => {
      preferences.set(key, columns ? writeColumns(columns) : null);
      change({ ...state, columns });
    },
  };
};
