// The day that puts an item in its place in a list, where the other values of the row do not say it: that of the next step of its workflow.

import { lazy, Suspense } from 'react';
import type { Item } from 'src/model/item/Item.ts';
import type { ItemType } from 'src/model/schema/Registry.ts';

const StepDue = lazy(() =>
  import('src/client/fields/display/StepDue.tsx').then((module) => ({ default: module.StepDue })),
);

/** The path of the day of the next step. */
const STEP_DUE = '_wf.$assignedDue';

/** True for a list of the type in the order of the days of steps. `order`: the key of its order. */
export const isByStep = ({ view }: Pick<ItemType, 'view'>, order: string | undefined): boolean =>
  view.sorts.some(({ key, path }) => key === order && path === STEP_DUE);

export const OrderDay = ({ item }: { readonly item: Item }) => (
  <Suspense fallback={null}>
    <StepDue item={item} />
  </Suspense>
);
