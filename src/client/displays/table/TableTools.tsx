// The tools of a table in the line above the results: its groups and its columns.

import { ColumnMenu } from 'src/client/displays/table/ColumnMenu.tsx';
import { GroupMenu } from 'src/client/displays/table/GroupMenu.tsx';
import type { ListingPartProps } from 'src/client/listing/ListingStore.ts';

export const TableTools = (props: ListingPartProps) => (
  <>
    <GroupMenu {...props} />
    <ColumnMenu {...props} />
  </>
);
