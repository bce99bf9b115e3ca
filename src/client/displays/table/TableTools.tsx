// The tools of a table in the line above the results: its groups and its columns.

import { Suspense } from 'react';
import { ColumnMenu } from 'src/client/displays/table/ColumnMenu.tsx';
import type { ListingPartProps } from 'src/client/listing/ListingStore.ts';
import { lazyOf } from 'src/client/ui/lazyOf.ts';

const GroupMenu = lazyOf(async () => (await import('src/client/displays/table/GroupMenu.tsx')).GroupMenu);

export const TableTools = (props: ListingPartProps) => (
  <>
    <ColumnMenu {...props} />
    <Suspense>
      <GroupMenu {...props} />
    </Suspense>
  </>
);
