// Returns the columns of the table: those in the address, or else those that this person last chose for these types.

import type { ListingPartProps } from 'src/client/listing/ListingStore.ts';
import { readColumns, writeColumns, type ColumnChoice } from 'src/model/listing/listingState.ts';
import type { PreferenceStore } from 'src/client/stores/PreferenceStore.ts';
import { useClient } from 'src/client/useClient.ts';
import { useMemo } from 'react';

interface ColumnChoices {
  readonly chosen: readonly ColumnChoice[] | undefined;
  /** Undefined: as the type starts with. */
  readonly choose: (columns: readonly ColumnChoice[] | undefined) => void;
}

export const columnChoice = (chosen: readonly ColumnChoice[] | undefined, path: string): ColumnChoice =>
  chosen?.find((choice) => choice.path === path) ?? { path };

const columnsKey = ({ plan }: ListingPartProps['store']): string =>
  `columns.${plan.general ? '*' : plan.types.map(({ name }) => name).join('+')}`;

const writtenColumns = (
  store: ListingPartProps['store'],
  preferences: Pick<PreferenceStore, 'get'>,
): string | undefined => {
  const { columns } = store.state;
  const kept = preferences.get(columnsKey(store));
  return columns ? writeColumns(columns) : typeof kept === 'string' ? kept : undefined;
};

/** Undefined: as the type starts with. Observable. */
export const chosenColumns = (...asked: Parameters<typeof writtenColumns>): readonly ColumnChoice[] | undefined =>
  readColumns(writtenColumns(...asked));

/** Observable: call it inside an observer. */
export const useColumnChoice = (
  store: ListingPartProps['store'],
  change: ListingPartProps['change'],
): ColumnChoices => {
  const { preferences } = useClient();
  const written = writtenColumns(store, preferences);
  return {
    chosen: useMemo(() => readColumns(written), [written]),
    choose: (columns) => {
      preferences.set(columnsKey(store), columns ? writeColumns(columns) : null);
      change({ ...store.state, columns });
    },
  };
};
